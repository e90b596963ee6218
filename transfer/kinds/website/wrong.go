package website

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"path"
	"regexp"
	"strings"

	"laufzettel/transfer/check"
	"laufzettel/transfer/container"
	"laufzettel/transfer/wording"
)

// Pages a server gave instead of what was asked for are archived with the others, since
// they show how the site behaved (source 003, 3.4.2). They are known by what the crawler
// noted in its table or log, by the text source 003, 7.3.3.2.6 searches for, and where
// nobody noted a status by their title.

// delayed is the end of a name the crawler gives a file before it knows its type; the
// table keeps that name where the answer was an error.
var delayed = regexp.MustCompile(`(?:\.[0-9a-f]+)?\.delayed$`)

// storedAt finds the file of an answer: under the name the crawler noted, or under that
// it was written by in the end.
func storedAt(t container.Tree, root string, f Fetched) (string, bool) {
	p, ok := localPath(t, root, f.Local)
	if ok || !strings.HasSuffix(f.Local, ".delayed") {
		return p, ok
	}
	whole := strings.TrimSuffix(f.Local, ".delayed")
	for _, local := range []string{whole, delayed.ReplaceAllString(f.Local, ""), whole + ".html", delayed.ReplaceAllString(f.Local,
		"") + ".html"} {
		if p, ok := localPath(t, root, local); ok {
			return p, true
		}
	}
	return p, false
}

// wrongAt finds the page of an error: the crawler writes it as a page, whatever was asked
// for ("bild.png" lies as "bild.html").
func wrongAt(t container.Tree, root string, f Fetched) (string, bool) {
	local := delayed.ReplaceAllString(f.Local, "")
	for _, name := range []string{strings.TrimSuffix(local, path.Ext(local)) + ".html", strings.TrimSuffix(local,
		path.Ext(local)) + ".htm", local + ".html"} {
		if p, ok := localPath(t, root, name); ok {
			return p, true
		}
	}
	return "", false
}

// addressed gives an answer only the log names the file its address leads to.
func addressed(f Fetched) Fetched {
	u, err := url.Parse(f.URL)
	if err != nil {
		return f
	}
	if f.Local = u.Host + u.Path; strings.HasSuffix(f.Local, "/") {
		f.Local += "index.html"
	}
	return f
}

// fetchedOf gathers what the crawler noted of the files of a mirror, by their path.
func fetchedOf(ctx context.Context, t container.Tree, root string, into map[string]Fetched) error {
	var open []Fetched
	keep := func(p string, f Fetched) {
		if _, twice := into[p]; !twice {
			into[p] = f
		}
	}
	at, there := crawlerPath(t, root, httrackNew)
	if there {
		rc, err := t.Open(ctx, at)
		if err != nil {
			return ctx.Err() // without a table the files speak for themselves
		}
		err = ReadFetched(rc, func(f Fetched) error {
			p, ok := storedAt(t, root, f)
			switch {
			case f.Local == "":
			case ok:
				keep(p, f)
			case f.Status >= http.StatusBadRequest && len(open) < maxTold:
				open = append(open, f)
			}
			return nil
		})
		if err := errors.Join(err, rc.Close()); err != nil && ctx.Err() != nil {
			return err
		}
	}
	for _, f := range open { // last: what the table knows by name is what it says
		if p, ok := wrongAt(t, root, f); ok {
			keep(p, f)
		}
	}
	log, err := logAt(ctx, t, root)
	if err != nil || log == nil {
		return err
	}
	for _, f := range log.Wrong {
		if p, ok := storedAt(t, root, addressed(f)); ok {
			keep(p, f)
		}
	}
	return ctx.Err()
}

// logAt reads the log of one mirror; nil where it has none.
func logAt(ctx context.Context, t container.Tree, root string) (*CrawlLog, error) {
	at, there := crawlerPath(t, root, httrackLog)
	if !there {
		return nil, ctx.Err()
	}
	rc, err := t.Open(ctx, at)
	if err != nil {
		return nil, ctx.Err()
	}
	log, ok, err := ReadCrawlLog(rc)
	if err := errors.Join(err, rc.Close()); err != nil {
		return nil, fmt.Errorf("read crawler log: %w", err)
	}
	if !ok {
		return nil, ctx.Err()
	}
	return &log, ctx.Err()
}

// Wrong reports a page that stands for an error of the site; status is what is known of
// the answer, 0 = nothing.
func (p PageScan) Wrong(status int) bool {
	return status >= http.StatusBadRequest || p.Marker || status == 0 && (ErrorTitle(p.Title) || ErrorTitle(p.Heading))
}

// HeadSize is how much of a page is searched for the text of an error page.
const HeadSize = 256 << 10

// errorPages tells how many pages of the mirrors stand for an error.
func (s *survey) errorPages(ctx context.Context, _ check.Facts) ([]check.Finding, error) {
	byStatus, byText, example := 0, 0, ""
	l := s.layout
	l.Archives = nil
	err := Each(ctx, s.t, l, func(r Resource, body io.Reader) error {
		switch marked, err := wrongPage(r, body); {
		case err != nil:
			return err
		case r.Status >= http.StatusBadRequest:
			byStatus++
		case marked:
			byText++
		default:
			return ctx.Err()
		}
		if example == "" {
			example = r.URL
		}
		return ctx.Err()
	})
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil || byStatus+byText == 0 {
		return nil, nil // what cannot be read the one read tells
	}
	return []check.Finding{codeErrorPages.At("").Want("", wording.Say("found.website.error-pages", byStatus+byText, byStatus, byText)).
		Saying(wording.Say("said.website.example", shown(example)))}, nil
}

// wrongPage looks whether a page without an error status is one of an error by its text.
func wrongPage(r Resource, body io.Reader) (bool, error) {
	if r.Status >= http.StatusBadRequest || !isHTML(r.MIME) {
		return false, nil
	}
	head, err := io.ReadAll(io.LimitReader(body, HeadSize))
	if err != nil && !damage(err) {
		return false, err
	}
	return ErrorPage(r.Status, head), nil
}

// ErrorPage reports whether a page whose answer is known by status (0 = nothing) stands
// for an error of the site, from the beginning of its text.
func ErrorPage(status int, head []byte) bool {
	if status != 0 && !bytes.Contains(head, []byte(markerText)) {
		return false
	}
	p, err := ScanPage(bytes.NewReader(head))
	return err == nil && p.Wrong(status)
}
