package reader

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/color"
	"io"
	"slices"
	"strings"
	"time"

	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
	"laufzettel/viewer"
	"laufzettel/viewer/access"
	"laufzettel/viewer/catalog"
	"laufzettel/viewer/text"
	"laufzettel/views/reader/model"
)

var now = time.Date(2026, 11, 17, 10, 12, 0, 0, time.UTC)

// fake is a magazine in memory.
type fake struct {
	proposed []string
	title    string
	log      []string
	items    []catalog.Found
	packs    map[string]model.Package
	broken   []string
	fail     error
	// lawChecked is when and by whom the second law was compared.
	lawChecked string
}

func newFake() *fake {
	f := &fake{packs: map[string]model.Package{}, title: "nav.reader"}
	names := []string{"Ausleitung am Mühlwehr", "Unterhaltung des Mühlwehrs, Kostenverteilung", "Fischaufstieg Mühlwehr",
		"Gewässerschau Mühlbach", "Mühlwehr, Antrag auf Rückbau"}
	for i, n := range names {
		pid := fmt.Sprint("p", i)
		ref := fmt.Sprintf("LAM 12/66-00%d-02", 29+i)
		it := catalog.Item{PID: pid, ReferenceCode: ref, Kind: "case", Filing: fmt.Sprintf("66.1-00%d/02", 29+i), Subject: n,
			From: "1998-03-12", To: "2004-01-19", Agency: "Landratsamt Musterkreis", Checked: now.AddDate(0, 0, -i)}
		places := []catalog.Place{{Document: catalog.Document{ID: "d5", Title: "Bescheid mit Nebenbestimmungen", Date: "1999-05-14",
			Format: "PDF/A-2b"},
			Context: []catalog.Span{{Text: "… wird die Ausleitung am "}, {Text: "Mühlwehr", Hit: true},
				{Text: " nach Maßgabe der geprüften Unterlagen erlaubt. Bei Niedrigwasser bleibt ein Abfluss von 95 l/s erhalten …"}}},
			{Document: catalog.Document{ID: "d1", Title: "Gutachten Hydrogeologie", Date: "1998-06-17"},
				Context: []catalog.Span{{Text: "Pegel oberhalb des "}, {Text: "Mühlwehrs", Hit: true}, {Text: " …"}}}}
		more := 0
		if i == 1 {
			more = 4
		}
		pk := model.Package{PID: pid, ReferenceCode: ref, Title: "Vorgang 02: " + n, Context: "Akte 66.1-0031 Musterbach, Gewässernutzung",
			Citation: "Landesarchiv Musterland, " + ref,
			Groups: []model.Group{{Title: "Vorgang", Pairs: []model.Pair{{Label: "Signatur", Value: ref},
				{Label: "Laufzeit", Value: "12.03.1998 – 19.01.2004"}, {Label: "Stelle", Value: "Landratsamt Musterkreis"},
				{Label: "Schutzfrist", Value: "abgelaufen, frei seit 01.01.2015"}}}}}
		if i == 3 {
			it.Closure = catalog.Closure{Grade: catalog.Object, Until: time.Date(2041, 12, 31, 0, 0, 0, 0, time.UTC),
				Basis: "30 Jahre nach Laufzeitende"}
			pk.Closure, pk.Closed, places = it.Closure, true, nil
		} else {
			pk.Documents = documents()
			pk.Formats = []model.FormatShare{{Name: "PDF/A-2b", Files: 6, Bytes: 9 << 20}, {Name: "TIFF", Files: 1, Bytes: 2 << 20}}
			pk.Evidence = []model.Evidence{{ID: "report", Title: "Übernahmebericht", Icon: "receipt"},
				{ID: "mets", Title: "Archivpaket als Tabelle (METS, PREMIS)", Icon: "list"},
				{ID: "events", Title: "Ereignisse", Icon: "clock", Count: 9}}
		}
		switch i {
		case 0:
			pk.Related = []model.Related{{Kind: "Repräsentation", Title: "Abbild der Umgebung (ISO), LAM 12/66-0030-02", PID: "p1",
				Here: true}, {Kind: "Teil", Title: "Band 2", PID: "fern"}}
		case 1:
			pk.Related = []model.Related{{Kind: "Repräsentation", Title: "PDF/A, LAM 12/66-0029-02", PID: "p0", Here: true}}
		}
		f.packs[pid], f.packs[ref] = pk, pk
		f.items = append(f.items, catalog.Found{Item: it, Places: places, More: more})
	}
	return f
}

// Pick implements Source.
func (f *fake) Pick(context.Context, string) (string, error) {
	f.log = append(f.log, "pick")
	return "wahl.zip", f.fail
}

func documents() []model.Document {
	var out []model.Document
	add := func(date, title, format, length string) {
		out = append(out, model.Document{ID: fmt.Sprint("d", len(out)), Date: date, Title: title, Format: format, Length: length,
			Pairs: []model.Pair{{Label: "Geschäftsz.", Value: "66.1-0031/02-0009"}}})
	}
	add("", "Lageplan, Handskizze", "TIFF", "1 S.")
	add("1998-03-12", "Antrag auf wasserrechtliche Erlaubnis", "PDF/A-2b", "3 S.")
	add("1998-03-30", "Eingangsbestätigung", "PDF/A-2b", "1 S.")
	add("1998-06-17", "Gutachten Hydrogeologie", "PDF/A-2b", "64 S.")
	add("1999-01-08", "Anhörung der Gemeinden", "PDF/A-2b", "9 S.")
	add("1999-05-14", "Bescheid mit Nebenbestimmungen", "PDF/A-2b", "4 S.")
	add("2003-11-11", "Messreihe Abfluss 1999–2003", "CSV", "1.826 Zeilen")
	add("2003-11-28", "Nachricht der Fachbehörde", "E-Mail", "2 Anlagen")
	add("2004-01-19", "Schlussverfügung, z. d. A.", "PDF/A-2b", "1 S.")
	out[5].Original = "DOC"
	return out
}

func (f *fake) Search(_ context.Context, q catalog.Query) (catalog.Results, error) {
	if f.fail != nil {
		return catalog.Results{}, f.fail
	}
	f.log = append(f.log, fmt.Sprintf("search %q %s %d-%d from %d", q.Text, q.Agency, q.FromYear, q.ToYear, q.Offset))
	if strings.Contains(q.Text, "nichts") {
		return catalog.Results{}, nil
	}
	if q.Text == "viele" {
		var r catalog.Results
		r.Total = 120
		for i := q.Offset; i < min(q.Offset+q.Limit, 120); i++ {
			r.Items = append(r.Items, catalog.Found{Item: catalog.Item{PID: fmt.Sprint("v", i), ReferenceCode: fmt.Sprint("V ", i),
				Subject: "Akte"}})
		}
		return r, nil
	}
	return catalog.Results{Total: len(f.items), Items: f.items}, nil
}

func (f *fake) Facets(context.Context, catalog.Query) (catalog.Facets, error) {
	return catalog.Facets{Total: 1204, Agencies: []catalog.Facet{{Value: "Landratsamt Musterkreis", Count: 811},
		{Value: "Bauamt Beispielstadt", Count: 393}},
		Kinds: []catalog.Facet{{Value: "case", Count: 1190}, {Value: "snapshot", Count: 14}}}, nil
}

func (f *fake) Package(_ context.Context, key string) (model.Package, error) {
	pk, ok := f.packs[key]
	if !ok {
		return model.Package{}, fmt.Errorf("open %s: %w", key, catalog.ErrUnknown)
	}
	return pk, nil
}

func (f *fake) OpenFile(_ context.Context, path string) (string, error) {
	if strings.HasSuffix(path, ".txt") {
		return "", failure.New(failure.Refused, "open package",
			wording.Plain("Das ist kein Archivpaket. Bitte eine TAR- oder ZIP-Datei wählen."))
	}
	return "p0", nil
}

func (f *fake) Document(_ context.Context, pid, doc string, original bool) (viewer.Document, error) {
	f.log = append(f.log, fmt.Sprintf("document %s %s %v", pid, doc, original))
	return letterPage{}, nil
}

func (f *fake) Evidence(ctx context.Context, pid, id string) (viewer.Document, error) {
	f.log = append(f.log, "evidence "+id)
	data := "Ereignis;Zeit;Ergebnis\nPrüfung;17.11.2026 09:31;bestanden\nPaketierung;17.11.2026 11:02;bestanden\n"
	return text.Reader{}.Open(ctx, viewer.Source{Name: "events.csv", Content: bytes.NewReader([]byte(data)), Size: int64(len(data))})
}

func (f *fake) OpenSource(ctx context.Context, src viewer.Source) (viewer.Document, error) {
	return text.Reader{}.Open(ctx, src)
}

func (f *fake) Verify(ctx context.Context, pid string, step func(int, int)) (model.Integrity, error) {
	if ctx.Err() != nil {
		return model.Integrity{}, ctx.Err()
	}
	step(7, 14)
	f.log = append(f.log, "verify "+pid)
	return model.Integrity{Files: 14, Sound: 14 - len(f.broken), Algorithm: "SHA-512", At: now, Broken: f.broken}, nil
}

func (f *fake) UseCopy(_ context.Context, pid string) (model.UseCopy, error) {
	f.log = append(f.log, "copy "+pid)
	return model.UseCopy{Path: "Nutzung/2026-318", Until: now.AddDate(0, 0, 3)}, nil
}

func (f *fake) Grant(_ context.Context, pid, application string) error {
	f.log = append(f.log, "grant "+pid+" "+application)
	pk := f.packs[pid]
	pk.Closed, pk.Documents = false, documents()
	f.packs[pid] = pk
	return nil
}

func (f *fake) Laws(context.Context) ([]access.Law, error) {
	laws := access.Laws()
	laws[1].Checked = f.lawChecked
	return laws, f.fail
}

// ConfirmLaw implements DeskSource.
func (f *fake) Propose(_ context.Context, _, law, purpose string, personal bool) (model.Proposal, error) {
	f.proposed = append(f.proposed, law+" "+purpose)
	return model.Proposal{Marked: personal, Searched: 3, Unread: 1, Lines: []model.Ground{{Rule: "Geburtsdaten", Ground: "§ 11",
		Documents: []int{2}}}}, nil
}
func (f *fake) Take(_ context.Context, pid, law, purpose string, _ bool) (access.Period, error) {
	f.proposed = append(f.proposed, "take "+pid+" "+law+" "+purpose)
	return access.Period{Basis: "§ 11"}, nil
}
func (f *fake) ConfirmLaw(_ context.Context, id string) error {
	f.log = append(f.log, "confirm "+id)
	f.lawChecked = "17.11.2026, M. Ahrens"
	return nil
}

func (f *fake) Decide(_ context.Context, pid, law string, x access.Facts) (access.Period, error) {
	f.log = append(f.log, fmt.Sprintf("decide %s %s %+v", pid, law, x))
	if x.End == "gestern" {
		return access.Period{}, failure.New(failure.Refused, "decide", wording.Plain("„gestern“ ist kein Datum."))
	}
	return access.Period{Until: time.Date(2050, 12, 31, 0, 0, 0, 0, time.UTC), Basis: "§ 11 Abs. 1 BArchG"}, nil
}

func (f *fake) Grants(context.Context) ([]access.Grant, error) {
	return []access.Grant{{PID: "p3", Application: "2026-318", Reader: "P. Leser", Rights: []access.Right{access.Read, access.Copy},
		Until: now}}, nil
}

func (f *fake) AddGrant(_ context.Context, g access.Grant) error {
	f.log = append(f.log, fmt.Sprintf("add %s %s %s %v %s", g.PID, g.Application, g.Reader, g.Rights, g.Until.Format(time.DateOnly)))
	return nil
}

func (f *fake) Revoke(_ context.Context, application, pid string) error {
	f.log = append(f.log, "revoke "+application+" "+pid)
	return nil
}

// LeavePlace implements PlaceSource.
func (f *fake) LeavePlace(_ context.Context, name, pass string) error {
	f.log = append(f.log, "leaveplace "+name)
	if pass != "richtig" {
		return failure.New(failure.Refused, "leave", wording.Plain("Nur die Administration verlässt den Leseplatz."))
	}
	return nil
}

// Print implements PrintSource.
func (f *fake) Print(_ context.Context, pid, document string, original bool) (model.UseCopy, error) {
	if f.fail != nil {
		return model.UseCopy{}, f.fail
	}
	f.log = append(f.log, fmt.Sprint("print ", pid, " ", document, " ", original))
	if f.title == KioskTitle {
		return model.UseCopy{Until: now}, nil
	}
	return model.UseCopy{Path: "/kopien/druck.pdf", Until: now}, nil
}

// SavePart implements SaveSource.
func (f *fake) SavePart(ctx context.Context, pid, name string, use bool, write func(context.Context, io.Writer) error) (model.SavedPart,
	error) {
	var b bytes.Buffer
	if err := errors.Join(f.fail, write(ctx, &b)); err != nil {
		return model.SavedPart{}, err
	}
	f.log = append(f.log, fmt.Sprint("part ", pid, " ", name, " ", use, " ", b.String()))
	s := model.SavedPart{Path: "/kopien/" + name, Bytes: int64(b.Len())}
	if use {
		s.Until = now.AddDate(0, 0, 3)
	}
	return s, nil
}

func (f *fake) HandOut(_ context.Context, pid string, zip bool) (model.Handed, error) {
	f.log = append(f.log, fmt.Sprint("handout ", pid, zip))
	return model.Handed{Path: "benutzung.zip", Files: 14, Sound: true}, nil
}

func (f *fake) Descriptions(_ context.Context, form string, q catalog.Query, fonds, isil string) (int, string, error) {
	f.log = append(f.log, fmt.Sprintf("descriptions %s %q %s %s", form, q.Text, fonds, isil))
	return 5, "findbuch.xml", nil
}

func (f *fake) ContentNote(_ context.Context, pid string) (model.ContentNote, error) {
	n := model.ContentNote{Text: "Enthält: Antrag; Lageplan"}
	if slices.Contains(f.log, "note "+pid+" Enthält: Antrag") {
		n = model.ContentNote{Text: "Enthält: Antrag", Person: "M. Ahrens", At: time.Date(2026, 11, 17, 0, 0, 0, 0, time.UTC)}
	}
	return n, nil
}

func (f *fake) ConfirmNote(_ context.Context, pid, text string) error {
	f.log = append(f.log, "note "+pid+" "+text)
	return nil
}

func (f *fake) RemoveNote(_ context.Context, pid string) error {
	f.log = append(f.log, "remove note "+pid)
	return nil
}

func (f *fake) Leave() error {
	f.log = append(f.log, "leave")
	return nil
}

func (f *fake) Outside(_ context.Context, pid, doc string) error {
	f.log = append(f.log, "outside "+doc)
	return nil
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
	for y := h / 10; y < h*9/10; y += max(2, h/45) {
		for x := r.Width / 9; x < r.Width*8/9; x++ {
			if (x/max(1, r.Width/40)+y)%7 != 0 {
				img.SetRGBA(x, y, color.RGBA{60, 64, 66, 255})
			}
		}
	}
	return img, nil
}
