package work_test

import (
	"archive/zip"
	"io"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"laufzettel/app/work"
	"laufzettel/app/work/intake"
	"laufzettel/app/work/pack"
	"laufzettel/transfer"
	"laufzettel/transfer/aip"
	"laufzettel/transfer/check"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/generate"
	"laufzettel/transfer/kinds/handelsregister"
	"laufzettel/transfer/vocab"
)

// Originalnorm and Ausgabenorm name each other (E5).
func TestKinds_EditionsNameEachOther(t *testing.T) {
	w := open(t, t.TempDir(), "M. Ahrens")
	p, _ := received(t, w, generate.Plan{Kind: "norm", Seed: 3})
	packages := packaged(t, w, p.ID, intake.PackageOptions{})
	if len(packages) != 2 {
		t.Fatalf("%d packages of a pair", len(packages))
	}
	for i, pkg := range packages {
		r := relations(t, w, pkg)
		if len(r) != 1 || r[0].Kind != check.RelationEdition || r[0].PID != packages[1-i].PID ||
			r[0].ReferenceCode != packages[1-i].ReferenceCode {
			t.Errorf("%s names %+v", pkg.PID, r)
		}
	}
}

func relations(t *testing.T, w *work.House, pkg transfer.Package) []aip.Relation {
	t.Helper()
	opened := onDisk(t, w, pkg.PID)
	defer opened.Close()
	return opened.Metadata().Relations
}

// Web-PDF and ISO image of a web area are a package each: they share the reference
// code, name each other, hold every file once, and the web area opens by either (B3).
func TestKinds_RepresentationsOfAWebArea(t *testing.T) {
	for _, level := range []string{pack.LevelCase, pack.LevelDossier} {
		t.Run(level, func(t *testing.T) {
			w := open(t, t.TempDir(), "M. Ahrens")
			p, rep := received(t, w, generate.Plan{Kind: "website", Seed: 3})
			packages := packaged(t, w, p.ID, intake.PackageOptions{Level: level})
			if len(packages) != 2 || packages[0].ReferenceCode != packages[1].ReferenceCode {
				t.Fatalf("packages %+v", packages)
			}
			files := map[string]int{}
			for i, pkg := range packages {
				other := packages[1-i]
				want := []aip.Relation{{Kind: check.RelationRepresentation, PID: other.PID, ReferenceCode: other.ReferenceCode,
					Title: []string{"ISO-Abbild mit Crawl (Repräsentation 2)", "Web-PDF (Repräsentation 1)"}[i]}}
				if d := cmp.Diff(want, relations(t, w, pkg)); d != "" {
					t.Errorf("%s names (-want +got)\n%s", pkg.PID, d)
				}
				opened := onDisk(t, w, pkg.PID)
				for _, l := range opened.Files() {
					if name, data := strings.CutPrefix(l.Path, "representations/rep1/data/"); data {
						files[name]++
						if strings.HasSuffix(name, ".pdf") != (i == 0) {
							t.Errorf("%s lies in representation %d", name, i+1)
						}
					}
				}
				must(t, opened.Close())
				again, err := w.Packer.Rebuild(t.Context(), pkg.PID)
				must(t, err)
				if again != pkg.SHA512 {
					t.Errorf("a second build of %s gives other bytes", pkg.PID)
				}
				site, err := openedAt(t, w, pkg.PID).Website(t.Context())
				must(t, err)
				if site.Description == nil || site.About.Domain != "www.musterkreis.example" || len(site.Layout.Mirrors) != 1 {
					t.Errorf("opened by representation %d: %+v", i+1, site.About)
				}
				must(t, site.Close())
			}
			for name, n := range files {
				if n != 1 {
					t.Errorf("%s is in %d packages", name, n)
				}
			}
			if len(files) != rep.Files.Delivered {
				t.Errorf("%d of %d files", len(files), rep.Files.Delivered)
			}
		})
	}
}

// A register is split by the archive where it asks for it: the parts share the
// reference code, name each other, hold every file once, and a second build
// gives the same bytes (C10).
func TestKinds_RegisterInParts(t *testing.T) {
	w := open(t, t.TempDir(), "M. Ahrens")
	p, rep := received(t, w, generate.Plan{Kind: "register", Seed: 3, Dossiers: 1, Cases: 3, Documents: 2})
	const limit = 12
	packages := packaged(t, w, p.ID, intake.PackageOptions{MaxFiles: limit})
	files := map[string]bool{}
	parts := 0
	named := map[int]bool{}
	for _, pkg := range packages {
		opened := onDisk(t, w, pkg.PID)
		o, n := object(opened.Metadata().Objects), 0
		for _, l := range opened.Files() {
			if name, data := strings.CutPrefix(l.Path, "representations/rep1/data/"); data {
				if files[name] {
					t.Errorf("%s is in two parts", name)
				}
				files[name], n = true, n+1
			}
		}
		if strings.Contains(o.Field("subject").Value, "Teil ") {
			parts++
			named[len(opened.Metadata().Relations)] = true
			if n > limit {
				t.Errorf("%s holds %d files", pkg.PID, n)
			}
		}
		again, err := w.Packer.Rebuild(t.Context(), pkg.PID)
		must(t, err)
		if again != pkg.SHA512 {
			t.Errorf("a second build of %s gives other bytes", pkg.PID)
		}
		must(t, opened.Close())
	}
	if parts < 2 || len(files) != rep.Files.Delivered || len(named) != 1 || !named[parts-1] {
		t.Errorf("%d parts that name %v others, %d of %d files", parts, named, len(files), rep.Files.Delivered)
	}
	if err := w.Outbox.Send(t.Context(), p.ID); failure.KindOf(err) != failure.Setup {
		t.Errorf("send without an archive: %v", err)
	}
}

// Only kinds that can be split are, and a limit must make sense.
func TestKinds_RefuseToSplit(t *testing.T) {
	w := open(t, t.TempDir(), "M. Ahrens")
	p, _ := received(t, w, generate.Plan{Kind: "export", Seed: 3})
	_, err := w.Intake.Decide(t.Context(), p.ID, intake.Accept, "")
	must(t, err)
	must(t, w.Desk.FinishAppraisal(t.Context(), p.ID))
	for _, limit := range []int{5, -7} {
		_, err = w.Packer.PackageWith(t.Context(), p.ID, intake.PackageOptions{MaxFiles: limit}, nil)
		if failure.KindOf(err) != failure.Refused || !strings.Contains(failure.HintOf(err).In("de"), "Höchstzahl") {
			t.Errorf("limit %d: %v", limit, err)
		}
	}
	if w.Contents.Divides("website") || !w.Contents.Divides("register") {
		t.Error("a web area is divided by what its files are, a register by their number")
	}
}

// The package of a commercial register leaves the archive as one ZIP named by the
// reference code: list, Belegakten and the one metadata.xml, valid against its
// schema, with who did what when (D6, 2.2, 2.3).
func TestKinds_CommercialRegisterAsZIP(t *testing.T) {
	w := open(t, t.TempDir(), "M. Ahrens")
	p, rep := received(t, w, generate.Plan{Kind: "handelsregister", Seed: 3})
	packages := packaged(t, w, p.ID, intake.PackageOptions{})
	pkg := onDisk(t, w, packages[0].PID)
	defer pkg.Close()
	dir := filepath.Join(t.TempDir(), "ausgabe")
	name, err := openedAt(t, w, pkg.Metadata().PID).ExportZIP(t.Context(), dir)
	must(t, err)
	if filepath.Base(name) != "LZ_1.zip" {
		t.Errorf("named %s", name)
	}
	z, err := zip.OpenReader(name)
	must(t, err)
	defer z.Close()
	files := map[string][]byte{}
	for _, f := range z.File {
		if f.Method != zip.Deflate {
			t.Errorf("%s is not deflated", f.Name)
		}
		r, err := f.Open()
		must(t, err)
		files[f.Name], err = io.ReadAll(r)
		must(t, err)
		must(t, r.Close())
	}
	if len(files) < rep.Files.Delivered {
		t.Errorf("%d files, %d were delivered", len(files), rep.Files.Delivered)
	}
	meta := string(files["metadata.xml"])
	for _, words := range []string{"<Provenienzstelle>", "<Abfrage>", `datensaetze="`, `signatur="LZ/1"`, `stufe="Dossier"`, `titel="`,
		`wer="M. Ahrens"`, `was="ingestion`} {
		if !strings.Contains(meta, words) {
			t.Errorf("metadata.xml does not say %s:\n%s", words, meta)
		}
	}
	told, _, err := vocab.Validate(t.Context(), handelsregister.Schema, "metadata.xml", vocab.NewTree("zip", files))
	if err != nil || len(told) > 0 {
		t.Errorf("metadata.xml: %v %+v", err, told)
	}
	again, err := w.Intake.CheckOnly(t.Context(), name, intake.CheckOptions{NoPDFA: true})
	must(t, err)
	if again.Kind != "handelsregister" || again.Verdict != check.Accepted {
		t.Errorf("our own check says %s, %s: %+v", again.Kind, again.Verdict, again.Findings)
	}
	for _, f := range z.File {
		if f.Modified.Year() < 2026 {
			t.Errorf("%s bears the day %v", f.Name, f.Modified)
		}
	}
	if _, err := openedAt(t, w, pkg.Metadata().PID).ExportZIP(t.Context(), dir); failure.KindOf(err) != failure.Refused {
		t.Errorf("a second export over the first: %v", err)
	}
}
