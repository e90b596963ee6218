package conflicts_test

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"laufzettel/transfer/failure"
	"laufzettel/views/conflicts"
	"laufzettel/views/conflicts/model"
	"laufzettel/views/kit"
	"laufzettel/views/nav"
	"laufzettel/views/present/presenttest"
	"laufzettel/views/shell/shelltest"
)

type fake struct {
	state   model.State
	err     error
	ask     error
	fault   error
	warning string
	did     []string
}

func (f *fake) Loans(context.Context) (model.State, error) { return f.state, f.err }
func (f *fake) Ask(context.Context) error                  { return f.ask }
func (f *fake) note(s string) error {
	f.did = append(f.did, s)
	return f.fault
}
func (f *fake) Publish(_ context.Context, id string) error { return f.note("publish " + id) }
func (f *fake) Take(_ context.Context, id string, days int, release bool) (string, error) {
	s := "take " + id
	if release {
		s += " release"
	}
	if days != 14 {
		s += " days"
	}
	return f.warning, f.note(s)
}
func (f *fake) Return(_ context.Context, id string, remove bool) error {
	if remove {
		id += " remove"
	}
	return f.note("return " + id)
}
func (f *fake) End(_ context.Context, id string) error   { return f.note("end " + id) }
func (f *fake) Sync(context.Context) error               { return f.note("sync") }
func (f *fake) Read(_ context.Context, id string) error  { return f.note("read " + id) }
func (f *fake) Leave(_ context.Context, id string) error { return f.note("leave " + id) }
func (f *fake) Settle(_ context.Context, p, o, letter, reason string) error {
	return f.note("settle " + p + " " + o + " " + letter + " " + reason)
}
func (f *fake) Subscribe(func()) func() { return func() {} }

func at(day, hour int) time.Time { return time.Date(2026, 11, day, hour, 15, 0, 0, time.UTC) }

func full() model.State {
	return model.State{
		Items: []model.Item{
			{ID: "W1", Portion: "P1", Title: "Bauakten 1990–1998, Landratsamt Musterkreis", Detail: "M. Ahrens, bis 28.11. 10:42; 12 nicht gesendet", Stand: model.Mine, Unsent: 12, Waiting: 1},
			{ID: "W2", Title: "Wasserrecht 2025/07", Detail: "niemand hat sie; 64 von 120 Vorgängen offen; ausgegeben von Landesarchiv", Stand: model.Free},
			{ID: "W3", Title: "Jagdwesen 2026/02", Detail: "bei J. Beyer (Außenstelle Nord) bis 24.11. 17:00", Stand: model.Out},
			{ID: "W4", Portion: "P4", Title: "Schulamt, Personal", Detail: "ausgegeben von M. Ahrens; 0 nicht gesendet", Stand: model.Given},
			{ID: "W5", Portion: "P5", Title: "Forstamt, Wege", Detail: "M. Ahrens, bis 02.11. 10:42; 3 nicht gesendet", Stand: model.Expired},
			{ID: "W6", Portion: "P6", Title: "Standesamt, Sammelakten", Detail: "M. Ahrens", Stand: model.Returned},
		},
		Disputes: []model.Dispute{
			{Portion: "P1", Object: "o1", Title: "63.2-0139/02 Baugenehmigung 1. Bauabschnitt", Conflict: true, Sides: []model.Side{
				{Letter: "V", Who: "J. Beyer (Außenstelle Nord)", At: at(16, 9), Why: "Doppelüberlieferung, Original im Bestand 12"},
				{Letter: "A", Who: "M. Ahrens (Landesarchiv Musterland)", At: at(16, 11), Why: "Beispielfall für die Umlegung"}}},
			{Portion: "P1", Object: "o2", Title: "63.2-0139/05 Nachtrag", Sides: []model.Side{{Letter: "V", Who: "D. Cordes (Leitung)", At: at(17, 8), Why: "entbehrlich", Late: true}}},
		},
		Choices: []model.Choice{{ID: "P7", Title: "Bauamt 2001"}, {ID: "P8", Title: "Bauamt 2002"}},
		Parcels: []model.Parcel{{ID: "U1", Title: "LAM 14/S-1995-003", Detail: "Frist 2056-12-31"}, {ID: "U2", Title: "LAM 2/1", Detail: "nur eine Person zugleich, liest K. Lorenz bis 21.11.2026 11:30"}},
		Asked:   at(17, 10),
	}
}

func screen(f *fake) nav.Screen { return conflicts.Screen(f, nav.Archivist) }

func TestNext(t *testing.T) {
	p := model.NewPresenter(&fake{}, &presenttest.Cranked{}, presenttest.Words(t, "de"), func() {}, error.Error)
	for stand, want := range map[model.Stand]string{model.Free: "Mitnehmen", model.Out: "Mitnehmen", model.Mine: "Zurückgeben", model.Expired: "Frist verlängern",
		model.Given: "Ausgabe beenden", model.Sending: "", model.Returned: "", model.Ended: ""} {
		it := model.Item{Stand: stand}
		if got := p.Label(it); got != want {
			t.Errorf("%s offers %q, want %q", stand, got, want)
		}
		if p.Stand(it) == "" || p.Stand(it) == "conflicts.stand."+string(stand) {
			t.Errorf("%s has no words", stand)
		}
	}
}

// Without a connection what is here stays on show, with the reason above it; an
// act under way is not begun twice.
func TestPresenter_OfflineAndBusy(t *testing.T) {
	f, run := &fake{state: full(), ask: failure.New(failure.Transient, "ask", "Das Archiv ist gerade nicht erreichbar.")}, &presenttest.Cranked{}
	p := model.NewPresenter(f, run, presenttest.Words(t, "de"), func() {}, failure.HintOf)
	p.Reload()
	run.Drain()
	if p.Offline != "Das Archiv ist gerade nicht erreichbar." || len(p.State.Items) != 6 {
		t.Errorf("offline %q, %d items", p.Offline, len(p.State.Items))
	}
	p.Sync()
	p.Sync()
	if !p.Busy {
		t.Error("not busy")
	}
	run.Drain()
	if want := []string{"sync"}; !slices.Equal(f.did, want) || p.Busy {
		t.Errorf("did %v, want %v", f.did, want)
	}
	f.fault = errors.New("x")
	p.End("P4")
	run.Drain()
	if p.Fault == nil {
		t.Error("a fault was not told")
	}
	p.Close()
}

func TestScreen(t *testing.T) {
	f := &fake{state: full(), warning: "Der Datenträger dieses Arbeitsbereichs ist nicht verschlüsselt."}
	fr := shelltest.Open(t, screen(f))
	fr.Go(nav.Route{Screen: nav.Loans})
	shelltest.Walk(t, fr, "rail", "conflicts.packages", "conflicts.give", "conflicts.sync", "conflicts.primary", "conflicts.items", "conflicts.disputes", "status.help")
	items := fr.Env.Find("conflicts.items").(*kit.List)
	items.Select(0)
	fr.Env.Press("Strg+Enter")
	fr.Tap(t, "conflicts.return.remove")
	items.Select(1)
	fr.Env.Press("Strg+Enter")
	fr.Tap(t, "conflicts.take.yes")
	fr.Tap(t, "conflicts.warning.close")
	items.Select(2)
	fr.Env.Press("Strg+Enter")
	fr.Tap(t, "conflicts.take.release")
	fr.Tap(t, "conflicts.warning.close")
	items.Select(3)
	fr.Env.Press("Strg+Enter")
	fr.Tap(t, "conflicts.end.yes")
	items.Select(4)
	fr.Env.Press("Strg+Enter")
	fr.Run.Drain()
	fr.Tap(t, "conflicts.give")
	fr.Tap(t, "conflicts.give.yes")
	fr.Tap(t, "conflicts.sync")
	fr.Tap(t, "conflicts.packages")
	fr.Tap(t, "conflicts.packages.yes")
	fr.Tap(t, "conflicts.packages")
	fr.Tap(t, "conflicts.packages.back")
	want := []string{"return P1 remove", "take W2", "take W3 release", "end P4", "take W5", "publish P7", "sync", "read U1", "leave U1"}
	if !slices.Equal(f.did, want) {
		t.Errorf("did %v, want %v", f.did, want)
	}
	// a conflict is settled with a reason only
	f.did = nil
	disputes := fr.Env.Find("conflicts.disputes").(*kit.List)
	fr.Env.Focus(disputes)
	disputes.Select(0)
	fr.Env.TypeKey(fyne.KeyReturn)
	fr.Run.Drain()
	fr.Tap(t, "conflicts.settle.v")
	if len(f.did) != 0 {
		t.Errorf("settled without a reason: %v", f.did)
	}
	fr.Type(t, "conflicts.reason", "nach Rücksprache")
	fr.Tap(t, "conflicts.settle.v")
	if want := []string{"settle P1 o1 V nach Rücksprache"}; !slices.Equal(f.did, want) {
		t.Errorf("did %v, want %v", f.did, want)
	}
}

func TestShots(t *testing.T) {
	r := nav.Route{Screen: nav.Loans}
	shelltest.Shots(t, "16-ausleihe", func() []nav.Screen { return []nav.Screen{screen(&fake{state: full()})} }, r, nil, "conflicts.items", "conflicts.primary")
	shelltest.Shots(t, "16-ausleihe-konflikt", func() []nav.Screen { return []nav.Screen{screen(&fake{state: full()})} }, r, func(f *shelltest.Frame) {
		l := f.Env.Find("conflicts.disputes").(*kit.List)
		l.Select(0)
		l.OnOpen(0)
	}, "conflicts.reason")
	shelltest.Shots(t, "16-ausleihe-leer", func() []nav.Screen { return []nav.Screen{screen(&fake{ask: errors.New("offline")})} }, r, nil, "conflicts.give")
}
