//go:build unix

package container

import (
	"errors"
	"os"
	"path"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// nonBlocking opens files so that Go need not try whether they can wait: four
// system calls less for every file. Reading a file of a folder is not changed by
// it, and a pipe put in its place is not waited for.
const nonBlocking = syscall.O_NONBLOCK

// whole reads a file into memory as it was indexed, by four system calls: its folder
// is open, and a link is not followed, so that what opens is what has the name.
// False: it was not read, and the ordinary way tells why.
func (s *folderSource) whole(x *index, i int, buffer func(int64) *[]byte) (*[]byte, bool) {
	dir, base := path.Split(s.name(x, i))
	d := s.enter(path.Clean(dir))
	if d == nil {
		return nil, false
	}
	defer s.leave(d)
	if d.handle == nil {
		return nil, false
	}
	fd, err := unix.Openat(int(d.handle.Fd()), base, unix.O_RDONLY|unix.O_NOFOLLOW|unix.O_CLOEXEC|unix.O_NONBLOCK, 0)
	if err != nil {
		return nil, false
	}
	defer func() { _ = unix.Close(fd) }() // nothing was written
	it := x.items[i]
	var st unix.Stat_t
	if err := unix.Fstat(fd, &st); err != nil || st.Mode&unix.S_IFMT != unix.S_IFREG || st.Size != it.size ||
		time.Unix(st.Mtim.Unix()).Unix() != it.modified {
		return nil, false
	}
	b := buffer(it.size + 1)
	if n, err := readUpTo(fd, *b); err != nil || n != it.size {
		return b, false
	}
	*b = (*b)[:it.size]
	return b, true
}

// readUpTo reads to the end of the file or of b; a read that gives less than it
// could has seen the end.
func readUpTo(fd int, b []byte) (n int64, err error) {
	for n < int64(len(b)) {
		k, err := unix.Read(fd, b[n:])
		if errors.Is(err, unix.EINTR) {
			continue
		}
		if err != nil {
			return n, err
		}
		if n += int64(k); k == 0 || n == int64(len(b))-1 {
			break
		}
	}
	return n, nil
}

// handleOf keeps a folder open for whole.
func handleOf(root *os.Root) *os.File {
	f, err := root.Open(".")
	if err != nil {
		return nil // the ordinary way
	}
	return f
}
