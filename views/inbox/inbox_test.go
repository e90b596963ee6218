package inbox_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"laufzettel/views/inbox/inboxtest"

	"fyne.io/fyne/v2"

	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
	"laufzettel/views/inbox"
	"laufzettel/views/inbox/model"
	"laufzettel/views/kit"
	"laufzettel/views/nav"
	"laufzettel/views/route"
	"laufzettel/views/shell/shelltest"
)

type picker struct{}

func (picker) Folder(context.Context, string) ([]string, error) { return []string{"/lieferung"}, nil }
func (picker) Files(context.Context, string) ([]string, error)  { return nil, context.Canceled }

func screen(f *inboxtest.Fake) nav.Screen { return inbox.Screen(f, picker{}, route.Archivist) }

func TestScreen(t *testing.T) {
	f := &inboxtest.Fake{List: inboxtest.Full()}
	fr := shelltest.Open(t, screen(f))
	fr.Go(route.Route{Screen: route.Inbox})
	shelltest.Walk(t, fr, "rail", "inbox.open", "inbox.primary", "inbox.zone", "inbox.search", "inbox.filter.work", "inbox.list",
		"status.help")
	list := fr.Env.Find("inbox.list").(*kit.List)
	list.Select(7)
	fr.Tap(t, "inbox.primary")
	if !slices.Contains(f.Did, "check h8") {
		t.Errorf("did %v, want the check of h8", f.Did)
	}
	fr.Env.Press("Strg+O")
	fr.Type(t, "inbox.path", "/daten/portion.zip")
	fr.Tap(t, "inbox.take")
	if !slices.Contains(f.Did, "add [/daten/portion.zip]") || fr.Env.Open() != nil {
		t.Errorf("did %v, want the path added and the sheet closed", f.Did)
	}
	fr.Env.Press("Strg+O")
	fr.Tap(t, "inbox.folder")
	if !slices.Contains(f.Did, "add [/lieferung]") {
		t.Errorf("did %v, want the picked folder added", f.Did)
	}
	fr.Shell.Drop([]string{"/a", "/b"})
	fr.Run.Drain()
	if !slices.Contains(f.Did, "add [/a /b]") {
		t.Errorf("did %v, want the dropped paths added", f.Did)
	}
	list = fr.Env.Find("inbox.list").(*kit.List)
	list.Select(0)
	fr.Env.Focus(list)
	list.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	if got := fr.Shell.Now(); got != (route.Route{Screen: route.Portion, ID: "7c1e40f2"}) {
		t.Errorf("Enter leads to %v", got)
	}
}

// A thousand rows are shown without building them all.
func TestManyRows(t *testing.T) {
	f := &inboxtest.Fake{}
	for i := range 1204 {
		x := inboxtest.Full()[i%8]
		x.ID = fmt.Sprint(i)
		f.List = append(f.List, x)
	}
	fr := shelltest.Open(t, screen(f))
	fr.Go(route.Route{Screen: route.Inbox})
	list := fr.Env.Find("inbox.list").(*kit.List)
	list.Select(1203)
	if list.Selected() != 1203 {
		t.Errorf("row %d selected, want the last", list.Selected())
	}
}

func TestShots(t *testing.T) {
	shelltest.Shots(t, "02-eingang", func() []nav.Screen { return []nav.Screen{screen(&inboxtest.Fake{List: inboxtest.Full()})} },
		route.Route{Screen: route.Inbox}, nil, "inbox.list", "inbox.primary")
	shelltest.Shots(t, "02-eingang-leer", func() []nav.Screen { return []nav.Screen{screen(&inboxtest.Fake{})} },
		route.Route{Screen: route.Inbox}, nil, "inbox.empty.open")
	shelltest.Shots(t, "02-eingang-fehler", func() []nav.Screen {
		return []nav.Screen{screen(&inboxtest.Fake{List: inboxtest.Full(),
			Fault: failure.New(failure.Refused, "open",
				wording.Plain("Ein Dateiname führt aus dem Ordner hinaus (../../start.bat). Es wurde nichts entpackt. Bitte bei der Stelle nachfragen."))})}
	}, route.Route{Screen: route.Inbox}, func(f *shelltest.Frame) { f.Shell.Drop([]string{"/x"}) }, "inbox.fault.close")
	shelltest.Shots(t, "02-eingang-blatt", func() []nav.Screen { return []nav.Screen{screen(&inboxtest.Fake{List: inboxtest.Full()})} },
		route.Route{Screen: route.Inbox, Filter: "open"}, nil)
}

// A drop that contradicts itself is asked about in a sheet before anything is taken in;
// what was taken in can be taken back.
func TestProposal(t *testing.T) {
	f := &inboxtest.Fake{List: inboxtest.Full(), Added: model.Added{Open: []model.Proposal{{Source: "/drop",
		Sentence: "0503 zu Verfahren 1 und 2.", Pieces: []model.Piece{
			{Name: "a.zip", What: "0503", Goals: []model.Goal{{Label: "neu"}, {To: "-", Label: "nicht"}}}}}}}}
	fr := shelltest.Open(t, screen(f))
	fr.Go(route.Route{Screen: route.Inbox})
	fr.Shell.Drop([]string{"/drop"})
	fr.Run.Drain()
	if fr.Env.Open() == nil || slices.Contains(f.Did, "take /drop") {
		t.Fatalf("did %v, want a sheet and nothing taken", f.Did)
	}
	fr.Tap(t, "inbox.proposal.0.1")
	fr.Tap(t, "inbox.proposal.take")
	if !slices.Contains(f.Did, "take /drop-") || fr.Env.Open() != nil {
		t.Errorf("did %v, want the drop taken as chosen", f.Did)
	}
	fr.Tap(t, "toast.undo")
	if !slices.Contains(f.Did, "undo [n1]") {
		t.Errorf("did %v, want it taken back", f.Did)
	}
}

// A drop whose sheet is closed lies where it lay, by Esc as by the button: it does not come
// back before the next one.
func TestProposal_ClosedIsLeft(t *testing.T) {
	for _, way := range []string{"sheet.close", "inbox.proposal.later"} {
		f := &inboxtest.Fake{List: inboxtest.Full(), Added: model.Added{Open: []model.Proposal{
			{Source: "/one", Sentence: "Eins."}, {Source: "/two", Sentence: "Zwei."}}}}
		fr := shelltest.Open(t, screen(f))
		fr.Go(route.Route{Screen: route.Inbox})
		fr.Shell.Drop([]string{"/one", "/two"})
		fr.Run.Drain()
		fr.Tap(t, way)
		if fr.Env.Open() == nil {
			t.Fatalf("%s: the second drop is not asked about", way)
		}
		fr.Tap(t, way)
		if fr.Env.Open() != nil {
			t.Errorf("%s: a drop that was left is asked about again", way)
		}
		if taken := slices.ContainsFunc(f.Did, func(s string) bool { return strings.HasPrefix(s, "take") }); taken {
			t.Errorf("%s: did %v, want nothing taken", way, f.Did)
		}
	}
}
