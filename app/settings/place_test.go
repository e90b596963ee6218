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
			if got, err := defaultDir(tt.exe, home); err != nil || got != tt.want {
				t.Errorf("defaultDir(%q) = %q, %v; want %q", tt.exe, got, err, tt.want)
			}
		})
	}
}

func TestDefaultDirWithoutHome(t *testing.T) {
	_, err := defaultDir("", func() (string, error) { return "", errors.New("no home") })
	if failure.KindOf(err) != failure.Setup || !failure.Explained(err) {
		t.Errorf("error %v, want Setup with a sentence", err)
	}
}
