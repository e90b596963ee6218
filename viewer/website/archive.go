// Package website shows an archived web area (HTTrack mirror, WARC, ARC, WACZ, ISO
// image) in the system browser through an HTTP server of its own that listens on
// loopback only (requirements F5, F8, F9; issue 7 part 3). Links are rewritten
// while a page is served, with a parser for HTML and one for CSS; no stored byte
// is changed and no request leaves loopback: a strict Content-Security-Policy
// forbids scripts and foreign sources, addresses outside lead to a notice page.
//
// It is no crawler and no emulator: scripts of the archived pages do not run.
package website

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"io/fs"
	"net/http"
	"net/url"
	"path"
	"slices"
	"strings"
	"time"

	"laufzettel/transfer/container"
	"laufzettel/transfer/failure"
	web "laufzettel/transfer/kinds/website"
	"laufzettel/transfer/wording"
	"laufzettel/viewer"
)

// Archive is an opened web area. Safe for concurrent use after Open.
type Archive struct {
	layers []*layer
	byURL  map[uint64][]ref
	digest map[uint64]ref // payload digest → answer, for revisits
	starts []Start
	hosts  map[string]bool
	closes []func()
	// reading opens documents for the search; nil: only pages are searched.
	reading func(context.Context, viewer.Source) (viewer.Document, error)
	texts   kept
	// Partial says that more answers are stored than fit the index.
	Partial bool
}

// Start is a page to begin with.
type Start struct{ Title, URL string }

// layer is one tree of files: the delivery itself, a WACZ or an image inside it.
type layer struct {
	t      container.Tree
	layout web.Layout
	urls   map[string]web.Fetched // of mirror files, by path
	name   string
}

// ref is where an answer lies.
type ref struct {
	layer, file int32
	offset      int64 // -1: the file itself
	skip        int32
	status      int16
	at          int64 // Unix seconds
	digest      uint64
	revisit     bool
	path        string // of a mirror file
}

// maxAnswers bounds the index in memory (about 100 bytes each).
const maxAnswers = 5_000_000

// Open indexes a web area. t stays in use until Close and is not closed by it.
// Error: Refused where the tree holds no web area.
func Open(ctx context.Context, t container.Tree) (*Archive, error) {
	a := &Archive{byURL: map[uint64][]ref{}, digest: map[uint64]ref{}, hosts: map[string]bool{}}
	if err := a.add(ctx, t, "", 0); err != nil {
		return nil, errors.Join(err, a.Close())
	}
	if len(a.byURL) == 0 && !slices.ContainsFunc(a.layers, func(l *layer) bool { return len(l.layout.Mirrors) > 0 }) {
		return nil, errors.Join(failure.New(failure.Refused, "open web area", wording.Say("hint.website.nothing-to-show")), a.Close())
	}
	a.findStarts(ctx)
	return a, nil
}

// Close gives back what was opened inside the tree.
func (a *Archive) Close() error {
	for _, c := range slices.Backward(a.closes) {
		c()
	}
	a.closes = nil
	return nil
}

// add takes in a tree and what lies in it as one more tree.
func (a *Archive) add(ctx context.Context, t container.Tree, name string, depth int) error {
	l, err := web.Find(ctx, t)
	if err != nil {
		return err
	}
	y := &layer{t: t, layout: l, urls: map[string]web.Fetched{}, name: name}
	a.layers = append(a.layers, y)
	n := int32(len(a.layers) - 1)
	if err := a.mirrors(ctx, y, n); err != nil {
		return err
	}
	for i, p := range l.Archives {
		if err := a.records(ctx, y, n, int32(i), p); err != nil {
			return err
		}
	}
	if depth > 0 {
		return nil
	}
	for _, p := range l.Packages {
		inner, err := container.OpenEntry(ctx, t, p, container.Options{})
		if err != nil {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			continue // the check tells why it cannot be opened
		}
		a.closes = append(a.closes, func() { _ = inner.Close() })
		if err := a.add(ctx, inner, path.Base(p), depth+1); err != nil {
			return err
		}
	}
	if len(a.byURL) > 0 || len(l.Mirrors) > 0 {
		return nil
	}
	for _, p := range l.Images { // only where there is nothing else: the image holds the same
		img, free, err := web.Image(ctx, t, p)
		if err != nil {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			continue
		}
		a.closes = append(a.closes, free)
		if err := a.add(ctx, img, path.Base(p), depth+1); err != nil {
			return err
		}
	}
	return nil
}

// mirrors indexes the files of mirrors by the address the crawler noted, else by
// host and path.
func (a *Archive) mirrors(ctx context.Context, y *layer, n int32) error {
	if len(y.layout.Mirrors) == 0 {
		return nil
	}
	l := y.layout
	l.Archives = nil
	return web.Each(ctx, y.t, l, func(r web.Resource, _ io.Reader) error {
		y.urls[r.Path] = web.Fetched{URL: r.URL, Status: r.Status, MIME: r.MIME}
		a.put(r.URL, ref{layer: n, file: -1, offset: -1, status: int16(r.Status), at: r.Time.Unix(), path: r.Path})
		return ctx.Err()
	})
}

func (a *Archive) records(ctx context.Context, y *layer, n, file int32, p string) error {
	rc, err := y.t.Open(ctx, p)
	if err != nil {
		return ctx.Err() // the check tells of a file that cannot be read
	}
	last, skip := int64(-1), int32(0)
	w := web.Walker{Plain: true, Passed: func(r *web.Record) error {
		if r.Offset == last {
			skip++
		} else {
			last, skip = r.Offset, 0
		}
		answer := r.Type == "response" || r.Type == "resource" || r.Type == "conversion" || r.Type == "revisit"
		if !answer || !strings.HasPrefix(r.URI, "http") {
			return ctx.Err()
		}
		x := ref{layer: n, file: file, offset: r.Offset, skip: skip, status: int16(r.Status), at: r.Time.Unix(),
			digest: keyOf(r.Field("warc-payload-digest")), revisit: r.Type == "revisit"}
		if !x.revisit && r.Field("warc-payload-digest") != "" {
			a.digest[x.digest] = x
		}
		a.put(r.URI, x)
		if x.status < 400 && (r.MIME == "text/html" || r.MIME == "application/xhtml+xml") {
			a.host(r.URI)
		}
		return ctx.Err()
	}}
	return errors.Join(w.Walk(ctx, rc), rc.Close())
}

func (a *Archive) host(address string) {
	if u, err := url.Parse(address); err == nil && len(a.hosts) < 1000 {
		a.hosts[u.Hostname()] = true
	}
}

func (a *Archive) put(address string, r ref) {
	if len(a.byURL) >= maxAnswers {
		a.Partial = true
		return
	}
	k := keyOf(normal(address))
	a.byURL[k] = append(a.byURL[k], r)
}

func keyOf(s string) uint64 {
	h := fnv.New64a()
	_, _ = io.WriteString(h, s) // a hash never fails
	return h.Sum64()
}

// normal makes addresses equal that lead to the same: without scheme, fragment and
// trailing slash, host in lower case.
func normal(address string) string {
	address, _, _ = strings.Cut(address, "#")
	if _, rest, ok := strings.Cut(address, "://"); ok {
		address = rest
	}
	host, rest, _ := strings.Cut(address, "/")
	host = strings.TrimSuffix(strings.TrimSuffix(strings.ToLower(host), ":80"), ":443")
	if plain, err := url.PathUnescape(rest); err == nil && !strings.Contains(rest, "%2F") && !strings.Contains(rest, "%2f") {
		rest = plain
	}
	return strings.TrimSuffix(host+"/"+rest, "/")
}

// find picks the answer to show: the last good one, else the last.
func (a *Archive) find(address string) (ref, bool) {
	list := a.byURL[keyOf(normal(address))]
	best, ok := ref{}, false
	for _, r := range list {
		if better := rank(r) - rank(best); !ok || better > 0 || better == 0 && r.at >= best.at {
			best, ok = r, true
		}
	}
	return best, ok
}

// rank puts a good answer before a redirection before an error.
func rank(r ref) int {
	switch {
	case r.status >= 400:
		return 0
	case r.status >= 300:
		return 1
	}
	return 2
}

// Has says whether an answer for the address is stored.
func (a *Archive) Has(address string) bool { _, ok := a.find(address); return ok }

// content is an answer while it is being read.
type content struct {
	status int
	mime   string
	url    string
	at     time.Time
	body   io.Reader
	coded  string
}

// errMissing says that the answer is not stored.
var errMissing = errors.New("website: not stored")

// open reads an answer; fn's body is valid during the call.
func (a *Archive) open(ctx context.Context, address string, fn func(content) error) error {
	r, ok := a.find(address)
	if !ok {
		return errMissing
	}
	return a.openRef(ctx, r, address, fn)
}

func (a *Archive) openRef(ctx context.Context, r ref, address string, fn func(content) error) error {
	y := a.layers[r.layer]
	if r.offset < 0 {
		return a.openFile(ctx, int(r.layer), r.path, fn)
	}
	ra, size, free, err := web.Random(ctx, y.t, y.layout.Archives[r.file])
	if err != nil {
		return fmt.Errorf("open archive file: %w", err)
	}
	defer free()
	return web.ReadRecord(ctx, ra, size, r.offset, int(r.skip), func(rec *web.Record, block io.Reader) error {
		if rec.Type == "revisit" {
			original, ok := a.digest[r.digest]
			if !ok {
				return errMissing
			}
			return a.openRef(ctx, original, address, fn)
		}
		answer, err := web.Unwrap(rec, block)
		if err != nil {
			return fmt.Errorf("read answer: %w", err)
		}
		if to := answer.Header.Get("Location"); to != "" && answer.Status >= 300 && answer.Status < 400 {
			if normal(resolve(rec.URI, to)) == normal(address) {
				return errMissing // it led to itself in another scheme, which is not stored
			}
			return fn(content{status: answer.Status, mime: "redirect", url: resolve(rec.URI, to), at: rec.Time,
				body: strings.NewReader("")})
		}
		return fn(content{status: answer.Status, mime: answer.MIME, url: rec.URI, at: rec.Time, body: answer.Payload, coded: answer.Coded})
	})
}

// openFile reads a file of a mirror.
func (a *Archive) openFile(ctx context.Context, n int, p string, fn func(content) error) error {
	if n < 0 || n >= len(a.layers) {
		return errMissing
	}
	y := a.layers[n]
	e, ok := y.t.Stat(p)
	known, inMirror := y.urls[p]
	if !ok || !inMirror {
		return errMissing
	}
	rc, err := y.t.Open(ctx, p)
	if errors.Is(err, fs.ErrNotExist) {
		return errMissing
	}
	if err != nil {
		return fmt.Errorf("open mirror file: %w", err)
	}
	status := known.Status
	if status == 0 {
		status = http.StatusOK
	}
	c := content{status: status, mime: known.MIME, url: known.URL, at: e.Modified, body: rc}
	if known.MIME == "text/html" && status < http.StatusMultipleChoices {
		in := bufio.NewReaderSize(rc, web.HeadSize)
		head, _ := in.Peek(web.HeadSize) // what ends before is the whole page; a fault shows on reading
		if c.body = in; web.ErrorPage(known.Status, head) {
			c.status = http.StatusNotFound
		}
	}
	return errors.Join(fn(c), rc.Close())
}

func resolve(base, to string) string {
	b, err := url.Parse(base)
	if err != nil {
		return to
	}
	u, err := b.Parse(strings.TrimSpace(to))
	if err != nil {
		return to
	}
	return u.String()
}

// findStarts gathers the pages to begin with: of the description, of the page
// list, else the start page of every host.
func (a *Archive) findStarts(ctx context.Context) {
	seen := map[string]bool{}
	add := func(title, address string) {
		if address != "" && a.Has(address) && !seen[normal(address)] && len(a.starts) < 500 {
			seen[normal(address)] = true
			a.starts = append(a.starts, Start{first(title, address), address})
		}
	}
	for _, y := range a.layers {
		if y.layout.Document != "" {
			if rc, err := y.t.Open(ctx, y.layout.Document); err == nil {
				if d, err := web.ReadDescription(rc); err == nil {
					add("Startseite", d.Start)
					for _, p := range d.Pages {
						add(p.Title, p.URL)
					}
				}
				_ = rc.Close() // it was only read
			}
		}
		for _, p := range y.pageList(ctx) {
			add(p.Title, p.URL)
		}
		for _, root := range y.layout.Mirrors {
			for p, f := range y.urls {
				if rel := strings.TrimPrefix(strings.TrimPrefix(p, root), "/"); strings.Count(rel, "/") <= 1 &&
					strings.HasPrefix(path.Base(rel), "index.") {
					add("", f.URL)
				}
			}
		}
	}
	hosts := make([]string, 0, len(a.hosts))
	for h := range a.hosts {
		hosts = append(hosts, h)
	}
	slices.Sort(hosts)
	for _, h := range hosts {
		add("", "http://"+h+"/")
	}
	if len(a.starts) == 0 {
		a.anyPage(ctx, add)
	}
}

// anyPage offers what is there where no start page can be told.
func (a *Archive) anyPage(ctx context.Context, add func(title, address string)) {
	enough := errors.New("enough")
	for _, y := range a.layers {
		n := 0
		_ = web.Each(ctx, y.t, y.layout, func(r web.Resource, _ io.Reader) error { // ends when enough were found
			if r.MIME == "text/html" {
				add("", r.URL)
				if n++; n >= 50 {
					return enough
				}
			}
			return nil
		})
	}
}

func first(list ...string) string {
	for _, s := range list {
		if s != "" {
			return s
		}
	}
	return ""
}
