//go:build unix

package durable

import "syscall"

// Private lets this process make files and folders that are its user's alone,
// whatever mode a library asks for: databases, temporary files, exports. It is
// called once at the start of a program.
func Private() { syscall.Umask(0o077) }
