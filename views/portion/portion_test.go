package portion_test

import (
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"laufzettel/views/portion/portiontest"

	"laufzettel/transfer"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
	"laufzettel/views/kit"
	"laufzettel/views/kit/kittest"
	"laufzettel/views/nav"
	"laufzettel/views/portion"
	"laufzettel/views/portion/model"
	"laufzettel/views/route"
	"laufzettel/views/shell/shelltest"
)

func screen(f *portiontest.Fake) nav.Screen { return portion.Screen(f, route.Archivist) }

func TestScreenDecides(t *testing.T) {
	d := portiontest.Full()
	d.Next = model.DoReturn
	d.State = "checked"
	f := &portiontest.Fake{ByID: map[string]model.Detail{"p1": d}}
	fr := shelltest.Open(t, screen(f))
	fr.Go(route.Route{Screen: route.Portion, ID: "p1"})
	shelltest.Walk(t, fr, "rail", "portion.recheck", "portion.report", "portion.primary", "portion.tabs.0", "portion.filter.all",
		"portion.way.exception", "portion.finding.0", "status.help")

	fr.Tap(t, "portion.way.exception")
	fr.Tap(t, "portion.reason.take")
	if len(f.Did) != 0 || fr.Env.Open() == nil {
		t.Fatalf("an exception without a reason was made: %v", f.Did)
	}
	fr.Type(t, "portion.reason", "Wegfall mit der Stelle vereinbart")
	fr.Env.Press("Strg+Umschalt+Enter")
	fr.Run.Drain()
	if want := []model.Action{{Verb: model.DoException, Text: "Wegfall mit der Stelle vereinbart"}}; !reflect.DeepEqual(f.Did, want) {
		t.Errorf("did %v, want %v", f.Did, want)
	}
	f.Did = nil
	fr.Env.Press("Strg+Enter")
	fr.Run.Drain()
	if fr.Env.Open() == nil {
		t.Fatal("no letter is shown")
	}
	fr.Env.Press("Strg+Enter") // the key that opened the sheet returns nothing
	fr.Run.Drain()
	if len(f.Did) != 0 || fr.Env.Open() == nil {
		t.Fatalf("the key of the next step pressed twice did %v", f.Did)
	}
	if n := len(f.Opened); n == 0 || !strings.HasPrefix(f.Opened[n-1], "draft Nachforderung") {
		t.Errorf("the letter is not seen before it is signed: %v", f.Opened)
	}
	fr.Type(t, "portion.letter.subject", "!")
	fr.Tap(t, "portion.letter.aside.PLA-001")
	fr.Tap(t, "portion.letter.cause.VOL-001")
	if last := f.Opened[len(f.Opened)-1]; !strings.Contains(last, "!") {
		t.Errorf("the page shows %q, not what was typed last", last)
	}
	fr.Tap(t, "portion.letter.take")
	if len(f.Did) != 1 || f.Did[0].Verb != model.DoReturn || !strings.Contains(f.Did[0].Text, "FIX-002") ||
		!strings.Contains(f.Did[0].Subject, "!") || f.Did[0].Mention != "PLA-001" || !slices.Equal(f.Did[0].Leave, []string{"VOL-001"}) {
		t.Errorf("did %v, want the return with the edited letter", f.Did)
	}
	for i := range 5 {
		fr.Env.Press("Strg+" + string(rune('1'+i)))
		fr.Run.Drain()
	}
	fr.Env.Press("Strg+1")
	fr.Env.Focus(fr.Env.Find("portion.finding.2").(*kit.FindingCard))
	fr.Env.Press("Strg+C")
	if got := fr.App.Clipboard().Content(); !strings.HasPrefix(got, "Fehler FMT-003") {
		t.Errorf("copied %q", got)
	}
}

// What is chosen in Dateien, Nachrichten and Befunde is seen in the one page view beside
// it; Esc closes the view and the focus is in the list again.
func TestLooks(t *testing.T) {
	d := portiontest.Full()
	d.Messages[0].Key = "file:m.xml"
	d.Findings = append(d.Findings, portiontest.Find("XDO-009", "error", "Datum unglaubhaft", "nachricht.xml, Zeile 2"))
	f := &portiontest.Fake{ByID: map[string]model.Detail{"p1": d}}
	fr := shelltest.Open(t, screen(f))
	fr.Go(route.Route{Screen: route.Portion, ID: "p1"})
	for _, tt := range []struct {
		tab, region, opened string
	}{{"Strg+2", "portion.files", "file content/63.2-0147/000000_Bescheid.pdf"}, {"Strg+4", "portion.messages", "message file:m.xml"}} {
		fr.Env.Press(tt.tab)
		fr.Run.Drain()
		list := fr.Env.Find(tt.region).(*kit.List)
		list.Select(0)
		list.OnOpen(0)
		fr.Run.Drain()
		if n := len(f.Opened); n == 0 || f.Opened[n-1] != tt.opened {
			t.Errorf("%s opened %v, want %s", tt.tab, f.Opened, tt.opened)
		}
		if !shown(fr) {
			t.Errorf("%s: the page view is not beside the list", tt.tab)
		}
		fr.Env.Press("Esc")
		fr.Run.Drain()
		if shown(fr) || fr.Shell.Now().Screen != route.Portion || fr.Env.Focused() == nil {
			t.Errorf("%s: Esc did not close the view alone", tt.tab)
		}
	}
	if len(f.Did) != 0 {
		t.Errorf("looking did %v", f.Did)
	}
}

// The keys go through the messages while one is looked at, and what is drawn anew meanwhile
// takes nobody back to the first.
func TestLooks_GoThroughTheMessages(t *testing.T) {
	d := portiontest.Full()
	d.Messages = []model.Message{{At: portiontest.At(17, 9, 12), Kind: "Aussonderung", File: "m.xml", Key: "file:m.xml"},
		{At: portiontest.At(17, 10, 0), Kind: "Eingangsbestätigung", File: "ein.pdf", Key: "own:ein"},
		{At: portiontest.At(17, 11, 0), Kind: "Nachforderung", File: "n.pdf", Key: "own:n", Claim: true}}
	f := &portiontest.Fake{ByID: map[string]model.Detail{"p1": d}}
	fr := shelltest.Open(t, screen(f))
	fr.Go(route.Route{Screen: route.Portion, ID: "p1"})
	list := func() *kit.List { return fr.Env.Find("portion.messages").(*kit.List) }
	fr.Env.Press("Strg+4")
	fr.Run.Drain()
	for _, tt := range []struct {
		does string
		do   func()
		row  int
		last string
	}{
		{"Enter", func() { list().OnOpen(0) }, 0, "message file:m.xml"},
		{"Pfeil ab", func() { list().TypedKey(&fyne.KeyEvent{Name: fyne.KeyDown}) }, 1, "message own:ein"},
		{"Pfeil ab again", func() { list().TypedKey(&fyne.KeyEvent{Name: fyne.KeyDown}) }, 2, "message own:n"},
		{"a change of the workspace", f.Changed, 2, "message own:n"},
		{"Pfeil auf", func() { list().TypedKey(&fyne.KeyEvent{Name: fyne.KeyUp}) }, 1, "message own:n"}, // the second is still open
	} {
		tt.do()
		fr.Run.Drain()
		if got := list().Selected(); got != tt.row || f.Opened[len(f.Opened)-1] != tt.last {
			t.Errorf("%s: row %d, seen %v, want row %d and %s", tt.does, got, f.Opened, tt.row, tt.last)
		}
	}
}

// A file that did not come is not offered to be opened: the list that names it is, where there
// is one.
func TestFindings_OpenWhatIsThere(t *testing.T) {
	missing := func(path, spot string, nowhere bool) model.Finding {
		x := portiontest.Find("VOL-001", "error", "Nicht geliefert", path)
		x.Spot, x.Nowhere = spot, nowhere
		return x
	}
	for _, tt := range []struct {
		name   string
		find   []model.Finding
		links  int
		opened string // by the last place of the card
	}{
		{"named in a list", []model.Finding{missing("a.pdf, genannt in Zeile 238", "m.xml, Zeile 238", false)}, 1, "file m.xml, Zeile 238"},
		{"named nowhere", []model.Finding{missing("a.pdf", "", true)}, 0, ""},
		{"a file that came", []model.Finding{portiontest.Find("FMT-002", "error", "Endung", "b.pdf")}, 1, "file b.pdf"},
		{"one of each", []model.Finding{missing("a.pdf", "", true), missing("c.pdf, genannt in Zeile 2", "m.xml, Zeile 2", false)}, 1,
			"file m.xml, Zeile 2"},
	} {
		d := portiontest.Full()
		d.Findings = tt.find
		f := &portiontest.Fake{ByID: map[string]model.Detail{"p1": d}}
		fr := shelltest.Open(t, screen(f))
		fr.Go(route.Route{Screen: route.Portion, ID: "p1"})
		links := places(fr.Env.Find("portion.finding.0").(*kit.FindingCard))
		if len(links) != tt.links {
			t.Errorf("%s: %d links, want %d", tt.name, len(links), tt.links)
			continue
		}
		if tt.links > 0 {
			links[len(links)-1].Tapped(nil)
			fr.Run.Drain()
			if got := f.Opened[len(f.Opened)-1]; got != tt.opened {
				t.Errorf("%s: opened %s, want %s", tt.name, got, tt.opened)
			}
		}
	}
}

// places are the links of a card that open a place.
func places(o fyne.CanvasObject) (out []*kit.Button) {
	if b, ok := o.(*kit.Button); ok && b.AccessibilityLabel() == "Stelle öffnen" {
		return []*kit.Button{b}
	}
	for _, x := range kit.Inside(o) {
		out = append(out, places(x)...)
	}
	return out
}

// Once the letter of a return is made, it is what is looked at, and its ways out stand there.
func TestReturn_ShowsItsLetter(t *testing.T) {
	d := portiontest.Full()
	d.State, d.Next = "checked", model.DoReturn
	d.Messages[0].Key = "file:m.xml"
	f := &portiontest.Fake{ByID: map[string]model.Detail{"p1": d}}
	fr := shelltest.Open(t, screen(f))
	fr.Go(route.Route{Screen: route.Portion, ID: "p1"})
	fr.Env.Press("Strg+Enter")
	fr.Run.Drain()
	d.State, d.Next = "returned", model.DoReopen
	d.Messages = append(d.Messages, model.Message{At: portiontest.At(17, 9, 31), Kind: "Nachforderung", File: "n.pdf", Key: "own:n",
		Claim: true})
	f.ByID["p1"] = d
	fr.Tap(t, "portion.letter.take")
	f.Changed()
	fr.Run.Drain()
	if last := f.Opened[len(f.Opened)-1]; last != "message own:n" {
		t.Errorf("the page shows %s, want the letter", last)
	}
	if list := fr.Env.Find("portion.messages").(*kit.List); list.Selected() != 1 {
		t.Errorf("row %d is selected, want the one of the letter", list.Selected())
	}
	if said := strings.Join(kittest.Heard(fr.Shell.Object()), "\n"); !strings.Contains(said, "Im Mailprogramm öffnen") {
		t.Errorf("no way out for the letter: %s", said)
	}
}

// shown tells whether the page view stands on the screen.
func shown(fr *shelltest.Frame) bool {
	return strings.Contains(strings.Join(kittest.Heard(fr.Shell.Object()), "\n"), "Ansicht schließen")
}

// A fault of an act stays on the page until it is understood.
func TestFaultStays(t *testing.T) {
	d := portiontest.Full()
	d.State = "packaged"
	f := &portiontest.Fake{ByID: map[string]model.Detail{"p1": d},
		Fault: failure.New(failure.Setup, "send", wording.Plain("Zu wenig Platz auf D:. Nichts ging verloren."))}
	fr := shelltest.Open(t, screen(f))
	fr.Go(route.Route{Screen: route.Portion, ID: "p1"})
	fr.Env.Press("Strg+Enter")
	fr.Run.Drain()
	fr.Tap(t, "portion.fault.close")
	if err := fr.Env.Tap("portion.primary"); err != nil {
		t.Errorf("the primary button stays dead: %v", err)
	}
}

func TestShots(t *testing.T) {
	route := route.Route{Screen: route.Portion, ID: "p1"}
	with := func(change func(*model.Detail)) func() []nav.Screen {
		return func() []nav.Screen {
			d := portiontest.Full()
			if change != nil {
				change(&d)
			}
			return []nav.Screen{screen(&portiontest.Fake{ByID: map[string]model.Detail{"p1": d}})}
		}
	}
	shelltest.Shots(t, "03-portion", with(nil), route, nil, "portion.primary", "portion.finding.0")
	shelltest.Shots(t, "03-portion-dateien", with(nil), route, func(f *shelltest.Frame) { f.Env.Press("Strg+2") }, "portion.files")
	shelltest.Shots(t, "03-portion-inhalt", with(nil), route, func(f *shelltest.Frame) { f.Env.Press("Strg+3") }, "portion.tree")
	shelltest.Shots(t, "03-portion-brief", with(nil), route, func(f *shelltest.Frame) { f.Env.Press("Strg+Enter") })
	shelltest.Shots(t, "03-portion-prueft", with(func(d *model.Detail) {
		d.State, d.Checked = "recognised", false
		d.Running = &model.Running{Phase: "Prüfsummen und Formate", At: 2, Of: 4, Done: 68412, Total: 120336, Rate: 512,
			Left: 100 * time.Second}
	}), route, nil, "portion.progress.cancel")
	shelltest.Shots(t, "03-portion-ohne", with(func(d *model.Detail) { d.State, d.Findings = "checked", nil }), route, nil,
		"portion.primary")
	shelltest.Shots(t, "03-portion-fehler", func() []nav.Screen {
		return []nav.Screen{screen(&portiontest.Fake{Err: errors.New("database is locked")})}
	}, route, nil, "portion.retry")
}

// A wrong intake is taken back with reason and place of the medium, and not by the key that
// opened the sheet; an offer that would be left empty may go with it. What somebody accepted
// is not discarded.
func TestDiscard(t *testing.T) {
	for _, tt := range []struct {
		name, offer string
		state       transfer.State
		tap         string
		want        []model.Action
	}{
		{"checked", "", "checked", "portion.take.discard", []model.Action{{Verb: model.DoDiscard, Text: "falsch", Subject: "beim Amt"}}},
		{"arrived with an offer", "2026/0001", "arrived", "portion.take.withdraw",
			[]model.Action{{Verb: model.DoWithdraw, Text: "falsch", Subject: "beim Amt"}}},
		{"the delivery alone", "2026/0001", "arrived", "portion.take.discard",
			[]model.Action{{Verb: model.DoDiscard, Text: "falsch", Subject: "beim Amt"}}},
		{"accepted", "", "accepted", "", nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			d := portiontest.Full()
			d.State, d.Offer, d.Running = tt.state, tt.offer, nil
			f := &portiontest.Fake{ByID: map[string]model.Detail{"p1": d}}
			fr := shelltest.Open(t, screen(f))
			fr.Go(route.Route{Screen: route.Portion, ID: "p1"})
			fr.Env.Press("Strg+Entf")
			if tt.want == nil {
				if fr.Env.Open() != nil {
					t.Error("a sheet is opened that must refuse")
				}
				return
			}
			fr.Type(t, "portion.discard.reason", "falsch")
			fr.Tap(t, tt.tap)
			if len(f.Did) != 0 || fr.Env.Open() == nil {
				t.Fatalf("without the place of the medium: %v", f.Did)
			}
			fr.Type(t, "portion.discard.medium", "beim Amt")
			fr.Env.Press("Strg+Entf")
			if len(f.Did) != 0 {
				t.Fatalf("the key that opened it did %v", f.Did)
			}
			fr.Tap(t, tt.tap)
			fr.Run.Drain()
			if !reflect.DeepEqual(f.Did, tt.want) {
				t.Errorf("did %v, want %v", f.Did, tt.want)
			}
		})
	}
}
