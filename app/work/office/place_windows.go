package office

import (
	"path/filepath"
	"strings"

	"golang.org/x/sys/windows"
)

// OnNetwork tells whether a path is a UNC path or on a mapped network drive.
func OnNetwork(path string) (bool, error) {
	volume := filepath.VolumeName(path)
	if strings.HasPrefix(volume, `\\?\UNC\`) {
		return true, nil
	}
	if strings.HasPrefix(volume, `\\`) && !strings.HasPrefix(volume, `\\?\`) && !strings.HasPrefix(volume, `\\.\`) {
		return true, nil
	}
	root, err := windows.UTF16PtrFromString(strings.TrimPrefix(volume, `\\?\`) + `\`)
	if err != nil {
		return false, err
	}
	return windows.GetDriveType(root) == windows.DRIVE_REMOTE, nil
}
