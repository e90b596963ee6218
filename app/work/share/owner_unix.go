//go:build unix

package share

import (
	"io/fs"
	"os"
	"os/user"
	"strconv"
	"syscall"
)

// ownerNames are the names of owners by their numbers.
type ownerNames map[uint32]string

// of gives the name of a file's owner; its number where the machine knows no name.
func (n ownerNames) of(_ *os.Root, _ string, info fs.FileInfo) string {
	sys, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return ""
	}
	name, known := n[sys.Uid]
	if !known {
		name = strconv.FormatUint(uint64(sys.Uid), 10)
		if u, err := user.LookupId(name); err == nil {
			name = u.Username
		}
		n[sys.Uid] = name
	}
	return name
}
