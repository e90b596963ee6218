package main

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
)

func TestWithin(t *testing.T) {
	values := []float64{5, 1, 4, 2, 3}
	for share, want := range map[float64]float64{0: 1, 0.5: 3, 0.95: 5, 1: 5} {
		if got := within(values, share); got != want {
			t.Errorf("%v: %v, want %v", share, got, want)
		}
	}
	if got, want := spread(values), "95 of 100 within 5.00 s, slowest 5.00 s"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestThinned(t *testing.T) {
	var values []float64
	for i := range 1000 {
		values = append(values, float64(999-i))
	}
	if got := thinned(values); len(got) != 21 || got[0] != 0 || got[20] != 999 || median(got) != 500 {
		t.Error(got)
	}
	if got := thinned(values[:3]); len(got) != 3 {
		t.Error(got)
	}
}

func TestForeignPDFs(t *testing.T) {
	dir := t.TempDir()
	if _, err := foreignPDFs(dir); err == nil {
		t.Error("an empty folder has documents")
	}
	for _, name := range []string{"a.pdf", "b.PDF", "c.txt"} {
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if names, err := foreignPDFs(dir); err != nil || len(names) != 2 {
		t.Errorf("%v, %v", names, err)
	}
}

func TestCorpusDelivery(t *testing.T) {
	shared := t.TempDir()
	for _, name := range []string{"testdata/a/x.pdf", "testdata/b/x.PDF", "testdata/b/y.txt"} {
		full := filepath.Join(shared, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(full), 0o755), os.WriteFile(full, []byte(name), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	out := filepath.Join(t.TempDir(), "of-the-run", "delivery")
	if _, err := corpusDelivery(options{draw: filepath.Join(shared, "tools", "portion.py")}, out); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{"0000-x.pdf": "testdata/a/x.pdf", "0001-x.PDF": "testdata/b/x.PDF"} {
		if b, err := os.ReadFile(filepath.Join(out, name)); err != nil || string(b) != want {
			t.Errorf("%s holds %q (%v), want %q", name, b, err, want)
		}
	}
}
