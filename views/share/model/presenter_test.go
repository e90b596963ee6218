package model_test

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"laufzettel/views/present/presenttest"
	"laufzettel/views/share/model"
	"laufzettel/views/share/sharetest"
)

func loaded(t *testing.T, f *sharetest.Fake) (*model.Presenter, *presenttest.Cranked) {
	t.Helper()
	run := &presenttest.Cranked{}
	p := model.NewPresenter(f, run, presenttest.Words(t, "de"), func() {}, func(string) {})
	p.Load("P1")
	run.Drain()
	if p.Err != nil || p.Share == nil {
		t.Fatalf("not loaded: %v", p.Err)
	}
	return p, run
}

func names(p *model.Presenter) string {
	var out []string
	for _, r := range p.Rows {
		out = append(out, strings.Repeat(" ", r.Level)+p.Name(r.Folder))
	}
	return strings.Join(out, "|")
}

func find(p *model.Presenter, path string) int32 {
	i, _ := p.Share.Tree.Find(path)
	return i
}

func TestTree(t *testing.T) {
	p, run := loaded(t, sharetest.Full())
	for _, step := range []struct {
		name string
		do   func()
		want string
	}{
		{"at first", func() {}, "Laufwerk G der Gemeinde| Bauamt| Hauptamt| Kasse| Leer| Sicherung"},
		{"open one", func() { p.Toggle(find(p, "Kasse"), nil) },
			"Laufwerk G der Gemeinde| Bauamt| Hauptamt| Kasse|  Belege 2003| Leer| Sicherung"},
		{"close it", func() { p.Toggle(find(p, "Kasse"), nil) }, "Laufwerk G der Gemeinde| Bauamt| Hauptamt| Kasse| Leer| Sicherung"},
		{"by size", p.Sort, "Laufwerk G der Gemeinde| Kasse| Bauamt| Sicherung| Hauptamt| Leer"},
		{"by age", p.Sort, "Laufwerk G der Gemeinde| Bauamt| Sicherung| Hauptamt| Kasse| Leer"},
		{"by name again", p.Sort, "Laufwerk G der Gemeinde| Bauamt| Hauptamt| Kasse| Leer| Sicherung"},
		{"what is chosen is seen", func() { p.Choose(find(p, "Hauptamt/Bilder")) },
			"Laufwerk G der Gemeinde| Bauamt| Hauptamt|  Bilder| Kasse| Leer| Sicherung"},
	} {
		step.do()
		run.Drain()
		if got := names(p); got != step.want {
			t.Errorf("%s: %s\nwant %s", step.name, got, step.want)
		}
	}
}

// Every mode says what it has, and each of its lines what a decision on it is about.
func TestModes(t *testing.T) {
	f := sharetest.Full()
	p, run := loaded(t, f)
	for mode, want := range map[model.Mode]string{
		model.Files:     "Bauamt|Hauptamt|Kasse|Leer|Sicherung",
		model.Largest:   "Kasse/Buchungen.mdb|Bauamt/Kopie/Plan.pdf|Bauamt/Plan.pdf|Sicherung/Plan.pdf",
		model.Oldest:    "Bauamt/Plan.pdf|Bauamt/Kopie/Plan.pdf|Bauamt/Kopie/Liste.xls|Sicherung/Liste.xls",
		model.Double:    "2 gleiche Ordner, je 5,3 MB|Bauamt/Kopie|Sicherung|3 gleiche Dateien, je 5,2 MB",
		model.Drafting:  "2 Fassungen, gemeinsam mindestens 93 %|Hauptamt/Satzung_Entwurf.docx|Hauptamt/Satzung_final.docx",
		model.Litter:    "Miniaturbilder von Windows (Thumbs.db)|Hauptamt/Bilder/Thumbs.db|Hauptamt/Thumbs.db|Leere Datei",
		model.Choosing:  "Endung|pdf|mdb",
		model.Decisions: "",
	} {
		p.Turn(mode)
		run.Drain()
		var got []string
		for _, l := range p.Lines {
			got = append(got, l.Text)
		}
		if text := strings.Join(got, "|"); !strings.HasPrefix(text, want) || want == "" && text != "" {
			t.Errorf("%s: %s\nwant %s", mode, text, want)
		}
	}
	if want := []string{"doubles", "drafts", "rules"}; !slices.Equal(sorted(f.Did), want) {
		// what was looked at is told once a folder; it is the root here
		if !slices.Equal(sorted(slices.DeleteFunc(slices.Clone(f.Did), func(s string) bool { return strings.HasPrefix(s, "look") })),
			want) {
			t.Errorf("did %v, want %v", f.Did, want)
		}
	}
}

func sorted(all []string) []string {
	out := slices.Clone(all)
	slices.Sort(out)
	return out
}

// A head over equal things is about all but the one that is proposed to be kept; one undo
// takes one act back; what would stay shows what was decided A alone.
func TestDecide(t *testing.T) {
	f := sharetest.Full()
	p, run := loaded(t, f)
	p.Turn(model.Double)
	run.Drain()
	head := p.Lines[0]
	if got := strings.Join(head.Means.Paths, ","); got != "Bauamt/Kopie" || p.Folder(head.Keep).Path != "Sicherung" {
		t.Errorf("about %q, keeps %q", got, p.Folder(head.Keep).Path)
	}
	var meant model.Meant
	p.Ask([]model.Means{*head.Means}, func(m model.Meant) { meant = m })
	run.Drain()
	if meant.Files != 2 {
		t.Errorf("means %d files, want 2", meant.Files)
	}
	p.Decide([]model.Means{*head.Means}, "V", "doppelt", func() {})
	run.Drain()
	p.Decide([]model.Means{{Paths: []string{"Bauamt"}}}, "A", "Bau", func() {})
	run.Drain()
	if files, _, whole := p.Done(); files != 25 || whole {
		t.Errorf("%d %% decided (whole %v), want 25", files, whole)
	}
	p.ShowStays()
	if got := names(p); got != "Laufwerk G der Gemeinde| Bauamt" {
		t.Errorf("stays %s", got)
	}
	p.ShowStays()
	p.Turn(model.Decisions)
	run.Drain()
	if len(p.Lines) != 2 || p.Lines[0].Text != "Bauamt" || p.Lines[1].Under != "doppelt" || !p.Lines[1].Own || p.Lines[1].Letter != "V" {
		t.Errorf("decisions %+v", p.Lines)
	}
	if p.Reason != "Bau" {
		t.Errorf("the reason is %q", p.Reason)
	}
	p.Undo()
	run.Drain()
	if files, _, _ := p.Done(); files != 16 {
		t.Errorf("%d %% after undo, want 16", files)
	}
	p.Redo()
	run.Drain()
	if files, _, _ := p.Done(); files != 25 {
		t.Errorf("%d %% after redo, want 25", files)
	}
}

// Facets narrow step by step, and what is chosen can be decided on.
func TestChoice(t *testing.T) {
	p, run := loaded(t, sharetest.Full())
	p.Turn(model.Choosing)
	run.Drain()
	i := slices.IndexFunc(p.Lines, func(l model.Line) bool { return l.Text == "pdf" })
	p.Narrow(p.Lines[i])
	if p.Chosen() != "Endung: pdf" || p.Lines[0].Means == nil || p.Lines[0].Files != 3 {
		t.Errorf("%q, first line %+v", p.Chosen(), p.Lines[0])
	}
	year := slices.IndexFunc(p.Lines, func(l model.Line) bool { return l.ID == "vdepth=1" })
	if year < 0 || p.Lines[year].Files != 2 {
		t.Fatalf("depth 1: %d of %+v", year, p.Lines)
	}
	p.Narrow(p.Lines[year])
	if p.Chosen() != "Endung: pdf · Tiefe: 1" || p.Lines[0].Files != 2 {
		t.Errorf("%q, %d files", p.Chosen(), p.Lines[0].Files)
	}
	p.Widen()
	if p.Chosen() != "" || p.Lines[0].Text != "Endung" {
		t.Errorf("%q", p.Chosen())
	}
}

func TestSheet(t *testing.T) {
	p, run := loaded(t, sharetest.Full())
	whole := int64(0)
	for i, x := range p.Sheet() {
		whole += x.Bytes
		if want := []string{"Kasse", "Bauamt", "Sicherung", "Hauptamt"}; i < len(want) && x.Name != want[i] {
			t.Errorf("tile %d is %q, want %q", i, x.Name, want[i])
		}
		if x.Tint != "" {
			t.Errorf("%s is tinted %q before a decision", x.Name, x.Tint)
		}
	}
	if whole != p.Folder(0).Bytes {
		t.Errorf("the tiles make %d bytes, want %d", whole, p.Folder(0).Bytes)
	}
	p.Decide([]model.Means{{Paths: []string{"Bauamt"}}}, "A", "Bau", func() {})
	run.Drain()
	if x := p.Sheet()[1]; x.Tint != "A" || math.Abs(float64(x.Shade)-.45) > 1e-3 {
		t.Errorf("Bauamt is %q %v", x.Tint, x.Shade)
	}
	p.Paint()
	if x := p.Sheet(); x[0].Tint != "old" || x[0].Shade >= x[1].Shade {
		t.Errorf("by age %+v", x[:2])
	}
	p.Paint()
	if x := p.Sheet(); x[0].Tint != "table" || x[1].Tint != "text" || x[3].Tint != "picture" {
		t.Errorf("by type %+v", x)
	}
}

func TestFaults(t *testing.T) {
	f := sharetest.Full()
	p, run := loaded(t, f)
	f.Fault = errors.New("kaputt")
	p.Decide([]model.Means{{Paths: []string{"Bauamt"}}}, "V", "weg", func() { t.Error("told as done") })
	p.Undo() // one act at a time
	run.Drain()
	if p.Fault == nil || p.Busy || slices.Contains(f.Did, "undo") {
		t.Errorf("fault %v, busy %v, did %v", p.Fault, p.Busy, f.Did)
	}
	p.Solved()
	p.Turn(model.Drafting)
	run.Drain()
	if p.Fault == nil || p.Progress != "" {
		t.Errorf("fault %v, progress %q", p.Fault, p.Progress)
	}
	none := model.NewPresenter(&sharetest.Fake{}, run, presenttest.Words(t, "de"), func() {}, func(string) {})
	none.Load("")
	run.Drain()
	none.Turn(model.Litter)
	none.Ask([]model.Means{{}}, func(model.Meant) { t.Error("asked about nothing") })
	if none.Err == nil || len(none.Rows) != 0 {
		t.Errorf("err %v", none.Err)
	}
	none.Close()
}
