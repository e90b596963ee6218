package container

import (
	"errors"
	"io/fs"
	"syscall"

	"golang.org/x/sys/windows"
)

// Attributes of files whose content is fetched when they are read.
const recalled = windows.FILE_ATTRIBUTE_OFFLINE | windows.FILE_ATTRIBUTE_RECALL_ON_OPEN | windows.FILE_ATTRIBUTE_RECALL_ON_DATA_ACCESS

// cloudOnly reports whether only a placeholder of the file lies here.
func cloudOnly(info fs.FileInfo) bool {
	d, ok := info.Sys().(*syscall.Win32FileAttributeData)
	return ok && d.FileAttributes&recalled != 0
}

func locked(err error) bool {
	return errors.Is(err, windows.ERROR_SHARING_VIOLATION) || errors.Is(err, windows.ERROR_LOCK_VIOLATION)
}
