package browser_test

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"laufzettel/app/browser"
	"laufzettel/app/settings"
	"laufzettel/docs"
	handbook "laufzettel/views/handbook/model"
)

// Every chapter of the handbook and every page it leads to is a page that is whole, says all
// the chapter says in its order, and in the language it is written in; every picture is there.
func TestHandbook_EveryChapter(t *testing.T) {
	book, err := handbook.Load(docs.Pages)
	must(t, err)
	h := house(t, t.TempDir(), "M. Ahrens", settings.Clerk)
	p := visit(t, browser.Options{House: h})
	pictures := 0
	for i, c := range book.Chapters {
		a := p.get("handbook?p=" + url.QueryEscape(c.Name))
		p.judge(a, "de")
		title := text(all(a.doc, "h1")[0])
		if i > 0 && title != c.Title || i == 0 && title != "Handbuch" {
			t.Errorf("%s is called %q", c.Name, title)
		}
		body := classed(a.doc, "book")
		if body == nil {
			t.Fatalf("%s: %d, no text", c.Name, a.status)
		}
		said, from := squeezed(text(body)), 0
		for n, r := range c.Rows[1:] {
			for _, cell := range parts(r) {
				at := strings.Index(said[from:], squeezed(cell))
				if at < 0 {
					t.Errorf("%s, row %d: %q is missing, or not where it stands", c.Name, n+1, cell)
					break
				}
				from += at
			}
		}
		for _, img := range all(body, "img") {
			pictures++
			if got := p.get(p.whole(a, attr(img, "src"))); got.header.Get("Content-Type") != "image/png" || attr(img, "alt") == "" {
				t.Errorf("%s: picture %q %q", c.Name, attr(img, "src"), attr(img, "alt"))
			}
		}
	}
	if pictures < 15 {
		t.Errorf("%d pictures", pictures)
	}
	for name, lang := range map[string]string{
		"handbuch/02-pruefen.md": "de", "findings.md": "de", "security.md": "en", "protocol.md": "en", "nie-vernichtet.md": "de",
	} {
		if book.Find(name) < 0 {
			continue
		}
		if got := attr(classed(p.get("handbook?p="+name).doc, "book"), "lang"); got != lang {
			t.Errorf("%s is said to be in %q", name, got)
		}
	}
}

// parts are the words of a row; those of a picture are read as its text.
func parts(r handbook.Row) (out []string) {
	if r.Kind == handbook.Picture {
		return nil
	}
	if r.Kind != handbook.Cells {
		return []string{r.Text()}
	}
	for _, c := range r.Cells {
		out = append(out, handbook.Row{Spans: c}.Text())
	}
	return out
}

// squeezed leaves blanks out: a page breaks lines where it likes.
func squeezed(s string) string { return strings.Join(strings.Fields(s), "") }

// A search finds the rows that hold all words, leads to the row, and says when there is
// none; on an English page it is said that the handbook is German.
func TestHandbook_Search(t *testing.T) {
	h := house(t, t.TempDir(), "M. Ahrens", settings.Archivist)
	p := visit(t, browser.Options{House: h, Language: "en"})
	found := p.get("handbook?q=paket")
	p.judge(found, "en")
	list := classed(found.doc, "results")
	if list == nil || len(all(list, "li")) != 25 || attr(all(list, "li")[0], "lang") != "de" {
		t.Fatalf("found: %s", text(found.doc))
	}
	to := attr(all(list, "a")[0], "href")
	_, row, ok := strings.Cut(to, "#")
	chapter := p.get(p.whole(found, to))
	p.judge(chapter, "en")
	if !ok || byID(chapter.doc, row) == nil || !strings.Contains(strings.ToLower(text(byID(chapter.doc, row))), "paket") {
		t.Errorf("%s leads to no row that says it", to)
	}
	if !strings.Contains(text(chapter.doc), "in German") {
		t.Error("nothing says that the handbook is German")
	}
	if next := all(classed(found.doc, "pager"), "a"); len(next) == 0 {
		t.Error("the other hits have no page")
	}
	none := p.get("handbook?q=pflaumenmus")
	p.judge(none, "en")
	if classed(none.doc, "results") != nil || !strings.Contains(text(none.doc), "Nothing found") {
		t.Errorf("nothing: %s", text(all(none.doc, "main")[0]))
	}
}

// Each page leads to the chapter about its screen, and names lead to nothing else.
func TestHandbook_WaysAndNames(t *testing.T) {
	h := house(t, t.TempDir(), "M. Ahrens", settings.Administrator)
	p := visit(t, beside(t, h))
	for page, want := range map[string]string{
		"inbox": "02-pruefen", "appraise": "03-bewerten", "holdings": "05-lesesaal", "deliver": "15-abgabe", "transmit": "04-paketieren",
		"book/act?act=new": "10-zugangsbuch", "session": "18-im-browser", "keys": "18-im-browser", "people": "11-personen", "handbook": "",
	} {
		a := p.get(page)
		links := all(all(a.doc, "footer")[0], "a")
		i := slices.IndexFunc(links, func(n *html.Node) bool { return attr(n, "data-key") == "Umschalt+F1" })
		if i < 0 || want != "" && !strings.Contains(attr(links[i], "href"), want) {
			t.Errorf("%s leads to no chapter %s", page, want)
			continue
		}
		if got := p.get(p.whole(a, attr(links[i], "href"))); got.status != http.StatusOK || classed(got.doc, "book") == nil {
			t.Errorf("%s leads to %d", page, got.status)
		}
	}
	for _, odd := range []string{
		"handbook?p=../server.go", "handbook?p=handbuch/", "handbook?p=pages.go", "handbook/picture",
		"handbook/picture?n=handbuch/README.md", "handbook/picture?n=../../etc/passwd.png",
		"handbook/picture?n=%2fetc%2fpasswd.png", "handbook/picture?n=handbuch/bilder/../../handbuch/bilder/nichts.png",
	} {
		if a := p.get(odd); a.status != http.StatusNotFound {
			t.Errorf("%s: %d", odd, a.status)
		}
	}
}
