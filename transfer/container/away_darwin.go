package container

import (
	"errors"
	"io/fs"
	"syscall"

	"golang.org/x/sys/unix"
)

// dataless is SF_DATALESS of stat(2): the content is fetched when it is read.
const dataless = 0x40000000

// cloudOnly reports whether only a placeholder of the file lies here.
func cloudOnly(info fs.FileInfo) bool {
	st, ok := info.Sys().(*syscall.Stat_t)
	return ok && st.Flags&dataless != 0
}

func locked(err error) bool { return errors.Is(err, syscall.EBUSY) || errors.Is(err, syscall.EAGAIN) }

// resources is the resource fork of a file, as its extended attribute is called.
const resources = "com.apple.ResourceFork"

// streamsOf names the resource fork of a file where it has one.
func streamsOf(file string) []string {
	if n, err := unix.Lgetxattr(file, resources, nil); err != nil || n == 0 {
		return nil
	}
	return []string{resources}
}
