package opengl

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"laufzettel/app/settings"
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
	exe := filepath.Join(t.TempDir(), "laufzettel.exe")
	code, done := instead(errors.New("OpenGL 1.1.0"), program{exe: exe}, dir, func(_, text string) { shown = text })
	if !done || code != 2 {
		t.Errorf("instead = %d, %v; want 2, true", code, done)
	}
	name := filepath.Join(dir, LogName)
	for _, want := range []string{"laufzettel-cli", filepath.Join(filepath.Dir(exe), Folder), Driver, name} {
		if !strings.Contains(shown, want) {
			t.Errorf("message lacks %q: %s", want, shown)
		}
	}
	if raw, err := os.ReadFile(name); err != nil || !strings.Contains(string(raw), "OpenGL 1.1.0") {
		t.Errorf("log %q, %v; want the cause", raw, err)
	}
}

// installed is this test program as the program, with a driver in Folder beside it.
func installed(t *testing.T) (exe, folder string) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	exe = filepath.Join(t.TempDir(), filepath.Base(self))
	folder = filepath.Join(filepath.Dir(exe), Folder)
	if err := os.Mkdir(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	put(t, filepath.Join(folder, Driver), "Mesa")
	if err := renew(self, exe); err != nil {
		t.Fatal(err)
	}
	return exe, folder
}

func put(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func holds(t *testing.T, name, want string) {
	t.Helper()
	raw, err := os.ReadFile(name)
	if err != nil || string(raw) != want {
		t.Errorf("%s: %.20q, %v; want %q", name, raw, err, want)
	}
}

var asChild = []string{"-test.run=^TestChild$"}

func silent(t *testing.T) func(string, string) {
	return func(_, text string) { t.Errorf("message shown: %s", text) }
}

// TestInsteadStartsTheCopy: an administrator put the driver there and nothing else; the copy
// is made, a stale one renewed. It is this test program, which ends with 7.
func TestInsteadStartsTheCopy(t *testing.T) {
	exe, folder := installed(t)
	copied := filepath.Join(folder, filepath.Base(exe))
	p := program{exe: exe, own: t.TempDir(), data: "daten", args: asChild}
	for _, was := range []string{"", "ein älteres Programm"} {
		if was != "" {
			put(t, copied, was)
		}
		if code, done := instead(errors.New("OpenGL 1.1.0"), p, "", silent(t)); !done || code != 7 {
			t.Errorf("instead = %d, %v; want 7, true", code, done)
		}
		if is, err := same(exe, copied); err != nil || !is {
			t.Errorf("the copy is another program: %v", err)
		}
	}
	if left, err := os.ReadDir(p.own); err != nil || len(left) != 0 {
		t.Errorf("a copy was made in the person's folder, too: %v, %v", left, err)
	}
	// The copy does not start itself again.
	t.Setenv(inside, "1")
	told := false
	if code, _ := instead(errors.New("OpenGL 1.1.0"), p, "", func(string, string) { told = true }); code != 2 || !told {
		t.Errorf("inside the copy: code %d, told %v; want 2, true", code, told)
	}
}

// Where only administrators write beside the program, the copy lies in the person's own
// folder, with all drivers of today, none of yesterday, and the policy of the program.
func TestInsteadStartsACopyOfThePerson(t *testing.T) {
	exe, folder := installed(t)
	put(t, filepath.Join(folder, "libgallium_wgl.dll"), "mehr Mesa")
	put(t, filepath.Join(folder, "LIESMICH.txt"), "kein Treiber")
	policy := filepath.Join(filepath.Dir(exe), settings.PolicyFile)
	put(t, policy, "{}")
	// A folder of that name cannot be replaced by a file, not even by an administrator.
	if err := os.MkdirAll(filepath.Join(folder, filepath.Base(exe), "voll"), 0o700); err != nil {
		t.Fatal(err)
	}
	p := program{exe: exe, own: t.TempDir(), data: "daten", args: asChild}
	at := filepath.Join(p.own, "laufzettel-"+Folder)
	for range 2 {
		if code, done := instead(errors.New("OpenGL 1.1.0"), p, "", silent(t)); !done || code != 7 {
			t.Fatalf("instead = %d, %v; want 7, true", code, done)
		}
		holds(t, filepath.Join(at, Folder, Driver), "Mesa")
		holds(t, filepath.Join(at, Folder, "libgallium_wgl.dll"), "mehr Mesa")
		holds(t, filepath.Join(at, settings.PolicyFile), "{}")
		if isFile(filepath.Join(at, Folder, "LIESMICH.txt")) || isFile(filepath.Join(at, Folder, "alt.dll")) {
			t.Error("more than drivers was taken along")
		}
		put(t, filepath.Join(at, Folder, "alt.dll"), "von gestern")
	}
	if err := os.Remove(policy); err != nil {
		t.Fatal(err)
	}
	if code, _ := instead(errors.New("OpenGL 1.1.0"), p, "", silent(t)); code != 7 || isFile(filepath.Join(at, settings.PolicyFile)) {
		t.Errorf("code %d; the policy that is gone holds on", code)
	}
}

// Without a driver nothing is copied or started: the person is told where it belongs.
func TestInsteadWithoutADriver(t *testing.T) {
	exe, folder := installed(t)
	if err := os.Remove(filepath.Join(folder, Driver)); err != nil {
		t.Fatal(err)
	}
	told := ""
	p := program{exe: exe, own: t.TempDir(), args: asChild}
	code, done := instead(errors.New("OpenGL 1.1.0"), p, "", func(_, text string) { told = text })
	if code != 2 || !done || !strings.Contains(told, Driver) || isFile(filepath.Join(folder, filepath.Base(exe))) {
		t.Errorf("instead = %d, %v: %s", code, done, told)
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
