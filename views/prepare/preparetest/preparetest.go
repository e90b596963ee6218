// Package preparetest plays the workspace of the screen for its tests: those of the presenter
// and those of the view.
package preparetest

import (
	"context"
	"slices"
	"strings"
	"time"

	stage "laufzettel/transfer/prepare"
	"laufzettel/views/prepare/model"
)

// Fake plays the workspace: it gives what a test says and notes what it is asked to do.
type Fake struct {
	State    model.State
	Draft    *model.Draft
	Err      error
	ItsFault error
	Looks    *model.Table // what reading the material gives
	Did      []string
	Typed    []model.Statements
}

func (f *Fake) Preparations(_ context.Context, id string) (model.State, error) {
	s := f.State
	if id != "" && f.Draft != nil {
		d := *f.Draft
		d.Fields = slices.Clone(f.Draft.Fields)
		s.Draft = &d
	}
	return s, f.Err
}

func (f *Fake) Fault(_, key, value string) string {
	if strings.TrimSpace(value) == "" && key != "contact" {
		return "„" + key + "“ fehlt. Bitte eintragen."
	}
	if key == "closingDate" && strings.Count(value, ".") != 2 {
		return "„Datum“ ist kein Kalendertag."
	}
	return ""
}

func (f *Fake) Note(s string) error { f.Did = append(f.Did, s); return f.ItsFault }

func (f *Fake) Begin(_ context.Context, kind string) (string, error) {
	f.Draft = Draft()
	return f.Draft.ID, f.Note("begin " + kind)
}

func (f *Fake) Type(_ context.Context, id string, s model.Statements) error {
	f.Typed = append(f.Typed, s)
	if f.Draft != nil {
		f.Draft.Source, f.Draft.Target = s.Source, s.Target
		for i := range f.Draft.Fields {
			f.Draft.Fields[i].Value = s.Fields[f.Draft.Fields[i].Key]
		}
	}
	return f.Note("type " + id)
}

func (f *Fake) Look(_ context.Context, id string) error {
	if f.Looks != nil {
		f.Draft.Table = f.Looks
	}
	return f.Note("look " + id)
}

func (f *Fake) StopLook(_ context.Context, id string) error { return f.Note("stop " + id) }

func (f *Fake) Make(_ context.Context, id string) error { return f.Note("make " + id) }

func (f *Fake) Cancel(_ context.Context, id string) error { return f.Note("cancel " + id) }

func (f *Fake) HandOver(_ context.Context, id, dir string) error {
	return f.Note("hand " + id + " " + dir)
}

func (f *Fake) Receipt(_ context.Context, id, file string) error {
	return f.Note("receipt " + id + " " + file)
}

func (f *Fake) Paper(_ context.Context, id string, p model.Paper) error {
	return f.Note("paper " + p.Name + " " + p.By + " " + p.Day + " " + p.Scan)
}

func (f *Fake) Reopen(_ context.Context, id, reason string) error { return f.Note("reopen " + reason) }

func (f *Fake) Deleted(_ context.Context, id, note string) error { return f.Note("deleted " + note) }

func (f *Fake) SaveSet(_ context.Context, kind string, s model.Set) error {
	return f.Note("set " + kind + " " + s.Name + " " + s.Text)
}

func (f *Fake) RemoveSet(_ context.Context, name string) error { return f.Note("set gone " + name) }

func (f *Fake) Subscribe(func()) func() { return func() {} }

func (f *Fake) AddFile(_ context.Context, id, name, file string) error {
	f.Did = append(f.Did, "add "+id+" "+name+" "+file)
	return f.ItsFault
}

// Draft is part of that state.
func Draft() *model.Draft {
	return &model.Draft{ID: "V2026-0007", Title: "Sterberegister 1995", Kind: "register", State: "draft", Word: "Entwurf",
		Fields: []model.Field{{Key: "agency", Label: "Standesamt", Help: "Name des Standesamts, wie er im Profil des Archivs steht",
			Step: "office", Required: true},
			{Key: "person", Label: "Verantwortliche Person", Help: "Wer für die Abgabe einsteht", Step: "office", Value: "D. Brückner",
				Required: true}, {Key: "contact", Label: "Erreichbar unter", Help: "Für Rückfragen des Archivs", Step: "office"},
			{Key: "year", Label: "Jahrgang", Step: "content", Read: "1995"},
			{Key: "source", Label: "Quelle", Step: "content", Value: "Erstregister",
				Choices: []string{"Erstregister", "Sicherungsregister"}, Required: true},
			{Key: "closingDate", Label: "Datum des Abschlussvermerks", Help: "Von ihm an rechnet die Fortführungsfrist", Step: "content",
				Required: true},
			{Key: "closingNote", Label: "Abschlussvermerk", Step: "content", Read: "Abschluss_1995.pdf"},
			{Key: "software", Label: "Registerverfahren", Step: "content", Value: "RegisterPlus 7.2", Required: true}}}
}

// Built is part of that state.
func Built(state stage.State) *model.Draft {
	d := Draft()
	d.State, d.Word = state, map[stage.State]string{stage.Built: "Gebaut", "self-checked": "Selbst geprüft", "handed-over": "Übergeben",
		"confirmed": "Bestätigt", "deletable": "Darf gelöscht werden"}[state]
	d.Source, d.Target = "/daten/sterbe-1995", "/abgabe/sterbe-1995"
	for i := range d.Fields {
		if d.Fields[i].Value == "" && d.Fields[i].Read == "" {
			d.Fields[i].Value = "04.01.1996"
		}
	}
	d.Checked, d.OK = true, state != "built"
	d.Outcome = "0 Fehler, 0 Warnungen, 1 Hinweise"
	d.Read = []model.Pair{{Label: "Registereinträge", Value: "411"}, {Label: "Beurkundungen", Value: "617"},
		{Label: "Abschlussvermerk", Value: "Abschluss_1995.pdf"}}
	d.Tree = []string{"14999001-S-1995/", "  14999001-S-1995.xml", "  14999001-S-1995-1-U0.xml", "  … 1.232 weitere"}
	if state == "built" {
		d.Outcome = "2 Fehler, 0 Warnungen, 0 Hinweise"
		d.Findings = []model.Finding{{Code: "PRE-003", Severity: "error",
			Title: "Zu einer Beurkundung liegt nur eine der beiden Dateien vor.", Count: 1, Places: []string{"207_U0.xml"},
			Expected: "PDF-Datei gleichen Namens", Remedy: "Bitte die fehlende Datei dazulegen."},
			{Code: "SIG-001", Severity: "error", Title: "Elektronische Signatur passt nicht zum Inhalt.", Count: 1,
				Places: []string{"12_U0.pdf"}, Remedy: "Bitte das unveränderte Original erneut liefern."}}
	}
	if slices.Contains([]stage.State{stage.HandedOver, stage.Confirmed, stage.Deletable}, state) {
		d.Sealed = []model.Pair{{Label: "Container", Value: "14999001-S-1995.zip"},
			{Label: "SHA-512", Value: strings.Repeat("9c41ab", 21), Mono: true}}
		d.Missing = []string{"Erstregister", "Sicherungsregister"}
	}
	if state == "deletable" {
		d.Missing, d.Confirmed = nil, []model.Pair{{Label: "Empfang", Value: "Quittung geprüft, Landesarchiv Musterland, 17.11.2026"},
			{Label: "Erstregister", Value: "auf Papier, Dr. K. Weiß, 18.11.2026"}}
	}
	return d
}

// State is part of that state.
func State() model.State {
	at := time.Date(2026, 11, 17, 9, 41, 0, 0, time.UTC)
	return model.State{Archive: "Landesarchiv Musterland",
		Kinds: []model.Kind{{ID: "register", Title: "Personenstandsregister", Text: "Aus XML- und PDF-Dateien eine Portion nach BKK"},
			{ID: "export", Title: "Export aus einem Fachverfahren", Text: "CSV, XML, SIARD oder Datenbankdateien"}},
		Rows: []model.Row{{ID: "V2026-0007", Title: "Sterberegister 1995", Kind: "Personenstandsregister", State: "draft", Word: "Entwurf",
			Changed: at},
			{ID: "V2026-0006", Title: "Baugenehmigungen", Kind: "Export aus einem Fachverfahren", State: "handed-over", Word: "Übergeben",
				Changed: at}, {ID: "V2026-0005", Title: "Eheregister 1943", Kind: "Personenstandsregister", State: "deletable",
				Word: "Darf gelöscht werden", Changed: at}}}
}
