package work_test

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"laufzettel/app/settings"
	"laufzettel/app/work"
	"laufzettel/app/work/intake"
	"laufzettel/app/work/office"
	"laufzettel/sync/archive"
	"laufzettel/sync/channel"
	"laufzettel/sync/receipt"
	"laufzettel/sync/sign"
	"laufzettel/transfer"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/generate"
	"laufzettel/transfer/record"
)

// letter sends a message of any content from one desk to another.
func sendLetter(t *testing.T, w *work.House, m receipt.Message) error {
	t.Helper()
	client, _, err := w.Outbox.Channel.Client(t.Context(), w.Office.Settings.Get().Channel.URL)
	must(t, err)
	key, err := w.Outbox.Channel.ActiveKey(t.Context())
	must(t, err)
	m.ID, m.Created, m.Name = sign.NewNonce(), time.Now().UTC(), "schreiben.json"
	env, err := m.Seal(t.Context(), key)
	must(t, err)
	_, err = client.Post(t.Context(), env)
	return err
}

func deletionOf(t *testing.T, accession, person string) []byte {
	t.Helper()
	data, err := json.Marshal(map[string]any{"format": channel.FormatDeletion, "accession": accession, "person": person,
		"time": time.Now().UTC()})
	must(t, err)
	return data
}

// clearedAccession archives a small delivery at w and clears it.
func clearedAccession(t *testing.T, w *work.House) transfer.Accession {
	t.Helper()
	p, _ := received(t, w, generate.Plan{Seed: 3, Dossiers: 1, Cases: 1, Documents: 1, Ratings: []string{"A"}, Mix: []string{"txt"}})
	_, err := w.Intake.Decide(t.Context(), p.ID, intake.Accept, "")
	must(t, err)
	a, err := w.Desk.Appraisal(t.Context(), p.ID)
	must(t, err)
	for o := range record.All(a.Roots) {
		if o.Kind == record.Case {
			must(t, w.Desk.Set(t.Context(), p.ID, []string{o.ID}, record.RatingArchive, "Beleg"))
		}
	}
	must(t, w.Desk.FinishAppraisal(t.Context(), p.ID))
	_, err = w.Packer.Package(t.Context(), p.ID, "", nil)
	must(t, err)
	must(t, w.Outbox.Send(t.Context(), p.ID))
	_, err = w.Outbox.SendOnce(t.Context(), nil)
	must(t, err)
	_, err = w.Ending.Clear(t.Context(), p.AccessionID)
	must(t, err)
	acc, err := w.Intake.Portions.Accession(t.Context(), p.AccessionID)
	must(t, err)
	return acc
}

// A report of a deletion counts only from the office the clearance went to, about
// an accession that is cleared, and with a signature that holds (A19).
func TestDeletionReports_OnlyFromWhomItWasClearedFor(t *testing.T) {
	h := newCentre(t)
	w := h.desk("Ahrens", office.Protected, settings.Policy{}, archive.RoleDeliver, archive.RoleRead)
	source := h.desk("Carl", office.Protected, settings.Policy{}, archive.RoleDeliver)
	other := h.desk("Fremd", office.Protected, settings.Policy{}, archive.RoleDeliver)
	acc := clearedAccession(t, w)
	// A source cannot clear for another one.
	err := sendLetter(t, other, receipt.Message{Kind: channel.KindClearance, To: "Carl",
		Content: []byte(`{"format":"laufzettel-clearance/1","accession":"` + acc.ID +
			`","confirmation":"","person":"Ahrens","time":"2026-11-21T09:00:00Z"}`)})
	if failure.KindOf(err) != failure.Setup {
		t.Errorf("a clearance by a source: %v", err)
	}
	_, err = w.Clearing.SendClearance(t.Context(), acc.ID, "Carl", "", "")
	must(t, err)
	_, err = w.Outbox.SendOnce(t.Context(), nil)
	must(t, err)
	must(t, sendLetter(t, other, receipt.Message{Kind: channel.KindDeletion, To: "Ahrens", Content: deletionOf(t, acc.ID, "Carl")}))
	must(t, sendLetter(t, source, receipt.Message{Kind: channel.KindDeletion, To: "Ahrens", Content: deletionOf(t, "Z9999-0001", "Carl")}))
	letters, err := w.Books.FetchLetters(t.Context())
	must(t, err)
	if len(letters) != 2 || letters[0].Did != "deletion-unmatched" || letters[1].Did != "deletion-unmatched" {
		t.Fatalf("letters %+v", letters)
	}
	acts, err := w.Intake.Portions.ActsDone(t.Context())
	must(t, err)
	if acts[acc.ID][transfer.ActDeletion] {
		t.Fatal("somebody else's report was recorded")
	}
	// The source's own, after it fetched the clearance; the machine's clock of the test
	// workspaces is the system's.
	_, err = source.Books.FetchLetters(t.Context())
	must(t, err)
	jobs, err := source.Clerk.ReportDeletion(t.Context(), acc.ID, "", "Band 3 gelöscht")
	must(t, err)
	if len(jobs) != 1 {
		t.Fatalf("%d reports, want one", len(jobs))
	}
	if _, err := source.Clerk.ReportDeletion(t.Context(), acc.ID, "", ""); failure.KindOf(err) != failure.Refused {
		t.Errorf("reported twice: %v", err)
	}
	_, err = source.Outbox.SendOnce(t.Context(), nil)
	must(t, err)
	letters, err = w.Books.FetchLetters(t.Context())
	must(t, err)
	if len(letters) != 1 || letters[0].Did != "deletion-recorded" || letters[0].Person != "Carl" || letters[0].Key == "" {
		t.Fatalf("letters %+v", letters)
	}
	done, err := w.Intake.Portions.Acts(t.Context(), acc.ID)
	must(t, err)
	last := done[len(done)-1]
	if last.Kind != transfer.ActDeletion || last.Person != "Carl" || last.Key != letters[0].Key ||
		!strings.Contains(last.Note, "Band 3 gelöscht") {
		t.Errorf("recorded %+v", last)
	}
	v, err := w.Log.VerifyLogSigned(t.Context(), "")
	must(t, err)
	if !v.Sound || v.Statements == 0 {
		t.Errorf("log verify: %+v", v)
	}
	// What was kept is changed afterwards: that shows.
	name := filepath.Join(w.Office.Dir, filepath.FromSlash(letters[0].Path)+receipt.SuffixMessage)
	data, err := os.ReadFile(name)
	must(t, err)
	must(t, os.WriteFile(name, append(data, ' '), 0o600))
	if v, err := w.Log.VerifyLogSigned(context.Background(), ""); err != nil || v.Sound ||
		!strings.Contains(v.Broken, "nicht mehr das, was gekommen ist") {
		t.Errorf("a changed letter: %+v, %v", v, err)
	}
}
