package office

import (
	"golang.org/x/sys/unix"
)

// Kinds of file system that lie on another machine (linux/magic.h, statfs(2)).
var networkFS = map[int64]bool{
	unix.NFS_SUPER_MAGIC:  true,
	unix.SMB_SUPER_MAGIC:  true,
	unix.SMB2_SUPER_MAGIC: true,
	unix.CIFS_SUPER_MAGIC: true,
	unix.AFS_SUPER_MAGIC:  true,
	unix.CODA_SUPER_MAGIC: true,
	unix.V9FS_MAGIC:       true,
}

// OnNetwork tells whether a path lies on a network file system.
func OnNetwork(path string) (bool, error) {
	var st unix.Statfs_t
	if err := unix.Statfs(path, &st); err != nil {
		return false, err
	}
	return networkFS[int64(uint32(st.Type))], nil
}
