package handelsregister

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"laufzettel/transfer/check"
	"laufzettel/transfer/container"
	"laufzettel/transfer/pdf"
	"laufzettel/transfer/wording"
)

// Limits of one document.
const (
	maxPages       = 200_000
	maxDirectories = 100_000
	maxTreeDepth   = 60
)

// readPDF parses every page of a PDF with its content streams and gives their
// number (D5: readability). It is no conformance check.
func readPDF(ctx context.Context, c container.Content) (pages int, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("parser broke off: %v", p)
		}
	}()
	f, err := pdf.Open(ctx, c, c.Size(), pdf.DefaultLimits())
	if err != nil {
		return 0, err
	}
	if f.Trailer("Encrypt") != nil {
		return 0, wording.Fault("found.page.encrypted")
	}
	w := &pageWalk{f: f, seen: map[int]bool{}}
	if err := w.node(ctx, f.Root()["Pages"], 0); err != nil {
		return w.pages, err
	}
	if w.pages == 0 {
		return 0, wording.Fault("found.page.none")
	}
	return w.pages, nil
}

// inside is a fault inside a numbered part of a file; key says the part.
func inside(key string, n int, err error) error {
	return &wording.Error{Text: wording.Say(key, n, check.FaultWords(err)), Cause: err}
}

type pageWalk struct {
	f     *pdf.File
	seen  map[int]bool
	pages int
}

func (w *pageWalk) node(ctx context.Context, v any, depth int) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if r, ok := v.(pdf.Ref); ok {
		if w.seen[r.Num] {
			return wording.Fault("found.page.circle")
		}
		w.seen[r.Num] = true
	}
	d := w.f.Dict(v)
	if d == nil || depth > maxTreeDepth || w.pages > maxPages {
		return wording.Fault("found.page.unreadable", w.pages+1)
	}
	if w.f.Name(d["Type"]) != "Page" && d["Kids"] != nil {
		for _, k := range w.f.Array(d["Kids"]) {
			if err := w.node(ctx, k, depth+1); err != nil {
				return err
			}
		}
		return nil
	}
	w.pages++
	return w.contents(d["Contents"])
}

// contents decodes the content streams of the page.
func (w *pageWalk) contents(v any) error {
	if v == nil {
		return nil // an empty page
	}
	parts := w.f.Array(v)
	if parts == nil {
		parts = pdf.Array{v}
	}
	for _, part := range parts {
		s := w.f.Stream(part)
		if s == nil {
			return wording.Fault("found.page.no-content", w.pages)
		}
		if _, _, err := w.f.Data(s); err != nil {
			return inside("found.page.content", w.pages, err)
		}
	}
	return nil
}

// Tags of TIFF 6.0 that place the image data.
const (
	tagWidth, tagHeight           = 256, 257
	tagStripOffsets, tagStripSize = 273, 279
	tagTileOffsets, tagTileSize   = 324, 325
)

// typeSizes are the bytes of the TIFF field types 1 to 13 and 16 to 18 (BigTIFF).
var typeSizes = [19]int64{1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 6: 1, 7: 1, 8: 2, 9: 4, 10: 8, 11: 4, 12: 8, 13: 4, 16: 8, 17: 8, 18: 8}

// readTIFF decodes every directory of a TIFF or BigTIFF, follows the chain and
// asks that all image data lies inside the file.
func readTIFF(c io.ReaderAt, size int64) (pages int, err error) {
	t := &tiffReader{r: c, size: size}
	next, err := t.header()
	if err != nil {
		return 0, err
	}
	seen := map[int64]bool{}
	for next != 0 {
		if seen[next] || pages >= maxDirectories {
			return pages, wording.Fault("found.tiff.circle")
		}
		seen[next] = true
		if next, err = t.directory(next); err != nil {
			return pages, inside("found.tiff.directory", pages+1, err)
		}
		pages++
	}
	if pages == 0 {
		return 0, wording.Fault("found.tiff.no-directory")
	}
	return pages, nil
}

type tiffReader struct {
	r     io.ReaderAt
	size  int64
	order binary.ByteOrder
	big   bool
}

var errOutside = wording.Fault("found.tiff.outside")

func (t *tiffReader) bytes(off, n int64) ([]byte, error) {
	if off < 0 || n < 0 || off > t.size-n {
		return nil, errOutside
	}
	b := make([]byte, n)
	if _, err := t.r.ReadAt(b, off); err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	return b, nil
}

// header gives the offset of the first directory.
func (t *tiffReader) header() (int64, error) {
	b, err := t.bytes(0, 8)
	if err != nil {
		return 0, err
	}
	switch string(b[:2]) {
	case "II":
		t.order = binary.LittleEndian
	case "MM":
		t.order = binary.BigEndian
	default:
		return 0, wording.Fault("found.tiff.none")
	}
	switch t.order.Uint16(b[2:]) {
	case 42:
		return int64(t.order.Uint32(b[4:])), nil
	case 43:
		t.big = true
		b, err := t.bytes(8, 8)
		if err != nil {
			return 0, err
		}
		return int64(t.order.Uint64(b)), nil
	}
	return 0, wording.Fault("found.tiff.none")
}

// directory reads one image file directory and gives the offset of the next.
func (t *tiffReader) directory(off int64) (next int64, err error) {
	head, width, tail := int64(2), int64(12), int64(4)
	if t.big {
		head, width, tail = 8, 20, 8
	}
	b, err := t.bytes(off, head)
	if err != nil {
		return 0, err
	}
	n := int64(t.order.Uint16(b))
	if t.big {
		n = int64(t.order.Uint64(b))
	}
	if n <= 0 || n > 1<<16 {
		return 0, wording.Fault("found.tiff.no-entries")
	}
	if b, err = t.bytes(off+head, n*width+tail); err != nil {
		return 0, err
	}
	fields := map[uint16][]int64{}
	for i := range n {
		if err := t.entry(b[i*width:(i+1)*width], fields); err != nil {
			return 0, err
		}
	}
	if err := t.image(fields); err != nil {
		return 0, err
	}
	b = b[n*width:]
	if t.big {
		return int64(t.order.Uint64(b)), nil
	}
	return int64(t.order.Uint32(b)), nil
}

// entry reads the value of a tag we need and checks that all others lie inside.
func (t *tiffReader) entry(b []byte, into map[uint16][]int64) error {
	tag, typ := t.order.Uint16(b), t.order.Uint16(b[2:])
	if int(typ) >= len(typeSizes) || typeSizes[typ] == 0 {
		return nil // readers skip unknown types
	}
	count, inline := int64(t.order.Uint32(b[4:])), b[8:12]
	if t.big {
		count, inline = int64(t.order.Uint64(b[4:])), b[12:20]
	}
	if count < 0 || count > t.size {
		return errOutside
	}
	value, n := inline, count*typeSizes[typ]
	if n > int64(len(inline)) {
		off := int64(t.order.Uint32(inline))
		if t.big {
			off = int64(t.order.Uint64(inline))
		}
		var err error
		if value, err = t.bytes(off, n); err != nil {
			return err
		}
	}
	switch tag {
	case tagWidth, tagHeight, tagStripOffsets, tagStripSize, tagTileOffsets, tagTileSize:
		into[tag] = t.numbers(value, typ, count)
	}
	return nil
}

func (t *tiffReader) numbers(b []byte, typ uint16, count int64) []int64 {
	size := typeSizes[typ]
	out := make([]int64, 0, count)
	for i := range count {
		v := b[i*size:]
		switch size {
		case 1:
			out = append(out, int64(v[0]))
		case 2:
			out = append(out, int64(t.order.Uint16(v)))
		case 4:
			out = append(out, int64(t.order.Uint32(v)))
		default:
			out = append(out, int64(t.order.Uint64(v)))
		}
	}
	return out
}

// image asks for a size and for strips or tiles inside the file.
func (t *tiffReader) image(f map[uint16][]int64) error {
	for _, tag := range []uint16{tagWidth, tagHeight} {
		if len(f[tag]) == 0 || f[tag][0] <= 0 {
			return wording.Fault("found.tiff.no-size")
		}
	}
	offsets, sizes := f[tagStripOffsets], f[tagStripSize]
	if len(offsets) == 0 {
		offsets, sizes = f[tagTileOffsets], f[tagTileSize]
	}
	if len(offsets) == 0 || len(offsets) != len(sizes) {
		return wording.Fault("found.tiff.no-data")
	}
	for i, off := range offsets {
		if off < 0 || sizes[i] < 0 || off > t.size-sizes[i] {
			return errOutside
		}
	}
	return nil
}
