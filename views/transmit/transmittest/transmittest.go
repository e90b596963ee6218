// Package transmittest plays the workspace of the screen for its tests: those of the presenter
// and those of the view.
package transmittest

import (
	"context"
	"fmt"
	"time"

	"laufzettel/transfer/procedure"

	"laufzettel/transfer"
	"laufzettel/views/route"
	"laufzettel/views/transmit/model"
)

// Fake plays the workspace: it gives what a test says and notes what it is asked to do.
type Fake struct {
	State   model.State
	Err     error
	Fault   error
	Verdict model.Verdict
	Did     []string
}

func (f *Fake) Transmit(context.Context) (model.State, error) { return f.State, f.Err }

func (f *Fake) History(_ context.Context, id string) ([]model.Line, error) {
	return []model.Line{{At: At(16, 17, 40), Text: "auf diesem Gerät abgeschlossen: " + id},
		{At: At(17, 8, 15), Text: "gesendet, 88 übernommen"}}, nil
}

func (f *Fake) Note(s string) error { f.Did = append(f.Did, s); return f.Fault }

func (f *Fake) Hold(_ context.Context, id string) error { return f.Note("hold " + id) }

func (f *Fake) Retry(_ context.Context, id string) error { return f.Note("retry " + id) }

func (f *Fake) Cancel(_ context.Context, id string) error { return f.Note("cancel " + id) }

func (f *Fake) Renumber(_ context.Context, id string, all bool) error {
	return f.Note(fmt.Sprintf("renumber %s %v", id, all))
}

func (f *Fake) Reply(_ context.Context, id, code, to string) error {
	return f.Note("reply " + id + " " + code + " " + to)
}

func (f *Fake) AddPlan(_ context.Context, p model.NewPlan) error {
	return f.Note("plan " + p.Link + " " + p.Digest + " " + p.Every + " " + p.First)
}

func (f *Fake) ActPlan(_ context.Context, id string, act model.PlanAct) error {
	return f.Note("plan " + string(act) + " " + id)
}

func (f *Fake) ReportDeletion(_ context.Context, id, note string) error {
	return f.Note("deleted " + id + " " + note)
}

func (f *Fake) Subscribe(func()) func() { return func() {} }

func (f *Fake) Fetch(context.Context) (string, error) { return "2 Schreiben", f.Note("fetch") }

func (f *Fake) HoldAll(_ context.Context, hold bool) error {
	f.State.Held = hold
	return f.Note("all")
}

func (f *Fake) Verify(_ context.Context, what string) (model.Verdict, error) {
	return f.Verdict, f.Note("verify " + what)
}

// At is a moment of November 2026.
func At(day, hour, minute int) time.Time {
	return time.Date(2026, 11, day, hour, minute, 0, 0, time.UTC)
}

// Full is a state with something of everything.
func Full() model.State {
	return model.State{
		Cells: []model.Cell{{Tone: transfer.ToneOK, Icon: "ok", Title: "Kanal verbunden", Detail: "archiv.musterland.example"},
			{Icon: "key", Title: "Schlüssel bestätigt", Detail: "SHA256 3fa2 c81d 90be", Mono: true},
			{Icon: "clock", Title: "Uhr stimmt", Detail: "Abweichung 0,4 s"},
			{Icon: "receipt", Title: "2 Quittungen offen", Detail: "61 geprüft und abgelegt"}},
		Jobs: []model.Job{
			{ID: "s3", Direction: model.Up, Name: "Sterberegister 1995, Paket 3 von 5", Answer: "LAM 14/S-1995-003 · 11,4 MB/s · 72 %",
				State: model.Sending, Done: 1_900_000_000, Total: 2_600_000_000, Left: time.Minute},
			{ID: "s4", Direction: model.Up, Name: "Sterberegister 1995, Paket 4 von 5", Answer: "LAM 14/S-1995-004 · 1,4 GB",
				State: model.Waiting},
			{ID: "w1", Direction: model.Conflict, Name: "Entscheidungen Wasserrecht 2025/07",
				Answer: "88 gesendet, 1 widerspricht dem Stand im Archiv", State: model.NeedsYou, Action: "Konflikt lösen",
				Target: route.Route{Screen: route.Appraise, ID: "w1"}},
			{ID: "a1", Direction: model.Down, Name: "Arbeitsliste Jagdwesen 2026/02", Answer: "64 Vorgänge, 1.020 Dokumente · heute 09:58",
				State: model.Done},
			{ID: "g1", Direction: model.Up, Name: "Gesetz über die Wasserwege", Answer: "Archiv bittet um Aufschub bis 11:15, Versuch 2",
				State: model.Paused},
			{ID: "h1", Direction: model.Up, Name: "Handelsregister Löschungen 2015",
				Answer: "Kontingent erschöpft: 12 MB zu viel. Bisher gesendet bleibt erhalten", State: model.NeedsAdmin},
			{ID: "d1", Direction: model.Up, Name: "Eheregister 1943, Paket 1 von 1",
				Answer: "Das Paket auf diesem Gerät weicht von seiner Prüfsumme ab", State: model.Damaged},
		},
		Receipts: []model.Receipt{{ID: "r1", At: At(17, 10, 31), Package: "LAM 14/S-1995-002", Digest: "9c41 … 7be0"},
			{ID: "r2", At: At(17, 10, 22), Package: "LAM 14/S-1995-001", Digest: "2ab7 … d304"},
			{ID: "r3", At: At(16, 17, 5), Package: "LAM 12/66-0031-02", Digest: "e5f8 … 19aa"},
			{ID: "r4", At: At(16, 17, 4), Package: "LAM 12/66-0031-01", Digest: "71d3 … 5c0f"}},
		Replies: []model.Reply{{ID: "P1", Code: string(procedure.TransferReceipt), Title: "0507 Empfang der Aussonderung, Bauakten",
			To: "Amt Musterstadt"}, {ID: "A1", Code: "clearance:Erstregister", Title: "Löschfreigabe 2026/0001 als Erstregister"}},
		Clearances: []model.Clearance{
			{ID: "Z1", Title: "Sterberegister 1995, Standesamt Musterstadt", Given: 1, Of: 2, Due: true,
				Text:  "Nicht freigegeben: Es fehlt Sicherungsregister.",
				Lines: []string{"Erstregister: M. Ahrens (Landesarchiv), 16.11.2026"}},
			{ID: "Z2", Title: "Briefe, Landratsamt Musterkreis", Given: 2, Of: 2, Report: true,
				Text:  "Alle vereinbarten Löschfreigaben liegen vor. Nach dem Löschen bitte melden.",
				Lines: []string{"Erstregister: M. Ahrens (Landesarchiv), 16.11.2026", "Sicherungsregister: auf Papier, 17.11.2026"}},
			{ID: "Z3", Title: "Bauakten, Amt Musterstadt", Given: 1, Of: 1, Text: "Löschung gemeldet am 17.11.2026."}},
		Limit: "Bandbreite: unbegrenzt, 2 Sendungen zugleich",
	}
}
