package work_test

import (
	"archive/zip"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"laufzettel/app/settings"
	"laufzettel/app/work"
	"laufzettel/app/work/appraise"
	"laufzettel/app/work/intake"
	"laufzettel/app/work/office"
	"laufzettel/app/work/pack"
	"laufzettel/transfer"
	"laufzettel/transfer/aip"
	"laufzettel/transfer/record"
)

// plainDelivery is a ZIP of n files in two folders.
func plainDelivery(t *testing.T, n int) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "ablage.zip")
	f, err := os.Create(name)
	must(t, err)
	z := zip.NewWriter(f)
	for i := range n {
		w, err := z.Create(fmt.Sprintf("ablage/%d/vermerk-%02d.txt", i%2, i))
		must(t, err)
		_, err = fmt.Fprintf(w, "Vermerk %d", i/2) // two and two are the same
		must(t, err)
	}
	must(t, z.Close())
	must(t, f.Close())
	return name
}

// plainPortion takes a delivery without description to acceptance, with units of at
// most three files.
func plainPortion(t *testing.T, n int) (*work.House, string) {
	t.Helper()
	w, err := work.Open(t.Context(), t.TempDir(), office.Options{Person: "M. Ahrens", UnitFiles: 3})
	must(t, err)
	t.Cleanup(func() { must(t, w.Close()) })
	must(t, w.Office.Settings.Change(func(s *settings.Settings) { s.Archive = "Landesarchiv Musterland" }))
	p, err := w.Intake.Receive(t.Context(), plainDelivery(t, n), nil)
	must(t, err)
	_, err = w.Intake.Check(t.Context(), p.ID, intake.CheckOptions{Kind: intake.PlainKind})
	must(t, err)
	_, err = w.Intake.Decide(t.Context(), p.ID, intake.Accept, "")
	must(t, err)
	return w, p.ID
}

func TestPlainDelivery_Units(t *testing.T) {
	tests := []struct {
		name  string
		files int
		want  []string // units: one a folder, a folder with more than three files in parts
		docs  []int
	}{
		{"one folder and another", 3, []string{"P-O2", "P-O3"}, []int{2, 1}},
		{"full folders", 6, []string{"P-O2", "P-O3"}, []int{3, 3}},
		{"folders with more files than a package holds", 10, []string{"P-O2-D1", "P-O2-D2", "P-O3-D1", "P-O3-D2"}, []int{3, 2, 3, 2}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			w, id := plainPortion(t, tt.files)
			a, err := w.Desk.Outlined(t.Context(), id)
			must(t, err)
			s, err := w.Desk.Survey(t.Context(), a)
			must(t, err)
			var got []string
			var docs []int
			files := map[string]bool{}
			for _, u := range s.Units {
				got = append(got, "P"+u.ID[len(id):])
				docs = append(docs, s.Facts[u.ID].Files)
				if gaps := s.Facts[u.ID].Gaps; len(gaps) > 0 {
					t.Errorf("%s: documents %v are said to be missing", u.ID, gaps)
				}
			}
			if d := cmp.Diff(tt.want, got); d != "" {
				t.Errorf("units:\n%s", d)
			}
			if d := cmp.Diff(tt.docs, docs); d != "" {
				t.Errorf("files of the units:\n%s", d)
			}
			whole, err := w.Desk.Appraisal(t.Context(), id)
			must(t, err)
			for o := range record.All(whole.Roots) {
				for f := range o.Files() {
					files[f.Name] = true
				}
			}
			if len(files) != tt.files {
				t.Errorf("%d different files in the tree, want %d", len(files), tt.files)
			}
			if got, want := record.Count(a.Roots), record.Count(whole.Roots); got != want {
				t.Errorf("outline counts %+v, tree %+v", got, want)
			}
		})
	}
}

// A chosen level holds as far as a package can hold what lies there: a folder with more than
// twice the files of a package is cut below, no file is missing, and the log says it.
func TestPlainDelivery_LevelOfTooMuch(t *testing.T) {
	for _, tt := range []struct {
		files int
		level string
		want  []int // files of the packages
		log   string
	}{{6, pack.LevelShare, []int{6}, ""}, {10, pack.LevelShare, []int{5, 5}, "2"}, {10, "1", []int{5, 5}, "1"},
		{14, "1", []int{3, 3, 1, 3, 3, 1}, "3"}, {10, "2", []int{5, 5}, ""}} {
		t.Run(fmt.Sprint(tt.files, tt.level), func(t *testing.T) {
			w, id := plainPortion(t, tt.files)
			must(t, w.Desk.Set(t.Context(), id, []string{id}, record.RatingArchive, "Ablage der Dienststelle"))
			must(t, w.Desk.FinishAppraisal(t.Context(), id))
			packages, err := w.Packer.PackageWith(t.Context(), id, intake.PackageOptions{Level: tt.level}, nil)
			must(t, err)
			var got []int
			for _, p := range packages {
				pkg, err := aip.Open(t.Context(), filepath.Join(w.Office.Dir, filepath.FromSlash(p.Path)))
				must(t, err)
				n := 0
				for _, d := range pkg.Documents() {
					n += len(d.Entry.Files)
				}
				got = append(got, n)
				must(t, pkg.Close())
			}
			if d := cmp.Diff(tt.want, got); d != "" {
				t.Errorf("files of the packages:\n%s", d)
			}
			events, err := w.Office.Events(t.Context(), id)
			must(t, err)
			for _, e := range events {
				if e.Type == "packaged" && e.Outcome == "ok" && e.Detail["divided"] != tt.log {
					t.Errorf("log says %v, want divided %q", e.Detail, tt.log)
				}
			}
		})
	}
}

// One decision on the share holds for all its folders; each becomes a package, and none
// of the files is missing in them.
func TestPlainDelivery_IsPackagedInUnits(t *testing.T) {
	w, id := plainPortion(t, 8)
	must(t, w.Desk.Set(t.Context(), id, []string{id}, record.RatingArchive, "Ablage der Dienststelle"))
	must(t, w.Desk.FinishAppraisal(t.Context(), id))
	packages, err := w.Packer.PackageWith(t.Context(), id, intake.PackageOptions{Level: pack.LevelDossier}, nil)
	must(t, err)
	if len(packages) != 4 {
		t.Fatalf("%d packages, want 4: two folders with more files than a package holds, in parts", len(packages))
	}
	seen := map[string]int{}
	codes := map[string]bool{}
	for _, p := range packages {
		codes[p.ReferenceCode] = true
		pkg, err := aip.Open(t.Context(), filepath.Join(w.Office.Dir, filepath.FromSlash(p.Path)))
		must(t, err)
		for _, d := range pkg.Documents() {
			for _, f := range d.Entry.Files {
				seen[f.Path]++
			}
		}
		must(t, pkg.Close())
		if sum, err := w.Packer.Rebuild(t.Context(), p.PID); err != nil || sum != p.SHA512 {
			t.Errorf("rebuilt %s: %.8s, %v; want %.8s", p.ReferenceCode, sum, err, p.SHA512)
		}
	}
	if len(seen) != 8 || len(codes) != 4 {
		t.Errorf("%d files in packages with %d reference codes, want 8 and 4: %v", len(seen), len(codes), seen)
	}
	p, err := w.Intake.Portions.Get(t.Context(), id)
	must(t, err)
	if p.State != transfer.Packaged {
		t.Errorf("state %s, want packaged", p.State)
	}
}

func TestSurvey_TwinsAcrossUnits(t *testing.T) {
	w, id := plainPortion(t, 6) // folder 0 holds 0, 2, 4, folder 1 holds 1, 3, 5; 0 and 1, 2 and 3, 4 and 5 are the same
	a, err := w.Desk.Outlined(t.Context(), id)
	must(t, err)
	s, err := w.Desk.Survey(t.Context(), a)
	must(t, err)
	want := []appraise.Twin{{Object: id + "-O3", Files: 3}}
	if d := cmp.Diff(want, s.Facts[id+"-O2"].Twins); d != "" {
		t.Error(d)
	}
}

func TestDelivered_PagesMeetEveryFileOnce(t *testing.T) {
	const n = 2350 // more than two bookmarks
	w, err := work.Open(t.Context(), t.TempDir(), office.Options{Person: "M. Ahrens"})
	must(t, err)
	t.Cleanup(func() { must(t, w.Close()) })
	p, err := w.Intake.Receive(t.Context(), plainDelivery(t, n), nil)
	must(t, err)
	_, err = w.Intake.Check(t.Context(), p.ID, intake.CheckOptions{Kind: intake.PlainKind})
	must(t, err)
	page := func(offset, limit int) (out []string) {
		facts, err := w.Intake.Delivered(t.Context(), p.ID, offset, limit)
		must(t, err)
		for _, f := range facts {
			out = append(out, f.Path)
		}
		return out
	}
	last := page(n-1, 100) // the end first, as by the key End
	all := page(0, n+10)
	if len(all) != n || len(last) != 1 || last[0] != all[n-1] {
		t.Fatalf("%d files, last %v", len(all), last)
	}
	for _, at := range []int{0, 1, 999, 1000, 1001, 1999, 2000, 2300} {
		if d := cmp.Diff(all[at:min(at+60, n)], page(at, 60)); d != "" {
			t.Errorf("page at %d:\n%s", at, d)
		}
	}
	if got := page(n+5000, 60); got != nil {
		t.Errorf("behind the end: %v", got)
	}
}
