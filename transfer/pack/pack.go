// Package pack writes ZIP containers of deliveries: the one ZIP writer of the
// project. It streams, so that a container of any size needs little memory, and
// it gives the same bytes for the same members in the same order at the same
// clock. ZIP64 is used where size or number ask for it (ISO/IEC 21320-1 without
// its limit on names).
//
// It reads no container (transfer/container), decides no order and makes no file
// durable: the caller gives a writer (transfer/durable).
package pack

import (
	"archive/zip"
	"context"
	"fmt"
	"io"
	"io/fs"
	"time"

	"github.com/klauspost/compress/flate"

	"laufzettel/transfer/stop"
)

// level is the one at which klauspost is fast and still smaller than the
// standard library.
const level = 5

// Member is the head of one file of a container.
type Member struct {
	Name  string      // slash-separated path
	Raw   bool        // Name is written as it is, without the UTF-8 mark (CP850 names of trial deliveries)
	Mode  fs.FileMode // type bits; 0 = ordinary file
	Store bool        // do not compress: the content is compressed already
}

// Writer writes one container. It is not safe for concurrent use.
type Writer struct {
	z     *zip.Writer
	clock time.Time
	gate  *gate
	heads []*zip.FileHeader
	open  io.Writer // content of the member a resumed container goes on with
	buf   []byte    // of every copy
}

// New gives a writer; clock is the modification time of every member.
func New(w io.Writer, clock time.Time) *Writer {
	g := &gate{w: w}
	z := zip.NewWriter(g)
	z.RegisterCompressor(zip.Deflate, (&compressor{}).to)
	return &Writer{z: z, clock: clock, gate: g, buf: make([]byte, 64<<10)}
}

// compressor is the one of all members, which are written one after another: its
// tables of a megabyte cost more than the content of a small file. What it writes
// does not depend on what it wrote before.
type compressor struct{ *flate.Writer }

func (c *compressor) to(w io.Writer) (io.WriteCloser, error) {
	if c.Writer == nil {
		var err error
		c.Writer, err = flate.NewWriter(w, level)
		return c, err
	}
	c.Reset(w)
	return c, nil
}

// Add writes one member with the content of r; ctx ends a long copy. Errors:
// those of r and of the writer below.
func (w *Writer) Add(ctx context.Context, m Member, r io.Reader) error {
	return w.AddMarked(ctx, m, r, nil)
}

// AddMarked is Add; mark (nil = none) is called once every byte before the content
// of the member has reached the writer below, the moment a container that breaks
// off can be gone on with (Resume).
func (w *Writer) AddMarked(ctx context.Context, m Member, r io.Reader, mark func() error) error {
	to, err := w.begin(m)
	if err == nil && mark != nil {
		if err = w.z.Flush(); err == nil {
			err = mark()
		}
	}
	if err != nil {
		return fmt.Errorf("pack %s: %w", m.Name, err)
	}
	if _, err := io.CopyBuffer(to, stop.Reader(ctx, r), w.buf); err != nil {
		return fmt.Errorf("pack %s: %w", m.Name, err)
	}
	return nil
}

// begin writes the head of a member; of one that was begun before the container
// broke off it stands there already.
func (w *Writer) begin(m Member) (io.Writer, error) {
	if to := w.open; to != nil {
		w.open = nil
		return to, nil
	}
	h := &zip.FileHeader{Name: m.Name, Method: zip.Deflate, NonUTF8: m.Raw, Modified: w.clock}
	if m.Store {
		h.Method = zip.Store
	}
	if m.Mode != 0 {
		h.SetMode(m.Mode)
	}
	to, err := w.z.CreateHeader(h)
	w.heads = append(w.heads, h)
	return to, err
}

// Close writes the directory; without it there is no container.
func (w *Writer) Close() error {
	if err := w.z.Close(); err != nil {
		return fmt.Errorf("pack: %w", err)
	}
	return nil
}
