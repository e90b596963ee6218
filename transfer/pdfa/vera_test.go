package pdfa

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// TestMain lets the test binary play veraPDF: with PDFA_FAKE_VERA set it acts as
// the program Vera starts.
func TestMain(m *testing.M) {
	if mode := os.Getenv("PDFA_FAKE_VERA"); mode != "" {
		os.Exit(fakeVera(mode, os.Args[1:]))
	}
	os.Exit(m.Run())
}

// fakeVera writes a report in veraPDF's form. What a file's name contains tells
// what happens at it: fail, broken, and, depending on the mode, die, hang, oom.
func fakeVera(mode string, args []string) int {
	if args[0] == "--version" {
		if mode == "mute" {
			return 1
		}
		fmt.Println("veraPDF 1.28.1\nBuilt: Mon Jan 01 00:00:00 2024")
		return 0
	}
	if mode == "params" {
		return exitParams
	}
	w := bufio.NewWriter(os.Stdout)
	fmt.Fprint(w, `<?xml version="1.0" encoding="utf-8"?><report><jobs>`)
	for _, a := range args {
		if !filepath.IsAbs(a) {
			continue
		}
		switch {
		case strings.Contains(a, "die"):
			fmt.Fprint(w, `<job><item size="1"><name>`+a)
			w.Flush()
			return 134
		case strings.Contains(a, "oom"):
			w.Flush()
			return exitMemory
		case strings.Contains(a, "hang"):
			w.Flush()
			time.Sleep(time.Hour)
		case strings.Contains(a, "broken"):
			fmt.Fprintf(w, `<job><item size="1"><name>%s</name></item><taskException type="PARSE" isExecuted="true" isSuccess="false"><exceptionMessage>x</exceptionMessage></taskException></job>`, a)
		case strings.Contains(a, "fail"):
			fmt.Fprintf(w, `<job><item size="1"><name>%s</name></item><validationReport jobEndStatus="normal" profileName="PDF/A-1b validation profile" isCompliant="false"><details><rule specification="ISO 19005-1:2005" clause="6.3.4" testNumber="1" status="failed" failedChecks="3"/></details></validationReport></job>`, a)
		default:
			fmt.Fprintf(w, `<job><item size="1"><name>%s</name></item><validationReport jobEndStatus="normal" profileName="PDF/A-1b validation profile" isCompliant="true"><details/></validationReport></job>`, a)
		}
	}
	fmt.Fprint(w, `</jobs></report>`)
	w.Flush()
	return 1
}

func fake(t *testing.T, mode string) *Vera {
	t.Helper()
	t.Setenv("PDFA_FAKE_VERA", mode)
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	v, err := FindVera(exe)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func TestFindVera(t *testing.T) {
	v := fake(t, "well")
	if v.Version != "1.28.1" {
		t.Errorf("version %q", v.Version)
	}
	t.Setenv("PDFA_FAKE_VERA", "mute")
	if _, err := FindVera(v.Path); !errors.Is(err, ErrNoVera) {
		t.Errorf("a program without version: error %v", err)
	}
	if _, err := FindVera(filepath.Join(t.TempDir(), "none")); !errors.Is(err, ErrNoVera) {
		t.Errorf("missing program: error %v", err)
	}
	dir := t.TempDir()
	t.Setenv("PDFA_FAKE_VERA", "well")
	if err := os.Symlink(v.Path, filepath.Join(dir, veraName())); err != nil {
		t.Skip("no links here")
	}
	if found, err := FindVera(dir); err != nil || found.Path != filepath.Join(dir, veraName()) {
		t.Errorf("folder as setting: %v, %v", found, err)
	}
	t.Setenv("PATH", dir)
	if found, err := FindVera(""); err != nil || found.Version != "1.28.1" {
		t.Errorf("by PATH: %v, %v", found, err)
	}
}

func TestVeraCheck(t *testing.T) {
	embedded := Clause{Rule: "ISO 19005-1 6.3.4", Test: 1, Code: "PDF-014", Text: "Schrift nicht eingebettet.", Count: 3}
	valid := Result{Verdict: Valid, Flavour: "1b", Tool: "veraPDF 1.28.1, PDF/A-1b validation profile"}
	invalid := Result{Verdict: Invalid, Flavour: "1b", Clauses: []Clause{embedded}, Tool: valid.Tool}
	out := func(reason string) Result {
		return Result{Verdict: NotCheckable, Flavour: "1b", Reason: reason, Tool: "veraPDF 1.28.1"}
	}
	tests := []struct {
		name  string
		files []string
		want  map[string]Result
	}{
		{"plain", []string{"a.pdf", "fail.pdf", "broken.pdf"}, map[string]Result{"a.pdf": valid, "fail.pdf": invalid,
			"broken.pdf": {Verdict: NotCheckable, Flavour: "1b", Reason: "veraPDF konnte die Datei nicht lesen.", Tool: "veraPDF 1.28.1"}}},
		{"dies", []string{"a.pdf", "b.pdf", "die.pdf", "fail.pdf", "c.pdf"}, map[string]Result{"a.pdf": valid, "b.pdf": valid,
			"die.pdf": out("veraPDF brach bei dieser Datei ab."), "fail.pdf": invalid, "c.pdf": valid}},
		{"memory", []string{"oom.pdf", "a.pdf"}, map[string]Result{"a.pdf": valid,
			"oom.pdf": out("Für diese Datei reichte der erlaubte Arbeitsspeicher von veraPDF nicht.")}},
		{"hangs", []string{"a.pdf", "hang.pdf"}, map[string]Result{"a.pdf": valid,
			"hang.pdf": out("veraPDF wurde mit dieser Datei nicht in der erlaubten Zeit fertig.")}},
		{"nothing", nil, map[string]Result{}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			v := fake(t, "well")
			o := VeraOptions{Flavour: "1b", Batch: 10}
			if tt.name == "hangs" {
				o.Start, o.PerFile = 300*time.Millisecond, time.Millisecond
			}
			got, err := v.Check(t.Context(), tt.files, o)
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(tt.want, got); d != "" {
				t.Error(d)
			}
		})
	}
}

func TestVeraRefusesOptions(t *testing.T) {
	v := fake(t, "params")
	if _, err := v.Check(t.Context(), []string{"a.pdf"}, VeraOptions{}); err == nil {
		t.Error("no error for options veraPDF does not know")
	}
}

func TestParseReport(t *testing.T) {
	widget := []Clause{
		{Rule: "ISO 19005-2 6.4.1", Test: 1, Code: "PDF-005", Text: "Ein Formularfeld löst eine Aktion aus.", Count: 1},
		{Rule: "ISO 19005-2 6.4.1", Test: 2, Code: "PDF-005", Text: "Ein Formularfeld löst zusätzliche Aktionen aus.", Count: 1},
	}
	const profile = "PDF/A-2b validation profile"
	want := []FileReport{
		{Path: "/daten/pass.pdf", Profile: profile, Result: Result{Verdict: Valid, Flavour: "2b"}},
		{Path: "/daten/fail Ä.pdf", Profile: profile, Result: Result{Verdict: Invalid, Flavour: "2b", Clauses: widget}},
		{Path: "/daten/broken.pdf", Result: Result{Verdict: NotCheckable, Reason: "veraPDF konnte die Datei nicht lesen."}},
		{Path: "/daten/enc.pdf", Result: Result{Verdict: NotCheckable, Reason: "Die Datei ist verschlüsselt."}},
	}
	// Both files were written by veraPDF's own report writers (core 1.31.37).
	for _, name := range []string{"vera-report.xml", "vera-report.json"} {
		t.Run(name, func(t *testing.T) {
			f, err := os.Open(filepath.Join("testdata", name))
			if err != nil {
				t.Fatal(err)
			}
			defer f.Close()
			var got []FileReport
			if err := ParseReport(f, func(r FileReport) { got = append(got, r) }); err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(want, got); d != "" {
				t.Error(d)
			}
		})
	}
}

func FuzzParseReport(f *testing.F) {
	f.Add([]byte(`<report><jobs><job><item><name>a</name></item><validationReport isCompliant="true"/></job></jobs></report>`))
	f.Add([]byte(`{"report":{"jobs":[{"itemDetails":{"name":"a"},"validationResult":[{"compliant":true}]}]}}`))
	f.Fuzz(func(t *testing.T, b []byte) {
		err := ParseReport(strings.NewReader(string(b)), func(r FileReport) {
			if r.Result.Verdict == "" {
				t.Error("a file without verdict")
			}
		})
		if err == nil && len(b) == 0 {
			t.Error("nothing read without error")
		}
	})
}
