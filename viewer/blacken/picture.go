package blacken

import (
	"image"
	"image/color"
	"image/draw"
	"math"

	"laufzettel/viewer"
)

// Paint draws bars into the picture of a page: what was there is gone, before the
// picture is stored in any form.
func Paint(img *image.RGBA, bars []viewer.Rect) {
	for _, b := range bars {
		draw.Draw(img, pixels(img, b), image.NewUniform(color.RGBA{A: 255}), image.Point{}, draw.Src)
	}
}

func pixels(img *image.RGBA, r viewer.Rect) image.Rectangle {
	w, h := float64(img.Rect.Dx()), float64(img.Rect.Dy())
	return image.Rect(int(math.Floor(r.X*w))-1, int(math.Floor(r.Y*h))-1, int(math.Ceil((r.X+r.W)*w))+1, int(math.Ceil((r.Y+r.H)*h))+1).
		Add(img.Rect.Min).Intersect(img.Rect)
}

// leastContrast is how far light and dark must lie apart, of 255, where a word stands.
const leastContrast = 24

// Seen gives those words where something is to be seen on the picture of the page.
// Others lie below a cover or are drawn in the colour of the paper: who marks places
// does not know of them, so they do not go into a copy.
func Seen(img *image.RGBA, words []viewer.Word) []viewer.Word {
	var out []viewer.Word
	for _, w := range words {
		if contrast(img, pixels(img, w.Rect)) >= leastContrast {
			out = append(out, w)
		}
	}
	return out
}

func contrast(img *image.RGBA, in image.Rectangle) int {
	low, high := 255, 0
	for y := in.Min.Y; y < in.Max.Y; y++ {
		row := img.Pix[(y-img.Rect.Min.Y)*img.Stride:]
		for x := in.Min.X; x < in.Max.X; x++ {
			p := row[4*(x-img.Rect.Min.X):]
			light := (299*int(p[0]) + 587*int(p[1]) + 114*int(p[2])) / 1000
			low, high = min(low, light), max(high, light)
		}
	}
	return high - low
}

// Grey gives the picture without colour where it has none, nil where it has.
func Grey(img *image.RGBA) *image.Gray {
	const slack = 6 // pictures stored as JPEG are never grey to the last bit
	out := image.NewGray(img.Rect)
	for y := range img.Rect.Dy() {
		row := img.Pix[y*img.Stride:]
		for x := range img.Rect.Dx() {
			p := row[4*x : 4*x+3]
			if max(p[0], p[1], p[2])-min(p[0], p[1], p[2]) > slack {
				return nil
			}
			out.Pix[y*out.Stride+x] = p[1]
		}
	}
	return out
}
