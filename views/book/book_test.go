package book_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"laufzettel/views/book"
	"laufzettel/views/book/model"
	"laufzettel/views/kit/kittest"
	"laufzettel/views/nav"
	"laufzettel/views/present/presenttest"
	"laufzettel/views/shell/shelltest"
)

// fake is a book without a workspace.
type fake struct {
	rows    []model.Row
	err     error
	refuse  error
	done    []model.Action
	made    []model.Draft
	opened  []string
	changed func()
}

func (f *fake) Rows(context.Context) ([]model.Row, error) { return f.rows, f.err }
func (f *fake) Details(_ context.Context, id string) (model.Details, error) {
	for _, r := range f.rows {
		if r.ID == id {
			return model.Details{Row: r, TransferID: "5f2c", Unreceipted: []string{"P2026-0004"}, Doomed: 3, Obstacles: []string{"P2026-0004: noch 83 Vorgänge offen."},
				Portions: []model.Line{{Text: "Bauaufsicht 2026", Under: "P2026-0004 · Angenommen", At: r.Opened, Portion: "P2026-0004"}},
				Letters:  []model.Line{{Text: "el_Lauf.xml", At: r.Opened, Path: "/letters/el_Lauf.xml"}}, Remarks: []model.Line{{Text: "Telefonat mit der Registratur", Under: "M. Ahrens", At: r.Opened}}}, nil
		}
	}
	return model.Details{}, errors.New("no such accession")
}
func (f *fake) Copies(context.Context, string) ([]model.Copy, error) {
	return []model.Copy{{ID: 1, What: "Lieferung", Place: "inbox/P2026-0001", Bytes: 4096}, {ID: 2, What: "Archivpaket", Place: "packages/P2026-0001", Gone: true},
		{ID: 7, What: "Ausleihe", Place: "Notebook 7", Bytes: 9 << 20, Out: true}}, nil
}
func (f *fake) New(_ context.Context, d model.Draft) (string, error) {
	f.made = append(f.made, d)
	return "Z2026-0009", f.refuse
}
func (f *fake) Act(_ context.Context, _ string, a model.Action) (string, error) {
	f.done = append(f.done, a)
	return "", f.refuse
}
func (f *fake) Open(path string) error { f.opened = append(f.opened, path); return nil }
func (f *fake) Subscribe(changed func()) func() {
	f.changed = changed
	return func() { f.changed = nil }
}

func at(day int) time.Time { return time.Date(2026, 11, day, 9, 0, 0, 0, time.UTC) }

func full() []model.Row {
	return []model.Row{
		{ID: "Z2026-0004", Number: "2026/0004", Title: "Bauaufsicht 2026", Agency: "Landratsamt Musterkreis", Kind: "Aussonderung e-Akte", State: "in-work", StateWord: "In Arbeit", Step: "appraise", StepWord: "Bewerten",
			Portion: "P2026-0004", Opened: at(3), Files: 1204, Bytes: 5 << 30, Due: at(12), DueWhat: "Bewertung", DueState: "overdue", Mine: true},
		{ID: "Z2026-0003", Number: "2026/0003", Title: "Geburtenregister 1911", Agency: "Standesamt Musterstadt", State: "cleared", StateWord: "Zur Löschung freigegeben", Step: "close", StepWord: "Abschließen", Opened: at(2), Files: 12, Mine: true},
		{ID: "Z2026-0002", Number: "2026/0002", Title: "Angebot Ab_Lis", Agency: "Forstamt Musterwald", State: "offered", StateWord: "Angeboten", Step: "await", StepWord: "Lieferung erwartet", Waits: true, Opened: at(1), Extent: "12 Vorgänge", Due: at(22), DueWhat: "Bewertung", DueState: "near"},
		{ID: "Z2026-0001", Number: "2026/0001", Title: "Handelsregister", Agency: "Amtsgericht Musterstadt", State: "closed", StateWord: "Abgeschlossen", Step: "none", Opened: at(1), Mine: true},
	}
}

func TestFilters(t *testing.T) {
	tests := []struct {
		filter model.Filter
		search string
		want   []string
	}{
		{model.Open, "", []string{"2026/0004", "2026/0003", "2026/0002"}},
		{model.Mine, "", []string{"2026/0004", "2026/0003"}},
		{model.Due, "", []string{"2026/0004", "2026/0002"}}, // the one that is due first stands first
		{model.Closed, "", []string{"2026/0001"}},
		{model.All, "muster", []string{"2026/0004", "2026/0003", "2026/0002", "2026/0001"}},
		{model.All, "FORST", []string{"2026/0002"}},
	}
	for _, tt := range tests {
		run := &presenttest.Cranked{}
		p := model.NewPresenter(&fake{rows: full()}, run, presenttest.Words(t, "de"), func() {})
		p.Reload()
		run.Drain()
		p.SetFilter(tt.filter)
		p.SetSearch(tt.search)
		var got []string
		for _, r := range p.Rows {
			got = append(got, r.Number)
		}
		if fmt.Sprint(got) != fmt.Sprint(tt.want) {
			t.Errorf("%s %q shows %v, want %v", tt.filter, tt.search, got, tt.want)
		}
		p.Close()
	}
}

func TestDueShowsTheLastDay(t *testing.T) {
	run := &presenttest.Cranked{}
	p := model.NewPresenter(&fake{rows: []model.Row{{ID: "a", Due: time.Date(2027, 1, 1, 0, 0, 0, 0, time.UTC)}}}, run, presenttest.Words(t, "de"), func() {})
	p.Reload()
	run.Drain()
	if got := p.Rows[0].DueDay; got != "31.12.2026" {
		t.Errorf("the deadline that ends with 2026 is shown as %q", got)
	}
}

func screen(f *fake) nav.Screen { return book.Screen(f, nav.Archivist) }

func TestScreen_ActsAndWays(t *testing.T) {
	f := &fake{rows: full()}
	fr := shelltest.Open(t, screen(f))
	shelltest.Walk(t, fr, "rail", "book.new", "book.primary", "book.search", "book.list")
	// The next step of the first row is at its portion.
	fr.Env.Press("Strg+Enter")
	if got := fr.Shell.Now(); got != (nav.Route{Screen: nav.Portion, ID: "P2026-0004"}) {
		t.Fatalf("the next step leads to %v", got)
	}
	fr.Go(nav.Route{Screen: nav.Book, ID: "Z2026-0003"})
	// Closing lists the copies first and does nothing before it is ordered.
	fr.Env.Press("Strg+Enter")
	fr.Run.Drain()
	if len(f.done) != 0 || fr.Env.Open() == nil {
		t.Fatalf("closing asked for nothing: %v", f.done)
	}
	fr.Env.Press("Strg+Enter")
	fr.Run.Drain()
	if len(f.done) != 1 || f.done[0].Verb != model.DoClose {
		t.Fatalf("acts %v, want one closing", f.done)
	}
	// A remark that is missing is told at its field; nothing is done.
	fr.Env.Press("Strg+M")
	fr.Env.Press("Strg+Enter")
	fr.Run.Drain()
	if len(f.done) != 1 || fr.Env.Open() == nil {
		t.Fatalf("an empty remark was sent: %v", f.done)
	}
	fr.Env.Press("Esc")
	// A new accession.
	fr.Env.Press("Strg+N")
	fr.Type(t, "book.new.title", "Bauakten 2010")
	fr.Env.Press("Strg+Enter")
	fr.Run.Drain()
	if len(f.made) != 1 || f.made[0].Title != "Bauakten 2010" {
		t.Fatalf("made %v", f.made)
	}
}

// The receipt of the bytes, a destruction with its legal basis, a copy somebody did
// away with, and the choices of closing, each as one act with what was said.
func TestScreen_EndOfAnAccession(t *testing.T) {
	f := &fake{rows: full()}
	wide := kittest.Variants()[0] // the details stand beside the list
	wide.W, wide.H = 1920, 1080
	fr := shelltest.In(t, wide, screen(f))
	fr.Go(nav.Route{Screen: nav.Book, ID: "Z2026-0003"})
	fr.Run.Drain()
	fr.Tap(t, "book.act.receipt")
	fr.Run.Drain()
	fr.Tap(t, "book.act.destroy")
	fr.Env.Press("Strg+Enter") // without a basis nothing happens
	fr.Run.Drain()
	fr.Type(t, "book.destroy.basis", "Archivgesetz § 5")
	fr.Env.Press("Strg+Enter")
	fr.Run.Drain()
	fr.Tap(t, "book.act.close")
	fr.Run.Drain()
	fr.Tap(t, "book.close.gone.7")
	fr.Type(t, "book.gone.how", "Notebook gelöscht am 01.12.2026")
	fr.Env.Press("Strg+Enter")
	fr.Run.Drain()
	fr.Tap(t, "book.act.close")
	fr.Run.Drain()
	fr.Tap(t, "book.close.keep")
	fr.Type(t, "book.close.unreported", "Stelle aufgelöst")
	fr.Env.Press("Strg+Enter")
	fr.Run.Drain()
	want := []model.Action{{Verb: model.DoReceipt}, {Verb: model.DoDestroy, Text: "Archivgesetz § 5"}, {Verb: model.DoGone, Text: "7", Note: "Notebook gelöscht am 01.12.2026"},
		{Verb: model.DoClose, Keep: true, Note: "Stelle aufgelöst"}}
	if d := cmp.Diff(want, f.done); d != "" {
		t.Error(d)
	}
}

func TestScreen_RefusalIsShown(t *testing.T) {
	f := &fake{rows: full(), refuse: errors.New("no right")}
	fr := shelltest.Open(t, screen(f))
	fr.Env.Press("Strg+D")
	fr.Run.Drain()
	if fr.Env.Find("book.fault") == nil {
		t.Fatal("the refusal is not shown")
	}
	fr.Tap(t, "book.fault.close")
	f.err = errors.New("database is locked")
	f.changed()
	fr.Run.Drain()
	if fr.Env.Find("book.retry") == nil {
		t.Fatal("the fault of reading is not shown")
	}
}

func TestShots(t *testing.T) {
	shelltest.Shots(t, "02-zugangsbuch", func() []nav.Screen { return []nav.Screen{screen(&fake{rows: full()})} },
		nav.Route{Screen: nav.Book, ID: "Z2026-0004"}, nil, "book.list", "book.primary", "book.new")
	shelltest.Shots(t, "02-zugangsbuch-leer", func() []nav.Screen { return []nav.Screen{screen(&fake{})} },
		nav.Route{Screen: nav.Book}, nil, "book.new")
	shelltest.Shots(t, "02-zugangsbuch-abschluss", func() []nav.Screen { return []nav.Screen{screen(&fake{rows: full()})} },
		nav.Route{Screen: nav.Book, ID: "Z2026-0003"}, func(f *shelltest.Frame) { f.Env.Press("Strg+Enter") })
}

// The book of a large archive opens within a second.
func BenchmarkOpen5000(b *testing.B) {
	rows := make([]model.Row, 5000)
	for i := range rows {
		rows[i] = full()[i%4]
		rows[i].ID, rows[i].Number = fmt.Sprintf("Z2026-%04d", i), fmt.Sprintf("2026/%04d", i)
	}
	for b.Loop() {
		fr := shelltest.Open(b, screen(&fake{rows: rows}))
		fr.Go(nav.Route{Screen: nav.Book})
		if fr.Env.Canvas().Capture().Bounds().Empty() {
			b.Fatal("nothing is drawn")
		}
	}
}
