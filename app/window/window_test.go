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
	"laufzettel/transfer"
	"laufzettel/transfer/aip"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/generate"
	"laufzettel/transfer/people"
	"laufzettel/transfer/samples"
	"laufzettel/viewer"
	"laufzettel/viewer/access"
	"laufzettel/viewer/catalog"
	appraise "laufzettel/views/appraise/model"
	"laufzettel/views/words"
)

type clock struct{ t time.Time }

func (c *clock) now() time.Time { c.t = c.t.Add(time.Millisecond); return c.t }

func open(t *testing.T, dir, person string, c *clock) *work.House {
	t.Helper()
	w, err := work.Open(context.Background(), dir, office.Options{Now: c.now, Person: person, KeyWork: 4,
		Passphrase: func() (string, error) { return "nur für die Prüfung", nil }, PDFium: samples.PDFium()})
	must(t, err)
	t.Cleanup(func() { must(t, w.Close()) })
	must(t, w.Office.Settings.Change(func(s *settings.Settings) { s.Archive = "Landesarchiv Musterland" }))
	return w
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatalf("%v (%s)", err, failure.HintOf(err).In("de"))
	}
}

func accepted(t *testing.T, w *work.House) transfer.Portion {
	t.Helper()
	parcel, err := generate.Make(work.Kinds(time.Now), generate.Plan{Seed: 1, Documents: 2})
	must(t, err)
	path, err := parcel.Write(t.Context(), t.TempDir())
	must(t, err)
	p, err := w.Intake.Receive(t.Context(), path, nil)
	must(t, err)
	_, err = w.Intake.Check(t.Context(), p.ID, intake.CheckOptions{NoPDFA: true})
	must(t, err)
	_, err = w.Intake.Decide(t.Context(), p.ID, intake.Accept, "")
	must(t, err)
	return p
}

func source(t *testing.T, w *work.House, outside func(string) error) *window.Appraise {
	t.Helper()
	texts, err := words.Load("de")
	must(t, err)
	return window.NewAppraise(w, texts, outside)
}

// The whole work of the screen against a real workspace, then the reading room
// over what was packaged.
func TestFromAppraisalToReadingRoom(t *testing.T) {
	dir, c, ctx := t.TempDir(), &clock{time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)}, t.Context()
	w := open(t, dir, "M. Ahrens", c)
	p := accepted(t, w)
	src := source(t, w, nil)
	choices, err := src.Portions(ctx)
	must(t, err)
	if len(choices) != 1 || choices[0].ID != p.ID || choices[0].Open == 0 {
		t.Fatalf("choices %+v", choices)
	}
	portion, err := src.Load(ctx, p.ID)
	must(t, err)
	var open []string
	units := 0
	for _, o := range portion.Objects {
		if o.Kind != appraise.Unit {
			continue
		}
		units++
		if portion.Verdicts[o.ID].Letter == "" {
			open = append(open, o.ID)
		}
	}
	if units != choices[0].Total || len(open) != choices[0].Open || len(open) < 2 {
		t.Fatalf("%d units, %d open; choice says %+v", units, len(open), choices[0])
	}
	details, err := src.Details(ctx, p.ID, open[0])
	must(t, err)
	if len(details.Documents) == 0 || len(details.Groups) == 0 {
		t.Fatalf("details %+v", details)
	}
	doc, err := src.Open(ctx, p.ID, details.Documents[len(details.Documents)-1].ID)
	must(t, err)
	if doc.Info().Kind == "" {
		t.Error("a document without a kind")
	}
	must(t, doc.Close())
	decideAll(t, src, p.ID, open)
	if err := src.Finish(ctx, p.ID); failure.KindOf(err) != failure.Refused {
		t.Errorf("finished without a release: %v", err)
	}
	beyer := openSecond(t, dir, c)
	must(t, beyer.Office.May(ctx, people.Release)) // enters herself; the administrator answers for her by closing the register
	must(t, w.Office.CloseRegister(ctx, true))
	second := source(t, beyer, nil)
	_, err = second.Load(ctx, p.ID)
	must(t, err)
	change, err := second.Release(ctx, p.ID)
	must(t, err)
	if len(change.Objects) == 0 || !change.Verdicts[change.Objects[0]].Released {
		t.Errorf("release changed %+v", change)
	}
	must(t, src.Finish(ctx, p.ID))
	_, err = w.Packer.Package(ctx, p.ID, "", nil)
	must(t, err)
	readingRoom(t, w, c)
}

func openSecond(t *testing.T, dir string, c *clock) *work.House {
	return open(t, dir, "J. Beyer", c)
}

// decideAll sets A and V in turn, with an undo and a redo on the way.
func decideAll(t *testing.T, src *window.Appraise, portion string, open []string) {
	t.Helper()
	ctx := t.Context()
	must(t, src.SaveDraft(ctx, portion, open[0], "halb geschr"))
	again, err := src.Load(ctx, portion)
	must(t, err)
	if again.Drafts[open[0]] != "halb geschr" {
		t.Errorf("drafts %v", again.Drafts)
	}
	for i, id := range open {
		change, err := src.Decide(ctx, portion, []string{id}, []string{"A", "V"}[i%2], "Stichprobe")
		must(t, err)
		if v := change.Verdicts[id]; v.Letter != []string{"A", "V"}[i%2] || v.Reason != "Stichprobe" || v.Inherited {
			t.Errorf("%s: %+v", id, v)
		}
	}
	change, err := src.Undo(ctx, portion)
	must(t, err)
	last := open[len(open)-1]
	if len(change.Objects) != 1 || change.Objects[0] != last || change.Verdicts[last].Letter != "" {
		t.Errorf("undo gave %+v", change)
	}
	change, err = src.Redo(ctx, portion)
	must(t, err)
	if change.Verdicts[last].Letter == "" {
		t.Errorf("redo gave %+v", change)
	}
	if _, err := src.Redo(ctx, portion); failure.KindOf(err) != failure.Refused {
		t.Errorf("redo of nothing: %v", err)
	}
}

func readingRoom(t *testing.T, w *work.House, c *clock) {
	t.Helper()
	ctx := t.Context()
	var granted []string
	src := window.NewReader(w, nil, func(ctx context.Context, pid, application string) error {
		granted = append(granted, pid+" "+application)
		return w.Gate.Grant(ctx, pid, application)
	})
	pid := ""
	for p, err := range w.Intake.Portions.EachPackage(ctx, aip.KindAIP) {
		must(t, err)
		pid = p.PID
		break
	}
	closure(t, w, pid, access.Facts{Published: true})
	res, err := src.Search(ctx, catalog.Query{})
	must(t, err)
	if res.Total == 0 {
		t.Fatal("nothing is indexed after packaging")
	}
	pk, err := src.Package(ctx, pid)
	must(t, err)
	if pk.Closed || len(pk.Documents) == 0 || pk.ReferenceCode == "" || !strings.Contains(pk.Citation, "Landesarchiv Musterland") {
		t.Fatalf("%+v", pk)
	}
	for i := 1; i < len(pk.Documents); i++ {
		if pk.Documents[i].Date < pk.Documents[i-1].Date {
			t.Errorf("documents out of order: %s before %s", pk.Documents[i-1].Date, pk.Documents[i].Date)
		}
	}
	doc, err := src.Document(ctx, pid, pk.Documents[0].ID, false)
	must(t, err)
	must(t, doc.Close())
	for _, e := range pk.Evidence {
		doc, err := src.Evidence(ctx, pid, e.ID)
		must(t, err)
		if pages, ok := doc.(viewer.Pager); ok && e.ID == "cover" { // the cover sheet is a paper, all else a table
			if pages.Pages() == 0 {
				t.Error("the cover sheet has no page")
			}
		} else if tb, ok := doc.(viewer.Tabler); !ok || tb.Rows() == 0 {
			t.Errorf("evidence %s is no table", e.ID)
		}
	}
	in, err := src.Verify(ctx, pid, func(int, int) {})
	must(t, err)
	if len(in.Broken) != 0 || in.Files == 0 || in.Sound != in.Files {
		t.Errorf("integrity %+v", in)
	}
	useCopies(t, src, pid, c)
	closed(t, w, src, pid, &granted)
}

func useCopies(t *testing.T, src *window.Reader, pid string, c *clock) {
	t.Helper()
	copied, err := src.UseCopy(t.Context(), pid)
	must(t, err)
	if entries, err := os.ReadDir(copied.Path); err != nil || len(entries) == 0 {
		t.Errorf("the copy is empty: %v", err)
	}
	must(t, src.Sweep())
	if _, err := os.Stat(copied.Path); err != nil {
		t.Error("a copy within its period was removed")
	}
	before := c.t
	c.t = c.t.AddDate(0, 0, 5)
	must(t, src.Sweep())
	c.t = before
	if _, err := os.Stat(copied.Path); !errors.Is(err, os.ErrNotExist) {
		t.Error("a copy past its period stays")
	}
}

// closure decides the closure of a package as a person does.
func closure(t *testing.T, w *work.House, pid string, f access.Facts) {
	t.Helper()
	_, err := w.Gate.DecideClosure(t.Context(), pid, "bund", f)
	must(t, err)
}

// A25: by no way does a closed object give a document, nor a closed description itself.
func closed(t *testing.T, w *work.House, src *window.Reader, pid string, granted *[]string) {
	t.Helper()
	ctx := t.Context()
	end := w.Office.Now().AddDate(0, -1, 0).Format(time.DateOnly)
	open, err := src.Package(ctx, pid)
	must(t, err)
	closure(t, w, pid, access.Facts{End: end})
	pk, err := src.Package(ctx, pid)
	must(t, err)
	if !pk.Closed || len(pk.Documents)+len(pk.Evidence) != 0 {
		t.Errorf("closed object: %+v", pk)
	}
	if _, err := src.Document(ctx, pid, open.Documents[0].ID, false); failure.KindOf(err) != failure.Refused {
		t.Errorf("document of a closed object: %v", err)
	}
	if _, err := src.UseCopy(ctx, pid); failure.KindOf(err) != failure.Refused {
		t.Errorf("use copy of a closed object: %v", err)
	}
	if _, err := src.Evidence(ctx, pid, "mets"); failure.KindOf(err) != failure.Refused {
		t.Errorf("evidence of a closed object: %v", err)
	}
	closure(t, w, pid, access.Facts{End: end, Description: true})
	if _, err := src.Package(ctx, pid); !errors.Is(err, catalog.ErrUnknown) {
		t.Errorf("closed description: %v", err)
	}
	must(t, src.Grant(ctx, pid, "2026-318"))
	if pk, err := src.Package(ctx, pid); err != nil || pk.Closed || len(*granted) != 1 {
		t.Errorf("after the grant: %+v, %v, %v", pk, err, *granted)
	}
}

func TestOutsideGivesACopy(t *testing.T) {
	c := &clock{time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)}
	w := open(t, t.TempDir(), "M. Ahrens", c)
	p := accepted(t, w)
	var path string
	src := source(t, w, func(s string) error { path = s; return nil })
	portion, err := src.Load(t.Context(), p.ID)
	must(t, err)
	for _, o := range portion.Objects {
		d, err := src.Details(t.Context(), p.ID, o.ID)
		must(t, err)
		for _, doc := range d.Documents {
			if strings.HasPrefix(doc.ID, "none:") {
				continue
			}
			must(t, src.Outside(t.Context(), p.ID, doc.ID))
			old := w.Office.Now().Add(-48 * time.Hour)
			must(t, os.Chtimes(filepath.Dir(path), w.Office.Now(), w.Office.Now()))
			must(t, window.NewReader(w, nil, nil).Sweep())
			if _, err := os.Stat(path); err != nil || filepath.Ext(path) != filepath.Ext(doc.ID) || strings.Contains(path, "inbox") {
				t.Errorf("copy %s of %s: %v", path, doc.ID, err)
			}
			must(t, os.Chtimes(filepath.Dir(path), old, old))
			must(t, window.NewReader(w, nil, nil).Sweep())
			if _, err := os.Stat(path); !errors.Is(err, os.ErrNotExist) {
				t.Error("an old copy stays")
			}
			return
		}
	}
	t.Fatal("no document with a file")
}
