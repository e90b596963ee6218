//go:build unix

package container

import "syscall"

// nonBlocking opens files so that Go need not try whether they can wait: four
// system calls less for every file. Reading a file of a folder is not changed by
// it, and a pipe put in its place is not waited for.
const nonBlocking = syscall.O_NONBLOCK
