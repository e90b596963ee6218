package receipt_test

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/asn1"
	"math/big"
	"strings"
	"testing"
	"time"

	"github.com/digitorus/timestamp"

	"laufzettel/sync/receipt"
)

// authority stamps envelopes as a time stamping authority does.
func authority(t *testing.T, usage x509.ExtKeyUsage) func(envelope []byte, at time.Time, withCertificate bool) []byte {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{SerialNumber: big.NewInt(7), Subject: pkix.Name{CommonName: "Zeitdienst Muster"},
		NotBefore: noon.AddDate(-1, 0, 0),
		NotAfter:  noon.AddDate(5, 0, 0), ExtKeyUsage: []x509.ExtKeyUsage{usage}, KeyUsage: x509.KeyUsageDigitalSignature}
	der, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		t.Fatal(err)
	}
	cert, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	return func(envelope []byte, at time.Time, withCertificate bool) []byte {
		sum := sha256.Sum256(envelope)
		ts := timestamp.Timestamp{HashAlgorithm: crypto.SHA256, HashedMessage: sum[:], Time: at, Policy: asn1.ObjectIdentifier{1, 2, 3},
			AddTSACertificate: withCertificate}
		out, err := ts.CreateResponseWithOpts(cert, key, crypto.SHA256)
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
}

func TestVerifyFile_TimeStamp(t *testing.T) {
	stamp, server := authority(t, x509.ExtKeyUsageTimeStamping), authority(t, x509.ExtKeyUsageServerAuth)
	d := deliver(t, 1, "")
	good := stamp(d.record, noon.Add(time.Minute), true)
	tests := []struct {
		name  string
		stamp []byte
		ok    bool
		want  string
	}{
		{"good", good, true, "Zeitdienst Muster"},
		{"over other bytes", stamp([]byte("anderes"), noon, true), false, "gehört nicht"},
		{"without certificate", stamp(d.record, noon, false), false, "gehört nicht"},
		{"certificate of a web server", server(d.record, noon, true), false, "gehört nicht"},
		{"before the receipt", stamp(d.record, noon.Add(-time.Hour), true), false, "älter"},
		{"cut", good[:len(good)/2], false, "gehört nicht"},
		{"empty", nil, false, "gehört nicht"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			put(t, d.path+receipt.SuffixTimestamp, tt.stamp)
			v, err := receipt.VerifyFile(t.Context(), d.path, d.trust) // by the package's name
			if err != nil {
				t.Fatal(err)
			}
			if v.OK() != tt.ok || len(v.Checks) != 7 || !strings.Contains(v.Checks[2].Detail.In("de"), tt.want) {
				t.Errorf("OK = %v, %+v; want %v with %q", v.OK(), v.Checks, tt.ok, tt.want)
			}
		})
	}
}

func FuzzVerifyStamp(f *testing.F) {
	f.Add([]byte{0x30, 0x03, 0x02, 0x01, 0x00})
	f.Add([]byte{0x30, 0x80})
	f.Fuzz(func(t *testing.T, stamp []byte) {
		if s, err := receipt.VerifyStamp(stamp, []byte("Quittung")); err == nil {
			t.Errorf("rubbish was taken as a stamp of %v", s)
		}
	})
}
