package transmit_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"laufzettel/views/transmit/transmittest"

	"fyne.io/fyne/v2"

	"laufzettel/views/kit"
	"laufzettel/views/kit/kittest"
	"laufzettel/views/nav"
	"laufzettel/views/route"
	"laufzettel/views/shell/shelltest"
	"laufzettel/views/transmit"
	"laufzettel/views/transmit/model"
)

func screen(f *transmittest.Fake) nav.Screen { return transmit.Screen(f, route.Archivist) }

func TestScreen(t *testing.T) {
	f := &transmittest.Fake{State: transmittest.Full(), Verdict: model.Verdict{OK: true, Text: "Die Bytes stimmen überein."}}
	fr := shelltest.Open(t, screen(f))
	fr.Go(route.Route{Screen: route.Transmit})
	shelltest.Walk(t, fr, "rail", "transmit.fetch", "transmit.hold", "transmit.primary", "transmit.plans", "transmit.reply",
		"transmit.queue", "transmit.verify", "transmit.receipts", "status.help")
	queue := fr.Env.Find("transmit.queue").(*kit.List)
	queue.Select(4) // s4: what is damaged, needs somebody or is sent stands above
	fr.Env.Press("Strg+Enter")
	fr.Env.Focus(queue)
	queue.TypedRune('p')
	fr.Run.Drain()
	queue.TypedKey(&fyne.KeyEvent{Name: fyne.KeyDelete})
	fr.Tap(t, "transmit.cancel.yes")
	fr.Env.Focus(fr.Env.Find("transmit.receipts").(*kit.List))
	fr.Env.TypeKey(fyne.KeyReturn)
	fr.Run.Drain()
	if want := []string{"retry s4", "all", "cancel s4", "verify r1"}; !slices.Equal(f.Did, want) {
		t.Errorf("did %v, want %v", f.Did, want)
	}
	fr.Tap(t, "transmit.verdict.close")
	fr.Tap(t, "transmit.reply")
	fr.Tap(t, "transmit.reply.yes")
	if got := f.Did[len(f.Did)-1]; got != "reply P1 0507 Amt Musterstadt" {
		t.Errorf("did %q", got)
	}
	fr.Tap(t, "transmit.clearances")
	fr.Env.Find("transmit.clearance.list").(*kit.List).Select(1)
	fr.Type(t, "transmit.clearance.note", "Laufwerk G")
	fr.Tap(t, "transmit.clearance.report")
	if got := f.Did[len(f.Did)-1]; got != "deleted Z2 Laufwerk G" {
		t.Errorf("did %q", got)
	}
	fr.Tap(t, "transmit.fetch")
	fr.Tap(t, "transmit.fetched.close")
	fr.Tap(t, "transmit.verify")
	fr.Type(t, "transmit.path", "/quittung.json")
	fr.Tap(t, "transmit.take")
	if f.Did[len(f.Did)-1] != "verify /quittung.json" {
		t.Errorf("did %v", f.Did)
	}
	queue.Select(1)
	fr.Env.Press("Strg+Enter")
	if got := fr.Shell.Now(); got.Screen != route.Appraise || got.ID != "w1" {
		t.Errorf("a conflict leads to %v", got)
	}
}

// What stands above the verdict of a receipt says whether anything was compared with it (S12).
func TestS12_TheTitleOfAVerdict(t *testing.T) {
	for _, tt := range []struct {
		verdict     model.Verdict
		title, tone string
	}{
		{model.Verdict{OK: true}, "Die Quittung gilt", "ok"},
		{model.Verdict{OK: true, Missing: true}, "Quittung ist unterschrieben, aber nicht verglichen", "warning"},
		{model.Verdict{Missing: true}, "Quittung passt nicht zum Gesendeten", "error"},
		{model.Verdict{}, "Quittung passt nicht zum Gesendeten", "error"},
	} {
		fr := shelltest.Open(t, screen(&transmittest.Fake{State: transmittest.Full(), Verdict: tt.verdict}))
		fr.Go(route.Route{Screen: route.Transmit})
		fr.Env.Focus(fr.Env.Find("transmit.receipts").(*kit.List))
		fr.Env.TypeKey(fyne.KeyReturn)
		fr.Run.Drain()
		if heard := strings.Join(kittest.Heard(fr.Env.Find("transmit.verdict")), "\n"); !strings.Contains(heard, tt.title) {
			t.Errorf("%+v is told as %q, want %q", tt.verdict, heard, tt.title)
		}
		if _, tone := tt.verdict.Heading(); string(tone) != tt.tone {
			t.Errorf("%+v has the tone %s, want %s", tt.verdict, tone, tt.tone)
		}
	}
}

// A package whose reference code another one has gets a new one, alone or with all
// refused with it, or is sent once more as it is; nothing happens unasked (A34).
func TestRenumber(t *testing.T) {
	s := transmittest.Full()
	s.Jobs = append(s.Jobs, model.Job{ID: "c1", Direction: model.Up, Name: "11842/1", Answer: "trägt beim Archiv schon ein anderes Paket",
		State: model.NeedsYou, Renumber: true})
	f := &transmittest.Fake{State: s}
	fr := shelltest.Open(t, screen(f))
	fr.Go(route.Route{Screen: route.Transmit})
	for _, button := range []string{"one", "all", "again"} {
		before := len(f.Did)
		fr.Env.Find("transmit.queue").(*kit.List).Select(3) // behind the others that need somebody
		fr.Tap(t, "transmit.primary")
		if len(f.Did) != before {
			t.Errorf("did %v before anything was chosen", f.Did)
		}
		fr.Tap(t, "transmit.renumber."+button)
		fr.Run.Drain()
	}
	if want := []string{"renumber c1 false", "renumber c1 true", "retry c1"}; !slices.Equal(f.Did, want) {
		t.Errorf("did %v, want %v", f.Did, want)
	}
}

func TestShots(t *testing.T) {
	r := route.Route{Screen: route.Transmit}
	shelltest.Shots(t, "08-uebertragung-freigaben",
		func() []nav.Screen { return []nav.Screen{screen(&transmittest.Fake{State: transmittest.Full()})} }, r,
		func(f *shelltest.Frame) { f.Tap(t, "transmit.clearances") })
	shelltest.Shots(t, "08-uebertragung",
		func() []nav.Screen { return []nav.Screen{screen(&transmittest.Fake{State: transmittest.Full()})} }, r,
		func(f *shelltest.Frame) { f.Env.Find("transmit.queue").(*kit.List).Select(2) }, "transmit.queue", "transmit.primary")
	shelltest.Shots(t, "08-uebertragung-ohne-verbindung", func() []nav.Screen {
		s := transmittest.Full()
		s.Offline, s.Held = transmittest.At(17, 8, 15), true
		return []nav.Screen{screen(&transmittest.Fake{State: s})}
	}, r, nil, "transmit.offline.retry")
	shelltest.Shots(t, "08-uebertragung-quittung", func() []nav.Screen {
		return []nav.Screen{screen(&transmittest.Fake{State: transmittest.Full(),
			Verdict: model.Verdict{Text: "Das Paket gilt nicht als übernommen. Bitte nichts löschen und das Archiv verständigen."}})}
	}, r, func(f *shelltest.Frame) {
		l := f.Env.Find("transmit.receipts").(*kit.List)
		l.Select(3)
		l.OnOpen(3)
	}, "transmit.primary")
	shelltest.Shots(t, "08-uebertragung-leer", func() []nav.Screen { return []nav.Screen{screen(&transmittest.Fake{})} }, r, nil,
		"transmit.hold")
	shelltest.Shots(t, "08-uebertragung-fehler", func() []nav.Screen {
		return []nav.Screen{screen(&transmittest.Fake{Err: errors.New("database is locked")})}
	}, r, nil, "transmit.retry")
}

// Plans are entered, run, paused, resumed and removed in their sheet; what is
// refused is told there and what was typed stays.
func TestPlans(t *testing.T) {
	s := transmittest.Full()
	s.Plans = []model.Plan{{ID: "1", Name: "export.zip", Told: "alle 1d · nächster Lauf heute 22:00 · noch nicht gelaufen"},
		{ID: "2", Name: "liste.csv", Told: "alle 1w · ausgesetzt", Paused: true}}
	f := &transmittest.Fake{State: s}
	fr := shelltest.Open(t, screen(f))
	fr.Go(route.Route{Screen: route.Transmit})
	fr.Tap(t, "transmit.plans")
	fr.Tap(t, "transmit.plans.run")
	fr.Tap(t, "transmit.plans.pause")
	fr.Env.Find("transmit.plans.list").(*kit.List).Select(1)
	fr.Tap(t, "transmit.plans.pause") // it says resume now
	fr.Tap(t, "transmit.plans.remove")
	f.Fault = errors.New("kein Abstand")
	fr.Type(t, "transmit.plans.link", "https://amt.example/x.zip")
	fr.Type(t, "transmit.plans.digest", "https://amt.example/x.zip.sha256")
	fr.Tap(t, "transmit.plans.add")
	if got := fr.Env.Find("transmit.plans.link").(*kit.Entry).Text; got == "" {
		t.Error("what was typed is gone after a refusal")
	}
	f.Fault = nil
	fr.Env.Press("Strg+Enter")
	fr.Run.Drain()
	if got := fr.Env.Find("transmit.plans.link").(*kit.Entry).Text; got != "" {
		t.Errorf("after it was taken the field holds %q", got)
	}
	add := "plan https://amt.example/x.zip https://amt.example/x.zip.sha256 1d "
	if want := []string{"plan run 1", "plan pause 1", "plan resume 2", "plan remove 2", add, add}; !slices.Equal(f.Did, want) {
		t.Errorf("did %q, want %q", f.Did, want)
	}
	shelltest.Shots(t, "08-uebertragung-abholplaene", func() []nav.Screen { return []nav.Screen{screen(&transmittest.Fake{State: s})} },
		route.Route{Screen: route.Transmit},
		func(f *shelltest.Frame) { f.Tap(t, "transmit.plans") }, "transmit.plans.add", "transmit.plans.list")
}
