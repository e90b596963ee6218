package window_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"laufzettel/app/settings"
	"laufzettel/app/window"
	"laufzettel/app/work"
	"laufzettel/app/work/intake"
	"laufzettel/app/work/office"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/generate"
	"laufzettel/transfer/samples"
	"laufzettel/viewer"
	"laufzettel/viewer/access"
)

// A23: what a reader may print goes to the printer from the folder of use copies; the
// right is asked for at every print, and copies end by themselves.
func TestReader_Print(t *testing.T) {
	at := time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)
	var paper []string
	printer := func(_ context.Context, file, title string) error {
		raw, err := os.ReadFile(file)
		if !strings.HasPrefix(string(raw), "%PDF") {
			t.Errorf("printed %q, %v", file, err)
		}
		paper = append(paper, file)
		return err
	}
	w, err := work.Open(t.Context(), t.TempDir(), office.Options{Now: func() time.Time { return at }, Person: "M. Ahrens", Printer: printer,
		PDFium: samples.PDFium()})
	must(t, err)
	t.Cleanup(func() { must(t, w.Close()) })
	must(t, w.Office.Settings.Change(func(s *settings.Settings) { s.Archive = "Landesarchiv Musterland" }))
	p, err := w.Intake.Receive(t.Context(), made(t, generate.Plan{Kind: "xdomea-0503", Dossiers: 1, Cases: 1, Documents: 1,
		Mix: []string{"pdf"}, Seed: 1}), nil)
	must(t, err)
	_, err = w.Intake.Check(t.Context(), p.ID, intake.CheckOptions{NoPDFA: true})
	must(t, err)
	_, err = w.Intake.Decide(t.Context(), p.ID, intake.Accept, "")
	must(t, err)
	must(t, w.Desk.FinishAppraisal(t.Context(), p.ID))
	packages, err := w.Packer.Package(t.Context(), p.ID, "", nil)
	must(t, err)
	pid := packages[0].PID
	var opened []string
	src := window.NewReader(w, func(path string) error { opened = append(opened, path); return nil }, w.Gate.Grant)
	pk, err := src.Package(t.Context(), pid)
	must(t, err)
	doc := pk.Documents[0].ID

	c, err := src.Print(t.Context(), pid, doc, false)
	must(t, err)
	if len(opened) != 1 || opened[0] != c.Path || !strings.HasPrefix(c.Path, filepath.Join(w.Office.Dir, "use")) || len(paper) != 0 {
		t.Errorf("opened %v, copy %+v, paper %v", opened, c, paper)
	}
	if info, err := os.Stat(c.Path); err != nil || info.Mode().Perm()&0o222 != 0 {
		t.Errorf("the copy can be written: %v, %v", info, err)
	}
	_, err = w.Gate.DecideClosure(t.Context(), pid, "bund", access.Facts{End: "2020"})
	must(t, err)
	must(t, src.AddGrant(t.Context(), access.Grant{PID: pid, Application: "1", Rights: []access.Right{access.Read}}))
	if _, err := src.Print(t.Context(), pid, doc, false); failure.KindOf(err) != failure.Refused {
		t.Errorf("reading is not printing: %v", err)
	}
	if err := src.Outside(t.Context(), pid, doc); failure.KindOf(err) != failure.Refused {
		t.Errorf("reading is not opening outside: %v", err)
	}

	events, err := src.Evidence(t.Context(), pid, "events")
	must(t, err)
	text, err := viewer.FullText(t.Context(), events, 1<<20)
	must(t, errors.Join(err, events.Close()))
	if !strings.Contains(text, "gedruckt") || !strings.Contains(text, "Schutzfrist festgelegt") || strings.Contains(text, "printed") {
		t.Errorf("events in words: %s", text)
	}
	must(t, src.AddGrant(t.Context(), access.Grant{PID: pid, Application: "2", Rights: []access.Right{access.Read, access.Print}}))
	must(t, w.Office.Settings.Change(func(s *settings.Settings) { s.Person.Role = settings.ReadingRoom }))
	reader := window.NewReader(w, func(path string) error { opened = append(opened, path); return nil }, w.Gate.Grant)
	if _, err := reader.Print(t.Context(), pid, doc, false); err == nil {
		t.Error("printed without a number")
	}
	must(t, reader.Grant(t.Context(), pid, "1"))
	if _, err := reader.Print(t.Context(), pid, doc, false); failure.KindOf(err) != failure.Refused ||
		!strings.Contains(failure.HintOf(err).In("de"), "nur mit der Nummer") {
		t.Errorf("printed with a number that grants reading: %v", err)
	}
	must(t, reader.Grant(t.Context(), pid, "2"))
	c, err = reader.Print(t.Context(), pid, doc, false)
	must(t, err)
	if len(paper) != 1 || len(opened) != 1 || c.Path != "" {
		t.Errorf("paper %v, opened %v, told %+v", paper, opened, c)
	}
	must(t, reader.Leave())
	if _, err := reader.Print(t.Context(), pid, doc, false); err == nil {
		t.Error("printed after the session")
	}
	at = at.AddDate(0, 0, 3)
	must(t, w.Ending.SweepCopies())
	if _, err := os.Stat(paper[0]); err == nil {
		t.Error("the file behind the print stays")
	}
}
