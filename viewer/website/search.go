package website

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"path"
	"strings"
	"unicode"

	web "laufzettel/transfer/kinds/website"
	"laufzettel/viewer/text"
)

// Bounds of one search: it reads the pages anew.
const (
	maxHits    = 200
	maxWords   = 200
	maxText    = 4 << 20
	contextLen = 80
)

// Hit is a page in which all words of a search stand.
type Hit struct {
	Title, URL string
	Kind       string // extension of the file: html, txt
	// Before, Match and After are the first place found.
	Before, Match, After string
}

var errEnough = errors.New("website: enough hits")

// Found is what a search found.
type Found struct {
	Hits   []Hit
	More   bool // there are further hits
	Unread int  // documents whose words could not be read
}

// Search finds the pages and documents in which all words stand; upper case, umlauts and
// accents do not matter, words in quotation marks are a phrase. kind limits it to
// an extension, "" = all.
func (a *Archive) Search(ctx context.Context, words, kind string) (f Found, err error) {
	terms := termsOf(words)
	if len(terms) == 0 {
		return f, nil
	}
	for i, y := range a.layers {
		err := web.Each(ctx, y.t, y.layout, func(r web.Resource, body io.Reader) error {
			if r.Status >= 400 || kind != "" && kindOf(r) != kind {
				return ctx.Err()
			}
			h, ok := Hit{}, false
			switch {
			case readable(r.MIME):
				h, ok = match(r, body, terms)
			case a.reading != nil && documents[kindOf(r)]:
				words, read := a.document(ctx, i, r, body)
				if !read {
					f.Unread++
				}
				h = Hit{URL: r.URL, Kind: kindOf(r)}
				ok = read && h.in(words, terms)
			}
			if ok {
				f.Hits = append(f.Hits, h)
			}
			if len(f.Hits) >= maxHits {
				return errEnough
			}
			return ctx.Err()
		})
		if errors.Is(err, errEnough) {
			f.More = true
			return f, nil
		}
		if err != nil {
			return f, err
		}
	}
	return f, nil
}

func readable(mime string) bool {
	return mime == "text/html" || mime == "application/xhtml+xml" || mime == "text/plain" || mime == "text/xml" || mime == "application/xml"
}

func kindOf(r web.Resource) string {
	at := r.Path
	if r.Offset >= 0 {
		if u, err := url.Parse(r.URL); err == nil {
			at = u.Path
		}
	}
	if ext := strings.ToLower(strings.TrimPrefix(path.Ext(at), ".")); ext != "" && ext != "htm" && ext != "php" {
		return ext
	}
	return "html"
}

func match(r web.Resource, body io.Reader, terms [][]rune) (Hit, bool) {
	h := Hit{URL: r.URL, Kind: kindOf(r)}
	raw, err := io.ReadAll(io.LimitReader(body, maxText))
	if err != nil && len(raw) == 0 {
		return h, false
	}
	content := ""
	if strings.Contains(r.MIME, "html") {
		if p, err := web.ScanPage(strings.NewReader(string(raw))); err == nil {
			h.Title = p.Title
		}
		content, _, _ = text.Decode(raw)
		content = text.FromHTML(strings.NewReader(content))
	} else {
		content, _, _ = text.Decode(raw)
	}
	return h, h.in(content, terms)
}

// in looks for all words in a text, and keeps the first place.
func (h *Hit) in(content string, terms [][]rune) bool {
	plain := []rune(strings.Join(strings.Fields(content), " "))
	folded, from := fold(plain)
	at := -1
	for i, t := range terms {
		n := index(folded, t)
		if n < 0 {
			return false
		}
		if i == 0 {
			at = n
		}
	}
	first, last := from[at], from[at+len(terms[0])-1]+1
	h.Before, h.Match, h.After = string(plain[max(0, first-contextLen):first]), string(plain[first:last]),
		string(plain[last:min(len(plain), last+contextLen)])
	return true
}

// fold makes texts comparable: lower case, ä as ae, accents dropped; from gives
// for every rune its place in the text before.
func fold(in []rune) (out []rune, from []int) {
	put := func(i int, s string) {
		for _, r := range s {
			out, from = append(out, r), append(from, i)
		}
	}
	for i, r := range in {
		switch r = unicode.ToLower(r); r {
		case 'ä':
			put(i, "ae")
		case 'ö':
			put(i, "oe")
		case 'ü':
			put(i, "ue")
		case 'ß':
			put(i, "ss")
		case 'á', 'à', 'â', 'ã', 'å':
			put(i, "a")
		case 'é', 'è', 'ê', 'ë':
			put(i, "e")
		case 'í', 'ì', 'î', 'ï':
			put(i, "i")
		case 'ó', 'ò', 'ô', 'õ':
			put(i, "o")
		case 'ú', 'ù', 'û':
			put(i, "u")
		case 'ç', 'č', 'ć':
			put(i, "c")
		case 'š', 'ş':
			put(i, "s")
		case 'ñ':
			put(i, "n")
		default:
			out, from = append(out, r), append(from, i)
		}
	}
	return out, from
}

func index(in, what []rune) int {
	if len(what) == 0 {
		return -1
	}
	for i := 0; i+len(what) <= len(in); i++ {
		if in[i] == what[0] && equalRunes(in[i:i+len(what)], what) {
			return i
		}
	}
	return -1
}

func equalRunes(a, b []rune) bool {
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

// termsOf splits a search into words and quoted phrases.
func termsOf(words string) (out [][]rune) {
	for i, part := range strings.Split(words, `"`) {
		list := strings.Fields(part)
		if i%2 == 1 && len(list) > 0 {
			list = []string{strings.Join(list, " ")}
		}
		for _, w := range list {
			if f, _ := fold([]rune(w)); len(f) > 0 && len(out) < 16 {
				out = append(out, f[:min(len(f), maxWords)])
			}
		}
	}
	return out
}

// search answers a search form of the site, or our own.
func (s *Server) search(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	d := pageData{Title: "Suche im Webbereich", Search: true, Words: q.Get("q")}
	if name := q.Get(fieldPrefix + "feld"); name != "" {
		d.Words = q.Get(name)
		d.Text = []string{"Die ursprüngliche Suche der Website steht im Archiv nicht mehr zur Verfügung. Gesucht wurde mit der Suche des Archivs in diesem Schnappschuss."}
	}
	d.Kind, d.All = q.Get("typ"), q.Get("alle") != ""
	places := []*Server{s}
	if d.All {
		places = append(places, s.others...)
	}
	failed, unread, more := false, 0, false
	for _, x := range places {
		if x != s && x.may != nil && x.may(r.Context()) != nil {
			continue // what became closed is not searched
		}
		f, err := x.a.Search(r.Context(), d.Words, d.Kind)
		if r.Context().Err() != nil {
			return
		}
		failed, unread, more = failed || err != nil, unread+f.Unread, more || f.More
		for _, h := range f.Hits {
			d.Hits = append(d.Hits, x.hit(h, s))
		}
	}
	d.Text = append(d.Text, outcome(d.Words, len(d.Hits), unread, failed, more)...)
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	s.page(w, d)
}

// outcome says in words how a search went.
func outcome(words string, hits, unread int, failed, more bool) (out []string) {
	switch {
	case failed:
		out = append(out, "Nicht alle Seiten ließen sich lesen. Die Prüfung des Pakets nennt den Grund.")
	case strings.TrimSpace(words) == "":
		return nil
	case hits == 0:
		out = append(out, "Keine Seite enthält diese Wörter.")
	case more:
		out = append(out, "Es gibt mehr Treffer, als hier gezeigt werden. Bitte suchen Sie genauer.")
	}
	if unread > 0 {
		out = append(out, fmt.Sprintf("Dokumente, deren Text sich nicht lesen ließ: %d.", unread))
	}
	return out
}

// hit writes a hit for the page of a server; one of another snapshot names it.
func (s *Server) hit(h Hit, on *Server) hitRow {
	row := hitRow{Title: first(h.Title, h.URL), Address: h.URL, Path: "/" + s.token + s.a.pathOf(h.URL), Kind: h.Kind,
		Context: []contextSpan{{h.Before, false}, {h.Match, true}, {h.After, false}}}
	if len(on.others) > 0 {
		row.Snapshot = s.about.Name()
	}
	if s != on {
		row.Path = "http://" + s.ln.Addr().String() + row.Path
	}
	return row
}
