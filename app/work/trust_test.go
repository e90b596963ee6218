package work_test

import (
	"archive/zip"
	"bytes"
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"io"
	"math/big"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"laufzettel/app/work"
	"laufzettel/app/work/intake"
	"laufzettel/transfer/check"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/generate"
	"laufzettel/transfer/profile"
	"laufzettel/transfer/signature/signaturetest"
)

// issuing is an invented issuer with one signer.
type issuing struct {
	root, leaf *x509.Certificate
	key        crypto.Signer
}

func newOffice(t *testing.T, from, until time.Time) issuing {
	t.Helper()
	rootKey, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	must(t, err)
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	must(t, err)
	issued := func(c, by *x509.Certificate, pub crypto.PublicKey) *x509.Certificate {
		der, err := x509.CreateCertificate(rand.Reader, c, by, pub, rootKey)
		must(t, err)
		out, err := x509.ParseCertificate(der)
		must(t, err)
		return out
	}
	root := &x509.Certificate{SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "Muster-Aussteller"}, NotBefore: from,
		NotAfter: from.AddDate(40, 0, 0),
		IsCA:     true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign}
	o := issuing{key: key}
	o.root = issued(root, root, rootKey.Public())
	o.leaf = issued(&x509.Certificate{SerialNumber: big.NewInt(2), Subject: pkix.Name{CommonName: "K. Berger"}, NotBefore: from,
		NotAfter: until, KeyUsage: x509.KeyUsageDigitalSignature}, o.root, key.Public())
	return o
}

func (o issuing) pem() []byte {
	return pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: o.root.Raw})
}

// signedNorm gives a pair of norms whose Originalnorm is signed by the office.
func signedNorm(t *testing.T, o issuing, change func([]byte) []byte) string {
	t.Helper()
	pdf, err := signaturetest.SamplePDF("Originalnorm", func(content []byte) ([]byte, error) {
		return signaturetest.SignDetached(content, o.leaf, []*x509.Certificate{o.root}, o.key)
	})
	must(t, err)
	parcel, err := generate.Make(work.Kinds(time.Now), generate.Plan{Kind: "norm", Seed: 3})
	must(t, err)
	name := ""
	for i, m := range parcel.Members {
		if data, ok := replacedIn(t, m.Data, "gesetz.pdf", change(pdf)); ok {
			parcel.Members[i].Data, name = data, m.Name
		}
	}
	if name == "" {
		t.Fatal("the pair holds no gesetz.pdf")
	}
	path, err := parcel.Write(t.Context(), t.TempDir())
	must(t, err)
	return path
}

func same(b []byte) []byte { return b }

// Issuers are trusted by the archive or by the agreement with one agency; without,
// the chain is unknown, which is another finding than a changed byte or an expired
// certificate (E6).
func TestTrust_IssuersOfTheArchiveAndOfAnAgreement(t *testing.T) {
	w := open(t, t.TempDir(), "M. Ahrens")
	ctx := t.Context()
	day := w.Office.Now()
	o, expired := newOffice(t, day.AddDate(-1, 0, 0), day.AddDate(5, 0, 0)), newOffice(t, day.AddDate(-5, 0, 0), day.AddDate(-1, 0, 0))
	signatures := func(path string, c intake.CheckOptions) (codes []string) {
		t.Helper()
		c.NoPDFA = true
		rep, err := w.Intake.CheckOnly(ctx, path, c)
		must(t, err)
		for _, f := range rep.Findings {
			if strings.HasPrefix(f.Code, "SIG") {
				codes = append(codes, f.Code)
			}
		}
		return codes
	}
	sound := signedNorm(t, o, same)
	if got := signatures(sound, intake.CheckOptions{}); !slices.Equal(got, []string{"SIG-003"}) {
		t.Errorf("nobody is trusted: %v", got)
	}
	_, err := w.Intake.Profiles.Save(ctx, profile.Profile{ID: "gesetze", AgencyID: "09100", Agency: "Ministerium der Justiz Musterland",
		Issuers: string(o.pem())}, "M. Ahrens")
	must(t, err)
	if got := signatures(sound, intake.CheckOptions{}); got != nil {
		t.Errorf("the agreement names the issuer: %v", got)
	}
	must(t, w.Intake.Profiles.Delete(ctx, "gesetze", "M. Ahrens"))
	for _, x := range []issuing{o, expired} {
		name := filepath.Join(t.TempDir(), "aussteller.pem")
		must(t, os.WriteFile(name, x.pem(), 0o600))
		added, err := w.Intake.AddIssuers(ctx, []string{name})
		must(t, err)
		if len(added) != 1 {
			t.Errorf("added %+v", added)
		}
	}
	for _, c := range []struct {
		name string
		path string
		want []string
	}{
		{"sound", sound, nil},
		{"changed byte", signedNorm(t, o, func(b []byte) []byte { return bytes.Replace(b, []byte("72 720 200"), []byte("72 720 201"), 1) }),
			[]string{"SIG-001"}},
		{"expired", signedNorm(t, expired, same), []string{"SIG-006"}},
		{"unknown chain", signedNorm(t, newOffice(t, day.AddDate(-1, 0, 0), day.AddDate(1, 0, 0)), same), []string{"SIG-003"}},
	} {
		if got := signatures(c.path, intake.CheckOptions{}); !slices.Contains(got, first(c.want)) && len(c.want) > 0 || len(c.want) == 0 &&
			len(got) > 0 {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
	list, err := w.Intake.Trust().List()
	must(t, err)
	if len(list) != 2 {
		t.Fatalf("trusted: %+v", list)
	}
	if _, err := w.Intake.RemoveIssuer(ctx, ""); failure.KindOf(err) != failure.Refused {
		t.Errorf("remove nobody in particular: %v", err)
	}
	for _, i := range list {
		_, err := w.Intake.RemoveIssuer(ctx, i.Fingerprint[:20])
		must(t, err)
	}
	if got := signatures(sound, intake.CheckOptions{}); !slices.Equal(got, []string{"SIG-003"}) {
		t.Errorf("trust was withdrawn: %v", got)
	}
}

func first(list []string) string {
	if len(list) == 0 {
		return ""
	}
	return list[0]
}

// What is no certificate, or holds a private key, is not taken.
func TestTrust_RefusesOtherFiles(t *testing.T) {
	w := open(t, t.TempDir(), "M. Ahrens")
	o := newOffice(t, w.Office.Now().AddDate(-1, 0, 0), w.Office.Now().AddDate(1, 0, 0))
	der, err := x509.MarshalPKCS8PrivateKey(o.key)
	must(t, err)
	for name, data := range map[string][]byte{
		"leer.pem": nil, "text.pem": []byte("kein Zertifikat"),
		"schluessel.pem": append(o.pem(), pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der})...),
		"kaputt.pem":     pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: o.root.Raw[:40]}),
	} {
		path := filepath.Join(t.TempDir(), name)
		must(t, os.WriteFile(path, data, 0o600))
		if _, err := w.Intake.AddIssuers(t.Context(), []string{path}); failure.KindOf(err) != failure.Refused ||
			!strings.Contains(failure.HintOf(err).In("de"), name) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if list, err := w.Intake.Trust().List(); err != nil || len(list) > 0 {
		t.Errorf("trusted: %+v, %v", list, err)
	}
}

// A layout that is agreed with an agency steers the reading also where only the
// delivery tells who sends it (C2, D5).
func TestCheck_ReadsByTheAgreementOfTheSender(t *testing.T) {
	w := open(t, t.TempDir(), "M. Ahrens")
	ctx := t.Context()
	parcel, err := generate.Make(work.Kinds(time.Now), generate.Plan{Kind: "register", Seed: 3, Dossiers: 1, Cases: 2, Documents: 1})
	must(t, err)
	for i, m := range parcel.Members {
		if strings.HasSuffix(m.Name, "623456-S-1989.xml") {
			s := strings.NewReplacer("<Eintraege>", "<Liste>", "</Eintraege>", "</Liste>", "<Eintrag>", "<Fall>", "</Eintrag>", "</Fall>",
				"<Nummer>623456</Nummer>", "",
				`xmlns="`, `xmlns="urn:anderes:`).Replace(string(m.Data))
			parcel.Members[i].Data = []byte(s)
		}
	}
	path, err := parcel.Write(ctx, t.TempDir())
	must(t, err)
	counted := func() (*check.Report, int) {
		rep, err := w.Intake.CheckOnly(ctx, path, intake.CheckOptions{NoPDFA: true})
		must(t, err)
		return rep, rep.Objects.Documents
	}
	_, before := counted()
	_, err = w.Intake.Profiles.Save(ctx, profile.Profile{ID: "standesamt", AgencyID: "623456", Agency: "Standesamt Musterstadt",
		Kinds:  []string{"register"},
		Layout: map[string]string{"entry": "Liste/Fall"}}, "M. Ahrens")
	must(t, err)
	rep, after := counted()
	if after <= before {
		t.Errorf("%d documents before, %d with the agreed layout: %+v", before, after, rep.Findings)
	}
	path = delivery(t, generate.Plan{Kind: "handelsregister", Seed: 3})
	_, err = w.Intake.Profiles.Save(ctx, profile.Profile{ID: "hr", AgencyID: "hr-1", Agency: "Handelsregisteramt",
		Kinds:  []string{"handelsregister"},
		Layout: map[string]string{"readability.sample": "1", "readability.seed": "7"}}, "M. Ahrens")
	must(t, err)
	rep, _ = counted()
	i := slices.IndexFunc(rep.Checks, func(d check.Done) bool { return d.Name == "readability" })
	if i < 0 || rep.Checks[i].State != check.Partial {
		t.Errorf("the agreed sample was not drawn: %+v", rep.Checks)
	}
}

// replacedIn replaces one entry of a ZIP; ok is false where there is none.
func replacedIn(t *testing.T, raw []byte, name string, data []byte) (out []byte, ok bool) {
	t.Helper()
	in, err := zip.NewReader(bytes.NewReader(raw), int64(len(raw)))
	if err != nil {
		return nil, false
	}
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, f := range in.File {
		w, err := z.Create(f.Name)
		must(t, err)
		if f.Name == name {
			ok = true
			_, err = w.Write(data)
			must(t, err)
			continue
		}
		r, err := f.Open()
		must(t, err)
		_, err = io.Copy(w, r)
		must(t, err)
		must(t, r.Close())
	}
	must(t, z.Close())
	return b.Bytes(), ok
}
