package website

import (
	"bufio"
	"compress/flate"
	"context"
	"errors"
	"io"
	"net/http"
	"net/url"
	"path"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/klauspost/compress/gzip"

	"laufzettel/transfer/container"
)

// Resource is one answer of a web area: a file of a mirror or a record of an
// archive file.
type Resource struct {
	URL    string // address; of a mirror's file, its path as address where no other is known
	Path   string // file in the tree
	Offset int64  // where the record begins in Path; -1: the file itself is the resource
	Status int    // 0: not known
	MIME   string
	Size   int64 // bytes of the payload; of a record, of its block
	Time   time.Time
	Type   string // record type, "file" for a file of a mirror
}

// Layout is what a tree of files holds of a web area.
type Layout struct {
	Mirrors  []string // folders of mirrors, "" = top
	HTTrack  bool     // the mirrors were found by log or cache of HTTrack
	Archives []string // WARC and ARC files
	Packages []string // WACZ files inside a folder
	Images   []string // ISO
	PDFs     []string // PDF beside crawl and description
	Document string   // description, "" = none
	WACZ     bool     // the tree itself is a WACZ
}

// archiveName goes by the name; what is inside shows on reading.
func archiveName(p string) bool {
	low := strings.ToLower(p)
	for _, ext := range []string{".warc", ".warc.gz", ".arc", ".arc.gz"} {
		if strings.HasSuffix(low, ext) {
			return true
		}
	}
	return false
}

// Find looks through the names of a tree.
func Find(ctx context.Context, t container.Tree) (Layout, error) {
	var l Layout
	roots, err := mirrorRoots(ctx, t)
	if err != nil {
		return l, err
	}
	l.Mirrors, l.HTTrack = roots, len(roots) > 0
	var pages []string // folders with a start page, should no log be there
	stored, described := false, strings.EqualFold(path.Ext(t.Name()), ".wacz")
	err = t.Files(ctx, func(e container.Entry) error {
		low := strings.ToLower(path.Base(e.Path))
		stored = stored || strings.HasPrefix(e.Path, "archive/") && archiveName(e.Path)
		described = described || strings.HasPrefix(e.Path, "indexes/") && strings.Contains(low, ".cdx") ||
			strings.HasPrefix(e.Path, "pages/") && strings.HasSuffix(low, ".jsonl")
		switch {
		case e.Path == "datapackage.json":
			l.WACZ = true
		case archiveName(e.Path):
			l.Archives = append(l.Archives, e.Path)
		case strings.HasSuffix(low, ".wacz"):
			l.Packages = append(l.Packages, e.Path)
		case l.inMirror(e.Path):
		case strings.HasSuffix(low, ".iso") && l.beside(e.Path):
			l.Images = append(l.Images, e.Path)
		case strings.HasSuffix(low, ".pdf") && l.beside(e.Path):
			l.PDFs = append(l.PDFs, e.Path)
		case strings.HasSuffix(e.Path, DocumentName) && strings.Count(e.Path, "/") <= 1 && l.Document == "":
			l.Document = e.Path
		case (low == "index.html" || low == "index.htm") && strings.Count(e.Path, "/") <= 2:
			pages = append(pages, strings.TrimSuffix(path.Dir(e.Path), "."))
		}
		return nil
	})
	l.WACZ = l.WACZ || stored && described // one whose datapackage.json is lost is one all the same
	if len(l.Mirrors) == 0 && len(pages) > 0 && len(l.Archives) == 0 && !l.WACZ {
		slices.SortFunc(pages, func(a, b string) int { return len(a) - len(b) })
		l.Mirrors = []string{aboveHost(pages[0])}
	}
	return l, err
}

var hostName = regexp.MustCompile(`(?i)^([a-z0-9-]+\.)+[a-z]{2,}$`)

// aboveHost gives the folder of a mirror whose start page lies in the folder of its host:
// the one above, since mirrors hold a folder for each host.
func aboveHost(dir string) string {
	if hostName.MatchString(path.Base(dir)) {
		return strings.TrimSuffix(strings.TrimSuffix(dir, path.Base(dir)), "/")
	}
	return dir
}

func (l Layout) inMirror(p string) bool {
	return slices.ContainsFunc(l.Mirrors, func(root string) bool { return root != "" && strings.HasPrefix(p, root+"/") })
}

// beside says that a file lies where the representations lie: at the top, or one
// folder below where the mirror does not begin at the top.
func (l Layout) beside(p string) bool {
	n := strings.Count(p, "/")
	return n == 0 || n == 1 && !slices.Contains(l.Mirrors, "")
}

// mirrorOf gives the mirror a file belongs to and its path inside; papers beside a
// mirror at the top belong to none.
func (l Layout) mirrorOf(p string) (root, rel string, ok bool) {
	for _, root := range l.Mirrors {
		if root == "" {
			if p == l.Document || slices.Contains(l.PDFs, p) || slices.Contains(l.Images, p) || slices.Contains(l.Archives, p) ||
				slices.Contains(l.Packages, p) {
				continue
			}
			return root, p, true
		}
		if rel, ok := strings.CutPrefix(p, root+"/"); ok {
			return root, rel, true
		}
	}
	return "", "", false
}

// crawlerFile reports what the crawler wrote for itself: log, cache, its own
// pictures and overview page.
func crawlerFile(rel string) bool {
	return strings.HasPrefix(rel, "hts-") || strings.HasPrefix(rel, metaFolder) || rel == "backblue.gif" || rel == "fade.gif" ||
		rel == "cookies.txt" || rel == "index.html"
}

// own reports a file the crawler wrote for itself, which is none of the site.
func (l Layout) own(p string) bool {
	_, rel, ok := l.mirrorOf(p)
	return ok && l.HTTrack && crawlerFile(rel)
}

// Each walks every resource of a web area with its payload (transfer and content
// coding removed as far as they are known). Files of a mirror come first, then the
// records of the archives; records that are no answers are left out.
func Each(ctx context.Context, t container.Tree, l Layout, fn func(r Resource, payload io.Reader) error) error {
	if len(l.Mirrors) > 0 {
		if err := eachFile(ctx, t, l, fn); err != nil {
			return err
		}
	}
	for _, p := range l.Archives {
		if err := eachRecord(ctx, t, p, fn); err != nil {
			return err
		}
	}
	return nil
}

func eachFile(ctx context.Context, t container.Tree, l Layout, fn func(Resource, io.Reader) error) error {
	known := map[string]Fetched{}
	for _, root := range l.Mirrors {
		if err := fetchedOf(ctx, t, root, known); err != nil {
			return err
		}
	}
	return t.Files(ctx, func(e container.Entry) error {
		_, rel, ok := l.mirrorOf(e.Path)
		if !ok || l.HTTrack && crawlerFile(rel) {
			return nil
		}
		r := Resource{URL: "http://" + (&url.URL{Path: rel}).EscapedPath(), Path: e.Path, Offset: -1, Size: e.Size, MIME: mimeOf(e.Path),
			Time: e.Modified, Type: "file"}
		if f, ok := known[e.Path]; ok {
			r.URL, r.Status = f.URL, f.Status
			if f.MIME != "" {
				r.MIME = mediaType(f.MIME)
			}
		}
		rc, err := t.Open(ctx, e.Path)
		if err != nil {
			return err
		}
		return errors.Join(fn(r, rc), rc.Close())
	})
}

func eachRecord(ctx context.Context, t container.Tree, p string, fn func(Resource, io.Reader) error) error {
	rc, err := t.Open(ctx, p)
	if err != nil {
		return err
	}
	w := Walker{Plain: true, Visit: func(rec *Record, block io.Reader) error {
		if rec.Type != "response" && rec.Type != "resource" && rec.Type != "conversion" || strings.HasPrefix(rec.URI, "dns:") ||
			strings.HasPrefix(rec.URI, "urn:") {
			return nil
		}
		r := Resource{URL: rec.URI, Path: p, Offset: rec.Offset, Size: rec.Length, Time: rec.Time, Type: rec.Type}
		a, err := Unwrap(rec, block)
		if err != nil {
			return nil // a block that is no HTTP is no page; the check tells of it
		}
		r.Status, r.MIME = a.Status, a.MIME
		return fn(r, a.Payload)
	}}
	return errors.Join(w.Walk(ctx, rc), rc.Close())
}

// Answer is a record's block taken apart.
type Answer struct {
	Status  int
	MIME    string // without parameters
	Header  http.Header
	Payload io.Reader // transfer and content coding removed where they are known
	Coded   string    // content coding that could not be removed, such as br
}

// Unwrap takes a record's block apart. The error says that it is no HTTP message.
func Unwrap(rec *Record, block io.Reader) (Answer, error) {
	kind := mediaType(rec.Field("content-type"))
	if kind != "application/http" && !(strings.HasPrefix(rec.Version, "ARC") && strings.HasPrefix(rec.URI, "http")) {
		return Answer{Status: http.StatusOK, MIME: kind, Header: http.Header{}, Payload: block}, nil
	}
	resp, err := http.ReadResponse(bufio.NewReader(block), nil)
	if err != nil {
		return Answer{}, err
	}
	a := Answer{Status: resp.StatusCode, MIME: mediaType(resp.Header.Get("Content-Type")), Header: resp.Header, Payload: resp.Body}
	switch coding := strings.ToLower(strings.TrimSpace(resp.Header.Get("Content-Encoding"))); coding {
	case "", "identity":
	case "gzip", "x-gzip", "deflate":
		a.Payload = decoded(coding, resp.Body)
	default:
		a.Coded = coding
	}
	return a, nil
}

// decoded removes a content coding; crawlers sometimes removed it before and left
// the header, then the bytes stay as they are.
func decoded(coding string, r io.Reader) io.Reader {
	in := bufio.NewReaderSize(r, 4096)
	head, _ := in.Peek(2)
	if coding == "deflate" {
		if len(head) == 2 && head[0]&0x0f == 8 && (int(head[0])<<8|int(head[1]))%31 == 0 {
			_, _ = in.Discard(2) // zlib head
			return flate.NewReader(in)
		}
		return in
	}
	if len(head) == 2 && head[0] == 0x1f && head[1] == 0x8b {
		if z, err := gzip.NewReader(in); err == nil {
			return z
		}
	}
	return in
}

var byExtension = map[string]string{".html": "text/html", ".htm": "text/html", ".xhtml": "application/xhtml+xml", ".shtml": "text/html",
	".php": "text/html", ".asp": "text/html", ".aspx": "text/html", ".jsp": "text/html",
	".css": "text/css", ".js": "text/javascript", ".gif": "image/gif", ".jpg": "image/jpeg", ".jpeg": "image/jpeg", ".png": "image/png",
	".svg": "image/svg+xml", ".webp": "image/webp", ".ico": "image/x-icon",
	".pdf": "application/pdf", ".xml": "text/xml", ".rss": "application/rss+xml", ".txt": "text/plain", ".json": "application/json",
	".mp3": "audio/mpeg", ".mp4": "video/mp4", ".webm": "video/webm", ".ogg": "application/ogg",
	".woff": "font/woff", ".woff2": "font/woff2", ".ttf": "font/ttf", ".zip": "application/zip"}

// mimeOf goes by the extension; the same on every machine.
func mimeOf(p string) string {
	if m, ok := byExtension[strings.ToLower(path.Ext(p))]; ok {
		return m
	}
	return "application/octet-stream"
}

// isHTML reports pages.
func isHTML(mime string) bool { return mime == "text/html" || mime == "application/xhtml+xml" }
