package portion_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"laufzettel/transfer"
	"laufzettel/transfer/check"
	"laufzettel/transfer/failure"
	"laufzettel/views/kit"
	"laufzettel/views/nav"
	"laufzettel/views/portion"
	"laufzettel/views/portion/model"
	"laufzettel/views/present/presenttest"
	"laufzettel/views/shell/shelltest"
)

type fake struct {
	byID    map[string]model.Detail
	err     error
	fault   error
	did     []model.Action
	asked   []int
	said    bool // the next step is as byID has it
	changed func()
}

func (f *fake) Portion(_ context.Context, id string) (model.Detail, error) {
	d := f.byID[id]
	if d.Next == model.DoNothing && !f.said {
		d.Next = steps[d.State]
	}
	return d, f.err
}

// steps are what a workspace would say of these portions; the rule is the house's.
var steps = map[transfer.State]model.Verb{"arrived": model.DoCheck, "recognised": model.DoCheck, "checked": model.DoAccept, "returned": model.DoReturn, "accepted": model.DoPackage,
	"appraised": model.DoPackage, "packaged": model.DoSend, "confirmed": model.DoClear, "closed": model.DoReader}

func (f *fake) Files(_ context.Context, _ string, offset, limit int) ([]model.File, error) {
	f.asked = append(f.asked, offset)
	var out []model.File
	for i := range limit {
		out = append(out, model.File{Path: fmt.Sprintf("content/63.2-0147/%06d_Bescheid.pdf", offset+i), Format: "PDF/A-2b", PUID: "fmt/477", Bytes: 182_000, Digest: "9c41 f0d2 … 7be0", Result: "ok"})
	}
	return out, nil
}

func (f *fake) Letter(context.Context, string) (model.Letter, error) {
	return model.Letter{To: "Landratsamt Musterkreis, Registratur", Subject: "Nachforderung zur Aussonderung 2026/11", Text: "Sehr geehrte Damen und Herren,\n\nIhre Lieferung ist eingegangen und geprüft. Folgendes bitten wir zu beheben:\n\n1. Prüfsumme weicht ab (FIX-002)\n   content/63.2-0147/03/0005_Bescheid.pdf\n   Bitte neu ausgeben und die Portion neu liefern."}, f.fault
}

func (f *fake) Act(_ context.Context, _ string, a model.Action) error {
	f.did = append(f.did, a)
	return f.fault
}

func (f *fake) Subscribe(changed func()) func() {
	f.changed = changed
	return func() { f.changed = nil }
}

func at(day, hour, minute int) time.Time {
	return time.Date(2026, 11, day, hour, minute, 0, 0, time.UTC)
}

var ways = []string{"return", "ask", "exception", "stop"}

func find(code string, severity check.Severity, title, path string, ways ...string) model.Finding {
	return model.Finding{Code: code, Severity: severity, Title: title, Path: path, Remedy: "Bitte neu liefern.", Ways: ways}
}

func full() model.Detail {
	d := model.Detail{ID: "p1", Name: "Bauaufsicht 2026/11", Agency: "Landratsamt Musterkreis", Kind: "xdomea-0503", KindLabel: "Aussonderung e-Akte, xdomea 3.1.0", State: "returned", Checked: true, FileCount: 20117,
		RuleState: "Geprüft mit Laufzettel 1.0, Regelstand 2026-11",
		Steps: []model.Step{{State: model.StepDone, Name: "Eingegangen", At: at(17, 9, 12), Who: "M. Ahrens, Ordner auf USB"}, {State: model.StepDone, Name: "Erkannt", At: at(17, 9, 12), Who: "xdomea 0503, Fassung 3.1.0"},
			{State: model.StepDone, Name: "Geprüft", At: at(17, 9, 26), Who: "Laufzettel 1.0, 13 min 41 s"}, {State: model.StepStopped, Name: "Zurückgewiesen", At: at(17, 9, 31), Who: "4 Fehler, M. Ahrens"},
			{State: model.StepNext, Name: "Nachforderung", Who: "Frist heute 18:00"}, {Name: "Neulieferung"}, {Name: "Angenommen"}, {Name: "Bewertet"}, {Name: "Paketiert"}, {Name: "Gesendet"}, {Name: "Bestätigt"}, {Name: "Abgeschlossen"}},
		Messages: []model.Message{{At: at(17, 9, 12), Kind: "Aussonderung (0503)", File: "7c1e40f2_Aussonderung.Aussonderung.0503.xml"}},
		Events:   []model.Event{{At: at(17, 9, 12), Who: "M. Ahrens", What: "Lieferung geöffnet", Outcome: "20.117 Dateien"}, {At: at(17, 9, 26), Who: "Laufzettel 1.0", What: "Geprüft", Outcome: "4 Fehler, 7 Warnungen"}},
		Checks: []model.Check{{Name: "Vollständigkeit", Result: "failed", Detail: "2 Dateien fehlen"}, {Name: "Prüfsummen, SHA-256", Result: "failed", Detail: "1 von 20.117 weicht ab"}, {Name: "Formate, siegfried 1.11.6", Result: "failed", Detail: "1 Datei nicht vereinbart, PRONOM V124"},
			{Name: "PDF/A, eigene Prüfung", Result: "ok", Detail: "18.204 Dateien, 6 Warnungen"}, {Name: "Signaturen", Result: "not-done", Detail: "keine Zertifikatskette"}, {Name: "Nachricht", Result: "ok", Detail: "gültig gegen xdomea 3.1.0"}},
		Facts:   []model.Fact{{Label: "Ü-ID", Value: "7c1e 40f2 a93b", Mono: true}, {Label: "Umfang", Value: "20.117 Dateien, 5,1 GB"}, {Label: "Inhalt", Value: "46 Akten, 120 Vorgänge"}, {Label: "Kontakt", Value: "Registratur, Zi. 12"}},
		Records: []model.Node{{ID: "63", Number: "63", Title: "Bauaufsicht", Count: 120}, {ID: "a1", Level: 1, Number: "63.2-0147", Title: "Wohnpark Am Mühlgraben", Span: "2008–2014", Count: 9}, {ID: "v1", Level: 2, Leaf: true, Number: "/01", Title: "Bauvoranfrage", Span: "2008", Suggestion: "B", Count: 9}, {ID: "v2", Level: 2, Leaf: true, Number: "/02", Title: "Baugenehmigung 1. Bauabschnitt", Span: "2008–2009", Suggestion: "B", Count: 41}},
	}
	fix := find("FIX-002", "error", "Prüfsumme weicht ab", "content/63.2-0147/03/0005_Bescheid.pdf", ways...)
	fix.Expected, fix.Found = "sha-256 9f2c41d7 e08b … 77a1", "sha-256 1b70c4e9 52fd … 0c3e"
	fix.Remedy = "Die Datei wurde nach dem Erstellen der Liste verändert oder beschädigt. Bitte aus der Registratur neu ausgeben und die Portion neu liefern."
	d.Findings = append(d.Findings, find("NAM-002", "note", "Dateiname länger als 200 Zeichen", "content/lang.pdf"), fix)
	for i := range 2 {
		f := find("VOL-001", "error", "In der Nachricht genannt, aber nicht geliefert", fmt.Sprintf("content/63.2-0152/01/%04d_Gutachten_Ďuriš.pdf", i+11), ways...)
		f.Expected, f.Found = "20.119 Dateien laut Aussonderungsnachricht", "20.117 Dateien in der Lieferung"
		f.Remedy = "Bitte die zwei genannten Dateien nachliefern oder ihren Wegfall schriftlich begründen."
		d.Findings = append(d.Findings, f)
	}
	d.Findings = append(d.Findings, find("FMT-003", "error", "Format nicht vereinbart: Microsoft Word 97–2003", "content/brief.doc", ways...))
	for i := range 6 {
		d.Findings = append(d.Findings, find("PDF-014", "warning", "PDF/A-2b: Schrift nicht eingebettet", fmt.Sprintf("content/%d.pdf", i), ways...))
	}
	return d
}

func screen(f *fake) nav.Screen { return portion.Screen(f, nav.Archivist) }

func load(t *testing.T, f *fake, id string) (*model.Presenter, *presenttest.Cranked) {
	t.Helper()
	run := &presenttest.Cranked{}
	p := model.NewPresenter(f, run, presenttest.Words(t, "de"), func() {})
	p.Load(id)
	run.Drain()
	return p, run
}

// One card per code and cause, by severity, then count.
func TestGroups(t *testing.T) {
	p, _ := load(t, &fake{byID: map[string]model.Detail{"p1": full()}}, "p1")
	var got []string
	for _, g := range p.Groups {
		got = append(got, fmt.Sprintf("%s %d", g.Code, g.Count))
	}
	if diff := cmp.Diff([]string{"VOL-001 2", "FIX-002 1", "FMT-003 1", "PDF-014 6", "NAM-002 1"}, got); diff != "" {
		t.Errorf("groups (-want +got)\n%s", diff)
	}
	p.Toggle("warning")
	if s := p.Shown(); len(s) != 1 || s[0].Code != "PDF-014" {
		t.Errorf("filter shows %v", s)
	}
	p.Toggle("")
	p.SetSearch("bescheid")
	if s := p.Shown(); len(s) != 1 || s[0].Code != "FIX-002" {
		t.Errorf("search shows %v", s)
	}
}

// The workspace says the next step; the ways out common to all findings decide what is
// offered beside it.
func TestPrimaryAndOffers(t *testing.T) {
	e := func(w ...string) model.Finding { return find("FIX-002", "error", "x", "a", w...) }
	wn := func(w ...string) model.Finding { return find("PDF-014", "warning", "y", "b", w...) }
	tests := []struct {
		name    string
		d       model.Detail
		primary model.Verb
		offers  []model.Verb
	}{
		{"arrived", model.Detail{Next: model.DoCheck, State: "arrived"}, model.DoCheck, nil},
		{"running", model.Detail{Next: model.DoCheck, State: "recognised", Running: &model.Running{}}, model.DoNothing, nil},
		{"checked, nothing found", model.Detail{Next: model.DoAccept, State: "checked"}, model.DoAccept, nil},
		{"notes alone", model.Detail{Next: model.DoAccept, State: "checked", Findings: []model.Finding{find("NAM-002", "note", "z", "")}}, model.DoAccept, nil},
		{"error, all ways", model.Detail{Next: model.DoReturn, State: "checked", Findings: []model.Finding{e(ways...)}}, model.DoReturn, []model.Verb{model.DoException, model.DoStop}},
		{"error without exception", model.Detail{Next: model.DoReturn, State: "checked", Findings: []model.Finding{e("return", "stop"), wn(ways...)}}, model.DoReturn, []model.Verb{model.DoStop}},
		{"error that only stops", model.Detail{Next: model.DoStop, State: "checked", Findings: []model.Finding{e("stop")}}, model.DoStop, nil},
		{"warnings alone", model.Detail{Next: model.DoException, State: "checked", Findings: []model.Finding{wn("return", "exception")}}, model.DoException, []model.Verb{model.DoReturn}},
		{"no common way", model.Detail{State: "checked", Findings: []model.Finding{e("stop"), wn("exception")}}, model.DoNothing, nil},
		{"sent", model.Detail{State: "sent"}, model.DoNothing, nil},
		{"workspace allows", model.Detail{Next: model.DoAccept, State: "checked", Findings: []model.Finding{wn("return", "exception")}, Allowed: []model.Verb{model.DoAccept, model.DoReturn}}, model.DoAccept, []model.Verb{model.DoReturn}},
		{"workspace allows nothing", model.Detail{State: "checked", Findings: []model.Finding{e(ways...)}, Allowed: []model.Verb{}}, model.DoNothing, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p, _ := load(t, &fake{said: true, byID: map[string]model.Detail{"x": tt.d}}, "x")
			if got := p.Primary(); got != tt.primary {
				t.Errorf("primary %q, want %q", got, tt.primary)
			}
			if got := p.Offered(); !slices.Equal(got, tt.offers) {
				t.Errorf("offers %v, want %v", got, tt.offers)
			}
		})
	}
}

// The answer for a portion left meanwhile is never shown on the next one.
func TestLateAnswerOfAnotherPortion(t *testing.T) {
	f := &fake{byID: map[string]model.Detail{"a": {ID: "a", Name: "A", State: "checked"}, "b": {ID: "b", Name: "B", State: "checked"}}}
	run := &presenttest.Cranked{}
	p := model.NewPresenter(f, run, presenttest.Words(t, "de"), func() {})
	p.Load("a")
	run.Work()
	late := run.Updates
	run.Updates = nil
	p.Load("b")
	run.Drain()
	for _, u := range late {
		u()
	}
	if p.Detail.Name != "B" {
		t.Errorf("shows %q, want B", p.Detail.Name)
	}
	told := false
	p.Do(model.Action{Verb: model.DoAccept}, func() { told = true })
	run.Work()
	p.Load("a")
	run.Drain()
	if told {
		t.Error("the outcome of an act at b was told at a")
	}
}

// Files come in pages, each asked once; a fault is shown and nothing is lost.
func TestFilePages(t *testing.T) {
	f := &fake{byID: map[string]model.Detail{"p1": full()}}
	p, run := load(t, f, "p1")
	for _, i := range []int{0, 1, 199, 200, 20_000} {
		p.File(i)
	}
	run.Drain()
	if want := []int{0, 200, 20_000}; !slices.Equal(f.asked, want) {
		t.Errorf("asked for pages at %v, want %v", f.asked, want)
	}
	if got, ok := p.File(201); !ok || !strings.Contains(got.Path, "000201") {
		t.Errorf("file 201 is %q", got.Path)
	}
}

func TestFold(t *testing.T) {
	p, _ := load(t, &fake{byID: map[string]model.Detail{"p1": full()}}, "p1")
	if n := len(p.Visible()); n != 4 {
		t.Fatalf("%d rows, want 4", n)
	}
	p.Fold("a1")
	if n := len(p.Visible()); n != 2 {
		t.Errorf("%d rows with the dossier closed, want 2", n)
	}
}

func TestNothingFoundSaysWhatWasNotChecked(t *testing.T) {
	for _, tt := range []struct {
		checks []model.Check
		want   string
	}{
		{[]model.Check{{Result: "ok"}, {Result: "ok"}}, "Keine Befunde. 2 von 2 Prüfungen gemacht."},
		{[]model.Check{{Result: "ok"}, {Result: "not-done"}}, "Keine Befunde. 1 von 2 Prüfungen gemacht, 1 nicht geprüft."},
	} {
		p, _ := load(t, &fake{byID: map[string]model.Detail{"x": {State: "checked", Checked: true, Checks: tt.checks}}}, "x")
		if got := p.NoFindings(); got != tt.want {
			t.Errorf("%q, want %q", got, tt.want)
		}
	}
}

func TestScreenDecides(t *testing.T) {
	d := full()
	d.Next = model.DoReturn
	d.State = "checked"
	f := &fake{byID: map[string]model.Detail{"p1": d}}
	fr := shelltest.Open(t, screen(f))
	fr.Go(nav.Route{Screen: nav.Portion, ID: "p1"})
	shelltest.Walk(t, fr, "rail", "portion.recheck", "portion.report", "portion.primary", "portion.tabs.0", "portion.filter.all", "portion.way.exception", "portion.finding.0", "status.help")

	fr.Tap(t, "portion.way.exception")
	fr.Tap(t, "portion.reason.take")
	if len(f.did) != 0 || fr.Env.Open() == nil {
		t.Fatalf("an exception without a reason was made: %v", f.did)
	}
	fr.Type(t, "portion.reason", "Wegfall mit der Stelle vereinbart")
	fr.Env.Press("Strg+Enter")
	fr.Run.Drain()
	if want := []model.Action{{Verb: model.DoException, Text: "Wegfall mit der Stelle vereinbart"}}; !slices.Equal(f.did, want) {
		t.Errorf("did %v, want %v", f.did, want)
	}
	f.did = nil
	fr.Env.Press("Strg+Enter")
	fr.Run.Drain()
	if fr.Env.Open() == nil {
		t.Fatal("no letter is shown")
	}
	fr.Type(t, "portion.letter.subject", "!")
	fr.Tap(t, "portion.letter.take")
	if len(f.did) != 1 || f.did[0].Verb != model.DoReturn || !strings.Contains(f.did[0].Text, "FIX-002") || !strings.Contains(f.did[0].Subject, "!") {
		t.Errorf("did %v, want the return with the edited letter", f.did)
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

// A fault of an act stays on the page until it is understood.
func TestFaultStays(t *testing.T) {
	d := full()
	d.State = "packaged"
	f := &fake{byID: map[string]model.Detail{"p1": d}, fault: failure.New(failure.Setup, "send", "Zu wenig Platz auf D:. Nichts ging verloren.")}
	fr := shelltest.Open(t, screen(f))
	fr.Go(nav.Route{Screen: nav.Portion, ID: "p1"})
	fr.Env.Press("Strg+Enter")
	fr.Run.Drain()
	fr.Tap(t, "portion.fault.close")
	if err := fr.Env.Tap("portion.primary"); err != nil {
		t.Errorf("the primary button stays dead: %v", err)
	}
}

func TestShots(t *testing.T) {
	route := nav.Route{Screen: nav.Portion, ID: "p1"}
	with := func(change func(*model.Detail)) func() []nav.Screen {
		return func() []nav.Screen {
			d := full()
			if change != nil {
				change(&d)
			}
			return []nav.Screen{screen(&fake{byID: map[string]model.Detail{"p1": d}})}
		}
	}
	shelltest.Shots(t, "03-portion", with(nil), route, nil, "portion.primary", "portion.finding.0")
	shelltest.Shots(t, "03-portion-dateien", with(nil), route, func(f *shelltest.Frame) { f.Env.Press("Strg+2") }, "portion.files")
	shelltest.Shots(t, "03-portion-inhalt", with(nil), route, func(f *shelltest.Frame) { f.Env.Press("Strg+3") }, "portion.tree")
	shelltest.Shots(t, "03-portion-brief", with(nil), route, func(f *shelltest.Frame) { f.Env.Press("Strg+Enter") })
	shelltest.Shots(t, "03-portion-prueft", with(func(d *model.Detail) {
		d.State, d.Checked = "recognised", false
		d.Running = &model.Running{Phase: "Prüfsummen und Formate", At: 2, Of: 4, Done: 68412, Total: 120336, Rate: 512, Left: 100 * time.Second}
	}), route, nil, "portion.progress.cancel")
	shelltest.Shots(t, "03-portion-ohne", with(func(d *model.Detail) { d.State, d.Findings = "checked", nil }), route, nil, "portion.primary")
	shelltest.Shots(t, "03-portion-fehler", func() []nav.Screen { return []nav.Screen{screen(&fake{err: errors.New("database is locked")})} }, route, nil, "portion.retry")
}
