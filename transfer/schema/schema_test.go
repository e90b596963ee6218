package schema

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/jacoelho/xsd"
	"github.com/jacoelho/xsd/xsderrors"
	"go.uber.org/goleak"

	"laufzettel/transfer/check"
	"laufzettel/transfer/container"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/samples"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// fsTree is a tree over an fs.FS, enough for opening files.
type fsTree struct {
	container.Tree
	fs fstest.MapFS
}

func (t fsTree) Open(_ context.Context, p string) (io.ReadCloser, error) {
	return t.fs.Open(p)
}

func one(doc string) fsTree {
	return fsTree{fs: fstest.MapFS{"a.xml": &fstest.MapFile{Data: []byte(doc)}}}
}

const small = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:t" elementFormDefault="qualified">
<xs:element name="a"><xs:complexType><xs:sequence><xs:element name="tag" type="xs:date" maxOccurs="unbounded"/></xs:sequence></xs:complexType></xs:element></xs:schema>`

func smallSet(t *testing.T, files map[string]string) *Set {
	t.Helper()
	c := newCollection()
	for p, data := range files {
		if err := c.add(p, []byte(data)); err != nil {
			t.Fatal(err)
		}
	}
	return newSet(c)
}

func validate(t *testing.T, s check.Schemas, ns, doc string) ([]check.Finding, bool) {
	t.Helper()
	findings, known, tool, err := s.Validate(t.Context(), ns, "a.xml", one(doc))
	if err != nil {
		t.Fatal(err)
	}
	if known && tool == "" {
		t.Error("checked, but the tool is not named")
	}
	return findings, known
}

func codes(findings []check.Finding) []string {
	out := []string{}
	for _, f := range findings {
		out = append(out, fmt.Sprintf("%s %d", f.Code, f.Line))
	}
	return out
}

func TestValidate(t *testing.T) {
	s := smallSet(t, map[string]string{"t.xsd": small})
	latin := "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>\n<a xmlns=\"urn:t\"><!-- \xfc --><tag>2026-01-01</tag></a>"
	utf16 := []byte{0xFF, 0xFE}
	for _, c := range `<?xml version="1.0" encoding="UTF-16"?><a xmlns="urn:t"><tag>2026-01-01</tag></a>` {
		utf16 = append(utf16, byte(c), 0)
	}
	tests := []struct {
		name, ns, doc string
		known         bool
		want          []string
	}{
		{"fits", "urn:t", `<a xmlns="urn:t"><tag>2026-01-01</tag></a>`, true, []string{}},
		{"namespace from the root", "", `<a xmlns="urn:t"><tag>2026-01-01</tag></a>`, true, []string{}},
		{"Latin-1", "urn:t", latin, true, []string{}},
		{"UTF-16", "urn:t", string(utf16), true, []string{}},
		{"byte order mark", "urn:t", "\ufeff<a xmlns=\"urn:t\"><tag>2026-01-01</tag></a>", true, []string{}},
		{"bad value", "urn:t", "<a xmlns=\"urn:t\">\n<tag>gestern</tag></a>", true, []string{"SCH-001 2"}},
		{"foreign element", "urn:t", "<a xmlns=\"urn:t\"><tag>2026-01-01</tag>\n<b/></a>", true, []string{"SCH-001 2"}},
		{"incomplete", "urn:t", `<a xmlns="urn:t"/>`, true, []string{"SCH-001 1"}},
		{"other root", "urn:t", `<z xmlns="urn:t"/>`, true, []string{"SCH-001 1"}},
		{"no schema", "", `<a xmlns="urn:other"/>`, false, []string{}},
		{"no XML", "", `Guten Tag`, true, []string{"SCH-003 0"}},
		{"cut", "urn:t", `<a xmlns="urn:t"><tag>`, true, []string{"SCH-003 0"}},
		{"DTD", "urn:t", `<!DOCTYPE a><a xmlns="urn:t"><tag>2026-01-01</tag></a>`, false, []string{"SCH-002 1"}},
		{"unknown encoding", "urn:t", `<?xml version="1.0" encoding="x-own"?><a xmlns="urn:t"/>`, false, []string{"SCH-002 0"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, known := validate(t, s, tt.ns, tt.doc)
			if diff := cmp.Diff(tt.want, codes(got)); diff != "" || known != tt.known {
				t.Errorf("known %v, want %v\n%s\n%+v", known, tt.known, diff, got)
			}
		})
	}
}

// One value that breaks two facets of its type is one cause and one finding; two values
// are two.
func TestOneValueIsOneFinding(t *testing.T) {
	fault := func(column int, code xsderrors.Code) error {
		return &xsderrors.Error{Code: code, Path: "/a/tag", Line: 1, Column: column}
	}
	both := xsderrors.Errors{fault(7, xsderrors.CodeValidationFacet), fault(7, xsderrors.CodeValidationType),
		fault(30, xsderrors.CodeValidationType)}
	if got := findingsOf("a.xml", both); len(got) != 2 {
		t.Errorf("%d findings, want 2: %+v", len(got), got)
	}
}

// TestCap: a file with many faults tells the first hundred and that there are
// more.
func TestCap(t *testing.T) {
	s := smallSet(t, map[string]string{"t.xsd": small})
	doc := `<a xmlns="urn:t">` + strings.Repeat("<tag>x</tag>", 500) + `</a>`
	got, _ := validate(t, s, "urn:t", doc)
	if len(got) != maxFindings+1 || !strings.Contains(got[maxFindings].Message, "weitere") {
		t.Errorf("%d findings, last %+v", len(got), got[len(got)-1])
	}
	for _, f := range got {
		if f.Code != "SCH-001" {
			t.Fatalf("finding %+v", f)
		}
	}
}

// TestNothingIsLoadedFromOutside: a missing include makes the schema unusable;
// that is told, and nothing is called invalid.
func TestNothingIsLoadedFromOutside(t *testing.T) {
	broken := strings.Replace(small, "<xs:element name=\"a\">",
		`<xs:include schemaLocation="http://127.0.0.1:1/fehlt.xsd"/><xs:element name="a">`, 1)
	broken = strings.Replace(broken, `type="xs:date"`, `type="FremdType"`, 1)
	got, known := validate(t, smallSet(t, map[string]string{"t.xsd": broken}), "urn:t", `<a xmlns="urn:t"/>`)
	if known || !Partly(got) || len(got) != 1 {
		t.Errorf("known %v, findings %+v", known, got)
	}
}

// TestVariants: two schemas of one namespace side by side; a document may fit
// either.
func TestVariants(t *testing.T) {
	other := strings.Replace(small, `type="xs:date"`, `type="xs:gYear"`, 1)
	s := smallSet(t, map[string]string{"v1.xsd": small, "v2.xsd": other})
	for _, value := range []string{"2026-01-01", "2026"} {
		if got, known := validate(t, s, "urn:t", `<a xmlns="urn:t"><tag>`+value+`</tag></a>`); len(got) > 0 || !known {
			t.Errorf("%s: %v %+v", value, known, got)
		}
	}
	if got, _ := validate(t, s, "urn:t", `<a xmlns="urn:t"><tag>x</tag></a>`); len(got) != 1 || got[0].Code != "SCH-001" {
		t.Errorf("findings %+v", got)
	}
}

func addShared(t *testing.T, elem ...string) *Store {
	t.Helper()
	s := NewStore(t.TempDir())
	if _, err := s.Add(t.Context(), samples.Path(t, elem...)); err != nil {
		t.Fatal(err)
	}
	return s
}

func xdomeaSamples(t *testing.T) map[string][]byte {
	t.Helper()
	out := map[string][]byte{}
	root := samples.Path(t, "xdomea", "beispiele")
	err := filepath.WalkDir(root, func(p string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		if filepath.Ext(p) == ".zip" {
			return readZipXML(p, out)
		}
		if filepath.Ext(p) != ".xml" {
			return nil
		}
		data, err := os.ReadFile(p)
		out[filepath.ToSlash(p[len(root)+1:])] = data
		return err
	})
	if err != nil || len(out) < 8 {
		t.Fatalf("%d samples, %v", len(out), err)
	}
	return out
}

func readZipXML(p string, out map[string][]byte) error {
	z, err := zip.OpenReader(p)
	if err != nil {
		return err
	}
	defer z.Close()
	for _, f := range z.File {
		if filepath.Ext(f.Name) != ".xml" {
			continue
		}
		r, err := f.Open()
		if err != nil {
			return err
		}
		data, err := io.ReadAll(r)
		if err = errors.Join(err, r.Close()); err != nil {
			return err
		}
		out[filepath.Base(p)+"!"+f.Name] = data
	}
	return nil
}

// TestXdomea: every sample fits, and each of three changes makes it not fit.
func TestXdomea(t *testing.T) {
	s := addShared(t, "xdomea", "xsd")
	for name, data := range xdomeaSamples(t) {
		t.Run(name, func(t *testing.T) {
			doc := string(data)
			if got, known := validate(t, s, "", doc); !known || len(got) > 0 {
				t.Fatalf("known %v, %+v", known, got)
			}
			kopf := doc[strings.Index(doc, "<xdomea:Kopf>"):]
			kopf = kopf[:strings.Index(kopf, "</xdomea:Kopf>")+len("</xdomea:Kopf>")]
			mutants := map[string]string{
				"head missing":    strings.Replace(doc, kopf, "", 1),
				"element unknown": strings.Replace(doc, "<xdomea:Kopf>", "<xdomea:Kopf><xdomea:Unsinn/>", 1),
				"bad time":        replaceIn(doc, "<xdomea:Erstellungszeitpunkt>", "gestern"),
			}
			for what, m := range mutants {
				if m == doc {
					t.Fatalf("%s: nothing changed", what)
				}
				got, known := validate(t, s, "", m)
				if !known || len(got) == 0 || got[0].Code != "SCH-001" || got[0].Line == 0 {
					t.Errorf("%s: known %v, %+v", what, known, got)
				}
			}
		})
	}
}

func replaceIn(doc, start, value string) string {
	i := strings.Index(doc, start) + len(start)
	j := i + strings.Index(doc[i:], "<")
	return doc[:i] + value + doc[j:]
}

// TestXdomeaVersionsCompile: all five versions are usable, 4.0.0 through its
// catalog; one schema file alone brings what it includes.
func TestXdomeaVersionsCompile(t *testing.T) {
	s := addShared(t, "xdomea", "xsd")
	for _, v := range []string{"2.3.0", "2.4.0", "3.0.0", "3.1.0", "4.0.0"} {
		ns := "urn:xoev-de:xdomea:schema:" + v
		single := NewStore(t.TempDir())
		if _, err := single.Add(t.Context(), samples.Path(t, "xdomea", "xsd", v,
			"xdomea-Nachrichten-AussonderungDurchfuehren.xsd")); err != nil {
			t.Fatal(err)
		}
		for name, store := range map[string]*Store{"folder": s, "file": single} {
			got, known := validate(t, store, ns, `<x:Unsinn xmlns:x="`+ns+`"/>`)
			if !known || len(got) != 1 || got[0].Code != "SCH-001" {
				t.Errorf("%s %s: known %v, %+v", v, name, known, got)
			}
		}
	}
}

// TestXdomeaNeedsWrapper guards the workaround: when the engine compiles xdomea
// without it, compile.go can lose it.
func TestXdomeaNeedsWrapper(t *testing.T) {
	_, err := xsd.Compile(t.Context(), xsd.File(samples.Path(t, "xdomea", "xsd", "3.0.0",
		"xdomea-Nachrichten-AussonderungDurchfuehren.xsd")))
	if err == nil || !cyclic.MatchString(err.Error()) {
		t.Errorf("plain compile gives %v; is the wrapper still needed?", err)
	}
}

// TestMETSandPREMIS compile offline, although they import addresses on the web.
func TestMETSandPREMIS(t *testing.T) {
	s := addShared(t, "schemata")
	mets := `<mets xmlns="http://www.loc.gov/METS/" OBJID="x"><structMap><div/></structMap></mets>`
	if got, known := validate(t, s, "", mets); !known || len(got) > 0 {
		t.Errorf("METS: known %v, %+v", known, got)
	}
	if got, known := validate(t, s, "", strings.Replace(mets, "<structMap><div/></structMap>", "", 1)); !known || len(got) != 1 {
		t.Errorf("METS without structMap: known %v, %+v", known, got)
	}
	premis := `<premis xmlns="http://www.loc.gov/premis/v3" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" version="3.0"><object xsi:type="intellectualEntity"><objectIdentifier><objectIdentifierType>local</objectIdentifierType><objectIdentifierValue>1</objectIdentifierValue></objectIdentifier></object></premis>`
	if got, known := validate(t, s, "", premis); !known || len(got) > 0 {
		t.Errorf("PREMIS: known %v, %+v", known, got)
	}
}

func TestStore_ListAndSame(t *testing.T) {
	dir := t.TempDir()
	s := NewStore(dir)
	s.now = func() time.Time { return time.Unix(1_800_000_000, 0) }
	src := filepath.Join(t.TempDir(), "t.xsd")
	if err := os.WriteFile(src, []byte(small), 0o600); err != nil {
		t.Fatal(err)
	}
	first, err := s.Add(t.Context(), src)
	if err != nil {
		t.Fatal(err)
	}
	again, err := s.Add(t.Context(), src)
	if diff := cmp.Diff(first, again); err != nil || diff != "" {
		t.Errorf("second Add: %v %s", err, diff)
	}
	got, err := NewStore(dir).List() // another process
	if err != nil || len(got) != 1 || got[0].Namespace != "urn:t" || got[0].Official || len(got[0].Files) != 1 ||
		len(got[0].Files[0].SHA256) != 64 {
		t.Fatalf("List: %v %+v", err, got)
	}
	if got, known := validate(t, NewStore(dir), "", `<a xmlns="urn:t"/>`); !known || len(got) != 1 {
		t.Errorf("validate after reopen: %v %+v", known, got)
	}
	if err := os.WriteFile(filepath.Join(dir, first.ID, "t.xsd"), []byte(strings.Replace(small, "date", "time", 1)), 0o600); err != nil {
		t.Fatal(err)
	}
	if got, known := validate(t, NewStore(dir), "urn:t", "<a/>"); known || len(got) != 1 || !Partly(got) ||
		!strings.Contains(got[0].Found, "digest differs") {
		t.Errorf("changed schema: known %v, %+v", known, got)
	}
	if err := s.Remove(first.ID); err != nil {
		t.Fatal(err)
	}
	if got, err := s.List(); err != nil || len(got) != 0 {
		t.Errorf("after Remove: %v %+v", err, got)
	}
	if err := s.Remove("../x"); failure.KindOf(err) != failure.Refused {
		t.Errorf("Remove(../x) = %v", err)
	}
}

func TestStore_Official(t *testing.T) {
	list, err := addShared(t, "xdomea", "xsd").List()
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range list {
		if e.Official {
			names = append(names, e.Name)
		}
	}
	if want := []string{"xdomea 2.3.0", "xdomea 2.4.0", "xdomea 3.0.0", "xdomea 3.1.0", "xdomea 4.0.0"}; !slices.Equal(names, want) {
		t.Errorf("official: %v, want %v", names, want)
	}
}

func TestStore_AddZIP(t *testing.T) {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for name, data := range map[string]string{"s/t.xsd": small, "s/liesmich.txt": "hallo", "../boese.xsd": small} {
		w, err := z.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(w, data); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	src := filepath.Join(t.TempDir(), "s.zip")
	if err := os.WriteFile(src, b.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	p, err := NewStore(t.TempDir()).Add(t.Context(), src)
	if err != nil || len(p.Files) != 2 || p.Files[1].Path != "s/t.xsd" {
		t.Errorf("%v %+v", err, p)
	}
	for _, f := range p.Files {
		if !filepath.IsLocal(f.Path) {
			t.Errorf("%s leads out of the package", f.Path)
		}
	}
}

func TestStore_AddRefuses(t *testing.T) {
	dir := t.TempDir()
	for name, data := range map[string]string{"a.xsd": "kein xml", "b.xsd": "<a/>"} {
		p := filepath.Join(dir, name)
		if err := os.WriteFile(p, []byte(data), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := NewStore(t.TempDir()).Add(t.Context(), p); failure.KindOf(err) != failure.Refused || !failure.Explained(err) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := NewStore(t.TempDir()).Add(t.Context(), t.TempDir()); failure.KindOf(err) != failure.Refused {
		t.Errorf("empty folder: %v", err)
	}
}

func TestFromTree(t *testing.T) {
	tree := fsTree{fs: fstest.MapFS{"h/xsd/t.xsd": &fstest.MapFile{Data: []byte(small)},
		"h/xsd/kaputt.xsd": &fstest.MapFile{Data: []byte("<a")}}}
	set, findings, err := FromTree(t.Context(), tree, []string{"h/xsd/t.xsd", "h/xsd/kaputt.xsd"})
	if err != nil || len(findings) != 1 || findings[0].Code != "SCH-002" || findings[0].Path != "h/xsd/kaputt.xsd" {
		t.Fatalf("%v %+v", err, findings)
	}
	if got, known := validate(t, set, "", `<a xmlns="urn:t"><tag>2026-01-01</tag></a>`); !known || len(got) > 0 {
		t.Errorf("known %v, %+v", known, got)
	}
}

func TestCancel(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, _, _, err := smallSet(t, map[string]string{"t.xsd": small}).Validate(ctx, "urn:t", "a.xml", one("<a/>"))
	if !errors.Is(err, context.Canceled) {
		t.Errorf("err = %v", err)
	}
}

// FuzzTranscode: never a panic, and UTF-8 passes unchanged.
func FuzzTranscode(f *testing.F) {
	for _, s := range []string{"<a/>", "<?xml version='1.0' encoding='latin1'?><a/>", "\xff\xfe<\x00", "\xef\xbb\xbf<a/>", ""} {
		f.Add([]byte(s))
	}
	for _, data := range samples.Seeds(f, 8, samples.Named(".xml"), "ead-ddb", "beispiele") {
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, doc []byte) {
		r, charset, err := utf8Reader(bytes.NewReader(doc))
		if err != nil {
			return
		}
		out, err := io.ReadAll(r)
		if err == nil && charset == "" && !bytes.Equal(out, bytes.TrimPrefix(doc, []byte("\xef\xbb\xbf"))) {
			t.Errorf("%q became %q", doc, out)
		}
	})
}

func TestCodesAreSound(t *testing.T) {
	if _, err := check.NewRegistry(Codes); err != nil {
		t.Error(err)
	}
}

// FuzzCollection: schemas of a delivery are hostile; reading their heads, finding
// roots and resolving never panics and never leaves the collection.
func FuzzCollection(f *testing.F) {
	f.Add([]byte(small), "t.xsd")
	f.Add([]byte(`<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:include schemaLocation="../../../x.xsd"/></xs:schema>`),
		"a/b.xsd")
	f.Add([]byte(`<catalog><uri name="http://x/y.xsd" uri="../t.xsd"/></catalog>`), "catalog.xml")
	for _, data := range samples.Seeds(f, 8, samples.Named(".xsd"), "xdomea", "xsd") {
		f.Add(data, "t.xsd")
	}
	for _, data := range samples.Seeds(f, 4, samples.Named("catalog.xml"), "xdomea", "xsd") {
		f.Add(data, "catalog.xml")
	}
	f.Fuzz(func(t *testing.T, data []byte, name string) {
		c := newCollection()
		if err := c.add(name, data); err != nil {
			return
		}
		for _, ns := range c.namespaces() {
			c.roots(ns)
		}
		for location, to := range c.catalog {
			if d, ok := c.resolve("t.xsd", location); ok && c.files[d.path] != d {
				t.Errorf("%s leads to %s", location, to)
			}
		}
	})
}

func TestVersionOf(t *testing.T) {
	for namespace, want := range map[string]string{"urn:xoev-de:xdomea:schema:2.3.0": "2.3.0", "http://www.loc.gov/premis/v3": "3",
		"http://www.loc.gov/METS/": "", "http://bar.admin.ch/arelda/v4": "4"} {
		if got := VersionOf(namespace); got != want {
			t.Errorf("%s: %q, want %q", namespace, got, want)
		}
	}
}

func TestMissing(t *testing.T) {
	all := Officials()
	if got := Missing(nil); len(got) != len(all) {
		t.Errorf("%d of %d missing where nothing is at hand", len(got), len(all))
	}
	got := Missing([]Entry{{Namespace: all[1].Namespace}, {Namespace: "urn:other"}})
	if len(got) != len(all)-1 || got[0] != all[0] || got[1] != all[2] {
		t.Errorf("missing %v", got)
	}
}
