package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// called runs a command in a folder and gives what it printed.
func called(t *testing.T, dir, name string, args ...string) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), name, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_SYSTEM=/dev/null", "MAKEFLAGS=")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%s %v: %v: %s", name, args, err, out)
	}
	return strings.TrimSpace(string(out))
}

// The commit a build names is that of the source: of a clone and of a tar of it, also one
// that is unpacked inside another repository; where nobody knows it, none is named.
func TestMakefile_NamesTheCommitOfTheSource(t *testing.T) {
	clone := t.TempDir()
	for _, pattern := range []string{"Makefile", "make/*.mk", "FyneApp.toml", ".gitattributes", "packaging/source"} {
		names, err := filepath.Glob("../../" + pattern)
		if err != nil || len(names) == 0 {
			t.Fatal(pattern, err)
		}
		for _, name := range names {
			raw, err := os.ReadFile(name)
			to := filepath.Join(clone, strings.TrimPrefix(name, "../../"))
			if err == nil {
				err = os.MkdirAll(filepath.Dir(to), 0o700)
			}
			if err == nil {
				err = os.WriteFile(to, raw, 0o600)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	bare := t.TempDir()
	called(t, clone, "cp", "-R", ".", bare)
	commit := func(dir string) {
		called(t, dir, "git", "init", "-q")
		called(t, dir, "git", "add", "-A")
		called(t, dir, "git", "-c", "user.name=x", "-c", "user.email=x@example.org", "commit", "-q", "-m", "x")
	}
	commit(clone)
	around := t.TempDir()
	if err := os.WriteFile(filepath.Join(around, "anderes"), []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	commit(around)
	alone := t.TempDir()
	archive := filepath.Join(t.TempDir(), "source.tar")
	called(t, clone, "git", "archive", "-o", archive, "HEAD")
	inside := filepath.Join(around, "darin")
	if err := os.Mkdir(inside, 0o700); err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{alone, inside} {
		called(t, dir, "tar", "-xf", archive)
	}
	want := called(t, clone, "git", "log", "-1", "--format=%H %cI")
	if !regexp.MustCompile(`^[0-9a-f]{40} \d{4}-`).MatchString(want) {
		t.Fatal(want)
	}
	for _, tt := range []struct{ name, dir, want string }{
		{"clone", clone, want}, {"tar", alone, want}, {"tar inside another repository", inside, want}, {"a copy without git", bare, ""},
	} {
		got := called(t, tt.dir, "make", "-s", "--no-print-directory", "--eval", "said:;@echo $(COMMIT) $(COMMITTED)", "said")
		if got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
	if err := os.WriteFile(filepath.Join(clone, "Makefile"), []byte(readAll(t, filepath.Join(clone, "Makefile"))+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if got := called(t, clone, "make", "-s", "--eval", "said:;@echo $(COMMIT)", "said"); !strings.HasSuffix(got, "-dirty") {
		t.Errorf("changed: %q", got)
	}
}

func readAll(t *testing.T, name string) string {
	t.Helper()
	raw, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}
