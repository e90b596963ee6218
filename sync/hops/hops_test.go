package hops_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"io"
	"log/slog"
	"math/big"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"laufzettel/sync/channel"
	"laufzettel/sync/hops"
)

// authority issues certificates in a test.
type authority struct {
	t    *testing.T
	cert *x509.Certificate
	key  *ecdsa.PrivateKey
	file string
}

func newAuthority(t *testing.T, name string) authority {
	t.Helper()
	a := authority{t: t, file: filepath.Join(t.TempDir(), "ca.pem")}
	a.key = newKey(t)
	tpl := &x509.Certificate{SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: name}, NotBefore: time.Now().Add(-time.Hour),
		NotAfter: time.Now().Add(time.Hour), IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign}
	der, err := x509.CreateCertificate(rand.Reader, tpl, tpl, a.key.Public(), a.key)
	if err == nil {
		a.cert, err = x509.ParseCertificate(der)
	}
	if err != nil {
		t.Fatal(err)
	}
	write(t, a.file, "CERTIFICATE", der)
	return a
}

func newKey(t *testing.T) *ecdsa.PrivateKey {
	t.Helper()
	k, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	return k
}

func write(t *testing.T, name, kind string, der []byte) {
	t.Helper()
	if err := os.WriteFile(name, pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: der}), 0o600); err != nil {
		t.Fatal(err)
	}
}

// issue writes a certificate and its key and gives it as the server uses it.
func (a authority) issue(name string, until time.Time, ips ...net.IP) (cert, key string, pair tls.Certificate) {
	a.t.Helper()
	return a.issueAs(&x509.Certificate{Subject: pkix.Name{CommonName: name}, NotAfter: until, DNSNames: []string{name}, IPAddresses: ips,
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth}})
}

// issueAs is issue for a certificate of any make.
func (a authority) issueAs(tpl *x509.Certificate) (cert, key string, pair tls.Certificate) {
	a.t.Helper()
	private := newKey(a.t)
	tpl.SerialNumber, tpl.NotBefore = big.NewInt(2), time.Now().Add(-2*time.Hour)
	der, err := x509.CreateCertificate(rand.Reader, tpl, a.cert, private.Public(), a.key)
	if err != nil {
		a.t.Fatal(err)
	}
	raw, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		a.t.Fatal(err)
	}
	dir := a.t.TempDir()
	cert, key = filepath.Join(dir, "c.pem"), filepath.Join(dir, "k.pem")
	write(a.t, cert, "CERTIFICATE", der)
	write(a.t, key, "PRIVATE KEY", raw)
	return cert, key, tls.Certificate{Certificate: [][]byte{der}, PrivateKey: private}
}

var loopback = net.IPv4(127, 0, 0, 1)

// answers is a receiver that says what it can.
func answers(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path != "/v1/" {
		http.NotFound(w, r)
		return
	}
	_, _ = io.WriteString(w, `{"features":["pieces","letters"]}`) // a test server
}

// secured serves a handler with TLS.
func secured(t *testing.T, pair tls.Certificate, clients *x509.CertPool, oldest uint16, h http.HandlerFunc) string {
	t.Helper()
	s := httptest.NewUnstartedServer(h)
	s.Config.ErrorLog = slog.NewLogLogger(slog.DiscardHandler, slog.LevelError)
	s.TLS = &tls.Config{Certificates: []tls.Certificate{pair}, MaxVersion: oldest}
	if clients != nil {
		s.TLS.ClientCAs, s.TLS.ClientAuth = clients, tls.RequireAndVerifyClientCert
	}
	s.StartTLS()
	t.Cleanup(s.Close)
	return s.URL
}

// relay is a proxy that answers every wish for a tunnel with status, and with 200 keeps it.
func relay(t *testing.T, status int) *url.URL {
	t.Helper()
	s := httptest.NewServer(relaying(status))
	t.Cleanup(s.Close)
	return address(t, s.URL)
}

func address(t *testing.T, s string) *url.URL {
	t.Helper()
	u, err := url.Parse(s)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

// relaying answers every wish for a tunnel as relay does; offers are the ways to sign in.
func relaying(status int, offers ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		for _, o := range offers {
			w.Header().Add("Proxy-Authenticate", o)
		}
		if r.Method != http.MethodConnect || status != http.StatusOK {
			w.WriteHeader(status)
			return
		}
		there, err := new(net.Dialer).DialContext(r.Context(), "tcp", r.Host)
		if err != nil {
			w.WriteHeader(http.StatusBadGateway)
			return
		}
		here, _, err := http.NewResponseController(w).Hijack()
		if err != nil {
			return
		}
		_, _ = io.WriteString(here, "HTTP/1.1 200 Connection established\r\n\r\n") // seen by the other side or not
		go func() { _, _ = io.Copy(there, here); _ = there.Close() }()
		_, _ = io.Copy(here, there)
		_ = here.Close()
	}
}

func free(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = l.Close() }()
	return l.Addr().String()
}

// TestGo goes ways that end at every step, and those that lead through.
func TestGo(t *testing.T) {
	house, other := newAuthority(t, "CA des Hauses"), newAuthority(t, "Fremde CA")
	_, _, good := house.issue("archiv.example", time.Now().Add(time.Hour), loopback)
	_, _, old := house.issue("archiv.example", time.Now().Add(-time.Hour), loopback)
	_, _, elsewhere := house.issue("anderswo.example", time.Now().Add(time.Hour))
	ours, oursKey, _ := house.issue("rechner7", time.Now().Add(time.Hour))
	foreign, foreignKey, _ := other.issue("rechner7", time.Now().Add(time.Hour))
	clients := x509.NewCertPool()
	clients.AddCert(house.cert)
	plain := httptest.NewServer(http.HandlerFunc(answers))
	t.Cleanup(plain.Close)
	page := secured(t, good, nil, 0, func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "<html>Anmelden</html>") })
	moved := secured(t, good, nil, 0, func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, "https://neu.example/", http.StatusFound)
	})
	late := secured(t, good, nil, 0, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Date", time.Now().Add(-26*time.Hour).UTC().Format(http.TimeFormat))
		answers(w, r)
	})
	trusted := channel.TLSOptions{CAFile: house.file}
	with := func(cert, key string) channel.TLSOptions {
		return channel.TLSOptions{CAFile: house.file, CertFile: cert, KeyFile: key}
	}
	for _, tt := range []struct {
		name, address string
		tls           channel.TLSOptions
		proxy         *url.URL
		last          string
		state         hops.State
		word          string
		before        string // a step that must stand before, with its state
	}{
		{name: "no address", address: "archiv", last: hops.Address, state: hops.Fails},
		{name: "unencrypted elsewhere", address: "http://archiv.example", last: hops.Address, state: hops.Fails},
		{name: "nobody listens", address: "https://" + free(t), last: hops.Connection, state: hops.Fails, word: "antwortet nicht"},
		{name: "unknown name", address: "https://archiv.invalid", last: hops.Name, state: hops.Fails, word: "archiv.invalid"},
		{name: "on this machine", address: plain.URL, last: hops.Clock, state: hops.Holds, before: "encryption not-done"},
		{name: "plain where encrypted is expected", address: strings.Replace(plain.URL, "http:", "https:", 1), tls: trusted,
			last: hops.Encryption, state: hops.Fails, word: "Port"},
		{name: "unknown authority", address: secured(t, good, nil, 0, answers), last: hops.Authority, state: hops.Fails,
			word: "CA des Hauses"},
		{name: "expired", address: secured(t, old, nil, 0, answers), tls: trusted, last: hops.Authority, state: hops.Fails, word: "Uhr"},
		{name: "another name", address: secured(t, elsewhere, nil, 0, answers), tls: trusted, last: hops.Authority, state: hops.Fails,
			word: "anderswo.example"},
		{name: "through", address: secured(t, good, nil, 0, answers), tls: trusted, last: hops.Clock, state: hops.Holds,
			before: "authority holds"},
		{name: "wants a certificate", address: secured(t, good, clients, 0, answers), tls: trusted, last: hops.Certificate,
			state: hops.Fails, before: "certificate doubt"},
		{name: "wants a certificate, 1.2", address: secured(t, good, clients, tls.VersionTLS12, answers), tls: trusted,
			last: hops.Certificate, state: hops.Fails, word: "keines"},
		{name: "certificate of others", address: secured(t, good, clients, 0, answers), tls: with(foreign, foreignKey),
			last: hops.Certificate, state: hops.Fails, before: "certificate doubt"},
		{name: "with certificate", address: secured(t, good, clients, 0, answers), tls: with(ours, oursKey), last: hops.Clock,
			state: hops.Holds, before: "certificate holds"},
		{name: "a page of the network", address: page, tls: trusted, last: hops.Receiver, state: hops.Fails, word: "Anmeldeseite"},
		{name: "points elsewhere", address: moved, tls: trusted, last: hops.Receiver, state: hops.Fails, word: "neu.example"},
		{name: "another day", address: late, tls: trusted, last: hops.Clock, state: hops.Fails, word: "26 Stunden vor"},
		{name: "proxy", address: secured(t, good, nil, 0, answers), tls: trusted, proxy: relay(t, 200), last: hops.Clock, state: hops.Holds,
			before: "tunnel holds"},
		{name: "proxy with login", address: secured(t, good, nil, 0, answers), tls: trusted, proxy: relay(t, 407), last: hops.Tunnel,
			state: hops.Fails, word: "Anmeldung"},
		{name: "proxy refuses", address: secured(t, good, nil, 0, answers), tls: trusted, proxy: relay(t, 403), last: hops.Tunnel,
			state: hops.Fails, word: "403"},
		{name: "no authorities", address: page, tls: channel.TLSOptions{CAFile: filepath.Join(t.TempDir(), "fehlt")}, last: hops.Encryption,
			state: hops.Fails},
	} {
		t.Run(tt.name, func(t *testing.T) {
			route := channel.Route{By: "setting", Proxy: func(*http.Request) (*url.URL, error) { return tt.proxy, nil }}
			got, err := hops.Go(t.Context(), hops.Way{Address: tt.address, Route: route, TLS: tt.tls})
			if err != nil || len(got) == 0 {
				t.Fatal(got, err)
			}
			seen := ""
			for _, h := range got {
				said := h.Said.In("de")
				if said == "" || strings.Contains(said, "hops.") || strings.Contains(said, "{0}") {
					t.Errorf("%s says %q", h.Step, said)
				}
				seen += h.Step + " " + string(h.State) + "\n"
			}
			h := got[len(got)-1]
			if h.Step != tt.last || h.State != tt.state || !strings.Contains(h.Said.In("de"), tt.word) ||
				!strings.Contains(seen, tt.before) {
				t.Errorf("ends with %s %s: %s\n%s", h.Step, h.State, h.Said.In("de"), seen)
			}
			if hops.Sound(got) != (tt.state != hops.Fails) {
				t.Errorf("sound is %v", hops.Sound(got))
			}
		})
	}
}
