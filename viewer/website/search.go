package website

import (
	"context"
	"errors"
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

// Search finds the pages in which all words stand; upper case, umlauts and
// accents do not matter, words in quotation marks are a phrase. kind limits it to
// an extension, "" = all. more says that there are further hits.
func (a *Archive) Search(ctx context.Context, words, kind string) (hits []Hit, more bool, err error) {
	terms := termsOf(words)
	if len(terms) == 0 {
		return nil, false, nil
	}
	for _, y := range a.layers {
		err := web.Each(ctx, y.t, y.layout, func(r web.Resource, body io.Reader) error {
			if !readable(r.MIME) || r.Status >= 400 || kind != "" && kindOf(r) != kind {
				return ctx.Err()
			}
			if h, ok := match(r, body, terms); ok {
				hits = append(hits, h)
			}
			if len(hits) >= maxHits {
				return errEnough
			}
			return ctx.Err()
		})
		if errors.Is(err, errEnough) {
			return hits, true, nil
		}
		if err != nil {
			return hits, false, err
		}
	}
	return hits, false, nil
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
	plain := []rune(strings.Join(strings.Fields(content), " "))
	folded, from := fold(plain)
	at := -1
	for i, t := range terms {
		n := index(folded, t)
		if n < 0 {
			return h, false
		}
		if i == 0 {
			at = n
		}
	}
	first, last := from[at], from[at+len(terms[0])-1]+1
	h.Before, h.Match, h.After = string(plain[max(0, first-contextLen):first]), string(plain[first:last]), string(plain[last:min(len(plain), last+contextLen)])
	return h, true
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
	hits, more, err := s.a.Search(r.Context(), d.Words, q.Get("typ"))
	switch {
	case r.Context().Err() != nil:
		return
	case err != nil:
		d.Text = append(d.Text, "Nicht alle Seiten ließen sich lesen. Die Prüfung des Pakets nennt den Grund.")
	case strings.TrimSpace(d.Words) == "":
	case len(hits) == 0:
		d.Text = append(d.Text, "Keine Seite enthält diese Wörter.")
	case more:
		d.Text = append(d.Text, "Es gibt mehr Treffer, als hier gezeigt werden. Bitte suchen Sie genauer.")
	}
	for _, h := range hits {
		d.Hits = append(d.Hits, hitRow{first(h.Title, h.URL), h.URL, "/" + s.token + s.a.pathOf(h.URL), h.Kind, []contextSpan{{h.Before, false}, {h.Match, true}, {h.After, false}}})
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	s.page(w, d)
}
