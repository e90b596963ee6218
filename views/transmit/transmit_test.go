package transmit_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"laufzettel/views/kit"
	"laufzettel/views/nav"
	"laufzettel/views/present/presenttest"
	"laufzettel/views/shell/shelltest"
	"laufzettel/views/transmit"
	"laufzettel/views/transmit/model"
)

type fake struct {
	state   model.State
	err     error
	fault   error
	verdict model.Verdict
	did     []string
}

func (f *fake) Transmit(context.Context) (model.State, error) { return f.state, f.err }
func (f *fake) History(_ context.Context, id string) ([]model.Line, error) {
	return []model.Line{{At: at(16, 17, 40), Text: "auf diesem Gerät abgeschlossen: " + id}, {At: at(17, 8, 15), Text: "gesendet, 88 übernommen"}}, nil
}
func (f *fake) note(s string) error                       { f.did = append(f.did, s); return f.fault }
func (f *fake) Hold(_ context.Context, id string) error   { return f.note("hold " + id) }
func (f *fake) Retry(_ context.Context, id string) error  { return f.note("retry " + id) }
func (f *fake) Cancel(_ context.Context, id string) error { return f.note("cancel " + id) }
func (f *fake) Renumber(_ context.Context, id string, all bool) error {
	return f.note(fmt.Sprintf("renumber %s %v", id, all))
}
func (f *fake) Reply(_ context.Context, id, code, to string) error {
	return f.note("reply " + id + " " + code + " " + to)
}
func (f *fake) AddPlan(_ context.Context, p model.NewPlan) error {
	return f.note("plan " + p.Link + " " + p.Digest + " " + p.Every + " " + p.First)
}
func (f *fake) ActPlan(_ context.Context, id string, act model.PlanAct) error {
	return f.note("plan " + string(act) + " " + id)
}
func (f *fake) ReportDeletion(_ context.Context, id, note string) error {
	return f.note("deleted " + id + " " + note)
}
func (f *fake) Subscribe(func()) func()               { return func() {} }
func (f *fake) Fetch(context.Context) (string, error) { return "2 Schreiben", f.note("fetch") }
func (f *fake) HoldAll(_ context.Context, hold bool) error {
	f.state.Held = hold
	return f.note("all")
}
func (f *fake) Verify(_ context.Context, what string) (model.Verdict, error) {
	return f.verdict, f.note("verify " + what)
}

func at(day, hour, minute int) time.Time {
	return time.Date(2026, 11, day, hour, minute, 0, 0, time.UTC)
}

func full() model.State {
	return model.State{
		Cells: []model.Cell{{State: "ok", Icon: "ok", Title: "Kanal verbunden", Detail: "archiv.musterland.example"}, {Icon: "key", Title: "Schlüssel bestätigt", Detail: "SHA256 3fa2 c81d 90be", Mono: true},
			{Icon: "clock", Title: "Uhr stimmt", Detail: "Abweichung 0,4 s"}, {Icon: "receipt", Title: "2 Quittungen offen", Detail: "61 geprüft und abgelegt"}},
		Jobs: []model.Job{
			{ID: "s3", Direction: model.Up, Name: "Sterberegister 1995, Paket 3 von 5", Answer: "LAM 14/S-1995-003 · 11,4 MB/s · 72 %", State: model.Sending, Done: 1_900_000_000, Total: 2_600_000_000, Left: time.Minute},
			{ID: "s4", Direction: model.Up, Name: "Sterberegister 1995, Paket 4 von 5", Answer: "LAM 14/S-1995-004 · 1,4 GB", State: model.Waiting},
			{ID: "w1", Direction: model.Conflict, Name: "Entscheidungen Wasserrecht 2025/07", Answer: "88 gesendet, 1 widerspricht dem Stand im Archiv", State: model.NeedsYou, Action: "Konflikt lösen", Target: model.Target{Screen: "appraise", ID: "w1"}},
			{ID: "a1", Direction: model.Down, Name: "Arbeitsliste Jagdwesen 2026/02", Answer: "64 Vorgänge, 1.020 Dokumente · heute 09:58", State: model.Done},
			{ID: "g1", Direction: model.Up, Name: "Gesetz über die Wasserwege", Answer: "Archiv bittet um Aufschub bis 11:15, Versuch 2", State: model.Paused},
			{ID: "h1", Direction: model.Up, Name: "Handelsregister Löschungen 2015", Answer: "Kontingent erschöpft: 12 MB zu viel. Bisher gesendet bleibt erhalten", State: model.NeedsAdmin},
			{ID: "d1", Direction: model.Up, Name: "Eheregister 1943, Paket 1 von 1", Answer: "Das Paket auf diesem Gerät weicht von seiner Prüfsumme ab", State: model.Damaged},
		},
		Receipts: []model.Receipt{{ID: "r1", At: at(17, 10, 31), Package: "LAM 14/S-1995-002", Digest: "9c41 … 7be0", Verdict: "ok"}, {ID: "r2", At: at(17, 10, 22), Package: "LAM 14/S-1995-001", Digest: "2ab7 … d304", Verdict: "ok"},
			{ID: "r3", At: at(16, 17, 5), Package: "LAM 12/66-0031-02", Digest: "e5f8 … 19aa", Verdict: "open"}, {ID: "r4", At: at(16, 17, 4), Package: "LAM 12/66-0031-01", Digest: "71d3 … 5c0f", Verdict: "failed"}},
		Replies: []model.Reply{{ID: "P1", Code: "0507", Title: "0507 Empfang der Aussonderung, Bauakten", To: "Amt Musterstadt"}, {ID: "A1", Code: "clearance:Erstregister", Title: "Löschfreigabe 2026/0001 als Erstregister"}},
		Clearances: []model.Clearance{
			{ID: "Z1", Title: "Sterberegister 1995, Standesamt Musterstadt", Given: 1, Of: 2, Due: true, Text: "Nicht freigegeben: Es fehlt Sicherungsregister.", Lines: []string{"Erstregister: M. Ahrens (Landesarchiv), 16.11.2026"}},
			{ID: "Z2", Title: "Briefe, Landratsamt Musterkreis", Given: 2, Of: 2, Report: true, Text: "Alle vereinbarten Löschfreigaben liegen vor. Nach dem Löschen bitte melden.", Lines: []string{"Erstregister: M. Ahrens (Landesarchiv), 16.11.2026", "Sicherungsregister: auf Papier, 17.11.2026"}},
			{ID: "Z3", Title: "Bauakten, Amt Musterstadt", Given: 1, Of: 1, Text: "Löschung gemeldet am 17.11.2026."}},
		Limit: "Bandbreite: unbegrenzt, 2 Sendungen zugleich",
	}
}

func screen(f *fake) nav.Screen { return transmit.Screen(f, nav.Archivist) }

func TestNext(t *testing.T) {
	w := presenttest.Words(t, "de")
	p := model.NewPresenter(&fake{}, &presenttest.Cranked{}, w, func() {})
	for _, tt := range []struct {
		job  model.Job
		verb model.Verb
		text string
	}{
		{model.Job{State: model.Sending}, model.DoHold, "Anhalten"},
		{model.Job{State: model.Waiting}, model.DoRetry, "Jetzt senden"},
		{model.Job{State: model.Paused}, model.DoRetry, "Jetzt senden"},
		{model.Job{State: model.NeedsAdmin}, model.DoRetry, "Erneut versuchen"},
		{model.Job{State: model.NeedsYou}, model.DoRetry, "Erneut versuchen"},
		{model.Job{State: model.NeedsYou, Renumber: true}, model.DoRenumber, "Neue Signatur …"},
		{model.Job{State: model.Waiting, Renumber: true}, model.DoRetry, "Jetzt senden"},
		{model.Job{State: model.Damaged}, model.DoRetry, "Erneut prüfen"},
		{model.Job{State: model.Done}, model.DoNothing, ""},
		{model.Job{State: model.NeedsYou, Action: "Konflikt lösen", Target: model.Target{Screen: "appraise"}}, model.DoFollow, "Konflikt lösen"},
	} {
		if v, text := model.Next(tt.job), p.Label(tt.job); v != tt.verb || text != tt.text {
			t.Errorf("%s: %q %q, want %q %q", tt.job.State, v, text, tt.verb, tt.text)
		}
	}
}

// The history of a job that was left meanwhile is not shown at another one.
func TestLateHistory(t *testing.T) {
	f, run := &fake{state: full()}, &presenttest.Cranked{}
	p := model.NewPresenter(f, run, presenttest.Words(t, "de"), func() {})
	p.Choose("s3")
	run.Work()
	late := run.Updates
	run.Updates = nil
	p.Choose("w1")
	run.Drain()
	for _, u := range late {
		u()
	}
	if got := p.History[0].Text; got != "auf diesem Gerät abgeschlossen: w1" {
		t.Errorf("shows the history %q", got)
	}
	p.Close()
	p.Choose("s4")
	run.Drain()
	if p.History != nil {
		t.Error("a closed presenter took a history")
	}
}

func TestScreen(t *testing.T) {
	f := &fake{state: full(), verdict: model.Verdict{OK: true, Text: "Die Bytes stimmen überein."}}
	fr := shelltest.Open(t, screen(f))
	fr.Go(nav.Route{Screen: nav.Transmit})
	shelltest.Walk(t, fr, "rail", "transmit.fetch", "transmit.hold", "transmit.primary", "transmit.plans", "transmit.reply", "transmit.queue", "transmit.verify", "transmit.receipts", "status.help")
	queue := fr.Env.Find("transmit.queue").(*kit.List)
	queue.Select(1)
	fr.Env.Press("Strg+Enter")
	fr.Env.Focus(queue)
	queue.TypedRune('p')
	fr.Run.Drain()
	queue.TypedKey(&fyne.KeyEvent{Name: fyne.KeyDelete})
	fr.Tap(t, "transmit.cancel.yes")
	fr.Env.Focus(fr.Env.Find("transmit.receipts").(*kit.List))
	fr.Env.TypeKey(fyne.KeyReturn)
	fr.Run.Drain()
	if want := []string{"retry s4", "all", "cancel s4", "verify r1"}; !slices.Equal(f.did, want) {
		t.Errorf("did %v, want %v", f.did, want)
	}
	fr.Tap(t, "transmit.verdict.close")
	fr.Tap(t, "transmit.reply")
	fr.Tap(t, "transmit.reply.yes")
	if got := f.did[len(f.did)-1]; got != "reply P1 0507 Amt Musterstadt" {
		t.Errorf("did %q", got)
	}
	fr.Tap(t, "transmit.clearances")
	fr.Env.Find("transmit.clearance.list").(*kit.List).Select(1)
	fr.Type(t, "transmit.clearance.note", "Laufwerk G")
	fr.Tap(t, "transmit.clearance.report")
	if got := f.did[len(f.did)-1]; got != "deleted Z2 Laufwerk G" {
		t.Errorf("did %q", got)
	}
	fr.Tap(t, "transmit.fetch")
	fr.Tap(t, "transmit.fetched.close")
	fr.Tap(t, "transmit.verify")
	fr.Type(t, "transmit.path", "/quittung.json")
	fr.Tap(t, "transmit.take")
	if f.did[len(f.did)-1] != "verify /quittung.json" {
		t.Errorf("did %v", f.did)
	}
	queue.Select(2)
	fr.Env.Press("Strg+Enter")
	if got := fr.Shell.Now(); got.Screen != nav.Appraise || got.ID != "w1" {
		t.Errorf("a conflict leads to %v", got)
	}
}

// A package whose reference code another one has gets a new one, alone or with all
// refused with it, or is sent once more as it is; nothing happens unasked (A34).
func TestRenumber(t *testing.T) {
	s := full()
	s.Jobs = append(s.Jobs, model.Job{ID: "c1", Direction: model.Up, Name: "11842/1", Answer: "trägt beim Archiv schon ein anderes Paket", State: model.NeedsYou, Renumber: true})
	f := &fake{state: s}
	fr := shelltest.Open(t, screen(f))
	fr.Go(nav.Route{Screen: nav.Transmit})
	for _, button := range []string{"one", "all", "again"} {
		before := len(f.did)
		fr.Env.Find("transmit.queue").(*kit.List).Select(len(s.Jobs) - 1)
		fr.Tap(t, "transmit.primary")
		if len(f.did) != before {
			t.Errorf("did %v before anything was chosen", f.did)
		}
		fr.Tap(t, "transmit.renumber."+button)
		fr.Run.Drain()
	}
	if want := []string{"renumber c1 false", "renumber c1 true", "retry c1"}; !slices.Equal(f.did, want) {
		t.Errorf("did %v, want %v", f.did, want)
	}
}

// One of two confirmations is no clearance: it is due, counted, and nothing can be
// reported as deleted (C8).
func TestClearances(t *testing.T) {
	f, run := &fake{state: full()}, &presenttest.Cranked{}
	p := model.NewPresenter(f, run, presenttest.Words(t, "de"), func() {})
	p.Reload()
	run.Drain()
	if p.Due() != 1 {
		t.Errorf("%d clearances are due, want 1", p.Due())
	}
	for i, want := range []struct {
		count    string
		standing model.Standing
	}{{"1 von 2", model.Awaited}, {"2 von 2", model.Reportable}, {"1 von 1", model.Given}} {
		c := p.State.Clearances[i]
		if p.Count(c) != want.count || c.Standing() != want.standing {
			t.Errorf("%s: %s %s, want %v", c.ID, p.Count(c), c.Standing(), want)
		}
		p.ReportDeletion(c, "")
		run.Drain()
	}
	if !slices.Equal(f.did, []string{"deleted Z2 "}) {
		t.Errorf("did %v", f.did)
	}
	f.fault = errors.New("offline")
	p.ReportDeletion(p.State.Clearances[1], "")
	run.Drain()
	if p.Fault == nil {
		t.Error("the fault is not shown")
	}
}

func TestShots(t *testing.T) {
	r := nav.Route{Screen: nav.Transmit}
	shelltest.Shots(t, "08-uebertragung-freigaben", func() []nav.Screen { return []nav.Screen{screen(&fake{state: full()})} }, r, func(f *shelltest.Frame) { f.Tap(t, "transmit.clearances") })
	shelltest.Shots(t, "08-uebertragung", func() []nav.Screen { return []nav.Screen{screen(&fake{state: full()})} }, r, func(f *shelltest.Frame) { f.Env.Find("transmit.queue").(*kit.List).Select(2) }, "transmit.queue", "transmit.primary")
	shelltest.Shots(t, "08-uebertragung-ohne-verbindung", func() []nav.Screen {
		s := full()
		s.Offline, s.Held = at(17, 8, 15), true
		return []nav.Screen{screen(&fake{state: s})}
	}, r, nil, "transmit.offline.retry")
	shelltest.Shots(t, "08-uebertragung-quittung", func() []nav.Screen {
		return []nav.Screen{screen(&fake{state: full(), verdict: model.Verdict{Text: "Das Paket gilt nicht als übernommen. Bitte nichts löschen und das Archiv verständigen."}})}
	}, r, func(f *shelltest.Frame) {
		l := f.Env.Find("transmit.receipts").(*kit.List)
		l.Select(3)
		l.OnOpen(3)
	}, "transmit.primary")
	shelltest.Shots(t, "08-uebertragung-leer", func() []nav.Screen { return []nav.Screen{screen(&fake{})} }, r, nil, "transmit.hold")
	shelltest.Shots(t, "08-uebertragung-fehler", func() []nav.Screen { return []nav.Screen{screen(&fake{err: errors.New("database is locked")})} }, r, nil, "transmit.retry")
}

// Plans are entered, run, paused, resumed and removed in their sheet; what is
// refused is told there and what was typed stays.
func TestPlans(t *testing.T) {
	s := full()
	s.Plans = []model.Plan{{ID: "1", Name: "export.zip", Told: "alle 1d · nächster Lauf heute 22:00 · noch nicht gelaufen"}, {ID: "2", Name: "liste.csv", Told: "alle 1w · ausgesetzt", Paused: true}}
	f := &fake{state: s}
	fr := shelltest.Open(t, screen(f))
	fr.Go(nav.Route{Screen: nav.Transmit})
	fr.Tap(t, "transmit.plans")
	fr.Tap(t, "transmit.plans.run")
	fr.Tap(t, "transmit.plans.pause")
	fr.Env.Find("transmit.plans.list").(*kit.List).Select(1)
	fr.Tap(t, "transmit.plans.pause") // it says resume now
	fr.Tap(t, "transmit.plans.remove")
	f.fault = errors.New("kein Abstand")
	fr.Type(t, "transmit.plans.link", "https://amt.example/x.zip")
	fr.Type(t, "transmit.plans.digest", "https://amt.example/x.zip.sha256")
	fr.Tap(t, "transmit.plans.add")
	if got := fr.Env.Find("transmit.plans.link").(*kit.Entry).Text; got == "" {
		t.Error("what was typed is gone after a refusal")
	}
	f.fault = nil
	fr.Env.Press("Strg+Enter")
	fr.Run.Drain()
	if got := fr.Env.Find("transmit.plans.link").(*kit.Entry).Text; got != "" {
		t.Errorf("after it was taken the field holds %q", got)
	}
	add := "plan https://amt.example/x.zip https://amt.example/x.zip.sha256 1d "
	if want := []string{"plan run 1", "plan pause 1", "plan resume 2", "plan remove 2", add, add}; !slices.Equal(f.did, want) {
		t.Errorf("did %q, want %q", f.did, want)
	}
	shelltest.Shots(t, "08-uebertragung-abholplaene", func() []nav.Screen { return []nav.Screen{screen(&fake{state: s})} }, nav.Route{Screen: nav.Transmit},
		func(f *shelltest.Frame) { f.Tap(t, "transmit.plans") }, "transmit.plans.add", "transmit.plans.list")
}
