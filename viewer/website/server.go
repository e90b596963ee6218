package website

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/hex"
	"errors"
	"io"
	"mime"
	"net"
	"net/http"
	"net/url"
	"path"
	"strconv"
	"strings"
	"time"

	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
)

// About is what the banner says of the snapshot (F9).
type About struct {
	Signature string // Bestandssignatur
	Domain    string
	Date      string // of the crawl, "02.11.2026"
	Project   string
	Kind      string // Turnus, Ereignis, or the kind of the delivery
	Back      string // where the way back leads: "Lesesaal", "Portion 12"
	// Statements are what the description of the snapshot says, label and value.
	Statements [][2]string
}

// Name tells a snapshot from others: domain, date, Bestandssignatur.
func (a About) Name() string {
	out := first(a.Domain, "Schnappschuss")
	if a.Date != "" {
		out += " vom " + a.Date
	}
	if a.Signature != "" {
		out += " (" + a.Signature + ")"
	}
	return out
}

// Server serves one archive on loopback until Close. Its address holds a token
// nobody can guess; other addresses get nothing.
type Server struct {
	a     *Archive
	about About
	may   func(context.Context) error
	token string
	// others are the further snapshots a search may look through.
	others []*Server
	http   *http.Server
	ln     net.Listener
	done   chan struct{}
}

// Serve starts a server for an archive on a free port of 127.0.0.1. It ends with
// ctx or Close; the archive stays the caller's. may is asked before every answer, for
// a closure may begin while pages are looked at: where it gives an error nothing of
// the archive is sent, only that it is closed. nil: always. Error: Setup where no port can be
// had.
func Serve(ctx context.Context, a *Archive, about About, may func(context.Context) error) (*Server, error) {
	raw := make([]byte, 16)
	if _, err := rand.Read(raw); err != nil {
		return nil, err
	}
	ln, err := (&net.ListenConfig{}).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return nil, failure.Wrap(failure.Setup, "serve web area", wording.Say("hint.website.no-local-port"), err)
	}
	s := &Server{a: a, about: about, may: may, token: hex.EncodeToString(raw), ln: ln, done: make(chan struct{})}
	s.http = &http.Server{Handler: s, ReadHeaderTimeout: 10 * time.Second, IdleTimeout: time.Minute, MaxHeaderBytes: 64 << 10,
		BaseContext: func(net.Listener) context.Context { return ctx }}
	stop := context.AfterFunc(ctx, func() { _ = s.http.Close() })
	go func() {
		defer close(s.done)
		defer stop()
		_ = s.http.Serve(ln) // ends with Close
	}()
	return s, nil
}

// URL is where the browser begins.
func (s *Server) URL() string { return "http://" + s.ln.Addr().String() + "/" + s.token + "/" }

// Beside puts other snapshots beside this one: each names the others, and a search looks
// through all of them where the reader wants that. To be called before the address of any
// of them is given out.
func Beside(all ...*Server) {
	for _, s := range all {
		s.others = nil
		for _, x := range all {
			if x != s {
				s.others = append(s.others, x)
			}
		}
	}
}

// Close ends the server and waits for it.
func (s *Server) Close() error {
	err := s.http.Close()
	<-s.done
	if errors.Is(err, http.ErrServerClosed) {
		return nil
	}
	return err
}

// policy keeps the browser from running scripts and from asking anybody but us.
// The sandbox also forbids what a page does by itself, such as leading elsewhere.
const policy = "default-src 'none'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; font-src 'self' data:; media-src 'self'; frame-src 'self'; object-src 'none'; script-src 'none'; connect-src 'none'; form-action 'self'; base-uri 'none'; frame-ancestors 'self'"

const sandbox = "; sandbox allow-forms allow-same-origin allow-popups allow-top-navigation-by-user-activation"

// ServeHTTP implements http.Handler.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	defer func() {
		if p := recover(); p != nil { // a parser broke off on strange input: this page only
			w.WriteHeader(http.StatusInternalServerError)
		}
	}()
	h := w.Header()
	h.Set("Content-Security-Policy", policy+sandbox)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cache-Control", "no-store")
	h.Set("X-DNS-Prefetch-Control", "off")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	rest, ok := s.inside(r)
	if !ok {
		http.Error(w, "Nicht erlaubt.", http.StatusForbidden)
		return
	}
	if r.Method != http.MethodGet && r.Method != http.MethodHead && !(r.Method == http.MethodPost && rest == "/hinweis") {
		http.Error(w, "Nicht erlaubt.", http.StatusMethodNotAllowed)
		return
	}
	if s.may != nil && s.may(r.Context()) != nil { // the reason may name what may not be named
		http.Error(w, "Dieser Webauftritt wird nicht mehr gezeigt: Er ist geschlossen, oder das Recht dazu ist beendet.",
			http.StatusForbidden)
		return
	}
	s.route(w, r, rest)
}

// inside checks host and token; the host keeps other names that lead to loopback
// (DNS rebinding) out.
func (s *Server) inside(r *http.Request) (rest string, ok bool) {
	if r.Host != s.ln.Addr().String() {
		return "", false
	}
	token, rest, _ := strings.Cut(strings.TrimPrefix(r.URL.EscapedPath(), "/"), "/")
	if subtle.ConstantTimeCompare([]byte(token), []byte(s.token)) != 1 {
		return "", false
	}
	return "/" + rest, true
}

func (s *Server) route(w http.ResponseWriter, r *http.Request, rest string) {
	kind, arg, _ := strings.Cut(strings.TrimPrefix(rest, "/"), "/")
	switch kind {
	case "":
		s.overview(w)
	case "hinweis":
		s.notice(w, r.URL.Query().Get("art"), r.URL.Query().Get("ziel"))
	case "suche":
		s.search(w, r)
	case "angaben":
		s.statements(w)
	case "druck":
		kind, arg, _ = strings.Cut(arg, "/")
		r = r.WithContext(context.WithValue(r.Context(), printing{}, true))
		if kind == "d" {
			s.file(w, r, arg)
		} else {
			s.address(w, r, arg)
		}
	case "sprung":
		s.jump(w, r)
	case "d":
		s.file(w, r, arg)
	case "u":
		s.address(w, r, arg)
	default:
		http.Error(w, "Nicht gespeichert.", http.StatusNotFound)
	}
}

// file serves a file of a mirror: d/<layer>/<path>.
func (s *Server) file(w http.ResponseWriter, r *http.Request, arg string) {
	number, escaped, _ := strings.Cut(arg, "/")
	n, err := strconv.Atoi(number)
	name, err2 := url.PathUnescape(escaped)
	if err != nil || err2 != nil || name == "" || path.Clean("/" + name)[1:] != name {
		s.missing(w, r, escaped)
		return
	}
	err = s.a.openFile(r.Context(), n, name, func(c content) error { return s.send(w, r, c, n, name) })
	s.failed(w, r, err, name)
}

// address serves an answer by its address: u/<scheme>/<host>/<path>?<query>.
func (s *Server) address(w http.ResponseWriter, r *http.Request, arg string) {
	scheme, rest, _ := strings.Cut(arg, "/")
	full := scheme + "://" + rest
	if r.URL.RawQuery != "" {
		full += "?" + r.URL.RawQuery
	}
	err := s.a.open(r.Context(), full, func(c content) error { return s.send(w, r, c, 0, "") })
	s.failed(w, r, err, full)
}

func (s *Server) failed(w http.ResponseWriter, r *http.Request, err error, target string) {
	switch {
	case err == nil || r.Context().Err() != nil:
	case errors.Is(err, errMissing):
		s.missing(w, r, target)
	default:
		s.broken(w)
	}
}

// missing answers for what is not stored: a page for people, nothing for parts.
func (s *Server) missing(w http.ResponseWriter, r *http.Request, target string) {
	if strings.Contains(r.Header.Get("Accept"), "text/html") {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.WriteHeader(http.StatusNotFound)
		s.page(w, noticePage(toGone, target))
		return
	}
	http.Error(w, "Nicht gespeichert.", http.StatusNotFound)
}

func (s *Server) broken(w http.ResponseWriter) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(http.StatusInternalServerError)
	s.page(w, pageData{Title: "Nicht lesbar",
		Text: []string{"Diese Seite ist gespeichert, lässt sich aber nicht lesen. Die Prüfung des Pakets nennt den Grund."}})
}

// send writes an answer; pages and style sheets are rewritten on the way. Error
// pages keep their status, as they are part of what was archived.
func (s *Server) send(w http.ResponseWriter, r *http.Request, c content, layer int, file string) error {
	base, err := url.Parse(c.url)
	if err != nil {
		base = &url.URL{}
	}
	p := &place{a: s.a, prefix: "/" + s.token, url: base, layer: layer, path: file}
	h := w.Header()
	status := c.status
	if status < 200 || status > 599 || status >= 300 && status < 400 {
		status = http.StatusOK
	}
	switch {
	case c.mime == "redirect":
		http.Redirect(w, r, p.link(c.url), http.StatusFound) // a path of this server
		return nil
	case c.coded != "":
		h.Set("Content-Type", "text/html; charset=utf-8")
		s.page(w, pageData{Title: "Nicht darstellbar", Text: []string{"Der Inhalt ist mit dem Verfahren „" + c.coded +
			"“ gepackt, das hier nicht gelesen wird. Er liegt unverändert im Archivpaket."}})
		return nil
	case c.mime == "text/html" || c.mime == "application/xhtml+xml":
		h.Set("Content-Type", "text/html; charset=utf-8")
		w.WriteHeader(status)
		banner, footer := s.frameFor(r, c)
		return p.rewriteHTML(w, c.body, c.mime, banner, footer)
	case c.mime == "text/css":
		data, err := io.ReadAll(io.LimitReader(c.body, maxCSS))
		if err != nil {
			return err
		}
		h.Set("Content-Type", "text/css; charset=utf-8")
		w.WriteHeader(status)
		_, err = io.WriteString(w, rewriteCSS(string(data), p.part))
		return gone(err)
	}
	return sendPlain(w, c, status)
}

// maxCSS bounds one style sheet.
const maxCSS = 16 << 20

// gone: the browser left, which is no fault of ours.
func gone(error) error { return nil }

// sendPlain writes what is neither page nor style sheet, as it is stored.
func sendPlain(w http.ResponseWriter, c content, status int) error {
	h := w.Header()
	kind := c.mime
	switch {
	case kind == "text/javascript" || kind == "application/javascript" || kind == "application/x-javascript":
		kind = "text/plain"
	case kind == "":
		kind = "application/octet-stream"
	}
	if strings.HasPrefix(kind, "text/") {
		kind = mime.FormatMediaType(kind, map[string]string{"charset": "utf-8"})
	}
	if kind == "application/pdf" {
		h.Set("Content-Security-Policy", strings.Replace(policy, "object-src 'none'", "object-src 'self'", 1))
	}
	h.Set("Content-Type", kind)
	w.WriteHeader(status)
	_, err := io.Copy(w, c.body)
	return gone(err)
}

// jump follows a quick navigation: the chosen value is an address seen from the
// page the form stood on.
func (s *Server) jump(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	from, value := q.Get(fieldPrefix+"von"), q.Get(q.Get(fieldPrefix+"feld-name"))
	p := &place{a: s.a, prefix: "/" + s.token, url: &url.URL{}}
	if arg, ok := strings.CutPrefix(from, "/d/"); ok {
		number, escaped, _ := strings.Cut(arg, "/")
		n, err := strconv.Atoi(number)
		name, err2 := url.PathUnescape(escaped)
		if err != nil || err2 != nil || n < 0 || n >= len(s.a.layers) {
			s.notice(w, toGone, value)
			return
		}
		p.layer, p.path = n, name
		if f, ok := s.a.layers[n].urls[name]; ok {
			from = f.URL
		}
	}
	if u, err := url.Parse(from); err == nil {
		p.url = u
	}
	to := p.link(value)
	if !strings.HasPrefix(to, "/"+s.token+"/") {
		to = p.notice(toGone, value)
	}
	http.Redirect(w, r, to, http.StatusFound) // a path of this server
}
