package window_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"laufzettel/app/window"
	"laufzettel/app/work/intake"
	"laufzettel/transfer/failure"
	"laufzettel/views/share/model"
)

// A share on screen: read, decided on by folder and rule, taken back, named by a list,
// told in the report; a share that was read anew meanwhile takes no decision.
func TestShare(t *testing.T) {
	dir := t.TempDir()
	place := filepath.Join(dir, "Laufwerk")
	for name, text := range map[string]string{"Bauamt/Plan.txt": "Der Plan der Gemeinde", "Kopie/Plan.txt": "Der Plan der Gemeinde",
		"Kopie/Thumbs.db": "x", "Leer/": ""} {
		must(t, os.MkdirAll(filepath.Join(place, filepath.Dir(name+"x")), 0o700))
		if !strings.HasSuffix(name, "/") {
			must(t, os.WriteFile(filepath.Join(place, name), []byte(text), 0o600))
		}
	}
	w := open(t, filepath.Join(dir, "ws"), "M. Ahrens", &clock{time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)})
	ctx := t.Context()
	p, err := w.Intake.Receive(ctx, place, nil)
	must(t, err)
	d := desk(t, w)
	s := window.NewShare(d)
	if _, err := s.Load(ctx, ""); failure.KindOf(err) != failure.Refused {
		t.Errorf("a share that is not checked: %v", err)
	}
	_, err = w.Intake.Check(ctx, p.ID, intake.CheckOptions{Kind: intake.PlainKind})
	must(t, err)
	if x, err := s.Load(ctx, ""); err != nil || x.Open || x.Sealed == "" {
		t.Errorf("before acceptance %+v, %v", x, err)
	}
	_, err = w.Intake.Decide(ctx, p.ID, intake.Accept, "")
	must(t, err)
	old, err := s.Load(ctx, p.ID)
	must(t, err)
	x, err := s.Load(ctx, p.ID)
	must(t, err)
	if !x.Open || x.Tree.Folders[0].Files != 3 || x.Tree.Folders[0].Empty != 1 {
		t.Fatalf("%+v", x.Tree.Folders[0])
	}
	if err := s.Decide(ctx, old, model.Means{Paths: []string{"Kopie"}}, "V", "doppelt"); failure.KindOf(err) != failure.Transient {
		t.Errorf("decided on a share read before: %v", err)
	}
	doubles, err := s.Doubles(ctx, x)
	must(t, err)
	rules, err := s.Rules(ctx, x)
	must(t, err)
	if len(doubles.Files) != 1 || len(rules) < 12 {
		t.Errorf("doubles %+v, %d rules", doubles, len(rules))
	}
	meant, err := s.Meant(ctx, x, model.Means{Rule: "thumbs", Below: "Kopie"})
	must(t, err)
	if meant.Files != 1 || meant.Bytes != 1 {
		t.Errorf("the rule means %+v", meant)
	}
	must(t, s.Decide(ctx, x, model.Means{Rule: "thumbs"}, "V", ""))
	must(t, s.Decide(ctx, x, model.Means{Paths: []string{""}}, "A", "Ratsbeschluss"))
	stands := func(files int) {
		t.Helper()
		force, err := s.Decided(ctx, x)
		must(t, err)
		force()
		if got := x.Tree.Folders[0].Stay.Files; got != files {
			t.Errorf("%d files stay, want %d", got, files)
		}
	}
	stands(2)
	must(t, s.Undo(ctx, x))
	stands(0)
	must(t, s.Redo(ctx, x))
	stands(2)
	must(t, s.Look(ctx, x, 0))
	n, _ := x.Tree.File("Bauamt/Plan.txt")
	doc, err := s.Open(ctx, x, int32(n))
	must(t, err)
	must(t, doc.Close())
	at, _ := x.Tree.Find("Bauamt")
	must(t, s.Describe(ctx, x, at, "Bauamt der Gemeinde", ""))
	x.Tree.Folders[at].Title = "Bauamt der Gemeinde" // as the presenter does
	list := filepath.Join(dir, "ordner.csv")
	var shown []string
	d.Outside = func(path string) error { shown = append(shown, filepath.Ext(path)); return nil }
	s.Save = func(context.Context, string, string) (string, error) { return list, nil }
	must(t, s.List(ctx, x))
	named, err := s.Names(ctx, x, list)
	must(t, err)
	must(t, s.Report(ctx, x))
	if named != 0 || strings.Join(shown, " ") != ".csv .pdf" {
		t.Errorf("named %d, shown %v", named, shown)
	}
	if _, err := s.Names(ctx, x, filepath.Join(dir, "fehlt.csv")); failure.KindOf(err) != failure.Refused {
		t.Errorf("names from nowhere: %v", err)
	}
}
