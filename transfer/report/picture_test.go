package report

import (
	"bytes"
	"image"
	"image/color"
	"os"
	"path/filepath"
	"testing"

	"laufzettel/transfer/pdfa"
)

// A paper with pictures is PDF/A as any other: no transparency, a text for each picture.
func TestPicture(t *testing.T) {
	glass := image.NewNRGBA(image.Rect(0, 0, 300, 100))
	for x := range 300 {
		for y := range 100 {
			glass.Set(x, y, color.NRGBA{uint8(x), uint8(y), 90, uint8(x)})
		}
	}
	tall := image.NewGray(image.Rect(5, 5, 60, 900))
	d := Document{Kind: "mail", Title: "Rückfrage", Author: "Archiv", Tool: "Laufzettel 0.1.0", Created: clock,
		Blocks: []Block{Paragraph{Text: "Guten Tag"}, Heading{1, "Anlage 1: Plan.png"}, Picture{Alt: "Anlage Plan.png", Image: glass},
			Picture{Image: tall}, Picture{Image: image.NewGray(image.Rect(0, 0, 0, 9))}, Paragraph{Text: "Ende"}}}
	paper := pdfOf(t, d)
	if dir := os.Getenv("LAUFZETTEL_REPORT_DIR"); dir != "" {
		if err := os.WriteFile(filepath.Join(dir, "picture.pdf"), paper, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	r := pdfa.Check(t.Context(), bytes.NewReader(paper), int64(len(paper)), pdfa.Options{})
	if r.Claim != "2a" || r.Verdict != pdfa.NoObstacle {
		t.Errorf("%+v", r)
	}
	if n := pages(t, paper); n != 4 {
		t.Errorf("%d pages, want 4", n)
	}
	if !bytes.Contains(paper, []byte("/SMask")) && bytes.Count(paper, []byte("/Subtype /Image")) == 2 {
		return
	}
	if bytes.Contains(paper, []byte("/SMask")) {
		t.Error("a picture with transparency")
	}
}
