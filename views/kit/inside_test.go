package kit

import (
	"image/color"
	"testing"
)

// A tile is tinted by its share: nothing of the tint, half, all of it, both ways.
func TestMix(t *testing.T) {
	dark, light := color.NRGBA{R: 10, G: 200, B: 40, A: 0xff}, color.NRGBA{R: 110, G: 100, B: 40, A: 0xff}
	for share, want := range map[float32]color.NRGBA{0: dark, 1: light, .5: {R: 60, G: 150, B: 40, A: 0xff},
		.25: {R: 35, G: 175, B: 40, A: 0xff}} {
		if got := mix(dark, light, share); got != color.Color(want) {
			t.Errorf("%v of it: %v, want %v", share, got, want)
		}
	}
}

// Words in italics are slanted; arrows and signs among them are not, for the slanted font has
// none.
func TestRich_SlantedWords(t *testing.T) {
	r := &Rich{runs: []Run{{Text: "Datei → Öffnen · 3", Role: RoleItalic}, {Text: "→ gerade", Role: RoleText}}}
	want := map[string]Role{"Datei": RoleItalic, "→": RoleText, "Öffnen": RoleItalic, "·": RoleText, "3": RoleItalic, "gerade": RoleText}
	for _, word := range r.words() {
		for _, f := range word {
			if f.role != want[f.text] {
				t.Errorf("%q stands in role %v, want %v", f.text, f.role, want[f.text])
			}
		}
	}
}
