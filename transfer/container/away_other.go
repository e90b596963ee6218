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

// streamsOf: no disk here keeps streams beside a file that programs of offices write.
func streamsOf(string) []string { return nil }
