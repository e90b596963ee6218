package durable

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"unsafe"
)

// Error numbers of winerror.h that a file held open by another program causes.
const (
	errorAccessDenied     syscall.Errno = 5
	errorSharingViolation syscall.Errno = 32
	errorLockViolation    syscall.Errno = 33
)

// Flags of MoveFileExW. Write-through returns when the move is on the disk: the
// folder sync of other systems.
const (
	moveReplace      = 0x1
	moveWriteThrough = 0x8
)

// longest is how long a path may be without the \\?\ form; programs on systems
// without long path support see MAX_PATH (260) less room for a 8.3 name.
const longest = 248

func rename(from, to string) error {
	a, err := wide(from)
	if err == nil {
		var b *uint16
		if b, err = wide(to); err == nil {
			move := syscall.NewLazyDLL("kernel32.dll").NewProc("MoveFileExW")
			ok, _, no := move.Call(uintptr(unsafe.Pointer(a)), uintptr(unsafe.Pointer(b)), moveReplace|moveWriteThrough)
			if ok != 0 {
				return nil
			}
			err = no
			if errors.Is(err, errorAccessDenied) && (held(a) || held(b)) {
				err = errorSharingViolation // says it better: no matter of rights
			}
		}
	}
	return &os.LinkError{Op: "rename", Old: from, New: to, Err: err}
}

// Rights and sharing of held.
const (
	rightDelete = 0x10000
	shareAll    = syscall.FILE_SHARE_READ | syscall.FILE_SHARE_WRITE | syscall.FILE_SHARE_DELETE
)

// held reports whether another program has the file open and lets nobody replace it.
func held(path *uint16) bool {
	h, err := syscall.CreateFile(path, rightDelete, shareAll, nil, syscall.OPEN_EXISTING, syscall.FILE_FLAG_BACKUP_SEMANTICS, 0)
	if err != nil {
		return errors.Is(err, errorSharingViolation)
	}
	_ = syscall.CloseHandle(h) // opened only to see whether it can be
	return false
}

// wide gives the path for the system, in the \\?\ form where it is long.
func wide(path string) (*uint16, error) {
	full, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	return syscall.UTF16PtrFromString(extended(full))
}

// extended gives the \\?\ form of a long absolute path.
func extended(path string) string {
	switch {
	case len(path) < longest || strings.HasPrefix(path, `\\?\`) || strings.HasPrefix(path, `\\.\`):
		return path
	case strings.HasPrefix(path, `\\`):
		return `\\?\UNC\` + path[2:]
	default:
		return `\\?\` + path
	}
}

func busy(err error) bool {
	return errors.Is(err, errorSharingViolation) || errors.Is(err, errorLockViolation)
}

// locked adds "access denied", which a folder says in which some file is open. It
// may be a matter of rights as well; then the two seconds are lost.
func locked(err error) bool { return busy(err) || errors.Is(err, errorAccessDenied) }

// SyncDir has nothing to do: Rename writes through. It tells a missing folder as
// on other systems.
func SyncDir(dir string) error {
	info, err := os.Stat(dir)
	if err == nil && !info.IsDir() {
		return &fs.PathError{Op: "sync", Path: dir, Err: syscall.ENOTDIR}
	}
	return err
}
