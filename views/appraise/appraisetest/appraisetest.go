// Package appraisetest plays the workspace of the screen for its tests: those of the presenter
// and those of the view.
package appraisetest

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/color"
	"slices"
	"strings"
	"time"

	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
	"laufzettel/viewer"
	"laufzettel/viewer/text"
	"laufzettel/views/appraise/model"
)

// fake is a workspace in memory with the inheritance of an Akte.
type Fake struct {
	Portion  model.Portion
	Own      map[string]model.Verdict
	Done     []map[string]model.Verdict
	Undone   []map[string]model.Verdict
	Log      []string
	Fail     error
	Barred   error // what Barrier gives
	NoDocs   bool
	Facts    map[string]model.Facts
	ItsWords map[string]bool // units with any word that is asked for
	Rules    []model.Rule
}

// Now is the day of the tests.
var Now = time.Date(2026, 11, 21, 10, 42, 7, 0, time.UTC)

// NewFake plays a workspace with a portion in it.
func NewFake(objects []model.Object) *Fake {
	return &Fake{Own: map[string]model.Verdict{}, Portion: model.Portion{ID: "p1", Title: "Bauaufsicht 2026/10",
		Agency: "Landratsamt Musterkreis", Reference: "51d0 9be4", Objects: objects,
		Blocks: model.Blocks{Profile: []string{"Großvorhaben nach Bewertungsmodell, Regel 63.2."},
			Own: []string{"Massenakte ohne bleibenden Wert.", "Doppelüberlieferung."}}}}
}

// sampleObjects is the list of mockup 04.
func SampleObjects() []model.Object {
	var list []model.Object
	add := func(level int, kind model.Kind, id, number, title, span string, from, to int, suggestion string, docs int) {
		list = append(list, model.Object{ID: id, Kind: kind, Level: level, Number: number, Title: title, Span: span, From: from, To: to,
			Suggestion: suggestion, Documents: docs, Bytes: int64(docs) * 1_300_000})
	}
	add(0, model.PlanUnit, "63", "63", "Bauaufsicht", "", 0, 0, "", 0)
	add(1, model.Dossier, "139", "63.2-0139", "Gewerbegebiet Lerchenfeld", "2004–2012", 2004, 2012, "", 0)
	add(2, model.Unit, "139/1", "/01", "Bebauungsplan, Vorprüfung", "2004–2006", 2004, 2006, "B", 22)
	add(2, model.Unit, "139/2", "/02", "Stellplatznachweis", "2006", 2006, 2006, "B", 3)
	add(2, model.Unit, "139/3", "/03", "Lärmgutachten und Auflagen", "2007–2012", 2007, 2012, "B", 17)
	add(1, model.Dossier, "147", "63.2-0147", "Wohnpark Am Mühlgraben", "2008–2014", 2008, 2014, "", 0)
	for i, x := range []struct {
		title    string
		from, to int
		s        string
		docs     int
	}{{"Bauvoranfrage", 2008, 2008, "B", 9}, {"Baugenehmigung 1. Bauabschnitt mit allen Nachträgen", 2008, 2009, "B", 41},
		{"Nachtrag Tiefgarage, 2. Bauabschnitt", 2009, 2011, "B", 14},
		{"Einwendungen der Nachbarn", 2009, 2010, "B", 26}, {"Gebührenbescheide", 2009, 2014, "V", 12},
		{"Baulast Flurstück 212/4", 2010, 2010, "B", 5},
		{"Schriftwechsel Tiefbauamt", 2010, 2012, "B", 31}, {"Grundwassermessungen", 2010, 2013, "B", 108},
		{"Schlussabnahme", 2014, 2014, "B", 6}} {
		span := fmt.Sprintf("%d–%d", x.from, x.to)
		if x.from == x.to {
			span = fmt.Sprint(x.from)
		}
		add(2, model.Unit, fmt.Sprintf("147/%d", i+1), fmt.Sprintf("/%02d", i+1), x.title, span, x.from, x.to, x.s, x.docs)
	}
	add(1, model.Dossier, "152", "63.2-0152", "Umnutzung Alte Spinnerei", "2010–2017", 2010, 2017, "", 0)
	for i, title := range []string{"Denkmalrechtliche Abstimmung", "Brandschutzkonzept", "Statik, Prüfberichte", "Anfragen der Presse",
		"Stellplatzablöse", "Abnahme"} {
		add(2, model.Unit, fmt.Sprintf("152/%d", i+1), fmt.Sprintf("/%02d", i+1), title, "2010–2013", 2010, 2013, "B", 7+i*5)
	}
	return list
}

func (f *Fake) Portions(context.Context) ([]model.Choice, error) {
	if f.Fail != nil {
		return nil, f.Fail
	}
	if f.Portion.ID == "" {
		return nil, nil
	}
	return []model.Choice{{ID: "p1", Title: f.Portion.Title, Agency: f.Portion.Agency, Total: 18, Open: 12}}, nil
}

func (f *Fake) Effective() map[string]model.Verdict {
	out := map[string]model.Verdict{}
	holds := map[int]model.Verdict{}
	label := map[int]string{}
	for _, o := range f.Portion.Objects {
		for l := range holds {
			if l >= o.Level {
				delete(holds, l)
			}
		}
		if v, ok := f.Own[o.ID]; ok {
			out[o.ID] = v
			holds[o.Level], label[o.Level] = v, o.Number
			continue
		}
		for l := o.Level - 1; l >= 0; l-- {
			if v, ok := holds[l]; ok {
				v.Inherited, v.From = true, label[l]
				out[o.ID] = v
				break
			}
		}
	}
	return out
}

func (f *Fake) Load(context.Context, string) (model.Portion, error) {
	p := f.Portion
	p.Verdicts = f.Effective()
	return p, nil
}

func (f *Fake) Change(objects []string, before map[string]model.Verdict) model.Change {
	after := f.Effective()
	c := model.Change{Objects: objects, Verdicts: map[string]model.Verdict{}, CanUndo: len(f.Done) > 0, CanRedo: len(f.Undone) > 0, At: Now}
	for _, o := range f.Portion.Objects {
		if before[o.ID] != after[o.ID] {
			c.Verdicts[o.ID] = after[o.ID]
		}
	}
	return c
}

func (f *Fake) Clone() map[string]model.Verdict {
	m := map[string]model.Verdict{}
	for k, v := range f.Own {
		m[k] = v
	}
	return m
}

func (f *Fake) Decide(_ context.Context, _ string, ids []string, letter, reason string) (model.Change, error) {
	if f.Fail != nil {
		return model.Change{}, f.Fail
	}
	f.Log = append(f.Log, fmt.Sprintf("%s %s %q", strings.Join(ids, " "), letter, reason))
	before := f.Effective()
	f.Done, f.Undone = append(f.Done, f.Clone()), nil
	for _, id := range ids {
		if letter == "" {
			delete(f.Own, id)
		} else {
			f.Own[id] = model.Verdict{Letter: letter, Reason: reason, Origin: "decision", At: Now, Unsent: true}
		}
	}
	return f.Change(ids, before), nil
}

func (f *Fake) Undo(context.Context, string) (model.Change, error) {
	return f.Swap(&f.Done, &f.Undone, "undo")
}

func (f *Fake) Redo(context.Context, string) (model.Change, error) {
	return f.Swap(&f.Undone, &f.Done, "redo")
}

func (f *Fake) Swap(from, to *[]map[string]model.Verdict, word string) (model.Change, error) {
	if len(*from) == 0 {
		return model.Change{}, failure.New(failure.Refused, word, wording.Plain("Nichts rückgängig zu machen."))
	}
	f.Log = append(f.Log, word)
	before := f.Effective()
	old := f.Own
	last := (*from)[len(*from)-1]
	*to = append(*to, f.Clone())
	*from = (*from)[:len(*from)-1]
	f.Own = last
	var ids []string
	for _, o := range f.Portion.Objects {
		if old[o.ID] != f.Own[o.ID] {
			ids = append(ids, o.ID)
		}
	}
	return f.Change(ids, before), nil
}

func (f *Fake) Details(ctx context.Context, _ string, id string) (model.Details, error) {
	if ctx.Err() != nil {
		return model.Details{}, ctx.Err()
	}
	f.Log = append(f.Log, "details "+id)
	i := slices.IndexFunc(f.Portion.Objects, func(o model.Object) bool { return o.ID == id })
	d := model.Details{Groups: []model.Group{{Title: "", Pairs: []model.Pair{{Label: "Akte", Value: "63.2-0147 Wohnpark Am Mühlgraben"},
		{Label: "Laufzeit", Value: "02.11.2009 – 18.03.2011", Short: true},
		{Label: "Federführung", Value: "Bauaufsichtsamt, Sachgebiet 2"}, {Label: "Umfang", Value: "14 Dokumente, 18,4 MB", Short: true},
		{Label: "Vorschlag der Stelle", Value: "B – bewerten", Short: true},
		{Label: "Bewertungsmodell", Value: "A – Regel 63.2 „Großvorhaben“", Short: true}}}},
		Aids: []model.Aid{{Icon: "note", Text: "Position 63.2 zuletzt 2024: 31 × A, 12 × V"},
			{Icon: "link", Text: "2 von 21 Dateien liegen schon im Magazin, Signatur LAM 12/63-0088"},
			{Icon: "warning", Text: "Lücke in der Zählung: Dokument 8 fehlt", Goto: "147/8"}}}
	if f.Portion.Objects[i].Kind == model.Unit && !f.NoDocs {
		for n, t := range []string{"Lageplan", "Antrag auf Nachtrag, Anschreiben", "Baugrundgutachten", "Geänderte Pläne Gründung",
			"Bescheid Nachtrag Tiefgarage", "Rückfrage Prüfingenieur", "Messwerte Pegel 1 bis 4"} {
			doc := model.Document{ID: fmt.Sprintf("%s#%d", id, n), Date: fmt.Sprintf("%02d.%02d.2010", n*4+1, n+1), Title: t,
				Format: "PDF/A-2b", Length: fmt.Sprint(n*3 + 1)}
			if n == 0 {
				doc.Date, doc.Paper = "", true
			}
			if n == 6 {
				doc.Format, doc.Length = "CSV", "–"
			}
			d.Documents = append(d.Documents, doc)
		}
	}
	return d, nil
}

func (f *Fake) SaveDraft(_ context.Context, _, object, reason string) error {
	f.Log = append(f.Log, fmt.Sprintf("draft %s %q", object, reason))
	return nil
}

func (f *Fake) Release(context.Context, string) (model.Change, error) {
	if f.Fail != nil {
		return model.Change{}, f.Fail
	}
	f.Log = append(f.Log, "release")
	before := f.Effective()
	var ids []string
	for _, o := range f.Portion.Objects {
		if v, ok := f.Own[o.ID]; ok && v.Letter == "V" && !v.Released {
			v.Released = true
			f.Own[o.ID] = v
			ids = append(ids, o.ID)
		}
	}
	return f.Change(ids, before), nil
}

func (f *Fake) Finish(context.Context, string) error {
	f.Log = append(f.Log, "finish")
	if f.Fail == nil {
		f.Portion.Finished, f.Portion.After = true, "package"
	}
	return f.Fail
}

// Barrier is what keeps the person at work from releasing.
func (f *Fake) Barrier(context.Context, string) error { return f.Barred }

func (f *Fake) Outside(_ context.Context, _, doc string) error {
	f.Log = append(f.Log, "outside "+doc)
	return nil
}

func (f *Fake) Open(_ context.Context, _, doc string) (viewer.Document, error) {
	f.Log = append(f.Log, "open "+doc)
	if strings.HasSuffix(doc, "#5") {
		return nil, failure.New(failure.Refused, "open",
			wording.Plain("Seite lässt sich nicht zeigen. Die PDF-Datei ist ab Seite 3 beschädigt. Die Bewertung ist weiter möglich."))
	}
	return LetterPage{}, nil
}

func (f *Fake) OpenSource(ctx context.Context, src viewer.Source) (viewer.Document, error) {
	return text.Reader{}.Open(ctx, viewer.Source{Name: "a.txt", Content: bytes.NewReader([]byte("x")), Size: 1})
}

// letterPage draws something like a letter.
type LetterPage struct{}

func (LetterPage) Info() viewer.Info { return viewer.Info{Kind: viewer.Pages} }

func (LetterPage) Close() error { return nil }

func (LetterPage) Pages() int { return 4 }

func (LetterPage) PageSize(context.Context, int) (viewer.Size, error) {
	return viewer.Size{Width: 595, Height: 842}, nil
}

func (LetterPage) Render(_ context.Context, r viewer.Request) (*image.RGBA, error) {
	h := r.Width * 842 / 595
	img := image.NewRGBA(image.Rect(0, 0, r.Width, h))
	for i := range img.Pix {
		img.Pix[i] = 255
	}
	seed := uint32(r.Page + 1)
	for y := h / 10; y < h*9/10; y += max(2, h/55) {
		for x := r.Width / 9; x < r.Width*8/9; {
			seed = seed*1664525 + 1013904223
			w := int(seed>>24)*r.Width/2200 + 3
			for dx := range min(w, r.Width*8/9-x) {
				for dy := range max(1, h/260) {
					img.SetRGBA(x+dx, y+dy, color.RGBA{40, 44, 46, 255})
				}
			}
			x += w + r.Width/130
		}
	}
	return img, nil
}

func (LetterPage) Search(context.Context, string) ([]viewer.Hit, error) {
	return []viewer.Hit{{Page: 0, Rects: []viewer.Rect{{X: .11, Y: .26, W: .1, H: .014}}},
		{Page: 0, Rects: []viewer.Rect{{X: .76, Y: .32, W: .12, H: .014}}},
		{Page: 0, Rects: []viewer.Rect{{X: .2, Y: .53, W: .1, H: .014}}}}, nil
}

func (f *Fake) Survey(context.Context, string) (map[string]model.Facts, error) {
	if f.Facts != nil {
		return f.Facts, f.Fail
	}
	out := map[string]model.Facts{}
	for i, o := range f.Portion.Objects {
		if o.Kind == model.Unit {
			out[o.ID] = model.Facts{Files: o.Documents, Bytes: int64(o.Documents) * 1_300_000,
				Formats: [][]string{{"PDF/A-2b"}, {"PDF/A-2b", "TIFF"}, {"CSV"}}[i%3], Twin: i%5 == 0, Gap: i%7 == 0,
				Model: []string{"A", "", "V"}[i%3]}
		}
	}
	return out, nil
}

func (f *Fake) Index(_ context.Context, _ string, progress func(done, total int)) error {
	progress(31, 31)
	return nil
}

func (f *Fake) Words(_ context.Context, _, words string) (model.Hits, error) {
	f.Log = append(f.Log, "words "+words)
	return model.Hits{Units: f.ItsWords, Indexed: 31, Total: 31}, nil
}

func (f *Fake) Beside(context.Context, string) ([]model.Group, error) {
	return []model.Group{{Title: "P2024-0007", Pairs: []model.Pair{{Label: "Neue Formate", Value: "TIFF"},
		{Label: "Fehlende Jahre", Value: "2013"}}}}, nil
}

func (f *Fake) Write(_ context.Context, _, kind string) ([]string, error) {
	f.Log = append(f.Log, "write "+kind)
	if kind == "letter" {
		return nil, failure.New(failure.Refused, "write", wording.Plain("Noch 12 Vorgänge offen."))
	}
	return []string{"/tmp/" + kind + ".pdf", "/tmp/" + kind + ".csv"}, nil
}

func (f *Fake) TakeRemarks(_ context.Context, _, file string) (int, error) {
	f.Log = append(f.Log, "remarks "+file)
	if file == "" {
		return 0, failure.New(failure.Refused, "open", wording.Plain("Die Datei lässt sich nicht öffnen."))
	}
	return 2, nil
}

func (f *Fake) ChooseFile(context.Context, string) (string, error) { return "antwort.csv", nil }

func (f *Fake) ShowFile(_ context.Context, file string) error {
	f.Log = append(f.Log, "show "+file)
	return nil
}

func (f *Fake) SetBlocks(_ context.Context, own []string) error {
	f.Log = append(f.Log, "blocks "+strings.Join(own, "|"))
	return f.Fail
}

func (f *Fake) Model(context.Context, string) ([]model.Rule, error) { return f.Rules, nil }

func (f *Fake) SetRule(_ context.Context, _ string, r model.Rule) error {
	f.Rules = slices.DeleteFunc(f.Rules, func(x model.Rule) bool { return x.Plan == r.Plan })
	if r.Letter != "" {
		f.Rules = append(f.Rules, r)
	}
	return f.Fail
}

// Letters is part of that state.
func Letters(p *model.Presenter) string {
	var b strings.Builder
	for i, o := range p.Tree.Objects {
		if v := p.Tree.Verdict(i); v.Letter != "" {
			mark := v.Letter
			if v.Inherited {
				mark = strings.ToLower(mark)
			}
			fmt.Fprintf(&b, "%s=%s ", o.ID, mark)
		}
	}
	return strings.TrimSpace(b.String())
}

// ManyObjects is part of that state.
func ManyObjects(n int) []model.Object {
	list := []model.Object{{ID: "plan", Number: "63", Title: "Bauaufsicht"}}
	for i := 0; len(list) < n; i++ {
		if i%20 == 0 {
			list = append(list, model.Object{ID: fmt.Sprint("d", i), Kind: model.Dossier, Level: 1, Number: fmt.Sprintf("63.2-%05d", i/20),
				Title: "Akte Übungsplatz"})
			continue
		}
		list = append(list, model.Object{ID: fmt.Sprint("u", i), Kind: model.Unit, Level: 2, Number: fmt.Sprintf("/%02d", i%20),
			Title: "Vorgang mit einem Betreff", Documents: 10})
	}
	return list
}
