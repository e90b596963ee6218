//go:build !windows

package settings

import "io/fs"

// systemRegistry: only Windows has a registry.
func systemRegistry() (map[string]any, error) { return nil, fs.ErrNotExist }
