//go:build !linux

package app

// schemeNamed tells whether the system says if it is light or dark; Windows and macOS do.
func schemeNamed() bool { return true }
