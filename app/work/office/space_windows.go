package office

import (
	"fmt"

	"golang.org/x/sys/windows"
)

// space tells the room on the disk of a folder, in bytes.
func space(dir string) (free, total int64, err error) {
	name, err := windows.UTF16PtrFromString(dir)
	if err != nil {
		return 0, 0, fmt.Errorf("room of %s: %w", dir, err)
	}
	var left, size, all uint64
	if err := windows.GetDiskFreeSpaceEx(name, &left, &size, &all); err != nil {
		return 0, 0, fmt.Errorf("room of %s: %w", dir, err)
	}
	return int64(left), int64(size), nil
}
