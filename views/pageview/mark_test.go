package pageview_test

import (
	"image/color"
	"math"
	"testing"

	"laufzettel/views/kit"
	"laufzettel/views/kit/kittest"
	"laufzettel/views/pageview"
)

// luminance is that of WCAG 2.2 of a colour with parts from 0 to 1.
func luminance(c [3]float64) float64 {
	var l [3]float64
	for i, v := range c {
		if l[i] = v / 12.92; v > 0.04045 {
			l[i] = math.Pow((v+0.055)/1.055, 2.4)
		}
	}
	return 0.2126*l[0] + 0.7152*l[1] + 0.0722*l[2]
}

// under is what is seen of a grey below a see-through colour.
func under(fill color.NRGBA, grey float64) [3]float64 {
	a := float64(fill.A) / 255
	var out [3]float64
	for i, v := range []uint8{fill.R, fill.G, fill.B} {
		out[i] = a*float64(v)/255 + (1-a)*grey
	}
	return out
}

// The words of a hit are read at 7 : 1 and more, in every variant of the theme: black on
// white pages below the highlight of a hit and of the current one. The highlight itself
// can be told from the page.
func TestHits_AreReadable(t *testing.T) {
	for _, mode := range []kit.Mode{kit.ModeLight, kit.ModeDark, kit.ModeContrast} {
		kittest.With(t, "de", mode, 1)
		for _, now := range []bool{false, true} {
			fill := pageview.MarkFill(now)
			words, page := luminance(under(fill, 0)), luminance(under(fill, 1))
			if ratio := (page + 0.05) / (words + 0.05); ratio < 7 {
				t.Errorf("mode %v, current %v: %.1f : 1, want 7 : 1", mode, now, ratio)
			}
			if seen := under(fill, 1); 1-seen[2] < 0.05 {
				t.Errorf("mode %v, current %v: the highlight is not seen on white: %v", mode, now, seen)
			}
		}
	}
}
