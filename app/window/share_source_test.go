package window_test

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"laufzettel/app/window"
	"laufzettel/transfer/failure"
	"laufzettel/views/share/model"
)

// A share seen where it lies: what is double, what would not come along; nothing is taken in.
func TestSourceShare(t *testing.T) {
	dir := t.TempDir()
	place := filepath.Join(dir, "Laufwerk")
	for name, text := range map[string]string{"Bauamt/Plan.txt": "Der Plan der Gemeinde", "Kopie/Plan.txt": "Der Plan der Gemeinde",
		"Kopie/Rat.txt": "Der Rat"} {
		must(t, os.MkdirAll(filepath.Join(place, filepath.Dir(name)), 0o700))
		must(t, os.WriteFile(filepath.Join(place, name), []byte(text), 0o600))
	}
	must(t, os.Symlink("..", filepath.Join(place, "Bauamt", "zurueck")))
	w := open(t, filepath.Join(dir, "ws"), "M. Ahrens", &clock{time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)})
	ctx := t.Context()
	s := window.NewSourceShare(desk(t, w))
	for _, bad := range []string{"", filepath.Join(place, "Kopie", "Rat.txt")} {
		if _, err := s.Load(ctx, bad); failure.KindOf(err) != failure.Refused {
			t.Errorf("%q: %v", bad, err)
		}
	}
	old, err := s.Load(ctx, place)
	must(t, err)
	x, err := s.Load(ctx, place)
	must(t, err)
	if x.Open || x.Title != "Laufwerk" || x.Tree.Folders[0].Files != 3 {
		t.Errorf("loaded %+v", x)
	}
	link := func(a model.Absent) bool { return a.Path == "Bauamt/zurueck" && a.Text != "" }
	if !slices.ContainsFunc(x.Absent, link) {
		t.Errorf("not told at once: %v", x.Absent)
	}
	if _, err := s.Doubles(ctx, old); failure.KindOf(err) != failure.Transient {
		t.Errorf("read one loaded before: %v", err)
	}
	must(t, os.WriteFile(filepath.Join(place, "Bauamt", "A neu.txt"), []byte("Der Rat"), 0o600)) // numbers are others from here on
	gone, cancel := context.WithCancel(ctx)
	cancel()
	read := int64(0)
	all, err := x.Source(ctx, func(done, _ int64) {
		if _, err := s.Doubles(gone, x); !failure.Canceled(err) { // whoever gives up does not wait for the reading
			t.Errorf("given up, but %v", err)
		}
		read = max(read, done)
	})
	must(t, err)
	if !slices.ContainsFunc(all, link) || read == 0 {
		t.Errorf("read %d bytes: %v", read, all)
	}
	d, err := s.Doubles(ctx, x)
	must(t, err)
	if len(d.Files) != 1 || len(d.Files[0].Members) != 2 {
		t.Fatalf("double %+v", d.Files)
	}
	var got []string
	for _, i := range d.Files[0].Members {
		got = append(got, x.Tree.Path(i))
	}
	if slices.Sort(got); !slices.Equal(got, []string{"Bauamt/Plan.txt", "Kopie/Plan.txt"}) {
		t.Errorf("double are %v", got)
	}
	busy, err := s.Load(ctx, place)
	must(t, err)
	_, err = busy.Source(ctx, func(int64, int64) { // another is loaded while this one is read
		x, err = s.Load(ctx, place)
		must(t, err)
	})
	must(t, err)
	if _, err := s.Doubles(ctx, busy); failure.KindOf(err) != failure.Transient {
		t.Errorf("read on for one no longer on screen: %v", err)
	}
	if d, err := s.Doubles(ctx, x); err != nil || len(d.Files) != 2 {
		t.Errorf("double %+v, %v", d.Files, err)
	}
	portions, err := w.Intake.Portions.List(ctx)
	must(t, err)
	if len(portions) > 0 {
		t.Errorf("%d portions after a look", len(portions))
	}
}
