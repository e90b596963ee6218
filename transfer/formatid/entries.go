package formatid

import (
	"archive/zip"
	"errors"
	"io"
	"math"
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
	size() int64 // of the content, as the container states it
	// open gives the content; nil where it cannot be opened.
	open() io.ReadCloser
}

// entriesOf opens a container; nil: it is none that can be read. which is its place in
// table.boxes. siegfried reads containers with the same libraries. errSpoiled: its head
// would have the library set memory aside for what is not there.
func entriesOf(s *source) (in entries, which int, err error) {
	head, err := s.Slice(0, triggerLength)
	if err != nil {
		return nil, 0, nil // shorter than what siegfried looks at; an error of reading is kept
	}
	switch string(head[:4]) {
	case zipSignature:
		if r, err := zip.NewReader(s, s.size); err == nil {
			return &zipEntries{r, -1}, 0, nil
		}
	case compound.Signature[:4]:
		if string(head) != compound.Signature {
			break
		}
		r, err := compound.Open(s, s.size)
		if err == nil {
			return &compoundEntries{r: r}, 1, nil
		} else if errors.Is(err, compound.ErrUnsound) {
			return nil, 0, errSpoiled
		}
	}
	return nil, 0, nil
}

// triggerLength is what the matchers of containers and RIFF look at.
const triggerLength = 8

// unsound reports whether the library, and siegfried with it, would set memory aside for what
// the head of an OLE2 file names: 4 KB of a hostile file would ask for 16 GiB and end the
// program, which no recover can stop.
func (s *source) unsound() bool {
	head, err := s.Slice(0, triggerLength)
	return err == nil && string(head) == compound.Signature && errors.Is(compound.Sound(s, s.size), compound.ErrUnsound)
}

const zipSignature = "PK\x03\x04"

type zipEntries struct {
	r *zip.Reader
	i int
}

func (z *zipEntries) next() bool   { z.i++; return z.i < len(z.r.File) }
func (z *zipEntries) name() string { return strings.TrimSuffix(z.r.File[z.i].Name, "\x00") }
func (z *zipEntries) folder() bool { return z.r.File[z.i].FileInfo().IsDir() }

func (z *zipEntries) size() int64 { return int64(min(z.r.File[z.i].UncompressedSize64, math.MaxInt64)) }

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

func (c *compoundEntries) folder() bool { return c.f.FileInfo().IsDir() }
func (c *compoundEntries) size() int64  { return c.f.Size }

func (c *compoundEntries) open() io.ReadCloser {
	if _, err := c.f.Seek(0, io.SeekStart); err != nil && c.f.Size > 0 {
		return nil
	}
	return io.NopCloser(c.f)
}

// entryKept is how much of an entry is held in memory; a longer one is read in blocks.
const entryKept = 1 << 20

// Of one container no more is read than inflateLeast and inflatePerByte for each of its
// bytes. More comes of entries that are made to be slow: siegfried would write them to a
// temporary file, whatever their size.
const (
	inflateLeast   = 256 << 20
	inflatePerByte = 64
)

// errSpoiled says that a container holds more than is read of it.
var errSpoiled = errors.New("formatid: more in a container than is read of it")

// entry reads one entry from its front, a page at a time, as siegfried does. Of what
// cannot be read in the first page siegfried takes what it got; further behind, its walk
// ends in front of the page.
type entry struct {
	in   entries
	r    io.ReadCloser
	page [page]byte
	have []byte // what was read of the page
	pos  int64  // of the page
	end  int64  // where it ends, once seen; before, as its container states it
	done bool   // the end was seen
	kept []byte // what lies before pos, as far as it is held
	left *int64 // what may still be read of the container
}

// entryPool are entries with their pages, used again.
var entryPool = sync.Pool{New: func() any { return new(entry) }}

// newEntry opens the entry that in stands at, nil where it cannot be opened.
func newEntry(in entries, left *int64) *entry {
	r := in.open()
	if r == nil {
		return nil
	}
	e, _ := entryPool.Get().(*entry)
	e.in, e.left = in, left
	e.begin(r)
	e.end = in.size()
	return e
}

// begin stands at the front of what r gives.
func (e *entry) begin(r io.ReadCloser) {
	e.r, e.have, e.kept, e.pos, e.done = r, nil, e.kept[:0], 0, false
}

// next reads the next page.
func (e *entry) next() error {
	e.pos += int64(len(e.have))
	e.have = nil
	n, err := io.ReadFull(e.r, e.page[:])
	if *e.left -= int64(n); *e.left < 0 {
		return errSpoiled
	}
	if err != nil {
		e.done = true
		if !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) && e.pos > 0 {
			n = 0
		}
		e.end = e.pos + int64(n)
	}
	e.have = e.page[:n]
	return nil
}

// front appends what is read from here on until b has at least most bytes.
func (e *entry) front(b []byte, most int64) ([]byte, error) {
	for !e.done && int64(len(b)) < most {
		if err := e.next(); err != nil {
			return b, err
		}
		b = append(roomy(b), e.have...)
	}
	return b, nil
}

// ReadAt reads forwards; only what was given out last can be had again without reading
// from the front once more.
func (e *entry) ReadAt(p []byte, off int64) (n int, err error) {
	if off < e.pos-int64(len(e.kept)) {
		_ = e.r.Close()
		again := e.in.open()
		if again == nil {
			return 0, io.ErrUnexpectedEOF
		}
		e.begin(again)
	}
	for n < len(p) {
		at := off + int64(n)
		switch from := e.pos - int64(len(e.kept)); {
		case at < e.pos:
			n += copy(p[n:], e.kept[at-from:])
		case at < e.pos+int64(len(e.have)):
			n += copy(p[n:], e.have[at-e.pos:])
		case e.done:
			return n, io.EOF
		default:
			e.keep()
			if err := e.next(); err != nil {
				return n, err
			}
		}
	}
	return n, nil
}

// keep remembers the page that is left.
func (e *entry) keep() {
	const most = 16 * page
	if len(e.kept)+len(e.have) > most {
		e.kept = append(e.kept[:0], e.kept[len(e.kept)-most/2:]...)
	}
	e.kept = append(e.kept, e.have...)
}

func (e *entry) close() {
	_ = e.r.Close()
	e.in, e.r, e.left = nil, nil, nil
	entryPool.Put(e)
}
