package settings

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"laufzettel/transfer/failure"
)

func TestDefaultDir(t *testing.T) {
	plain, portable, folder := t.TempDir(), t.TempDir(), t.TempDir()
	if err := os.WriteFile(filepath.Join(portable, Portable), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(folder, Portable), 0o700); err != nil {
		t.Fatal(err)
	}
	home := func() (string, error) { return "home", nil }
	for _, tt := range []struct {
		name, exe, want string
	}{
		{"installed", filepath.Join(plain, "laufzettel.exe"), filepath.Join("home", "laufzettel")},
		{"portable", filepath.Join(portable, "laufzettel.exe"), filepath.Join(portable, PortableDir)},
		{"a folder of that name is no mark", filepath.Join(folder, "laufzettel.exe"), filepath.Join("home", "laufzettel")},
		{"place of the program unknown", "", filepath.Join("home", "laufzettel")},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got, err := placeOf(Policy{}, tt.exe, profile{local: home}); err != nil || got.Dir != tt.want || got.Told != nil {
				t.Errorf("placeOf(%q) = %+v, %v; want %q", tt.exe, got, err, tt.want)
			}
		})
	}
}

func TestDefaultDirWithoutHome(t *testing.T) {
	_, err := placeOf(Policy{}, "", profile{local: func() (string, error) { return "", errors.New("no home") }})
	if failure.KindOf(err) != failure.Setup || !failure.Explained(err) {
		t.Errorf("error %v, want Setup with a sentence", err)
	}
}

// The policy's place goes before every other, with the values of the environment in it.
func TestPlaceOfPolicy(t *testing.T) {
	root := t.TempDir()
	t.Setenv("LZ_TEST_USER", "ahrens")
	data := filepath.Join(root, "%LZ_TEST_USER%", "laufzettel")
	exe := filepath.Join(root, "laufzettel.exe")
	if err := os.WriteFile(filepath.Join(root, Portable), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	got, err := placeOf(Policy{Data: &data}, exe, profile{})
	if want := filepath.Join(root, "ahrens", "laufzettel"); err != nil || got.Dir != want || got.Told != nil {
		t.Errorf("%+v, %v; want %s", got, err, want)
	}
}

// A roaming workspace is taken along once and said; it is never copied, never put over
// another, and stays in use where it cannot be moved.
func TestPlace_TakesARoamingWorkspaceAlong(t *testing.T) {
	at := func(dir string) func() (string, error) { return func() (string, error) { return dir, nil } }
	for _, tt := range []struct {
		name         string
		old, new     string // a file there, "" = nothing
		blocked      bool   // the new place cannot be made
		moved, stays bool
	}{
		{name: "taken along", old: "laufzettel.db", moved: true},
		{name: "settings alone are a workspace too", old: "settings.json", moved: true},
		{name: "nothing was there"},
		{name: "a folder of something else", old: "notizen.txt"},
		{name: "both are there", old: "laufzettel.db", new: "laufzettel.db"},
		{name: "cannot be moved", old: "laufzettel.db", blocked: true, stays: true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			root := t.TempDir()
			roaming, local := filepath.Join(root, "Roaming"), filepath.Join(root, "Local")
			put := func(dir, name string) {
				if name == "" {
					return
				}
				if err := os.MkdirAll(filepath.Join(dir, "laufzettel"), 0o700); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(filepath.Join(dir, "laufzettel", name), []byte(dir), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			put(roaming, tt.old)
			put(local, tt.new)
			if tt.blocked {
				if err := os.WriteFile(local, nil, 0o600); err != nil {
					t.Fatal(err)
				}
			}
			user := profile{local: at(local), roaming: at(roaming)}
			got, err := placeOf(Policy{}, "", user)
			want := filepath.Join(local, "laufzettel")
			if tt.stays {
				want = filepath.Join(roaming, "laufzettel")
			}
			if err != nil || got.Dir != want || (got.Told != nil) != (tt.moved || tt.stays) || got.Told != nil &&
				!failure.Explained(got.Told) {
				t.Fatalf("%+v, %v; want %s", got, err, want)
			}
			if tt.moved {
				if raw, err := os.ReadFile(filepath.Join(want, tt.old)); err != nil || string(raw) != roaming {
					t.Errorf("not taken along: %q, %v", raw, err)
				}
				if again, err := placeOf(Policy{}, "", user); err != nil || again.Dir != want || again.Told != nil {
					t.Errorf("the second start says %+v, %v", again, err)
				}
			} else if tt.old != "" && !exists(filepath.Join(roaming, "laufzettel", tt.old)) {
				t.Error("what was there is gone")
			}
		})
	}
}

// Only Windows has a roaming profile; elsewhere the folder of before stays.
func TestProfileOf(t *testing.T) {
	if profileOf("linux").roaming != nil || profileOf("darwin").roaming != nil || profileOf("windows").roaming == nil {
		t.Error("the roaming profile is asked for on another system than Windows")
	}
}
