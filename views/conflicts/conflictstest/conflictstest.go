// Package conflictstest plays the workspace of the screen for its tests: those of the presenter
// and those of the view.
package conflictstest

import (
	"context"
	"strings"
	"time"

	"laufzettel/viewer"
	"laufzettel/viewer/text"
	"laufzettel/views/conflicts/model"
)

// Fake plays the workspace: it gives what a test says and notes what it is asked to do.
type Fake struct {
	State   model.State
	Err     error
	ItsAsk  error
	Fault   error
	Warning string
	Did     []string
	Opened  []string
}

func (f *Fake) Loans(context.Context) (model.State, error) { return f.State, f.Err }

func (f *Fake) Ask(context.Context) error { return f.ItsAsk }

func (f *Fake) Note(s string) error {
	f.Did = append(f.Did, s)
	return f.Fault
}

func (f *Fake) Publish(_ context.Context, id string) error { return f.Note("publish " + id) }

func (f *Fake) Take(_ context.Context, id string, days int, release bool) (string, error) {
	s := "take " + id
	if release {
		s += " release"
	}
	if days != 14 {
		s += " days"
	}
	return f.Warning, f.Note(s)
}

func (f *Fake) Return(_ context.Context, id string, remove bool) error {
	if remove {
		id += " remove"
	}
	return f.Note("return " + id)
}

func (f *Fake) End(_ context.Context, id string) error { return f.Note("end " + id) }

func (f *Fake) Sync(context.Context) error { return f.Note("sync") }

func (f *Fake) Read(_ context.Context, id, application string) error {
	return f.Note(strings.TrimSpace("read " + id + " " + application))
}

func (f *Fake) Leave(_ context.Context, id string) error { return f.Note("leave " + id) }

func (f *Fake) Settle(_ context.Context, p, o, letter, reason string) error {
	return f.Note("settle " + p + " " + o + " " + letter + " " + reason)
}

// About tells of every object the same.
func (f *Fake) About(context.Context, string, string) (model.About, error) {
	return model.About{Facts: []model.Fact{{Label: "Akte", Value: "63.2-0139 Wohnpark Am Mühlgraben"},
		{Label: "Laufzeit", Value: "12.03.1998 – 19.01.2004"}},
		Documents: []model.Document{{Key: "antrag.pdf", Date: "12.03.1998", Title: "Antrag auf wasserrechtliche Erlaubnis", Form: "PDF"},
			{Key: "gutachten.pdf", Date: "17.06.1998", Title: "Gutachten Hydrogeologie", Form: "PDF"}},
		History: []model.Line{{At: At(10, 14), Who: "J. Beyer (Außenstelle Nord)", Said: "V, vernichten", Why: "Doppelüberlieferung"},
			{At: At(16, 11), Who: "M. Ahrens (Landesarchiv Musterland)", Said: "A, archivieren", Why: "Beispielfall"}}}, f.Err
}

// Open opens a document of lines.
func (f *Fake) Open(_ context.Context, portion, document string) (viewer.Document, error) {
	f.Opened = append(f.Opened, portion+" "+document)
	return text.NewLines("eins\nzwei", viewer.Source{Name: document}, "", nil), nil
}

// OpenSource opens no part: the documents of the fake have none.
func (f *Fake) OpenSource(_ context.Context, src viewer.Source) (viewer.Document, error) {
	return text.NewLines(src.Name, src, "", nil), nil
}

func (f *Fake) Subscribe(func()) func() { return func() {} }

// At is a moment of November 2026.
func At(day, hour int) time.Time { return time.Date(2026, 11, day, hour, 15, 0, 0, time.UTC) }

// Full is a state with something of everything.
func Full() model.State {
	return model.State{
		Items: []model.Item{
			{ID: "W1", Portion: "P1", Title: "Bauakten 1990–1998, Landratsamt Musterkreis",
				Detail: "M. Ahrens, bis 28.11. 10:42; 12 nicht gesendet", Stand: model.Mine, Unsent: 12, Waiting: 1},
			{ID: "W2", Title: "Wasserrecht 2025/07", Detail: "niemand hat sie; 64 von 120 Vorgängen offen; ausgegeben von Landesarchiv",
				Stand: model.Free},
			{ID: "W3", Title: "Jagdwesen 2026/02", Detail: "bei J. Beyer (Außenstelle Nord) bis 24.11. 17:00", Stand: model.Out},
			{ID: "W4", Portion: "P4", Title: "Schulamt, Personal", Detail: "ausgegeben von M. Ahrens; 0 nicht gesendet",
				Stand: model.Given},
			{ID: "W5", Portion: "P5", Title: "Forstamt, Wege", Detail: "M. Ahrens, bis 02.11. 10:42; 3 nicht gesendet",
				Stand: model.Expired},
			{ID: "W6", Portion: "P6", Title: "Standesamt, Sammelakten", Detail: "M. Ahrens", Stand: model.Returned},
		},
		Disputes: []model.Dispute{
			{Portion: "P1", Object: "o1", Title: "63.2-0139/02 Baugenehmigung 1. Bauabschnitt", Conflict: true, Sides: []model.Side{
				{Letter: "V", Who: "J. Beyer (Außenstelle Nord)", At: At(16, 9), Why: "Doppelüberlieferung, Original im Bestand 12"},
				{Letter: "A", Who: "M. Ahrens (Landesarchiv Musterland)", At: At(16, 11), Why: "Beispielfall für die Umlegung"}}},
			{Portion: "P1", Object: "o2", Title: "63.2-0139/05 Nachtrag",
				Sides: []model.Side{{Letter: "V", Who: "D. Cordes (Leitung)", At: At(17, 8), Why: "entbehrlich", Late: true}}},
		},
		Choices: []model.Choice{{ID: "P7", Title: "Bauamt 2001"}, {ID: "P8", Title: "Bauamt 2002"}},
		Parcels: []model.Parcel{{ID: "U1", Title: "LAM 14/S-1995-003", Detail: "Frist 2056-12-31"},
			{ID: "U2", Title: "LAM 2/1", Detail: "nur eine Person zugleich, liest K. Lorenz bis 21.11.2026 11:30"}},
		Asked: At(17, 10),
	}
}
