package archive_test

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"math/big"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"laufzettel/app/store"
	"laufzettel/sync/archive"
	"laufzettel/transfer/failure"
)

func TestListen_PlainOnlyOnLoopback(t *testing.T) {
	for addr, want := range map[string]bool{
		"127.0.0.1:0": true, "localhost:0": true, "[::1]:0": true,
		"0.0.0.0:0": false, ":0": false, "192.0.2.7:0": false, "archiv.example:80": false, "nonsense": false,
	} {
		l, err := archive.Listen(archive.ListenOptions{Addr: addr})
		if err == nil {
			if cerr := l.Close(); cerr != nil {
				t.Error(cerr)
			}
		}
		if !want && failure.KindOf(err) != failure.Refused {
			t.Errorf("Listen(%q) = %v, want Refused", addr, err)
		}
		if want && err != nil && !strings.Contains(addr, "::1") { // not every machine has IPv6
			t.Errorf("Listen(%q) = %v", addr, err)
		}
	}
}

func TestServe_TLSAndGracefulStop(t *testing.T) {
	dir := t.TempDir()
	cert, key := selfSigned(t, dir)
	l, err := archive.Listen(archive.ListenOptions{Addr: "127.0.0.1:0", CertFile: cert, KeyFile: key})
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(l.URL(), "https://127.0.0.1:") {
		t.Errorf("URL = %q", l.URL())
	}
	begun, stop := make(chan struct{}), make(chan struct{})
	h := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		close(begun)
		<-stop
		w.WriteHeader(http.StatusTeapot)
	})
	ctx, cancel := context.WithCancel(t.Context())
	served := make(chan error, 1)
	go func() { served <- archive.Serve(ctx, l, h) }()
	pool := x509.NewCertPool()
	data, err := os.ReadFile(cert)
	if err != nil {
		t.Fatal(err)
	}
	pool.AppendCertsFromPEM(data)
	client := tlsClient(pool)
	defer client.CloseIdleConnections()
	status := make(chan int, 1)
	go func() {
		resp, err := client.Get(l.URL())
		if err != nil {
			status <- 0
			return
		}
		_ = resp.Body.Close()
		status <- resp.StatusCode
	}()
	<-begun
	cancel() // asked to stop while a request runs
	close(stop)
	if got := <-status; got != http.StatusTeapot {
		t.Errorf("the running request got %d", got)
	}
	if err := <-served; err != nil {
		t.Errorf("Serve = %v", err)
	}
}

func TestNew_KeyChangeNeedsTheOldKey(t *testing.T) {
	dir := t.TempDir()
	db, err := store.Open(t.Context(), filepath.Join(dir, "a.db"), store.Room{Name: archive.Room, Migrations: archive.Migrations})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	}()
	first, second := newKey(t), newKey(t)
	config := archive.Config{Dir: dir, DB: db, PublicURL: "https://archiv.example", Key: first}
	if _, err := archive.New(t.Context(), config); err != nil {
		t.Fatal(err)
	}
	config.Key = second
	if _, err := archive.New(t.Context(), config); failure.KindOf(err) != failure.Setup || !failure.Explained(err) {
		t.Errorf("New with a strange key: %v", err)
	}
	config.PreviousKey = first
	if _, err := archive.New(t.Context(), config); err != nil {
		t.Errorf("New with both keys: %v", err)
	}
	config.PublicURL = "archiv.example"
	if _, err := archive.New(t.Context(), config); failure.KindOf(err) != failure.Setup {
		t.Errorf("New without an address: %v", err)
	}
}

func selfSigned(t *testing.T, dir string) (cert, key string) {
	t.Helper()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "test"},
		NotBefore: time.Now().Add(-time.Hour),
		NotAfter:  time.Now().Add(time.Hour), IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, IsCA: true, BasicConstraintsValid: true}
	der, err := x509.CreateCertificate(rand.Reader, template, template, private.Public(), private)
	if err != nil {
		t.Fatal(err)
	}
	keyDER, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		t.Fatal(err)
	}
	cert, key = filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem")
	for path, block := range map[string]*pem.Block{cert: {Type: "CERTIFICATE", Bytes: der}, key: {Type: "PRIVATE KEY", Bytes: keyDER}} {
		if err := os.WriteFile(path, pem.EncodeToMemory(block), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return cert, key
}

func tlsClient(pool *x509.CertPool) *http.Client {
	return &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: pool, MinVersion: tls.VersionTLS12}}}
}
