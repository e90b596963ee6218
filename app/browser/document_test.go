package browser

import (
	"image"
	"image/color"
	"testing"

	"github.com/google/go-cmp/cmp"

	"laufzettel/viewer"
)

// The text of a page becomes paragraphs and headings: broken lines are put together,
// short ones stay, what the outline names is a heading.
func TestBlocks(t *testing.T) {
	long := "Die bisher vorgesehene Flachgründung wird durch eine Pfahlgründung ersetzt. Der"
	for _, tt := range []struct {
		name, text string
		headings   []viewer.Heading
		want       []block
	}{
		{"nothing", " \r\n\n", nil, nil},
		{"an address", "Amt\r\nStraße 1\r\nOrt", nil, []block{{Text: "Amt\nStraße 1\nOrt"}}},
		{"a broken paragraph", long + "\nPrüfbericht folgt.", nil, []block{{Text: long + " Prüfbericht folgt."}}},
		{"two paragraphs", "Eins\n\nZwei", nil, []block{{Text: "Eins"}, {Text: "Zwei"}}},
		{"a heading", "Kopf\n1.  Anlass\nText", []viewer.Heading{{Title: "1. Anlass", Page: 2}}, []block{{Text: "Kopf"}, {Heading: true, Text: "1. Anlass"}, {Text: "Text"}}},
		{"a heading of another page", "1. Anlass", []viewer.Heading{{Title: "1. Anlass", Page: 3}}, []block{{Text: "1. Anlass"}}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, blocks(tt.text, tt.headings, 2)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// A place that was found is coloured on its page and nowhere else; what stands there
// stays dark. Places beyond the page colour nothing and break nothing.
func TestMark(t *testing.T) {
	img := image.NewRGBA(image.Rect(0, 0, 10, 10))
	for i := range img.Pix {
		img.Pix[i] = 0xFF
	}
	img.SetRGBA(3, 3, color.RGBA{A: 0xFF})
	mark(img, []viewer.Hit{{Page: 0, Rects: []viewer.Rect{{X: .2, Y: .2, W: .3, H: .3}, {X: 5, Y: -9, W: 99, H: 99}, {X: .9, Y: .9, W: 9, H: 9}}}, {Page: 1, Rects: []viewer.Rect{{W: 1, H: 1}}}}, 0)
	for _, tt := range []struct {
		x, y int
		want color.RGBA
	}{{2, 2, marked}, {3, 3, color.RGBA{A: 0xFF}}, {0, 0, color.RGBA{0xFF, 0xFF, 0xFF, 0xFF}}, {9, 9, marked}, {8, 2, color.RGBA{0xFF, 0xFF, 0xFF, 0xFF}}} {
		if got := img.RGBAAt(tt.x, tt.y); got != tt.want {
			t.Errorf("%d,%d is %v, want %v", tt.x, tt.y, got, tt.want)
		}
	}
}

// No text of a page and no number of an address breaks its reading.
func FuzzBlocks(f *testing.F) {
	f.Add("Kopf\r\n\r\n1. Anlass\nText", "1. Anlass")
	f.Fuzz(func(t *testing.T, text, title string) {
		for _, b := range blocks(text, []viewer.Heading{{Title: title}}, 0) {
			if b.Text == "" {
				t.Errorf("an empty piece of %q", text)
			}
		}
	})
}
