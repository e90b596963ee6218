package formatid

import (
	"archive/zip"
	"errors"
	"io"
	"slices"
	"strings"
	"sync"

	"github.com/richardlehane/mscfb"

	"laufzettel/transfer/compound"
)

// entries are what lies in a container, in its order and with the names siegfried gives
// them.
type entries interface {
	next() bool
	name() string
	folder() bool
	// open gives the content; nil where it cannot be opened.
	open() io.ReadCloser
}

// entriesOf opens a container; nil: it is none that can be read. which is its place in
// table.boxes. siegfried reads containers with the same libraries.
func entriesOf(s *source) (in entries, which int) {
	head, err := s.Slice(0, triggerLength)
	if err != nil {
		return nil, 0
	}
	switch string(head[:4]) {
	case zipSignature:
		if r, err := zip.NewReader(s, s.size); err == nil {
			return &zipEntries{r, -1}, 0
		}
	case compoundSignature[:4]:
		if string(head) != compoundSignature {
			break
		}
		if r, err := compound.Open(s, s.size); err == nil {
			return &compoundEntries{r: r}, 1
		}
	}
	return nil, 0
}

// triggerLength is what the matchers of containers and RIFF look at.
const triggerLength = 8

const (
	zipSignature      = "PK\x03\x04"
	compoundSignature = "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
)

type zipEntries struct {
	r *zip.Reader
	i int
}

func (z *zipEntries) next() bool   { z.i++; return z.i < len(z.r.File) }
func (z *zipEntries) name() string { return strings.TrimSuffix(z.r.File[z.i].Name, "\x00") }
func (z *zipEntries) folder() bool { return z.r.File[z.i].FileInfo().IsDir() }

func (z *zipEntries) open() io.ReadCloser {
	c, err := z.r.File[z.i].Open()
	if err != nil {
		return nil
	}
	return c
}

type compoundEntries struct {
	r *mscfb.Reader
	f *mscfb.File
}

func (c *compoundEntries) next() bool {
	f, err := c.r.Next()
	c.f = f
	return err == nil
}

func (c *compoundEntries) name() string {
	return strings.Join(append(c.f.Path[:len(c.f.Path):len(c.f.Path)], c.f.Name), "/")
}

func (c *compoundEntries) folder() bool        { return c.f.FileInfo().IsDir() }
func (c *compoundEntries) open() io.ReadCloser { return io.NopCloser(c.f) }

// entryMost is how much of an entry is taken into memory; where more would decide,
// siegfried is asked. Buffers of more than entryKept are not kept from file to file.
const (
	entryMost = 16 << 20
	entryKept = 1 << 20
)

var entryPool = sync.Pool{New: func() any { b := make([]byte, 0, page); return &b }}

func keepEntry(b *[]byte) {
	if cap(*b) <= entryKept {
		entryPool.Put(b)
	}
}

// readEntry reads the content of the entry as far as reach says, -1: all of it. false:
// it cannot be opened. It reads a page at a time, as siegfried does: of what cannot be read
// in the first page siegfried takes what it got; behind it, siegfried is asked.
func readEntry(in entries, b *[]byte, reach int64) (ok bool, err error) {
	r := in.open()
	if r == nil {
		return false, nil
	}
	defer r.Close()
	most := reach
	if reach < 0 {
		most = entryMost
	}
	for *b = (*b)[:0]; int64(len(*b)) < most; {
		at := len(*b)
		if cap(*b) < at+page {
			*b = slices.Grow(*b, max(page, at))
		}
		n, err := io.ReadFull(r, (*b)[at:at+page])
		*b = (*b)[:at+n]
		switch {
		case err == nil:
		case errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) || at == 0:
			return true, nil
		default:
			return false, errUndecided
		}
	}
	if reach < 0 {
		return false, errUndecided
	}
	return true, nil
}
