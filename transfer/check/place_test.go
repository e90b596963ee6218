package check_test

import (
	"archive/zip"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"laufzettel/transfer/check"
	"laufzettel/transfer/container"
	"laufzettel/transfer/failure"
)

// pull is a format identifier that does something to the delivery at the first
// file it sees: what a person does who pulls the medium out.
type pull struct{ do func() }

func (p *pull) Identify(string, container.Content) (check.Format, error) {
	if p.do != nil {
		p.do()
		p.do = nil
	}
	return check.Format{}, nil
}
func (p *pull) Tool() string { return "test" }

func deliveryFolder(t *testing.T, files int) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "lieferung")
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	for i := range files {
		if err := os.WriteFile(filepath.Join(dir, string(rune('a'+i))+".txt"), []byte("Inhalt"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// TestCheckPath_MediumGone: the check stops with a sentence and can be repeated;
// it does not call every file unreadable.
func TestCheckPath_MediumGone(t *testing.T) {
	dir := deliveryFolder(t, 20)
	away := dir + "-weg"
	journal := check.NewMemoryJournal()
	e := &check.Engine{Workers: 1, Identify: &pull{do: func() {
		if err := os.Rename(dir, away); err != nil {
			t.Error(err)
		}
	}}}
	_, err := e.CheckPath(t.Context(), dir, check.Input{Journal: journal}, container.Options{SpoolDir: t.TempDir()})
	if failure.KindOf(err) != failure.Transient || !strings.Contains(failure.HintOf(err).In("de"), "verschwunden") {
		t.Fatalf("error %v, want Transient", err)
	}
	if err := os.Rename(away, dir); err != nil {
		t.Fatal(err)
	}
	out, err := e.CheckPath(t.Context(), dir, check.Input{Journal: journal}, container.Options{SpoolDir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	for _, f := range out.Report.Findings {
		if f.Code == "CNT-005" {
			t.Errorf("after it came back: %+v", f)
		}
	}
	if out.Report.Files.Delivered != 20 {
		t.Errorf("%d files", out.Report.Files.Delivered)
	}
}

// TestCheckPath_FilesChanged: a file that goes, grows or shrinks while the others
// are read is a finding about that file; the rest is checked.
func TestCheckPath_FilesChanged(t *testing.T) {
	tests := map[string]func(path string) error{
		"removed": os.Remove,
		"shrunk":  func(path string) error { return os.Truncate(path, 1) },
		"grown":   func(path string) error { return os.WriteFile(path, []byte("Inhalt und mehr davon"), 0o600) },
		"folder": func(path string) error {
			return errors.Join(os.Remove(path), os.Mkdir(path, 0o700))
		},
	}
	for name, change := range tests {
		t.Run(name, func(t *testing.T) {
			dir := deliveryFolder(t, 20)
			e := &check.Engine{Workers: 1, Identify: &pull{do: func() {
				if err := change(filepath.Join(dir, "t.txt")); err != nil {
					t.Error(err)
				}
			}}}
			out, err := e.CheckPath(t.Context(), dir, check.Input{}, container.Options{SpoolDir: t.TempDir()})
			if err != nil {
				t.Fatal(err)
			}
			defer out.Close()
			var about []string
			for _, f := range out.Report.Findings {
				if f.Path != "" && f.Code != "FMT-001" { // the identifier here knows no format
					about = append(about, f.Code+" "+f.Path)
				}
			}
			if !slices.Equal(about, []string{"CNT-005 t.txt"}) {
				t.Errorf("findings %v", about)
			}
			if sound, ok := out.Facts.File("a.txt"); !ok || sound.Damage != "" {
				t.Errorf("another file: %+v", sound)
			}
		})
	}
}

// TestCheckPath_ContainerChanged: a container that is written while it is checked
// gets no verdict.
func TestCheckPath_ContainerChanged(t *testing.T) {
	name := filepath.Join(t.TempDir(), "lieferung.zip")
	writeZip(t, name, map[string]string{"a.txt": "Inhalt", "b.txt": "Inhalt"})
	e := &check.Engine{Workers: 1, Identify: &pull{do: func() {
		if err := os.Chtimes(name, time.Unix(1, 0), time.Unix(1, 0)); err != nil {
			t.Error(err)
		}
	}}}
	_, err := e.CheckPath(t.Context(), name, check.Input{}, container.Options{SpoolDir: t.TempDir()})
	if failure.KindOf(err) != failure.Refused || !strings.Contains(failure.HintOf(err).In("de"), "verändert") {
		t.Errorf("error %v, want Refused", err)
	}
}

func writeZip(t *testing.T, name string, files map[string]string) {
	t.Helper()
	f, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	z := zip.NewWriter(f)
	for _, n := range slices.Sorted(maps.Keys(files)) {
		w, err := z.Create(n)
		if err == nil {
			_, err = w.Write([]byte(files[n]))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(z.Close(), f.Close()); err != nil {
		t.Fatal(err)
	}
}
