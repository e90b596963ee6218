package archive

import "github.com/tus/tusd/v2/pkg/handler"

// NewLocks gives the locks of uploads within one process.
func NewLocks() handler.Locker { return newLocker() }
