package hops

import (
	"bytes"
	"net"
	"net/url"
	"testing"
	"time"
)

// played is a connection that answers what it holds.
type played struct {
	net.Conn
	answer *bytes.Reader
}

func (p played) Read(b []byte) (int, error)  { return p.answer.Read(b) }
func (p played) Write(b []byte) (int, error) { return len(b), nil }
func (p played) SetDeadline(time.Time) error { return nil }

// Whatever a proxy answers, the walk says a status or an error, and no more than the limit
// is read of it.
func FuzzConnect(f *testing.F) {
	f.Add([]byte("HTTP/1.1 200 Connection established\r\n\r\n"))
	f.Add([]byte("HTTP/1.1 407 no\r\nProxy-Authenticate: Basic\r\n\r\n"))
	f.Add(append([]byte("HTTP/1.1 200 ok\r\nX: "), bytes.Repeat([]byte("x"), maxHeader)...))
	f.Fuzz(func(t *testing.T, answer []byte) {
		conn := played{answer: bytes.NewReader(answer)}
		k := &walk{conn: conn, via: &url.URL{Scheme: "http", Host: "proxy.example:3128"}}
		status, _, err := k.connect(t.Context(), "archiv.example:443")
		if err == nil && status < 100 {
			t.Errorf("status %d", status)
		}
		if read := len(answer) - conn.answer.Len(); read > maxHeader {
			t.Errorf("%d bytes read", read)
		}
	})
}
