// Package portiontest plays the workspace of the screen for its tests: those of the presenter
// and those of the view.
package portiontest

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"laufzettel/transfer/procedure"

	"laufzettel/transfer"
	"laufzettel/transfer/check"
	"laufzettel/viewer"
	"laufzettel/viewer/text"
	"laufzettel/views/portion/model"
)

// Fake plays the workspace: it gives what a test says and notes what it is asked to do.
type Fake struct {
	ByID    map[string]model.Detail
	Err     error
	Fault   error
	Did     []model.Action
	Asked   []int
	Opened  []string
	Said    bool // the next step is as byID has it
	Changed func()
}

func (f *Fake) Portion(_ context.Context, id string) (model.Detail, error) {
	d := f.ByID[id]
	if d.Next == model.DoNothing && !f.Said {
		d.Next = Steps[d.State]
	}
	return d, f.Err
}

// steps are what a workspace would say of these portions; the rule is the house's.
var Steps = map[transfer.State]model.Verb{"arrived": model.DoCheck, "recognised": model.DoCheck, "checked": model.DoAccept,
	"returned": model.DoReturn, "accepted": model.DoPackage,
	"appraised": model.DoPackage, "packaged": model.DoSend, "confirmed": model.DoClear, "closed": model.DoReader}

func (f *Fake) Files(_ context.Context, _ string, offset, limit int) ([]model.File, error) {
	f.Asked = append(f.Asked, offset)
	var out []model.File
	for i := range limit {
		out = append(out, model.File{Path: fmt.Sprintf("content/63.2-0147/%06d_Bescheid.pdf", offset+i), Format: "PDF/A-2b",
			PUID: "fmt/477", Bytes: 182_000, Digest: "9c41 f0d2 … 7be0", Checked: true})
	}
	return out, nil
}

func (f *Fake) Letter(context.Context, string) (model.Letter, error) {
	return model.Letter{To: "Landratsamt Musterkreis, Registratur", Subject: "Nachforderung zur Aussonderung 2026/11",
		Text: "Sehr geehrte Damen und Herren,\n\nIhre Lieferung ist eingegangen und geprüft. Folgendes bitten wir zu beheben:\n\n1. Prüfsumme weicht ab (FIX-002)\n   content/63.2-0147/03/0005_Bescheid.pdf\n   Bitte neu ausgeben und die Portion neu liefern.",
		Causes: []model.Point{{Code: "FIX-002", Title: "Prüfsumme weicht ab.", Count: 1, Ticked: true},
			{Code: "VOL-001", Title: "In der Lieferung genannt, aber nicht geliefert.", Count: 2, Ticked: true}},
		Aside: []model.Point{{Code: "PLA-001", Title: "Ein Datum liegt in der Zukunft. Die Angabe ist unglaubhaft.", Count: 2},
			{Code: "FIX-001", Title: "Keine Prüfsummen geliefert.", Count: 1}}}, f.Fault
}

func (f *Fake) Act(_ context.Context, _ string, a model.Action) error {
	f.Did = append(f.Did, a)
	return f.Fault
}

// page is a document of the fake: text, a line each.
func (f *Fake) page(name string) (viewer.Document, error) {
	f.Opened = append(f.Opened, name)
	if f.Fault != nil {
		return nil, f.Fault
	}
	return text.NewLines("eins\nzwei\ndrei", viewer.Source{Name: name}, "", nil), nil
}

// Open opens a delivered file.
func (f *Fake) Open(_ context.Context, _, place string) (viewer.Document, error) {
	return f.page("file " + place)
}

// Spot knows places as "path, Zeile 12".
func (f *Fake) Spot(place string) (string, int) {
	name, rest, _ := strings.Cut(place, ", Zeile ")
	n, err := strconv.Atoi(rest)
	if err != nil {
		return name, 0
	}
	return name, n
}

// OpenMessage opens what came or was written.
func (f *Fake) OpenMessage(_ context.Context, _, key string) (viewer.Document, error) {
	return f.page("message " + key)
}

// OpenSource opens a part of a document.
func (f *Fake) OpenSource(_ context.Context, src viewer.Source) (viewer.Document, error) {
	return f.page("part " + src.Name)
}

// Preview opens the letter as it is typed.
func (f *Fake) Preview(_ context.Context, _ string, a model.Action) (viewer.Document, error) {
	return f.page("draft " + a.Subject)
}

func (f *Fake) Subscribe(changed func()) func() {
	f.Changed = changed
	return func() { f.Changed = nil }
}

// At is a moment of November 2026.
func At(day, hour, minute int) time.Time {
	return time.Date(2026, 11, day, hour, minute, 0, 0, time.UTC)
}

// Ways is part of that state.
var Ways = []string{"return", "ask", "exception", "stop"}

// Find is part of that state.
func Find(code string, severity check.Severity, title, path string, ways ...string) model.Finding {
	return model.Finding{Code: code, Severity: severity, Title: title, Path: path, Remedy: "Bitte neu liefern.", Ways: ways}
}

// Full is a state with something of everything.
func Full() model.Detail {
	d := model.Detail{ID: "p1", Name: "Bauaufsicht 2026/11", Agency: "Landratsamt Musterkreis", Kind: procedure.Transfer.Kind(),
		KindLabel: "Aussonderung e-Akte, xdomea 3.1.0", State: "returned", Checked: true, FileCount: 20117,
		Rules: "Geprüft mit Laufzettel 1.0, Regelstand 2026-11",
		Steps: []model.Step{{State: model.StepDone, Name: "Eingegangen", At: At(17, 9, 12), Who: "M. Ahrens, Ordner auf USB"},
			{State: model.StepDone, Name: "Erkannt", At: At(17, 9, 12), Who: "xdomea 0503, Fassung 3.1.0"},
			{State: model.StepDone, Name: "Geprüft", At: At(17, 9, 26), Who: "Laufzettel 1.0, 13 min 41 s"},
			{State: model.StepStopped, Name: "Zurückgewiesen", At: At(17, 9, 31), Who: "4 Fehler, M. Ahrens"},
			{State: model.StepNext, Name: "Nachforderung", Who: "Frist heute 18:00"}, {Name: "Neulieferung"}, {Name: "Angenommen"},
			{Name: "Bewertet"}, {Name: "Paketiert"}, {Name: "Gesendet"}, {Name: "Bestätigt"}, {Name: "Abgeschlossen"}},
		Messages: []model.Message{{At: At(17, 9, 12), Kind: "Aussonderung (0503)", File: "7c1e40f2_Aussonderung.Aussonderung.0503.xml"}},
		Events: []model.Event{{At: At(17, 9, 12), Who: "M. Ahrens", What: "Lieferung geöffnet", Outcome: "20.117 Dateien"},
			{At: At(17, 9, 26), Who: "Laufzettel 1.0", What: "Geprüft", Outcome: "4 Fehler, 7 Warnungen"}},
		Checks: []model.Check{{Name: "Vollständigkeit", State: check.Full, Detail: "BagIt"},
			{Name: "Prüfsummen, SHA-256", State: check.Full, Detail: "Laufzettel"},
			{Name: "Formate, siegfried 1.11.6", State: check.Partial, Detail: "1 Datei ließ sich nicht erkennen, PRONOM V124"},
			{Name: "PDF/A, eigene Prüfung", State: check.Full, Detail: "18.204 Dateien, 6 Warnungen"},
			{Name: "Signaturen", State: check.NotDone, Detail: "keine Zertifikatskette"},
			{Name: "Nachricht", State: check.Full, Detail: "gültig gegen xdomea 3.1.0"}},
		Facts: []model.Fact{{Label: "Ü-ID", Value: "7c1e 40f2 a93b", Mono: true}, {Label: "Umfang", Value: "20.117 Dateien, 5,1 GB"},
			{Label: "Inhalt", Value: "46 Akten, 120 Vorgänge"}, {Label: "Kontakt", Value: "Registratur, Zi. 12"}},
		Records: []model.Node{{ID: "63", Number: "63", Title: "Bauaufsicht", Count: 120},
			{ID: "a1", Level: 1, Number: "63.2-0147", Title: "Wohnpark Am Mühlgraben", Span: "2008–2014", Count: 9},
			{ID: "v1", Level: 2, Leaf: true, Number: "/01", Title: "Bauvoranfrage", Span: "2008", Suggestion: "B", Count: 9},
			{ID: "v2", Level: 2, Leaf: true, Number: "/02", Title: "Baugenehmigung 1. Bauabschnitt", Span: "2008–2009", Suggestion: "B",
				Count: 41}},
	}
	fix := Find("FIX-002", "error", "Prüfsumme weicht ab", "content/63.2-0147/03/0005_Bescheid.pdf", Ways...)
	fix.Expected, fix.Found = "sha-256 9f2c41d7 e08b … 77a1", "sha-256 1b70c4e9 52fd … 0c3e"
	fix.Remedy = "Die Datei wurde nach dem Erstellen der Liste verändert oder beschädigt. Bitte aus der Registratur neu ausgeben und die Portion neu liefern."
	d.Findings = append(d.Findings, Find("NAM-002", "note", "Dateiname länger als 200 Zeichen", "content/lang.pdf"), fix)
	for i := range 2 {
		f := Find("VOL-001", "error", "In der Lieferung genannt, aber nicht geliefert",
			fmt.Sprintf("content/63.2-0152/01/%04d_Gutachten_Ďuriš.pdf", i+11), Ways...)
		f.Expected, f.Found = "20.119 Dateien laut Aussonderungsnachricht", "20.117 Dateien in der Lieferung"
		f.Remedy = "Bitte die zwei genannten Dateien nachliefern oder ihren Wegfall schriftlich begründen."
		d.Findings = append(d.Findings, f)
	}
	d.Findings = append(d.Findings, Find("FMT-003", "error", "Format nicht vereinbart: Microsoft Word 97–2003", "content/brief.doc",
		Ways...))
	for i := range 6 {
		d.Findings = append(d.Findings, Find("PDF-014", "warning", "PDF/A-2b: Schrift nicht eingebettet", fmt.Sprintf("content/%d.pdf", i),
			Ways...))
	}
	return d
}
