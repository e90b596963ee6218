package opengl

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestEnough(t *testing.T) {
	for _, tt := range []struct {
		version string
		want    bool
	}{
		{"1.1.0", false},
		{"1.4 (2.1 Mesa)", false},
		{"2.0", false},
		{"2.1", true},
		{"2.1.0 - Build 8.15", true},
		{"4.6 (Compatibility Profile) Mesa 22.3.6", true},
		{"10.0.0 NVIDIA", true},
		{"", false},
		{"OpenGL ES 3.2", false},
		{"3", false},
	} {
		if err := enough(tt.version); (err == nil) != tt.want {
			t.Errorf("enough(%q) = %v, want %v", tt.version, err, tt.want)
		}
	}
}

func TestInsteadTellsAndLogs(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "neu")
	var shown string
	code, done := instead(errors.New("OpenGL 1.1.0"), filepath.Join(t.TempDir(), "laufzettel.exe"), dir, "", nil,
		func(_, text string) { shown = text })
	if !done || code != 2 {
		t.Errorf("instead = %d, %v; want 2, true", code, done)
	}
	name := filepath.Join(dir, LogName)
	for _, want := range []string{"laufzettel-cli", Folder, name} {
		if !strings.Contains(shown, want) {
			t.Errorf("message lacks %q: %s", want, shown)
		}
	}
	if raw, err := os.ReadFile(name); err != nil || !strings.Contains(string(raw), "OpenGL 1.1.0") {
		t.Errorf("log %q, %v; want the cause", raw, err)
	}
}

func TestInsteadLeavesAWorkingSystemAlone(t *testing.T) {
	if code, done := instead(nil, "laufzettel", "", "", nil, func(string, string) { t.Error("message shown") }); done || code != 0 {
		t.Errorf("instead = %d, %v; want 0, false", code, done)
	}
}

// TestInsteadStartsTheCopy: the copy is this test program, which ends with 7.
func TestInsteadStartsTheCopy(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	raw, err := os.ReadFile(self)
	if err != nil {
		t.Fatal(err)
	}
	exe := filepath.Join(t.TempDir(), filepath.Base(self))
	copied := filepath.Join(filepath.Dir(exe), Folder, filepath.Base(exe))
	if err := os.MkdirAll(filepath.Dir(copied), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(copied, raw, 0o700); err != nil {
		t.Fatal(err)
	}
	silent := func(string, string) { t.Error("message shown") }
	if code, done := instead(errors.New("OpenGL 1.1.0"), exe, "", "daten", []string{"-test.run=^TestChild$"}, silent); !done || code != 7 {
		t.Errorf("instead = %d, %v; want 7, true", code, done)
	}
	// The copy does not start itself again.
	t.Setenv(inside, "1")
	told := false
	if code, _ := instead(errors.New("OpenGL 1.1.0"), exe, "", "", nil, func(string, string) { told = true }); code != 2 || !told {
		t.Errorf("inside the copy: code %d, told %v; want 2, true", code, told)
	}
}

// TestChild is the copy of TestInsteadStartsTheCopy.
func TestChild(t *testing.T) {
	if os.Getenv(inside) == "" {
		t.Skip("only as the copy of another test")
	}
	if os.Getenv("LAUFZETTEL_DATA") == "daten" {
		os.Exit(7)
	}
}
