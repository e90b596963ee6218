package durable

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
)

func TestWriteFile(t *testing.T) {
	for _, tt := range []struct{ name, file, old string }{
		{"new", "neu.json", ""},
		{"over an old one", "alt.json", "alter, längerer Inhalt"},
		{"umlauts", "Prüfbericht Straße.pdf", "x"},
		{"longest name", strings.Repeat("n", 250) + ".json", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir := t.TempDir()
			path := filepath.Join(dir, tt.file)
			if tt.old != "" {
				if err := os.WriteFile(path, []byte(tt.old), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			if err := WriteFile(path, []byte("neu"), 0o600); err != nil {
				t.Fatal(err)
			}
			if got, err := os.ReadFile(path); err != nil || string(got) != "neu" {
				t.Errorf("content %q, %v; want neu", got, err)
			}
			alone(t, dir, tt.file)
			if info, err := os.Stat(path); err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
				t.Errorf("rights %v, %v; want 0600", info.Mode(), err)
			}
		})
	}
}

func TestWriteKeepsTheOldFileOnError(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a")
	if err := WriteFile(path, []byte("alt"), 0o644); err != nil {
		t.Fatal(err)
	}
	want := errors.New("source ended")
	err := Write(path, 0o644, func(w io.Writer) error {
		_, werr := io.WriteString(w, "halb")
		return errors.Join(werr, want)
	})
	if !errors.Is(err, want) {
		t.Errorf("error %v, want %v", err, want)
	}
	if got, err := os.ReadFile(path); err != nil || string(got) != "alt" {
		t.Errorf("content %q, %v; want alt", got, err)
	}
	alone(t, dir, "a")
}

func TestMissingFolder(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "gone")
	if err := WriteFile(filepath.Join(dir, "a"), nil, 0o600); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("WriteFile: %v, want not exist", err)
	}
	if err := SyncDir(dir); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("SyncDir: %v, want not exist", err)
	}
	if err := Rename(filepath.Join(dir, "a"), filepath.Join(dir, "b")); !errors.Is(err, fs.ErrNotExist) || Busy(err) {
		t.Errorf("Rename: %v, want not exist and not busy", err)
	}
}

func TestRenameMovesFolders(t *testing.T) {
	dir := t.TempDir()
	if err := os.MkdirAll(filepath.Join(dir, "von", "tief"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := Rename(filepath.Join(dir, "von"), filepath.Join(dir, "nach")); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(dir, "nach", "tief")); err != nil {
		t.Error(err)
	}
}

func TestRetryEndsAtOtherErrors(t *testing.T) {
	calls := 0
	err := retry(func() error { calls++; return fs.ErrNotExist }, func(time.Duration) { t.Error("waited") })
	if calls != 1 || !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("%d calls, %v; want 1, not exist", calls, err)
	}
}

// alone fails unless the folder holds just the named file: no temporary is left.
func alone(t *testing.T, dir, name string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	if len(entries) != 1 || entries[0].Name() != name {
		t.Errorf("folder holds %v, want only %s", entries, name)
	}
}

// What the person can end is told to the person, what an administrator must look at
// to the administrator, and what is told already once only.
func TestTold(t *testing.T) {
	told := failure.New(failure.Damaged, "op", wording.Plain("schon gesagt"))
	held := error(syscall.EBUSY)
	if runtime.GOOS == "windows" {
		held = syscall.Errno(32)
	}
	for name, tt := range map[string]struct {
		err  error
		want failure.Kind
		hint string
	}{
		"busy":      {held, failure.Refused, "belegt"},
		"no space":  {syscall.ENOSPC, failure.Setup, "kein Platz"},
		"told":      {told, failure.Damaged, "schon gesagt"},
		"cancelled": {context.Canceled, failure.KindOf(context.Canceled), failure.HintOf(context.Canceled).In("de")},
	} {
		err := Told("op", wording.Plain("belegt"), wording.Plain("kein Platz"), tt.err)
		if !errors.Is(err, tt.err) || failure.KindOf(err) != tt.want || failure.HintOf(err).In("de") != tt.hint {
			t.Errorf("%s: %v (%v) %q", name, err, failure.KindOf(err), failure.HintOf(err).In("de"))
		}
	}
	if err := Told("op", wording.Text{}, wording.Text{}, nil); err != nil {
		t.Error(err)
	}
}
