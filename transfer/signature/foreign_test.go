package signature_test

import (
	"bytes"
	"crypto/x509"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"laufzettel/transfer/signature"
)

// Signatures, certificates and revocation lists of openssl: each fault is a code of its
// own, and what is not at hand is said to be not judged.
func TestForeign_EachFaultItsOwnCode(t *testing.T) {
	dir := t.TempDir()
	for _, tool := range []string{"python3", "openssl"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skip("left out: no " + tool)
		}
	}
	if out, err := exec.CommandContext(t.Context(), "python3", "-B", "../../make/foreign/signed.py", dir).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	read := func(name string) []byte {
		data, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		return data
	}
	roots := x509.NewCertPool()
	roots.AppendCertsFromPEM(read("pki/ca.pem"))
	var listed signature.Evidence
	if !listed.Add(read("pki/ca.crl")) || listed.Add([]byte("keine Liste")) {
		t.Fatal("the list of openssl was not taken, or something else was")
	}
	known := signature.Trust{Roots: roots, Evidence: &listed}
	for _, tt := range []struct {
		file, note string
		trust      signature.Trust
		want       []string
	}{
		{"eine.pdf", "nicht widerrufen (Sperrliste", known, nil},
		{"eine.pdf", "Widerruf nicht prüfbar", signature.Trust{Roots: roots}, nil},
		{"eine.pdf", "Aussteller nicht bekannt", signature.Trust{}, []string{"SIG-003"}},
		{"byte-anders.pdf", "Inhalt verändert", known, []string{"SIG-001"}},
		{"abgelaufen.pdf", "beim Signieren nicht gültig", known, []string{"SIG-006"}},
		{"falscher-zweck.pdf", "unverändert", known, []string{"SIG-008"}},
		{"server-zweck.pdf", "unverändert", known, []string{"SIG-008"}},
		{"gesperrt.pdf", "widerrufen am ", known, []string{"SIG-009"}},
		{"gesperrt.pdf", "Widerruf nicht prüfbar", signature.Trust{Roots: roots}, nil},
	} {
		data := read(tt.file)
		results, err := signature.VerifyPDF(t.Context(), bytes.NewReader(data), tt.trust)
		if err != nil || len(results) != 1 {
			t.Fatalf("%s: %d, %v", tt.file, len(results), err)
		}
		if got := codesOf(results); !slices.Equal(got, tt.want) || !strings.Contains(results[0].Summary(), tt.note) {
			t.Errorf("%s: %v, want %v; %s", tt.file, got, tt.want, results[0].Summary())
		}
		if !strings.Contains(results[0].Summary(), "nicht durch Zeitstempel belegt") {
			t.Errorf("%s: a claimed time looks attested: %s", tt.file, results[0].Summary())
		}
	}
	// A list that another authority signed says nothing.
	store := signature.NewStore(t.TempDir())
	added, err := store.Add(t.Context(), []string{filepath.Join(dir, "pki", "ca.pem"), filepath.Join(dir, "pki", "ca.crl.der")})
	if err != nil || len(added) != 2 {
		t.Fatalf("%+v, %v", added, err)
	}
	if list, err := store.List(); err != nil || len(list) != 2 || !strings.HasPrefix(list[1].Subject, "Sperrliste: ") {
		t.Errorf("%+v, %v", list, err)
	}
	kept, err := store.Evidence()
	if err != nil || kept == nil {
		t.Fatal(kept, err)
	}
	if gone, err := store.Remove(added[0].Fingerprint); err != nil || !strings.HasPrefix(gone.Subject, "Sperrliste") {
		t.Errorf("%+v, %v", gone, err)
	}
}

// Whatever the bytes, what is taken as evidence revokes nobody by itself.
func FuzzEvidence(f *testing.F) {
	f.Add([]byte("-----BEGIN X509 CRL-----\nAAAA\n-----END X509 CRL-----\n"))
	f.Add([]byte{0x30, 0x03, 0x0a, 0x01, 0x00})
	a := newAuthority(f, "CA", clockAfter())
	f.Fuzz(func(t *testing.T, data []byte) {
		var e signature.Evidence
		e.Add(data)
		results, err := signature.VerifyPDF(t.Context(), bytes.NewReader(a.pdf(t)), signature.Trust{Roots: a.roots(), Evidence: &e})
		if err != nil || len(results) != 1 || !results[0].Revoked.Revoked.IsZero() {
			t.Fatalf("%+v, %v", results, err)
		}
	})
}

func clockAfter() time.Time { return time.Now().AddDate(1, 0, 0) }
