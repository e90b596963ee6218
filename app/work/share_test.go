package work_test

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"context"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"laufzettel/app/settings"
	"laufzettel/app/work"
	"laufzettel/app/work/appraise"
	"laufzettel/app/work/intake"
	"laufzettel/app/work/office"
	"laufzettel/app/work/pack"
	"laufzettel/transfer"
	"laufzettel/transfer/aip"
	"laufzettel/transfer/people"
	"laufzettel/transfer/record"
)

// shareTree is a small file share: files at the top, folders with and without files
// of their own, empty folders at three depths. A path with a slash at its end is an
// empty folder.
var shareTree = []string{
	"Liesmich.txt", "Amt/Vermerk.txt", "Amt/Bau/Plan 1.txt", "Amt/Bau/Plan 2.txt", "Amt/Bau/leer/", "Amt/Bau/alt/1998/Brief.txt",
	"Amt/leer/tiefer/ganz tief/",
	"Bürgermeister/Rede – Entwurf.txt", "Bürgermeister/Thumbs.db", "leer/",
}

// makeShare writes the tree with a date of its own for every file and folder.
func makeShare(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "Ablage")
	at := time.Date(1999, 3, 5, 7, 9, 11, 0, time.UTC)
	for i, name := range shareTree {
		to := filepath.Join(dir, filepath.FromSlash(name))
		if strings.HasSuffix(name, "/") {
			must(t, os.MkdirAll(to, 0o755))
			continue
		}
		must(t, os.MkdirAll(filepath.Dir(to), 0o755))
		must(t, os.WriteFile(to, fmt.Appendf(nil, "Inhalt von %s", name), 0o644))
		must(t, os.Chtimes(to, at, at.Add(time.Duration(i)*777*time.Hour)))
	}
	var folders []string
	must(t, filepath.WalkDir(dir, func(p string, d fs.DirEntry, err error) error {
		if d.IsDir() && p != dir {
			folders = append(folders, p)
		}
		return err
	}))
	for i, p := range slices.Backward(folders) {
		must(t, os.Chtimes(p, at, at.Add(time.Duration(i)*1111*time.Hour)))
	}
	return dir
}

// seen lists a tree: every folder and file with its date, files with their content.
func seen(t *testing.T, dir string) (out []string) {
	t.Helper()
	must(t, filepath.WalkDir(dir, func(p string, d fs.DirEntry, err error) error {
		if err != nil || p == dir {
			return err
		}
		info, err := d.Info()
		must(t, err)
		rel, err := filepath.Rel(dir, p)
		must(t, err)
		line := filepath.ToSlash(rel) + " " + info.ModTime().UTC().Format(time.RFC3339)
		if !d.IsDir() {
			b, err := os.ReadFile(p)
			must(t, err)
			line += " " + string(b)
		}
		out = append(out, line)
		return nil
	}))
	return out
}

// asZIP and asTAR pack a tree as the usual tools do: with entries for folders.
func asZIP(t *testing.T, dir string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "Ablage.zip")
	out, err := os.Create(name)
	must(t, err)
	z := zip.NewWriter(out)
	walkShare(t, dir, func(rel string, info fs.FileInfo, content []byte) {
		h := &zip.FileHeader{Name: rel, Method: zip.Deflate, Modified: info.ModTime()}
		if info.IsDir() {
			h.Name, h.Method = rel+"/", zip.Store
		}
		w, err := z.CreateHeader(h)
		must(t, err)
		_, err = w.Write(content)
		must(t, err)
	})
	must(t, z.Close())
	must(t, out.Close())
	return name
}

func asTAR(t *testing.T, dir string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "Ablage.tar")
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	walkShare(t, dir, func(rel string, info fs.FileInfo, content []byte) {
		h := &tar.Header{Name: rel, Typeflag: tar.TypeReg, Size: int64(len(content)), Mode: 0o644, ModTime: info.ModTime()}
		if info.IsDir() {
			h.Name, h.Typeflag, h.Mode = rel+"/", tar.TypeDir, 0o755
		}
		must(t, w.WriteHeader(h))
		_, err := w.Write(content)
		must(t, err)
	})
	must(t, w.Close())
	must(t, os.WriteFile(name, b.Bytes(), 0o600))
	return name
}

func walkShare(t *testing.T, dir string, take func(rel string, info fs.FileInfo, content []byte)) {
	t.Helper()
	must(t, filepath.WalkDir(dir, func(p string, d fs.DirEntry, err error) error {
		if err != nil || p == dir {
			return err
		}
		info, err := d.Info()
		must(t, err)
		rel, err := filepath.Rel(dir, p)
		must(t, err)
		var content []byte
		if !d.IsDir() {
			content, err = os.ReadFile(p)
			must(t, err)
		}
		take(filepath.ToSlash(rel), info, content)
		return nil
	}))
}

// shareHouse takes a share in and accepts it.
func shareHouse(t *testing.T, source string) (*work.House, transfer.Portion) {
	t.Helper()
	w, err := work.Open(t.Context(), t.TempDir(), office.Options{Person: "M. Ahrens"})
	must(t, err)
	t.Cleanup(func() { must(t, w.Close()) })
	must(t, w.Office.Settings.Change(func(s *settings.Settings) { s.Archive = "Landesarchiv Musterland" }))
	p, err := w.Intake.Receive(t.Context(), source, nil)
	must(t, err)
	_, err = w.Intake.Check(t.Context(), p.ID, intake.CheckOptions{Kind: intake.PlainKind})
	must(t, err)
	p, err = w.Intake.Decide(t.Context(), p.ID, intake.Accept, "")
	must(t, err)
	return w, p
}

// untar gives the data of packages back by the tar of this machine, as a stranger
// would who has nothing of ours.
func untar(t *testing.T, w *work.House, packages []transfer.Package) string {
	t.Helper()
	if _, err := exec.LookPath("tar"); err != nil {
		t.Skip("no tar on this machine")
	}
	dir := t.TempDir()
	for _, p := range packages {
		cmd := exec.CommandContext(t.Context(), "tar", "-x", "-C", dir, "--strip-components=4", "--wildcards", "-f", w.Office.Path(p.Path),
			"*/representations/rep1/data/*")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("tar: %v: %s", err, out)
		}
	}
	return dir
}

// A share comes back out of its packages as the tree it was: empty folders, paths,
// dates to the second, every byte; whatever container it came in, however it is cut.
func TestShare_RoundTrip(t *testing.T) {
	source := makeShare(t)
	want := seen(t, source)
	for form, make := range map[string]func(*testing.T, string) string{"folder": func(_ *testing.T, dir string) string { return dir },
		"zip": asZIP, "tar": asTAR} {
		for _, c := range []struct {
			level string
			want  int // packages
		}{{"", 1}, {pack.LevelShare, 1}, {"1", 3}, {pack.LevelFolder, 5}} {
			t.Run(form+" "+c.level, func(t *testing.T) {
				w, p := shareHouse(t, make(t, source))
				rep, err := w.Intake.Report(t.Context(), p.ID)
				must(t, err)
				if rep.Files.Delivered != 7 || rep.Files.Folders != 10 || rep.Files.EmptyFolders != 5 {
					t.Errorf("the report counts %+v", rep.Files)
				}
				must(t, w.Desk.Set(t.Context(), p.ID, []string{p.ID}, record.RatingArchive, "Ablage der Dienststelle"))
				must(t, w.Desk.FinishAppraisal(t.Context(), p.ID))
				packages, err := w.Packer.PackageWith(t.Context(), p.ID, intake.PackageOptions{Level: c.level}, nil)
				must(t, err)
				if len(packages) != c.want {
					t.Errorf("%d packages, want %d", len(packages), c.want)
				}
				if d := cmp.Diff(want, seen(t, untar(t, w, packages))); d != "" {
					t.Errorf("what comes back (-source +packages):\n%s", d)
				}
				for _, pkg := range packages {
					proveShare(t, w, pkg)
				}
			})
		}
	}
}

// proveShare verifies a package and builds it again.
func proveShare(t *testing.T, w *work.House, pkg transfer.Package) {
	t.Helper()
	opened, faults, err := aip.OpenVerified(t.Context(), w.Office.Path(pkg.Path))
	must(t, err)
	defer opened.Close()
	if len(faults) > 0 {
		t.Errorf("package %s: %+v", pkg.ReferenceCode, faults)
	}
	for _, l := range opened.Files() {
		if l.Use == "Data" && l.Created.Year() < 1999 {
			t.Errorf("%s is dated %v", l.Path, l.Created)
		}
	}
	if sum, err := w.Packer.Rebuild(t.Context(), pkg.PID); err != nil || sum != pkg.SHA512 {
		t.Errorf("rebuilt %s: %.8s, %v; want %.8s", pkg.ReferenceCode, sum, err, pkg.SHA512)
	}
}

// acceptedShare takes a share in up to its appraisal, beside a second person who may release.
func (h house) acceptedShare(t *testing.T, dir string) (transfer.Portion, *appraise.Appraisal) {
	t.Helper()
	ctx := t.Context()
	must(t, h.Office.May(ctx, people.People))
	_, err := h.Office.AddPerson(ctx, people.Person{Name: "J. Beyer", Roles: []people.Role{people.Second}}, "geheim")
	must(t, err)
	p, err := h.Intake.Receive(ctx, dir, nil)
	must(t, err)
	_, err = h.Intake.Check(ctx, p.ID, intake.CheckOptions{Kind: intake.PlainKind})
	must(t, err)
	_, err = h.Intake.Decide(ctx, p.ID, intake.Accept, "")
	must(t, err)
	whole, err := h.Desk.Appraisal(ctx, p.ID)
	must(t, err)
	return p, whole
}

// What was decided on single files, on folders and on empty folders holds in the
// packages: nothing that is to be destroyed is packaged, all else is, and what was
// left out is listed with its reason, without a name that would tell of it.
func TestShare_DecidedInPart(t *testing.T) {
	h := enrolled(t)
	ctx := t.Context()
	p, whole := h.acceptedShare(t, makeShare(t))
	ids := map[string]string{}
	for o := range record.All(whole.Roots) {
		name := intake.FieldOf(o, intake.FieldPath)
		for f := range o.Files() {
			name = f.Name
		}
		ids[name] = o.ID
	}
	set := func(name string, r record.Rating, reason string) {
		t.Helper()
		must(t, h.Desk.Set(ctx, p.ID, []string{ids[name]}, r, reason))
	}
	set("Amt", record.RatingDestroy, "Doppelt geführt")
	set("Amt/Bau/Plan 2.txt", record.RatingArchive, "Einzelstück")
	set("Amt/Bau/leer", record.RatingArchive, "Gehört dazu")
	set("Bürgermeister", record.RatingArchive, "Reden")
	set("Bürgermeister/Thumbs.db", record.RatingDestroy, "Beiwerk")
	set("leer", record.RatingDestroy, "Leer")
	a, err := h.Desk.Outlined(ctx, p.ID)
	must(t, err)
	if a.Progress.Open != 1 {
		t.Errorf("open: %+v, want the files at the top alone", a.Progress)
	}
	set("Liesmich.txt", record.RatingArchive, "Erklärt die Ablage")
	if err := h.Desk.FinishAppraisal(ctx, p.ID); err == nil {
		t.Fatal("finished without the release of a second person")
	}
	must(t, h.Office.SignIn(ctx, "J. Beyer", "geheim"))
	_, err = h.Desk.Release(ctx, p.ID, nil)
	must(t, err)
	must(t, h.Office.SignIn(ctx, "M. Ahrens", "nur für die Prüfung"))
	must(t, h.Desk.FinishAppraisal(ctx, p.ID))
	packages, err := h.Packer.PackageWith(ctx, p.ID, intake.PackageOptions{Level: pack.LevelShare}, nil)
	must(t, err)
	var got []string
	for _, l := range seen(t, untar(t, h.House, packages)) {
		name, _, _ := strings.Cut(l, "Z ")
		got = append(got, name[:strings.LastIndexByte(name, ' ')])
	}
	want := []string{"Amt", "Amt/Bau", "Amt/Bau/Plan 2.txt", "Amt/Bau/leer", "Bürgermeister", "Bürgermeister/Rede – Entwurf.txt",
		"Liesmich.txt"}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("kept (-want +got):\n%s", d)
	}
	list := leftOut(t, ctx, h.House, packages[0])
	for _, row := range []string{"Bürgermeister;", ";1;35;V;Beiwerk", "Amt;", ";V;Doppelt geführt", ";0;0;V;Leer"} {
		if !strings.Contains(list, row) {
			t.Errorf("%q is not in the list of what was left out:\n%s", row, list)
		}
	}
	for _, name := range []string{"Thumbs", "Vermerk", "1998", "tiefer"} {
		if strings.Contains(list, name) {
			t.Errorf("the list names %q:\n%s", name, list)
		}
	}
	proveShare(t, h.House, packages[0])
	a, err = h.Desk.Outlined(ctx, p.ID)
	must(t, err)
	files := 0
	for _, d := range appraise.Destroyed(a) {
		files += d.Files
		if d.ReleasedBy != "J. Beyer" {
			t.Errorf("%s is destroyed without a release: %+v", d.ID, d)
		}
	}
	if files != 4 {
		t.Errorf("%d files are to be destroyed, want 4: Vermerk, Plan 1, Brief, Thumbs.db", files)
	}
}

func leftOut(t *testing.T, ctx context.Context, w *work.House, p transfer.Package) string {
	t.Helper()
	pkg, err := aip.Open(ctx, w.Office.Path(p.Path))
	must(t, err)
	defer pkg.Close()
	r, err := pkg.OpenFile(ctx, "documentation/ausgelassen.csv")
	must(t, err)
	b, err := io.ReadAll(r)
	must(t, err)
	return string(b)
}

// Names that clash where case is ignored, and XML that is not evaluated, hold no share up
// for ever: a person accepts it with a reason, and all files come back out of the package.
func TestShare_ClashingNames(t *testing.T) {
	const entities = `<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>`
	dir := t.TempDir()
	for name, text := range map[string]string{"Plan.txt": "klein", "PLAN.TXT": "groß", "Bau/Übersicht.txt": "eine",
		"Bau/U\u0308bersicht.txt": "zwei", "Bau/a.xml": entities} {
		must(t, os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755))
		must(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600))
	}
	if all, err := os.ReadDir(dir); err != nil || len(all) != 3 {
		t.Skip("this disk keeps such names no better apart than the systems it is about")
	}
	ctx := t.Context()
	w, err := work.Open(ctx, t.TempDir(), office.Options{Person: "M. Ahrens"})
	must(t, err)
	t.Cleanup(func() { must(t, w.Close()) })
	must(t, w.Office.Settings.Change(func(s *settings.Settings) { s.Archive = "Landesarchiv Musterland" }))
	p, err := w.Intake.Receive(ctx, dir, nil)
	must(t, err)
	rep, err := w.Intake.Check(ctx, p.ID, intake.CheckOptions{Kind: intake.PlainKind})
	must(t, err)
	if ways := w.Intake.Ways(rep); !slices.Equal(ways, []intake.Outcome{intake.Return, intake.Exception}) {
		t.Fatalf("ways %v", ways)
	}
	_, err = w.Intake.Decide(ctx, p.ID, intake.Exception, "Die Stelle kann nicht umbenennen.")
	must(t, err)
	must(t, w.Desk.Set(ctx, p.ID, []string{p.ID}, record.RatingArchive, "Bau"))
	must(t, w.Desk.FinishAppraisal(ctx, p.ID))
	packages, err := w.Packer.Package(ctx, p.ID, "", nil)
	must(t, err)
	var got []string
	back := untar(t, w, packages)
	must(t, filepath.WalkDir(back, func(name string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			b, err := os.ReadFile(name)
			must(t, err)
			got = append(got, string(b))
		}
		return err
	}))
	slices.Sort(got)
	if want := []string{entities, "eine", "groß", "klein", "zwei"}; !slices.Equal(got, want) {
		t.Errorf("the package holds %v, want %v", got, want)
	}
}
