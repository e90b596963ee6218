package aip

import (
	"archive/tar"
	"bytes"
	"context"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/hex"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"laufzettel/transfer/check"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/mapping"
	"laufzettel/transfer/profile"
	"laufzettel/transfer/record"
)

var update = flag.Bool("update", false, "rewrite the golden files")

var ordered = time.Date(2026, 11, 17, 9, 12, 4, 0, time.UTC)

func fileOf(path, object, content string) File {
	sum512, sum256 := sha512.Sum512([]byte(content)), sha256.Sum256([]byte(content))
	return File{
		Path: path, Object: object, Original: "Original von " + path, Size: int64(len(content)), Modified: ordered.Add(-1000 * time.Hour),
		Format:  check.Format{PUID: "fmt/477", Name: "Acrobat PDF/A", Version: "2b", MIME: "application/pdf", Basis: "byte match at 0, 5"},
		Digests: map[string]string{"sha-512": hex.EncodeToString(sum512[:]), "sha-256": hex.EncodeToString(sum256[:])},
		Open:    func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(content)), nil },
	}
}

// sample is a Vorgang of an Akte with four documents, one of them undated, one
// with an attachment.
func sample() Spec {
	dossier := &record.Object{ID: "akte-1", Kind: record.Dossier, Reference: "63.2-0147", Subject: "Bauakte Tiefgarage",
		Span: record.DateSpan{From: "2010-01-01", To: "2015-12-31"}}
	c := &record.Object{ID: "vorgang-3", Kind: record.Case, Number: "3", Reference: "63.2-0147/03",
		Subject: "Nachtrag <Tiefgarage> & J̌anšová",
		Span:    record.DateSpan{From: "2011-02-12"}, LeadUnit: "Bauamt", Note: "mit \"Zitat\"",
		Fields: []record.Field{{Name: "Bearbeiter", Value: "Ł. Dvořáková"}}}
	dossier.Add(c)
	doc := func(id, number, subject string, date record.Date, files ...string) *record.Object {
		d := &record.Object{ID: id, Kind: record.Document, Number: number, Subject: subject, Date: date}
		for _, f := range files {
			d.Versions = append(d.Versions, record.Version{Renditions: []record.Rendition{{File: record.PrimaryFile{Name: f}}}})
		}
		c.Add(d)
		return d
	}
	doc("dok-10", "10", "Schlussrechnung", "2014-04-30", "10_rechnung.pdf")
	doc("dok-2", "2", "Antrag", "2011-02-12", "02_antrag.pdf")
	undated := doc("dok-1", "1", "Vermerk ohne Datum", "", "01 vermerk ä.pdf")
	undated.Add(&record.Object{ID: "anl-1", Kind: record.Document, Number: "1", Subject: "Plan", Received: "2011-02-12",
		Versions: []record.Version{{Renditions: []record.Rendition{{File: record.PrimaryFile{Name: "plan.pdf"}}}}}})
	s := Spec{
		PID: "lz-0d6f5a1c-1de0-42cf-85f5-0f4f1c0a77d6", ReferenceCode: "11842/103", Object: c, Chain: []*record.Object{dossier},
		Archive: "Staatsarchiv Musterland",
		Profile: profile.Profile{ID: "lra-1", Agency: "Landratsamt Musterkreis", AgencyID: "de.sn.lra-muster", Source: "VIS 6",
			Environment: "PDF-Betrachter",
			Contact:     profile.Contact{Name: "Jürgen Großmann"}, Closure: profile.Closure{Years: 30}},
		Accession: Accession{ID: "9c41f0d27be0", Number: "2026/0017", Offered: ordered.AddDate(0, -6, 0),
			Delivered: ordered.AddDate(0, 0, -3)},
		Ordered: ordered, Program: Agent{Name: "Laufzettel", Version: "0.1.0"},
		Files: []File{fileOf("10_rechnung.pdf", "dok-10", "%PDF-1.7 Rechnung"), fileOf("02_antrag.pdf", "dok-2", "%PDF-1.7 Antrag"),
			fileOf("01 vermerk ä.pdf", "dok-1", "%PDF-1.7 Vermerk"), fileOf("plan.pdf", "anl-1", "%PDF-1.7 Plan")},
		Descriptive: []byte(
			"<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<xdomea:Aussonderung.Aussonderung.0503 xmlns:xdomea=\"urn:xoev-de:xdomea:schema:3.0.0\"/>\n"), DescriptiveName: "xdomea.xml", DescriptiveType: "xdomea 3.0.0",
		Events: []Event{{Time: ordered.Add(-time.Hour), Type: "format identification", Outcome: "success", Agent: "siegfried"},
			{Time: ordered.Add(-2 * time.Hour), Type: "ingestion", Outcome: "accepted with exception", Agent: "Łucja Dvořáková",
				Detail: "FMT-003 angenommen"}},
		Agents: []Agent{{ID: "siegfried", Name: "siegfried", Version: "1.11.6"}},
		Decisions: []Decision{{Kind: "appraisal", Text: "Präzedenzfall", Person: "Łucja Dvořáková", Time: ordered.Add(-3 * time.Hour)},
			{Kind: "exception", Code: "FMT-003", Path: "plan.pdf", Text: "Original mit Signatur", Person: "Łucja Dvořáková",
				Time: ordered}},
	}
	s.Files[1].Attachments = []check.Attachment{{Name: "Lageplan <1>.tif", Size: 17, SHA512: strings.Repeat("9c41f0d2", 16),
		Format: check.Format{PUID: "fmt/353", Name: "Tagged Image File Format", MIME: "image/tiff"}},
		{Size: 3, SHA512: strings.Repeat("7be09c41", 16), Format: check.Format{PUID: "UNKNOWN"}}}
	return s
}

func sampleAccession() AccessionSpec {
	s := sample()
	return AccessionSpec{PID: "lz-acc-2026-0017", Accession: s.Accession, Profile: s.Profile, Archive: s.Archive, Ordered: ordered,
		Program:  s.Program,
		Files:    []File{fileOf("reports/ingest.pdf", "", "%PDF-1.7 Bericht"), fileOf("letters/claim.pdf", "", "%PDF-1.7 Brief")},
		Packages: []Link{{PID: s.PID, ReferenceCode: s.ReferenceCode, SHA512: strings.Repeat("ab", 64)}}, Events: s.Events}
}

func build(t testing.TB, s Spec) []byte {
	t.Helper()
	var b bytes.Buffer
	if _, err := Write(t.Context(), &b, s); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func opened(t testing.TB, raw []byte) *Package {
	t.Helper()
	name := filepath.Join(t.TempDir(), "paket.tar")
	if err := os.WriteFile(name, raw, 0o644); err != nil {
		t.Fatal(err)
	}
	p, err := Open(t.Context(), name)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = p.Close() })
	return p
}

func content(t testing.TB, p *Package, name string) []byte {
	t.Helper()
	r, err := p.OpenFile(t.Context(), name)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	b, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestWrite_VerifiesFromItselfAlone(t *testing.T) {
	for name, raw := range packages(t) {
		findings, err := opened(t, raw).Verify(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if len(findings) != 0 {
			t.Errorf("%s: a fresh package has findings: %+v", name, findings)
		}
	}
}

func packages(t testing.TB) map[string][]byte {
	t.Helper()
	var acc bytes.Buffer
	if _, err := WriteAccession(t.Context(), &acc, sampleAccession()); err != nil {
		t.Fatal(err)
	}
	share := sample()
	share.Folders = []Folder{{Path: "leer & <leer>/tiefer", Modified: time.Date(1999, 3, 5, 7, 9, 11, 0, time.UTC)},
		{Path: "leer & <leer>"}}
	empty := sample()
	empty.Files, empty.Folders = nil, share.Folders
	return map[string][]byte{"aip": build(t, sample()), "accession": acc.Bytes(), "share": build(t, share), "empty": build(t, empty)}
}

func TestWrite_SameSpecSameBytes(t *testing.T) {
	first := packages(t)
	for name, raw := range packages(t) {
		if !bytes.Equal(first[name], raw) {
			t.Errorf("%s: two builds differ", name)
		}
	}
	shuffled := sample()
	slices.Reverse(shuffled.Files)
	for i := range shuffled.Files {
		delete(shuffled.Files[i].Digests, "sha-512") // computed instead of known
	}
	if !bytes.Equal(first["aip"], build(t, shuffled)) {
		t.Error("the order of the files or who computed the digest changed the bytes")
	}
}

func TestWrite_TARIsPlain(t *testing.T) {
	long := sample()
	long.Files = append(long.Files, fileOf(strings.Repeat("tief/", 40)+strings.Repeat("ä", 90)+".pdf", "dok-2", "x"))
	tr := tar.NewReader(bytes.NewReader(build(t, long)))
	var names []string
	for {
		h, err := tr.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if h.Uid != 0 || h.Gid != 0 || h.Uname != "" || h.Gname != "" || h.Mode != 0o644 || !h.ModTime.Equal(ordered) ||
			h.Typeflag != tar.TypeReg {
			t.Errorf("%s: header is not plain: %+v", h.Name, h)
		}
		names = append(names, h.Name)
	}
	if want := sample().PID + "/METS.xml"; names[0] != want {
		t.Errorf("first entry %q, want %q", names[0], want)
	}
	if !slices.IsSorted(names[2:]) {
		t.Errorf("entries are not sorted: %v", names)
	}
	if p := opened(t, build(t, long)); len(p.Files()) != len(names)-2 {
		t.Errorf("METS names %d files, the TAR holds %d beside METS and its seal", len(p.Files()), len(names)-2)
	}
}

func TestWrite_Golden(t *testing.T) {
	for kind, raw := range packages(t) {
		p := opened(t, raw)
		for name, got := range map[string][]byte{"mets": p.METS(), "premis": p.PREMIS(), "description": p.DescriptionXML(),
			"rep": content(t, p, repMetsName)} {
			path := filepath.Join("testdata", kind+"-"+name+".xml")
			if *update {
				if err := os.WriteFile(path, got, 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(string(got), "\n")); diff != "" {
				t.Errorf("%s (-want +got):\n%s", path, diff)
			}
		}
	}
}

func TestWrite_RefusesChangedSource(t *testing.T) {
	for name, change := range map[string]func(*File){
		"other bytes":     func(f *File) { f.Open = fileOf(f.Path, "", "%PDF-1.7 Xechnung").Open },
		"grown":           func(f *File) { f.Open = fileOf(f.Path, "", "%PDF-1.7 Rechnung und mehr").Open },
		"cut":             func(f *File) { f.Open = fileOf(f.Path, "", "%PDF").Open },
		"unreadable":      func(f *File) { f.Open = func() (io.ReadCloser, error) { return nil, fs.ErrNotExist } },
		"only sha-256":    func(f *File) { delete(f.Digests, "sha-512"); f.Open = fileOf(f.Path, "", "%PDF-1.7 Xechnung").Open },
		"sha-256 differs": func(f *File) { f.Digests["sha-256"] = strings.Repeat("0", 64) },
	} {
		s := sample()
		change(&s.Files[0])
		dir := t.TempDir()
		_, err := WriteFile(t.Context(), filepath.Join(dir, "a.tar"), s, nil)
		if failure.KindOf(err) != failure.Damaged || !failure.Explained(err) {
			t.Errorf("%s: error %v of kind %v, want damaged with a hint", name, err, failure.KindOf(err))
		}
		if left, _ := os.ReadDir(dir); len(left) != 0 {
			t.Errorf("%s: left %v behind", name, left)
		}
	}
}

func TestWrite_RefusesBadSpecs(t *testing.T) {
	for name, change := range map[string]func(*Spec){
		"no files":         func(s *Spec) { s.Files = nil },
		"escape":           func(s *Spec) { s.Files[0].Path = "../../x.pdf" },
		"absolute":         func(s *Spec) { s.Files[0].Path = "a/../b" },
		"backslash":        func(s *Spec) { s.Files[0].Path = `a\b` },
		"twins":            func(s *Spec) { s.Files[0].Path = "02_ANTRAG.pdf" },
		"NFC and NFD":      func(s *Spec) { s.Files[0].Path = "01 vermerk a\u0308.pdf" },
		"no agency":        func(s *Spec) { s.Profile.Agency = "" },
		"decision is mute": func(s *Spec) { s.Decisions[0].Text = " " },
	} {
		s := sample()
		change(&s)
		if _, err := Write(t.Context(), io.Discard, s); failure.KindOf(err) != failure.Refused || !failure.Explained(err) {
			t.Errorf("%s: error %v of kind %v, want refused with a hint", name, err, failure.KindOf(err))
		}
	}
	for name, change := range map[string]func(*Spec){"no pid": func(s *Spec) { s.PID = "" },
		"no clock": func(s *Spec) { s.Ordered = time.Time{} }, "no program": func(s *Spec) { s.Program = Agent{} }} {
		s := sample()
		change(&s)
		if _, err := Write(t.Context(), io.Discard, s); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Write(ctx, io.Discard, sample()); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: error %v", err)
	}
}

func TestWriteFile_SealedOnce(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, sample().PID+".tar")
	var points []string
	hook := func(p string) { points = append(points, p) }
	first, err := WriteFile(t.Context(), path, sample(), hook)
	if err != nil {
		t.Fatal(err)
	}
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	sum := sha512.Sum512(raw)
	if want := (Summary{PID: sample().PID, Root: sample().PID, Size: int64(len(raw)), SHA512: hex.EncodeToString(sum[:]),
		Files: 16}); first != want {
		t.Errorf("summary %+v, want %+v", first, want)
	}
	if diff := cmp.Diff([]string{BeforeRename, AfterRename}, points); diff != "" {
		t.Errorf("hook points:\n%s", diff)
	}
	if again, err := WriteFile(t.Context(), path, sample(), nil); err != nil || again != first {
		t.Errorf("second build gave %+v, %v; want the same summary", again, err)
	}
	other := sample()
	other.ReferenceCode = "11842/104"
	if _, err := WriteFile(t.Context(), path, other, nil); failure.KindOf(err) != failure.Damaged {
		t.Errorf("another package under the same name: error %v, want damaged", err)
	}
	if now, _ := os.ReadFile(path); !bytes.Equal(now, raw) {
		t.Error("a sealed package was rewritten")
	}
	if left, _ := os.ReadDir(dir); len(left) != 1 {
		t.Errorf("temporary files left: %v", left)
	}
}

func TestWriteFile_SweepsLeftovers(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a[1].tar")
	old, young := filepath.Join(dir, ".a[1].tar.1.part"), filepath.Join(dir, ".a[1].tar.2.part")
	for _, name := range []string{old, young} {
		if err := os.WriteFile(name, []byte("x"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	past := time.Now().Add(-2 * staleAfter)
	if err := os.Chtimes(old, past, past); err != nil {
		t.Fatal(err)
	}
	if _, err := WriteFile(t.Context(), path, sample(), nil); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(old); !errors.Is(err, fs.ErrNotExist) {
		t.Error("the leftover of a killed run is still there")
	}
	if _, err := os.Stat(young); err != nil {
		t.Error("the temporary file of a running program was removed")
	}
}

// Names that only look odd survive the way through TAR, METS and PREMIS.
func TestWrite_OddNames(t *testing.T) {
	s := sample()
	s.Object = &record.Object{Kind: record.Case, Subject: "ohne ID\x01 und Steuerzeichen"}
	s.Files = nil
	for _, name := range []string{"a:b.pdf", "100%.pdf", "#1?.pdf", "x/\u00e4 \u0308.pdf", "nfd-a\u0308.pdf", "<&\"'>.pdf",
		"ein  Abstand.pdf", "CON.pdf"} {
		s.Files = append(s.Files, fileOf(name, "", name))
	}
	p := opened(t, build(t, s))
	if f, err := p.Verify(t.Context()); err != nil || len(f) != 0 {
		t.Fatalf("findings %+v, %v", f, err)
	}
	for _, f := range s.Files {
		if got := string(content(t, p, dataFolder+f.Path)); got != f.Path {
			t.Errorf("%q holds %q", f.Path, got)
		}
	}
}

// Packages of every release stay and must open and verify for ever (design.md 9).
func TestOpen_ReleasedPackages(t *testing.T) {
	names, err := filepath.Glob(filepath.Join("..", "..", "testdata", "released", "aip", "*.tar"))
	if err != nil || len(names) < 2 {
		t.Fatalf("released packages: %v, %v", names, err)
	}
	for _, name := range names {
		if f, err := VerifyFile(t.Context(), name); err != nil || len(f) != 0 {
			t.Errorf("%s no longer verifies: %+v, %v", name, f, err)
		}
		p, err := Open(t.Context(), name)
		if err != nil {
			t.Fatal(err)
		}
		if d := p.Metadata(); d.PID == "" || d.AccessionID == "" || len(d.Administrative) == 0 {
			t.Errorf("%s: the description is empty: %+v", name, d)
		}
		if err := p.Close(); err != nil {
			t.Error(err)
		}
	}
}

func TestDescribe_EqualsWhatThePackageSays(t *testing.T) {
	spec := sample()
	d := describe(&spec)
	read := opened(t, build(t, sample())).Metadata()
	if diff := cmp.Diff(d, read); diff != "" {
		t.Errorf("index record and package differ (-spec +package):\n%s", diff)
	}
	c := d.Objects[0].Children[0]
	if v := c.Field("to"); v.Value != "2014-04-30" || !v.Derived {
		t.Errorf("Laufzeit bis = %+v, want the derived 2014-04-30", v)
	}
	if v := c.Field("from"); v.Value != "2011-02-12" || v.Derived {
		t.Errorf("Laufzeit von = %+v, want the stated 2011-02-12", v)
	}
}

func TestDocuments_Chronological(t *testing.T) {
	var got []string
	for _, d := range opened(t, build(t, sample())).Documents() {
		got = append(got, fmt.Sprintf("%s %s %v", d.Entry.ID, d.Date, d.Derived))
	}
	want := []string{"anl-1 2011-02-12 true", "dok-2 2011-02-12 false", "dok-10 2014-04-30 false", "dok-1  false"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("documents (-want +got):\n%s", diff)
	}
	if compareNumbers("2", "10") >= 0 || compareNumbers("09", "10") >= 0 || compareNumbers("a", "b") >= 0 {
		t.Error("numbers are not compared as numbers")
	}
}

func TestMapping_ProfileChangesMetadataWithoutCode(t *testing.T) {
	s := sample()
	s.Profile.Mapping = mapping.Tables{
		AIP:         map[string]string{"clerk": "case.field:Bearbeiter", "agency": "const:Musterbehörde", "environment": ""},
		Descriptive: map[string]string{"case.subject": "object.note | object.subject", "document.dossierReference": "dossier.reference"},
		Technical:   map[string]string{"digest": "file.sha512", "viewPath": "file.viewPath | const:Lesesaal"},
	}
	if faults := s.Profile.Mapping.Check(); faults != nil {
		t.Fatalf("mapping refused: %v", faults)
	}
	d := opened(t, build(t, s)).Metadata()
	admin := map[string]string{}
	for _, v := range d.Administrative {
		admin[v.Name] = v.Value
	}
	c := d.Objects[0].Children[0]
	doc := c.Children[0]
	file := map[string]string{}
	for _, v := range doc.Files[0].Fields {
		file[v.Name] = v.Value
	}
	for _, x := range []struct{ what, got, want string }{
		{"MAPPING-2 new field", admin["clerk"], "Ł. Dvořáková"}, {"MAPPING-2 override", admin["agency"], "Musterbehörde"},
		{"MAPPING-2 dropped", admin["environment"], ""},
		{"MAPPING-3 alternative", c.Field("subject").Value, `mit "Zitat"`},
		{"MAPPING-3 parent", doc.Field("dossierReference").Value, "63.2-0147"},
		{"MAPPING-4 new field", file["digest"], s.Files[0].Digests["sha-512"]}, {"MAPPING-4 fallback", file["viewPath"], "Lesesaal"},
	} {
		if x.got != x.want {
			t.Errorf("%s: %q, want %q", x.what, x.got, x.want)
		}
	}
	if d.Objects[0].Children[0].Field("subject").Value == opened(t,
		build(t, sample())).Metadata().Objects[0].Children[0].Field("subject").Value {
		t.Error("the swapped mapping changed nothing")
	}
}

func TestClosureOf(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(*Spec)
		want   *Closure
	}{
		{"end known", func(s *Spec) { s.Object.Span.To = "2014-04-30" }, &Closure{Until: "2044-12-31"}},
		{"end unknown", func(*Spec) {}, &Closure{Until: "2056-12-31", Cautious: true}},
		{"description too", func(s *Spec) {
			s.Object.Span.To = "2014"
			s.Profile.Closure.Description = true
		}, &Closure{Until: "2044-12-31", Description: true}},
		{"documents younger than the order", func(s *Spec) { s.Object.Children[0].Date = "2030-01-01" },
			&Closure{Until: "2060-12-31", Cautious: true}},
		{"no rule", func(s *Spec) { s.Profile.Closure.Years = 0 }, nil},
		{"published", func(s *Spec) { s.Published = true }, nil},
	} {
		s := sample()
		c.change(&s)
		if diff := cmp.Diff(c.want, ClosureOf(&s)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
	}
}

func TestDiff(t *testing.T) {
	a := opened(t, build(t, sample()))
	if d := Diff(a, a); !d.Equal() {
		t.Errorf("a package differs from itself: %+v", d)
	}
	s := sample()
	s.Files[0] = fileOf("10_rechnung.pdf", "dok-10", "anderer Inhalt")
	s.Files[1].Path = "02_neu.pdf"
	s.Object.Subject = "Anderer Betreff"
	got := Diff(a, opened(t, build(t, s)))
	want := Difference{OnlyA: []string{dataFolder + "02_antrag.pdf"}, OnlyB: []string{dataFolder + "02_neu.pdf"},
		Changed: []string{dataFolder + "10_rechnung.pdf"},
		Fields:  []FieldDifference{{Object: "vorgang-3", Name: "subject", A: "Nachtrag <Tiefgarage> & J̌anšová", B: "Anderer Betreff"}}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("difference (-want +got):\n%s", diff)
	}
}

func TestPackage_Message(t *testing.T) {
	name, b, err := opened(t, build(t, sample())).Message(t.Context())
	if err != nil || name != "metadata/descriptive/xdomea.xml" || !bytes.Equal(b, sample().Descriptive) {
		t.Errorf("message %q, %q, %v", name, b, err)
	}
	if name, _, err := opened(t, packages(t)["accession"]).Message(t.Context()); name != "" || err != nil {
		t.Errorf("accession package has a message %q, %v", name, err)
	}
}

func TestFolderName(t *testing.T) {
	if got := FolderName("urn:nbn:de:ä/1 x"); got != "urn_nbn_de___1_x" {
		t.Errorf("folder %q", got)
	}
	s := sample()
	s.PID = "urn:uuid:0d6f5a1c"
	if f, err := opened(t, build(t, s)).Verify(t.Context()); err != nil || len(f) != 0 {
		t.Errorf("a URN as identifier: %v, %v", f, err)
	}
}

// A document says the innermost folder of its share; what comes from none says nothing.
func TestDocument_Folder(t *testing.T) {
	at := func(path string) *Entry {
		e := &Entry{Kind: record.Dossier}
		if path != "" {
			e.Fields = []mapping.Value{{Name: statedPath, Value: path}}
		}
		return e
	}
	for _, tt := range []struct {
		parents []*Entry
		want    string
	}{
		{nil, ""},
		{[]*Entry{at("")}, ""},
		{[]*Entry{at(""), at("Alt"), at("Alt/Protokolle")}, "Alt/Protokolle"},
		{[]*Entry{at(""), at("Alt"), at("")}, "Alt"}, // the files that lie in Alt directly
	} {
		if got := (Document{Parents: tt.parents}).Folder(); got != tt.want {
			t.Errorf("%d parents: %q, want %q", len(tt.parents), got, tt.want)
		}
	}
}
