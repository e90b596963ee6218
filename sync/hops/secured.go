package hops

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strings"
	"time"

	"laufzettel/sync/channel"
	"laufzettel/sync/sign"
	"laufzettel/transfer/failure"
)

// encryption greets the receiver and says apart: what was agreed, who vouches for the
// name, and what the receiver wants to know of this machine. Nothing is sent over a
// connection nobody vouches for.
func (k *walk) encryption(ctx context.Context) bool {
	if k.base.Scheme != "https" {
		return k.say(Encryption, NotDone, time.Time{}, "encryption.none")
	}
	conf, err := channel.TLSConfig(k.TLS)
	if err != nil {
		return k.say(Encryption, Fails, time.Time{}, "said", failure.HintOf(err))
	}
	conf.ServerName = k.base.Hostname()
	conf.InsecureSkipVerify = true // judged in authority, so that a failure can be told with the name of the issuer
	wanted := &wish{own: conf.Certificates}
	conf.Certificates, conf.GetClientCertificate = nil, wanted.answer
	start := time.Now()
	conn := tls.Client(k.conn, conf)
	if err := conn.HandshakeContext(ctx); err != nil {
		if _, plain := errors.AsType[tls.RecordHeaderError](err); plain {
			return k.say(Encryption, Fails, start, "encryption.plain")
		}
		if wanted.asked && !wanted.sent { // below TLS 1.3 the receiver says no at once
			return k.say(Encryption, Holds, start, "encryption.until") && k.certificate(wanted, Fails)
		}
		return k.say(Encryption, Fails, start, "encryption.failed", err)
	}
	k.conn = conn
	state := conn.ConnectionState()
	k.say(Encryption, Holds, start, "encryption", tls.VersionName(state.Version), tls.CipherSuiteName(state.CipherSuite))
	return k.authority(state, conf.RootCAs) && k.certificate(wanted, Doubt)
}

// authority judges the receiver's certificate as the channel will.
func (k *walk) authority(s tls.ConnectionState, roots *x509.CertPool) bool {
	if len(s.PeerCertificates) == 0 {
		return k.say(Authority, Fails, time.Time{}, "authority.none")
	}
	leaf, between := s.PeerCertificates[0], x509.NewCertPool()
	for _, c := range s.PeerCertificates[1:] {
		between.AddCert(c)
	}
	issuer, until := leaf.Issuer.String(), leaf.NotAfter.UTC().Format(time.DateOnly)
	chains, err := leaf.Verify(x509.VerifyOptions{DNSName: k.base.Hostname(), Roots: roots, Intermediates: between, CurrentTime: k.Now()})
	if err == nil {
		chain := chains[0]
		return k.say(Authority, Holds, time.Time{}, "authority", leaf.Subject.String(), chain[len(chain)-1].Subject.String(), until)
	}
	if invalid, is := errors.AsType[x509.CertificateInvalidError](err); is && invalid.Reason == x509.Expired {
		return k.say(Authority, Fails, time.Time{}, "authority.expired", invalid.Cert.NotBefore.UTC().Format(time.DateOnly),
			invalid.Cert.NotAfter.UTC().Format(time.DateOnly), k.Now().UTC().Format(time.DateOnly))
	}
	if _, other := errors.AsType[x509.HostnameError](err); other {
		if names := namesOf(leaf); names != "" {
			return k.say(Authority, Fails, time.Time{}, "authority.name", k.base.Hostname(), names)
		}
		return k.say(Authority, Fails, time.Time{}, "authority.nameless", leaf.Subject.String())
	}
	if _, unknown := errors.AsType[x509.UnknownAuthorityError](err); !unknown {
		return k.say(Authority, Fails, time.Time{}, "authority.unfit", err)
	}
	return k.say(Authority, Fails, time.Time{}, "authority.unknown", issuer)
}

// wish is what the receiver wants to know of this machine.
type wish struct {
	own         []tls.Certificate
	asked, sent bool
	fits        bool
}

// answer gives our certificate where it is wanted, as the channel does; the zero
// certificate says that there is none.
func (w *wish) answer(info *tls.CertificateRequestInfo) (*tls.Certificate, error) {
	w.asked = true
	for i := range w.own {
		w.fits = w.fits || info.SupportsCertificate(&w.own[i]) == nil
	}
	if !w.fits {
		return &tls.Certificate{}, nil
	}
	w.sent = true
	return &w.own[0], nil
}

// certificate says what the receiver asked of this machine and what it was given; missing
// is how a lack counts: a receiver may do without.
func (k *walk) certificate(w *wish, missing State) bool {
	switch {
	case !w.asked && len(w.own) > 0:
		return k.say(Certificate, Holds, time.Time{}, "certificate.not-asked-has")
	case !w.asked:
		return k.say(Certificate, Holds, time.Time{}, "certificate.not-asked")
	case len(w.own) == 0:
		return k.say(Certificate, missing, time.Time{}, "certificate.none")
	case !w.sent:
		return k.say(Certificate, missing, time.Time{}, "certificate.other-issuer")
	}
	return k.say(Certificate, Holds, time.Time{}, "certificate.sent")
}

// receiver asks the archive what it can do, over the client of the channel itself.
func (k *walk) receiver(ctx context.Context) bool {
	start := time.Now()
	o := k.TLS
	o.Proxy = k.Route.Proxy
	client, err := channel.NewHTTP(o)
	if err != nil {
		return k.say(Receiver, Fails, start, "said", failure.HintOf(err))
	}
	defer client.CloseIdleConnections()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, strings.TrimRight(k.base.String(), "/")+"/v1/", http.NoBody)
	if err != nil {
		return k.say(Receiver, Fails, start, "cause", err)
	}
	req.Header.Set("User-Agent", "laufzettel")
	resp, err := client.Do(req)
	if err != nil {
		if channel.Alerted(err) { // since TLS 1.3 it says so with the first answer
			return k.say(Certificate, Fails, start, "certificate.refused", err)
		}
		return k.say(Receiver, Fails, start, "receiver.silent", err)
	}
	defer func() { _ = resp.Body.Close() }() // read or given up
	raw, err := io.ReadAll(io.LimitReader(resp.Body, maxAnswer))
	if err != nil {
		return k.say(Receiver, Fails, start, "receiver.silent", err)
	}
	var can struct{ Features []string }
	switch {
	case resp.StatusCode >= 300 && resp.StatusCode < 400:
		return k.say(Receiver, Fails, start, "receiver.redirects", resp.Header.Get("Location"))
	case resp.StatusCode != http.StatusOK || json.Unmarshal(raw, &can) != nil || can.Features == nil:
		return k.say(Receiver, Fails, start, "receiver.other", resp.StatusCode, resp.Header.Get("Content-Type"))
	}
	k.say(Receiver, Holds, start, "receiver", strings.Join(can.Features, ", "))
	return k.clock(resp.Header.Get("Date"))
}

// clock compares our clock with the receiver's: signatures of another time are refused.
func (k *walk) clock(theirs string) bool {
	at, err := http.ParseTime(theirs)
	if err != nil {
		return k.say(Clock, NotDone, time.Time{}, "clock.unknown")
	}
	switch skew := k.Now().Sub(at).Round(time.Second); {
	case skew > sign.MaxAhead:
		return k.say(Clock, Fails, time.Time{}, "clock.ahead", span(skew))
	case skew < -sign.Lifetime-sign.MaxAhead:
		return k.say(Clock, Fails, time.Time{}, "clock.behind", span(skew))
	}
	return k.say(Clock, Holds, time.Time{}, "clock")
}
