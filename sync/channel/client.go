package channel

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"strings"
	"time"

	"laufzettel/sync/machinecert"
	"laufzettel/sync/sign"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
)

// maxAnswer bounds what is read of an answer that is no package.
const maxAnswer = sign.MaxEnvelope + (1 << 20)

// Client speaks with one archive in the name of one key.
type Client struct {
	base    string // public address without a slash at its end
	key     *sign.Key
	http    *http.Client
	now     func() time.Time
	limit   *Limit
	chunk   int
	hook    func(point string)
	buffers *buffers
	answer  func(string) // told the last answer, for the screen
	pause   func(ctx context.Context, d time.Duration) error
}

// TLSOptions are the choices a network may force on us.
type TLSOptions struct {
	CAFile            string // further authorities, PEM
	CertFile, KeyFile string // certificate of this client (mTLS), both or none; or as machinecert names one of the store

	Proxy ProxyFunc // nil: that of the environment
}

// TLSConfig is how the channel greets a receiver: who may vouch for it beside the system's
// authorities, and the certificate of this machine. Error: Setup where a file cannot be used.
func TLSConfig(o TLSOptions) (*tls.Config, error) {
	conf := &tls.Config{MinVersion: tls.VersionTLS12}
	var hint = wording.Say("hint.channel.certificates-not-loaded")
	if o.CAFile != "" {
		pem, err := os.ReadFile(o.CAFile)
		if err != nil {
			return nil, failure.Wrap(failure.Setup, "load authorities", hint, err)
		}
		conf.RootCAs, err = x509.SystemCertPool()
		if err != nil {
			conf.RootCAs = x509.NewCertPool()
		}
		if !conf.RootCAs.AppendCertsFromPEM(pem) {
			return nil, failure.New(failure.Setup, "load authorities", hint)
		}
	}
	if o.CertFile != "" {
		cert, err := machinecert.Load(o.CertFile, o.KeyFile)
		if err != nil {
			return nil, err
		}
		conf.Certificates = []tls.Certificate{cert}
	}
	return conf, nil
}

// NewHTTP makes the http.Client of the channel: no redirects, the system's proxy
// settings, limits on silence instead of on the whole.
func NewHTTP(o TLSOptions) (*http.Client, error) {
	conf, err := TLSConfig(o)
	if err != nil {
		return nil, err
	}
	through := o.Proxy
	if through == nil {
		through = http.ProxyFromEnvironment
	}
	return &http.Client{
		Transport: &http.Transport{
			Proxy: through, TLSClientConfig: conf, ForceAttemptHTTP2: true,
			DialContext:         dial,
			TLSHandshakeTimeout: 20 * time.Second, ResponseHeaderTimeout: 5 * time.Minute, IdleConnTimeout: 90 * time.Second,
			MaxIdleConnsPerHost: mostUnderWay,
			DisableCompression:  true,
		},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}, nil
}

func dial(ctx context.Context, network, address string) (net.Conn, error) {
	d := net.Dialer{Timeout: 20 * time.Second, KeepAlive: 30 * time.Second}
	conn, err := d.DialContext(ctx, network, address)
	if err != nil {
		return nil, err
	}
	return bodyConn{conn}, nil
}

// CheckURL gives the address in the form it is signed in. Plain HTTP is Refused
// except on loopback.
func CheckURL(address string) (string, error) {
	var hint = wording.Say("hint.channel.address-bad")
	u, err := url.Parse(strings.TrimRight(strings.TrimSpace(address), "/"))
	if err != nil {
		return "", failure.Wrap(failure.Refused, "read address", hint, err)
	}
	if u.Host == "" || u.RawQuery != "" || u.Fragment != "" || u.User != nil || (u.Scheme != "https" && u.Scheme != "http") {
		return "", failure.New(failure.Refused, "read address", hint)
	}
	if ip := net.ParseIP(u.Hostname()); u.Scheme == "http" && u.Hostname() != "localhost" && (ip == nil || !ip.IsLoopback()) {
		return "", failure.New(failure.Refused, "read address", wording.Say("hint.channel.address-unencrypted"))
	}
	return u.String(), nil
}

// request is one signed exchange.
type request struct {
	method, path string
	header       http.Header
	body         []byte
	section      *section // instead of body: bytes of a file; Content-Digest is in header
	unsigned     bool
	sent         func() // nil, or told when the body has gone out
}

// An archive that is asked too often says so before it reads anything, and when to come again
// (protocol.md 10). So short a wait is no failure of a job: it is waited here, this often in turn.
const (
	shortWait  = 5 * time.Second
	shortWaits = 10
)

// do signs and sends a request and gives the answer, whose body the caller
// closes. Every answer that is no 2xx becomes an *AnswerError. A nonce that was
// seen already (a connection that was repeated below us) is signed anew once; one that
// came too soon is made again.
func (c *Client) do(ctx context.Context, q request) (*http.Response, error) {
	replayed := false
	for waits := 0; ; {
		resp, err := c.send(ctx, q)
		a, ok := errors.AsType[*AnswerError](err)
		switch {
		case ok && a.Code == string(sign.Replay) && !replayed:
			replayed = true
		case ok && a.Status == http.StatusTooManyRequests && a.RetryAfter > 0 && a.RetryAfter <= shortWait && waits < shortWaits:
			waits++
			if c.pause(ctx, a.RetryAfter) != nil {
				return nil, context.Cause(ctx)
			}
		default:
			return resp, err
		}
	}
}

func (c *Client) send(ctx context.Context, q request) (*http.Response, error) {
	op := q.method + " " + strings.SplitN(q.path, "?", 2)[0]
	var body io.Reader
	length := int64(len(q.body))
	switch {
	case q.section != nil:
		length = q.section.size
		body = &sectionReader{ctx: ctx, limit: c.limit, section: *q.section, sent: q.sent}
	case length > 0 && q.sent != nil:
		body = &sentReader{ctx: ctx, limit: c.limit, data: q.body, sent: q.sent}
	case length > 0:
		body = c.limit.Reader(ctx, bytes.NewReader(q.body))
	}
	req, err := http.NewRequestWithContext(ctx, q.method, c.base+q.path, body)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", op, err)
	}
	req.ContentLength = length
	for k, v := range q.header {
		req.Header[k] = v
	}
	req.Header.Set("User-Agent", "laufzettel")
	if req.Header.Get("Content-Digest") == "" {
		sign.SetContentDigest(req.Header, q.body)
	}
	if !q.unsigned {
		if err := sign.SignRequest(req, c.key, sign.NewNonce()); err != nil {
			return nil, fmt.Errorf("%s: %w", op, err)
		}
	}
	resp, err := c.http.Do(req)
	if err != nil {
		return nil, sortTransport(ctx, op, err)
	}
	if resp.StatusCode < 200 || resp.StatusCode > 299 {
		a := readAnswer(resp)
		_ = resp.Body.Close() // the answer is read
		c.tell(fmt.Sprintf("%d %s", a.Status, a.Code))
		return nil, a.sorted(op, c.now())
	}
	c.tell(resp.Status)
	return resp, nil
}

func (c *Client) tell(s string) {
	if c.answer != nil {
		c.answer(s)
	}
}

// fetch is do for answers that fit into memory.
func (c *Client) fetch(ctx context.Context, q request) ([]byte, *http.Response, error) {
	resp, err := c.do(ctx, q)
	if err != nil {
		return nil, nil, err
	}
	data, err := io.ReadAll(io.LimitReader(resp.Body, maxAnswer))
	_ = resp.Body.Close() // read to its end or given up
	if err != nil {
		return nil, nil, sortTransport(ctx, q.method, err)
	}
	return data, resp, nil
}
