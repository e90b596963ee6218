package workspace_test

import (
	"bytes"
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"laufzettel/app/workspace"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/generate"
	"laufzettel/transfer/record"
)

// secretDelivery is a classified delivery as a folder with a marker in a Betreff and
// in a file.
func secretDelivery(t *testing.T) string {
	t.Helper()
	dir := filepath.Dir(delivery(t, generate.Plan{Seed: 61, Dossiers: 1, Cases: 2, Documents: 2, Mix: []string{"txt"}, Ratings: []string{"A"}, Folder: true, Defects: []string{"XDO-045"}}))
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
	rep, err := h.Report(ctx, p.ID)
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
		"accept":            func() error { _, err := h.Decide(ctx, p.ID, workspace.Accept, ""); return err },
		"accept, exception": func() error { _, err := h.Decide(ctx, p.ID, workspace.Exception, "trotzdem"); return err },
		"return":            func() error { _, err := h.Decide(ctx, p.ID, workspace.Return, ""); return err },
		"index words":       func() error { return h.IndexTexts(ctx, p.ID, nil) },
		"appraise":          func() error { return h.Set(ctx, p.ID, []string{"x"}, record.RatingArchive, "") },
		"finish appraisal":  func() error { return h.FinishAppraisal(ctx, p.ID) },
		"appraisal list":    func() error { _, err := h.ExportAppraisal(ctx, p.ID, out); return err },
		"draft":             func() error { _, err := h.DraftOut(ctx, p.ID, out); return err },
		"package":           func() error { _, err := h.Package(ctx, p.ID, "", nil); return err },
		"send":              func() error { return h.Send(ctx, p.ID) },
		"give out":          func() error { _, err := h.Publish(ctx, p.ID); return err },
		"show a document": func() error {
			_, done, err := h.Document(ctx, p.ID, name)
			if err == nil {
				done()
			}
			return err
		},
		"use copy": func() error {
			_, err := h.UseCopy(ctx, p.ID, 0, func(ctx context.Context, dir string) (int, error) {
				pkg, err := h.OpenPackage(ctx, p.ID)
				if err != nil {
					return 0, err
				}
				return h.ExportPackage(ctx, pkg, dir)
			})
			return err
		},
		"look into as foreign": func() error { _, err := h.OpenForeign(ctx, source); return err },
		"check by veraPDF":     func() error { _, err := h.RecheckPDFA(ctx, p.ID); return err },
	}
	for what, try := range attempts {
		if err := try(); failure.KindOf(err) != failure.Refused && failure.KindOf(err) != failure.Setup || failure.HintOf(err) == "" {
			t.Errorf("%s: %v (%s), want refused with a reason", what, err, failure.HintOf(err))
		}
	}
	// A trial, a look, the check report and the claim may be asked for: they tell of
	// the stop and nothing of the content.
	_, err = h.Trial(ctx, source, filepath.Join(out, "probe"))
	must(t, err)
	_, err = h.CheckOnly(ctx, source, workspace.CheckOptions{NoPDFA: true})
	must(t, err)
	_, err = h.CheckReport(ctx, p.ID)
	must(t, err)
	_, err = h.Claim(ctx, p.ID)
	must(t, err)
	_, err = h.BookRows(ctx)
	must(t, err)
	_, err = h.RebuildCatalog(ctx)
	must(t, err)

	for _, file := range marked(t, h.Dir, []byte(betreff)) {
		if !strings.HasPrefix(filepath.ToSlash(file), "inbox/"+p.ID+"/") {
			t.Errorf("classified content stands in %s", file)
		}
	}
	if left := marked(t, out, []byte(betreff)); len(left) > 0 {
		t.Errorf("classified content came out into %v", left)
	}
	jobs, err := h.Queue.List(ctx)
	must(t, err)
	packages, err := h.Portions.Packages(ctx, p.ID)
	must(t, err)
	uses, err := h.Copies()
	must(t, err)
	if len(jobs) > 0 || len(packages) > 0 || len(uses) > 0 {
		t.Errorf("jobs %+v, packages %+v, copies %+v: want none", jobs, packages, uses)
	}
	if _, err := os.Stat(filepath.Join(h.Dir, "inbox", p.ID)); err != nil {
		t.Errorf("the delivered copy is gone, nobody ordered that: %v", err)
	}
}
