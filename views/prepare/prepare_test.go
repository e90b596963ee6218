package prepare_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"laufzettel/views/kit"
	"laufzettel/views/nav"
	"laufzettel/views/prepare"
	"laufzettel/views/prepare/model"
	"laufzettel/views/present/presenttest"
	"laufzettel/views/shell/shelltest"
)

type fake struct {
	state model.State
	draft *model.Draft
	err   error
	fault error
	looks *model.Table // what reading the material gives
	did   []string
	typed []model.Statements
}

func (f *fake) Preparations(_ context.Context, id string) (model.State, error) {
	s := f.state
	if id != "" && f.draft != nil {
		d := *f.draft
		d.Fields = slices.Clone(f.draft.Fields)
		s.Draft = &d
	}
	return s, f.err
}
func (f *fake) Fault(_, key, value string) string {
	if strings.TrimSpace(value) == "" && key != "contact" {
		return "„" + key + "“ fehlt. Bitte eintragen."
	}
	if key == "closingDate" && strings.Count(value, ".") != 2 {
		return "„Datum“ ist kein Kalendertag."
	}
	return ""
}
func (f *fake) note(s string) error { f.did = append(f.did, s); return f.fault }
func (f *fake) Begin(_ context.Context, kind string) (string, error) {
	f.draft = draft()
	return f.draft.ID, f.note("begin " + kind)
}
func (f *fake) Type(_ context.Context, id string, s model.Statements) error {
	f.typed = append(f.typed, s)
	if f.draft != nil {
		f.draft.Source, f.draft.Target = s.Source, s.Target
		for i := range f.draft.Fields {
			f.draft.Fields[i].Value = s.Fields[f.draft.Fields[i].Key]
		}
	}
	return f.note("type " + id)
}
func (f *fake) Look(_ context.Context, id string) error {
	if f.looks != nil {
		f.draft.Table = f.looks
	}
	return f.note("look " + id)
}
func (f *fake) StopLook(_ context.Context, id string) error { return f.note("stop " + id) }
func (f *fake) Make(_ context.Context, id string) error     { return f.note("make " + id) }
func (f *fake) Cancel(_ context.Context, id string) error   { return f.note("cancel " + id) }
func (f *fake) HandOver(_ context.Context, id, dir string) error {
	return f.note("hand " + id + " " + dir)
}
func (f *fake) Receipt(_ context.Context, id, file string) error {
	return f.note("receipt " + id + " " + file)
}
func (f *fake) Paper(_ context.Context, id string, p model.Paper) error {
	return f.note("paper " + p.Name + " " + p.By + " " + p.Day + " " + p.Scan)
}
func (f *fake) Reopen(_ context.Context, id, reason string) error { return f.note("reopen " + reason) }
func (f *fake) Deleted(_ context.Context, id, note string) error  { return f.note("deleted " + note) }
func (f *fake) SaveSet(_ context.Context, kind string, s model.Set) error {
	return f.note("set " + kind + " " + s.Name + " " + s.Text)
}
func (f *fake) RemoveSet(_ context.Context, name string) error { return f.note("set gone " + name) }
func (f *fake) Subscribe(func()) func()                        { return func() {} }

func (f *fake) AddFile(_ context.Context, id, name, file string) error {
	f.did = append(f.did, "add "+id+" "+name+" "+file)
	return f.fault
}

type picker struct{ path string }

func (p picker) Folder(context.Context, string) ([]string, error) {
	if p.path == "" {
		return nil, context.Canceled
	}
	return []string{p.path}, nil
}

func draft() *model.Draft {
	return &model.Draft{ID: "V2026-0007", Title: "Sterberegister 1995", Kind: "register", State: "draft", Word: "Entwurf",
		Fields: []model.Field{{Key: "agency", Label: "Standesamt", Help: "Name des Standesamts, wie er im Profil des Archivs steht", Step: "office", Required: true},
			{Key: "person", Label: "Verantwortliche Person", Help: "Wer für die Abgabe einsteht", Step: "office", Value: "D. Brückner", Required: true}, {Key: "contact", Label: "Erreichbar unter", Help: "Für Rückfragen des Archivs", Step: "office"},
			{Key: "year", Label: "Jahrgang", Step: "content", Read: "1995"}, {Key: "source", Label: "Quelle", Step: "content", Value: "Erstregister", Choices: []string{"Erstregister", "Sicherungsregister"}, Required: true},
			{Key: "closingDate", Label: "Datum des Abschlussvermerks", Help: "Von ihm an rechnet die Fortführungsfrist", Step: "content", Required: true},
			{Key: "closingNote", Label: "Abschlussvermerk", Step: "content", Read: "Abschluss_1995.pdf"}, {Key: "software", Label: "Registerverfahren", Step: "content", Value: "RegisterPlus 7.2", Required: true}}}
}

func built(state string) *model.Draft {
	d := draft()
	d.State, d.Word = state, map[string]string{"built": "Gebaut", "self-checked": "Selbst geprüft", "handed-over": "Übergeben", "confirmed": "Bestätigt", "deletable": "Darf gelöscht werden"}[state]
	d.Source, d.Target = "/daten/sterbe-1995", "/abgabe/sterbe-1995"
	for i := range d.Fields {
		if d.Fields[i].Value == "" && d.Fields[i].Read == "" {
			d.Fields[i].Value = "04.01.1996"
		}
	}
	d.Checked, d.OK = true, state != "built"
	d.Result = "0 Fehler, 0 Warnungen, 1 Hinweise"
	d.Read = []model.Pair{{Label: "Registereinträge", Value: "411"}, {Label: "Beurkundungen", Value: "617"}, {Label: "Abschlussvermerk", Value: "Abschluss_1995.pdf"}}
	d.Tree = []string{"14999001-S-1995/", "  14999001-S-1995.xml", "  14999001-S-1995-1-U0.xml", "  … 1.232 weitere"}
	if state == "built" {
		d.Result = "2 Fehler, 0 Warnungen, 0 Hinweise"
		d.Findings = []model.Finding{{Code: "PRE-003", Severity: "error", Title: "Zu einer Beurkundung liegt nur eine der beiden Dateien vor.", Count: 1, Places: []string{"207_U0.xml"}, Expected: "PDF-Datei gleichen Namens", Remedy: "Bitte die fehlende Datei dazulegen."},
			{Code: "SIG-001", Severity: "error", Title: "Elektronische Signatur passt nicht zum Inhalt.", Count: 1, Places: []string{"12_U0.pdf"}, Remedy: "Bitte das unveränderte Original erneut liefern."}}
	}
	if slices.Contains([]string{"handed-over", "confirmed", "deletable"}, state) {
		d.Sealed = []model.Pair{{Label: "Container", Value: "14999001-S-1995.zip"}, {Label: "SHA-512", Value: strings.Repeat("9c41ab", 21), Mono: true}}
		d.Missing = []string{"Erstregister", "Sicherungsregister"}
	}
	if state == "deletable" {
		d.Missing, d.Confirmed = nil, []model.Pair{{Label: "Empfang", Value: "Quittung geprüft, Landesarchiv Musterland, 17.11.2026"}, {Label: "Erstregister", Value: "auf Papier, Dr. K. Weiß, 18.11.2026"}}
	}
	return d
}

func state() model.State {
	at := time.Date(2026, 11, 17, 9, 41, 0, 0, time.UTC)
	return model.State{Archive: "Landesarchiv Musterland",
		Kinds: []model.Kind{{ID: "register", Title: "Personenstandsregister", Text: "Aus XML- und PDF-Dateien eine Portion nach BKK"}, {ID: "export", Title: "Export aus einem Fachverfahren", Text: "CSV, XML, SIARD oder Datenbankdateien"}},
		Rows: []model.Row{{ID: "V2026-0007", Title: "Sterberegister 1995", Kind: "Personenstandsregister", State: "draft", Word: "Entwurf", Changed: at},
			{ID: "V2026-0006", Title: "Baugenehmigungen", Kind: "Export aus einem Fachverfahren", State: "handed-over", Word: "Übergeben", Changed: at}, {ID: "V2026-0005", Title: "Eheregister 1943", Kind: "Personenstandsregister", State: "deletable", Word: "Darf gelöscht werden", Changed: at}}}
}

func screen(f *fake) nav.Screen {
	return prepare.Screen(f, picker{"/gewählt"}, nav.Archivist, nav.Clerk)
}

// What is typed is kept at once and in order; what is missing is told at the field
// and in the step, and Weiter works all the same.
func TestPresenter(t *testing.T) {
	f, run := &fake{state: state(), draft: draft()}, &presenttest.Cranked{}
	saved := 0
	p := model.NewPresenter(f, run, presenttest.Words(t, "de"), func() {}, func() { saved++ })
	p.Open("V2026-0007")
	run.Drain()
	if p.Step != model.StepOffice || p.Next() != model.DoNext {
		t.Fatalf("step %d, %s", p.Step, p.Next())
	}
	if got := p.Missing(model.StepOffice); got != 1 {
		t.Errorf("%d missing", got)
	}
	if got := p.FieldFault(p.State.Draft.Fields[0]); got != "" {
		t.Errorf("an empty field says %q before it is asked for", got)
	}
	p.Go(model.StepFolder)
	if got := p.FieldFault(p.State.Draft.Fields[0]); got == "" {
		t.Error("an empty field says nothing after Weiter")
	}
	p.Set("agency", "Stan")
	p.Set("agency", "Standesamt Beispielstadt") // while the first save waits
	if got := p.Set("closingDate", "gestern"); got == "" {
		t.Error("a wrong day says nothing")
	}
	run.Drain()
	if n := len(f.typed); n < 2 || f.typed[len(f.typed)-1].Fields["agency"] != "Standesamt Beispielstadt" || f.typed[len(f.typed)-1].Fields["closingDate"] != "gestern" || saved == 0 {
		t.Errorf("saved %d times, last %v", n, f.typed)
	}
	p.Make() // leads to the first step that lacks something
	if p.Step != model.StepFolder || !p.Told[model.StepFolder] {
		t.Errorf("step %d", p.Step)
	}
	p.SetPlace("/a", "/b")
	p.Set("closingDate", "4.1.1996")
	p.Make() // waits for the save
	run.Drain()
	if got := f.did[len(f.did)-1]; got != "make V2026-0007" {
		t.Errorf("did %v", f.did)
	}
	p.Set("agency", "zuletzt")
	p.Close()
	run.Drain()
	if f.typed[len(f.typed)-1].Fields["agency"] != "zuletzt" {
		t.Error("what was typed last is lost")
	}
}

func TestPresenter_Next(t *testing.T) {
	for _, tt := range []struct {
		state string
		step  model.Step
		run   bool
		want  model.Verb
	}{
		{"draft", model.StepContent, false, model.DoNext}, {"draft", model.StepCheck, false, model.DoMake}, {"draft", model.StepCheck, true, model.DoCancel},
		{"built", model.StepCheck, false, model.DoMake}, {"self-checked", model.StepCheck, false, model.DoNext}, {"self-checked", model.StepHand, false, model.DoHand},
		{"handed-over", model.StepHand, false, model.DoNext}, {"handed-over", model.StepBack, false, model.DoReceipt}, {"confirmed", model.StepBack, false, model.DoReceipt}, {"deletable", model.StepBack, false, model.DoDeleted},
	} {
		f, run := &fake{state: state(), draft: built(tt.state)}, &presenttest.Cranked{}
		f.draft.State = tt.state
		if tt.run {
			f.draft.Running = &model.Running{}
		}
		p := model.NewPresenter(f, run, presenttest.Words(t, "de"), func() {}, func() {})
		p.Open("V2026-0007")
		run.Drain()
		p.Go(tt.step)
		if got := p.Next(); got != tt.want {
			t.Errorf("%s at step %d: %s, want %s", tt.state, tt.step, got, tt.want)
		}
	}
}

// The whole way by keyboard alone.
func TestScreen_ByKeyboard(t *testing.T) {
	f := &fake{state: state()}
	fr := shelltest.Open(t, screen(f))
	fr.Go(nav.Route{Screen: nav.Prepare})
	fr.Env.Press("Strg+Enter") // a new one: the sheet with the kinds
	fr.Env.TypeKey(fyne.KeyDown)
	fr.Env.TypeKey(fyne.KeyReturn)
	fr.Run.Drain()
	if !slices.Contains(f.did, "begin export") && !slices.Contains(f.did, "begin register") {
		t.Fatalf("did %v", f.did)
	}
	fr.Type(t, "prepare.field.agency", "Standesamt Beispielstadt")
	fr.Env.Press("Strg+Enter")
	fr.Run.Drain()
	fr.Type(t, "prepare.source", "/daten")
	fr.Type(t, "prepare.target", "/abgabe")
	fr.Env.Press("Strg+Enter")
	fr.Run.Drain()
	fr.Type(t, "prepare.field.closingDate", "4.1.1996")
	fr.Env.Press("Strg+Enter")
	fr.Run.Drain()
	fr.Env.Press("Strg+Enter") // builds and checks
	fr.Run.Drain()
	last := f.typed[len(f.typed)-1]
	if last.Fields["agency"] != "Standesamt Beispielstadt" || last.Source != "/daten" || last.Target != "/abgabe" || last.Fields["closingDate"] != "4.1.1996" || f.did[len(f.did)-1] != "make V2026-0007" {
		t.Errorf("did %v, typed %+v", f.did, last)
	}
	f.draft = built("self-checked")
	fr.Env.Press("F5")
	fr.Run.Drain()
	fr.Env.Press("Strg+Enter")
	fr.Run.Drain()
	fr.Type(t, "prepare.folder", "/usb")
	fr.Env.Press("Strg+Enter")
	fr.Run.Drain()
	f.draft = built("handed-over")
	fr.Env.Press("F5")
	fr.Run.Drain()
	fr.Env.Press("Strg+Enter")
	fr.Run.Drain()
	fr.Env.Press("Strg+Enter")
	fr.Type(t, "prepare.receipt.file", "/usb/quittung.json")
	fr.Tap(t, "prepare.receipt.take")
	fr.Run.Drain()
	fr.Tap(t, "prepare.paper.Erstregister")
	fr.Tap(t, "prepare.paper.take") // nothing typed: told at the fields, nothing done
	fr.Type(t, "prepare.paper.by", "Dr. K. Weiß")
	fr.Type(t, "prepare.paper.day", "18.11.2026")
	fr.Type(t, "prepare.paper.scan", "/scan.pdf")
	fr.Tap(t, "prepare.paper.take")
	fr.Run.Drain()
	fr.Tap(t, "prepare.reopen")
	fr.Type(t, "prepare.reopen.reason", "eine Datei fehlt")
	fr.Tap(t, "prepare.reopen.take")
	fr.Run.Drain()
	want := []string{"hand V2026-0007 /usb", "receipt V2026-0007 /usb/quittung.json", "paper Erstregister Dr. K. Weiß 18.11.2026 /scan.pdf", "reopen eine Datei fehlt"}
	got := slices.DeleteFunc(slices.Clone(f.did), func(s string) bool { return !slices.Contains(want, s) })
	if !slices.Equal(got, want) {
		t.Errorf("did %v", f.did)
	}
}

// Back and forth between the steps, the folder by dialog, a fault that is told.
func TestScreen_StepsAndFaults(t *testing.T) {
	f := &fake{state: state(), draft: draft()}
	fr := shelltest.Open(t, screen(f))
	fr.Go(nav.Route{Screen: nav.Prepare, ID: "V2026-0007"})
	shelltest.Walk(t, fr, "rail", "prepare.primary", "prepare.steps", "prepare.field.agency", "prepare.field.person", "status.help")
	steps := fr.Env.Find("prepare.steps").(*kit.List)
	steps.Select(1)
	fr.Run.Drain()
	fr.Tap(t, "prepare.source.pick")
	fr.Run.Drain()
	if got := f.typed[len(f.typed)-1].Source; got != "/gewählt" {
		t.Errorf("source %q", got)
	}
	fr.Env.Press("Alt+Rechts")
	fr.Tap(t, "prepare.field.source.Sicherungsregister")
	fr.Run.Drain()
	if got := f.typed[len(f.typed)-1].Fields["source"]; got != "Sicherungsregister" {
		t.Errorf("choice %q", got)
	}
	f.fault = errors.New("der Datenträger ist voll")
	fr.Type(t, "prepare.field.software", "Neu")
	fr.Run.Drain()
	fr.Tap(t, "prepare.fault.close")
	f.fault = nil
	fr.Env.Press("Alt+Links")
	fr.Env.Press("Alt+Links")
	if fr.Env.Find("prepare.field.agency") == nil {
		t.Error("no way back to the first step")
	}
}

func TestShots(t *testing.T) {
	list, one := nav.Route{Screen: nav.Prepare}, nav.Route{Screen: nav.Prepare, ID: "V2026-0007"}
	shot := func(name string, r nav.Route, f *fake, play func(*shelltest.Frame), want ...string) {
		shelltest.Shots(t, name, func() []nav.Screen { return []nav.Screen{screen(f)} }, r, play, want...)
	}
	shot("07-abgabe-liste", list, &fake{state: state()}, nil, "prepare.list", "prepare.primary")
	shot("07-abgabe-leer", list, &fake{state: model.State{Kinds: state().Kinds}}, nil, "prepare.primary")
	shot("07-abgabe-personenstand", one, &fake{state: state(), draft: draft()}, func(fr *shelltest.Frame) {
		fr.Env.Find("prepare.steps").(*kit.List).Select(2)
		fr.Env.Find("prepare.steps").(*kit.List).Select(0)
		fr.Run.Drain()
	}, "prepare.field.agency", "prepare.primary")
	shot("07-abgabe-selbstpruefung", one, &fake{state: state(), draft: built("built")}, nil, "prepare.again", "prepare.primary")
	shot("07-abgabe-uebergeben", one, &fake{state: state(), draft: built("self-checked")}, nil, "prepare.folder", "prepare.primary")
	shot("07-abgabe-bestaetigungen", one, &fake{state: state(), draft: built("handed-over")}, nil, "prepare.paper.Erstregister", "prepare.primary")
	running := built("built")
	running.Running = &model.Running{Phase: "copy", At: 2, Of: 4, Done: 68412, Total: 120336, Rate: 512, Left: 100 * time.Second}
	shot("07-abgabe-bau", one, &fake{state: state(), draft: running}, nil, "prepare.primary")
	shot("07-abgabe-fehler", list, &fake{err: errors.New("database is locked")}, nil, "prepare.retry")
}
