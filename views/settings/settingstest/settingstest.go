// Package settingstest plays the workspace of the screen for its tests: those of the presenter
// and those of the view.
package settingstest

import (
	"context"
	"fmt"

	"laufzettel/views/settings/model"
)

// Fake plays the workspace: it gives what a test says and notes what it is asked to do.
type Fake struct {
	State model.State
	Err   error
	Fault error
	Did   []string
	Log   model.LogWatch
}

func (f *Fake) Note(format string, args ...any) error {
	f.Did = append(f.Did, fmt.Sprintf(format, args...))
	return f.Fault
}

func (f *Fake) Settings(context.Context) (model.State, error) { return f.State, f.Err }

func (f *Fake) SaveDisplay(_ context.Context, d model.Display) error {
	f.State.Display = d
	return f.Note("display %s %d", d.Mode, d.Scale)
}

func (f *Fake) SaveChannel(_ context.Context, c model.Channel) error {
	f.State.Channel = c
	return f.Note("channel %s", c.Archive)
}

func (f *Fake) TryDoor(context.Context) error { return f.Note("door") }

func (f *Fake) WatchLog(context.Context) (model.LogWatch, error) {
	return f.Log, f.Note("watch")
}

func (f *Fake) TakeLog(_ context.Context, note string) error { return f.Note("take %s", note) }

func (f *Fake) EnrolExport(_ context.Context, path string) error { return f.Note("export %s", path) }

func (f *Fake) EnrolImport(_ context.Context, path, fingerprint string) error {
	return f.Note("import %s %s", path, fingerprint)
}

func (f *Fake) KeepPassword(_ context.Context, p string) error {
	return f.Note("password %s", p)
}

// EnrolInvited implements settings.Source.
func (f *Fake) EnrolInvited(_ context.Context, invitation string) error {
	return f.Note("enrol %s", invitation)
}

// Enrol implements settings.Source.
func (f *Fake) Enrol(context.Context) error { return f.Note("enrol") }

func (f *Fake) SaveProfile(_ context.Context, p model.Profile) error {
	return f.Note("profile %s %s", p.ID, p.Name)
}

func (f *Fake) SaveField(_ context.Context, profile, field, value string) error {
	return f.Note("field %s %s %s", profile, field, value)
}

func (f *Fake) NewProfile(context.Context) (string, error) {
	f.State.Profiles = append(f.State.Profiles, model.Profile{ID: "neu"})
	return "neu", f.Note("new")
}

func (f *Fake) AddSchemas(_ context.Context, paths []string) error {
	return f.Note("schemas %v", paths)
}

func (f *Fake) AddIssuers(_ context.Context, paths []string) error {
	return f.Note("issuers %v", paths)
}

func (f *Fake) RemoveIssuer(_ context.Context, fingerprint string) error {
	return f.Note("withdrawn %s", fingerprint)
}

func (f *Fake) ReadClerk(_ context.Context, path string) (model.Clerk, error) {
	return model.Clerk{Office: "Landratsamt Musterkreis", Fingerprint: "3FA2-C81D"}, f.Note("read %s", path)
}

func (f *Fake) AddClerk(_ context.Context, path, fingerprint string) error {
	return f.Note("clerk %s %s", path, fingerprint)
}

func (f *Fake) RemoveClerk(_ context.Context, fingerprint string) error {
	return f.Note("clerk gone %s", fingerprint)
}

func (f *Fake) SaveKeys(_ context.Context, keys map[string]string) error {
	return f.Note("keys %v", keys)
}

// Full is a state with something of everything.
func Full() model.State {
	return model.State{
		Display: model.Display{Mode: "system", Scale: 100, Language: "de"},
		Channel: model.Channel{Archive: "Landesarchiv Musterland", Address: "https://archiv.musterland.example",
			Fingerprint: "3fa2 c81d 90be 77a1 0c3e 52fd e08b 9f2c", Enrolled: true, Enrolment: "Schlüssel bestätigt am 01.07.2026"},
		Profiles: []model.Profile{{ID: "p1", Name: "Landratsamt Musterkreis", AgencyID: "MK-0420", Contact: "Registratur, Zimmer 12",
			Mail: "registratur@musterkreis.example", System: "DokuWerk 5.4", Kinds: "e-Akten, Fotos", Portions: 4, ValidSince: "01.07.2026",
			Formats: []model.Format{{PUID: "fmt/477", Name: "PDF/A-2b"}, {PUID: "fmt/354", Name: "PDF/A-1b"},
				{PUID: "fmt/353", Name: "TIFF 6.0"}, {PUID: "fmt/40", Name: "Word 97–2003"}, {PUID: "fmt/412", Name: "Word ab 2007"}},
			Deadlines: []model.Pair{{Label: "Rückmeldung an die Stelle", Value: "14 Tage"},
				{Label: "Neulieferung nach Nachforderung", Value: "30 Tage"}},
			Packages: []model.Pair{{Label: "Verfahren", Value: "vierstufig"}, {Label: "Paket je", Value: "Vorgang"}}},
			{ID: "p2", Name: "Stadt Beispielstadt, Standesamt", AgencyID: "BS-0001", Kinds: "Personenstand", Portions: 6},
			{ID: "p3", Name: "Gemeinde Łukaszdorf, Standesamt", AgencyID: "LD-0001", Kinds: "Personenstand", Portions: 2}},
		Schemas: []model.Schema{{Name: "xdomea", Version: "3.1.0", Source: "mitgeliefert"},
			{Name: "xdomea", Version: "4.0.0", Missing: true}},
	}
}
