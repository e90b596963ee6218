package appraise

import (
	"strings"
	"testing"

	"laufzettel/views/appraise/appraisetest"

	"fyne.io/fyne/v2"
)

func TestContactSheet(t *testing.T) {
	p := openScreen(t, light, mockup)
	p.v.p.Choose(p.v.p.Tree.Index["147/3"])
	p.Run.Drain()
	p.press("Strg+Umschalt+K")
	g, ok := p.Env.Find("appraise.contacts").(*contactGrid)
	if !ok || len(g.tiles) != 9 {
		t.Fatalf("%d tiles, want the 9 of the Akte", len(g.tiles))
	}
	for i, c := range g.sheet.Tiles {
		if !c.Done || c.Img == nil {
			t.Errorf("tile %d is not drawn", i)
		}
	}
	p.Shoot(t, "04-bewertung-kontaktbogen-hell")
	p.press("Rechts", "Rechts") // 147/3
	p.press("V", "A")
	if got := appraisetest.Letters(p.v.p); !strings.Contains(got, "147/3=V") || !strings.Contains(got, "147/4=A") || g.at != 4 {
		t.Errorf("%s at tile %d", got, g.at)
	}
	p.Env.TypeKey(fyne.KeyEnd)
	p.press("Enter")
	if p.Env.Open() != nil || p.v.p.Current != "147/9" || !p.v.p.Advance {
		t.Errorf("at %s, advance %v", p.v.p.Current, p.v.p.Advance)
	}
}

// Closing the sheet stops the drawing.
func TestContactSheetStops(t *testing.T) {
	p := openScreen(t, light, nil)
	p.v.p.MarkAll()
	p.fake.Log = nil
	p.Env.Press("Strg+Umschalt+K")
	p.Run.Work()
	p.Run.Update()
	p.Env.Press("Esc")
	p.Run.Drain()
	opened := 0
	for _, l := range p.fake.Log {
		if strings.HasPrefix(l, "open ") {
			opened++
		}
	}
	if opened > 3 {
		t.Errorf("%d documents opened after closing", opened)
	}
}
