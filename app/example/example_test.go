package example_test

import (
	"context"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"laufzettel/app/example"
	"laufzettel/app/work"
	"laufzettel/app/work/intake"
	"laufzettel/app/work/office"
	"laufzettel/appraisal"
	"laufzettel/transfer"
	"laufzettel/transfer/check"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/record"
)

// The delivery of an example goes the whole way to the receipt, with a second person and
// the archive that answers while the example is open.
func TestExample(t *testing.T) {
	ctx := t.Context()
	dir := example.Folder(filepath.Join(t.TempDir(), "Arbeitsbereich"))
	space, err := example.Make(ctx, dir, "A. Muster", "Beispiel", time.Now)
	worked(t, err)
	again, err := example.Make(ctx, dir, "B. Anders", "Beispiel", time.Now)
	if worked(t, err); again != space {
		t.Errorf("made again at %s", again)
	}
	raw, err := os.ReadFile(filepath.Join(dir, example.Passphrase))
	worked(t, err)
	pass := func() (string, error) { return strings.TrimSpace(string(raw)), nil }
	as := func(person string) *work.House {
		w, err := work.Open(ctx, space, office.Options{Person: person, Passphrase: pass,
			PersonPass: func(string, bool) (string, error) { return pass() }})
		worked(t, err)
		return w
	}
	w := as("A. Muster")
	list, err := w.Intake.Portions.List(ctx)
	worked(t, err)
	if len(list) != 1 || list[0].State != transfer.Arrived {
		t.Fatalf("%+v waits; want one delivery to check", list)
	}
	id := list[0].ID
	rep, err := w.Intake.Check(ctx, id, intake.CheckOptions{})
	worked(t, err)
	if rep.Verdict != check.Accepted {
		t.Fatalf("the example is %s: %+v", rep.Verdict, rep.Findings)
	}
	_, err = w.Intake.Decide(ctx, id, intake.Accept, "")
	worked(t, err)
	a, err := w.Desk.Appraisal(ctx, id)
	worked(t, err)
	for i, o := range appraisal.Units(a.Roots) {
		rating := record.RatingArchive
		if i == 0 {
			rating = record.RatingDestroy
		}
		worked(t, w.Desk.Set(ctx, id, []string{o.ID}, rating, "zur Übung"))
	}
	worked(t, w.Close())
	second := as(example.Second)
	_, err = second.Desk.Release(ctx, id, nil)
	worked(t, err)
	worked(t, second.Close())

	w = as("A. Muster")
	worked(t, w.Desk.FinishAppraisal(ctx, id))
	_, err = w.Packer.PackageWith(ctx, id, intake.PackageOptions{}, nil)
	worked(t, err)
	serving, stop := context.WithCancel(ctx)
	served := make(chan error, 1)
	go func() { served <- example.Serve(serving, dir, time.Now) }()
	addr, err := os.ReadFile(filepath.Join(dir, "archiv.adresse"))
	worked(t, err)
	for { // until the archive has its port
		c, err := net.Dial("tcp", strings.TrimSpace(string(addr)))
		if err == nil {
			worked(t, c.Close())
			break
		}
		select {
		case err := <-served:
			t.Fatalf("the archive of the example ended: %v", err)
		default:
		}
	}
	worked(t, w.Outbox.Send(ctx, id))
	_, err = w.Outbox.SendOnce(ctx, nil)
	worked(t, err)
	p, err := w.Intake.Portions.Get(ctx, id)
	if worked(t, err); p.State != transfer.Confirmed {
		t.Errorf("the example ends %s, want confirmed", p.State)
	}
	stop()
	worked(t, <-served)
	worked(t, w.Close())
}

// What lies in the folder already is left alone.
func TestExample_FolderTaken(t *testing.T) {
	dir := t.TempDir()
	own := filepath.Join(dir, "eigenes.txt")
	worked(t, os.WriteFile(own, []byte("x"), 0o600))
	_, err := example.Make(t.Context(), dir, "A. Muster", "Beispiel", time.Now)
	if failure.KindOf(err) != failure.Refused {
		t.Errorf("made in a folder that holds something: %v", err)
	}
	_, err = os.Stat(own)
	worked(t, err)
}

func worked(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
