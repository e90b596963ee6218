package container

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"hash"
	"hash/crc32"
	"io"
	"os"
	"sync"

	"golang.org/x/sync/semaphore"

	"laufzettel/transfer/stop"
)

// source reads what one form of container stores. it is a copy; i its number.
type source interface {
	// open reads the content of item i from its first byte; reading to the end
	// tells ErrCorrupt where length or CRC differ.
	open(ctx context.Context, x *index, i int) (io.ReadCloser, error)
	// at gives random access without a copy; nil where the form has none.
	at(x *index, i int) (randomAccess, error)
	// close releases the container.
	close() error
}

// randomAccess is stored content that can be read anywhere.
type randomAccess struct {
	io.ReaderAt
	size  int64
	crc   *uint32 // checked by a Reader at its end, nil = none known
	close func() error
}

// content implements Content over memory or random access.
type content struct {
	path  string
	size  int64
	mem   []byte // non-nil also for an empty file
	at    io.ReaderAt
	crc   *uint32
	count Counter
	free  func() // gives memory, file and budget back
}

func (c *content) Size() int64   { return c.size }
func (c *content) Bytes() []byte { return c.mem }

// ReadAt implements io.ReaderAt.
func (c *content) ReadAt(p []byte, off int64) (int, error) {
	if c.mem != nil {
		if off < 0 || off > int64(len(c.mem)) {
			return 0, io.EOF
		}
		n := copy(p, c.mem[off:])
		if n < len(p) {
			return n, io.EOF
		}
		return n, nil
	}
	n, err := c.at.ReadAt(p, off)
	if c.count != nil && n > 0 {
		c.count.Read(c.path, int64(n))
	}
	return n, err
}

// Reader starts a new sequential read. At its end a stored CRC is compared.
func (c *content) Reader() io.Reader {
	if c.mem != nil {
		return bytes.NewReader(c.mem)
	}
	r := io.Reader(io.NewSectionReader(c, 0, c.size))
	if c.crc != nil {
		r = &checkedReader{r: r, size: c.size, crc: *c.crc, sum: crc32.NewIEEE()}
	}
	return r
}

// checkedReader passes bytes on and tells ErrCorrupt at the end where length or
// CRC-32 are not the stated ones.
type checkedReader struct {
	r    io.Reader
	size int64
	crc  uint32
	sum  hash.Hash32 // nil: only the length is checked
	read int64
}

func (c *checkedReader) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.read += int64(n)
	if c.sum != nil {
		c.sum.Write(p[:n])
	}
	switch {
	case c.read > c.size:
		return n, fmt.Errorf("%w: longer than %d bytes", ErrCorrupt, c.size)
	case err == io.EOF && c.read < c.size:
		return n, fmt.Errorf("%w: %d of %d bytes", ErrCorrupt, c.read, c.size)
	case err == io.EOF && c.sum != nil && c.sum.Sum32() != c.crc:
		return n, fmt.Errorf("%w: CRC %08x instead of %08x", ErrCorrupt, c.sum.Sum32(), c.crc)
	case err != nil && err != io.EOF && !errors.Is(err, ErrCorrupt) && !errors.Is(err, context.Canceled) && !isOurs(err):
		return n, fmt.Errorf("%w: %w", ErrCorrupt, err)
	}
	return n, err
}

// isOurs says that an error comes from the operating system, not from the data.
func isOurs(err error) bool {
	_, ok := errors.AsType[*os.PathError](err)
	return ok
}

// maker turns items into Content within the memory and disk budgets.
type maker struct {
	o     Options
	disk  *semaphore.Weighted
	bufs  sync.Pool // *[]byte of at most o.MemoryLimit
	spool int64     // size of disk
}

func newMaker(o Options) *maker {
	return &maker{o: o, disk: semaphore.NewWeighted(o.Limits.SpoolBytes), spool: o.Limits.SpoolBytes}
}

func (m *maker) buffer(size int64) *[]byte {
	if b, ok := m.bufs.Get().(*[]byte); ok && int64(cap(*b)) >= size {
		*b = (*b)[:size]
		return b
	}
	room := int64(64 << 10)
	for room < size {
		room *= 2
	}
	b := make([]byte, size, room)
	return &b
}

// make gives the content of item i; free must be called when done.
func (m *maker) make(ctx context.Context, src source, x *index, i int) (*content, error) {
	path, size := x.path(i), x.items[i].size
	if size > m.o.MemoryLimit {
		at, err := src.at(x, i)
		if err != nil {
			return nil, err
		}
		if at.ReaderAt != nil {
			c := &content{path: path, size: at.size, at: at, crc: at.crc, count: m.o.Counter, free: func() {}}
			if at.close != nil {
				c.free = func() { _ = at.close() }
			}
			return c, nil
		}
	}
	if folder, ok := src.(*folderSource); ok && size <= m.o.MemoryLimit {
		if c := m.whole(folder, x, i); c != nil {
			return c, nil
		}
	}
	r, err := src.open(ctx, x, i)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	return m.from(ctx, r, path, size)
}

// whole gives a file of a folder in memory by the shortest way; nil: it was not read.
func (m *maker) whole(src *folderSource, x *index, i int) *content {
	buf, ok := src.whole(x, i, m.buffer)
	if !ok {
		if buf != nil {
			m.bufs.Put(buf)
		}
		return nil
	}
	if m.o.Counter != nil {
		m.o.Counter.Read(x.path(i), int64(len(*buf)))
	}
	return &content{path: x.path(i), size: int64(len(*buf)), mem: *buf, free: func() { m.bufs.Put(buf) }}
}

// from reads a content of known size from r into memory or a temporary file.
func (m *maker) from(ctx context.Context, r io.Reader, path string, size int64) (*content, error) {
	var c *content
	var err error
	if size <= m.o.MemoryLimit {
		c, err = m.inMemory(r, path, size)
	} else {
		c, err = m.onDisk(ctx, r, path, size)
	}
	if err == nil && m.o.Counter != nil {
		m.o.Counter.Read(path, size)
	}
	return c, err
}

func (m *maker) inMemory(r io.Reader, path string, size int64) (*content, error) {
	buf := m.buffer(size)
	if _, err := io.ReadFull(r, *buf); err != nil {
		m.bufs.Put(buf)
		return nil, cutShort(err)
	}
	if err := atEnd(r); err != nil {
		m.bufs.Put(buf)
		return nil, err
	}
	return &content{path: path, size: size, mem: *buf, free: func() { m.bufs.Put(buf) }}, nil
}

// onDisk spools into a temporary file that is deleted at once where the system
// lets an open file be deleted, else when the content is given back.
func (m *maker) onDisk(ctx context.Context, r io.Reader, path string, size int64) (*content, error) {
	if size > m.spool {
		return nil, fmt.Errorf("container: %q needs %d bytes of temporary space, %d are allowed", path, size, m.spool)
	}
	if err := m.disk.Acquire(ctx, size); err != nil {
		return nil, err
	}
	f, err := os.CreateTemp(m.o.SpoolDir, "laufzettel-*")
	if err != nil {
		m.disk.Release(size)
		return nil, err
	}
	gone := os.Remove(f.Name()) == nil
	free := func() {
		_ = f.Close()
		if !gone {
			_ = os.Remove(f.Name())
		}
		m.disk.Release(size)
	}
	n, err := io.Copy(f, stop.Reader(ctx, io.LimitReader(r, size)))
	if err == nil && n < size {
		err = io.ErrUnexpectedEOF
	}
	if err == nil {
		err = atEnd(r)
	}
	if err != nil {
		free()
		return nil, cutShort(err)
	}
	return &content{path: path, size: size, at: f, free: free}, nil
}

// atEnd reads on to the end, where lengths and CRCs are compared.
func atEnd(r io.Reader) error {
	var one [1]byte
	for {
		n, err := r.Read(one[:])
		switch {
		case n > 0:
			return fmt.Errorf("%w: longer than stated", ErrCorrupt)
		case err == io.EOF:
			return nil
		case err != nil:
			return err
		}
	}
}

func cutShort(err error) error {
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		return fmt.Errorf("%w: shorter than stated", ErrCorrupt)
	}
	return err
}
