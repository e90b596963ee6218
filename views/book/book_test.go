package book_test

import (
	"errors"
	"fmt"
	"testing"

	"laufzettel/views/book/booktest"

	"github.com/google/go-cmp/cmp"

	"laufzettel/views/book"
	"laufzettel/views/book/model"
	"laufzettel/views/kit/kittest"
	"laufzettel/views/nav"
	"laufzettel/views/route"
	"laufzettel/views/shell/shelltest"
)

func screen(f *booktest.Fake) nav.Screen { return book.Screen(f, route.Archivist) }

func TestScreen_ActsAndWays(t *testing.T) {
	f := &booktest.Fake{ItsRows: booktest.Full()}
	fr := shelltest.Open(t, screen(f))
	shelltest.Walk(t, fr, "rail", "book.new", "book.primary", "book.search", "book.list")
	// The next step of the first row is at its portion.
	fr.Env.Press("Strg+Enter")
	if got := fr.Shell.Now(); got != (route.Route{Screen: route.Portion, ID: "P2026-0004"}) {
		t.Fatalf("the next step leads to %v", got)
	}
	fr.Go(route.Route{Screen: route.Book, ID: "Z2026-0003"})
	// Closing lists the copies first and does nothing before it is ordered.
	fr.Env.Press("Strg+Enter")
	fr.Run.Drain()
	if len(f.Done) != 0 || fr.Env.Open() == nil {
		t.Fatalf("closing asked for nothing: %v", f.Done)
	}
	fr.Env.Press("Strg+Enter")
	fr.Run.Drain()
	if len(f.Done) != 1 || f.Done[0].Verb != model.DoClose {
		t.Fatalf("acts %v, want one closing", f.Done)
	}
	// A remark that is missing is told at its field; nothing is done.
	fr.Env.Press("Strg+M")
	fr.Env.Press("Strg+Enter")
	fr.Run.Drain()
	if len(f.Done) != 1 || fr.Env.Open() == nil {
		t.Fatalf("an empty remark was sent: %v", f.Done)
	}
	fr.Env.Press("Esc")
	// A new accession.
	fr.Env.Press("Strg+N")
	fr.Type(t, "book.new.title", "Bauakten 2010")
	fr.Env.Press("Strg+Enter")
	fr.Run.Drain()
	if len(f.Made) != 1 || f.Made[0].Title != "Bauakten 2010" {
		t.Fatalf("made %v", f.Made)
	}
}

// The receipt of the bytes, a destruction with its legal basis, a copy somebody did
// away with, and the choices of closing, each as one act with what was said.
func TestScreen_EndOfAnAccession(t *testing.T) {
	f := &booktest.Fake{ItsRows: booktest.Full()}
	wide := kittest.Variants()[0] // the details stand beside the list
	wide.W, wide.H = 1920, 1080
	fr := shelltest.In(t, wide, screen(f))
	fr.Go(route.Route{Screen: route.Book, ID: "Z2026-0003"})
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
	want := []model.Action{{Verb: model.DoReceipt}, {Verb: model.DoDestroy, Text: "Archivgesetz § 5"},
		{Verb: model.DoGone, Text: "7", Note: "Notebook gelöscht am 01.12.2026"},
		{Verb: model.DoClose, Keep: true, Note: "Stelle aufgelöst"}}
	if d := cmp.Diff(want, f.Done); d != "" {
		t.Error(d)
	}
}

// The table of descriptions: faults are listed and nothing can be taken; what changes is
// shown before it is taken, with one reason for the closures that become shorter.
func TestScreen_TableOfDescriptions(t *testing.T) {
	f := &booktest.Fake{ItsRows: booktest.Full()}
	wide := kittest.Variants()[0]
	wide.W, wide.H = 1920, 1080
	fr := shelltest.In(t, wide, screen(f))
	fr.Go(route.Route{Screen: route.Book, ID: "Z2026-0003"})
	fr.Run.Drain()
	fr.Tap(t, "book.act.table-out")
	fr.Env.Press("Strg+Enter") // where it is proposed
	fr.Run.Drain()
	fr.Tap(t, "book.act.table-in")
	fr.Type(t, "book.table-in.table", "falsch.csv")
	fr.Env.Press("Strg+Enter")
	fr.Run.Drain()
	if fr.Env.Open() == nil || fr.Env.Find("book.table.take") != nil {
		t.Fatal("faults are not shown, or can be taken")
	}
	fr.Env.Press("Esc")
	fr.Tap(t, "book.act.table-in")
	fr.Type(t, "book.table-in.table", "gut.csv")
	fr.Env.Press("Strg+Enter")
	fr.Run.Drain()
	fr.Type(t, "book.table.reason", "Einwilligung")
	fr.Env.Press("Strg+Enter")
	fr.Run.Drain()
	fr.Tap(t, "book.act.table-undo")
	fr.Type(t, "book.table-undo.shorter", "Versehen")
	fr.Env.Press("Strg+Enter")
	fr.Run.Drain()
	want := []model.Action{{Verb: model.DoTableOut, Text: "aus.csv"},
		{Verb: model.DoTableIn, Text: "gut.csv", Day: "d1", Note: "Einwilligung"}, {Verb: model.DoTableUndo, Note: "Versehen"}}
	if d := cmp.Diff(want, f.Done); d != "" {
		t.Error(d)
	}
}

func TestScreen_RefusalIsShown(t *testing.T) {
	f := &booktest.Fake{ItsRows: booktest.Full(), Refuse: errors.New("no right")}
	fr := shelltest.Open(t, screen(f))
	fr.Env.Press("Strg+D")
	fr.Run.Drain()
	if fr.Env.Find("book.fault") == nil {
		t.Fatal("the refusal is not shown")
	}
	fr.Tap(t, "book.fault.close")
	f.Err = errors.New("database is locked")
	f.Changed()
	fr.Run.Drain()
	if fr.Env.Find("book.retry") == nil {
		t.Fatal("the fault of reading is not shown")
	}
}

func TestShots(t *testing.T) {
	shelltest.Shots(t, "02-zugangsbuch", func() []nav.Screen { return []nav.Screen{screen(&booktest.Fake{ItsRows: booktest.Full()})} },
		route.Route{Screen: route.Book, ID: "Z2026-0004"}, nil, "book.list", "book.primary", "book.new")
	shelltest.Shots(t, "02-zugangsbuch-leer", func() []nav.Screen { return []nav.Screen{screen(&booktest.Fake{})} },
		route.Route{Screen: route.Book}, nil, "book.new")
	shelltest.Shots(t, "02-zugangsbuch-abschluss",
		func() []nav.Screen { return []nav.Screen{screen(&booktest.Fake{ItsRows: booktest.Full()})} },
		route.Route{Screen: route.Book, ID: "Z2026-0003"}, func(f *shelltest.Frame) { f.Env.Press("Strg+Enter") })
}

// The book of a large archive opens within a second.
func BenchmarkOpen5000(b *testing.B) {
	rows := make([]model.Row, 5000)
	for i := range rows {
		rows[i] = booktest.Full()[i%4]
		rows[i].ID, rows[i].Number = fmt.Sprintf("Z2026-%04d", i), fmt.Sprintf("2026/%04d", i)
	}
	for b.Loop() {
		fr := shelltest.Open(b, screen(&booktest.Fake{ItsRows: rows}))
		fr.Go(route.Route{Screen: route.Book})
		if fr.Env.Canvas().Capture().Bounds().Empty() {
			b.Fatal("nothing is drawn")
		}
	}
}
