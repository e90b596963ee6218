package report

import (
	"bytes"
	"fmt"
	"image"
	pixels "image/draw"
	"image/png"

	"codeberg.org/go-pdf/fpdf"
)

// Picture is a drawn page or photograph on a page of its own, as large as it fits. Alt
// says in words what it is, for whoever cannot see it.
type Picture struct {
	Alt   string
	Image image.Image
}

func (b Picture) draw(p *page) {
	size := b.Image.Bounds().Size()
	if size.X == 0 || size.Y == 0 {
		return
	}
	data, err := opaque(b.Image)
	if err != nil {
		p.pdf.SetError(fmt.Errorf("picture: %w", err))
		return
	}
	if !p.fresh {
		p.next()
	}
	// A little less than the page, so that a caption or a foot never shares the line.
	w, h := bodyWidth, bottom-marginTop-2
	if float64(size.X)*h > float64(size.Y)*w {
		h = w * float64(size.Y) / float64(size.X)
	} else {
		w = h * float64(size.X) / float64(size.Y)
	}
	p.pictures++
	name := fmt.Sprintf("picture-%d", p.pictures)
	o := fpdf.ImageOptions{ImageType: "PNG"}
	p.pdf.RegisterImageOptionsReader(name, o, bytes.NewReader(data))
	p.figure(p.regular.clean(orElse(b.Alt, say("paper.picture.alt"))), marginLeft, p.y, w, h,
		func() { p.pdf.ImageOptions(name, marginLeft, p.y, w, h, false, o, 0, "") })
	p.y += h
	p.fresh = false
}

// opaque writes a picture on white as PNG of three channels: a paper holds no transparency.
func opaque(img image.Image) ([]byte, error) {
	flat := image.NewRGBA(image.Rectangle{Max: img.Bounds().Size()})
	pixels.Draw(flat, flat.Bounds(), image.White, image.Point{}, pixels.Src)
	pixels.Draw(flat, flat.Bounds(), img, img.Bounds().Min, pixels.Over)
	var b bytes.Buffer
	err := png.Encode(&b, flat)
	return b.Bytes(), err
}
