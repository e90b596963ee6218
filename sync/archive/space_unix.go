//go:build !windows

package archive

import "syscall"

// freeSpace gives the bytes an ordinary user may still write on the disk of dir.
func freeSpace(dir string) (int64, error) {
	var st syscall.Statfs_t
	if err := syscall.Statfs(dir, &st); err != nil {
		return 0, err
	}
	return int64(st.Bavail) * int64(st.Bsize), nil
}
