package overview_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"laufzettel/transfer"
	"laufzettel/transfer/check"
	"laufzettel/transfer/slip"
	"laufzettel/views/nav"
	"laufzettel/views/overview"
	"laufzettel/views/overview/model"
	"laufzettel/views/present/presenttest"
	"laufzettel/views/route"
	"laufzettel/views/shell/shelltest"
)

type fake struct {
	state   model.State
	err     error
	refused error
	mails   int
	changed func()
}

func (f *fake) Overview(context.Context) (model.State, error) { return f.state, f.err }
func (f *fake) Mail(context.Context) error                    { f.mails++; return f.refused }
func (f *fake) Subscribe(changed func()) func() {
	f.changed = changed
	return func() { f.changed = nil }
}

func at(day, hour, minute int) time.Time {
	return time.Date(2026, 11, day, hour, minute, 0, 0, time.UTC)
}

func full() model.State {
	return model.State{
		Tasks: []model.Task{
			{ID: "1", Deadline: at(17, 18, 0), Timed: true, Severity: check.Error, Title: "Nachforderung an Landratsamt Musterkreis senden",
				Detail: "Aussonderung 2026/11 Bauaufsicht · zurückgewiesen, 4 Fehler", Action: "Nachforderung erstellen …",
				Target: route.Route{Screen: route.Portion, ID: "p1"}},
			{ID: "2", Deadline: at(17, 23, 59), Severity: check.Warning, Title: "Widersprüchliche Entscheidung klären",
				Detail: "Wasserrecht 2025/07 · Vorgang 66.1-0031/02 · Ahrens: A, Keller: V", Action: "Konflikt ansehen",
				Target: route.Route{Screen: route.Transmit}},
			{ID: "3", Deadline: at(20, 0, 0), Title: "Bewertung fortsetzen", Detail: "Bauaufsicht 2026/10 · 37 von 120 bewertet",
				Action: "Weiter bewerten", Target: route.Route{Screen: route.Appraise, ID: "p2"}},
			{ID: "4", Deadline: at(23, 0, 0), Title: "Archivpakete bilden",
				Detail: "Sterberegister 1995, Standesamt Beispielstadt · 1.236 Dateien", Action: "Paketieren",
				Target: route.Route{Screen: route.Portion, ID: "p3"}},
			{ID: "5", Deadline: at(30, 0, 0), Title: "Stichprobe auf Lesbarkeit", Detail: "Handelsregister 2016 · 50 von 2.318 Belegakten",
				Action: "Stichprobe öffnen", Target: route.Route{Screen: route.Reader}},
		},
		Counters: [9]int{2, 1, 3, 4, 2, 1, 2, 5, 61}, Returned: 1,
		Jobs: []model.Job{{Title: "Prüfung Umweltmessnetz", Done: 68412, Total: 120336, Left: 100 * time.Second},
			{Title: "Sendet Paket 3 von 5", Done: 1_900_000_000, Total: 2_600_000_000, Bytes: true, Rate: 11_400_000, Left: time.Minute}},
		Facts: []model.Fact{{Tone: transfer.ToneOK, Text: "Kanal verbunden, Schlüssel bestätigt"},
			{Tone: transfer.ToneOK, Text: "61 von 61 Quittungen geprüft"},
			{Tone: transfer.ToneNote, Text: "2 Quittungen stehen aus"},
			{Tone: transfer.ToneOK, Text: "Ereignisprotokoll lückenlos, 4.182 Einträge"},
			{Tone: transfer.ToneWarn, Text: "Schema xdomea 4.0.0 fehlt", Action: "Hinzufügen",
				Target: route.Route{Screen: route.Settings, Filter: "schemas"}}},
		Volumes: []model.Volume{{Path: `Arbeitsplatz D:\Laufzettel`, Free: 412e9, Total: 760e9}},
		Recent: []model.Recent{{ID: "p2", Name: "Bauaufsicht 2026/10", Agency: "Landratsamt Musterkreis", Done: 4, At: at(17, 8, 15)},
			{ID: "p4", Name: "Umweltmessnetz 1998–2019", Agency: "Landesamt für Umwelt Musterland", Done: 2, At: at(16, 16, 48)},
			{ID: "p5", Name: "Gesetz über die Wasserwege", Agency: "Amtliche Verkündung Musterland", Done: 8, At: at(13, 9, 0)}},
	}
}

func screen(f *fake) nav.Screen { return overview.Screen(f, shelltest.Now, route.Archivist) }

func TestGutter(t *testing.T) {
	w := presenttest.Words(t, "de")
	tests := []struct {
		name       string
		task       model.Task
		day, under string
		urgent     check.Severity
	}{
		{"ends today at an hour", model.Task{Deadline: at(17, 18, 0), Timed: true}, "heute", "18:00", check.Error},
		{"ends today", model.Task{Deadline: at(17, 0, 0)}, "heute", "", check.Warning},
		{"later", model.Task{Deadline: at(20, 0, 0)}, "20.11.", "Fr", ""},
		{"overdue", model.Task{Deadline: at(10, 0, 0)}, "10.11.", "überfällig", check.Error},
		{"none", model.Task{}, "ohne Frist", "", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			run := &presenttest.Cranked{}
			p := model.NewPresenter(&fake{state: model.State{Tasks: []model.Task{tt.task}}}, run, w, shelltest.Now, func() {})
			p.Reload()
			run.Drain()
			if r := p.Rows[0]; r.Day != tt.day || r.Under != tt.under || r.Urgent != tt.urgent {
				t.Errorf("gutter %q %q %q, want %q %q %q", r.Day, r.Under, r.Urgent, tt.day, tt.under, tt.urgent)
			}
		})
	}
}

// The draft of a mail is opened by the source; what it refuses stands until it is read.
func TestMail(t *testing.T) {
	f, run := &fake{refused: errors.New("no program")}, &presenttest.Cranked{}
	p := model.NewPresenter(f, run, presenttest.Words(t, "de"), shelltest.Now, func() {})
	p.Mail()
	run.Drain()
	if f.mails != 1 || !errors.Is(p.Fault, f.refused) {
		t.Fatalf("%d drafts, fault %v", f.mails, p.Fault)
	}
	if p.Solved(); p.Fault != nil {
		t.Error("the fault stays after it was read")
	}
}

// Tasks stand in the order of their deadlines, those without one last; a deadline that
// is near or passed weighs, and takes no weight away.
func TestTasksByDeadline(t *testing.T) {
	f, run := &fake{state: model.State{Tasks: []model.Task{
		{ID: "none", Severity: check.Error}, {ID: "later", Deadline: at(20, 0, 0), Notice: slip.InTime},
		{ID: "near", Deadline: at(18, 0, 0), Notice: slip.Near},
		{ID: "near and faulty", Deadline: at(18, 0, 0), Notice: slip.Near, Severity: check.Error},
		{ID: "passed", Deadline: at(10, 0, 0), Notice: slip.Overdue, Severity: check.Warning}}}}, &presenttest.Cranked{}
	p := model.NewPresenter(f, run, presenttest.Words(t, "de"), shelltest.Now, func() {})
	p.Reload()
	run.Drain()
	want := []struct {
		id       string
		severity check.Severity
	}{{"passed", check.Error}, {"near", check.Warning}, {"near and faulty", check.Error}, {"later", ""}, {"none", check.Error}}
	if len(p.State.Tasks) != len(want) {
		t.Fatalf("%d tasks, want %d", len(p.State.Tasks), len(want))
	}
	for i, w := range want {
		if got := p.State.Tasks[i]; got.ID != w.id || got.Severity != w.severity || p.Rows[i].Severity != w.severity {
			t.Errorf("task %d: %s %q, want %s %q", i, got.ID, got.Severity, w.id, w.severity)
		}
	}
}

func TestManyTasksAreCut(t *testing.T) {
	s := model.State{}
	for i := range 54 {
		s.Tasks = append(s.Tasks, model.Task{Title: fmt.Sprint(i)})
	}
	run := &presenttest.Cranked{}
	p := model.NewPresenter(&fake{state: s}, run, presenttest.Words(t, "de"), shelltest.Now, func() {})
	p.Reload()
	run.Drain()
	if n := len(p.Rows); n != 21 || p.Rows[20].Title != "weitere 34" {
		t.Fatalf("%d rows, last %q; want 20 and \"weitere 34\"", n, p.Rows[n-1].Title)
	}
	if p.ShowAll(); len(p.Rows) != 54 {
		t.Errorf("%d rows after showing all, want 54", len(p.Rows))
	}
}

// A result that comes after the window closed changes nothing; an error keeps
// what was shown.
func TestLateAndFailed(t *testing.T) {
	f, run, drawn := &fake{state: full()}, &presenttest.Cranked{}, 0
	p := model.NewPresenter(f, run, presenttest.Words(t, "de"), shelltest.Now, func() { drawn++ })
	p.Reload()
	run.Drain()
	f.err = errors.New("database is locked")
	p.Reload()
	run.Drain()
	if p.Err == nil || len(p.Rows) != 5 {
		t.Errorf("error %v with %d rows, want the error beside the 5 rows", p.Err, len(p.Rows))
	}
	before := drawn
	p.Reload()
	run.Work()
	p.Close()
	run.Update()
	if drawn != before || f.changed != nil {
		t.Error("a closed presenter was drawn or stays subscribed")
	}
}

func TestScreen(t *testing.T) {
	f := &fake{state: full()}
	fr := shelltest.Open(t, screen(f))
	shelltest.Walk(t, fr, "rail", "overview.open", "overview.primary", "overview.counter.arrived", "overview.tasks", "overview.recent.0",
		"overview.fact.4", "status.help")
	fr.Tap(t, "overview.counter.checked")
	if got := fr.Shell.Now(); got != (route.Route{Screen: route.Inbox, Filter: "checked"}) {
		t.Errorf("counter leads to %v", got)
	}
	fr.Env.Press("Esc")
	fr.Env.Press("Strg+Enter")
	if got := fr.Shell.Now(); got != (route.Route{Screen: route.Portion, ID: "p1"}) {
		t.Errorf("primary leads to %v, want the first task's portion", got)
	}
}

func TestShots(t *testing.T) {
	shelltest.Shots(t, "01-uebersicht", func() []nav.Screen { return []nav.Screen{screen(&fake{state: full()})} },
		route.Route{Screen: route.Overview}, nil, "overview.tasks", "overview.primary")
	shelltest.Shots(t, "01-uebersicht-leer", func() []nav.Screen { return []nav.Screen{screen(&fake{})} },
		route.Route{Screen: route.Overview}, nil, "overview.open")
	shelltest.Shots(t, "01-uebersicht-fehler",
		func() []nav.Screen { return []nav.Screen{screen(&fake{err: errors.New("database is locked (5)")})} },
		route.Route{Screen: route.Overview}, nil, "overview.retry")
}
