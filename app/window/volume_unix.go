//go:build !windows

package window

import (
	"fmt"
	"syscall"

	overview "laufzettel/views/overview/model"
)

// volume tells the room on the disk of a folder.
func volume(dir string) (overview.Volume, error) {
	var st syscall.Statfs_t
	if err := syscall.Statfs(dir, &st); err != nil {
		return overview.Volume{}, fmt.Errorf("room of %s: %w", dir, err)
	}
	size := int64(st.Bsize)
	return overview.Volume{Path: dir, Free: int64(st.Bavail) * size, Total: int64(st.Blocks) * size}, nil
}
