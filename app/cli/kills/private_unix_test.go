//go:build unix

package kills

import (
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"laufzettel/app/kill"
	"laufzettel/transfer/generate"
)

// TestPrivate: whatever the program makes, in the workspace, at the receiver, at the
// clerk's or where somebody asked for it, is its user's alone, also with a generous
// umask before.
func TestPrivate(t *testing.T) {
	s := next(t, &stage{dir: t.TempDir()}, parcelOf(t, generate.Plan{Seed: 4, Dossiers: 1, Cases: 1, Documents: 1, Ratings: []string{"A"},
		Mix: []string{"txt"}}))
	out := filepath.Join(s.dir, "ausgabe")
	if err := os.Mkdir(out, 0o700); err != nil {
		t.Fatal(err)
	}
	source := t.TempDir()
	if err := os.WriteFile(filepath.Join(source, "brief.txt"), []byte("Brief"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"settings", "archive=Landesarchiv Musterland"}, {"receive", "check", "--no-pdfa", s.id},
		{"receive", "accept", s.id},
		{"appraise", s.id, "finish"}, {"appraise", s.id, "export", "--out", out}, {"package", s.id}, {"keys", "new", "--store", "file"},
		{"support", "--out", filepath.Join(out, "hilfe.zip")}} {
		done(t, s.dir, args...)
	}
	host := enrol(t, s)
	c, _ := serve(t, s.dir, host, kill.Plan{})
	done(t, s.dir, "send", s.id)
	c.Kill()
	c.Wait()
	p := preparation(t, done(t, s.dir, "prepare", "files", "--json", "--draft", "--from", source, "--out", filepath.Join(out, "portion"),
		"--set", "agency=Landratsamt Musterkreis", "--set", "agencyId=09999", "--set", "name=briefe", "--set", "title=Briefe"))
	for _, args := range [][]string{{"prepare", "build", "--json", p.ID}, {"prepare", "check", "--json", p.ID},
		{"prepare", "handover", p.ID, "--to", out}} {
		done(t, s.dir, args...)
	}
	seen := 0
	err := filepath.WalkDir(s.dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || path == s.dir {
			return err
		}
		info, err := d.Info()
		if err == nil && info.Mode().Perm()&0o077 != 0 {
			t.Errorf("%s is %v", path, info.Mode())
		}
		seen++
		return err
	})
	if err != nil || seen < 40 {
		t.Fatalf("%d files, %v", seen, err)
	}
}
