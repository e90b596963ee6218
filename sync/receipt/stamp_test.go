package receipt_test

import (
	"bytes"
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/asn1"
	"io"
	"math/big"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/digitorus/timestamp"

	"laufzettel/sync/ledger"
	"laufzettel/sync/receipt"
	"laufzettel/sync/sign"
	"laufzettel/transfer/failure"
)

// stamping answers queries as an authority does; change may spoil the answer.
func stamping(t *testing.T, change func(ts *timestamp.Timestamp)) *httptest.Server {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{SerialNumber: big.NewInt(7), Subject: pkix.Name{CommonName: "Zeitdienst Muster"},
		NotBefore: time.Now().AddDate(-1, 0, 0),
		NotAfter:  time.Now().AddDate(5, 0, 0), ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageTimeStamping},
		KeyUsage: x509.KeyUsageDigitalSignature}
	der, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		t.Fatal(err)
	}
	cert, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		raw, err := io.ReadAll(r.Body)
		if err != nil {
			t.Error(err)
		}
		q, err := timestamp.ParseRequest(raw)
		if err != nil {
			t.Error(err)
			return
		}
		ts := timestamp.Timestamp{HashAlgorithm: q.HashAlgorithm, HashedMessage: q.HashedMessage, Nonce: q.Nonce, Time: time.Now(),
			Policy: asn1.ObjectIdentifier{1, 2, 3}, AddTSACertificate: q.Certificates}
		change(&ts)
		out, err := ts.CreateResponseWithOpts(cert, key, crypto.SHA256)
		if err != nil {
			t.Error(err)
		}
		_, _ = w.Write(out)
	}))
	t.Cleanup(s.Close)
	return s
}

func TestStampFile(t *testing.T) {
	d := deliver(t, 1, "")
	good := stamping(t, func(*timestamp.Timestamp) {})
	path := d.path + receipt.SuffixReceipt
	s, err := receipt.StampFile(t.Context(), nil, good.URL, path)
	if err != nil || s.Authority != "Zeitdienst Muster" || time.Since(s.Time).Abs() > time.Hour {
		t.Fatalf("StampFile = %+v, %v", s, err)
	}
	kept, err := os.ReadFile(d.path + receipt.SuffixTimestamp)
	if err != nil {
		t.Fatal(err)
	}
	good.Close()
	if again, err := receipt.StampFile(t.Context(), nil, good.URL, path); err != nil || again != s {
		t.Errorf("stamped again = %+v, %v; want the one that is there", again, err)
	}
	if now, err := os.ReadFile(d.path + receipt.SuffixTimestamp); err != nil || !bytes.Equal(now, kept) {
		t.Error("the stamp was replaced")
	}
}

// A stamp over a checkpoint holds for everything that was in the log; it lies beside the
// file, whatever brings the checkpoint.
func TestStampFile_Checkpoints(t *testing.T) {
	key, err := sign.Generate()
	if err != nil {
		t.Fatal(err)
	}
	note, err := ledger.Sign(t.Context(), ledger.Head{Origin: "laufzettel/receipts/AAAAAAAAAAAAAAAAAAAAAAAAAA", Size: 7,
		Root: ledger.Hash{9}}, key)
	if err != nil {
		t.Fatal(err)
	}
	request := ledger.Request{PublicKey: key.Public().String(), Checkpoint: note}.Marshal()
	address := stamping(t, func(*timestamp.Timestamp) {}).URL
	dir := t.TempDir()
	for name, paper := range map[string][]byte{"prüfpunkt": note, "bitte.txt": request} {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, paper, 0o600); err != nil {
			t.Fatal(err)
		}
		if _, there, err := receipt.StampOf(path, paper); there || err != nil {
			t.Errorf("%s: a stamp from nowhere: %v", name, err)
		}
		s, err := receipt.StampFile(t.Context(), nil, address, path)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if again, there, err := receipt.StampOf(path, paper); err != nil || !there || again != s || again.Authority != "Zeitdienst Muster" {
			t.Errorf("%s: %+v %v %v", name, again, there, err)
		}
		if _, there, err := receipt.StampOf(path, append(bytes.Clone(paper), '\n')); err == nil || !there {
			t.Errorf("%s: the stamp holds for other bytes", name)
		}
	}
	for name, paper := range map[string]string{"brief.txt": "laufzettel-witness/1\n", "leer": "", "kein Kopf": "a\nb\nc\n\n— a b\n"} {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(paper), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := receipt.StampFile(t.Context(), nil, address, path); failure.KindOf(err) != failure.Refused {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestStampFile_Refuses(t *testing.T) {
	tests := []struct {
		name   string
		change func(ts *timestamp.Timestamp)
		status int
		want   failure.Kind
		hint   string
	}{
		{"of another request", func(ts *timestamp.Timestamp) { ts.Nonce = big.NewInt(5) }, 0, failure.Refused, "brauchbaren"},
		{"over other bytes", func(ts *timestamp.Timestamp) { ts.HashedMessage = make([]byte, 64) }, 0, failure.Refused, "brauchbaren"},
		{"without certificate", func(ts *timestamp.Timestamp) { ts.AddTSACertificate = false }, 0, failure.Refused, "brauchbaren"},
		{"no authority", nil, http.StatusNotFound, failure.Refused, "kein Zeitstempeldienst"},
		{"busy", nil, http.StatusServiceUnavailable, failure.Transient, "später"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			d := deliver(t, 1, "")
			var address string
			if tt.change != nil {
				address = stamping(t, tt.change).URL
			} else {
				s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(tt.status) }))
				defer s.Close()
				address = s.URL
			}
			_, err := receipt.StampFile(t.Context(), nil, address, d.path+receipt.SuffixReceipt)
			if failure.KindOf(err) != tt.want || !strings.Contains(failure.HintOf(err).In("de"), tt.hint) {
				t.Errorf("StampFile = %v, want %v with %q", err, tt.want, tt.hint)
			}
			if _, err := os.Stat(d.path + receipt.SuffixTimestamp); err == nil {
				t.Error("a stamp was kept")
			}
		})
	}
	for _, address := range []string{"", "ftp://zeit.example", "https://a:b@zeit.example"} {
		if _, err := receipt.StampFile(t.Context(), nil, address, deliver(t, 1, "").path+
			receipt.SuffixReceipt); failure.KindOf(err) != failure.Refused {
			t.Errorf("address %q: %v", address, err)
		}
	}
}
