package settings_test

import (
	"os"
	"path/filepath"
	"testing"

	"laufzettel/app/settings"
	"laufzettel/transfer/failure"
)

// A policy is taken whole or named as not to be understood.
func FuzzReadPolicy(f *testing.F) {
	f.Add(`{"role":"reading-room"}`)
	f.Add("\xef\xbb\xbf{\"keysFolder\":\"x\"}")
	file := filepath.Join(f.TempDir(), "richtlinie.json")
	f.Fuzz(func(t *testing.T, in string) {
		if err := os.WriteFile(file, []byte(in), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := settings.ReadPolicy(file); err != nil && !failure.Explained(err) {
			t.Errorf("no hint: %v", err)
		}
	})
}
