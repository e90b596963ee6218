package container

import (
	"errors"
	"io/fs"
	"path/filepath"
	"strings"
	"syscall"
	"unsafe"

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

var (
	kernel      = windows.NewLazySystemDLL("kernel32.dll")
	firstStream = kernel.NewProc("FindFirstStreamW")
	nextStream  = kernel.NewProc("FindNextStreamW")
)

// streamData is WIN32_FIND_STREAM_DATA.
type streamData struct {
	size int64
	name [windows.MAX_PATH + 36]uint16
}

// mostStreams is how many streams of one file are named.
const mostStreams = 20

// streamsOf names the data streams of a file beside its content (NTFS); none where the
// disk knows no such thing.
func streamsOf(file string) (out []string) {
	abs, err := filepath.Abs(file)
	if err != nil {
		return nil
	}
	if !strings.HasPrefix(abs, `\\`) {
		abs = `\\?\` + abs // of any length
	}
	name, err := windows.UTF16PtrFromString(abs)
	if err != nil {
		return nil
	}
	var d streamData
	h, _, _ := firstStream.Call(uintptr(unsafe.Pointer(name)), 0, uintptr(unsafe.Pointer(&d)), 0)
	if windows.Handle(h) == windows.InvalidHandle {
		return nil
	}
	defer func() { _ = windows.FindClose(windows.Handle(h)) }()
	for ok := uintptr(1); ok != 0 && len(out) < mostStreams; ok, _, _ = nextStream.Call(h, uintptr(unsafe.Pointer(&d))) {
		if s := streamName(windows.UTF16ToString(d.name[:])); s != "" {
			out = append(out, s)
		}
	}
	return out
}
