package work_test

import (
	"archive/zip"
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"laufzettel/app/settings"
	"laufzettel/app/work"
	"laufzettel/app/work/intake"
	"laufzettel/app/work/office"
	"laufzettel/transfer/check"
	"laufzettel/transfer/record"
)

// codesAt gives the codes found at each path.
func codesAt(rep *check.Report) map[string][]string {
	out := map[string][]string{}
	for _, f := range rep.Findings {
		out[f.Path] = append(out[f.Path], f.Code)
	}
	return out
}

// A share that changes while it is taken in: what went, came, or was written afterwards is
// told by name, and all the rest is taken.
func TestShare_ChangesWhileTaken(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"a.txt", "b.txt", "c.txt", "d.txt"} {
		must(t, os.WriteFile(filepath.Join(dir, name), []byte("Inhalt von "+name), 0o600))
	}
	files := 0
	point := func(name string) {
		if name != "receive.file.before" {
			return
		}
		if files++; files == 2 { // a is taken, b is next
			must(t, os.WriteFile(filepath.Join(dir, "a.txt"), []byte("danach geschrieben"), 0o600))
			must(t, os.Remove(filepath.Join(dir, "c.txt")))
			must(t, os.WriteFile(filepath.Join(dir, "neu.txt"), []byte("neu"), 0o600))
		}
	}
	ctx := t.Context()
	w, err := work.Open(ctx, t.TempDir(), office.Options{Person: "M. Ahrens", Point: point})
	must(t, err)
	t.Cleanup(func() { must(t, w.Close()) })
	p, err := w.Intake.Receive(ctx, dir, nil)
	must(t, err)
	if p.Files != 3 {
		t.Errorf("%d files taken", p.Files)
	}
	rep, err := w.Intake.Check(ctx, p.ID, intake.CheckOptions{Kind: intake.PlainKind})
	must(t, err)
	got := codesAt(rep)
	for name, want := range map[string]string{"a.txt": "CNT-023", "c.txt": "CNT-022", "neu.txt": "CNT-022"} {
		if !slices.Contains(got[name], want) {
			t.Errorf("%s: %v, want %s", name, got[name], want)
		}
	}
	for _, name := range []string{"b.txt", "d.txt"} {
		if slices.Contains(got[name], "CNT-022") || slices.Contains(got[name], "CNT-023") {
			t.Errorf("%s: %v", name, got[name])
		}
	}
	left, err := intake.LeftOut(w.Intake, p)
	must(t, err)
	if len(left) != 2 {
		t.Errorf("left out: %+v", left)
	}
}

// A container in a share that would harm whoever unpacks it holds the share up no longer
// than a person's reason takes; the file is kept as it is.
func TestShare_HostileInside(t *testing.T) {
	var hostile bytes.Buffer
	z := zip.NewWriter(&hostile)
	for _, name := range []string{"../../raus.txt", "/etc/absolut.txt", "gut.txt", "gut.txt"} {
		f, err := z.Create(name)
		must(t, err)
		_, err = f.Write([]byte("x"))
		must(t, err)
	}
	must(t, z.Close())
	dir := t.TempDir()
	must(t, os.WriteFile(filepath.Join(dir, "raus.zip"), hostile.Bytes(), 0o600))
	must(t, os.WriteFile(filepath.Join(dir, "Vermerk.txt"), []byte("Vermerk"), 0o600))
	ctx := t.Context()
	w, err := work.Open(ctx, t.TempDir(), office.Options{Person: "M. Ahrens"})
	must(t, err)
	t.Cleanup(func() { must(t, w.Close()) })
	p, err := w.Intake.Receive(ctx, dir, nil)
	must(t, err)
	rep, err := w.Intake.Check(ctx, p.ID, intake.CheckOptions{Kind: intake.PlainKind})
	must(t, err)
	if got := codesAt(rep)["raus.zip!../../raus.txt"]; !slices.Contains(got, "SEC-001") {
		t.Errorf("codes %v", got)
	}
	if _, err := w.Intake.Decide(ctx, p.ID, intake.Exception, ""); err == nil {
		t.Error("accepted without a reason")
	}
	_, err = w.Intake.Decide(ctx, p.ID, intake.Exception, "Die Datei bleibt, wie sie ist.")
	must(t, err)

	// The share itself as such a container stays out.
	whole := filepath.Join(t.TempDir(), "Ablage.zip")
	must(t, os.WriteFile(whole, hostile.Bytes(), 0o600))
	p, err = w.Intake.Receive(ctx, whole, nil)
	must(t, err)
	rep, err = w.Intake.Check(ctx, p.ID, intake.CheckOptions{Kind: intake.PlainKind})
	must(t, err)
	if ways := w.Intake.Ways(rep); slices.Contains(ways, intake.Exception) {
		t.Errorf("ways %v", ways)
	}
}

// Paths beyond what one call of the system takes, and names that are not UTF-8 beside one
// that reads the same, are taken in, told, and come back out of the package.
func TestShare_PathsNobodyCanName(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("this disk takes no such names")
	}
	dir, long := t.TempDir(), time.Date(2004, 5, 6, 7, 8, 10, 0, time.UTC)
	root, err := os.OpenRoot(dir)
	must(t, err)
	defer root.Close()
	deep := strings.TrimSuffix(strings.Repeat(strings.Repeat("y", 200)+"/", 24), "/") + "/unten.txt"
	must(t, root.MkdirAll(filepath.Dir(deep), 0o700))
	must(t, root.MkdirAll("Ende ", 0o700))
	write := func(name, text string) {
		f, err := root.Create(name)
		must(t, err)
		_, err = f.WriteString(text)
		must(t, err)
		must(t, f.Close())
		must(t, root.Chtimes(name, long, long))
	}
	write(deep, "unten")
	write("Gr\xfc\xdfe.txt", "nicht UTF-8")
	write("Grüße.txt", "UTF-8")
	write("Zeile\nzwei.txt", "Zeile")
	write("Ende /am Rand .txt ", "Rand")
	ctx := t.Context()
	w, err := work.Open(ctx, t.TempDir(), office.Options{Person: "M. Ahrens"})
	must(t, err)
	t.Cleanup(func() { must(t, w.Close()) })
	must(t, w.Office.Settings.Change(func(s *settings.Settings) { s.Archive = "Landesarchiv Musterland" }))
	p, err := w.Intake.Receive(ctx, dir, nil)
	must(t, err)
	if p.Files != 5 {
		t.Errorf("%d files taken", p.Files)
	}
	rep, err := w.Intake.Check(ctx, p.ID, intake.CheckOptions{Kind: intake.PlainKind})
	must(t, err)
	if got := codesAt(rep); !slices.Contains(got["Gr%FC%DFe.txt"], "NAM-009") || slices.Contains(got["Grüße.txt"], "NAM-009") ||
		!slices.Contains(got[deep], "NAM-007") {
		t.Errorf("codes %v", got)
	}
	_, err = w.Intake.Decide(ctx, p.ID, intake.Exception, "Die Stelle kann nicht umbenennen.")
	must(t, err)
	must(t, w.Desk.Set(ctx, p.ID, []string{p.ID}, record.RatingArchive, "Bau"))
	must(t, w.Desk.FinishAppraisal(ctx, p.ID))
	packages, err := w.Packer.Package(ctx, p.ID, "", nil)
	must(t, err)
	var names, texts []string
	back := untar(t, w, packages)
	must(t, filepath.WalkDir(back, func(name string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			b, err := os.ReadFile(name)
			must(t, err)
			info, err := d.Info()
			must(t, err)
			if !info.ModTime().Equal(long) {
				t.Errorf("%s bears %v", d.Name(), info.ModTime())
			}
			names, texts = append(names, d.Name()), append(texts, string(b))
		}
		return err
	}))
	slices.Sort(texts)
	if want := []string{"Rand", "UTF-8", "Zeile", "nicht UTF-8", "unten"}; !slices.Equal(texts, want) {
		t.Errorf("the package holds %v, want %v", texts, want)
	}
	for _, want := range []string{"Zeile%0Azwei.txt", "am Rand .txt%20", "Gr%FC%DFe.txt", "Grüße.txt"} {
		if !slices.Contains(names, want) {
			t.Errorf("%s is not among %v", want, names)
		}
	}
}
