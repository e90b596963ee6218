package main

import (
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
	"time"

	"github.com/digitorus/timestamp"
	"github.com/rogpeppe/go-internal/testscript"
)

// stampUp starts an authority that stamps whatever it is asked.
func stampUp(ts *testscript.TestScript, neg bool, _ []string) {
	if neg {
		ts.Fatalf("stamp-up cannot be negated")
	}
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	ts.Check(err)
	template := &x509.Certificate{SerialNumber: big.NewInt(7), Subject: pkix.Name{CommonName: "Zeitdienst Muster"},
		NotBefore: time.Now().AddDate(-1, 0, 0),
		NotAfter:  time.Now().AddDate(5, 0, 0), ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageTimeStamping},
		KeyUsage: x509.KeyUsageDigitalSignature}
	der, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	ts.Check(err)
	cert, err := x509.ParseCertificate(der)
	ts.Check(err)
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		raw, err := io.ReadAll(r.Body)
		if err != nil {
			return
		}
		q, err := timestamp.ParseRequest(raw)
		if err != nil {
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		stamp := timestamp.Timestamp{HashAlgorithm: q.HashAlgorithm, HashedMessage: q.HashedMessage, Nonce: q.Nonce, Time: time.Now(),
			Policy: asn1.ObjectIdentifier{1, 2, 3}, AddTSACertificate: q.Certificates}
		if out, err := stamp.CreateResponseWithOpts(cert, key, crypto.SHA256); err == nil {
			_, _ = w.Write(out) // the client may be gone
		}
	}))
	ts.Defer(srv.Close)
	ts.Setenv("TSA", srv.URL)
}
