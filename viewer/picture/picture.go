// Package picture reads TIFF (several pages), JPEG, PNG and GIF as pages. TIFF
// pages are found by walking the directories ourselves and decoded one by one
// with golang.org/x/image/tiff, which knows baseline, LZW, Deflate, PackBits and
// CCITT G3/G4; JPEG inside TIFF it does not know, which is said, not hidden.
// Requirement A24.
package picture

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/color"
	_ "image/gif"  // decoder
	_ "image/jpeg" // decoder
	_ "image/png"  // decoder
	"io"
	"slices"
	"strconv"
	"sync"

	"golang.org/x/image/draw"
	"golang.org/x/image/tiff"

	"laufzettel/transfer/failure"
	"laufzettel/transfer/stop"
	"laufzettel/transfer/wording"
	"laufzettel/viewer"
)

const (
	maxPixels  = 100_000_000 // of one stored picture
	maxHeld    = 288 << 20   // bytes a decoder holds for one stored picture
	maxDrawn   = 20_000_000  // pixels of one drawn picture
	maxFile    = 1 << 30
	maxTIFF    = 256 << 20 // the decoder may read strips in any order: kept as ReaderAt, this bounds its buffers
	maxPages   = 5000
	defaultDPI = 96.0
	a4Width    = 595.0 // points; a picture without a stated size is shown this wide
)

// Reader reads pictures.
type Reader struct{}

// Reads implements viewer.Reader.
func (Reader) Reads(src viewer.Source, head []byte) bool {
	if len(head) == 0 { // asked without content, for the view path of a format (A22)
		return slices.Contains([]string{"image/tiff", "image/jpeg", "image/png", "image/gif"}, src.MIME) ||
			slices.Contains([]string{".tif", ".tiff", ".jpg", ".jpeg", ".png", ".gif"}, src.Ext())
	}
	return isTIFF(head) || bytes.HasPrefix(head, []byte{0xFF, 0xD8, 0xFF}) || bytes.HasPrefix(head, []byte("\x89PNG\r\n\x1a\n")) ||
		bytes.HasPrefix(head, []byte("GIF8"))
}

func isTIFF(head []byte) bool {
	return bytes.HasPrefix(head, []byte("II*\x00")) || bytes.HasPrefix(head, []byte("MM\x00*"))
}

// Open implements viewer.Reader. Sizes are read, pixels only when drawn.
func (Reader) Open(ctx context.Context, src viewer.Source) (viewer.Document, error) {
	op := "open picture " + src.Name
	if src.Size > maxFile {
		return nil, viewer.TooLarge(op, "1 GB")
	}
	head, err := viewer.Head(src)
	if err != nil {
		return nil, viewer.Damaged(op, err)
	}
	d := &document{src: src}
	if isTIFF(head) {
		if src.Size > maxTIFF {
			return nil, viewer.TooLarge(op, "256 MB")
		}
		if d.offsets, err = directories(src, maxPages); err != nil {
			return nil, viewer.Damaged(op, err)
		}
		d.format = "TIFF"
	} else {
		_, format, err := image.DecodeConfig(src.Reader())
		if err != nil {
			return nil, viewer.Damaged(op, err)
		}
		d.format = map[string]string{"jpeg": "JPEG", "png": "PNG", "gif": "GIF"}[format]
	}
	if _, err := d.config(0); errors.Is(err, errLarge) && len(d.offsets) < 2 {
		return nil, d.told(0, err)
	} else if err != nil && !errors.Is(err, errLarge) {
		return nil, viewer.Damaged(op, err)
	}
	return d, nil
}

// document is one picture file; the last decoded page is kept.
type document struct {
	src     viewer.Source
	format  string
	offsets []int64 // of the directories of a TIFF

	mu   sync.Mutex
	at   int
	last image.Image
}

// Info implements viewer.Document.
func (d *document) Info() viewer.Info {
	facts := []viewer.Fact{{Label: "Format", Value: d.format}, {Label: "Seiten", Value: strconv.Itoa(d.Pages())},
		{Label: "Größe", Value: viewer.Bytes(d.src.Size)}}
	if c, err := d.config(0); err == nil {
		facts = append(facts, viewer.Fact{Label: "Bildpunkte", Value: fmt.Sprintf("%d × %d", c.Width, c.Height)})
	}
	return viewer.Info{Kind: viewer.Pages, Format: d.format, Facts: facts}
}

// Close implements viewer.Document.
func (d *document) Close() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.last = nil
	return nil
}

// Pages implements viewer.Pager.
func (d *document) Pages() int { return max(1, len(d.offsets)) }

func (d *document) reader(page int) io.Reader {
	if d.offsets == nil {
		return d.src.Reader()
	}
	return rebased(d.src, d.offsets[page])
}

func (d *document) config(page int) (c image.Config, err error) {
	defer recovered(&err)
	if d.offsets != nil {
		c, err = tiff.DecodeConfig(d.reader(page))
	} else {
		c, _, err = image.DecodeConfig(d.reader(page))
	}
	switch {
	case err != nil:
		return c, err
	case c.Width < 1 || c.Height < 1:
		return c, fmt.Errorf("%d × %d pixels", c.Width, c.Height)
	case c.Width > maxPixels/c.Height || d.held(page, c) > maxHeld:
		return c, fmt.Errorf("%w: %d × %d pixels", errLarge, c.Width, c.Height)
	}
	return c, nil
}

// errLarge marks a picture that needs more memory than a decoder gets.
var errLarge = errors.New("picture too large")

// held is how many bytes a decoder holds for a picture: known before it begins.
func (d *document) held(page int, c image.Config) int64 {
	pixels := int64(c.Width) * int64(c.Height)
	if d.format == "JPEG" {
		return jpegHeld(d.reader(page))
	}
	switch c.ColorModel {
	case color.GrayModel:
		return pixels
	case color.Gray16Model:
		return 2 * pixels
	case color.RGBA64Model, color.NRGBA64Model:
		return 8 * pixels
	}
	if _, palette := c.ColorModel.(color.Palette); palette {
		return pixels
	}
	return 4 * pixels
}

// PageSize implements viewer.Pager: a picture is shown as wide as an A4 page,
// smaller ones at 96 dpi.
func (d *document) PageSize(_ context.Context, page int) (viewer.Size, error) {
	if page < 0 || page >= d.Pages() {
		return viewer.Size{}, fmt.Errorf("measure picture: page %d of %d", page, d.Pages())
	}
	c, err := d.config(page)
	if err != nil {
		return viewer.Size{}, d.told(page, err)
	}
	w := min(float64(c.Width)*72/defaultDPI, a4Width)
	return viewer.Size{Width: w, Height: w * float64(c.Height) / float64(c.Width)}, nil
}

// Render implements viewer.Pager.
func (d *document) Render(ctx context.Context, r viewer.Request) (*image.RGBA, error) {
	if r.Page < 0 || r.Page >= d.Pages() {
		return nil, fmt.Errorf("draw picture: page %d of %d", r.Page, d.Pages())
	}
	img, err := d.decode(ctx, r.Page)
	if err != nil {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return nil, d.told(r.Page, err)
	}
	b := img.Bounds()
	sw, sh := b.Dx(), b.Dy()
	if r.Rotation&1 == 1 {
		sw, sh = sh, sw
	}
	w := max(r.Width, 16)
	for w > 16 && w*max(1, w*sh/sw) > maxDrawn {
		w = w * 19 / 20
	}
	h := max(1, (w*sh+sw/2)/sw)
	flat := image.NewRGBA(image.Rect(0, 0, w, h))
	if r.Rotation&1 == 1 {
		flat = image.NewRGBA(image.Rect(0, 0, h, w))
	}
	draw.Draw(flat, flat.Bounds(), image.White, image.Point{}, draw.Src)
	draw.ApproxBiLinear.Scale(flat, flat.Bounds(), img, b, draw.Over, nil)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return turn(flat, r.Rotation), nil
}

func (d *document) told(page int, err error) error {
	if failure.Explained(err) {
		return err
	}
	if errors.Is(err, errLarge) {
		return failure.Wrap(failure.Refused, "draw picture", wording.Say("hint.picture.picture-too-large", page+1, d.Pages()), err)
	}
	return failure.Wrap(failure.Refused, "draw picture", wording.Say("hint.picture.picture-damaged", page+1, d.Pages()), err)
}

// decode gives the pixels of a page; the last one is kept for the next zoom.
func (d *document) decode(ctx context.Context, page int) (img image.Image, err error) {
	if _, err := d.config(page); err != nil {
		return nil, err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.last != nil && d.at == page {
		return d.last, nil
	}
	defer recovered(&err)
	d.last = nil // never two at once
	in := io.Reader(stop.Reader(ctx, d.reader(page)))
	if d.offsets != nil {
		img, err = tiff.Decode(d.reader(page)) // wants ReadAt, reads what it needs
	} else {
		img, _, err = image.Decode(in)
	}
	if err != nil {
		return nil, err
	}
	d.last, d.at = img, page
	return img, nil
}

func recovered(err *error) {
	if p := recover(); p != nil {
		*err = fmt.Errorf("decoder panicked: %v", p)
	}
}

// turn gives the picture after quarter turns clockwise.
func turn(src *image.RGBA, quarters int) *image.RGBA {
	quarters &= 3
	if quarters == 0 {
		return src
	}
	w, h := src.Rect.Dx(), src.Rect.Dy()
	out := image.NewRGBA(image.Rect(0, 0, w, h))
	if quarters&1 == 1 {
		out = image.NewRGBA(image.Rect(0, 0, h, w))
	}
	for y := range h {
		for x := range w {
			tx, ty := x, y
			switch quarters {
			case 1:
				tx, ty = h-1-y, x
			case 2:
				tx, ty = w-1-x, h-1-y
			case 3:
				tx, ty = y, w-1-x
			}
			copy(out.Pix[ty*out.Stride+4*tx:][:4], src.Pix[y*src.Stride+4*x:][:4])
		}
	}
	return out
}
