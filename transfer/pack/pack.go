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
}

// New gives a writer; clock is the modification time of every member.
func New(w io.Writer, clock time.Time) *Writer {
	z := zip.NewWriter(w)
	z.RegisterCompressor(zip.Deflate, func(w io.Writer) (io.WriteCloser, error) { return flate.NewWriter(w, level) })
	return &Writer{z: z, clock: clock}
}

// Add writes one member with the content of r; ctx ends a long copy. Errors:
// those of r and of the writer below.
func (w *Writer) Add(ctx context.Context, m Member, r io.Reader) error {
	h := &zip.FileHeader{Name: m.Name, Method: zip.Deflate, NonUTF8: m.Raw, Modified: w.clock}
	if m.Store {
		h.Method = zip.Store
	}
	if m.Mode != 0 {
		h.SetMode(m.Mode)
	}
	to, err := w.z.CreateHeader(h)
	if err != nil {
		return fmt.Errorf("pack %s: %w", m.Name, err)
	}
	if _, err := io.Copy(to, stop.Reader(ctx, r)); err != nil {
		return fmt.Errorf("pack %s: %w", m.Name, err)
	}
	return nil
}

// Close writes the directory; without it there is no container.
func (w *Writer) Close() error {
	if err := w.z.Close(); err != nil {
		return fmt.Errorf("pack: %w", err)
	}
	return nil
}
