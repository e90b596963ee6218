package archive

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"time"

	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
)

// stopWait is how long running requests may go on after a stop was asked for.
const stopWait = 20 * time.Second

// Listener is an open port with the way it is spoken to.
type Listener struct {
	ln  net.Listener
	tls *tls.Config
}

// ListenOptions say where a receiver listens.
type ListenOptions struct {
	Addr              string // HOST:PORT
	CertFile, KeyFile string // both or none; without them only loopback is allowed
	ClientCAFile      string // optional: clients must show a certificate of these (mTLS)
}

// Listen opens the port. Plain HTTP on anything but loopback is Refused.
func Listen(o ListenOptions) (*Listener, error) {
	l := &Listener{}
	if o.CertFile != "" || o.KeyFile != "" {
		cert, err := tls.LoadX509KeyPair(o.CertFile, o.KeyFile)
		if err != nil {
			return nil, failure.Wrap(failure.Setup, "load certificate", wording.Say("hint.archive.certificate-not-loaded"), err)
		}
		l.tls = &tls.Config{Certificates: []tls.Certificate{cert}, MinVersion: tls.VersionTLS12}
		if err := requireClients(l.tls, o.ClientCAFile); err != nil {
			return nil, err
		}
	} else if !loopback(o.Addr) {
		return nil, failure.New(failure.Refused, "open port", wording.Say("hint.archive.listen-without-certificate"))
	}
	ln, err := net.Listen("tcp", o.Addr)
	if err != nil {
		return nil, failure.Wrap(failure.Setup, "open port", wording.Say("hint.archive.listen-address-busy"), err)
	}
	l.ln = ln
	return l, nil
}

func requireClients(c *tls.Config, caFile string) error {
	if caFile == "" {
		return nil
	}
	pem, err := os.ReadFile(caFile)
	if err != nil {
		return failure.Wrap(failure.Setup, "load client certificates", wording.Say("hint.archive.client-certificates-unreadable"), err)
	}
	c.ClientCAs, c.ClientAuth = x509.NewCertPool(), tls.RequireAndVerifyClientCert
	if !c.ClientCAs.AppendCertsFromPEM(pem) {
		return failure.New(failure.Setup, "load client certificates", wording.Say("hint.archive.client-certificates-none"))
	}
	return nil
}

func loopback(addr string) bool {
	host, _, err := net.SplitHostPort(addr)
	if err != nil {
		return false
	}
	if host == "localhost" {
		return true
	}
	ip := net.ParseIP(host)
	return ip != nil && ip.IsLoopback()
}

// URL is the address of the port, good as PublicURL where no proxy is in front.
func (l *Listener) URL() string {
	scheme := "http"
	if l.tls != nil {
		scheme = "https"
	}
	return scheme + "://" + l.ln.Addr().String()
}

// Close closes a port that is not served.
func (l *Listener) Close() error { return l.ln.Close() }

// Serve answers requests until ctx ends, then lets running ones finish. It
// returns nil after a stop that was asked for.
func Serve(ctx context.Context, l *Listener, h http.Handler) error {
	srv := &http.Server{
		Handler: h, TLSConfig: l.tls, ReadHeaderTimeout: 10 * time.Second, IdleTimeout: 2 * time.Minute, MaxHeaderBytes: 64 << 10,
	}
	done := make(chan error, 1)
	go func() {
		if l.tls != nil {
			done <- srv.ServeTLS(l.ln, "", "")
		} else {
			done <- srv.Serve(l.ln)
		}
	}()
	select {
	case err := <-done:
		return fmt.Errorf("serve: %w", err)
	case <-ctx.Done():
	}
	stop, cancel := context.WithTimeout(context.WithoutCancel(ctx), stopWait)
	defer cancel()
	err := srv.Shutdown(stop)
	if errors.Is(err, context.DeadlineExceeded) {
		err = srv.Close()
	}
	<-done
	return err
}
