package aip

import (
	"archive/tar"
	"bytes"
	"crypto/sha512"
	"encoding/hex"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"laufzettel/transfer/check"
	"laufzettel/transfer/record"
)

// entries are the files of a TAR in order; rewriting them gives a new TAR.
type entries []entry

type entry struct {
	name string
	b    []byte
}

func unpack(t testing.TB, raw []byte) entries {
	t.Helper()
	var out entries
	tr := tar.NewReader(bytes.NewReader(raw))
	for {
		h, err := tr.Next()
		if err == io.EOF {
			return out
		}
		if err != nil {
			t.Fatal(err)
		}
		b, err := io.ReadAll(tr)
		if err != nil {
			t.Fatal(err)
		}
		if h.Typeflag == tar.TypeDir {
			continue
		}
		out = append(out, entry{h.Name, b})
	}
}

func (e entries) pack(t testing.TB) []byte {
	t.Helper()
	var b bytes.Buffer
	tw := tar.NewWriter(&b)
	for _, x := range e {
		if err := tw.WriteHeader(&tar.Header{Name: x.name, Size: int64(len(x.b)), Mode: 0o644, ModTime: ordered,
			Format: tar.FormatPAX}); err != nil {
			t.Fatal(err)
		}
		if _, err := tw.Write(x.b); err != nil {
			t.Fatal(err)
		}
	}
	if err := tw.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func (e entries) at(t testing.TB, name string) *entry {
	t.Helper()
	i := slices.IndexFunc(e, func(x entry) bool { return strings.HasSuffix(x.name, "/"+name) })
	if i < 0 {
		t.Fatalf("no entry %s", name)
	}
	return &e[i]
}

func (e entries) replace(t testing.TB, name, old, new string) {
	t.Helper()
	x := e.at(t, name)
	if !bytes.Contains(x.b, []byte(old)) {
		t.Fatalf("%s does not hold %q", name, old)
	}
	x.b = bytes.Replace(x.b, []byte(old), []byte(new), 1)
}

// reseal makes METS.xml and the digests above a changed metadata document fit
// again, as somebody would who knows the format.
func (e entries) reseal(t testing.TB, name, before string) {
	t.Helper()
	sum := sha512.Sum512(e.at(t, name).b)
	e.replace(t, metsName, before, hex.EncodeToString(sum[:]))
	mets := sha512.Sum512(e.at(t, metsName).b)
	e.at(t, sealName).b = []byte(hex.EncodeToString(mets[:]) + "  METS.xml\n")
}

func (e entries) sum(t testing.TB, name string) string {
	t.Helper()
	sum := sha512.Sum512(e.at(t, name).b)
	return hex.EncodeToString(sum[:])
}

func without(e entries, name string) entries {
	return slices.DeleteFunc(e, func(x entry) bool { return strings.HasSuffix(x.name, "/"+name) })
}

// Every change of a sealed package is told, with its place.
func TestVerify_Tampered(t *testing.T) {
	raw := build(t, sample())
	const file = dataFolder + "02_antrag.pdf"
	for _, c := range []struct {
		name   string
		change func(e entries) entries
		want   []string // code and path
	}{
		{"changed byte", func(e entries) entries { e.replace(t, file, "Antrag", "Antrbg"); return e }, []string{"AIP-005 " + file}},
		{"grown file", func(e entries) entries { e.at(t, file).b = append(e.at(t, file).b, 'x'); return e }, []string{"AIP-006 " + file}},
		{"missing file", func(e entries) entries { return without(e, file) }, []string{"AIP-003 " + file}},
		{"extra file", func(e entries) entries {
			return append(e, entry{sample().PID + "/" + dataFolder + "neu.pdf", []byte("x")})
		}, []string{"AIP-004 " + dataFolder + "neu.pdf"}},
		{"file beside the root", func(e entries) entries { return append(e, entry{"zz/neu.pdf", []byte("x")}) },
			[]string{"AIP-002 zz/neu.pdf"}},
		{"changed METS", func(e entries) entries {
			e.replace(t, metsName, "Staatsarchiv", "Stadtarchiv")
			return e
		}, []string{"AIP-011 METS.xml"}},
		{"METS without its seal", func(e entries) entries { return without(e, sealName) }, []string{"AIP-011 METS.xml.sha512"}},
		{"METS against its schema", func(e entries) entries {
			e.replace(t, metsName, `RECORDSTATUS="NEW"`, `RECORDSTATUS="OLD"`)
			return e
		}, []string{"AIP-007 METS.xml", "AIP-011 METS.xml"}},
		{"PREMIS missing", func(e entries) entries { return without(e, premisName) },
			[]string{"AIP-003 " + premisName, "AIP-008 " + premisName}},
		{"representation METS missing", func(e entries) entries { return without(e, repMetsName) }, nil},
		{"PREMIS digest changed and resealed", func(e entries) entries {
			before := e.sum(t, premisName)
			old := e.sum(t, file)
			e.replace(t, premisName, old, strings.Repeat("0", 128))
			e.reseal(t, premisName, before)
			return e
		}, []string{"AIP-010 " + file}},
		{"PREMIS broken and resealed", func(e entries) entries {
			before := e.sum(t, premisName)
			e.replace(t, premisName, "<originalName>", "<originalname>")
			e.reseal(t, premisName, before)
			return e
		}, nil},
		{"description names another package, resealed", func(e entries) entries {
			before := e.sum(t, descriptionName)
			e.replace(t, descriptionName, `referenceCode="11842/103"`, `referenceCode="11842/999"`)
			e.reseal(t, descriptionName, before)
			return e
		}, []string{"AIP-010 " + descriptionName}},
		{"description against its schema, resealed", func(e entries) entries {
			before := e.sum(t, descriptionName)
			e.replace(t, descriptionName, `kind="case"`, `kind="file"`)
			e.reseal(t, descriptionName, before)
			return e
		}, []string{"AIP-009 " + descriptionName}},
		{"description of the future, resealed", func(e entries) entries {
			before := e.sum(t, descriptionName)
			e.replace(t, descriptionName, `version="1"`, `version="2"`)
			e.reseal(t, descriptionName, before)
			return e
		}, []string{"AIP-012 " + descriptionName}},
		{"no program as creator, resealed", func(e entries) entries {
			e.replace(t, metsName, `ROLE="CREATOR" TYPE="OTHER"`, `ROLE="CUSTODIAN" TYPE="OTHER"`)
			mets := sha512.Sum512(e.at(t, metsName).b)
			e.at(t, sealName).b = []byte(hex.EncodeToString(mets[:]) + "  METS.xml\n")
			return e
		}, []string{"AIP-002 METS.xml"}},
		{"root folder renamed", func(e entries) entries {
			for i := range e {
				e[i].name = "anders/" + strings.SplitN(e[i].name, "/", 2)[1]
			}
			return e
		}, []string{"AIP-002 "}},
	} {
		t.Run(c.name, func(t *testing.T) {
			findings, err := opened(t, c.change(unpack(t, raw)).pack(t)).Verify(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, f := range findings {
				got = append(got, f.Code+" "+f.Path)
			}
			if len(got) == 0 {
				t.Fatal("the change was not found")
			}
			if c.want != nil {
				if diff := cmp.Diff(c.want, got); diff != "" {
					t.Errorf("findings (-want +got):\n%s", diff)
				}
			}
		})
	}
}

func TestVerifyFile_Unreadable(t *testing.T) {
	raw := build(t, sample())
	for name, b := range map[string][]byte{"cut": raw[:len(raw)/2+17], "no package": without(unpack(t, raw), metsName).pack(t), "empty": {},
		"text": []byte("kein Paket"),
		"doctype": func() []byte {
			e := unpack(t, raw)
			e.replace(t, descriptionName, "<description", "<!DOCTYPE d [<!ENTITY x 'y'>]><description")
			return e.pack(t)
		}()} {
		file := filepath.Join(t.TempDir(), "a.tar")
		if err := os.WriteFile(file, b, 0o644); err != nil {
			t.Fatal(err)
		}
		findings, err := VerifyFile(t.Context(), file)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if len(findings) == 0 || findings[0].Severity != check.Error {
			t.Errorf("%s: findings %+v", name, findings)
		}
		if name != "cut" && findings[0].Code != "AIP-001" {
			t.Errorf("%s: code %s, want AIP-001", name, findings[0].Code)
		}
	}
	if _, err := VerifyFile(t.Context(), filepath.Join(t.TempDir(), "fehlt.tar")); err == nil {
		t.Error("a file that is not there is no error")
	}
}

// Every byte of the package counts: flipping any one of a sample of positions is
// either told or lies in padding and headers that carry no content.
func TestVerify_FlippedBytes(t *testing.T) {
	raw := build(t, sample())
	file := filepath.Join(t.TempDir(), "a.tar")
	blind := 0
	for at := 0; at < len(raw); at += 331 {
		b := bytes.Clone(raw)
		b[at] ^= 0x20
		if err := os.WriteFile(file, b, 0o644); err != nil {
			t.Fatal(err)
		}
		findings, err := VerifyFile(t.Context(), file)
		if err != nil {
			t.Fatalf("byte %d: %v", at, err)
		}
		if len(findings) == 0 {
			if raw[at] != 0 {
				t.Errorf("flipping byte %d (%q) was not told", at, raw[at])
			}
			blind++
		}
	}
	if blind > len(raw)/331/2 {
		t.Errorf("%d flipped bytes were not told", blind)
	}
}

func TestCodes_Complete(t *testing.T) {
	if _, err := check.NewRegistry(Codes); err != nil {
		t.Error(err)
	}
}

// Whatever is opened: no panic, no error that is nobody's.
func FuzzOpen(f *testing.F) {
	s := sample()
	s.Files = s.Files[:1]
	s.Object = &record.Object{ID: "v", Kind: record.Case, Subject: "x"}
	whole := build(f, s)
	f.Add(whole)
	f.Add(whole[:4096])
	small := unpack(f, whole)[:2]
	small[0].b = []byte(
		`<mets xmlns="http://www.loc.gov/METS/" OBJID="x"><fileSec><fileGrp USE="Data"><file><FLocat xmlns:xlink="http://www.w3.org/1999/xlink" xlink:href="../../%2e%2e/x"/></file></fileGrp></fileSec></mets>`)
	small[1] = entry{sample().PID + "/" + descriptionName, []byte(`<description xmlns="` + Namespace +
		`" pid="x"><object id="a" kind="case"/></description>`)}
	f.Add(small.pack(f))
	f.Fuzz(func(t *testing.T, raw []byte) {
		if len(raw) > 1<<20 {
			return
		}
		file := filepath.Join(t.TempDir(), "a.tar")
		if err := os.WriteFile(file, raw, 0o644); err != nil {
			t.Fatal(err)
		}
		findings, err := VerifyFile(t.Context(), file)
		if err == nil && len(findings) == 0 && !bytes.Contains(raw, []byte(sealName)) {
			t.Error("something without a seal verified")
		}
		p, err := Open(t.Context(), file)
		if err != nil {
			return
		}
		defer p.Close()
		p.Documents()
	})
}

// A folder that METS names and the package lacks is a finding, and the other way round:
// an empty folder leaves no other trace.
func TestVerify_Folders(t *testing.T) {
	raw := packages(t)["share"]
	root, _, _ := strings.Cut(unpack(t, raw)[0].name, "/")
	data := root + "/" + dataFolder
	for name, c := range map[string]struct {
		drop, add string
		want      []string
	}{
		"whole":       {"-", "", nil},
		"one lacking": {data + "leer & <leer>/tiefer/", "", []string{codeMissingFile.ID + " " + dataFolder + "leer & <leer>/tiefer/"}},
		"one more":    {"-", data + "neu/", []string{codeExtraFile.ID + " " + dataFolder + "neu/"}},
	} {
		t.Run(name, func(t *testing.T) {
			var b bytes.Buffer
			tr, tw := tar.NewReader(bytes.NewReader(raw)), tar.NewWriter(&b)
			for h, err := tr.Next(); err == nil; h, err = tr.Next() {
				if h.Name == c.drop {
					continue
				}
				if err := tw.WriteHeader(h); err != nil {
					t.Fatal(err)
				}
				if _, err := io.Copy(tw, tr); err != nil {
					t.Fatal(err)
				}
			}
			if c.add != "" {
				if err := tw.WriteHeader(&tar.Header{Name: c.add, Typeflag: tar.TypeDir, Mode: 0o755}); err != nil {
					t.Fatal(err)
				}
			}
			if err := tw.Close(); err != nil {
				t.Fatal(err)
			}
			file := filepath.Join(t.TempDir(), "paket.tar")
			if err := os.WriteFile(file, b.Bytes(), 0o600); err != nil {
				t.Fatal(err)
			}
			pkg, findings, err := OpenVerified(t.Context(), file)
			if err != nil {
				t.Fatal(err)
			}
			defer pkg.Close()
			var got []string
			for _, f := range findings {
				got = append(got, f.Code+" "+f.Path)
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("findings %v, want %v", got, c.want)
			}
			if d := pkg.Folders(); len(d) != 2 || d[1].Path != "leer & <leer>/tiefer" || d[1].Modified.Unix() != 920617751 ||
				!d[0].Modified.IsZero() {
				t.Errorf("folders %+v", d)
			}
		})
	}
}

// The quick count of depth is that of the reader wherever it is sure.
func TestPlainDepth(t *testing.T) {
	deep := strings.Repeat("<a b='>' c=\"/>\">x", 5) + "<d/>" + strings.Repeat("</a>", 5)
	for _, tt := range []struct {
		doc  string
		want int
		sure bool
	}{{deep, 6, true}, {"<a><b/><b/></a>", 2, true}, {"<a/>", 1, true}, {"text", 0, true}, {"<a><![CDATA[<b>]]></a>", 1, false},
		{"<a><!-- <b> --></a>", 1, false}, {"<a><?p <b> ?></a>", 1, false}, {"<a", 0, true}, {"<a><b x=\"", 1, true}, {"<", 0, true}} {
		n, sure := plainDepth([]byte(tt.doc))
		if sure != tt.sure || sure && n != tt.want {
			t.Errorf("%q: %d, %v; want %d, %v", tt.doc, n, sure, tt.want, tt.sure)
		}
		if got := depth([]byte(tt.doc)); got != tt.want {
			t.Errorf("%q: depth %d, want %d", tt.doc, got, tt.want)
		}
	}
	for _, doc := range []string{"METS.xml", descriptionName, premisName} {
		b := content(t, opened(t, build(t, sample())), doc)
		n, sure := plainDepth(b)
		slow := depth(append([]byte("<!-- -->"), b...)) // the comment makes the reader count
		if !sure || n != slow {
			t.Errorf("%s: %d, %v; the reader counts %d", doc, n, sure, slow)
		}
	}
}
