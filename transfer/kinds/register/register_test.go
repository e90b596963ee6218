package register_test

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"laufzettel/transfer/check"
	"laufzettel/transfer/check/checktest"
	"laufzettel/transfer/container"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/kinds/register"
	"laufzettel/transfer/pdfa"
	"laufzettel/transfer/profile"
	"laufzettel/transfer/record"
	"laufzettel/transfer/samples"
	"laufzettel/transfer/vocab"
)

var today = time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC)

func kind() register.Kind { return register.Kind{Now: func() time.Time { return today }} }

func sample(t testing.TB, s register.Sample) *register.Portion {
	t.Helper()
	p, err := s.Build()
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// checked runs the whole engine on the files.
func checked(t testing.TB, files []register.File, in check.Input) *check.Outcome {
	t.Helper()
	return checkedBy(t, &check.Engine{Kinds: []check.Kind{kind()}}, files, in)
}

func checkedBy(t testing.TB, e *check.Engine, files []register.File, in check.Input) *check.Outcome {
	t.Helper()
	m := map[string][]byte{}
	for _, f := range files {
		m[f.Path] = f.Data
	}
	return checktest.Files(t, e, "portion", m, in)
}

func all(t testing.TB, p *register.Portion) []register.File {
	t.Helper()
	return listed(checktest.All(t, p))
}

// listed gives files in the order of their paths.
func listed(files map[string][]byte) (out []register.File) {
	for _, name := range slices.Sorted(maps.Keys(files)) {
		out = append(out, register.File{Path: name, Data: files[name]})
	}
	return out
}

func TestSound(t *testing.T) {
	out := checked(t, all(t, sample(t, register.Sample{Entries: 7, FollowUps: true})), check.Input{})
	r := out.Report
	if r.Kind != "register" || r.Verdict != check.Accepted {
		t.Errorf("%s %s, want register accepted: %+v", r.Kind, r.Verdict, r.Findings)
	}
	if got := checktest.Codes(r); !slices.Equal(got, []string{"FIX-001"}) {
		t.Errorf("findings %v, want only FIX-001 (no checksums): %+v", got, r.Findings)
	}
	if r.Agency != (check.Agency{Name: "Standesamt Musterstadt", ID: "623456"}) {
		t.Errorf("agency %+v", r.Agency)
	}
	if want := (record.Counts{Dossiers: 1, Cases: 1, Documents: 11, Attachments: 14, Files: 32}); r.Objects != want {
		t.Errorf("objects %+v, want %+v", r.Objects, want)
	}
	i := slices.IndexFunc(r.Checks, func(d check.Done) bool { return d.Name == "schema" })
	if r.Checks[i].State != check.Full || r.Checks[i].Tool == "" {
		t.Errorf("schema check %+v", r.Checks[i])
	}
	for o := range record.All(out.Manifest.Roots) {
		if o.Kind != record.Document && (o.Rating != record.RatingArchive || o.Origin != record.OriginKind) {
			t.Errorf("%s rated %q by %q, want A by kind (C9)", o.ID, o.Rating, o.Origin)
		}
	}
}

// Every code of the room is caused by its defect, at a place.
func TestDefects(t *testing.T) {
	defects := register.Defects()
	for _, c := range register.Codes {
		t.Run(c.ID, func(t *testing.T) {
			d, ok := defects[c.ID]
			if !ok {
				t.Fatalf("no defect for %s", c.ID)
			}
			files, err := d.Apply(sample(t, register.Sample{}))
			if err != nil {
				t.Fatal(err)
			}
			e := &check.Engine{Kinds: []check.Kind{kind()}}
			if c.ID == "REG-033" || c.ID == "REG-034" {
				e.PDFA = &pdfa.EngineChecker{} // the samples here are no PDF/A
			}
			r := checkedBy(t, e, listed(files), check.Input{}).Report
			i := slices.IndexFunc(r.Findings, func(f check.Finding) bool { return f.Code == c.ID })
			if i < 0 {
				t.Fatalf("got %v, want %s", checktest.Codes(r), c.ID)
			}
			if f := r.Findings[i]; f.Path == "" && c.ID != "REG-040" && c.ID != "REG-041" {
				t.Errorf("finding without a place: %+v", f)
			}
			for _, other := range checktest.Codes(r) {
				if strings.HasPrefix(other, "REG-") && other != c.ID && !slices.Contains(follows[c.ID], other) {
					t.Errorf("%s also causes %s: %+v", c.ID, other, r.Findings)
				}
			}
		})
	}
	if len(defects) != len(register.Codes) {
		t.Errorf("%d defects for %d codes", len(defects), len(register.Codes))
	}
}

// A file that is missing or too much is told by its name alone: the number of the head that
// follows from it is no second fault; a wrong number beside it is.
func TestCounts_OneCauseOneFault(t *testing.T) {
	for name, tt := range map[string]struct {
		change func(files []register.File) []register.File
		want   []string
	}{
		"as it is":    {func(f []register.File) []register.File { return f }, nil},
		"one missing": {func(f []register.File) []register.File { return without(f, "-2-U0.pdf") }, []string{"VOL-001"}},
		"one too much": {func(f []register.File) []register.File {
			return append(f, register.File{Path: "Brief.pdf", Data: []byte("%PDF-1.4")})
		}, []string{"VOL-002"}},
		"one for another": {func(f []register.File) []register.File {
			return append(without(f, "-2-U0.pdf"), register.File{Path: "Brief.txt", Data: []byte("a")})
		}, []string{"VOL-001", "VOL-002"}},
		"and wrong number": {func(f []register.File) []register.File {
			return without(wrongNumber(f), "-2-U0.pdf")
		}, []string{"REG-015", "VOL-001"}},
	} {
		t.Run(name, func(t *testing.T) {
			r := checked(t, tt.change(all(t, sample(t, register.Sample{Entries: 3}))), check.Input{}).Report
			var got []string
			for _, c := range checktest.Codes(r) {
				if c == "REG-015" || c == "VOL-001" || c == "VOL-002" {
					got = append(got, c)
				}
			}
			slices.Sort(got)
			if !slices.Equal(got, tt.want) {
				t.Errorf("%v, want %v", got, tt.want)
			}
		})
	}
}

func without(files []register.File, suffix string) []register.File {
	return slices.DeleteFunc(slices.Clone(files), func(f register.File) bool { return strings.HasSuffix(f.Path, suffix) })
}

// wrongNumber lets the head of the backbone name 7 files more.
func wrongNumber(files []register.File) []register.File {
	out := slices.Clone(files)
	n := strconv.Itoa(len(files))
	for i, f := range out {
		out[i].Data = bytes.ReplaceAll(f.Data, []byte(">"+n+"<"), []byte(">"+strconv.Itoa(len(files)+7)+"<"))
	}
	return out
}

// follows are the codes a defect causes beside its own.
var follows = map[string][]string{
	"REG-014": {"REG-015"}, "REG-016": {"REG-022"}, "REG-019": {}, "REG-022": {"REG-014"},
	"REG-031": {"REG-015", "REG-032"}, "REG-034": {"REG-032"}, "REG-040": {"REG-015", "REG-044"}, "REG-041": {"REG-015"},
	"REG-023": {"REG-014"}, "REG-004": {"REG-015"},
}

// One test per field of source 000, 3.2.2: without the field its name is told.
func TestHead_3_2_2(t *testing.T) {
	fields := map[string]func(*register.Head){
		"Name des Standesamts":                    func(h *register.Head) { h.Office = "" },
		"Standesamtsnummer":                       func(h *register.Head) { h.OfficeNumber = "" },
		"Datenhaltende Stelle":                    func(h *register.Head) { h.Holder = "" },
		"Anschrift der datenhaltenden Stelle":     func(h *register.Head) { h.HolderAddress = "" },
		"Mit der Aussonderung betraute Person":    func(h *register.Head) { h.Person = "" },
		"Kontaktdaten der betrauten Person":       func(h *register.Head) { h.PersonContact = "" },
		"Zuständiges Archiv (Erstregister)":       func(h *register.Head) { h.ArchiveFirst = "" },
		"Zuständiges Archiv (Sicherungsregister)": func(h *register.Head) { h.ArchiveSecond = "" },
		"Jahrgang":                        func(h *register.Head) { h.Year = "" },
		"Registerart":                     func(h *register.Head) { h.Type = "" },
		"Quelle der Aussonderungsportion": func(h *register.Head) { h.Source = "" },
		"Abschlussvermerk (Datei)":        func(h *register.Head) { h.ClosingNote = "" },
		"Zahl der Grundbeurkundungen":     func(h *register.Head) { h.BaseEntries = "" },
		"Registerverfahren":               func(h *register.Head) { h.Software = "" },
		"Programmversion":                 func(h *register.Head) { h.SoftwareVersion = "" },
		"Anzahl aller Dateien":            func(h *register.Head) { h.Files = "" },
		"XPSR-Schema (Version)":           func(h *register.Head) { h.SchemaVersion = "" },
		"Datum der Erstellung":            func(h *register.Head) { h.Created = "" },
	}
	for name, clear := range fields {
		t.Run(name, func(t *testing.T) {
			p := sample(t, register.Sample{})
			clear(&p.Backbone.Head)
			r := checked(t, all(t, p), check.Input{}).Report
			if !slices.ContainsFunc(r.Findings, func(f check.Finding) bool { return f.Code == "REG-010" && f.Expected == name }) {
				t.Errorf("missing %q is not told: %+v", name, r.Findings)
			}
		})
	}
}

// The fields of an entry of 3.2.2, each with the code that tells it is missing.
func TestEntry_3_2_2(t *testing.T) {
	fields := map[string]struct {
		code  string
		clear func(*register.Entry)
	}{
		"Eintragsnummer":                  {"REG-016", func(e *register.Entry) { e.Number = "" }},
		"Suchbegriffe":                    {"REG-017", func(e *register.Entry) { e.Terms = nil }},
		"Verfügungsnummer":                {"REG-018", func(e *register.Entry) { e.Disposal = "" }},
		"Urkundlicher Teil":               {"REG-019", func(e *register.Entry) { e.Records = nil }},
		"Urkundlicher Teil Signierender":  {"REG-026", func(e *register.Entry) { e.Records[0].Signer = "" }},
		"Urkundlicher Teil Signaturdatum": {"REG-026", func(e *register.Entry) { e.Records[0].Signed = "" }},
		"Urkundlicher Teil XML":           {"REG-020", func(e *register.Entry) { e.Records[0].XML = "" }},
		"Urkundlicher Teil Schemaversion": {"REG-021", func(e *register.Entry) { e.Records[0].SchemaVersion = "" }},
		"Urkundlicher Teil PDF":           {"REG-020", func(e *register.Entry) { e.Records[0].PDF = "" }},
		"Hinweisteil Signierender":        {"REG-026", func(e *register.Entry) { e.Notes[0].Signer = "" }},
		"Hinweisteil Signaturdatum":       {"REG-026", func(e *register.Entry) { e.Notes[0].Signed = "" }},
		"Hinweisteil XML":                 {"REG-020", func(e *register.Entry) { e.Notes[0].XML = "" }},
		"Hinweisteil Schemaversion":       {"REG-021", func(e *register.Entry) { e.Notes[0].SchemaVersion = "" }},
		"Hinweisteil PDF":                 {"REG-020", func(e *register.Entry) { e.Notes[0].PDF = "" }},
	}
	for name, f := range fields {
		t.Run(name, func(t *testing.T) {
			p := sample(t, register.Sample{FollowUps: true})
			f.clear(&p.Backbone.Entries[0])
			r := checked(t, all(t, p), check.Input{}).Report
			if !slices.Contains(checktest.Codes(r), f.code) {
				t.Errorf("got %v, want %s", checktest.Codes(r), f.code)
			}
		})
	}
}

// Signer and date may stand in the certificate instead (note 3).
func TestSigner_InCertificate(t *testing.T) {
	p := sample(t, register.Sample{})
	part := &p.Backbone.Entries[1].Records[0]
	f := p.Find(part.XML)
	f.Data = bytes.Replace(f.Data, []byte("</Beurkundung>"),
		[]byte("<Signierender>K. Berger</Signierender><Signaturdatum>1989-03-04</Signaturdatum></Beurkundung>"), 1)
	part.Signer, part.Signed = "", ""
	if r := checked(t, all(t, p), check.Input{}).Report; r.Verdict != check.Accepted {
		t.Errorf("rejected: %+v", r.Findings)
	}
}

// Completeness in both directions is the engine's; the backbone lists all.
func TestFiles_MissingAndUnlisted(t *testing.T) {
	p := sample(t, register.Sample{})
	files := slices.DeleteFunc(all(t, p), func(f register.File) bool { return f.Path == p.Backbone.Entries[2].Records[0].PDF })
	files = append(files, register.File{Path: "urlaub.jpg", Data: []byte("x")})
	got := checktest.Codes(checked(t, files, check.Input{}).Report)
	for _, want := range []string{"VOL-001", "VOL-002"} {
		if !slices.Contains(got, want) {
			t.Errorf("got %v, want %s", got, want)
		}
	}
}

// A dependent XML that does not fit the delivered schema is told with its name.
func TestSchema_Delivered(t *testing.T) {
	p := sample(t, register.Sample{})
	name := p.Backbone.Entries[0].Records[0].XML
	f := p.Find(name)
	f.Data = bytes.Replace(f.Data, []byte("<Familienname>"), []byte("<Zuname/><Familienname>"), 1)
	r := checked(t, all(t, p), check.Input{}).Report
	if !slices.ContainsFunc(r.Findings, func(f check.Finding) bool { return f.Code == "SCH-001" && f.Path == name }) {
		t.Errorf("no SCH-001 at %s: %+v", name, r.Findings)
	}
}

// Superseded closing notes come up for a decision, nothing else does (C9).
func TestSuperseded_AloneIsAppraised(t *testing.T) {
	out := checked(t, all(t, sample(t, register.Sample{Superseded: 2})), check.Input{})
	var appraised []string
	for o := range record.All(out.Manifest.Roots) {
		if o.Rating == record.RatingAppraise {
			appraised = append(appraised, o.Subject)
		}
	}
	if diff := cmp.Diff([]string{"Überholte Abschlussvermerke"}, appraised); diff != "" {
		t.Error(diff)
	}
	if out.Report.Verdict != check.Accepted {
		t.Errorf("%+v", out.Report.Findings)
	}
}

// A profile maps another layout by paths; the same portion is read the same.
func TestLayout_FromProfile(t *testing.T) {
	p := sample(t, register.Sample{})
	files := all(t, p)
	i := slices.IndexFunc(files, func(f register.File) bool { return f.Path == "623456-S-1989.xml" })
	text := string(files[i].Data)
	for _, r := range [][2]string{{` xmlns="` + register.Namespace + `"`, ""}, {"Rueckgrat", "Portion"}, {"Eintraege>", "Liste>"},
		{"<Eintrag>", "<Fall>"}, {"</Eintrag>", "</Fall>"},
		{"<Standesamt><Name>Standesamt Musterstadt</Name>", `<Standesamt bezeichnung="Standesamt Musterstadt">`}} {
		text = strings.ReplaceAll(text, r[0], r[1])
	}
	files[i].Data = []byte(text)
	pr := &profile.Profile{ID: "sta", Agency: "Standesamt", Layout: map[string]string{"entry": "Liste/Fall",
		"head.office": "Kopf/Standesamt/@bezeichnung", "unbekannt": "x"}}
	r := checked(t, files, check.Input{Profile: pr}).Report
	if got := checktest.Codes(r); !slices.Equal(got, []string{"FIX-001"}) || r.Objects.Documents != 7 {
		t.Errorf("%v %+v, want FIX-001 only and 7 documents: %+v", got, r.Objects, r.Findings)
	}
}

// The update period is the law's unless the profile states another (C12).
func TestUpdatePeriod(t *testing.T) {
	for _, tt := range []struct {
		year    int
		typ     string
		profile map[string]int
		want    bool
	}{
		{1989, "Sterberegister", nil, false}, {2009, "Geburtenregister", nil, true}, {1900, "Geburtenregister", nil, false},
		{1950, "Eheregister", nil, true}, {1940, "Lebenspartnerschaftsregister", nil, false},
		{2015, "Sterberegister", map[string]int{"S": 5}, false},
		{1989, "Sterberegister", map[string]int{"S": 50}, true},
	} {
		t.Run(fmt.Sprint(tt.typ, tt.year), func(t *testing.T) {
			p := sample(t, register.Sample{Year: tt.year, Type: tt.typ})
			r := checked(t, all(t, p), check.Input{Profile: &profile.Profile{ID: "x", UpdatePeriods: tt.profile}}).Report
			if got := slices.Contains(checktest.Codes(r), "REG-050"); got != tt.want {
				t.Errorf("REG-050 %v, want %v: %+v", got, tt.want, r.Findings)
			}
		})
	}
}

// More than 65,535 files in one ZIP are one portion (C10).
func TestManyFiles(t *testing.T) {
	if testing.Short() {
		t.Skip("66,004 files")
	}
	name := filepath.Join(t.TempDir(), "623456-S-1989.zip")
	zipped(t, name, all(t, sample(t, register.Sample{Entries: 33_000})))
	e := check.Engine{Kinds: []check.Kind{kind()}}
	out, err := e.CheckPath(t.Context(), name, check.Input{}, container.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	if r := out.Report; r.Kind != "register" || r.Verdict != check.Accepted || r.Files.Delivered != 66_004 || r.Files.Listed != 66_004 {
		t.Errorf("%s %s %+v %v %+v", r.Kind, r.Verdict, r.Files, checktest.Codes(r), r.Findings[:min(len(r.Findings), 3)])
	}
}

func zipped(t testing.TB, name string, files []register.File) {
	t.Helper()
	f, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	z := zip.NewWriter(f)
	for _, file := range files {
		w, err := z.CreateHeader(&zip.FileHeader{Name: file.Path, Method: zip.Store})
		if err == nil {
			_, err = w.Write(file.Data)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(z.Close(), f.Close()); err != nil {
		t.Fatal(err)
	}
}

// Writing and reading gives the same backbone.
func TestWrite_ReadBack(t *testing.T) {
	p := sample(t, register.Sample{Entries: 4, FollowUps: true})
	var b bytes.Buffer
	if err := register.Write(&b, p.Backbone); err != nil {
		t.Fatal(err)
	}
	got, findings, err := register.Read(&b, nil)
	if err != nil || len(findings) > 0 {
		t.Fatal(err, findings)
	}
	lines := cmp.FilterPath(func(p cmp.Path) bool { return p.Last().String() == ".Line" }, cmp.Ignore())
	if diff := cmp.Diff(p.Backbone.Entries, got.Entries, lines); diff != "" {
		t.Error(diff)
	}
	if got.Head.Stem() != "623456-S-1989" || got.Head.Files != p.Backbone.Head.Files {
		t.Errorf("head %+v", got.Head)
	}
}

func TestDescribe(t *testing.T) {
	p := sample(t, register.Sample{})
	m := map[string][]byte{}
	for _, f := range all(t, p) {
		m["ordner/"+f.Path] = f.Data
	}
	d, err := register.Kind{}.Describe(t.Context(), vocab.NewTree("x", m))
	if err != nil {
		t.Fatal(err)
	}
	name, standard, data, err := d.Description("623456-S-1989-Register")
	if err != nil || name != "623456-S-1989.xml" || standard != register.Standard || !bytes.Contains(data, []byte("<Kopf>")) {
		t.Errorf("%s %s %v", name, standard, err)
	}
}

func FuzzRead(f *testing.F) {
	p, err := register.Sample{Entries: 1}.Build()
	if err != nil {
		f.Fatal(err)
	}
	var b bytes.Buffer
	if err := register.Write(&b, p.Backbone); err != nil {
		f.Fatal(err)
	}
	f.Add(b.Bytes())
	f.Add([]byte("<a><b/></a>"))
	f.Add([]byte("<?xml version=\"1.0\" encoding=\"iso-8859-1\"?><a><Eintraege><Eintrag><Nummer>1</Nummer></Eintrag></Eintraege></a>"))
	for _, data := range samples.Seeds(f, 4, samples.Named(".xml"), "xdomea", "beispiele") {
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		got, findings, err := register.Read(bytes.NewReader(data), nil)
		if err != nil || (got == nil) != (len(findings) > 0) {
			t.Fatalf("%v %v %v", got, findings, err)
		}
		files := []register.File{{Path: "623456-S-1989.xml", Data: data}}
		if r := checked(t, files, check.Input{}).Report; r.Kind != "register" {
			t.Fatalf("kind %s", r.Kind)
		}
	})
}

// A backbone that is too large for one document of a package is refused, not cut.
func TestDescribe_TooLarge(t *testing.T) {
	dir := samples.Lay(t, "lieferung", map[string]string{"623456-S-1989.xml": "<a>"})
	if err := os.Truncate(filepath.Join(dir, "623456-S-1989.xml"), 1<<30+1); err != nil {
		t.Fatal(err)
	}
	tree, err := container.Open(t.Context(), dir, container.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer tree.Close()
	_, err = register.Kind{}.Describe(t.Context(), tree)
	if failure.KindOf(err) != failure.Refused || !strings.Contains(failure.HintOf(err).In("de"), "größer als 1 GB") {
		t.Errorf("%v %s", err, failure.HintOf(err).In("de"))
	}
}
