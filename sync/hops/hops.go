// Package hops goes the way to an archive one step at a time and says of each step
// whether it holds: name, proxy, connection, encryption, authority, certificate of this
// machine, receiver. It changes nothing and sends nothing but one unsigned question; what
// it asks of the network is what the channel asks (sync/channel), with the same settings.
package hops

import (
	"bufio"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"laufzettel/sync/channel"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
)

// The steps, in the order they are gone.
const (
	Address     = "address"
	Proxy       = "proxy"
	Name        = "name"
	Connection  = "connection"
	Tunnel      = "tunnel"
	Encryption  = "encryption"
	Authority   = "authority"
	Certificate = "certificate"
	Receiver    = "receiver"
	Clock       = "clock"
)

// State is how a step went.
type State string

// The states.
const (
	Holds   State = "holds"
	Doubt   State = "doubt" // goes on, but somebody should look
	Fails   State = "fails" // nothing behind it was tried
	NotDone State = "not-done"
)

// Hop is one step: what was seen, and where it fails what to do.
type Hop struct {
	Step  string
	State State
	Said  wording.Text
	Took  time.Duration
}

// Way is what is to be gone. Address is that of the archive; Route and TLS are those the
// channel uses.
type Way struct {
	Address string
	Route   channel.Route
	TLS     channel.TLSOptions
	Now     func() time.Time // nil: the system's clock
	// Limit bounds each step; 0 is ten seconds.
	Limit time.Duration
}

// maxHeader bounds what a proxy may answer to the wish for a tunnel.
const maxHeader = 64 << 10

// maxAnswer bounds what an archive says of itself.
const maxAnswer = 1 << 20

// walk is one going of a way.
type walk struct {
	Way
	base *url.URL
	via  *url.URL // the proxy, nil: none
	conn net.Conn
	hops []Hop
}

// Go goes the way until a step fails. Every step that was tried is in the answer, the
// failed one last. The error is ours alone: a way that fails is an answer.
func Go(ctx context.Context, w Way) ([]Hop, error) {
	if w.Now == nil {
		w.Now = time.Now
	}
	if w.Limit == 0 {
		w.Limit = 10 * time.Second
	}
	k := &walk{Way: w}
	defer k.close()
	for _, step := range []func(context.Context) bool{k.address, k.proxy, k.name, k.connection, k.tunnel, k.encryption, k.receiver} {
		within, done := context.WithTimeout(ctx, w.Limit)
		on := step(within)
		done()
		if ctx.Err() != nil {
			return k.hops, context.Cause(ctx)
		}
		if !on {
			break
		}
	}
	return k.hops, nil
}

// Sound reports whether every step holds or is only doubted.
func Sound(hops []Hop) bool {
	for _, h := range hops {
		if h.State == Fails {
			return false
		}
	}
	return len(hops) > 0
}

// say notes a step and reports whether the way goes on.
func (k *walk) say(step string, s State, since time.Time, key string, values ...any) bool {
	took := time.Duration(0)
	if !since.IsZero() {
		took = time.Since(since)
	}
	for i, v := range values {
		values[i] = k.told(v)
	}
	k.hops = append(k.hops, Hop{step, s, wording.Say("hops."+key, values...), took})
	return s != Fails
}

// close lets go of the connection the steps were tried on.
func (k *walk) close() {
	if k.conn != nil {
		_ = k.conn.Close() // nothing was written that could be lost
	}
}

func (k *walk) address(context.Context) bool {
	address, err := channel.CheckURL(k.Address)
	if err == nil {
		k.base, err = url.Parse(address)
	}
	if err != nil {
		return k.say(Address, Fails, time.Time{}, "said", failure.HintOf(err))
	}
	return k.say(Address, Holds, time.Time{}, "address", address)
}

// proxy asks who decides the way out and what is decided.
func (k *walk) proxy(ctx context.Context) bool {
	start := time.Now()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, k.base.String(), http.NoBody)
	if err != nil {
		return k.say(Proxy, Fails, start, "cause", err)
	}
	k.via, err = k.Route.Proxy(req)
	by := wording.Say("hops.by." + k.Route.By)
	switch {
	case err != nil:
		return k.say(Proxy, Fails, start, "proxy.unknown", err)
	case k.via == nil && k.Route.Script != "" && k.Route.Unread:
		return k.say(Proxy, Doubt, start, "proxy.script-unread", k.Route.Script)
	case k.via == nil:
		return k.say(Proxy, Holds, start, "proxy.none", by)
	case k.via.User != nil && k.via.Scheme != "https":
		return k.say(Proxy, Doubt, start, "proxy.password", k.via.Host, by)
	}
	return k.say(Proxy, Holds, start, "proxy.named", k.via.Host, by)
}

// next is host and port the first connection goes to.
func (k *walk) next() (host, port string) {
	u := k.base
	if k.via != nil {
		u = k.via
	}
	return u.Hostname(), portOf(u)
}

func portOf(u *url.URL) string {
	if p := u.Port(); p != "" {
		return p
	}
	if u.Scheme == "https" {
		return "443"
	}
	return "80"
}

func (k *walk) name(ctx context.Context) bool {
	host, _ := k.next()
	if net.ParseIP(host) != nil {
		return k.say(Name, NotDone, time.Time{}, "name.is-address", host)
	}
	start := time.Now()
	found, err := net.DefaultResolver.LookupHost(ctx, host)
	if err != nil || len(found) == 0 {
		return k.say(Name, Fails, start, "name.unknown", host)
	}
	return k.say(Name, Holds, start, "name", host, strings.Join(found, ", "))
}

func (k *walk) connection(ctx context.Context) bool {
	host, port := k.next()
	start := time.Now()
	conn, err := new(net.Dialer).DialContext(ctx, "tcp", net.JoinHostPort(host, port))
	if err != nil {
		return k.say(Connection, Fails, start, "connection.refused", host, port, err)
	}
	k.conn = conn
	return k.say(Connection, Holds, start, "connection", host, port, conn.LocalAddr())
}

// tunnel asks the proxy for a way through it, where there is one and the way is encrypted.
func (k *walk) tunnel(ctx context.Context) bool {
	if k.via == nil || k.base.Scheme != "https" {
		return true
	}
	start := time.Now()
	target := net.JoinHostPort(k.base.Hostname(), portOf(k.base))
	if k.via.Scheme == "https" {
		if err := k.greet(ctx); err != nil {
			return k.say(Tunnel, Fails, start, "tunnel.unsecured", k.via.Host, err)
		}
	}
	status, login, err := k.connect(ctx, target)
	switch {
	case late(err):
		return k.say(Tunnel, Fails, start, "tunnel.late", k.via.Host, err)
	case err != nil:
		return k.say(Tunnel, Fails, start, "tunnel.silent", k.via.Host, err)
	case status == http.StatusProxyAuthRequired && len(login) > 0 && !slices.Contains(login, "basic"):
		return k.say(Tunnel, Fails, start, "tunnel.login-other", k.via.Host, strings.Join(login, ", "), k.base.Hostname())
	case status == http.StatusProxyAuthRequired && k.via.User != nil:
		return k.say(Tunnel, Fails, start, "tunnel.login-refused", k.via.Host)
	case status == http.StatusProxyAuthRequired:
		return k.say(Tunnel, Fails, start, "tunnel.login", k.via.Host)
	case status != http.StatusOK:
		return k.say(Tunnel, Fails, start, "tunnel.refused", k.via.Host, target, status)
	}
	return k.say(Tunnel, Holds, start, "tunnel", k.via.Host, target)
}

// greet begins encryption with a proxy that wants it, trusting whom the channel trusts.
func (k *walk) greet(ctx context.Context) error {
	conf, err := channel.TLSConfig(k.TLS)
	if err != nil {
		return err
	}
	conf.ServerName = k.via.Hostname()
	secured := tls.Client(k.conn, conf)
	if err := secured.HandshakeContext(ctx); err != nil {
		return err
	}
	k.conn = secured
	return nil
}

// connect sends the wish and reads the proxy's answer; login names the ways to sign in it
// offers, in small letters.
func (k *walk) connect(ctx context.Context, target string) (status int, login []string, err error) {
	stop := context.AfterFunc(ctx, func() { _ = k.conn.SetDeadline(time.Unix(1, 0)) }) // wakes what waits; the read says so
	defer stop()
	req := &http.Request{Method: http.MethodConnect, URL: &url.URL{Opaque: target}, Host: target,
		Header: http.Header{"User-Agent": {"laufzettel"}}}
	if u := k.via.User; u != nil {
		password, _ := u.Password()
		login := &http.Request{Header: http.Header{}}
		login.SetBasicAuth(u.Username(), password)
		req.Header.Set("Proxy-Authorization", login.Header.Get("Authorization"))
	}
	if err := req.Write(k.conn); err != nil {
		return 0, nil, fmt.Errorf("ask the proxy: %w", err)
	}
	// Byte by byte, so that nothing of what follows the answer is swallowed.
	resp, err := http.ReadResponse(bufio.NewReaderSize(&slow{conn: k.conn, left: maxHeader}, 16), req)
	if err != nil {
		return 0, nil, fmt.Errorf("read the proxy's answer: %w", err)
	}
	_ = resp.Body.Close() // an answer to CONNECT has none that counts
	for _, offer := range resp.Header.Values("Proxy-Authenticate") {
		if fields := strings.Fields(offer); len(fields) > 0 {
			login = append(login, strings.ToLower(fields[0]))
		}
	}
	return resp.StatusCode, login, nil
}

// slow reads one byte at a time, up to a limit.
type slow struct {
	conn net.Conn
	left int
}

var errLong = errors.New("the answer is longer than any we know")

func (s *slow) Read(p []byte) (int, error) {
	if s.left--; s.left < 0 {
		return 0, errLong
	}
	return s.conn.Read(p[:min(1, len(p))])
}
