package signature_test

import (
	"encoding/pem"
	"os"
	"path/filepath"
	"testing"
	"time"

	"laufzettel/transfer/failure"
	"laufzettel/transfer/signature"
)

// The store takes PEM and DER, each issuer once, and gives trust back by the
// beginning of a fingerprint.
func TestStore(t *testing.T) {
	dir := t.TempDir()
	s := signature.NewStore(filepath.Join(dir, "vertraut"))
	if pool, err := s.Pool(); err != nil || pool != nil {
		t.Errorf("empty store: %v %v", pool, err)
	}
	a, b := newAuthority(t, "Erste CA", time.Now().AddDate(1, 0, 0)), newAuthority(t, "Zweite CA", time.Now().AddDate(1, 0, 0))
	block := func(x authority) []byte {
		return pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: x.root.Raw})
	}
	both, der := filepath.Join(dir, "beide.pem"), filepath.Join(dir, "eins.der")
	for name, data := range map[string][]byte{both: append(block(a), block(b)...), der: a.root.Raw} {
		if err := os.WriteFile(name, data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	added, err := s.Add(t.Context(), []string{both, der})
	if err != nil || len(added) != 2 {
		t.Fatalf("added %+v, %v", added, err)
	}
	list, err := s.List()
	if err != nil || len(list) != 2 || list[0].Subject != "CN=Erste CA" {
		t.Fatalf("%+v, %v", list, err)
	}
	if _, err := s.Remove("zz"); failure.KindOf(err) != failure.Refused {
		t.Errorf("remove an unknown one: %v", err)
	}
	if gone, err := s.Remove(list[0].Fingerprint[:16]); err != nil || gone.Subject != "CN=Erste CA" {
		t.Errorf("%+v, %v", gone, err)
	}
	if list, err = s.List(); err != nil || len(list) != 1 {
		t.Errorf("%+v, %v", list, err)
	}
}

func FuzzParseIssuers(f *testing.F) {
	a := newAuthority(f, "CA", time.Now().AddDate(1, 0, 0))
	f.Add(a.root.Raw)
	f.Add(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: a.root.Raw}))
	f.Add([]byte("-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		found, err := signature.ParseIssuers(data)
		if (err == nil) != (len(found) > 0) {
			t.Fatalf("%d certificates, %v", len(found), err)
		}
		if err != nil && (failure.KindOf(err) != failure.Refused || !failure.Explained(err)) {
			t.Fatalf("refused without a word: %v", err)
		}
	})
}
