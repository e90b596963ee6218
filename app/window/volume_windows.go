package window

import (
	"fmt"

	"golang.org/x/sys/windows"

	overview "laufzettel/views/overview/model"
)

// volume tells the room on the disk of a folder.
func volume(dir string) (overview.Volume, error) {
	name, err := windows.UTF16PtrFromString(dir)
	if err != nil {
		return overview.Volume{}, fmt.Errorf("room of %s: %w", dir, err)
	}
	var free, total, all uint64
	if err := windows.GetDiskFreeSpaceEx(name, &free, &total, &all); err != nil {
		return overview.Volume{}, fmt.Errorf("room of %s: %w", dir, err)
	}
	return overview.Volume{Path: dir, Free: int64(free), Total: int64(total)}, nil
}
