//go:build !windows && !darwin

package container

import (
	"errors"
	"io/fs"
	"syscall"
)

// cloudOnly: no placeholders are known here.
func cloudOnly(fs.FileInfo) bool { return false }

func locked(err error) bool { return errors.Is(err, syscall.EBUSY) }
