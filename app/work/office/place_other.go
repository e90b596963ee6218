//go:build !windows && !linux

package office

// onNetwork: not asked on this system.
func OnNetwork(string) (bool, error) { return false, nil }
