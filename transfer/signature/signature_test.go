package signature_test

import (
	"bytes"
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"testing"
	"time"

	"laufzettel/transfer/check"
	"laufzettel/transfer/samples"
	"laufzettel/transfer/signature"
	"laufzettel/transfer/signature/signaturetest"
)

// authority is a CA of the test with one signer.
type authority struct {
	root, leaf *x509.Certificate
	key        crypto.Signer
}

func newAuthority(t testing.TB, name string, until time.Time) authority {
	t.Helper()
	from := time.Now().Add(-time.Hour)
	rootKey := newKey(t)
	root := &x509.Certificate{SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: name}, NotBefore: from,
		NotAfter: from.AddDate(20, 0, 0),
		IsCA:     true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign}
	leaf := &x509.Certificate{SerialNumber: big.NewInt(2), Subject: pkix.Name{CommonName: "K. Berger, Ministerium"}, NotBefore: from,
		NotAfter: until,
		KeyUsage: x509.KeyUsageDigitalSignature}
	a := authority{key: newKey(t)}
	a.root = issue(t, root, root, rootKey.Public(), rootKey)
	a.leaf = issue(t, leaf, a.root, a.key.Public(), rootKey)
	return a
}

func newKey(t testing.TB) crypto.Signer {
	t.Helper()
	k, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	return k
}

func issue(t testing.TB, c, parent *x509.Certificate, pub crypto.PublicKey, by crypto.Signer) *x509.Certificate {
	t.Helper()
	der, err := x509.CreateCertificate(rand.Reader, c, parent, pub, by)
	if err != nil {
		t.Fatal(err)
	}
	out, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func (a authority) roots() *x509.CertPool {
	p := x509.NewCertPool()
	p.AddCert(a.root)
	return p
}

func (a authority) sign(content []byte) ([]byte, error) {
	return signaturetest.SignDetached(content, a.leaf, []*x509.Certificate{a.root}, a.key)
}

func (a authority) pdf(t testing.TB) []byte {
	t.Helper()
	data, err := signaturetest.SamplePDF("Originalnorm", a.sign)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func codesOf(results []signature.Result) (out []string) {
	for _, r := range results {
		for _, f := range r.Findings("norm.pdf") {
			out = append(out, f.Code)
		}
	}
	return out
}

// Changed byte, expired and unknown chain are three different findings (E6).
func TestVerifyPDF(t *testing.T) {
	in10 := time.Now().AddDate(10, 0, 0)
	a := newAuthority(t, "Muster-CA", in10)
	good, old := a.pdf(t), newAuthority(t, "Alte CA", time.Now().AddDate(-1, 0, 0))
	changed := bytes.Replace(good, []byte("72 720 200"), []byte("72 720 201"), 1)
	for _, tt := range []struct {
		name  string
		data  []byte
		trust signature.Trust
		want  []string
	}{
		{"good", good, signature.Trust{Roots: a.roots()}, nil},
		{"changed byte", changed, signature.Trust{Roots: a.roots()}, []string{"SIG-001"}},
		{"ended since", good, signature.Trust{Roots: a.roots(), At: in10.AddDate(1, 0, 0)}, []string{"SIG-007"}},
		{"ended before it was made", old.pdf(t), signature.Trust{Roots: old.roots()}, []string{"SIG-006"}},
		{"ended before, unknown chain", old.pdf(t), signature.Trust{Roots: a.roots()}, []string{"SIG-006", "SIG-003"}},
		{"unknown chain", good, signature.Trust{Roots: newAuthority(t, "Andere CA", in10).roots()}, []string{"SIG-003"}},
		{"no trust store", good, signature.Trust{}, []string{"SIG-003"}},
		{"signature broken", bytes.Replace(good, []byte("/Contents <30"), []byte("/Contents <77"), 1), signature.Trust{Roots: a.roots()},
			[]string{"SIG-004"}},
		{"appended", append(bytes.Clone(good), "% Nachtrag\nstartxref\n"+startxref(good)+"\n%%EOF\n"...), signature.Trust{Roots: a.roots()},
			[]string{"SIG-005"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			results, err := signature.VerifyPDF(t.Context(), bytes.NewReader(tt.data), tt.trust)
			if err != nil || len(results) != 1 {
				t.Fatalf("%d results, %v", len(results), err)
			}
			if got := codesOf(results); !slices.Equal(got, tt.want) {
				t.Errorf("findings %v, want %v: %+v", got, tt.want, results)
			}
		})
	}
	r, err := signature.VerifyPDF(t.Context(), bytes.NewReader(good), signature.Trust{Roots: a.roots()})
	if err != nil {
		t.Fatal(err)
	}
	if g := r[0]; g.Signer != "K. Berger, Ministerium" || g.TimeFrom != "Signatur" || time.Since(g.Signed) > time.Hour ||
		len(g.Chain) != 2 || g.Algorithm != "SHA-256" || g.Form != signature.PAdES {
		t.Errorf("%+v", g)
	}
	if s := r[0].Summary(); !strings.Contains(s, "unverändert") || !strings.Contains(s, "CN=Muster-CA") {
		t.Errorf("summary %q", s)
	}
}

func startxref(pdf []byte) string {
	i := bytes.LastIndex(pdf, []byte("startxref\n")) + len("startxref\n")
	return string(pdf[i : i+bytes.IndexByte(pdf[i:], '\n')])
}

// A gap that holds more than the signature could hide text.
func TestVerifyPDF_GapMustBeSignature(t *testing.T) {
	a := newAuthority(t, "Muster-CA", time.Now().AddDate(1, 0, 0))
	data := a.pdf(t)
	i := bytes.LastIndex(data, []byte("/Contents <")) + len("/Contents <")
	data[i+16000] = 'z'
	results, err := signature.VerifyPDF(t.Context(), bytes.NewReader(data), signature.Trust{Roots: a.roots()})
	if err != nil || slices.ContainsFunc(results, func(r signature.Result) bool { return r.Intact }) {
		t.Errorf("%v %+v", err, results)
	}
}

func TestVerifyDetached(t *testing.T) {
	a := newAuthority(t, "Muster-CA", time.Now().AddDate(1, 0, 0))
	content := []byte("Gesetz über Muster")
	cms, err := a.sign(content)
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name         string
		content, cms []byte
		want         []string
	}{
		{"good", content, cms, nil},
		{"changed", []byte("Gesetz über Master"), cms, []string{"SIG-001"}},
		{"text", content, []byte("keine Signatur"), []string{"SIG-004"}},
		{"empty", content, nil, []string{"SIG-004"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := codesOf(signature.VerifyDetached(tt.content, tt.cms, signature.Trust{Roots: a.roots()})); !slices.Equal(got,
				tt.want) {
				t.Errorf("findings %v, want %v", got, tt.want)
			}
		})
	}
}

func TestCodes_Complete(t *testing.T) {
	if _, err := check.NewRegistry(signature.Codes); err != nil {
		t.Error(err)
	}
}

func FuzzVerifyPDF(f *testing.F) {
	f.Add(newAuthority(f, "CA", time.Now().AddDate(1, 0, 0)).pdf(f))
	f.Add([]byte("%PDF-1.4\n1 0 obj\n<< /ByteRange [0 1 2 3] /Contents <00> >>\nendobj\n"))
	for _, data := range samples.Seeds(f, 8, samples.Named(".pdf"), "pdfa") {
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		results, err := signature.VerifyPDF(t.Context(), bytes.NewReader(data), signature.Trust{})
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range results {
			if r.Trusted {
				t.Fatal("trusted without a trust store")
			}
		}
	})
}

func FuzzVerifyDetached(f *testing.F) {
	cms, err := newAuthority(f, "CA", time.Now().AddDate(1, 0, 0)).sign([]byte("x"))
	if err != nil {
		f.Fatal(err)
	}
	f.Add([]byte("x"), cms)
	f.Fuzz(func(t *testing.T, content, cms []byte) {
		if len(signature.VerifyDetached(content, cms, signature.Trust{})) == 0 {
			t.Fatal("no result")
		}
	})
}

// More signatures than are judged are told, never passed over in silence.
func TestVerify_TooManySignatures(t *testing.T) {
	const most = 200
	one := newAuthority(t, "CA", time.Now().AddDate(1, 0, 0)).pdf(t)
	at := bytes.Index(one, []byte("/ByteRange"))
	start, end := bytes.LastIndex(one[:at], []byte(" obj")), bytes.Index(one[at:], []byte("endobj"))
	if at < 0 || start < 0 || end < 0 {
		t.Fatal("no signature in the sample")
	}
	dict := one[start+len(" obj") : at+end]
	for _, n := range []int{most, most + 1} {
		var b bytes.Buffer
		var places []int
		b.WriteString("%PDF-1.4\n")
		for i := range n {
			places = append(places, b.Len())
			fmt.Fprintf(&b, "%d 0 obj%sendobj\n", i+1, dict)
		}
		at := b.Len()
		fmt.Fprintf(&b, "xref\n0 %d\n0000000000 65535 f \n", n+1)
		for _, p := range places {
			fmt.Fprintf(&b, "%010d 00000 n \n", p)
		}
		fmt.Fprintf(&b, "trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n", n+1, at)
		results, err := signature.VerifyPDF(t.Context(), bytes.NewReader(b.Bytes()), signature.Trust{})
		if err != nil {
			t.Fatal(err)
		}
		told := slices.ContainsFunc(results, func(r signature.Result) bool {
			return strings.Contains(r.Problem,
				"mehr als 200 Signaturen")
		})
		if told != (n > most) || len(results) != n {
			t.Errorf("%d signatures: %d results, told %v", n, len(results), told)
		}
	}
}
