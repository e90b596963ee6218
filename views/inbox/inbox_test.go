package inbox_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"laufzettel/transfer/failure"
	"laufzettel/views/inbox"
	"laufzettel/views/inbox/model"
	"laufzettel/views/kit"
	"laufzettel/views/nav"
	"laufzettel/views/present/presenttest"
	"laufzettel/views/shell/shelltest"
)

type fake struct {
	list    []model.Portion
	err     error
	fault   error
	did     []string
	changed func()
}

func (f *fake) Portions(context.Context) ([]model.Portion, error) { return f.list, f.err }
func (f *fake) Add(_ context.Context, paths []string) error       { return f.note("add", fmt.Sprint(paths)) }
func (f *fake) Check(_ context.Context, id string) error          { return f.note("check", id) }
func (f *fake) Cancel(_ context.Context, id string) error         { return f.note("cancel", id) }
func (f *fake) Subscribe(changed func()) func() {
	f.changed = changed
	return func() { f.changed = nil }
}

func (f *fake) note(what, of string) error {
	f.did = append(f.did, what+" "+of)
	return f.fault
}

type picker struct{}

func (picker) Folder(context.Context, string) ([]string, error) { return []string{"/lieferung"}, nil }
func (picker) Files(context.Context, string) ([]string, error)  { return nil, context.Canceled }

func at(day, hour, minute int) time.Time {
	return time.Date(2026, 11, day, hour, minute, 0, 0, time.UTC)
}

func full() []model.Portion {
	return []model.Portion{
		{ID: "7c1e40f2", Arrived: at(17, 9, 12), Kind: "xdomea-0503", KindLabel: "Aussonderung e-Akte, xdomea 3.1.0", Name: "Bauaufsicht 2026/11", Agency: "Landratsamt Musterkreis", Files: 20117, Bytes: 5_100_000_000, State: "returned", Checked: true, Errors: 4, Warnings: 7, Notes: 3},
		{ID: "b2", Arrived: at(17, 8, 40), Kind: "siard", KindLabel: "Fachverfahren, SIARD 2.2", Name: "Umweltmessnetz 1998–2019", Agency: "Landesamt für Umwelt Musterland", Files: 120336, Bytes: 15_400_000_000, State: "recognised",
			Running: &model.Running{Phase: "Prüfsummen und Formate", At: 2, Of: 4, Done: 68412, Total: 120336, Rate: 512, Left: 100 * time.Second}},
		{ID: "c3", Arrived: at(16, 15, 20), Kind: "personenstand", KindLabel: "Personenstandsregister, Sicherungsregister", Name: "Sterberegister 1995", Agency: "Stadt Beispielstadt, Standesamt", Files: 1236, Bytes: 312_000_000, State: "accepted", Checked: true, Warnings: 2, Notes: 1},
		{ID: "d4", Arrived: at(16, 11, 3), Kind: "handelsregister", KindLabel: "Firmenliste und Belegakten", Name: "Handelsregister Löschungen 2016", Agency: "Handelsregisteramt Musterland", Files: 2321, Bytes: 9_800_000_000, State: "checked", Checked: true, Warnings: 5},
		{ID: "e5", Arrived: at(13, 16, 31), Kind: "web", KindLabel: "Webarchiv, WACZ", Name: "Landtag Musterland, 02.11.2026", Agency: "Landtag Musterland", Files: 48902, Bytes: 7_300_000_000, State: "checked", Checked: true, Notes: 4},
		{ID: "f6", Arrived: at(12, 14, 7), Kind: "norm", KindLabel: "Original- und Ausgabenorm", Name: "Gesetz über die Wasserwege", Agency: "Amtliche Verkündung Musterland", Files: 14, Bytes: 6_000_000, State: "confirmed", Checked: true},
		{ID: "g7", Arrived: at(11, 9, 55), Name: "Nachlieferung Kreisbauamt", Files: 212, Bytes: 400_000_000, State: "arrived"},
		{ID: "h8", Arrived: at(11, 8, 5), Kind: "xdomea-0501", KindLabel: "Anbieteverzeichnis 0501, xdomea 3.1.0", Name: "Ausländerwesen, Anbietung", Agency: "Landratsamt Musterkreis", Files: 1, Bytes: 2_000_000, State: "recognised"},
		{ID: "i9", Arrived: at(2, 8, 5), Kind: "xdomea-0503", KindLabel: "Aussonderung e-Akte, xdomea 2.4.0", Name: "Jagdwesen 2025", Agency: "Landratsamt Musterkreis", Files: 100, Bytes: 20_000_000, State: "closed", Checked: true},
	}
}

func screen(f *fake) nav.Screen { return inbox.Screen(f, picker{}, nav.Archivist) }

func names(rows []model.Row) []string {
	var out []string
	for _, r := range rows {
		out = append(out, r.ID)
	}
	return out
}

func TestFilters(t *testing.T) {
	run := &presenttest.Cranked{}
	p := model.NewPresenter(&fake{list: full()}, run, presenttest.Words(t, "de"), func() {})
	p.Reload()
	run.Drain()
	for _, tt := range []struct {
		filter model.Filter
		search string
		want   []string
	}{
		{model.InWork, "", []string{"7c1e40f2", "b2", "c3", "d4", "e5", "f6", "g7", "h8"}},
		{model.Active, "", []string{"b2"}},
		{model.Returned, "", []string{"7c1e40f2"}},
		{model.Closed, "", []string{"i9"}},
		{"checked", "", []string{"7c1e40f2", "d4", "e5"}},
		{model.InWork, "landratsamt", []string{"7c1e40f2", "h8"}},
		{model.InWork, "7C1E", []string{"7c1e40f2"}},
		{model.InWork, "gibt es nicht", nil},
	} {
		p.SetFilter(tt.filter)
		p.SetSearch(tt.search)
		if got := names(p.Rows); !slices.Equal(got, tt.want) {
			t.Errorf("%s %q: %v, want %v", tt.filter, tt.search, got, tt.want)
		}
	}
}

func TestNext(t *testing.T) {
	for _, tt := range []struct {
		p    model.Portion
		want model.Step
	}{
		{model.Portion{State: "arrived"}, model.StepKind},
		{model.Portion{State: "arrived", Kind: "bagit"}, model.StepCheck},
		{model.Portion{State: "recognised", Kind: "bagit"}, model.StepCheck},
		{model.Portion{State: "recognised", Kind: "bagit", Running: &model.Running{}}, model.StepOpen},
		{model.Portion{State: "checked", Kind: "bagit", Warnings: 1}, model.StepFindings},
		{model.Portion{State: "checked", Kind: "bagit"}, model.StepOpen},
		{model.Portion{State: "closed", Kind: "bagit"}, model.StepOpen},
	} {
		if got := model.Next(tt.p); got != tt.want {
			t.Errorf("%+v: %q, want %q", tt.p, got, tt.want)
		}
	}
}

// Progress tells figures, and time left only once it is measured.
func TestProgress(t *testing.T) {
	run := &presenttest.Cranked{}
	list := full()[1:2]
	f := &fake{list: list}
	p := model.NewPresenter(f, run, presenttest.Words(t, "de"), func() {})
	p.Reload()
	run.Drain()
	r := p.Rows[0]
	if r.ProgressOf != "Phase 2 von 4" || r.ProgressNow != "68.412 von 120.336 · 512 Dateien/s" || r.ProgressEnd != "noch 1 min 40 s" {
		t.Errorf("progress %q %q %q", r.ProgressOf, r.ProgressNow, r.ProgressEnd)
	}
	f.list[0].Running = &model.Running{At: 1, Of: 4, Done: 12}
	f.changed()
	run.Drain()
	if r := p.Rows[0]; r.ProgressNow != "12 gelesen" || r.ProgressEnd != "" {
		t.Errorf("progress without total %q %q", r.ProgressNow, r.ProgressEnd)
	}
}

// A list that comes after the window closed is dropped; a failed action is shown
// until it is understood.
func TestLateAndFailed(t *testing.T) {
	f, run, drawn := &fake{list: full()}, &presenttest.Cranked{}, 0
	p := model.NewPresenter(f, run, presenttest.Words(t, "de"), func() { drawn++ })
	f.fault = failure.New(failure.Refused, "add", "Lieferung nicht geöffnet.")
	p.Add([]string{"/x"}, func() { t.Error("told as done") })
	run.Drain()
	if !errors.Is(p.Fault, f.fault) {
		t.Errorf("fault %v", p.Fault)
	}
	p.Solved()
	before := drawn
	p.Reload()
	run.Work()
	p.Close()
	run.Update()
	if drawn != before || p.Fault != nil {
		t.Error("a closed presenter was drawn")
	}
}

func TestScreen(t *testing.T) {
	f := &fake{list: full()}
	fr := shelltest.Open(t, screen(f))
	fr.Go(nav.Route{Screen: nav.Inbox})
	shelltest.Walk(t, fr, "rail", "inbox.open", "inbox.primary", "inbox.zone", "inbox.search", "inbox.filter.work", "inbox.list", "status.help")
	list := fr.Env.Find("inbox.list").(*kit.List)
	list.Select(7)
	fr.Tap(t, "inbox.primary")
	if !slices.Contains(f.did, "check h8") {
		t.Errorf("did %v, want the check of h8", f.did)
	}
	fr.Env.Press("Strg+O")
	fr.Type(t, "inbox.path", "/daten/portion.zip")
	fr.Tap(t, "inbox.take")
	if !slices.Contains(f.did, "add [/daten/portion.zip]") || fr.Env.Open() != nil {
		t.Errorf("did %v, want the path added and the sheet closed", f.did)
	}
	fr.Env.Press("Strg+O")
	fr.Tap(t, "inbox.folder")
	if !slices.Contains(f.did, "add [/lieferung]") {
		t.Errorf("did %v, want the picked folder added", f.did)
	}
	fr.Shell.Drop([]string{"/a", "/b"})
	fr.Run.Drain()
	if !slices.Contains(f.did, "add [/a /b]") {
		t.Errorf("did %v, want the dropped paths added", f.did)
	}
	list = fr.Env.Find("inbox.list").(*kit.List)
	list.Select(0)
	fr.Env.Focus(list)
	list.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	if got := fr.Shell.Now(); got != (nav.Route{Screen: nav.Portion, ID: "7c1e40f2"}) {
		t.Errorf("Enter leads to %v", got)
	}
}

// A thousand rows are shown without building them all.
func TestManyRows(t *testing.T) {
	f := &fake{}
	for i := range 1204 {
		x := full()[i%8]
		x.ID = fmt.Sprint(i)
		f.list = append(f.list, x)
	}
	fr := shelltest.Open(t, screen(f))
	fr.Go(nav.Route{Screen: nav.Inbox})
	list := fr.Env.Find("inbox.list").(*kit.List)
	list.Select(1203)
	if list.Selected() != 1203 {
		t.Errorf("row %d selected, want the last", list.Selected())
	}
}

func TestShots(t *testing.T) {
	shelltest.Shots(t, "02-eingang", func() []nav.Screen { return []nav.Screen{screen(&fake{list: full()})} }, nav.Route{Screen: nav.Inbox}, nil, "inbox.list", "inbox.primary")
	shelltest.Shots(t, "02-eingang-leer", func() []nav.Screen { return []nav.Screen{screen(&fake{})} }, nav.Route{Screen: nav.Inbox}, nil, "inbox.empty.open")
	shelltest.Shots(t, "02-eingang-fehler", func() []nav.Screen {
		return []nav.Screen{screen(&fake{list: full(), fault: failure.New(failure.Refused, "open", "Ein Dateiname führt aus dem Ordner hinaus (../../start.bat). Es wurde nichts entpackt. Bitte bei der Stelle nachfragen.")})}
	}, nav.Route{Screen: nav.Inbox}, func(f *shelltest.Frame) { f.Shell.Drop([]string{"/x"}) }, "inbox.fault.close")
	shelltest.Shots(t, "02-eingang-blatt", func() []nav.Screen { return []nav.Screen{screen(&fake{list: full()})} }, nav.Route{Screen: nav.Inbox, Filter: "open"}, nil)
}
