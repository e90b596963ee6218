//go:build !windows

package office

import (
	"fmt"
	"syscall"
)

// space tells the room on the disk of a folder, in bytes.
func space(dir string) (free, total int64, err error) {
	var st syscall.Statfs_t
	if err := syscall.Statfs(dir, &st); err != nil {
		return 0, 0, fmt.Errorf("room of %s: %w", dir, err)
	}
	size := int64(st.Bsize)
	return int64(st.Bavail) * size, int64(st.Blocks) * size, nil
}
