package report

import (
	"math"
	"testing"
)

// luminance and contrast of two colours (WCAG 2.1, relative luminance and
// contrast ratio).
func (c colour) luminance() float64 {
	var l float64
	for i, weight := range []float64{0.2126, 0.7152, 0.0722} {
		v := float64(c[i]) / 255
		if v <= 0.03928 {
			v /= 12.92
		} else {
			v = math.Pow((v+0.055)/1.055, 2.4)
		}
		l += weight * v
	}
	return l
}

func contrast(a, b colour) float64 {
	x, y := a.luminance(), b.luminance()
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

// Text of the papers stands out at least 4.5 to 1, lines that mean something 3 to
// 1 (EN 301 549, 10.1.4.3 and 10.1.4.11).
func TestContrast(t *testing.T) {
	white := colour{255, 255, 255}
	if got := contrast(white, colour{}); got < 20.9 || got > 21 {
		t.Fatalf("black on white is %v, want 21", got)
	}
	type pair struct{ ink, ground colour }
	pairs := map[string]pair{"text": {colText, white}, "text 2": {colText2, white}, "title": {colPrimary, white},
		"table head": {colText2, colRaised}}
	for _, tone := range []Tone{Plain, Fault, Caution, Good, Hint} {
		strong, tint := tone.ink()
		pairs["notice "+string(tone)] = pair{colText, tint}
		if tone != Plain { // cards of findings have a tone
			pairs["card "+string(tone)] = pair{strong, white}
		}
	}
	for name, p := range pairs {
		if got := contrast(p.ink, p.ground); got < 4.5 {
			t.Errorf("%s: %.2f to 1", name, got)
		}
	}
	if got := contrast(colBorder, white); got < 3 {
		t.Errorf("line to sign on: %.2f to 1", got)
	}
}
