package kills

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"laufzettel/app/kill"
)

// preparePoints are where the clerk's side dies: in the middle of the journal,
// before and behind the renaming that shows a portion, while the container is sealed.
var preparePoints = []commitPoint{
	{"build", "prepare.batch.before", 0}, {"build", "prepare.batch.before", 1}, {"build", "prepare.batch.after", 0},
	{"build", "prepare.batch.after", 1},
	{"build", "prepare.write.before", 0}, {"build", "prepare.land.before", 0}, {"build", "prepare.land.after", 0},
	{"handover", "prepare.seal.before", 0}, {"handover", "prepare.seal.after", 0}, {"handover", "prepare.seal.after", 1},
	{"handover", "handover.land.before", 0}, {"handover", "handover.land.after", 0},
}

// preparedFiles is enough for several batches of the journal.
const preparedFiles = 700

// A build that is killed goes on where it was and never shows half a portion; a
// hand-over that is killed is made anew (issue 4).
func TestKill_Prepare(t *testing.T) {
	if testing.Short() {
		t.Skip("kills take a minute")
	}
	source := t.TempDir()
	for i := range preparedFiles {
		if err := os.WriteFile(filepath.Join(source, fmt.Sprintf("brief-%03d.txt", i)), []byte(fmt.Sprintf("Brief %d\n", i)),
			0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, p := range preparePoints {
		t.Run(fmt.Sprintf("%s at %s %d", p.stage, p.point, p.nth), func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			target, medium := filepath.Join(dir, "portion"), filepath.Join(dir, "medium")
			if err := os.Mkdir(medium, 0o755); err != nil {
				t.Fatal(err)
			}
			id := preparation(t, done(t, dir, "prepare", "files", "--json", "--draft", "--from", source, "--out", target,
				"--set", "agency=Landratsamt Musterkreis", "--set", "agencyId=09999", "--set", "name=briefe", "--set", "title=Briefe")).ID
			steps := [][]string{{"prepare", "build", "--json", id}, {"prepare", "check", "--json", id},
				{"prepare", "handover", id, "--to", medium}}
			for _, args := range steps {
				if args[1] == p.stage {
					r := call(t, dir, kill.Plan{Point: p.point, Nth: p.nth}, nil, args...)
					if !r.Killed {
						t.Fatalf("the command ended before it came to the point: %d\n%s", r.Code, r.Errs)
					}
					whole(t, filepath.Join(target, "briefe"))
				}
				out := done(t, dir, args...)
				if args[1] == "build" {
					b := preparation(t, out)
					if b.State != "built" || b.Files != preparedFiles+1 {
						t.Errorf("after the kill: %+v", b)
					}
					if p.point == "prepare.batch.after" && b.Skipped < 256 || p.point == "prepare.land.after" &&
						b.Skipped != preparedFiles {
						t.Errorf("%d files were not read again", b.Skipped)
					}
				}
			}
			whole(t, filepath.Join(target, "briefe"))
			if left, err := filepath.Glob(filepath.Join(dir, ".*.partial")); err != nil || len(left) > 0 {
				t.Errorf("left over: %v %v", left, err)
			}
			done(t, dir, "check", "--json", "--kind", "files", filepath.Join(medium, "briefe", "briefe.zip"))
		})
	}
}

type prepared struct {
	ID      string `json:"id"`
	State   string `json:"state"`
	Files   int    `json:"files"`
	Skipped int    `json:"skipped"`
}

func preparation(t *testing.T, out string) (p prepared) {
	t.Helper()
	if err := json.Unmarshal([]byte(out), &p); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return p
}

// whole wants a portion that is either not there or complete.
func whole(t *testing.T, dir string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if os.IsNotExist(err) {
		return
	}
	if err != nil || len(entries) != preparedFiles+1 {
		t.Errorf("half a portion is visible: %d files, %v", len(entries), err)
	}
}
