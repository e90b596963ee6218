package appraise

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
	"laufzettel/viewer"
	"laufzettel/viewer/text"
	"laufzettel/views/appraise/model"
)

// fake is a workspace in memory with the inheritance of an Akte.
type fake struct {
	portion model.Portion
	own     map[string]model.Verdict
	done    []map[string]model.Verdict
	undone  []map[string]model.Verdict
	log     []string
	fail    error
	noDocs  bool
	facts   map[string]model.Facts
	words   map[string]bool // units with any word that is asked for
	rules   []model.Rule
}

var now = time.Date(2026, 11, 21, 10, 42, 7, 0, time.UTC)

func newFake(objects []model.Object) *fake {
	return &fake{own: map[string]model.Verdict{}, portion: model.Portion{ID: "p1", Title: "Bauaufsicht 2026/10", Agency: "Landratsamt Musterkreis", Reference: "51d0 9be4", Objects: objects,
		Blocks: model.Blocks{Profile: []string{"Großvorhaben nach Bewertungsmodell, Regel 63.2."}, Own: []string{"Massenakte ohne bleibenden Wert.", "Doppelüberlieferung."}}}}
}

// sampleObjects is the list of mockup 04.
func sampleObjects() []model.Object {
	var list []model.Object
	add := func(level int, kind model.Kind, id, number, title, span string, from, to int, suggestion string, docs int) {
		list = append(list, model.Object{ID: id, Kind: kind, Level: level, Number: number, Title: title, Span: span, From: from, To: to, Suggestion: suggestion, Documents: docs, Bytes: int64(docs) * 1_300_000})
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
	}{{"Bauvoranfrage", 2008, 2008, "B", 9}, {"Baugenehmigung 1. Bauabschnitt mit allen Nachträgen", 2008, 2009, "B", 41}, {"Nachtrag Tiefgarage, 2. Bauabschnitt", 2009, 2011, "B", 14},
		{"Einwendungen der Nachbarn", 2009, 2010, "B", 26}, {"Gebührenbescheide", 2009, 2014, "V", 12}, {"Baulast Flurstück 212/4", 2010, 2010, "B", 5},
		{"Schriftwechsel Tiefbauamt", 2010, 2012, "B", 31}, {"Grundwassermessungen", 2010, 2013, "B", 108}, {"Schlussabnahme", 2014, 2014, "B", 6}} {
		span := fmt.Sprintf("%d–%d", x.from, x.to)
		if x.from == x.to {
			span = fmt.Sprint(x.from)
		}
		add(2, model.Unit, fmt.Sprintf("147/%d", i+1), fmt.Sprintf("/%02d", i+1), x.title, span, x.from, x.to, x.s, x.docs)
	}
	add(1, model.Dossier, "152", "63.2-0152", "Umnutzung Alte Spinnerei", "2010–2017", 2010, 2017, "", 0)
	for i, title := range []string{"Denkmalrechtliche Abstimmung", "Brandschutzkonzept", "Statik, Prüfberichte", "Anfragen der Presse", "Stellplatzablöse", "Abnahme"} {
		add(2, model.Unit, fmt.Sprintf("152/%d", i+1), fmt.Sprintf("/%02d", i+1), title, "2010–2013", 2010, 2013, "B", 7+i*5)
	}
	return list
}

func (f *fake) Portions(context.Context) ([]model.Choice, error) {
	if f.fail != nil {
		return nil, f.fail
	}
	if f.portion.ID == "" {
		return nil, nil
	}
	return []model.Choice{{ID: "p1", Title: f.portion.Title, Agency: f.portion.Agency, Total: 18, Open: 12}}, nil
}

func (f *fake) effective() map[string]model.Verdict {
	out := map[string]model.Verdict{}
	holds := map[int]model.Verdict{}
	label := map[int]string{}
	for _, o := range f.portion.Objects {
		for l := range holds {
			if l >= o.Level {
				delete(holds, l)
			}
		}
		if v, ok := f.own[o.ID]; ok {
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

func (f *fake) Load(context.Context, string) (model.Portion, error) {
	p := f.portion
	p.Verdicts = f.effective()
	return p, nil
}

func (f *fake) change(objects []string, before map[string]model.Verdict) model.Change {
	after := f.effective()
	c := model.Change{Objects: objects, Verdicts: map[string]model.Verdict{}, CanUndo: len(f.done) > 0, CanRedo: len(f.undone) > 0, At: now}
	for _, o := range f.portion.Objects {
		if before[o.ID] != after[o.ID] {
			c.Verdicts[o.ID] = after[o.ID]
		}
	}
	return c
}

func (f *fake) clone() map[string]model.Verdict {
	m := map[string]model.Verdict{}
	for k, v := range f.own {
		m[k] = v
	}
	return m
}

func (f *fake) Decide(_ context.Context, _ string, ids []string, letter, reason string) (model.Change, error) {
	if f.fail != nil {
		return model.Change{}, f.fail
	}
	f.log = append(f.log, fmt.Sprintf("%s %s %q", strings.Join(ids, " "), letter, reason))
	before := f.effective()
	f.done, f.undone = append(f.done, f.clone()), nil
	for _, id := range ids {
		if letter == "" {
			delete(f.own, id)
		} else {
			f.own[id] = model.Verdict{Letter: letter, Reason: reason, Origin: "decision", At: now, Unsent: true}
		}
	}
	return f.change(ids, before), nil
}

func (f *fake) Undo(context.Context, string) (model.Change, error) {
	return f.swap(&f.done, &f.undone, "undo")
}
func (f *fake) Redo(context.Context, string) (model.Change, error) {
	return f.swap(&f.undone, &f.done, "redo")
}

func (f *fake) swap(from, to *[]map[string]model.Verdict, word string) (model.Change, error) {
	if len(*from) == 0 {
		return model.Change{}, failure.New(failure.Refused, word, "Nichts rückgängig zu machen.")
	}
	f.log = append(f.log, word)
	before := f.effective()
	old := f.own
	last := (*from)[len(*from)-1]
	*to = append(*to, f.clone())
	*from = (*from)[:len(*from)-1]
	f.own = last
	var ids []string
	for _, o := range f.portion.Objects {
		if old[o.ID] != f.own[o.ID] {
			ids = append(ids, o.ID)
		}
	}
	return f.change(ids, before), nil
}

func (f *fake) Details(ctx context.Context, _ string, id string) (model.Details, error) {
	if ctx.Err() != nil {
		return model.Details{}, ctx.Err()
	}
	f.log = append(f.log, "details "+id)
	i := slices.IndexFunc(f.portion.Objects, func(o model.Object) bool { return o.ID == id })
	d := model.Details{Groups: []model.Group{{Title: "", Pairs: []model.Pair{{Label: "Akte", Value: "63.2-0147 Wohnpark Am Mühlgraben"}, {Label: "Laufzeit", Value: "02.11.2009 – 18.03.2011", Short: true},
		{Label: "Federführung", Value: "Bauaufsichtsamt, Sachgebiet 2"}, {Label: "Umfang", Value: "14 Dokumente, 18,4 MB", Short: true}, {Label: "Vorschlag der Stelle", Value: "B – bewerten", Short: true},
		{Label: "Bewertungsmodell", Value: "A – Regel 63.2 „Großvorhaben“", Short: true}}}},
		Aids: []model.Aid{{Icon: "note", Text: "Position 63.2 zuletzt 2024: 31 × A, 12 × V"}, {Icon: "link", Text: "2 von 21 Dateien liegen schon im Magazin, Signatur LAM 12/63-0088"}, {Icon: "warning", Text: "Lücke in der Zählung: Dokument 8 fehlt", Goto: "147/8"}}}
	if f.portion.Objects[i].Kind == model.Unit && !f.noDocs {
		for n, t := range []string{"Lageplan", "Antrag auf Nachtrag, Anschreiben", "Baugrundgutachten", "Geänderte Pläne Gründung", "Bescheid Nachtrag Tiefgarage", "Rückfrage Prüfingenieur", "Messwerte Pegel 1 bis 4"} {
			doc := model.Document{ID: fmt.Sprintf("%s#%d", id, n), Date: fmt.Sprintf("%02d.%02d.2010", n*4+1, n+1), Title: t, Format: "PDF/A-2b", Length: fmt.Sprint(n*3 + 1)}
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

func (f *fake) SaveDraft(_ context.Context, _, object, reason string) error {
	f.log = append(f.log, fmt.Sprintf("draft %s %q", object, reason))
	return nil
}

func (f *fake) Release(context.Context, string) (model.Change, error) {
	if f.fail != nil {
		return model.Change{}, f.fail
	}
	f.log = append(f.log, "release")
	before := f.effective()
	var ids []string
	for _, o := range f.portion.Objects {
		if v, ok := f.own[o.ID]; ok && v.Letter == "V" && !v.Released {
			v.Released = true
			f.own[o.ID] = v
			ids = append(ids, o.ID)
		}
	}
	return f.change(ids, before), nil
}

func (f *fake) Finish(context.Context, string) error { f.log = append(f.log, "finish"); return f.fail }
func (f *fake) Outside(_ context.Context, _, doc string) error {
	f.log = append(f.log, "outside "+doc)
	return nil
}

func (f *fake) Open(_ context.Context, _, doc string) (viewer.Document, error) {
	f.log = append(f.log, "open "+doc)
	if strings.HasSuffix(doc, "#5") {
		return nil, failure.New(failure.Refused, "open", "Seite lässt sich nicht zeigen. Die PDF-Datei ist ab Seite 3 beschädigt. Die Bewertung ist weiter möglich.")
	}
	return letterPage{}, nil
}

func (f *fake) OpenSource(ctx context.Context, src viewer.Source) (viewer.Document, error) {
	return text.Reader{}.Open(ctx, viewer.Source{Name: "a.txt", Content: bytes.NewReader([]byte("x")), Size: 1})
}

// letterPage draws something like a letter.
type letterPage struct{}

func (letterPage) Info() viewer.Info { return viewer.Info{Kind: viewer.Pages} }
func (letterPage) Close() error      { return nil }
func (letterPage) Pages() int        { return 4 }
func (letterPage) PageSize(context.Context, int) (viewer.Size, error) {
	return viewer.Size{Width: 595, Height: 842}, nil
}
func (letterPage) Render(_ context.Context, r viewer.Request) (*image.RGBA, error) {
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
func (letterPage) Search(context.Context, string) ([]viewer.Hit, error) {
	return []viewer.Hit{{Page: 0, Rects: []viewer.Rect{{X: .11, Y: .26, W: .1, H: .014}}}, {Page: 0, Rects: []viewer.Rect{{X: .76, Y: .32, W: .12, H: .014}}}, {Page: 0, Rects: []viewer.Rect{{X: .2, Y: .53, W: .1, H: .014}}}}, nil
}

func (f *fake) Survey(context.Context, string) (map[string]model.Facts, error) {
	if f.facts != nil {
		return f.facts, f.fail
	}
	out := map[string]model.Facts{}
	for i, o := range f.portion.Objects {
		if o.Kind == model.Unit {
			out[o.ID] = model.Facts{Files: o.Documents, Bytes: int64(o.Documents) * 1_300_000, Formats: [][]string{{"PDF/A-2b"}, {"PDF/A-2b", "TIFF"}, {"CSV"}}[i%3], Twin: i%5 == 0, Gap: i%7 == 0, Model: []string{"A", "", "V"}[i%3]}
		}
	}
	return out, nil
}

func (f *fake) Index(_ context.Context, _ string, progress func(done, total int)) error {
	progress(31, 31)
	return nil
}

func (f *fake) Words(_ context.Context, _, words string) (model.Hits, error) {
	f.log = append(f.log, "words "+words)
	return model.Hits{Units: f.words, Indexed: 31, Total: 31}, nil
}

func (f *fake) Beside(context.Context, string) ([]model.Group, error) {
	return []model.Group{{Title: "P2024-0007", Pairs: []model.Pair{{Label: "Neue Formate", Value: "TIFF"}, {Label: "Fehlende Jahre", Value: "2013"}}}}, nil
}

func (f *fake) Write(_ context.Context, _, kind string) ([]string, error) {
	f.log = append(f.log, "write "+kind)
	if kind == "letter" {
		return nil, failure.New(failure.Refused, "write", "Noch 12 Vorgänge offen.")
	}
	return []string{"/tmp/" + kind + ".pdf", "/tmp/" + kind + ".csv"}, nil
}

func (f *fake) TakeRemarks(_ context.Context, _, file string) (int, error) {
	f.log = append(f.log, "remarks "+file)
	if file == "" {
		return 0, failure.New(failure.Refused, "open", "Die Datei lässt sich nicht öffnen.")
	}
	return 2, nil
}

func (f *fake) ChooseFile(context.Context, string) (string, error) { return "antwort.csv", nil }
func (f *fake) ShowFile(_ context.Context, file string) error {
	f.log = append(f.log, "show "+file)
	return nil
}
func (f *fake) SetBlocks(_ context.Context, own []string) error {
	f.log = append(f.log, "blocks "+strings.Join(own, "|"))
	return f.fail
}
func (f *fake) Model(context.Context, string) ([]model.Rule, error) { return f.rules, nil }
func (f *fake) SetRule(_ context.Context, _ string, r model.Rule) error {
	f.rules = slices.DeleteFunc(f.rules, func(x model.Rule) bool { return x.Plan == r.Plan })
	if r.Letter != "" {
		f.rules = append(f.rules, r)
	}
	return f.fail
}
