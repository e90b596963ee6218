package work_test

import (
	"bytes"
	"io/fs"
	"laufzettel/app/work/reading"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"laufzettel/app/work/intake"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/generate"
	"laufzettel/transfer/record"
)

// secretDelivery is a classified delivery as a folder with a marker in a Betreff and
// in a file.
func secretDelivery(t *testing.T) string {
	t.Helper()
	dir := filepath.Dir(delivery(t, generate.Plan{Seed: 61, Dossiers: 1, Cases: 2, Documents: 2, Mix: []string{"txt"},
		Ratings: []string{"A"}, Folder: true, Defects: []string{"XDO-045"}}))
	marks := 0
	must(t, filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(name)
		must(t, err)
		switch filepath.Ext(name) {
		case ".txt":
			marks++
			data = append(data, "\n"+betreff+"\n"...)
		case ".xml":
			_, rest, _ := bytes.Cut(data, []byte("Betreff>"))
			subject, _, ok := bytes.Cut(rest, []byte("</"))
			if !ok {
				return nil
			}
			marks++
			data = bytes.ReplaceAll(data, subject, []byte(betreff))
		}
		return os.WriteFile(name, data, 0o600)
	}))
	if marks < 3 {
		t.Fatalf("%d marked files", marks)
	}
	entries, err := os.ReadDir(dir)
	must(t, err)
	return filepath.Join(dir, entries[0].Name())
}

// G15 over the whole: whatever is tried with a classified delivery, nothing of it
// comes to index, outbox, loan, use copy, caches, letters or a package. Only the
// delivered copy lies where it was put, until somebody in charge takes it away.
func TestClassified_GoesNowhere(t *testing.T) {
	h := enrolled(t)
	ctx := t.Context()
	source := secretDelivery(t)
	p := h.taken(t, source)
	rep, err := h.Intake.Report(ctx, p.ID)
	must(t, err)
	if !codesOf(rep)["XDO-045"] {
		t.Fatalf("the delivery is not classified: %+v", rep.Findings)
	}
	var name string
	must(t, filepath.WalkDir(source, func(n string, d fs.DirEntry, err error) error {
		if filepath.Ext(n) == ".txt" {
			name = filepath.Base(n)
		}
		return err
	}))
	out := t.TempDir()
	attempts := map[string]func() error{
		"accept":            func() error { _, err := h.Intake.Decide(ctx, p.ID, intake.Accept, ""); return err },
		"accept, exception": func() error { _, err := h.Intake.Decide(ctx, p.ID, intake.Exception, "trotzdem"); return err },
		"return":            func() error { _, err := h.Intake.Decide(ctx, p.ID, intake.Return, ""); return err },
		"index words":       func() error { return h.Desk.IndexTexts(ctx, p.ID, nil) },
		"appraise":          func() error { return h.Desk.Set(ctx, p.ID, []string{"x"}, record.RatingArchive, "") },
		"finish appraisal":  func() error { return h.Desk.FinishAppraisal(ctx, p.ID) },
		"appraisal list":    func() error { _, err := h.Desk.ExportAppraisal(ctx, p.ID, out); return err },
		"draft":             func() error { _, err := h.Desk.DraftOut(ctx, p.ID, out); return err },
		"package":           func() error { _, err := h.Packer.Package(ctx, p.ID, "", nil); return err },
		"send":              func() error { return h.Outbox.Send(ctx, p.ID) },
		"give out":          func() error { _, err := h.Lending.Publish(ctx, p.ID); return err },
		"show the units":    func() error { _, err := h.Room.Records(ctx, p.ID, reading.Asker{}); return err },
		"show a document": func() error {
			o, err := h.Room.OpenPortion(ctx, p.ID, reading.Asker{})
			if err != nil {
				return err
			}
			_, done, err := o.Document(ctx, name)
			if err == nil {
				done()
			}
			return err
		},
		"use copy": func() error {
			o, err := h.Room.Open(ctx, p.ID, reading.Asker{})
			if err != nil {
				return err
			}
			_, err = o.UseCopy(ctx, 0)
			return err
		},
		"look into as foreign": func() error {
			o, err := h.Room.Open(ctx, source, reading.Asker{})
			if err != nil {
				return err
			}
			_, err = o.Look(ctx)
			return err
		},
		"check by veraPDF": func() error { _, err := h.Intake.RecheckPDFA(ctx, p.ID); return err },
	}
	for what, try := range attempts {
		if err := try(); failure.KindOf(err) != failure.Refused && failure.KindOf(err) != failure.Setup || !failure.Explained(err) {
			t.Errorf("%s: %v (%s), want refused with a reason", what, err, failure.HintOf(err).In("de"))
		}
	}
	// A trial, a look, the check report and the claim may be asked for: they tell of
	// the stop and nothing of the content.
	_, err = h.Trials.Trial(ctx, source, filepath.Join(out, "probe"))
	must(t, err)
	_, err = h.Intake.CheckOnly(ctx, source, intake.CheckOptions{NoPDFA: true})
	must(t, err)
	_, err = h.Claims.CheckReport(ctx, p.ID)
	must(t, err)
	_, err = h.Claims.Claim(ctx, p.ID)
	must(t, err)
	_, err = h.Books.BookRows(ctx)
	must(t, err)
	_, err = h.Room.RebuildCatalog(ctx)
	must(t, err)

	for _, file := range marked(t, h.Office.Dir, []byte(betreff)) {
		if !strings.HasPrefix(filepath.ToSlash(file), "inbox/"+p.ID+"/") {
			t.Errorf("classified content stands in %s", file)
		}
	}
	if left := marked(t, out, []byte(betreff)); len(left) > 0 {
		t.Errorf("classified content came out into %v", left)
	}
	jobs, err := h.Outbox.Queue.List(ctx)
	must(t, err)
	packages, err := h.Intake.Portions.Packages(ctx, p.ID)
	must(t, err)
	uses, err := h.Uses.UseCopies()
	must(t, err)
	if len(jobs) > 0 || len(packages) > 0 || len(uses) > 0 {
		t.Errorf("jobs %+v, packages %+v, copies %+v: want none", jobs, packages, uses)
	}
	if _, err := os.Stat(filepath.Join(h.Office.Dir, "inbox", p.ID)); err != nil {
		t.Errorf("the delivered copy is gone, nobody ordered that: %v", err)
	}
}
