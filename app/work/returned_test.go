package work

import (
	"context"
	"database/sql"
	"laufzettel/app/settings"
	"laufzettel/app/work/office"
	"laufzettel/sync/receipt"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/kind"
	"laufzettel/transfer/prepare"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// desk is a clerk's workspace with an archive in its settings and a portion that
// is ready to be handed over.
func desk(t *testing.T) (*House, string) {
	t.Helper()
	w, err := Open(t.Context(), t.TempDir(), office.Options{Person: "M. Ahrens"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := w.Close(); err != nil {
			t.Error(err)
		}
	})
	if err := w.Office.Settings.Change(func(s *settings.Settings) { s.Channel.URL = "https://archiv.example" }); err != nil {
		t.Fatal(err)
	}
	source := t.TempDir()
	if err := os.WriteFile(filepath.Join(source, "brief.txt"), []byte("Grüße\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	p, err := w.Clerk.NewPreparation(t.Context(), "files", prepare.Statements{Source: source, Target: filepath.Join(t.TempDir(), "portion"),
		Fields: kind.Values{"agency": "Landratsamt Musterkreis", "agencyId": "09999", "name": "briefe", "title": "Briefe"}})
	if err != nil {
		t.Fatal(err)
	}
	return w, p.ID
}

// send builds, checks and hands over by the channel; it gives the receipt an
// archive would sign, in a state.
func send(t *testing.T, w *House, id string, state receipt.State) receipt.Entry {
	t.Helper()
	if _, err := w.Clerk.BuildPreparation(t.Context(), id, nil); err != nil {
		t.Fatal(err, failure.HintOf(err).In("de"))
	}
	if _, err := w.Clerk.SelfCheck(t.Context(), id, nil); err != nil {
		t.Fatal(err, failure.HintOf(err).In("de"))
	}
	bundle, err := w.Handover.HandOver(t.Context(), id, "", nil)
	if err != nil {
		t.Fatal(err, failure.HintOf(err).In("de"))
	}
	sum, size, err := receipt.HashFile(t.Context(), bundle, nil)
	if err != nil {
		t.Fatal(err)
	}
	r := receipt.Receipt{ReceiptID: "R-1", Archive: "Landesarchiv Musterland", State: state,
		Time: time.Date(2026, 11, 17, 9, 0, 0, 0, time.UTC), Uploads: []receipt.Upload{{Size: size, SHA512: sum}}}
	if state == receipt.Refused {
		r.Reason = "Es fehlt die Liste der Firmen."
	}
	return receipt.Entry{Receipt: r, PackageID: id, Path: bundle, ReceiptSHA512: "00"}
}

func (h *House) gets(t *testing.T, e receipt.Entry) prepare.Preparation {
	t.Helper()
	told := h.Outbox.Confirmed
	if e.Receipt.State == receipt.Refused {
		told = h.Clerk.Refused
	}
	if err := h.Office.Store.WithTx(t.Context(), func(tx *sql.Tx) error { return told(t.Context(), tx, e) }); err != nil {
		t.Fatal(err)
	}
	p, err := h.Clerk.Prepare.Get(context.WithoutCancel(t.Context()), e.PackageID)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// A portion the archive refuses over the channel goes back to the desk with the
// reason and never turns green; the receipt of the first bundle does not confirm
// the second, the receipt of the second does (C7).
func TestReturnedByChannel(t *testing.T) {
	w, id := desk(t)
	first := send(t, w, id, receipt.Refused)
	p := w.gets(t, first)
	if p.State != prepare.Draft || p.Returned == nil || !strings.Contains(p.Returned.Sentence().In("de"),
		"Landesarchiv Musterland. Grund: Es fehlt die Liste der Firmen. Die Abgabe ist wieder ein Entwurf") {
		t.Fatalf("%s: %+v", p.State, p.Returned)
	}
	if p = w.gets(t, first); p.State != prepare.Draft { // told again after a kill
		t.Errorf("told twice: %s", p.State)
	}
	second := send(t, w, id, receipt.Accepted)
	if second.Path == first.Path {
		t.Errorf("the second bundle lies in the place of the first: %s", second.Path)
	}
	late := first
	late.Receipt.State = receipt.Accepted
	if p = w.gets(t, late); p.State != prepare.HandedOver || len(p.Confirmations) != 0 {
		t.Errorf("the receipt of the first bundle made the second %s with %v", p.State, p.Confirmations)
	}
	if p = w.gets(t, first); p.State != prepare.HandedOver {
		t.Errorf("the refusal of the first bundle made the second %s", p.State)
	}
	if p = w.gets(t, second); p.State != prepare.Confirmed || len(p.Confirmations) != 1 {
		t.Errorf("%s with %v", p.State, p.Confirmations)
	}
}

// A hand-over that is cancelled keeps what is sealed; one to another medium leaves
// nothing on the first.
func TestHandOver_CancelAndGoOn(t *testing.T) {
	w, id := desk(t)
	if _, err := w.Clerk.BuildPreparation(t.Context(), id, nil); err != nil {
		t.Fatal(err)
	}
	if _, err := w.Clerk.SelfCheck(t.Context(), id, nil); err != nil {
		t.Fatal(err)
	}
	first, second := t.TempDir(), t.TempDir()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	if _, err := w.Handover.HandOver(ctx, id, first, func(g prepare.Progress) {
		if g.Done == g.Total {
			cancel() // sealed, and not yet read back
		}
	}); !failure.Canceled(err) {
		t.Fatalf("not cancelled: %v", err)
	}
	left, err := filepath.Glob(filepath.Join(first, ".*"))
	if err != nil || len(left) != 1 {
		t.Fatalf("what was sealed is gone: %v, %v", left, err)
	}
	place, err := w.Handover.HandOver(t.Context(), id, second, nil)
	if err != nil {
		t.Fatal(err, failure.HintOf(err).In("de"))
	}
	if _, err := os.Stat(filepath.Join(place, "briefe.zip")); err != nil {
		t.Error(err)
	}
	for _, dir := range []string{first, second} {
		if left, err := filepath.Glob(filepath.Join(dir, ".*")); err != nil || len(left) != 0 {
			t.Errorf("left over: %v, %v", left, err)
		}
	}
}

// A receipt that comes after the clerk took the portion back turns nothing green
// and is not lost.
func TestReceiptAfterReopening(t *testing.T) {
	w, id := desk(t)
	e := send(t, w, id, receipt.Accepted)
	if _, err := w.Clerk.ReopenPreparation(t.Context(), id, "eine Datei fehlt"); err != nil {
		t.Fatal(err)
	}
	if p := w.gets(t, e); p.State != prepare.Draft {
		t.Errorf("the portion became %s", p.State)
	}
	log, err := w.Office.Events(t.Context(), id)
	if err != nil || log[len(log)-1].Outcome != "earlier delivery" {
		t.Errorf("%+v, %v", log, err)
	}
}
