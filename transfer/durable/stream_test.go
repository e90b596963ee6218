//go:build unix

package durable

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// TestWrite_NeverReplacesWhatIsNoFile: a report for /dev/stdout or a pipe goes into it; as
// root, renaming over it would take the device from the whole machine.
func TestWrite_NeverReplacesWhatIsNoFile(t *testing.T) {
	link := func(t *testing.T, to string) string {
		t.Helper()
		at := filepath.Join(t.TempDir(), "aus")
		if err := os.Symlink(to, at); err != nil {
			t.Fatal(err)
		}
		return at
	}
	for _, tt := range []struct {
		name string
		at   func(t *testing.T) string
		want error
	}{
		{"a device without room", func(t *testing.T) string { return link(t, "/dev/full") }, syscall.ENOSPC},
		{"a device that takes everything", func(t *testing.T) string { return link(t, "/dev/null") }, nil},
		{"a pipe nobody reads", func(t *testing.T) string {
			at := filepath.Join(t.TempDir(), "pipe")
			if err := syscall.Mkfifo(at, 0o600); err != nil {
				t.Fatal(err)
			}
			return at
		}, syscall.ENXIO},
	} {
		t.Run(tt.name, func(t *testing.T) {
			at := tt.at(t)
			if _, err := os.Stat(at); err != nil {
				t.Skip(err) // a system without this device
			}
			before, err := os.Lstat(at)
			if err != nil {
				t.Fatal(err)
			}
			if err := WriteFile(at, []byte("neu"), 0o600); !errors.Is(err, tt.want) {
				t.Errorf("error %v, want %v", err, tt.want)
			}
			if after, err := os.Lstat(at); err != nil || !os.SameFile(before, after) {
				t.Errorf("replaced: %v, %v", after, err)
			}
		})
	}
}

// TestWrite_IntoAPipe: what reads gets the whole, as with > >(program).
func TestWrite_IntoAPipe(t *testing.T) {
	at := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(at, 0o600); err != nil {
		t.Fatal(err)
	}
	r, err := os.OpenFile(at, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		t.Fatal(err)
	}
	if err := WriteFile(at, []byte("Bericht"), 0o600); err != nil {
		t.Fatal(err)
	}
	if got, err := io.ReadAll(r); err != nil || string(got) != "Bericht" {
		t.Errorf("read %q, %v", got, err)
	}
	if err := r.Close(); err != nil {
		t.Error(err)
	}
}

// TestWrite_IntoAnOpenFileOfTheSystem: /dev/fd/N and /proc/self/fd/N stay what they are.
func TestWrite_IntoAnOpenFileOfTheSystem(t *testing.T) {
	name := filepath.Join(t.TempDir(), "ausgabe")
	link := filepath.Join(t.TempDir(), "stdout")
	if err := os.WriteFile(name, []byte("vorher\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		to   string
		want bool
	}{{"/proc/self/fd/0", true}, {"/dev/null", true}, {name, false}} {
		_ = os.Remove(link) // that of the case before
		if err := os.Symlink(tt.to, link); err != nil {
			t.Fatal(err)
		}
		if _, err := os.Stat(link); err != nil {
			t.Skip(err)
		}
		if got := stream(link); got != tt.want {
			t.Errorf("%s: stream %v, want %v", tt.to, got, tt.want)
		}
	}
}
