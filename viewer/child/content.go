package child

import (
	"encoding/binary"
	"errors"
	"io"
)

const (
	blockSize = 64 << 10 // bytes asked for at once where less is needed
	maxBlocks = 32       // kept of a file
)

// line is the child's end of the pipes: one goroutine reads, one serves.
type line struct {
	out  io.Writer
	data chan []byte // what the parent sent for a read
}

// content is a file as the child sees it: bytes that the parent gives when asked.
type content struct {
	line   *line
	size   int64
	blocks map[int64][]byte
	order  []int64 // of blocks, oldest first
}

func newContent(l *line, size int64) *content {
	return &content{line: l, size: size, blocks: map[int64][]byte{}}
}

// ReadAt implements io.ReaderAt for one goroutine.
func (c *content) ReadAt(p []byte, off int64) (n int, err error) {
	if off < 0 {
		return 0, errors.New("negative offset")
	}
	for n < len(p) && off < c.size {
		var got []byte
		if want := min(int64(len(p)-n), c.size-off); want >= blockSize {
			got, err = c.fetch(off, min(want, maxPiece))
		} else {
			got, err = c.block(off)
		}
		if err != nil {
			return n, err
		}
		k := copy(p[n:], got)
		n += k
		off += int64(k)
	}
	if n < len(p) {
		return n, io.EOF
	}
	return n, nil
}

// block gives the bytes from off to the end of their block.
func (c *content) block(off int64) ([]byte, error) {
	begin := off - off%blockSize
	b, held := c.blocks[begin]
	if !held {
		var err error
		if b, err = c.fetch(begin, min(blockSize, c.size-begin)); err != nil {
			return nil, err
		}
		if len(c.order) >= maxBlocks {
			delete(c.blocks, c.order[0])
			c.order = c.order[1:]
		}
		c.blocks[begin] = b
		c.order = append(c.order, begin)
	}
	return b[off-begin:], nil
}

// fetch asks the parent.
func (c *content) fetch(off, n int64) ([]byte, error) {
	var ask [12]byte
	binary.BigEndian.PutUint64(ask[:], uint64(off))
	binary.BigEndian.PutUint32(ask[8:], uint32(n))
	if err := writeFrame(c.line.out, frameRead, ask[:]); err != nil {
		return nil, err
	}
	b := <-c.line.data
	if len(b) > 0 && b[0] == 1 {
		return nil, errors.New("parent cannot read: " + string(b[1:]))
	}
	if int64(len(b)) != n+1 {
		return nil, io.ErrUnexpectedEOF
	}
	return b[1:], nil
}
