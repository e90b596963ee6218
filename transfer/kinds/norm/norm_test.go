package norm_test

import (
	"archive/zip"
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"flag"
	"maps"
	"math/big"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"laufzettel/transfer/check"
	"laufzettel/transfer/check/checktest"
	"laufzettel/transfer/container"
	"laufzettel/transfer/kinds/norm"
	"laufzettel/transfer/kinds/xdomea"
	"laufzettel/transfer/record"
	"laufzettel/transfer/report"
	"laufzettel/transfer/samples"
	"laufzettel/transfer/signature"
	"laufzettel/transfer/signature/signaturetest"
)

var update = flag.Bool("update", false, "make the signed sample anew")

// The signed sample is intact; with -update it is signed by a new invented
// authority.
func TestSignedSample(t *testing.T) {
	name := filepath.Join("testdata", "originalnorm.pdf")
	if *update {
		signed, issuer := signSample(t)
		if err := errors.Join(os.WriteFile(name, signed, 0o644),
			os.WriteFile(filepath.Join("testdata", "aussteller.pem"), issuer, 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	results, err := signature.VerifyPDF(t.Context(), bytes.NewReader(data), signature.Trust{})
	if err != nil || len(results) != 1 || !results[0].Intact || results[0].Signer != "Ministerium der Justiz Musterland" {
		t.Errorf("%v %+v", err, results)
	}
	issuers := x509.NewCertPool()
	if !issuers.AppendCertsFromPEM(norm.SampleIssuer()) {
		t.Fatal("no issuer")
	}
	results, err = signature.VerifyPDF(t.Context(), bytes.NewReader(data), signature.Trust{Roots: issuers})
	if err != nil || len(results) != 1 || !results[0].Trusted {
		t.Errorf("%v %+v", err, results)
	}
}

func signSample(t *testing.T) (signed, issuer []byte) {
	rootKey, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	from := time.Date(2012, 1, 1, 0, 0, 0, 0, time.UTC)
	make := func(serial int64, name string, ca bool, parent *x509.Certificate, pub any) *x509.Certificate {
		c := &x509.Certificate{SerialNumber: big.NewInt(serial), Subject: pkix.Name{CommonName: name}, NotBefore: from,
			NotAfter: from.AddDate(120, 0, 0), IsCA: ca, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageDigitalSignature}
		if ca {
			c.KeyUsage = x509.KeyUsageCertSign
		}
		if parent == nil {
			parent = c
		}
		der, err := x509.CreateCertificate(rand.Reader, c, parent, pub, rootKey)
		if err != nil {
			t.Fatal(err)
		}
		out, err := x509.ParseCertificate(der)
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	root := make(1, "Muster-CA für Proben", true, nil, rootKey.Public())
	leaf := make(2, "Ministerium der Justiz Musterland", false, root, key.Public())
	data, err := signaturetest.SamplePDF("Originalnorm", func(content []byte) ([]byte, error) {
		return signaturetest.SignDetached(content, leaf, []*x509.Certificate{root}, key)
	})
	if err != nil {
		t.Fatal(err)
	}
	return data, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: root.Raw})
}

func pair(t testing.TB) *norm.Pair {
	t.Helper()
	var made []byte // the same PDF/A for all
	p, err := norm.Sample{Messages: xdomea.Messages{}, PDF: func(title string) ([]byte, error) {
		if made != nil {
			return made, nil
		}
		var b bytes.Buffer
		err := report.Write(&b, report.Document{Kind: "generated", Title: title, Tool: "Test", Language: "de-DE",
			Created: time.Date(2012, 7, 11, 0, 0, 0, 0, time.UTC), Blocks: []report.Block{report.Paragraph{Text: title}}})
		made = b.Bytes()
		return made, err
	}}.Build()
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// put writes files into a folder, or packs them where zipped.
func put(t testing.TB, files map[string][]byte, zipped string) string {
	t.Helper()
	if zipped == "" {
		return samples.Lay(t, "lieferung", files)
	}
	dir := t.TempDir()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, name := range slices.Sorted(maps.Keys(files)) {
		w, err := z.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write(files[name]); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(dir, zipped)
	if err := os.WriteFile(name, b.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	return name
}

func checked(t testing.TB, name string) *check.Outcome {
	t.Helper()
	// xdomea stands first: norm must win by its own mark.
	return checktest.Path(t, &check.Engine{Kinds: []check.Kind{norm.Kind{Messages: xdomea.Messages{}}, xdomea.Kind{}}}, name, check.Input{})
}

// A sound pair in a folder: the relation and the signature are shown.
func TestPair_Sound(t *testing.T) {
	out := checked(t, put(t, checktest.All(t, pair(t)), ""))
	r := out.Report
	if r.Kind != "norm" || r.Verdict != check.Accepted || r.Agency.Name != "Ministerium der Justiz Musterland" {
		t.Fatalf("%s %s %+v", r.Kind, r.Verdict, r.Findings)
	}
	for _, f := range r.Findings {
		if f.Severity != check.Note && f.Code != "SIG-003" {
			t.Errorf("%+v", f)
		}
	}
	text := map[string]string{}
	for o := range record.All(out.Manifest.Roots) {
		for _, f := range o.Fields {
			text[f.Name] += f.Value + "|"
		}
		if o.Kind == record.Case && (o.Rating != record.RatingArchive || o.Origin != record.OriginKind) {
			t.Errorf("%s rated %q by %q (E9)", o.ID, o.Rating, o.Origin)
		}
	}
	for name, want := range map[string]string{"Zugehörige Ausgabenorm": "0a02_Aussonderung.Aussonderung.0503.zip",
		"Zugehörige Originalnorm": "0a01_Aussonderung", "Signatur": "Ministerium der Justiz Musterland", "Verwahrung": "Zwischenarchiv",
		"Verkündet": "2012-07-11"} {
		if !strings.Contains(text[name], want) {
			t.Errorf("field %q is %q, want %q", name, text[name], want)
		}
	}
}

// A single container beats xdomea, which would take it too.
func TestSingle_BeatsXdomea(t *testing.T) {
	p := pair(t)
	p.Alone = p.Issue
	out := checked(t, put(t, checktest.All(t, p), "norm.zip"))
	var kept []string
	for o := range record.All(out.Manifest.Roots) {
		for f := range o.Files() {
			kept = append(kept, f.Name)
		}
	}
	if !slices.Contains(kept, "Ausgabenorm.xml") || len(kept) != 5 {
		t.Errorf("objects hold %v, want the revision data too", kept)
	}
	r := out.Report
	if r.Kind != "norm" || r.Verdict != check.Accepted || !slices.Contains(checktest.Codes(r), "NRM-016") {
		t.Errorf("%s %s %+v", r.Kind, r.Verdict, r.Findings)
	}
}

func TestDefects(t *testing.T) {
	defects := norm.Defects()
	for _, c := range append(slices.Clone(norm.Codes), check.Code{ID: "SIG-001"}) {
		t.Run(c.ID, func(t *testing.T) {
			x, ok := defects[c.ID]
			if !ok {
				t.Fatalf("no defect for %s", c.ID)
			}
			out, err := x.Apply(pair(t))
			if err != nil {
				t.Fatal(err)
			}
			r := checked(t, put(t, out, "lieferung.zip")).Report
			got := checktest.Codes(r)
			if r.Kind != "norm" || !slices.Contains(got, c.ID) {
				t.Fatalf("%s %v, want %s: %+v", r.Kind, got, c.ID, r.Findings)
			}
			for _, other := range got {
				if (strings.HasPrefix(other, "NRM-") || other == "SIG-001") && other != c.ID && !slices.Contains(follows[c.ID], other) {
					t.Errorf("%s also causes %s: %+v", c.ID, other, r.Findings)
				}
			}
		})
	}
}

var follows = map[string][]string{"NRM-009": {}, "NRM-012": {}}

// Findings inside a container name it before "!".
func TestPair_PathOfNested(t *testing.T) {
	out, err := norm.Defects()["NRM-006"].Apply(pair(t))
	if err != nil {
		t.Fatal(err)
	}
	r := checked(t, put(t, out, "")).Report
	i := slices.IndexFunc(r.Findings, func(f check.Finding) bool { return f.Code == "NRM-006" })
	if want := "7a1c0f52-6f0e-4c55-9a43-2b9d1f5e0a02_Aussonderung.Aussonderung.0503.zip!rohfassung.doc"; r.Findings[i].Path != want {
		t.Errorf("path %q, want %q", r.Findings[i].Path, want)
	}
}

// A missing file inside a container is told there.
func TestPair_CompletenessInside(t *testing.T) {
	p := pair(t)
	delete(p.Issue.Files, "GVBl_I_07_2012__an__report.pdf")
	p.Issue.Files["fremd.pdf"] = []byte("%PDF-1.4\n")
	got := checktest.Codes(checked(t, put(t, checktest.All(t, p), "")).Report)
	if !slices.Contains(got, "VOL-001") || !slices.Contains(got, "VOL-002") {
		t.Errorf("got %v, want VOL-001 and VOL-002", got)
	}
}

// A detached signature beside its file is verified too.
func TestDetached_BesideItsFile(t *testing.T) {
	p := pair(t)
	p.Original.Files["gesetz.pdf.p7s"] = []byte("keine Signatur")
	p.Original.Named = append(p.Original.Named, "gesetz.pdf.p7s")
	if got := checktest.Codes(checked(t, put(t, checktest.All(t, p), "")).Report); !slices.Contains(got, "SIG-004") {
		t.Errorf("got %v, want SIG-004", got)
	}
}

func TestDescribe(t *testing.T) {
	tree, err := container.Open(t.Context(), put(t, checktest.All(t, pair(t)), ""), container.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer tree.Close()
	d, err := norm.Kind{Messages: xdomea.Messages{}}.Describe(t.Context(), tree)
	if err != nil {
		t.Fatal(err)
	}
	man, _, err := norm.Kind{Messages: xdomea.Messages{}}.Read(t.Context(), tree, check.Match{}, check.ReadInput{})
	if err != nil {
		t.Fatal(err)
	}
	_, _, data, err := d.Description(man.Roots[0].Children[0].ID)
	if err != nil || !bytes.Contains(data, []byte("Gesetz über die Aufbewahrung")) {
		t.Errorf("%v %s", err, data)
	}
}

func FuzzPromulgated(f *testing.F) {
	f.Add([]byte("<a><Verkuendungsdatum>2012-07-11</Verkuendungsdatum></a>"))
	f.Add([]byte("<a verkündet='11.07.2012'/>"))
	for _, data := range samples.Seeds(f, 4, samples.Named(".xml"), "ead-ddb", "beispiele") {
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		day := norm.Promulgated(bytes.NewReader(data))
		if day != "" && len(day) < 10 {
			t.Fatalf("day %q", day)
		}
	})
}
