package guard

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"laufzettel/transfer/check"
)

// eicar is the harmless test file every scanner reports, put together here so that
// no scanner reports this source.
var eicar = `X5O!P%@AP[4\PZX54(P^)7CC)7}$` + `EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*`

func TestParsers(t *testing.T) {
	tests := []struct {
		name  string
		parse func([]byte) []Hit
		out   string
		want  []Hit
	}{
		{"clamav", clamHits, "/w/inbox/a b.pdf: Win.Test.EICAR_HDB-1 FOUND\n/w/x: y: Eicar-Test-Signature FOUND\nsomething else\n",
			[]Hit{{"/w/inbox/a b.pdf", "Win.Test.EICAR_HDB-1"}, {"/w/x: y", "Eicar-Test-Signature"}}},
		{"defender", defenderHits,
			"Scan starting...\r\nScan finished.\r\nScanning C:\\w found 1 threats.\r\n<==LIST OF DETECTED THREATS==>\r\n----- Threat information -----\r\nThreat                  : Virus:DOS/EICAR_Test_File\r\nResources               : 1 total\r\n    file                : C:\\w\\eicar.txt\r\n",
			[]Hit{{`C:\w\eicar.txt`, "Virus:DOS/EICAR_Test_File"}}},
		{"nothing", clamHits, "", nil},
	}
	for _, tt := range tests {
		if d := cmp.Diff(tt.want, tt.parse([]byte(tt.out))); d != "" {
			t.Errorf("%s: %s", tt.name, d)
		}
	}
}

func FuzzClamHits(f *testing.F) {
	f.Add([]byte("a: b FOUND\n"))
	f.Fuzz(func(t *testing.T, b []byte) {
		for _, h := range append(clamHits(b), defenderHits(b)...) {
			if h.Path == "" {
				t.Error("a hit without a path")
			}
		}
	})
}

// fake makes a scanner of a shell script.
func fake(t *testing.T, script string) *Scanner {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("the stand-in for a scanner is a shell script")
	}
	name := filepath.Join(t.TempDir(), "clamscan")
	if err := os.WriteFile(name, []byte("#!/bin/sh\n"+script), 0o700); err != nil {
		t.Fatal(err)
	}
	s, err := Find(name)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestJudge(t *testing.T) {
	root := t.TempDir()
	tests := []struct {
		name    string
		scanner *Scanner
		state   check.DoneState
		verdict check.Verdict
		path    string
	}{
		{"none installed", nil, check.NotDone, check.Accepted, ""},
		{"clean", fake(t, "echo ClamAV 1.4; exit 0"), check.Full, check.Accepted, ""},
		{"found", fake(t,
			`[ "$1" = --version ] && echo ClamAV 1.4 && exit 0; for a; do last=$a; done; echo "$last/sub/a.pdf: Eicar FOUND"; exit 1`),
			check.Full, check.Rejected, "sub/a.pdf"},
		{"found, unnamed", fake(t, "exit 1"), check.Full, check.Rejected, ""},
		{"broken", fake(t, "echo no database >&2; exit 2"), check.NotDone, check.Accepted, ""},
	}
	for _, tt := range tests {
		rep := &check.Report{Verdict: check.Accepted}
		if err := Judge(t.Context(), rep, tt.scanner, root); err != nil {
			t.Fatal(err)
		}
		c := rep.Checks[0]
		if c.Name != CheckName || c.State != tt.state || rep.Verdict != tt.verdict || (c.State != check.Full) != (c.Reason != "") {
			t.Errorf("%s: %+v, verdict %s; want %s, %s", tt.name, c, rep.Verdict, tt.state, tt.verdict)
		}
		if len(rep.Findings) > 0 && (rep.Findings[0].Code != "VIR-001" || rep.Findings[0].Path != tt.path) {
			t.Errorf("%s: finding %+v, want path %q", tt.name, rep.Findings[0], tt.path)
		}
	}
}

func TestFind_Off(t *testing.T) {
	for _, chosen := range []string{"off", filepath.Join(t.TempDir(), "nothing-here")} {
		if _, err := Find(chosen); !errors.Is(err, ErrNone) {
			t.Errorf("Find(%q): %v, want none", chosen, err)
		}
	}
}

// With ClamAV installed the EICAR file is found; make virus-test installs it.
func TestEICAR(t *testing.T) {
	skip, skipf := t.Skip, t.Skipf
	if os.Getenv("LAUFZETTEL_VIRUS_TEST") != "" { // make virus-test: there is a scanner, and it must work
		skip, skipf = t.Fatal, t.Fatalf
	}
	s, err := Find("")
	if err != nil {
		skip("no virus scanner is installed; make virus-test installs ClamAV from Debian")
	}
	root := t.TempDir()
	if err := os.WriteFile(filepath.Join(root, "eicar.txt"), []byte(eicar), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(root, "sauber.txt"), []byte("Hallo Magazin"), 0o600); err != nil {
		t.Fatal(err)
	}
	hits, err := s.Scan(t.Context(), root)
	if err != nil {
		skipf("the scanner cannot work here (signatures not at hand): %v", err)
	}
	if len(hits) != 1 || !strings.Contains(strings.ToLower(hits[0].Name), "eicar") {
		t.Errorf("hits %+v, want EICAR", hits)
	}
	rep := &check.Report{Verdict: check.Accepted}
	if err := Judge(t.Context(), rep, s, root); err != nil {
		t.Fatal(err)
	}
	if rep.Verdict != check.Rejected || len(rep.Findings) != 1 || rep.Findings[0].Code != "VIR-001" ||
		rep.Findings[0].Path != "eicar.txt" || rep.Checks[0].State != check.Full {
		t.Errorf("judged %+v", rep)
	}
}
