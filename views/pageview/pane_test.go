package pageview_test

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/color"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"laufzettel/viewer"
	"laufzettel/viewer/mail"
	"laufzettel/viewer/text"
	"laufzettel/views/kit"
	"laufzettel/views/kit/kittest"
	"laufzettel/views/pageview"
	"laufzettel/views/pageview/model"
)

// sheet is a page of grey lines, one of them with a found word.
type sheet struct{ pages int }

func (s sheet) Info() viewer.Info { return viewer.Info{Kind: viewer.Pages, Format: "PDF 1.7"} }
func (s sheet) Close() error      { return nil }
func (s sheet) Pages() int        { return s.pages }
func (s sheet) PageSize(context.Context, int) (viewer.Size, error) {
	return viewer.Size{Width: 595, Height: 842}, nil
}
func (s sheet) Render(_ context.Context, r viewer.Request) (*image.RGBA, error) {
	h := r.Width * 842 / 595
	img := image.NewRGBA(image.Rect(0, 0, r.Width, h))
	for i := range img.Pix {
		img.Pix[i] = 255
	}
	for y := h / 8; y < h*7/8; y += max(1, h/30) {
		for x := r.Width / 8; x < r.Width*7/8; x++ {
			img.SetRGBA(x, y, color.RGBA{60, 60, 60, 255})
		}
	}
	return img, nil
}
func (s sheet) Search(context.Context, string) ([]viewer.Hit, error) {
	return []viewer.Hit{{Page: 0, Rects: []viewer.Rect{{X: .2, Y: .22, W: .15, H: .03}}},
			{Page: 0, Rects: []viewer.Rect{{X: .5, Y: .33, W: .12, H: .03}}},
			{Page: 1, Rects: []viewer.Rect{{X: .2, Y: .4, W: .2, H: .03}}}},
		nil
}
func (s sheet) Outline(context.Context) ([]viewer.Heading, error) {
	return []viewer.Heading{{Title: "Bescheid", Page: 0}, {Title: "Anlage", Page: 1, Level: 1}}, nil
}

var opener = viewer.NewOpener(mail.Reader{}, text.Reader{})

func file(name, content string) model.Ref {
	return model.Ref{Key: name, Title: name, Open: func(ctx context.Context) (viewer.Document, error) {
		return opener.Open(ctx, viewer.Source{Name: name, Content: bytes.NewReader([]byte(content)), Size: int64(len(content))})
	}}
}

func paper(pages int) model.Ref {
	return model.Ref{Key: "a.pdf", Title: "Bescheid", Open: func(context.Context) (viewer.Document, error) { return sheet{pages}, nil }}
}

func stage(t *testing.T, v kittest.Variant) (*kittest.Stage, *pageview.Pane) {
	s := kittest.With(t, v.Lang, v.Mode, v.Scale)
	p := pageview.New(s.Env, "page")
	p.OpenSource = opener.Open
	p.Outside = func(model.Ref) {}
	s.Env.SetScope(kit.LevelScreen, &kit.Scope{Actions: p.Actions()})
	s.Show(p.Object(), 640*v.Scale, 760)
	return s, p
}

var light = kittest.Variant{Name: "hell", Lang: "de", Mode: kit.ModeLight, Scale: 1}

func TestPane(t *testing.T) {
	for _, v := range []kittest.Variant{light, {Name: "kontrast", Lang: "en", Mode: kit.ModeContrast, Scale: 1.5}} {
		s, p := stage(t, v)
		s.Shoot(t, "page-leer-"+v.Name)
		p.Show(paper(4))
		s.Shoot(t, "page-wartet-"+v.Name)
		s.Run.Drain()
		s.Type(t, "page.search", "Tiefgarage")
		s.Env.TypeKey(fyne.KeyReturn)
		s.Run.Drain()
		s.Env.TypeKey(fyne.KeyF3)
		s.Run.Drain()
		s.Shoot(t, "page-treffer-"+v.Name)
		for _, r := range []model.Ref{
			file("vermerk.txt",
				strings.Repeat("Die Grundwasserstände sind während der Bauzeit wöchentlich zu messen und der unteren Wasserbehörde mitzuteilen.\n", 30)),
			file("pegel.csv", "Tag;Pegel 1;Pegel 2\n"+strings.Repeat("21.07.2010;4,12;3,98\n", 60)),
			file("rueckfrage.eml",
				"From: J. Beispiel <j@example.org>\r\nTo: amt@example.org\r\nSubject: =?utf-8?q?R=C3=BCckfrage?=\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=x\r\n\r\n--x\r\nContent-Type: text/plain; charset=utf-8\r\n\r\nGuten Tag,\r\nanbei die Messwerte.\r\n--x\r\nContent-Disposition: attachment; filename=pegel.csv\r\nContent-Type: text/csv\r\n\r\na;b\r\n1;2\r\n--x--\r\n"),
			file("plan.dwg", "AC1015"), file("leer.pdf", ""),
		} {
			p.Show(r)
			s.Run.Drain()
			if !p.Ready() {
				t.Errorf("%s never ready", r.Key)
			}
			s.Shoot(t, "page-"+strings.ReplaceAll(r.Key, ".", "-")+"-"+v.Name)
		}
	}
}

func TestKeys(t *testing.T) {
	s, p := stage(t, light)
	p.Show(paper(3))
	s.Run.Drain()
	page := func() string { return p.Where() }
	steps := []struct{ press, want string }{
		{"Bild Ab", "Seite 2 von 3 · 79 %"}, {"Bild Ab", "Seite 3 von 3 · 79 %"}, {"Bild Ab", "Seite 3 von 3 · 79 %"},
		{"Bild Auf", "Seite 2 von 3 · 79 %"},
		{"Plus", "Seite 2 von 3 · 90 %"}, {"Plus", "Seite 2 von 3 · 100 %"}, {"Minus", "Seite 2 von 3 · 90 %"},
		{"W", "Seite 2 von 3 · 79 %"}, {"R", "Seite 2 von 3 · 56 %"},
	}
	for i, st := range steps {
		s.Env.Press(st.press)
		s.Run.Drain()
		if got := page(); !strings.HasPrefix(got, st.want[:14]) || got[14:] != st.want[14:] && st.press != "W" && st.press != "Bild Ab" &&
			st.press != "Bild Auf" && st.press != "R" {
			t.Errorf("step %d %s: %s, want %s", i, st.press, got, st.want)
		}
	}
}

func TestAttachmentAndBack(t *testing.T) {
	s, p := stage(t, light)
	p.Show(file("m.eml",
		"Subject: x\r\nContent-Type: multipart/mixed; boundary=x\r\n\r\n--x\r\n\r\nText\r\n--x\r\nContent-Disposition: attachment; filename=notiz.txt\r\nContent-Type: text/plain\r\n\r\nInhalt der Notiz\r\n--x--\r\n"))
	s.Run.Drain()
	s.Tap(t, "page.part.0")
	if p.Shown().Title != "notiz.txt" || !p.Ready() {
		t.Fatalf("shown %q", p.Shown().Title)
	}
	s.Tap(t, "page.back")
	if p.Shown().Key != "m.eml" {
		t.Errorf("back at %q", p.Shown().Key)
	}
}

func TestOutsideAsksFirst(t *testing.T) {
	s, p := stage(t, light)
	var opened []string
	p.Outside = func(r model.Ref) { opened = append(opened, r.Key) }
	p.Show(file("plan.dwg", "AC1015"))
	s.Run.Drain()
	s.Env.Press("Strg+E")
	if len(opened) != 0 || s.Env.Open() == nil {
		t.Fatal("opened without a warning")
	}
	s.Tap(t, "page.outside.do")
	if len(opened) != 1 || s.Env.Open() != nil {
		t.Errorf("opened %v", opened)
	}
}

func TestUndeliveredOffersNothing(t *testing.T) {
	s, p := stage(t, light)
	p.Outside = func(model.Ref) { t.Error("opened outside") }
	p.Show(model.Ref{Key: "n", Title: "Plan", Open: func(context.Context) (viewer.Document,
		error) {
		return viewer.Undelivered("Nur beschrieben."), nil
	}})
	s.Run.Drain()
	s.Env.Press("Strg+E")
	if !p.Ready() || s.Env.Open() != nil {
		t.Error("a document without a file can be opened outside")
	}
	s.Shoot(t, "page-nur-beschrieben-hell")
}

func TestOutlineLeadsToThePage(t *testing.T) {
	s, p := stage(t, light)
	p.Show(paper(3))
	s.Run.Drain()
	s.Env.Press("Strg+L")
	s.Run.Drain()
	s.Env.TypeKey(fyne.KeyDown)
	s.Env.TypeKey(fyne.KeyReturn)
	s.Run.Drain()
	if !strings.HasPrefix(p.Where(), "Seite 2") {
		t.Errorf("at %s", p.Where())
	}
}

// letters is a page whose text can be selected.
type letters struct{ sheet }

func (letters) Text(context.Context, int) (string, error) { return "ganze Seite", nil }
func (letters) Select(_ context.Context, page int, from, to viewer.Point) (viewer.Selection, error) {
	return viewer.Selection{Text: fmt.Sprintf("%.1f,%.1f–%.1f,%.1f", from.X, from.Y, to.X, to.Y),
		Rects: []viewer.Rect{{X: from.X, Y: from.Y, W: to.X - from.X, H: .02}}}, nil
}

// A drag over the page selects, turned pages too; Strg+C copies what is selected,
// a click gives the page back.
func TestSelectByMouse(t *testing.T) {
	s := kittest.With(t, "de", kit.ModeLight, 1)
	v := pageview.New(s.Env, "page")
	s.Show(v.Object(), 640, 700)
	v.Show(model.Ref{Key: "l.pdf", Title: "Brief", Open: func(context.Context) (viewer.Document, error) { return letters{sheet{2}}, nil }})
	s.Run.Drain()
	copied := func() string {
		for _, a := range v.Actions() {
			if a.ID == "page.copy" {
				a.Do()
			}
		}
		s.Run.Drain()
		return fyne.CurrentApp().Clipboard().Content()
	}
	if got := copied(); got != "ganze Seite" {
		t.Errorf("without a selection: %q", got)
	}
	drag := func(x1, y1, x2, y2 float32) {
		c := v.Catcher()
		size := c.Size()
		from, to := fyne.NewPos(x1*size.Width, y1*size.Height), fyne.NewPos(x2*size.Width, y2*size.Height)
		c.Dragged(&fyne.DragEvent{PointEvent: fyne.PointEvent{Position: to}, Dragged: fyne.Delta{DX: to.X - from.X, DY: to.Y - from.Y}})
		c.DragEnd()
		s.Run.Drain()
	}
	drag(.2, .2, .6, .2)
	if got := copied(); got != "0.2,0.2–0.6,0.2" {
		t.Errorf("selected: %q", got)
	}
	s.Shoot(t, "seite-auswahl-hell")
	for _, a := range v.Actions() {
		if a.ID == "page.rotate" {
			a.Do()
		}
	}
	s.Run.Drain()
	drag(.8, .2, .8, .6) // on the page turned by a quarter the same place
	if got := copied(); got != "0.2,0.2–0.6,0.2" {
		t.Errorf("selected on a turned page: %q", got)
	}
	v.Catcher().Tapped(nil)
	if got := copied(); got != "ganze Seite" {
		t.Errorf("after a click: %q", got)
	}
}

// A mail inside a mail with an attachment of its own: E leads in and along,
// Umschalt+E out again level by level.
func TestNestedMailByKeyboard(t *testing.T) {
	s, p := stage(t, light)
	inner := "Subject: innen\r\nContent-Type: multipart/mixed; boundary=y\r\n\r\n--y\r\n\r\nInnerer Text\r\n--y\r\nContent-Disposition: attachment; filename=a.txt\r\nContent-Type: text/plain\r\n\r\nA\r\n--y\r\nContent-Disposition: attachment; filename=b.txt\r\nContent-Type: text/plain\r\n\r\nB\r\n--y--\r\n"
	p.Show(file("m.eml",
		"Subject: außen\r\nContent-Type: multipart/mixed; boundary=x\r\n\r\n--x\r\n\r\nText\r\n--x\r\nContent-Disposition: attachment; filename=innen.eml\r\nContent-Type: message/rfc822\r\n\r\n"+inner+"\r\n--x--\r\n"))
	s.Run.Drain()
	do := func(id string) {
		for _, a := range p.Actions() {
			if a.ID == id {
				a.Do()
			}
		}
		s.Run.Drain()
	}
	for i, step := range []struct{ act, want string }{
		{"page.part", "innen.eml"}, {"page.part", "a.txt"}, {"page.part", "b.txt"}, {"page.part", "a.txt"},
		{"page.back", "innen.eml"}, {"page.back", "m.eml"}, {"page.back", "m.eml"},
	} {
		do(step.act)
		if got := p.Shown().Title; got != step.want || !p.Ready() {
			t.Fatalf("step %d %s: %q, want %q", i, step.act, got, step.want)
		}
	}
}
