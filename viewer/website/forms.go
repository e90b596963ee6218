package website

import (
	"html"
	"net/url"
	"strings"

	xhtml "golang.org/x/net/html"

	web "laufzettel/transfer/kinds/website"
)

// formTokens is a form while its content is read: only at its end it is known
// what it is for.
type formTokens struct {
	tag    xhtml.Token
	out    strings.Builder
	search web.SearchForm
	choice string   // name of the last select
	values []string // of options of a select
	named  string   // the select whose values are addresses
}

func (f *formTokens) see(tok xhtml.Token) {
	f.search.See(tok)
	switch tok.Data {
	case "select":
		f.choice, _ = web.Attr(tok, "name")
	case "option":
		if v, ok := web.Attr(tok, "value"); ok && f.choice != "" && len(f.values) < 1000 {
			f.values = append(f.values, v)
			if f.named == "" {
				f.named = f.choice
			}
		}
	}
}

// endForm writes the form that was gathered: the site's search leads to ours,
// quick navigation goes on working, any other form to the notice page (F5).
func (x *rewriter) endForm() {
	f := x.form
	if f == nil {
		return
	}
	x.form = nil
	action, hidden, method := x.notice(toForm, x.full(first(attr(f.tag, "action"), x.url.String()))), "", "post"
	switch {
	case f.search.Is():
		action, method = x.prefix+"/suche", "get"
		hidden = field("feld", f.search.Field)
	case x.quick(f):
		action, method = x.prefix+"/sprung", "get"
		hidden = field("feld-name", f.named) + field("von", x.self())
	}
	var b strings.Builder
	b.WriteString(`<form action="` + html.EscapeString(action) + `" method="` + method + `"`)
	for _, a := range f.tag.Attr {
		switch a.Key {
		case "class", "id", "style", "name", "role", "target", "aria-label":
			v := a.Val
			if a.Key == "style" {
				v = rewriteCSS(v, x.part)
			}
			b.WriteString(" " + a.Key + `="` + html.EscapeString(v) + `"`)
		}
	}
	b.WriteString(">" + hidden)
	x.write(b.String() + f.out.String() + "</form>")
}

func attr(tok xhtml.Token, name string) string { v, _ := web.Attr(tok, name); return v }

// fieldPrefix keeps our hidden fields apart from those of the page.
const fieldPrefix = "laufzettel-"

func field(name, value string) string {
	return `<input type="hidden" name="` + fieldPrefix + name + `" value="` + html.EscapeString(value) + `">`
}

// quick says whether the options of a form lead to pages.
func (x *rewriter) quick(f *formTokens) bool {
	good := 0
	for _, v := range f.values {
		u, err := url.Parse(strings.TrimSpace(v))
		if err != nil || v == "" {
			continue
		}
		if _, _, ok := x.stored(u); ok || u.Host != "" && (u.Scheme == "http" || u.Scheme == "https") {
			good++
		}
	}
	return good > 0 && good*2 >= len(f.values)
}

// self is the page's own place, so that a choice can be resolved from it.
func (x *rewriter) self() string {
	if x.path != "" {
		return filePath(x.layer, x.path)
	}
	return x.url.String()
}
