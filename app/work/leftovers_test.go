package work_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"laufzettel/transfer/generate"
)

// What a killed receive left is removed a day later; a copy under way and what
// belongs to a portion stay.
func TestReceive_SweepsForgottenCopies(t *testing.T) {
	dir := t.TempDir()
	w := open(t, dir, "M. Ahrens")
	kept, _ := received(t, w, generate.Plan{Seed: 1, Dossiers: 1, Cases: 1, Documents: 1})
	inbox := filepath.Join(dir, "inbox")
	old := time.Now().Add(-48 * time.Hour)
	for _, name := range []string{"P2026-0801", "P2026-0802"} {
		must(t, os.MkdirAll(filepath.Join(inbox, name), 0o700))
		must(t, os.WriteFile(filepath.Join(inbox, name, "a.zip.partial"), []byte("halb"), 0o600))
		must(t, os.Chtimes(filepath.Join(inbox, name, "a.zip.partial"), old, old))
	}
	for _, name := range []string{"P2026-0801", kept.ID} {
		must(t, os.Chtimes(filepath.Join(inbox, name), old, old))
	}
	again, _ := received(t, w, generate.Plan{Seed: 2, Dossiers: 1, Cases: 1, Documents: 1})
	for name, want := range map[string]bool{"P2026-0801": false, "P2026-0802": true, kept.ID: true, again.ID: true} {
		if _, err := os.Stat(filepath.Join(inbox, name)); (err == nil) != want {
			t.Errorf("folder %s: %v, wanted there: %v", name, err, want)
		}
	}
}

// What a killed building of packages left is removed at a start a day later; what is
// being written and what is whole stays.
func TestSweepCopies_Halves(t *testing.T) {
	dir := t.TempDir()
	w := open(t, dir, "M. Ahrens")
	folder := filepath.Join(dir, "packages", "P2026-0001")
	must(t, os.MkdirAll(folder, 0o700))
	old := time.Now().Add(-48 * time.Hour)
	for name, at := range map[string]time.Time{".urn_uuid_1.tar.17.part": old, ".urn_uuid_2.tar.18.part": time.Now(), "urn_uuid_1.tar": old,
		".write-381991130.partial": old, ".write-4.partial": time.Now(), ".write-notes.txt": old} {
		must(t, os.WriteFile(filepath.Join(folder, name), []byte("halb"), 0o600))
		must(t, os.Chtimes(filepath.Join(folder, name), at, at))
	}
	must(t, w.Ending.SweepCopies())
	for name, want := range map[string]bool{".urn_uuid_1.tar.17.part": false, ".urn_uuid_2.tar.18.part": true, "urn_uuid_1.tar": true,
		".write-381991130.partial": false, ".write-4.partial": true, ".write-notes.txt": true} {
		if _, err := os.Stat(filepath.Join(folder, name)); (err == nil) != want {
			t.Errorf("%s: %v, wanted there: %v", name, err, want)
		}
	}
}
