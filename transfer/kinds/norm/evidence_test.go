package norm_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"math/big"
	"path"
	"slices"
	"strings"
	"testing"
	"time"

	"laufzettel/transfer/check"
	"laufzettel/transfer/check/checktest"
	"laufzettel/transfer/kinds/norm"
	"laufzettel/transfer/kinds/xdomea"
	"laufzettel/transfer/record"
	"laufzettel/transfer/signature/signaturetest"
)

// revoked makes a norm signed with a certificate that a list takes back from a day on.
func revoked(t *testing.T, from time.Time) (issuer *x509.CertPool, signed, list []byte) {
	t.Helper()
	key := func() *ecdsa.PrivateKey {
		k, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
		if err != nil {
			t.Fatal(err)
		}
		return k
	}
	rootKey, leafKey := key(), key()
	start := time.Date(2012, 1, 1, 0, 0, 0, 0, time.UTC)
	certificate := func(c, parent *x509.Certificate, pub any) *x509.Certificate {
		c.NotBefore, c.NotAfter, c.BasicConstraintsValid = start, start.AddDate(100, 0, 0), true
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
	root := certificate(&x509.Certificate{SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "Muster-CA"}, IsCA: true,
		KeyUsage: x509.KeyUsageCertSign | x509.KeyUsageCRLSign, SubjectKeyId: []byte{1}}, nil, rootKey.Public())
	leaf := certificate(&x509.Certificate{SerialNumber: big.NewInt(2), Subject: pkix.Name{CommonName: "Ministerium der Justiz Musterland"},
		KeyUsage: x509.KeyUsageDigitalSignature}, root, leafKey.Public())
	signed, err := signaturetest.SamplePDF("Originalnorm", func(content []byte) ([]byte, error) {
		return signaturetest.SignDetached(content, leaf, []*x509.Certificate{root}, leafKey)
	})
	if err != nil {
		t.Fatal(err)
	}
	list, err = x509.CreateRevocationList(rand.Reader, &x509.RevocationList{Number: big.NewInt(1), ThisUpdate: from.AddDate(1, 0, 0),
		NextUpdate:                from.AddDate(2, 0, 0),
		RevokedCertificateEntries: []x509.RevocationListEntry{{SerialNumber: leaf.SerialNumber, RevocationTime: from}}}, root, rootKey)
	if err != nil {
		t.Fatal(err)
	}
	issuer = x509.NewCertPool()
	issuer.AddCert(root)
	return issuer, signed, list
}

// A revocation list is used wherever it lies, inside a container or beside all of them;
// it is no stranger and is kept with its norm.
func TestEvidence_BesideAndInside(t *testing.T) {
	issuer, signed, list := revoked(t, time.Date(2012, 2, 1, 0, 0, 0, 0, time.UTC))
	for name, where := range map[string]func(p *norm.Pair, files map[string][]byte){
		"beside": func(_ *norm.Pair, files map[string][]byte) { files["sperrliste.crl"] = list },
		"inside": func(p *norm.Pair, _ map[string][]byte) { p.Original.Files["sperrliste.crl"] = list },
		"alone": func(p *norm.Pair, _ map[string][]byte) {
			p.Original.Files["sperrliste.crl"], p.Alone = list, p.Original
		},
		"none": func(*norm.Pair, map[string][]byte) {},
	} {
		t.Run(name, func(t *testing.T) {
			p, more := pair(t), map[string][]byte{}
			for at := range p.Original.Files {
				if path.Ext(at) == ".pdf" {
					p.Original.Files[at] = signed
				}
			}
			where(p, more)
			files := checktest.All(t, p)
			for at, data := range more {
				files[at] = data
			}
			zipped := ""
			if p.Alone != nil {
				zipped = "norm.zip"
			}
			k := norm.Kind{Messages: xdomea.Messages{}, Roots: issuer}
			out := checktest.Path(t, &check.Engine{Kinds: []check.Kind{k, xdomea.Kind{}}}, put(t, files, zipped), check.Input{})
			var told []string
			for _, f := range out.Report.Findings {
				if strings.HasPrefix(f.Code, "SIG-") {
					told = append(told, f.Code)
				}
				if f.Code == "VOL-002" {
					t.Errorf("a stranger: %+v", f)
				}
			}
			if (name == "none") == slices.Contains(told, "SIG-009") {
				t.Errorf("told %v", told)
			}
			kept := 0
			for o := range record.All(out.Manifest.Roots) {
				for f := range o.Files() {
					if path.Ext(f.Name) == ".crl" {
						kept++
					}
				}
			}
			want := 1
			if name == "none" || name == "inside" { // inside, it is kept with its container
				want = 0
			}
			if kept != want {
				t.Errorf("kept %d times, want %d", kept, want)
			}
		})
	}
}
