// Package inboxtest plays the workspace of the screen for its tests: those of the presenter
// and those of the view.
package inboxtest

import (
	"context"
	"fmt"
	"time"

	"laufzettel/transfer/procedure"

	"laufzettel/views/inbox/model"
)

// Fake plays the workspace: it gives what a test says and notes what it is asked to do.
type Fake struct {
	List    []model.Portion
	Err     error
	Fault   error
	Did     []string
	Changed func()
	Added   model.Added
}

func (f *Fake) Portions(context.Context) ([]model.Portion, error) { return f.List, f.Err }

func (f *Fake) Add(_ context.Context, paths []string) (model.Added, error) {
	return f.Added, f.Note("add", fmt.Sprint(paths))
}

func (f *Fake) Take(_ context.Context, p model.Proposal) (model.Added, error) {
	return model.Added{Portions: []string{"n1"}, From: []string{p.Source}}, f.Note("take", fmt.Sprint(p.Source, p.Pieces[0].To))
}

func (f *Fake) Undo(_ context.Context, a model.Added) error {
	return f.Note("undo", fmt.Sprint(a.Portions))
}

func (f *Fake) Check(_ context.Context, id string) error { return f.Note("check", id) }

func (f *Fake) Cancel(_ context.Context, id string) error { return f.Note("cancel", id) }

func (f *Fake) Subscribe(changed func()) func() {
	f.Changed = changed
	return func() { f.Changed = nil }
}

func (f *Fake) Note(what, of string) error {
	f.Did = append(f.Did, what+" "+of)
	return f.Fault
}

// At is a moment of November 2026.
func At(day, hour, minute int) time.Time {
	return time.Date(2026, 11, day, hour, minute, 0, 0, time.UTC)
}

// Full is a state with something of everything.
func Full() []model.Portion {
	return []model.Portion{
		{ID: "7c1e40f2", Arrived: At(17, 9, 12), Kind: procedure.Transfer.Kind(), KindLabel: "Aussonderung e-Akte, xdomea 3.1.0",
			Name: "Bauaufsicht 2026/11", Agency: "Landratsamt Musterkreis", Files: 20117, Bytes: 5_100_000_000, State: "returned",
			Checked: true, Errors: 4, Warnings: 7, Notes: 3},
		{ID: "b2", Arrived: At(17, 8, 40), Kind: "siard", KindLabel: "Fachverfahren, SIARD 2.2", Name: "Umweltmessnetz 1998–2019",
			Agency: "Landesamt für Umwelt Musterland", Files: 120336, Bytes: 15_400_000_000, State: "recognised",
			Running: &model.Running{Phase: "Prüfsummen und Formate", At: 2, Of: 4, Done: 68412, Total: 120336, Rate: 512,
				Left: 100 * time.Second}},
		{ID: "c3", Arrived: At(16, 15, 20), Kind: "personenstand", KindLabel: "Personenstandsregister, Sicherungsregister",
			Name: "Sterberegister 1995", Agency: "Stadt Beispielstadt, Standesamt", Files: 1236, Bytes: 312_000_000, State: "accepted",
			Checked: true, Warnings: 2, Notes: 1},
		{ID: "d4", Arrived: At(16, 11, 3), Kind: "handelsregister", KindLabel: "Firmenliste und Belegakten",
			Name: "Handelsregister Löschungen 2016", Agency: "Handelsregisteramt Musterland", Files: 2321, Bytes: 9_800_000_000,
			State: "checked", Checked: true, Warnings: 5},
		{ID: "e5", Arrived: At(13, 16, 31), Kind: "web", KindLabel: "Webarchiv, WACZ", Name: "Landtag Musterland, 02.11.2026",
			Agency: "Landtag Musterland", Files: 48902, Bytes: 7_300_000_000, State: "checked", Checked: true, Notes: 4},
		{ID: "f6", Arrived: At(12, 14, 7), Kind: "norm", KindLabel: "Original- und Ausgabenorm", Name: "Gesetz über die Wasserwege",
			Agency: "Amtliche Verkündung Musterland", Files: 14, Bytes: 6_000_000, State: "confirmed", Checked: true},
		{ID: "g7", Arrived: At(11, 9, 55), Name: "Nachlieferung Kreisbauamt", Files: 212, Bytes: 400_000_000, State: "arrived"},
		{ID: "h8", Arrived: At(11, 8, 5), Kind: procedure.Offer.Kind(), KindLabel: "Anbieteverzeichnis 0501, xdomea 3.1.0",
			Name: "Ausländerwesen, Anbietung", Agency: "Landratsamt Musterkreis", Files: 1, Bytes: 2_000_000, State: "recognised"},
		{ID: "i9", Arrived: At(2, 8, 5), Kind: procedure.Transfer.Kind(), KindLabel: "Aussonderung e-Akte, xdomea 2.4.0",
			Name: "Jagdwesen 2025", Agency: "Landratsamt Musterkreis", Files: 100, Bytes: 20_000_000, State: "closed", Checked: true},
	}
}
