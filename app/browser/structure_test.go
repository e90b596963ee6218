package browser_test

import (
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"
)

// raw are signs of a text that was not filled in or is missing.
var raw = regexp.MustCompile(
	`\{\d\}|%!|<no value>|\b(browser|portion|inbox|overview|appraise|reader|prepare|window|slip|severity|book|transmit|conflicts|people|preserve|settings)\.[a-z][a-z.-]+\b`)

// faults gives what is wrong with the structure of a page: what a check of a browser
// would say, said without one.
func faults(a answer, lang string) (out []string) {
	say := func(format string, args ...any) { out = append(out, fmt.Sprintf(format, args...)) }
	root := all(a.doc, "html")
	if len(root) != 1 || attr(root[0], "lang") != lang {
		say("language %q, want %q", attr(root[0], "lang"), lang)
	}
	if !strings.HasPrefix(a.raw, "<!DOCTYPE html>") || len(all(a.doc, "title")) != 1 || text(all(a.doc, "title")[0]) == "" {
		say("no document type or title")
	}
	ids := map[string]*html.Node{}
	for _, n := range all(a.doc) {
		if id := attr(n, "id"); has(n, "id") {
			if ids[id] != nil || id == "" || strings.ContainsAny(id, " \t\n") {
				say("id %q is there twice, empty or of several words", id)
			}
			ids[id] = n
		}
	}
	out = append(out, headings(a.doc)...)
	out = append(out, landmarks(a.doc, ids)...)
	out = append(out, controls(a.doc, ids)...)
	out = append(out, tables(a.doc)...)
	out = append(out, references(a)...)
	shown := text(a.doc)
	if book := classed(a.doc, "book"); book != nil { // the handbook names files that look like keys of texts
		shown = strings.Replace(shown, text(book), "", 1)
	}
	if found := raw.FindString(shown); found != "" {
		say("shows %q", found)
	}
	return out
}

// headings: one of the first level, no level left out.
func headings(doc *html.Node) (out []string) {
	last, first := 0, 0
	for _, n := range all(doc, "h1", "h2", "h3", "h4", "h5", "h6") {
		level := int(n.Data[1] - '0')
		if level > last+1 {
			out = append(out, fmt.Sprintf("heading %q of level %d after %d", text(n), level, last))
		}
		if level == 1 {
			first++
		}
		if text(n) == "" {
			out = append(out, "an empty heading")
		}
		last = level
	}
	if first != 1 {
		out = append(out, fmt.Sprintf("%d headings of the first level", first))
	}
	return out
}

// landmarks: one main, regions with names of their own, a way past the navigation that
// comes first, and references to what is there.
func landmarks(doc *html.Node, ids map[string]*html.Node) (out []string) {
	if n := len(all(doc, "main")); n != 1 {
		out = append(out, fmt.Sprintf("%d main parts", n))
	}
	names := map[string]bool{}
	for _, n := range all(doc, "nav") {
		if name := attr(n, "aria-label"); name == "" || names[name] {
			out = append(out, fmt.Sprintf("navigation with the name %q", name))
		} else {
			names[name] = true
		}
	}
	for _, n := range all(doc) {
		for _, name := range []string{"aria-labelledby", "aria-describedby", "aria-controls", "for"} {
			for _, id := range strings.Fields(attr(n, name)) {
				if ids[id] == nil {
					out = append(out, fmt.Sprintf("%s of %s names %q, which is not there", name, n.Data, id))
				}
			}
		}
		if href := attr(n, "href"); strings.HasPrefix(href, "#") && ids[href[1:]] == nil {
			out = append(out, fmt.Sprintf("a link to %q, which is not there", href))
		}
		if n.Data == "section" && attr(n, "aria-labelledby") == "" {
			out = append(out, "a section without a name")
		}
	}
	if links := all(doc, "a", "button", "input"); len(all(doc, "header")) > 0 &&
		(len(links) == 0 || attr(links[0], "class") != "skip" || ids["main"] == nil) {
		out = append(out, "no skip link at first")
	}
	return out
}

// controls: every field has a label of its own, every button and link a name, a field
// that is wrong says why; forms that change something carry their token.
func controls(doc *html.Node, ids map[string]*html.Node) (out []string) {
	labels := map[string]string{}
	for _, l := range all(doc, "label") {
		labels[attr(l, "for")] += text(l)
	}
	for _, n := range all(doc, "input", "select", "textarea") {
		if kind := attr(n, "type"); kind == "hidden" {
			continue
		}
		if labels[attr(n, "id")] == "" {
			out = append(out, fmt.Sprintf("field %q has no label", attr(n, "name")))
		}
		if has(n, "aria-invalid") && ids[attr(n, "id")+"-fault"] == nil {
			out = append(out, fmt.Sprintf("field %q is wrong and does not say why", attr(n, "name")))
		}
	}
	for _, n := range all(doc, "a", "button", "summary", "legend", "caption", "option") {
		if text(n) == "" {
			out = append(out, fmt.Sprintf("a %s without a name", n.Data))
		}
		if n.Data == "button" && !slices.Contains([]string{"submit", "button"}, attr(n, "type")) {
			out = append(out, fmt.Sprintf("button %q has no type", text(n)))
		}
	}
	for _, n := range all(doc, "img") {
		if !has(n, "alt") {
			out = append(out, "a picture without a text")
		}
	}
	for _, f := range all(doc, "form") {
		if m := attr(f, "method"); m == "post" && len(fields(f).Get("token")) != 64 || m != "post" && m != "get" {
			out = append(out, fmt.Sprintf("form %s: method %q, token %q", attr(f, "action"), m, fields(f).Get("token")))
		}
		if attr(f, "method") == "get" && fields(f).Has("token") {
			out = append(out, "a form gives its token away")
		}
	}
	return out
}

// tables have a caption and heads that say for what, unless they are those of a document.
func tables(doc *html.Node) (out []string) {
	foreign := all(classed(doc, "text"), "table")
	for _, n := range all(doc, "table") {
		if slices.Contains(foreign, n) {
			continue
		}
		if len(all(n, "caption")) != 1 || len(all(n, "thead")) != 1 {
			out = append(out, "a table without caption or head")
		}
		for _, h := range all(n, "th") {
			if s := attr(h, "scope"); s != "col" && s != "row" {
				out = append(out, fmt.Sprintf("head %q for nothing", text(h)))
			}
		}
		width := len(all(all(n, "thead")[0], "th"))
		for _, row := range all(all(n, "tbody")[0], "tr") {
			if got := len(all(row, "td", "th")); got != width {
				out = append(out, fmt.Sprintf("a row of %d cells under %d heads: %s", got, width, text(row)))
			}
		}
	}
	return out
}

// references: nothing of a page leads to another host, runs in it or styles it.
func references(a answer) (out []string) {
	for _, n := range all(a.doc) {
		if n.Data == "style" || n.Data == "script" && n.FirstChild != nil ||
			slices.Contains([]string{"iframe", "object", "embed", "base"}, n.Data) {
			out = append(out, "holds "+n.Data)
		}
		for _, at := range n.Attr {
			if at.Key == "style" || strings.HasPrefix(at.Key, "on") || at.Key == "http-equiv" {
				out = append(out, fmt.Sprintf("%s has %s", n.Data, at.Key))
			}
			if !slices.Contains([]string{"href", "src", "action", "formaction", "srcset", "poster", "data", "ping", "background"}, at.Key) {
				continue
			}
			if u, err := url.Parse(at.Val); err != nil || u.Host != "" || u.Scheme != "" || strings.HasPrefix(at.Val, "//") {
				out = append(out, fmt.Sprintf("%s leads to %q", n.Data, at.Val))
			}
		}
	}
	return out
}

// walk reads every page that links lead to, judges its structure, and gives what was
// seen. A link that leads nowhere is a fault.
func (p *person) walk(lang string) map[string]answer {
	p.t.Helper()
	seen := map[string]answer{}
	todo := []string{p.area}
	for len(todo) > 0 {
		at := todo[0]
		todo = todo[1:]
		if _, ok := seen[at]; ok || len(seen) > 400 {
			continue
		}
		a := p.get(at)
		seen[at] = a
		if a.status != http.StatusOK {
			p.t.Errorf("%s: %d %s", at, a.status, a.said())
			continue
		}
		if a.doc == nil {
			continue
		}
		p.judge(a, lang)
		for _, n := range all(a.doc, "a") {
			u, err := a.url.Parse(attr(n, "href"))
			must(p.t, err)
			u.Fragment = ""
			todo = append(todo, u.String())
		}
	}
	return seen
}

func (p *person) judge(a answer, lang string) {
	p.t.Helper()
	for _, f := range faults(a, lang) {
		p.t.Errorf("%s: %s", a.url, f)
	}
}

// The judge itself sees what is wrong: a page with every fault.
func TestFaults_AreSeen(t *testing.T) {
	bad := `<!DOCTYPE html><html lang="fr"><title>x</title><body><header></header><nav></nav><h2 id="a">x</h2><h4 id="a"></h4><input name="n"><input id="i" name="m" aria-invalid="true" aria-describedby="nowhere">` +
		`<a href="https://evil.example/"></a><a href="#gone">x</a><button>x</button><img src="//evil.example/x.png"><form action="x" method="post"></form><section></section>` +
		`<table><tbody><tr><th>x</th></tr></tbody><thead></thead></table><p style="x" onclick="y">{0} browser.missing</p><script>1</script></body></html>`
	doc, err := html.Parse(strings.NewReader(bad))
	must(t, err)
	got := strings.Join(faults(answer{raw: bad, doc: doc, url: &url.URL{}}, "de"), "\n")
	for _, want := range []string{`language "fr"`, `id "a" is there twice`, "of level 2 after 0", "0 headings of the first level",
		"an empty heading", "0 main parts", `navigation with the name ""`,
		`names "nowhere"`, `a link to "#gone"`, "a section without a name", "no skip link", `field "n" has no label`, "does not say why",
		"a a without a name", "has no type", "without a text", `token ""`,
		"without caption", "for nothing", "cells under 0 heads", `leads to "https://evil.example/"`, `leads to "//evil.example/x.png"`,
		"has style", "has onclick", "holds script", `shows "{0}"`} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
}
