package hops_test

import (
	"crypto/x509"
	"crypto/x509/pkix"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"laufzettel/sync/channel"
	"laufzettel/sync/hops"
)

// silent takes connections and says nothing.
func silent(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() }) // nobody waits for it
	return l.Addr().String()
}

// offering is a proxy that answers 407 with these ways to sign in.
func offering(t *testing.T, offers ...string) *url.URL {
	t.Helper()
	s := httptest.NewServer(relaying(http.StatusProxyAuthRequired, offers...))
	t.Cleanup(s.Close)
	return address(t, s.URL)
}

// TestGo_AsOfficesAre goes ways as they are in offices: certificates that vouch for nothing,
// proxies that want another login or encryption, hops that hang, answers meant for a terminal.
// Every end is told by what it is.
func TestGo_AsOfficesAre(t *testing.T) {
	house := newAuthority(t, "CA des Hauses")
	_, _, good := house.issue("archiv.example", time.Now().Add(time.Hour), loopback)
	made := func(tpl x509.Certificate) string {
		tpl.NotAfter = time.Now().Add(time.Hour)
		_, _, pair := house.issueAs(&tpl)
		return secured(t, pair, nil, 0, answers)
	}
	archive := secured(t, good, nil, 0, answers)
	steering := secured(t, good, nil, 0, func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, `{"features":["a\u001b[31m\u202e"]}`) // a test server
	})
	named := offering(t, "Basic realm=x")
	named.User = url.UserPassword("name", "kennwort")
	over := address(t, secured(t, good, nil, 0, relaying(http.StatusOK)))
	trusted := channel.TLSOptions{CAFile: house.file}
	for _, tt := range []struct {
		name, address string
		proxy         *url.URL
		tls           channel.TLSOptions
		step          string
		state         hops.State
		word, never   string
	}{
		{"a name in the CN alone", made(x509.Certificate{Subject: pkix.Name{CommonName: "127.0.0.1"}}), nil, trusted,
			hops.Authority, hops.Fails, "nennt keinen Namen", "sondern für"},
		{"other addresses", made(x509.Certificate{IPAddresses: []net.IP{net.IPv4(10, 1, 2, 3)}}), nil, trusted,
			hops.Authority, hops.Fails, "10.1.2.3", ""},
		{"no certificate for servers", made(x509.Certificate{IPAddresses: []net.IP{loopback},
			ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageClientAuth}}), nil, trusted,
			hops.Authority, hops.Fails, "taugt nicht", "Aussteller"},
		{"an archive that hangs", "https://" + silent(t), nil, trusted, hops.Encryption, hops.Fails, "keine Antwort", "deadline"},
		{"a proxy that hangs", archive, &url.URL{Scheme: "http", Host: silent(t)}, trusted,
			hops.Tunnel, hops.Fails, "keine Antwort", "timeout"},
		{"a proxy for Kerberos", archive, offering(t, "Negotiate", "NTLM"), trusted, hops.Tunnel, hops.Fails, "negotiate, ntlm", "http://"},
		{"a proxy with a wrong password", archive, named, trusted, hops.Tunnel, hops.Fails, "nicht an", "kennwort"},
		{"a proxy with encryption", archive, over, trusted, hops.Clock, hops.Holds, "", ""},
		{"a proxy nobody vouches for", archive, over, channel.TLSOptions{}, hops.Tunnel, hops.Fails, "caFile", "wie ein Proxy"},
		{"words for a terminal", steering, nil, trusted, hops.Receiver, hops.Holds, "a␛[31m", "\x1b"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			route := channel.Route{By: "setting", Proxy: func(*http.Request) (*url.URL, error) { return tt.proxy, nil }}
			got, err := hops.Go(t.Context(), hops.Way{Address: tt.address, Route: route, TLS: tt.tls, Limit: 2 * time.Second})
			if err != nil {
				t.Fatal(err)
			}
			for _, h := range got {
				said := h.Said.In("de")
				if h.Step != tt.step {
					continue
				}
				if h.State != tt.state || !strings.Contains(said, tt.word) || tt.never != "" && strings.Contains(said, tt.never) {
					t.Errorf("%s %s: %s", h.Step, h.State, said)
				}
				return
			}
			t.Errorf("never came to %s: %+v", tt.step, got)
		})
	}
}
