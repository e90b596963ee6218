package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// lay writes files by path below dir.
func lay(t *testing.T, dir string, files map[string]string) {
	t.Helper()
	for file, text := range files {
		p := filepath.Join(dir, filepath.FromSlash(file))
		if err := os.MkdirAll(filepath.Dir(p), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(p, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// module is a module with a package for every way a test can end.
func module(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	lay(t, dir, map[string]string{
		"go.mod":          "module m\n\ngo 1.26\n",
		"good/a.go":       "package good\n\nfunc One() int { return 1 }\n",
		"good/a_test.go":  "package good\n\nimport \"testing\"\n\nfunc TestA(t *testing.T) { t.Log(\"quiet\"); t.Run(\"sub\", func(*testing.T) {}) }\n",
		"above/a.go":      "package above\n\nimport \"m/good\"\n\nvar Two = good.One() + 1\n",
		"above/a_test.go": "package above\n\nimport \"testing\"\n\nfunc TestB(t *testing.T) { _ = \"pages.md\"; t.Skip(\"../shared fehlt\") }\n",
		"bad/a_test.go":   "package bad\n\nimport \"testing\"\n\nfunc TestC(t *testing.T) { t.Error(\"the reason\") }\nfunc TestD(t *testing.T) { t.Log(\"quiet\") }\n",
		"mute/a_test.go":  "package mute\n\nimport \"testing\"\n\nfunc TestE(t *testing.T) { panic(\"fell\") }\n",
		"odd/a_test.go":   "package odd\n\nimport \"testing\"\n\nfunc TestF(t *testing.T) { undefined() }\n",
		"docs/pages.md":   "a page\n",
		"docs/nobody.md":  "another\n",
	})
	t.Chdir(dir)
	t.Setenv("GOFLAGS", "")
	return dir
}

func TestRun_CountsAndShows(t *testing.T) {
	dir := module(t)
	var out bytes.Buffer
	failed, err := run([]string{"-keep", filepath.Join(dir, "keep"), "-count=1", "./..."}, &out)
	if err != nil || !failed {
		t.Fatalf("failed %v, %v\n%s", failed, err, &out)
	}
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	if got, want := lines[len(lines)-1], "3 passed, 3 failed, 1 skipped"; got != want {
		t.Errorf("closing %q, want %q\n%s", got, want, &out)
	}
	for _, want := range []string{"a_test.go:5: the reason", "--- FAIL: TestC", "panic: fell", "undefined: undefined", "ok  \tm/good",
		"1 ausgelassen: ../shared fehlt"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%q is not told:\n%s", want, &out)
		}
	}
	if strings.Contains(out.String(), "quiet") {
		t.Errorf("tells what passed:\n%s", &out)
	}
	kept, err := os.ReadFile(filepath.Join(dir, "keep", closingFile))
	if err != nil || string(kept) != lines[len(lines)-1]+"\n" {
		t.Errorf("kept %q, %v", kept, err)
	}
	times, err := timesIn(filepath.Join(dir, "keep"))
	if _, ok := times["m/good"]; err != nil || !ok {
		t.Errorf("times %v, %v", times, err)
	}
}

func TestRun_AllWell(t *testing.T) {
	module(t)
	for _, args := range [][]string{{"./good"}, {"./good"}} { // also from the cache
		var out bytes.Buffer
		failed, err := run(args, &out)
		if err != nil || failed || !strings.HasSuffix(out.String(), "\n2 passed, 0 failed, 0 skipped\n") {
			t.Errorf("failed %v, %v: %s", failed, err, &out)
		}
	}
	if failed, err := run([]string{"-nosuchflag", "./good"}, &bytes.Buffer{}); err == nil && !failed {
		t.Error("a wrong call ended well")
	}
}

func TestClosing(t *testing.T) {
	c := newTally(&bytes.Buffer{})
	c.passed, c.skipped, c.reasons = 7, 91, map[string]int{"../shared fehlt": 81, "xmllint is not installed": 6, "long": 4}
	if got, want := c.closing(),
		"7 passed, 0 failed, 91 skipped; 81 ausgelassen: ../shared fehlt; 6 ausgelassen: xmllint is not installed"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got := c.few(); !slices.Equal(got, []string{"4 ausgelassen: long"}) {
		t.Errorf("few %q", got)
	}
}

func TestRun_Touched(t *testing.T) {
	dir := module(t)
	git := func(args ...string) {
		t.Helper()
		if out, err := exec.Command("git", append([]string{"-c", "user.name=N", "-c", "user.email=n@example.org"}, args...)...).
			CombinedOutput(); err != nil {
			t.Fatalf("git %v: %v %s", args, err, out)
		}
	}
	git("init", "-q")
	git("add", "-A")
	git("commit", "-q", "-m", "all")
	tests := []struct {
		name, file, text string
		times            map[string]float64
		want             []string
		told             string
	}{
		{name: "nothing", want: nil},
		{name: "code, and who imports it", file: "good/a.go", text: "package good\n\nfunc One() int { return 2 }\n",
			want: []string{"m/above", "m/good"}},
		{name: "a slow one that imports it", file: "good/a.go", text: "package good\n\nfunc One() int { return 2 }\n",
			times: map[string]float64{"m/above": 90}, want: []string{"m/good"},
			told: "left out, slow: m/above (90 s)"},
		{name: "a test alone", file: "good/a_test.go", text: "package good\n", want: []string{"m/good"}},
		{name: "a sample of a test, not known to git", file: "good/testdata/x/y.txt", text: "y", want: []string{"m/good"}},
		{name: "a new package", file: "new/a.go", text: "package new\n", want: []string{"m/new"}},
		{name: "a page that a test reads", file: "docs/pages.md", text: "changed", want: []string{"m/above"}},
		{name: "a page nobody reads", file: "docs/nobody.md", text: "changed", want: nil,
			told: "no package has to do with: docs/nobody.md"},
		{name: "what all stand on", file: "go.mod", text: "module m\n\ngo 1.25\n",
			want: []string{"m/above", "m/bad", "m/good", "m/mute", "m/odd"}},
	}
	for _, tt := range tests {
		if tt.file != "" {
			lay(t, dir, map[string]string{tt.file: tt.text})
		}
		var out bytes.Buffer
		got, err := choose("HEAD", tt.times, &out)
		if err != nil || !slices.Equal(got, tt.want) || !strings.Contains(out.String(), tt.told) {
			t.Errorf("%s: %v, %v; want %v\n%s", tt.name, got, err, tt.want, &out)
		}
		git("stash", "-q", "-u")
		git("stash", "clear")
	}
	lay(t, dir, map[string]string{"good/a.go": "package good\n\nfunc One() int { return 3 }\n"})
	git("commit", "-qam", "again")
	var out bytes.Buffer
	if failed, err := run([]string{"-touched", "-base", "HEAD~1", "-count=1"}, &out); failed || err != nil ||
		!strings.Contains(out.String(), "2 passed, 0 failed, 1 skipped") {
		t.Errorf("since the last commit: failed %v, %v\n%s", failed, err, &out)
	}
	out.Reset()
	if failed, err := run([]string{"-touched", "-count=1", "-keep", t.TempDir()}, &out); failed || err != nil ||
		!strings.HasSuffix(out.String(), "\n0 passed, 0 failed, 0 skipped\n") {
		t.Errorf("nothing: failed %v, %v\n%s", failed, err, &out)
	}
}
