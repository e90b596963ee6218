package main

import (
	"bytes"
	"encoding/csv"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"laufzettel/app/work"
	"laufzettel/app/work/intake"
	"laufzettel/app/work/office"
	"laufzettel/transfer/check"
)

var update = flag.Bool("update", false, "write docs/fehlerkorpus.md anew")

// The corpus is written once: every wrong delivery has its finding, no right one and none
// that comes near has it or an error; the index is whole, the page of docs/ is its own.
func TestCorpus(t *testing.T) {
	dir := t.TempDir()
	c, err := write(t.Context(), work.Kinds(time.Now), dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Run("index", func(t *testing.T) { wholeIndex(t, c, dir) })
	t.Run("page", func(t *testing.T) { page(t, c) })
	t.Run("near", func(t *testing.T) { otherBytes(t, c, dir) })
	t.Run("verdicts", func(t *testing.T) { verdicts(t, c, checker(t, dir)) })
}

// checker checks a delivery of the corpus once, in a workspace of its own.
func checker(t *testing.T, dir string) func(path string) *check.Report {
	t.Helper()
	w, err := work.Open(t.Context(), filepath.Join(t.TempDir(), "ws"), office.Options{Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := w.Close(); err != nil {
			t.Error(err)
		}
	})
	done := map[string]*check.Report{}
	return func(path string) *check.Report {
		if done[path] == nil {
			rep, err := w.Intake.CheckOnly(t.Context(), filepath.Join(dir, filepath.FromSlash(path)), intake.CheckOptions{})
			if err != nil {
				t.Fatalf("%s: %v", path, err)
			}
			done[path] = rep
		}
		return done[path]
	}
}

func page(t *testing.T, c *corpus) {
	var b bytes.Buffer
	if err := c.page(&b); err != nil {
		t.Fatal(err)
	}
	const path = "../../docs/fehlerkorpus.md"
	if *update {
		if err := os.WriteFile(path, b.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if have, err := os.ReadFile(path); err != nil || !bytes.Equal(have, b.Bytes()) {
		t.Errorf("%s is not what the corpus says: go test -tags ci ./make/corpus -update (%v)", path, err)
	}
}

func says(rep *check.Report, code string) bool {
	return slices.ContainsFunc(rep.Findings, func(f check.Finding) bool { return f.Code == code })
}

func verdicts(t *testing.T, c *corpus, checked func(string) *check.Report) {
	if len(c.Rows) < 250 {
		t.Fatalf("only %d codes have a delivery", len(c.Rows))
	}
	for _, r := range c.Rows {
		code := r.Case.Code
		if r.Commands != nil {
			continue // tried with its commands (app/cli, TestCorpus_Beside)
		}
		if rep := checked(r.WrongPath); !says(rep, code) {
			t.Errorf("%s: the wrong delivery has not its finding: %+v", code, rep.Findings)
		}
		right := checked(r.Right)
		if got, want := says(right, code), inherent[code] != ""; got != want || right.Verdict != check.Accepted {
			t.Errorf("%s: the right delivery %s is %s and has the finding: %v, want %v", code, r.Right, right.Verdict, got, want)
		}
		if r.AlikePath == "" {
			continue
		}
		if near := checked(r.AlikePath); says(near, code) || near.Verdict != check.Accepted {
			t.Errorf("%s: what comes near is %s: %+v", code, near.Verdict, near.Findings)
		}
	}
	for code := range inherent {
		if !slices.ContainsFunc(c.Rows, func(r row) bool { return r.Case.Code == code }) {
			t.Errorf("%s is excused and has no delivery", code)
		}
	}
}

// wholeIndex: every code of the program stands in one of the two lists, every path is there.
func wholeIndex(t *testing.T, c *corpus, dir string) {
	reg, err := work.Codes()
	if err != nil {
		t.Fatal(err)
	}
	listed := map[string]bool{}
	for _, name := range []string{"index.csv", "ohne-fall.csv"} {
		f, err := os.Open(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		read := csv.NewReader(f)
		read.Comma = ';'
		rows, err := read.ReadAll()
		if err != nil || len(rows) < 2 {
			t.Fatalf("%s: %d rows, %v", name, len(rows), err)
		}
		_ = f.Close()
		for _, r := range rows[1:] {
			if listed[r[0]] {
				t.Errorf("%s is listed twice", r[0])
			}
			listed[r[0]] = true
			if name == "index.csv" {
				for _, path := range r[3:6] {
					if _, err := os.Stat(filepath.Join(dir, path)); err != nil {
						t.Errorf("%s: %v", r[0], err)
					}
				}
			}
		}
	}
	for _, code := range reg.All() {
		if !listed[code.ID] {
			t.Errorf("%s is in no list", code.ID)
		}
	}
	for _, code := range c.Without {
		if why(code.ID) == "" {
			t.Errorf("%s has no case, and nobody says why", code.ID)
		}
	}
	for _, r := range c.Rows {
		if (r.AlikePath == "") != (noNear(r.Case.Code) != "") {
			t.Errorf("%s: near miss %q, reason for having none %q: want one of them", r.Case.Code, r.AlikePath, noNear(r.Case.Code))
		}
	}
	for code := range notFromDeliveries {
		if !slices.ContainsFunc(c.Without, func(w check.Code) bool { return w.ID == code }) {
			t.Errorf("%s is excused and has a case, or is no code", code)
		}
	}
}

// otherBytes: what comes near is another delivery than the right one.
func otherBytes(t *testing.T, c *corpus, dir string) {
	for _, r := range c.Rows {
		if r.AlikePath == "" || !strings.HasSuffix(r.AlikePath, ".zip") {
			continue
		}
		near, err := os.ReadFile(filepath.Join(dir, r.AlikePath))
		if err != nil {
			t.Fatal(err)
		}
		of, err := filepath.Glob(filepath.Join(dir, "richtig", r.AlikeKind, "*.zip"))
		if err != nil || len(of) != 1 {
			t.Fatalf("%s: %v, %v", r.AlikeKind, of, err)
		}
		if filepath.Base(of[0]) != filepath.Base(r.AlikePath) {
			continue // another name is what comes near
		}
		right, err := os.ReadFile(of[0])
		if err != nil {
			t.Fatal(err)
		}
		if bytes.Equal(near, right) {
			t.Errorf("%s: what comes near is the right delivery itself", r.Case.Code)
		}
	}
}
