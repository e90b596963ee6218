package durable

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// hold opens a file as a viewer does that lets nobody delete or replace it.
func hold(t *testing.T, path string) syscall.Handle {
	t.Helper()
	name, err := wide(path)
	if err != nil {
		t.Fatal(err)
	}
	h, err := syscall.CreateFile(name, syscall.GENERIC_READ, syscall.FILE_SHARE_READ, nil, syscall.OPEN_EXISTING, 0, 0)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// TestWriteOverHeldFile: the holder lets go during the third wait.
func TestWriteOverHeldFile(t *testing.T) {
	dir := t.TempDir()
	from, to := filepath.Join(dir, "neu"), filepath.Join(dir, "alt")
	for _, p := range []string{from, to} {
		if err := os.WriteFile(p, []byte(filepath.Base(p)), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	h, waits := hold(t, to), 0
	err := retry(func() error { return rename(from, to) }, func(time.Duration) {
		if waits++; waits == 3 {
			if err := syscall.CloseHandle(h); err != nil {
				t.Error(err)
			}
		}
	})
	if err != nil || waits != 3 {
		t.Fatalf("rename: %v after %d waits, want success after 3", err, waits)
	}
	if got, err := os.ReadFile(to); err != nil || string(got) != "neu" {
		t.Errorf("content %q, %v; want neu", got, err)
	}
}

// TestHeldForGood: patience ends, the old file stays, the error is told.
func TestHeldForGood(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "alt")
	if err := os.WriteFile(path, []byte("alt"), 0o600); err != nil {
		t.Fatal(err)
	}
	h := hold(t, path)
	if err := WriteFile(path, []byte("neu"), 0o600); !Busy(err) {
		t.Errorf("error %v, want busy", err)
	}
	if err := syscall.CloseHandle(h); err != nil {
		t.Fatal(err)
	}
	if got, err := os.ReadFile(path); err != nil || string(got) != "alt" {
		t.Errorf("content %q, %v; want alt", got, err)
	}
	alone(t, dir, "alt")
}

func TestRetryIsBounded(t *testing.T) {
	var waited time.Duration
	err := retry(func() error { return errorSharingViolation }, func(d time.Duration) { waited += d })
	if !errors.Is(err, errorSharingViolation) || !Busy(err) || waited < patience || waited > patience+mostWait {
		t.Errorf("%v after %v, want a sharing violation after %v", err, waited, patience)
	}
}

func TestLongPaths(t *testing.T) {
	dir := filepath.Join(t.TempDir(), strings.Repeat("Nachlässe ", 12)+"1", strings.Repeat("Übergrößen ", 12)+"2")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, strings.Repeat("x", 100)+".json")
	if len(path) < 300 {
		t.Fatalf("path of %d bytes is too short for the test", len(path))
	}
	if err := WriteFile(path, []byte("lang"), 0o600); err != nil {
		t.Fatal(err)
	}
	if got, err := os.ReadFile(path); err != nil || string(got) != "lang" {
		t.Errorf("content %q, %v", got, err)
	}
}

func TestExtended(t *testing.T) {
	long := strings.Repeat(`\ordner`, 40)
	for _, tt := range []struct{ path, want string }{
		{`C:\kurz`, `C:\kurz`},
		{`C:` + long, `\\?\C:` + long},
		{`\\server\freigabe` + long, `\\?\UNC\server\freigabe` + long},
		{`\\?\C:` + long, `\\?\C:` + long},
	} {
		if got := extended(tt.path); got != tt.want {
			t.Errorf("extended(%q) = %q, want %q", tt.path, got, tt.want)
		}
	}
}
