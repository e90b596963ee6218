package picture_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"strings"
	"testing"

	"laufzettel/transfer/failure"
	"laufzettel/transfer/samples"
	"laufzettel/viewer"
	"laufzettel/viewer/picture"
)

func source(name string, data []byte) viewer.Source {
	return viewer.Source{Name: name, Content: bytes.NewReader(data), Size: int64(len(data))}
}

// sample is 40 × 20 with a black top left quarter.
func sample() *image.RGBA {
	img := image.NewRGBA(image.Rect(0, 0, 40, 20))
	for y := range 20 {
		for x := range 40 {
			c := color.RGBA{255, 255, 255, 255}
			if x < 20 && y < 10 {
				c = color.RGBA{0, 0, 0, 255}
			}
			img.SetRGBA(x, y, c)
		}
	}
	return img
}

// twoPages builds a TIFF of two grey pages of 8 × 8: the first black, the second
// white, uncompressed.
func twoPages(cycle bool) []byte {
	var b bytes.Buffer
	le := binary.LittleEndian
	put := func(v any) { _ = binary.Write(&b, le, v) }
	b.WriteString("II*\x00")
	put(uint32(8))
	const entries, dir = 8, 2 + 8*12 + 4
	for p := range 2 {
		strip := uint32(8 + 2*dir + 64*p)
		put(uint16(entries))
		for _, e := range [][3]uint32{{256, 4, 8}, {257, 4, 8}, {258, 3, 8}, {259, 3, 1}, {262, 3, 1}, {273, 4, strip}, {278, 4, 8},
			{279, 4, 64}} {
			put(uint16(e[0]))
			put(uint16(e[1]))
			put(uint32(1))
			put(e[2])
		}
		next := uint32(8 + dir)
		if p == 1 {
			next = 0
			if cycle {
				next = 8
			}
		}
		put(next)
	}
	b.Write(make([]byte, 64))
	b.Write(bytes.Repeat([]byte{255}, 64))
	return b.Bytes()
}

func TestFormats(t *testing.T) {
	var pngData, jpegData bytes.Buffer
	if err := png.Encode(&pngData, sample()); err != nil {
		t.Fatal(err)
	}
	if err := jpeg.Encode(&jpegData, sample(), nil); err != nil {
		t.Fatal(err)
	}
	for format, data := range map[string][]byte{"PNG": pngData.Bytes(), "JPEG": jpegData.Bytes()} {
		doc, err := picture.Reader{}.Open(t.Context(), source("a", data))
		if err != nil {
			t.Fatal(err)
		}
		if doc.Info().Format != format || !(picture.Reader{}).Reads(source("a", data), data[:8]) {
			t.Errorf("%s: %+v", format, doc.Info())
		}
		// Black quarter: top left, after one turn top right, after two bottom right.
		for rot, at := range []image.Point{{5, 5}, {35, 5}, {75, 35}, {5, 75}} {
			w := 80
			if rot&1 == 1 {
				w = 40
			}
			img, err := doc.(viewer.Pager).Render(t.Context(), viewer.Request{Width: w, Rotation: rot})
			if err != nil || img.Rect.Dx() != w || img.Rect.Dy() != 120-w {
				t.Fatalf("%s turned %d: %v, %v", format, rot, img.Rect, err)
			}
			if c := img.RGBAAt(at.X, at.Y); c.R > 40 {
				t.Errorf("%s turned %d: %v at %v, want black", format, rot, c, at)
			}
		}
	}
}

func TestTIFFPages(t *testing.T) {
	for _, cycle := range []bool{false, true} {
		doc, err := picture.Reader{}.Open(t.Context(), source("a.tif", twoPages(cycle)))
		if err != nil {
			t.Fatal(err)
		}
		pager := doc.(viewer.Pager)
		if pager.Pages() != 2 {
			t.Fatalf("%d pages", pager.Pages())
		}
		for page, want := range []uint8{0, 255} {
			img, err := pager.Render(t.Context(), viewer.Request{Page: page, Width: 16})
			if err != nil || img.RGBAAt(8, 8).R != want {
				t.Errorf("page %d: %v, want %d", page, err, want)
			}
		}
		if size, err := pager.PageSize(t.Context(), 1); err != nil || size.Width != 6 {
			t.Errorf("size %v, %v", size, err)
		}
		if _, err := pager.Render(t.Context(), viewer.Request{Page: 2}); err == nil {
			t.Error("page 3 of 2 drawn")
		}
	}
}

func TestDamaged(t *testing.T) {
	whole := twoPages(false)
	huge := bytes.Clone(whole)
	binary.LittleEndian.PutUint32(huge[8+2+8:], 1<<30) // width of the first page
	var pngData bytes.Buffer
	if err := png.Encode(&pngData, sample()); err != nil {
		t.Fatal(err)
	}
	for name, data := range map[string][]byte{"head only": whole[:8], "cut": whole[:40], "png head": pngData.Bytes()[:20]} {
		if _, err := (picture.Reader{}).Open(t.Context(), source("a", data)); !failure.Explained(err) {
			t.Errorf("%s: %v has no sentence", name, err)
		}
	}
	large, err := picture.Reader{}.Open(t.Context(), source("a.tif", huge))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := large.(viewer.Pager).Render(t.Context(), viewer.Request{Width: 16}); !strings.Contains(failure.HintOf(err).In("de"),
		"zu groß für die Anzeige") {
		t.Errorf("huge page: %v", err)
	}
	if img, err := large.(viewer.Pager).Render(t.Context(), viewer.Request{Page: 1, Width: 16}); err != nil || img.RGBAAt(8, 8).R != 255 {
		t.Errorf("the page after the huge one: %v", err)
	}
	doc, err := picture.Reader{}.Open(t.Context(), source("a.png", pngData.Bytes()[:pngData.Len()-40]))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := doc.(viewer.Pager).Render(t.Context(), viewer.Request{Width: 40}); !failure.Explained(err) {
		t.Errorf("cut PNG drawn: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := doc.(viewer.Pager).Render(ctx, viewer.Request{Width: 40}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

func FuzzOpen(f *testing.F) {
	f.Add(twoPages(false))
	f.Add(twoPages(true)[:100])
	for _, data := range samples.Seeds(f, 16, samples.Named(".tif", ".png", ".jpg", ".jpeg", ".gif", ".bmp", ".jp2"), "formate") {
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		doc, err := picture.Reader{}.Open(t.Context(), source("f", data))
		if err != nil {
			return
		}
		pager := doc.(viewer.Pager)
		for p := range min(pager.Pages(), 3) {
			if c, err := pager.PageSize(t.Context(), p); err == nil && c.Width > 0 {
				_, _ = pager.Render(t.Context(), viewer.Request{Page: p, Width: 20})
			}
		}
	})
}

// The view path of a format is asked for without content (A22).
func TestReads_ByNameWhereThereIsNoContent(t *testing.T) {
	for src, want := range map[viewer.Source]bool{{Name: "a.JPG"}: true, {Name: "a", MIME: "image/tiff"}: true, {Name: "a.dwg"}: false} {
		if got := (picture.Reader{}).Reads(src, nil); got != want {
			t.Errorf("%+v: %v", src, got)
		}
	}
}

func TestOpen_TooLarge(t *testing.T) {
	src := source("f.png", twoPages(false))
	src.Size = 1<<30 + 1
	if _, err := (picture.Reader{}).Open(t.Context(), src); !strings.Contains(failure.HintOf(err).In("de"), "zu groß für die Anzeige") {
		t.Errorf("%v %s", err, failure.HintOf(err).In("de"))
	}
}
