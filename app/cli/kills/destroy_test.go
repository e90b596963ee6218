package kills

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"laufzettel/app/kill"
	"laufzettel/transfer"
	"laufzettel/transfer/generate"
	"laufzettel/transfer/samples"
)

// destroyPoints are where a destruction dies: ordered and noted, and done but for
// the traces in free pages and caches.
var destroyPoints = []commitPoint{{"destroy", "destroy.noted", 0}, {"destroy", "destroy.scrub", 0}}

// doomed is a stage with a receipted portion of which one Vorgang is to be
// destroyed; word stands in its file only.
func doomed(t *testing.T) (s *stage, word []byte) {
	t.Helper()
	s = &stage{dir: t.TempDir()}
	parcel := parcelOf(t, generate.Plan{Seed: 7, Dossiers: 1, Cases: 2, Documents: 1, Mix: []string{"txt"}, Ratings: []string{"B"},
		Folder: true})
	var p transfer.Portion
	if err := json.Unmarshal([]byte(done(t, s.dir, "receive", "--json", parcel)), &p); err != nil {
		t.Fatal(err)
	}
	s.id = p.ID
	for _, args := range [][]string{{"settings", "archive=Landesarchiv Musterland"}, {"receive", "check", "--no-pdfa", s.id},
		{"receive", "accept", s.id}} {
		done(t, s.dir, args...)
	}
	w := opened(t, s.dir)
	roots, err := w.Intake.Portions.Objects(t.Context(), s.id)
	if err != nil || len(roots) != 1 || len(roots[0].Children) != 2 {
		t.Fatalf("objects %v, %v", roots, err)
	}
	gone := roots[0].Children[0]
	files := gone.Children[0].Files()
	for f := range files {
		data, err := os.ReadFile(filepath.Join(s.dir, wsDir, filepath.FromSlash(p.Path), filepath.FromSlash(f.Name)))
		if err != nil {
			t.Fatal(err)
		}
		for line := range bytes.Lines(data) {
			if line = bytes.TrimSpace(line); len(line) > len(word) {
				word = line
			}
		}
	}
	for _, args := range [][]string{{"appraise", s.id, "set", gone.ID, "v", "--reason", "Doppel"},
		{"appraise", s.id, "set", roots[0].Children[1].ID, "a", "--person", "J. Beyer"},
		{"appraise", s.id, "index"}, {"people", "register", "closed"}, {"appraise", s.id, "release", "--person", "J. Beyer"},
		{"appraise", s.id, "finish"}, {"package", s.id}, {"keys", "new", "--store", "file"}} {
		done(t, s.dir, args...)
	}
	s.order(t)
	return s, word
}

// order sends the packages and has two persons sign the order; what is left is the destruction.
func (s *stage) order(t *testing.T) {
	t.Helper()
	host := enrol(t, s)
	c, _ := serve(t, s.dir, host, kill.Plan{})
	defer func() { c.Kill(); c.Wait() }()
	done(t, s.dir, "send", s.id)
	done(t, s.dir, "order", "make", s.id, "--basis", "Archivgesetz")
	done(t, s.dir, "order", "make", s.id, "--person", "J. Beyer")
	s.args = []string{"destroy", s.id, "--basis", "Archivgesetz", "--confirm"}
}

// A destruction that is killed is ended by the same order: nothing of the Vorgang
// is left, its list and its log entry are there once.
func TestKill_Destroy(t *testing.T) {
	if testing.Short() {
		t.Skip("kills take a while")
	}
	s, word := doomed(t)
	if len(word) < 20 {
		t.Fatalf("no word of its own: %q", word)
	}
	for _, p := range destroyPoints {
		t.Run(p.point, func(t *testing.T) {
			dir := copyOf(t, s)
			if r := call(t, dir, kill.Plan{Point: p.point}, nil, s.args...); !r.Killed {
				t.Fatalf("the command ended with %d before it came to the point: %s", r.Code, r.Errs)
			}
			w := afterwards(t, dir, func() { done(t, dir, s.args...) })
			for _, name := range samples.Files(t, filepath.Join(dir, wsDir)) {
				data, err := os.ReadFile(name)
				if err != nil {
					t.Fatal(err)
				}
				if bytes.Contains(data, word) && !strings.Contains(name, "packages") {
					t.Errorf("the destroyed text still stands in %s", name)
				}
			}
			if left, err := w.Ending.ScrubPending(); err != nil || len(left) > 0 {
				t.Errorf("pending %v, %v", left, err)
			}
			log, err := w.Office.Events(t.Context(), s.id)
			if err != nil {
				t.Fatal(err)
			}
			n := 0
			for _, e := range log {
				if e.Type == "destroyed" {
					n++
				}
			}
			if n != 1 {
				t.Errorf("the log tells of %d destructions", n)
			}
			r := call(t, dir, kill.Plan{}, nil, s.args...)
			if r.Code != exitCall || !strings.Contains(r.Errs, "nicht schon vernichtet") {
				t.Errorf("the order given once more: %d %s", r.Code, r.Errs)
			}
		})
	}
}
