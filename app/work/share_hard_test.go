package work_test

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"laufzettel/app/settings"
	"laufzettel/app/work"
	"laufzettel/app/work/intake"
	"laufzettel/app/work/office"
	"laufzettel/transfer/record"
)

// hardShare is one way in which a share makes trouble: make writes it beside the good
// files, told are the codes the check utters by path, files how many come in besides the
// good ones, folders how many folders the package gives back besides theirs.
type hardShare struct {
	make    func(t *testing.T, dir string)
	told    map[string]string
	files   int
	folders int
	empty   int                            // of the folders, those without any file
	changes func(t *testing.T, dir string) // while the second file is read
}

func file(t *testing.T, name, text string) {
	t.Helper()
	must(t, os.MkdirAll(filepath.Dir(name), 0o755))
	must(t, os.WriteFile(name, []byte(text), 0o600))
}

// manyFiles are as many as a test may take: a share of a million is judged by hand (make
// share-full).
const manyFiles = 500

func hardShares() map[string]hardShare {
	deep := strings.Repeat(strings.Repeat("o", 60)+"/", 6) + strings.Repeat("d", 40) + ".txt" // 410 characters
	return map[string]hardShare{
		"changes while read": {
			make:    func(t *testing.T, dir string) { file(t, filepath.Join(dir, "z", "geht.txt"), "geht") },
			changes: func(t *testing.T, dir string) { must(t, os.Remove(filepath.Join(dir, "z", "geht.txt"))) },
			told:    map[string]string{"z/geht.txt": "CNT-022"}, folders: 1, empty: 1},
		"folder without rights": {
			make: func(t *testing.T, dir string) {
				if os.Getuid() == 0 || runtime.GOOS == "windows" {
					t.Skip("nothing is closed to this user")
				}
				file(t, filepath.Join(dir, "zu", "geheim.txt"), "zu")
				must(t, os.Chmod(filepath.Join(dir, "zu"), 0))
				t.Cleanup(func() { must(t, os.Chmod(filepath.Join(dir, "zu"), 0o700)) })
			},
			told: map[string]string{"zu": "CNT-022"}, folders: 1, empty: 1},
		"path of 400 characters": {
			make: func(t *testing.T, dir string) { file(t, filepath.Join(dir, filepath.FromSlash(deep)), "unten") },
			told: map[string]string{deep: "NAM-007"}, files: 1, folders: 6},
		"names not UTF-8": {
			make: func(t *testing.T, dir string) {
				if runtime.GOOS != "linux" {
					t.Skip("this disk takes no such names")
				}
				file(t, filepath.Join(dir, "Stra\xdfen", "Gr\xfc\xdfe.txt"), "Latin-1")
			},
			told: map[string]string{"Straßen/Grüße.txt": "NAM-009"}, files: 1, folders: 1},
		"empty files": {
			make: func(t *testing.T, dir string) {
				for i := range manyFiles {
					file(t, filepath.Join(dir, "leer", fmt.Sprint(i/100), fmt.Sprintf("%d.txt", i)), "")
				}
			},
			told: map[string]string{}, files: manyFiles, folders: 1 + manyFiles/100},
		"one folder with very many": {
			make: func(t *testing.T, dir string) {
				for i := range manyFiles {
					file(t, filepath.Join(dir, "voll", fmt.Sprintf("%06d.txt", i)), fmt.Sprint(i))
				}
			},
			told: map[string]string{}, files: manyFiles, folders: 1},
		"loops": {
			make: func(t *testing.T, dir string) {
				file(t, filepath.Join(dir, "Kreis", "a.txt"), "im Kreis")
				for name, to := range map[string]string{"Kreis/zurück": "..", "Kreis/selbst": "selbst", "hinaus": os.TempDir()} {
					if err := os.Symlink(to, filepath.Join(dir, filepath.FromSlash(name))); err != nil {
						t.Skip("no links here: ", err)
					}
				}
			},
			told: map[string]string{"Kreis/zurück": "CNT-021", "Kreis/selbst": "CNT-021", "hinaus": "CNT-021"}, files: 1, folders: 1},
	}
}

// Whatever a share holds that is hard to take: it is told by name, nothing of the rest is
// lost on the way into the package, and the rest goes on.
func TestShare_HardToTake(t *testing.T) {
	const good = 3
	for name, c := range hardShares() {
		t.Run(name, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "Ablage")
			for i := range good {
				file(t, filepath.Join(dir, "gut", fmt.Sprintf("%d.txt", i)), fmt.Sprint("gut ", i))
			}
			must(t, os.Mkdir(filepath.Join(dir, "gut", "leer"), 0o755))
			c.make(t, dir)
			seen := 0
			w, err := work.Open(t.Context(), t.TempDir(), office.Options{Person: "M. Ahrens", Point: func(name string) {
				if name == "receive.file.before" {
					if seen++; seen == 2 && c.changes != nil {
						c.changes(t, dir)
					}
				}
			}})
			must(t, err)
			t.Cleanup(func() { must(t, w.Close()) })
			c.take(t, w, dir, good)
		})
	}
}

// take takes a share in to the package and holds it to what is expected of it.
func (c hardShare) take(t *testing.T, w *work.House, dir string, good int) {
	ctx := t.Context()
	must(t, w.Office.Settings.Change(func(s *settings.Settings) { s.Archive = "Landesarchiv Musterland" }))
	p, err := w.Intake.Receive(ctx, dir, nil)
	must(t, err)
	if want := good + c.files; p.Files != want {
		t.Errorf("%d files taken in, want %d", p.Files, want)
	}
	rep, err := w.Intake.Check(ctx, p.ID, intake.CheckOptions{Kind: intake.PlainKind})
	must(t, err)
	got := codesAt(rep)
	for at, code := range c.told {
		if !slices.Contains(got[at], code) {
			t.Errorf("%.60s: %v, want %s; all: %v", at, got[at], code, got)
		}
	}
	if len(c.told) == 0 && rep.Files.Delivered != good+c.files {
		t.Errorf("the report counts %+v", rep.Files)
	}
	outcome, reason := intake.Accept, ""
	if !slices.Contains(w.Intake.Ways(rep), intake.Accept) {
		outcome, reason = intake.Exception, "Die Stelle kann nichts nachliefern."
	}
	_, err = w.Intake.Decide(ctx, p.ID, outcome, reason)
	must(t, err)
	must(t, w.Desk.Set(ctx, p.ID, []string{p.ID}, record.RatingArchive, "Ablage der Dienststelle"))
	must(t, w.Desk.FinishAppraisal(ctx, p.ID))
	packages, err := w.Packer.Package(ctx, p.ID, "", nil)
	must(t, err)
	files, folders, empty := countTree(t, untar(t, w, packages))
	if files != good+c.files || folders != 2+c.folders || empty != 1+c.empty {
		t.Errorf("the package gives back %d files in %d folders, %d of them empty; want %d, %d, %d",
			files, folders, empty, good+c.files, 2+c.folders, 1+c.empty)
	}
}

func countTree(t *testing.T, dir string) (files, folders, empty int) {
	t.Helper()
	must(t, filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil || name == dir {
			return err
		}
		if !d.IsDir() {
			files++
			return nil
		}
		folders++
		inside, err := os.ReadDir(name)
		if len(inside) == 0 {
			empty++
		}
		return err
	}))
	return files, folders, empty
}
