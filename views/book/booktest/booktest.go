// Package booktest plays the workspace of the screen for its tests: those of the presenter
// and those of the view.
package booktest

import (
	"context"
	"errors"
	"time"

	"laufzettel/views/book/model"
)

// fake is a book without a workspace.
type Fake struct {
	ItsRows []model.Row
	Err     error
	Refuse  error
	Done    []model.Action
	Made    []model.Draft
	Opened  []string
	Changed func()
}

func (f *Fake) Rows(context.Context) ([]model.Row, error) { return f.ItsRows, f.Err }

func (f *Fake) Details(_ context.Context, id string) (model.Details, error) {
	for _, r := range f.ItsRows {
		if r.ID == id {
			return model.Details{Row: r, TransferID: "5f2c", Unreceipted: []string{"P2026-0004"}, Doomed: 3, Described: 9, TableBack: true,
				Table: "aus.csv", Obstacles: []string{"P2026-0004: noch 83 Vorgänge offen."},
				Portions: []model.Line{{Text: "Bauaufsicht 2026", Under: "P2026-0004 · Angenommen", At: r.Opened, Portion: "P2026-0004"}},
				Letters:  []model.Line{{Text: "el_Lauf.xml", At: r.Opened, Path: "/letters/el_Lauf.xml"}},
				Remarks:  []model.Line{{Text: "Telefonat mit der Registratur", Under: "M. Ahrens", At: r.Opened}}}, nil
		}
	}
	return model.Details{}, errors.New("no such accession")
}

func (f *Fake) Copies(context.Context, string) ([]model.Copy, error) {
	return []model.Copy{{ID: 1, What: "Lieferung", Place: "inbox/P2026-0001", Bytes: 4096},
		{ID: 2, What: "Archivpaket", Place: "packages/P2026-0001", Gone: true},
		{ID: 7, What: "Ausleihe", Place: "Notebook 7", Bytes: 9 << 20, Out: true}}, nil
}

func (f *Fake) New(_ context.Context, d model.Draft) (string, error) {
	f.Made = append(f.Made, d)
	return "Z2026-0009", f.Refuse
}

func (f *Fake) Act(_ context.Context, _ string, a model.Action) (string, error) {
	f.Done = append(f.Done, a)
	return "", f.Refuse
}

func (f *Fake) Open(path string) error { f.Opened = append(f.Opened, path); return nil }

func (f *Fake) Subscribe(changed func()) func() {
	f.Changed = changed
	return func() { f.Changed = nil }
}

// At is a moment of November 2026.
func At(day int) time.Time { return time.Date(2026, 11, day, 9, 0, 0, 0, time.UTC) }

// Full is a state with something of everything.
func Full() []model.Row {
	return []model.Row{
		{ID: "Z2026-0004", Number: "2026/0004", Title: "Bauaufsicht 2026", Agency: "Landratsamt Musterkreis", Kind: "Aussonderung e-Akte",
			State: "in-work", StateWord: "In Arbeit", StepWord: "Bewerten",
			Portion: "P2026-0004", Opened: At(3), Files: 1204, Bytes: 5 << 30, Due: At(12), DueWhat: "Bewertung", DueState: "overdue",
			Mine: true},
		{ID: "Z2026-0003", Number: "2026/0003", Title: "Geburtenregister 1911", Agency: "Standesamt Musterstadt", State: "cleared",
			StateWord: "Zur Löschung freigegeben", Next: model.DoClose, StepWord: "Abschließen", Opened: At(2), Files: 12, Mine: true},
		{ID: "Z2026-0002", Number: "2026/0002", Title: "Angebot Ab_Lis", Agency: "Forstamt Musterwald", State: "offered",
			StateWord: "Angeboten", StepWord: "Lieferung erwartet", Waits: true, Opened: At(1), Extent: "12 Vorgänge", Due: At(22),
			DueWhat: "Bewertung", DueState: "near"},
		{ID: "Z2026-0001", Number: "2026/0001", Title: "Handelsregister", Agency: "Amtsgericht Musterstadt", State: "closed",
			StateWord: "Abgeschlossen", Opened: At(1), Mine: true},
	}
}

// LookTable finds one shorter closure, or two faults where the path speaks of some.
func (f *Fake) LookTable(_ context.Context, _, path string) (model.Look, error) {
	if path == "falsch.csv" {
		return model.Look{Faults: []string{"Zeile 2, Spalte „Titel“: leer", "Zeile 9: doppelt"}, Sum: "Gelesen: 9"}, f.Refuse
	}
	return model.Look{Digest: "d1", Changed: true, Sum: "Gelesen: 9", Shorter: []string{"Zeile 3: bisher 2070, künftig 2030"}}, f.Refuse
}
