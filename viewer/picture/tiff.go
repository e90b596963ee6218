package picture

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"laufzettel/viewer"
)

// directories walks the chain of image file directories (TIFF 6.0, section 2)
// and gives their offsets. A cycle or more than most directories end the walk.
func directories(src viewer.Source, most int) ([]int64, error) {
	var head [8]byte
	if _, err := src.Content.ReadAt(head[:], 0); err != nil {
		return nil, fmt.Errorf("read TIFF head: %w", err)
	}
	var order binary.ByteOrder = binary.LittleEndian
	if head[0] == 'M' {
		order = binary.BigEndian
	}
	seen := map[int64]bool{}
	var list []int64
	for at := int64(order.Uint32(head[4:])); at != 0 && len(list) < most && !seen[at]; {
		seen[at] = true
		var n [2]byte
		if _, err := src.Content.ReadAt(n[:], at); err != nil {
			if len(list) > 0 {
				break // the pages before the damage are shown
			}
			return nil, fmt.Errorf("read TIFF directory at %d: %w", at, err)
		}
		list = append(list, at)
		var next [4]byte
		if _, err := src.Content.ReadAt(next[:], at+2+12*int64(order.Uint16(n[:]))); err != nil {
			break
		}
		at = int64(order.Uint32(next[:]))
	}
	if len(list) == 0 {
		return nil, errors.New("TIFF without a directory")
	}
	return list, nil
}

// page is a TIFF whose head points to another directory, so that a decoder that
// knows the first page only reads that one.
type page struct {
	src  viewer.Source
	head [8]byte
	pos  int64
}

func rebased(src viewer.Source, offset int64) *page {
	p := &page{src: src}
	_, _ = src.Content.ReadAt(p.head[:], 0) // was read before; a fault shows at the first ReadAt
	if p.head[0] == 'M' {
		binary.BigEndian.PutUint32(p.head[4:], uint32(offset))
	} else {
		binary.LittleEndian.PutUint32(p.head[4:], uint32(offset))
	}
	return p
}

// ReadAt implements io.ReaderAt.
func (p *page) ReadAt(b []byte, off int64) (int, error) {
	if off < 0 || off >= p.src.Size {
		return 0, io.EOF
	}
	n, err := p.src.Content.ReadAt(b[:min(int64(len(b)), p.src.Size-off)], off)
	if off < int64(len(p.head)) {
		copy(b[:n], p.head[off:])
	}
	if err == nil && n < len(b) {
		err = io.EOF
	}
	return n, err
}

// Read implements io.Reader.
func (p *page) Read(b []byte) (int, error) {
	n, err := p.ReadAt(b, p.pos)
	p.pos += int64(n)
	return n, err
}
