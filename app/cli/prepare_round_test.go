package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"laufzettel/app/work"
	"laufzettel/transfer/check"
	"laufzettel/transfer/kind"
	"laufzettel/transfer/kind/sample"
	"laufzettel/transfer/prepare/sources"
	"laufzettel/transfer/samples"
)

// desk is a workspace that is called as a person would call it.
type desk struct{ data string }

// call runs a command in this process and gives exit code, output and errors.
func (d desk) call(t *testing.T, args ...string) (int, string, string) {
	t.Helper()
	var out, errs bytes.Buffer
	e := &env{in: strings.NewReader(""), out: &out, errs: &errs, words: pickWords(args), pdfium: samples.PDFium()}
	code := e.run(t.Context(), append([]string{"--data", d.data}, args...))
	return code, out.String(), errs.String()
}

// must runs a command that ends well.
func (d desk) must(t *testing.T, args ...string) string {
	t.Helper()
	code, out, errs := d.call(t, args...)
	if code != exitDone {
		t.Fatalf("%v: code %d\n%s%s", args, code, out, errs)
	}
	return out
}

// reportIn reads the JSON of a check.
func reportIn(t *testing.T, out string) (rep check.Report) {
	t.Helper()
	if err := json.Unmarshal([]byte(out), &rep); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return rep
}

// deliverer is an office with a source folder; archive and office trust who signed it.
func deliverer(t *testing.T, src sample.Material) (office, archive desk, from string) {
	t.Helper()
	office, archive, from = desk{t.TempDir()}, desk{t.TempDir()}, t.TempDir()
	if err := src.Write(from); err != nil {
		t.Fatal(err)
	}
	if src.Issuers != nil {
		name := filepath.Join(t.TempDir(), "aussteller.pem")
		if err := os.WriteFile(name, src.Issuers, 0o644); err != nil {
			t.Fatal(err)
		}
		office.must(t, "trust", "add", name)
		archive.must(t, "trust", "add", name)
	}
	return office, archive, from
}

// metaFile writes the file of statements for --meta.
func metaFile(t *testing.T, v kind.Values) string {
	t.Helper()
	data, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "angaben.json")
	if err := os.WriteFile(name, data, 0o644); err != nil {
		t.Fatal(err)
	}
	return name
}

// What the program prepares, it accepts: every kind from the clerk's folder to the
// archive's check, and nothing to find on the way, of no severity (issue 4).
func TestPrepare_EveryKindGoesRound(t *testing.T) {
	t.Setenv("LAUFZETTEL_PERSON", "M. Ahrens")
	kinds := work.Kinds(time.Now).Prepared()
	if len(kinds) != 9 {
		t.Errorf("%d kinds: %v", len(kinds), kinds)
	}
	for _, kind := range kinds {
		t.Run(kind, func(t *testing.T) {
			if kind == "website" && runtime.GOOS == "windows" {
				t.Skip("the converter of the test is a Unix program")
			}
			src, err := sources.Make(work.Kinds(time.Now), kind, t.TempDir())
			if err != nil {
				t.Fatal(err)
			}
			office, archive, from := deliverer(t, src)
			medium := t.TempDir()
			built := preparation(t, office.must(t, "prepare", kind, "--json", "--draft", "--from", from, "--out",
				filepath.Join(t.TempDir(), "portion"), "--meta", metaFile(t, src.Fields)))
			out := office.must(t, "prepare", "build", "--json", built.ID)
			var told struct {
				Findings []check.Finding `json:"findings"`
			}
			if err := json.Unmarshal([]byte(out), &told); err != nil {
				t.Fatal(err)
			}
			nothing(t, "build", told.Findings)
			own := reportIn(t, office.must(t, "prepare", "check", "--json", built.ID))
			nothing(t, "self-check", own.Findings)
			office.must(t, "prepare", "handover", built.ID, "--to", medium)
			boxes, err := filepath.Glob(filepath.Join(medium, "*", "*.zip"))
			if err != nil || len(boxes) != 1 {
				t.Fatalf("containers %v, %v", boxes, err)
			}
			call := []string{"check", "--json", boxes[0]}
			if kind == "files" { // nobody recognises plain files: a person chooses the kind
				call = append(call, "--kind", kind)
			}
			theirs := reportIn(t, archive.must(t, call...))
			nothing(t, "archive", theirs.Findings)
			want := kind
			if kind == "xdomea" {
				want = "xdomea-0503"
			}
			if own.Verdict != check.Accepted || theirs.Verdict != check.Accepted || theirs.Kind != want {
				t.Errorf("self-check %s, archive %s as %s", own.Verdict, theirs.Verdict, theirs.Kind)
			}
		})
	}
}

func nothing(t *testing.T, who string, findings []check.Finding) {
	t.Helper()
	for _, f := range findings {
		t.Errorf("%s: %s %s %q: %s (want %q, found %q)", who, f.Code, f.Severity, f.Path, f.Message, f.Expected, f.Found)
	}
}

type prepared struct {
	ID string `json:"id"`
}

// preparation reads the JSON of a draft.
func preparation(t *testing.T, out string) (p prepared) {
	t.Helper()
	if err := json.Unmarshal([]byte(out), &p); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return p
}
