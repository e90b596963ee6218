package work_test

import (
	"archive/zip"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"laufzettel/app/work/intake"
	"laufzettel/app/work/pack"
	"laufzettel/app/work/reading"
	"laufzettel/transfer/record"
	"laufzettel/viewer/catalog"
)

// Copies for use give the tree back, too: as a folder and as a ZIP, plain and with their sheet.
func TestShare_CopiesAreTheTree(t *testing.T) {
	source := makeShare(t)
	want := seen(t, source)
	w, p := shareHouse(t, source)
	ctx := t.Context()
	must(t, w.Desk.Set(ctx, p.ID, []string{p.ID}, record.RatingArchive, "Ablage der Dienststelle"))
	must(t, w.Desk.FinishAppraisal(ctx, p.ID))
	packages, err := w.Packer.PackageWith(ctx, p.ID, intake.PackageOptions{Level: pack.LevelShare}, nil)
	must(t, err)
	o, err := w.Room.Open(ctx, packages[0].PID, reading.Asker{})
	must(t, err)
	for _, word := range []string{"ganz tief", "1998", "Bürgermeister", "leer"} { // folders, with files and without
		found, err := w.Room.OpenHoldings(reading.Asker{}).Search(ctx, catalog.Query{Text: word})
		must(t, err)
		if found.Total != 1 {
			t.Errorf("%q is found %d times", word, found.Total)
		}
	}
	const data = "representations/rep1/data"
	out := t.TempDir()
	_, err = o.Export(ctx, filepath.Join(out, "a"))
	must(t, err)
	zipped, err := o.ExportZIP(ctx, filepath.Join(out, "b"))
	must(t, err)
	_, err = o.HandOut(ctx, filepath.Join(out, "c"))
	must(t, err)
	_, err = o.HandOut(ctx, filepath.Join(out, "d.zip"))
	must(t, err)
	for name, tree := range map[string]string{"folder": filepath.Join(out, "a", data), "zip": unzipped(t, zipped),
		"with sheet": filepath.Join(out, "c", "archivgut", data), "zip with sheet": filepath.Join(unzipped(t, filepath.Join(out, "d.zip")),
			"archivgut", data)} {
		if d := cmp.Diff(want, seen(t, tree)); d != "" {
			t.Errorf("%s (-source +copy):\n%s", name, d)
		}
	}
}

// unzipped unpacks a ZIP with its folders and dates.
func unzipped(t *testing.T, name string) string {
	t.Helper()
	z, err := zip.OpenReader(name)
	must(t, err)
	defer z.Close()
	dir := t.TempDir()
	for _, f := range z.File {
		to := filepath.Join(dir, f.Name)
		must(t, os.MkdirAll(filepath.Dir(to), 0o755))
		if strings.HasSuffix(f.Name, "/") {
			must(t, os.MkdirAll(to, 0o755))
			continue
		}
		r, err := f.Open()
		must(t, err)
		raw, err := io.ReadAll(r)
		must(t, err)
		must(t, os.WriteFile(to, raw, 0o644))
		must(t, os.Chtimes(to, f.Modified, f.Modified))
	}
	for _, f := range slices.Backward(z.File) {
		if strings.HasSuffix(f.Name, "/") {
			must(t, os.Chtimes(filepath.Join(dir, f.Name), f.Modified, f.Modified))
		}
	}
	return dir
}
