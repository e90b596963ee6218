package container

import (
	"errors"
	"io/fs"
	"syscall"
)

// dataless is SF_DATALESS of stat(2): the content is fetched when it is read.
const dataless = 0x40000000

// cloudOnly reports whether only a placeholder of the file lies here.
func cloudOnly(info fs.FileInfo) bool {
	st, ok := info.Sys().(*syscall.Stat_t)
	return ok && st.Flags&dataless != 0
}

func locked(err error) bool { return errors.Is(err, syscall.EBUSY) || errors.Is(err, syscall.EAGAIN) }
