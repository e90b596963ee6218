package prepare_test

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/xml"
	"math/big"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/digitorus/pkcs7"

	"laufzettel/transfer/kind"
	"laufzettel/transfer/prepare"
	"laufzettel/transfer/signature"
	"laufzettel/transfer/signature/signaturetest"
)

// authority is a test CA with one registrar.
type authority struct {
	root *x509.Certificate
	leaf *x509.Certificate
	key  *ecdsa.PrivateKey
}

// newAuthority makes a CA and a certificate for name that ends at until.
func newAuthority(t *testing.T, name string, until time.Time) authority {
	t.Helper()
	rootKey, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	make := func(serial int64, name string, parent *x509.Certificate, public *ecdsa.PublicKey, ca bool) *x509.Certificate {
		c := &x509.Certificate{SerialNumber: big.NewInt(serial),
			Subject: pkix.Name{CommonName: name, Organization: []string{"Stadt Musterstadt"}}, NotBefore: until.AddDate(-9, 0, 0),
			NotAfter: until,
			IsCA:     ca, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageDigitalSignature}
		if ca {
			c.KeyUsage |= x509.KeyUsageCertSign
		}
		if parent == nil {
			parent = c
		}
		der, err := x509.CreateCertificate(rand.Reader, c, parent, public, rootKey)
		if err != nil {
			t.Fatal(err)
		}
		out, err := x509.ParseCertificate(der)
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	root := make(1, "Prüf-CA Musterland", nil, &rootKey.PublicKey, true)
	return authority{root: root, leaf: make(2, name, root, &key.PublicKey, false), key: key}
}

func (a authority) detached(t *testing.T, content []byte) []byte {
	t.Helper()
	out, err := signaturetest.SignDetached(content, a.leaf, []*x509.Certificate{a.root}, a.key)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// attached makes a .p7m: the CMS carries the content.
func (a authority) attached(t *testing.T, content []byte) []byte {
	t.Helper()
	sd, err := pkcs7.NewSignedData(content)
	if err != nil {
		t.Fatal(err)
	}
	sd.SetDigestAlgorithm(pkcs7.OIDDigestAlgorithmSHA256)
	if err := sd.AddSignerChain(a.leaf, a.key, []*x509.Certificate{a.root}, pkcs7.SignerInfoConfig{}); err != nil {
		t.Fatal(err)
	}
	out, err := sd.Finish()
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func (a authority) pdf(t *testing.T) []byte {
	t.Helper()
	out, err := signaturetest.SamplePDF("Beurkundung", func(content []byte) ([]byte, error) { return a.detached(t, content), nil })
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func (a authority) roots() *x509.CertPool {
	pool := x509.NewCertPool()
	pool.AddCert(a.root)
	return pool
}

const registrar = "Jörg Größler-Öztürk"

// part is what the backbone says of one certification.
type part struct {
	Signer string `xml:"Signierender"`
	Signed string `xml:"Signaturdatum"`
	XML    string `xml:"XML>Datei"`
}

func backboneParts(t *testing.T, p prepare.Preparation) map[string]part {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(p.Folder(), p.Name+".xml"))
	if err != nil {
		t.Fatal(err)
	}
	var b struct {
		Entries []struct {
			Parts []part `xml:"UrkundlicherTeil"`
		} `xml:"Eintraege>Eintrag"`
	}
	if err := xml.Unmarshal(data, &b); err != nil {
		t.Fatal(err)
	}
	out := map[string]part{}
	for _, e := range b.Entries {
		for _, p := range e.Parts {
			out[p.XML] = p
		}
	}
	return out
}

// signedMaterial is a register whose three entries are signed in three ways.
func signedMaterial(t *testing.T, a authority) material {
	t.Helper()
	m := registerMaterial(t, 3)
	delete(m.files, "index.csv")
	m.files["index.csv"] = []byte("Nummer;Verfügungsnummer\n1;V-1\n2;V-2\n3;V-3\n")
	for name := range m.files { // one certification for each entry
		if strings.Contains(name, "-U1.") || strings.Contains(name, "-H") {
			delete(m.files, name)
		}
	}
	m.files["623456-S-1989-1-U0.pdf"] = a.pdf(t)
	m.files["623456-S-1989-2-U0.xml.p7s"] = a.detached(t, m.files["623456-S-1989-2-U0.xml"])
	m.files["623456-S-1989-3-U0.xml.p7m"] = a.attached(t, m.files["623456-S-1989-3-U0.xml"])
	delete(m.files, "623456-S-1989-3-U0.xml")
	return m
}

// Signatures are dissolved: plain name and day stand in the backbone, whichever
// way was signed; the signature files are not part of the portion (C6).
func TestRegister_DissolvesSignatures(t *testing.T) {
	a := newAuthority(t, registrar, time.Now().AddDate(1, 0, 0))
	m := signedMaterial(t, a)
	s := newStore(t)
	work := &prepare.Work{Store: s, Roots: a.roots()}
	o, err := work.Build(t.Context(), begin(t, s, "register", m).ID, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	today := time.Now().UTC()
	for entry, name := range map[string]string{"PAdES": "623456-S-1989-1-U0.xml", "p7s": "623456-S-1989-2-U0.xml",
		"p7m": "623456-S-1989-3-U0.xml"} {
		got := backboneParts(t, o.Preparation)[name]
		day, err := time.Parse(time.DateOnly, got.Signed)
		if got.Signer != registrar || err != nil || today.Sub(day) > 48*time.Hour {
			t.Errorf("%s: %+v", entry, got)
		}
	}
	var codes []string
	for _, f := range o.Findings {
		codes = append(codes, f.Code)
	}
	if o.Preparation.Signed != 3 || slices.Contains(codes, "SIG-003") || slices.Contains(codes, "SIG-001") {
		t.Errorf("%d dissolved, findings %v", o.Preparation.Signed, codes)
	}
	if n := o.Preparation.Staying(); n != 0 {
		t.Errorf("%d signatures stay in their files", n)
	}
	plain, err := os.ReadFile(filepath.Join(o.Preparation.Folder(), "623456-S-1989-1-U0.pdf"))
	if err != nil || bytes.Contains(plain, []byte("/ByteRange")) || !bytes.Contains(plain, []byte("72 720 200 12 re f")) {
		t.Errorf("the PDF is still signed or lost its page: %v", err)
	}
	files, err := s.Files(t.Context(), o.Preparation.ID)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if strings.HasSuffix(f.Path, ".p7s") || strings.HasSuffix(f.Path, ".p7m") {
			t.Errorf("%s is part of the portion", f.Path)
		}
	}
	// The content of the .p7m is the certificate itself.
	inner, err := os.ReadFile(filepath.Join(o.Preparation.Folder(), "623456-S-1989-3-U0.xml"))
	if err != nil || !bytes.Contains(inner, []byte("<Beurkundung")) || bytes.Contains(inner, []byte("Prüf-CA")) {
		t.Errorf("dissolved certificate: %.60s, %v", inner, err)
	}
	// A second build knows the signatures from its journal.
	again, err := work.Build(t.Context(), o.Preparation.ID, nil, nil)
	if err != nil || again.Skipped != len(m.files)-1 || backboneParts(t, again.Preparation)["623456-S-1989-2-U0.xml"].Signer != registrar {
		t.Errorf("skipped %d of %d: %v", again.Skipped, len(m.files), err)
	}
}

// An altered byte, an expired certificate and an unknown issuer are three
// findings, told before hand-over.
func TestRegister_SignatureFindings(t *testing.T) {
	tests := map[string]struct {
		until time.Time
		spoil bool
		known bool
		want  []string
	}{
		"altered byte":   {time.Now().AddDate(1, 0, 0), true, true, []string{"PRE-030", "SIG-001"}},
		"expired":        {time.Now().AddDate(-1, 0, 0), false, true, []string{"PRE-030", "SIG-006"}},
		"unknown issuer": {time.Now().AddDate(1, 0, 0), false, false, []string{"SIG-003"}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			a := newAuthority(t, registrar, tt.until)
			m := signedMaterial(t, a)
			if tt.spoil {
				data := bytes.Clone(m.files["623456-S-1989-1-U0.pdf"])
				i := bytes.Index(data, []byte("72 720 200 12"))
				data[i] = '8'
				m.files["623456-S-1989-1-U0.pdf"] = data
			}
			s := newStore(t)
			work := &prepare.Work{Store: s}
			if tt.known {
				work.Roots = a.roots()
			}
			o, err := work.Build(t.Context(), begin(t, s, "register", m).ID, nil, nil)
			if err != nil {
				t.Fatal(err)
			}
			var codes []string
			for _, f := range o.Findings {
				if f.Path == "623456-S-1989-1-U0.pdf" {
					codes = append(codes, f.Code)
				}
			}
			if !slices.Equal(codes, tt.want) {
				t.Errorf("told %v, want %s", codes, tt.want)
			}
			if got := backboneParts(t, o.Preparation)["623456-S-1989-1-U0.xml"].Signer; got != registrar {
				t.Errorf("signer %q", got)
			}
		})
	}
}

// Names that follow no rule get the ones of the agreement: the entry is read from
// a short name or from the certificate itself (C4).
func TestRegister_NamesByConvention(t *testing.T) {
	m := registerMaterial(t, 2)
	files := map[string][]byte{}
	for name, data := range m.files {
		switch {
		case strings.HasPrefix(name, "623456-S-1989-1-U0"):
			name = "scan/0001_u0" + filepath.Ext(name)
		case strings.HasPrefix(name, "623456-S-1989-1-U1"):
			name = "scan/1-U1" + filepath.Ext(name)
		case strings.HasPrefix(name, "623456-S-1989-2-U0"):
			name = "Beurkundung Öztürk" + filepath.Ext(name)
		case strings.HasPrefix(name, "623456-S-1989-1-H0"):
			name = "Hinweis Ahrens" + filepath.Ext(name)
		}
		files[name] = data
	}
	fields := kind.Values{}
	for k, v := range m.fields {
		fields[k] = v
	}
	fields["agencyId"], fields["year"], fields["type"] = "623456", "1989", "Sterberegister"
	s := newStore(t)
	o := build(t, s, begin(t, s, "register", material{files: files, fields: fields}).ID)
	got, err := s.Files(t.Context(), o.Preparation.ID)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"1-U0", "1-U1", "1-H0", "2-U0"} {
		for _, ext := range []string{".xml", ".pdf"} {
			if !slices.ContainsFunc(got, func(f kind.File) bool { return f.Path == "623456-S-1989-"+want+ext }) {
				t.Errorf("no %s%s", want, ext)
			}
		}
	}
	if len(o.Findings) != 0 {
		t.Errorf("findings %v", o.Findings)
	}
}

// Older closing notes go to their folder; the last one counts (3.2.1 no. 7).
func TestRegister_ClosingNotes(t *testing.T) {
	m := registerMaterial(t, 1)
	note := m.files["623456-S-1989-Abschlussvermerk.pdf"]
	delete(m.files, "623456-S-1989-Abschlussvermerk.pdf")
	m.files["Abschlussvermerk 1989.pdf"], m.files["Abschlussvermerk 1990.pdf"], m.files["Überholte/Abschlussvermerk-1.pdf"] = note, note,
		note
	s := newStore(t)
	o := build(t, s, begin(t, s, "register", m).ID)
	for _, want := range []string{"Abschlussvermerk 1990.pdf", "Ueberholte_Abschlussvermerke/Abschlussvermerk 1989.pdf",
		"Ueberholte_Abschlussvermerke/Abschlussvermerk-1.pdf"} {
		if _, err := os.Stat(filepath.Join(o.Preparation.Folder(), filepath.FromSlash(want))); err != nil {
			t.Error(err)
		}
	}
}

// A value read from the files is corrected with a reason; what then is named and
// not there fails check 8 (C6, 3.3.3 no. 8).
func TestRegister_CorrectionAndCheck8(t *testing.T) {
	m := registerMaterial(t, 1)
	fields := kind.Values{}
	for k, v := range m.fields {
		fields[k] = v
	}
	fields["closingNote"] = "Abschluss-anders.pdf"
	s := newStore(t)
	p, err := s.New(t.Context(), prepare.Preparation{Kind: "register", Source: lay(t, m.files),
		Target: filepath.Join(t.TempDir(), "portion"), Fields: fields, Reason: kind.Values{"closingNote": "Neu ausgestellt"}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	o := build(t, s, p.ID)
	var told []string
	for _, f := range o.Findings {
		told = append(told, f.Code+" "+f.Path)
	}
	if !slices.Contains(told, "PRE-004 Abschluss-anders.pdf") {
		t.Errorf("told %v", told)
	}
}

// A file that is no CMS, is cut or is hostile stops nothing but itself.
func FuzzOpenAttached(f *testing.F) {
	f.Add([]byte("kein CMS"))
	f.Add([]byte{0x30, 0x80, 0x06, 0x09, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x07, 0x02})
	f.Fuzz(func(t *testing.T, data []byte) {
		content, results, err := signature.OpenAttached(data, signature.Trust{})
		if err == nil && (len(content) == 0 || len(results) == 0) {
			t.Error("neither content nor error")
		}
	})
}
