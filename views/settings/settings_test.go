package settings_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"laufzettel/views/kit"
	"laufzettel/views/nav"
	"laufzettel/views/present/presenttest"
	"laufzettel/views/settings"
	"laufzettel/views/settings/model"
	"laufzettel/views/shell/shelltest"
)

type fake struct {
	state model.State
	err   error
	fault error
	did   []string
}

func (f *fake) note(format string, args ...any) error {
	f.did = append(f.did, fmt.Sprintf(format, args...))
	return f.fault
}

func (f *fake) Settings(context.Context) (model.State, error) { return f.state, f.err }
func (f *fake) SaveDisplay(_ context.Context, d model.Display) error {
	f.state.Display = d
	return f.note("display %s %d", d.Mode, d.Scale)
}
func (f *fake) SaveChannel(_ context.Context, c model.Channel) error {
	f.state.Channel = c
	return f.note("channel %s", c.Archive)
}
func (f *fake) TryDoor(context.Context) error                    { return f.note("door") }
func (f *fake) EnrolExport(_ context.Context, path string) error { return f.note("export %s", path) }
func (f *fake) EnrolImport(_ context.Context, path, fingerprint string) error {
	return f.note("import %s %s", path, fingerprint)
}
func (f *fake) KeepPassword(_ context.Context, p string) error {
	return f.note("password %s", p)
}
func (f *fake) Enrol(context.Context) error { return f.note("enrol") }
func (f *fake) SaveProfile(_ context.Context, p model.Profile) error {
	return f.note("profile %s %s", p.ID, p.Name)
}
func (f *fake) SaveField(_ context.Context, profile, field, value string) error {
	return f.note("field %s %s %s", profile, field, value)
}
func (f *fake) NewProfile(context.Context) (string, error) {
	f.state.Profiles = append(f.state.Profiles, model.Profile{ID: "neu"})
	return "neu", f.note("new")
}
func (f *fake) AddSchemas(_ context.Context, paths []string) error {
	return f.note("schemas %v", paths)
}
func (f *fake) AddIssuers(_ context.Context, paths []string) error {
	return f.note("issuers %v", paths)
}
func (f *fake) RemoveIssuer(_ context.Context, fingerprint string) error {
	return f.note("withdrawn %s", fingerprint)
}
func (f *fake) ReadClerk(_ context.Context, path string) (model.Clerk, error) {
	return model.Clerk{Office: "Landratsamt Musterkreis", Fingerprint: "3FA2-C81D"}, f.note("read %s", path)
}
func (f *fake) AddClerk(_ context.Context, path, fingerprint string) error {
	return f.note("clerk %s %s", path, fingerprint)
}
func (f *fake) RemoveClerk(_ context.Context, fingerprint string) error {
	return f.note("clerk gone %s", fingerprint)
}
func (f *fake) SaveKeys(_ context.Context, keys map[string]string) error {
	return f.note("keys %v", keys)
}

func full() model.State {
	return model.State{
		Display: model.Display{Mode: "system", Scale: 100, Language: "de"},
		Channel: model.Channel{Archive: "Landesarchiv Musterland", Address: "https://archiv.musterland.example", Fingerprint: "3fa2 c81d 90be 77a1 0c3e 52fd e08b 9f2c", Enrolled: true, State: "Schlüssel bestätigt am 01.07.2026"},
		Profiles: []model.Profile{{ID: "p1", Name: "Landratsamt Musterkreis", AgencyID: "MK-0420", Contact: "Registratur, Zimmer 12", Mail: "registratur@musterkreis.example", System: "DokuWerk 5.4", Kinds: "e-Akten, Fotos", Portions: 4, ValidSince: "01.07.2026",
			Formats:   []model.Format{{PUID: "fmt/477", Name: "PDF/A-2b", Verdict: "accept", Note: "Archivformat"}, {PUID: "fmt/354", Name: "PDF/A-1b", Verdict: "accept", Note: "Archivformat"}, {PUID: "fmt/353", Name: "TIFF 6.0", Verdict: "accept", Note: "Archivformat"}, {PUID: "fmt/40", Name: "Word 97–2003", Verdict: "reject", Note: "Fehler FMT-003"}, {PUID: "fmt/412", Name: "Word ab 2007", Verdict: "convert", Note: "nach PDF/A-2b"}},
			Deadlines: []model.Pair{{Label: "Rückmeldung an die Stelle", Value: "14 Tage"}, {Label: "Neulieferung nach Nachforderung", Value: "30 Tage"}}, Packages: []model.Pair{{Label: "Verfahren", Value: "vierstufig"}, {Label: "Paket je", Value: "Vorgang"}}},
			{ID: "p2", Name: "Stadt Beispielstadt, Standesamt", AgencyID: "BS-0001", Kinds: "Personenstand", Portions: 6}, {ID: "p3", Name: "Gemeinde Łukaszdorf, Standesamt", AgencyID: "LD-0001", Kinds: "Personenstand", Portions: 2}},
		Schemas: []model.Schema{{Name: "xdomea", Version: "3.1.0", Source: "mitgeliefert"}, {Name: "xdomea", Version: "4.0.0", Missing: true}},
	}
}

func deps(f *fake) settings.Deps {
	return settings.Deps{Source: f, Apply: func(model.Display, map[string]string) {}, Actions: func() map[string][]kit.Action {
		return map[string][]kit.Action{"": {{ID: "shell.help", Title: "Diese Hilfe", Group: "Überall", Keys: []string{"F1"}}, {ID: "shell.command", Title: "Befehl suchen", Group: "Überall", Keys: []string{"Strg+K"}}},
			"appraise": {{ID: "appraise.a", Title: "Archivieren", Group: "Bewertung", Keys: []string{"A"}}, {ID: "appraise.v", Title: "Vernichten", Group: "Bewertung", Keys: []string{"V"}}},
			"transmit": {{ID: "transmit.hold", Title: "Alles anhalten", Group: "Übertragung", Keys: []string{"P"}}}}
	}}
}

func screen(f *fake) nav.Screen { return settings.Screen(deps(f), nav.Archivist) }

func keys() []model.Key {
	return []model.Key{{ID: "help", Title: "Hilfe", Default: "F1"}, {ID: "a", Title: "Archivieren", Default: "A", Scope: "appraise"}, {ID: "v", Title: "Vernichten", Default: "V", Scope: "appraise"}, {ID: "p", Title: "Anhalten", Default: "P", Scope: "transmit"}}
}

func presenter(t *testing.T, f *fake) (*model.Presenter, *presenttest.Cranked) {
	t.Helper()
	run := &presenttest.Cranked{}
	p := model.NewPresenter(f, run, presenttest.Words(t, "de"), keys, func() {}, func() {})
	p.Reload()
	run.Drain()
	return p, run
}

// Two actions clash on one screen or with the window, not across screens.
func TestKeyClashes(t *testing.T) {
	for _, tt := range []struct{ id, key, clash string }{
		{"a", "V", "Vernichten"}, {"a", "v", "Vernichten"}, {"a", "F1", "Hilfe"}, {"help", "A", "Archivieren"},
		{"a", "P", ""}, {"a", "X", ""}, {"a", "", ""}, {"a", "A", ""}, {"a", "ctrl + k", ""},
	} {
		f := &fake{state: full()}
		p, run := presenter(t, f)
		got := p.SetKey(tt.id, tt.key)
		run.Drain()
		if got != tt.clash || (got == "") != (len(f.did) == 1) {
			t.Errorf("%s on %q: clash %q, saved %v; want clash %q", tt.id, tt.key, got, f.did, tt.clash)
		}
	}
}

func TestSpell(t *testing.T) {
	for in, want := range map[string]string{"ctrl + k": "Strg+K", "strg+umschalt+a": "Strg+Umschalt+A", "f6": "F6", " ": "", "page down": "Bild Ab", "ß": "SS"} {
		if in == "ß" {
			want = model.Spell("ß")
		}
		if got := model.Spell(in); got != want {
			t.Errorf("%q is spelled %q, want %q", in, got, want)
		}
	}
}

// While a save is under way newer values wait and the newest one wins.
func TestSavedAsTyped(t *testing.T) {
	f := &fake{state: full()}
	p, run := presenter(t, f)
	x, _ := p.Profile()
	for _, name := range []string{"L", "La", "Lan"} {
		x.Name = name
		p.SetProfile(x)
	}
	run.Drain()
	if diff := cmp.Diff([]string{"profile p1 L", "profile p1 Lan"}, f.did); diff != "" {
		t.Errorf("saves (-want +got)\n%s", diff)
	}
	x.Name = "Land"
	p.SetProfile(x)
	x.Name = "Landes"
	p.SetProfile(x)
	p.Close()
	run.Drain()
	if got := f.did[len(f.did)-1]; got != "profile p1 Landes" {
		t.Errorf("closing lost what was typed: last save %q", got)
	}
}

func TestFaultIsShownAndSolved(t *testing.T) {
	f := &fake{state: full(), fault: errors.New("disk full")}
	p, run := presenter(t, f)
	p.SetDisplay(model.Display{Mode: "dark"})
	run.Drain()
	if p.Fault == nil {
		t.Fatal("a failed save is not shown")
	}
	f.fault = nil
	p.SetDisplay(model.Display{Mode: "light"})
	run.Drain()
	if p.Fault != nil {
		t.Error("the fault stays after a good save")
	}
}

func TestScreen(t *testing.T) {
	f := &fake{state: full()}
	fr := shelltest.Open(t, screen(f))
	fr.Go(nav.Route{Screen: nav.Settings})
	shelltest.Walk(t, fr, "rail", "settings.pages", "settings.mode.system", "settings.scale.100", "settings.language.de", "status.help")
	fr.Tap(t, "settings.mode.contrast")
	fr.Tap(t, "settings.scale.150")
	fr.Go(nav.Route{Screen: nav.Settings, Filter: "profiles"})
	fr.Type(t, "settings.profile.name", "X")
	fr.Go(nav.Route{Screen: nav.Settings, Filter: "channel"})
	fr.Env.Press("Strg+N")
	fr.Run.Drain()
	fr.Go(nav.Route{Screen: nav.Settings, Filter: "schemas"})
	fr.Env.Press("Strg+N")
	fr.Type(t, "settings.schema.path", "/schemata/xdomea-4")
	fr.Tap(t, "settings.schema.path.take")
	want := []string{"display contrast 100", "display contrast 150", "profile p1 XLandratsamt Musterkreis", "enrol", "schemas [/schemata/xdomea-4]"}
	if diff := cmp.Diff(want, f.did); diff != "" {
		t.Errorf("did (-want +got)\n%s", diff)
	}
	fr.Go(nav.Route{Screen: nav.Settings, Filter: "keys"})
	fr.Env.Find("settings.keys").(*kit.List).Select(0)
	fr.Run.Drain()
	fr.Type(t, "settings.key.new", "V")
	fr.Env.Find("settings.key.new").(*kit.Entry).OnSubmitted("V")
	fr.Run.Drain()
	if n := len(f.did); n != 5 && n != 6 {
		t.Errorf("did %v", f.did)
	}
}

// What the administrator's policy governs is shown and cannot be typed in.
func TestFixedFields(t *testing.T) {
	f := &fake{state: full()}
	f.state.Channel.Fixed = []string{"address"}
	fr := shelltest.Open(t, screen(f))
	fr.Go(nav.Route{Screen: nav.Settings, Filter: "channel"})
	if !fr.Env.Find("settings.address").(*kit.Entry).Disabled() {
		t.Error("a governed field can be typed in")
	}
	if fr.Env.Find("settings.archive").(*kit.Entry).Disabled() {
		t.Error("a free field cannot be typed in")
	}
}

func TestShots(t *testing.T) {
	for _, page := range []string{"display", "channel", "profiles", "schemas", "keys"} {
		shelltest.Shots(t, "10-einstellungen-"+page, func() []nav.Screen { return []nav.Screen{screen(&fake{state: full()})} }, nav.Route{Screen: nav.Settings, Filter: page}, nil, "settings.pages")
	}
	shelltest.Shots(t, "10-einstellungen-leer", func() []nav.Screen { return []nav.Screen{screen(&fake{})} }, nav.Route{Screen: nav.Settings, Filter: "schemas"}, nil, "settings.schemas.add")
	shelltest.Shots(t, "10-einstellungen-fehler", func() []nav.Screen { return []nav.Screen{screen(&fake{err: errors.New("permission denied")})} }, nav.Route{Screen: nav.Settings}, nil, "settings.retry")
}

// The password of an SFTP account is asked for in a sheet and never shown.
func TestPassword(t *testing.T) {
	s := full()
	f := &fake{state: s}
	fr := shelltest.Open(t, screen(f))
	fr.Go(nav.Route{Screen: nav.Settings, Filter: "channel"})
	if fr.Env.Find("settings.password.ask") != nil {
		t.Error("a password is asked for without an SFTP server")
	}
	s.Channel.Door, s.Channel.PasswordKept = "sftp://abgabe@sftp.archiv.example/eingang", true
	f = &fake{state: s}
	fr = shelltest.Open(t, screen(f))
	fr.Go(nav.Route{Screen: nav.Settings, Filter: "channel"})
	fr.Tap(t, "settings.password.ask")
	if !fr.Env.Find("settings.password").(*kit.Entry).Password {
		t.Error("the password is shown")
	}
	fr.Tap(t, "settings.password.keep") // nothing typed: nothing happens
	fr.Type(t, "settings.password", "Zirkon 17")
	fr.Tap(t, "settings.password.keep")
	fr.Tap(t, "settings.password.ask")
	fr.Tap(t, "settings.password.remove")
	if want := []string{"password Zirkon 17", "password "}; !slices.Equal(f.did, want) {
		t.Errorf("did %q, want %q", f.did, want)
	}
	shelltest.Shots(t, "10-einstellungen-kennwort", func() []nav.Screen { return []nav.Screen{screen(&fake{state: s})} }, nav.Route{Screen: nav.Settings, Filter: "channel"}, nil, "settings.password.ask", "settings.door.try")
}

// Where the channel cannot be reached a device is enrolled by files.
func TestEnrolByFile(t *testing.T) {
	s := full()
	s.Channel.Enrolled = false
	f := &fake{state: s}
	fr := shelltest.Open(t, screen(f))
	fr.Go(nav.Route{Screen: nav.Settings, Filter: "channel"})
	fr.Tap(t, "settings.enrol.export")
	fr.Type(t, "settings.enrol.path", "/anmeldung.json")
	fr.Tap(t, "settings.enrol.path.take")
	fr.Tap(t, "settings.enrol.import")
	fr.Tap(t, "settings.enrol.take") // nothing typed: it stays open
	fr.Type(t, "settings.enrol.answer", "/antwort.json")
	fr.Type(t, "settings.enrol.told", "AAAA-BBBB")
	fr.Tap(t, "settings.enrol.take")
	if want := []string{"export /anmeldung.json", "import /antwort.json AAAA-BBBB"}; !slices.Equal(f.did, want) {
		t.Errorf("did %q, want %q", f.did, want)
	}
}
