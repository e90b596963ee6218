package website

import (
	"bufio"
	"io"
	"net/url"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/charset"

	web "laufzettel/transfer/kinds/website"
)

// rewriter serves one page: every address in it is rewritten, scripts are left
// out, the banner is put in.
type rewriter struct {
	*place
	z      *html.Tokenizer
	w      *bufio.Writer
	banner string // "" = none, as inside a frame
	footer string // the same
	form   *formTokens
	inside string // raw text element whose content is handled: style, noscript, script
	depth  int
}

// maxToken bounds one token of a page.
const maxToken = 8 << 20

// rewriteHTML reads a page from r and writes it to w as UTF-8.
func (p *place) rewriteHTML(w io.Writer, r io.Reader, contentType, banner, footer string) error {
	in, err := charset.NewReader(r, contentType)
	if err != nil && err != io.EOF {
		return err
	}
	if err == io.EOF {
		in = strings.NewReader("")
	}
	x := &rewriter{place: p, w: bufio.NewWriter(w), banner: banner, footer: footer}
	if err := x.run(in); err != nil {
		return err
	}
	x.putBanner()
	x.write(x.footer)
	return x.w.Flush()
}

func (x *rewriter) run(in io.Reader) error {
	x.z = html.NewTokenizer(in)
	x.z.SetMaxBuf(maxToken)
	for {
		switch x.z.Next() {
		case html.ErrorToken:
			x.endForm()
			if err := x.z.Err(); err != io.EOF && err != html.ErrBufferExceeded {
				return err
			}
			return nil
		case html.TextToken:
			x.text()
		case html.StartTagToken, html.SelfClosingTagToken:
			x.start(x.z.Token())
		case html.EndTagToken:
			x.end()
		case html.CommentToken:
			// Conditional comments and their like hold addresses nobody needs.
		default:
			x.write(string(x.z.Raw()))
		}
	}
}

// write puts text into the page, or into the form that is being gathered.
func (x *rewriter) write(s string) {
	if x.form != nil {
		x.form.out.WriteString(s)
		return
	}
	_, _ = x.w.WriteString(s) // the error stays in the buffered writer
}

func (x *rewriter) text() {
	raw := string(x.z.Raw())
	switch x.inside {
	case "style":
		x.write(strings.ReplaceAll(rewriteCSS(raw, x.part), "<", `\3c `))
	case "script", "iframe", "noembed", "noframes":
	case "title", "textarea", "xmp", "plaintext":
		x.write(strings.ReplaceAll(raw, "<", "&lt;"))
	case "noscript":
		if x.depth < 2 {
			inner := &rewriter{place: x.place, w: bufio.NewWriter(stringWriter{x}), depth: x.depth + 1}
			if inner.run(strings.NewReader(raw)) == nil {
				_ = inner.w.Flush() // writes to x, whose error stays in x
			}
		}
	default:
		if strings.TrimSpace(raw) != "" {
			x.putBanner()
		}
		x.write(raw)
	}
}

// stringWriter lets an inner rewriter write into the page around it.
type stringWriter struct{ x *rewriter }

func (s stringWriter) Write(b []byte) (int, error) {
	s.x.write(string(b))
	return len(b), nil
}

// head are elements that may stand before the body.
var head = map[string]bool{"html": true, "head": true, "title": true, "meta": true, "link": true, "style": true, "script": true,
	"base": true, "noscript": true, "body": true, "frameset": true, "frame": true, "noframes": true, "template": true}

// rawText are elements whose content the tokenizer gives as text. In foreign
// content a browser reads tags there, so that none may be left in it.
var rawText = map[string]bool{"style": true, "script": true, "noscript": true, "title": true, "textarea": true, "iframe": true,
	"noembed": true, "noframes": true, "xmp": true, "plaintext": true}

func (x *rewriter) start(tok html.Token) {
	if !head[tok.Data] && x.inside == "" {
		x.putBanner()
	}
	if tok.Type == html.StartTagToken {
		if rawText[tok.Data] {
			x.inside = tok.Data
		}
	}
	if tok.Data == "xmp" || tok.Data == "plaintext" {
		tok.Data = "pre"
	}
	switch tok.Data {
	case "script", "noscript":
		return
	case "base":
		if href, ok := web.Attr(tok, "href"); ok {
			x.base(href)
		}
		return
	case "frameset":
		x.banner, x.footer = "", ""
	case "meta":
		if !x.meta(tok) {
			return
		}
	case "link":
		if !keepLink(tok) {
			return
		}
	case "form":
		x.endForm()
		x.form = &formTokens{}
		x.form.search.See(tok)
		x.form.tag = tok
		return
	}
	if x.form != nil {
		x.form.see(tok)
	}
	x.attributes(&tok)
	x.write(tok.String())
	if tok.Data == "body" {
		x.putBanner()
	}
}

func (x *rewriter) end() {
	raw := string(x.z.Raw())
	name, _ := x.z.TagName()
	switch tag := string(name); tag {
	case "script", "noscript":
		x.inside = ""
		return
	case "form":
		x.endForm()
		return
	case "body", "html":
		x.endForm()
		x.putBanner()
	default:
		if tag == x.inside {
			x.inside = ""
		}
		if tag == "xmp" || tag == "plaintext" {
			raw = "</pre>"
		}
	}
	x.write(raw)
}

// putBanner writes the banner once.
func (x *rewriter) putBanner() {
	if x.banner != "" && x.form == nil {
		_, _ = x.w.WriteString(x.banner) // the error stays in the buffered writer
		x.banner = ""
	}
}

// base changes what relative addresses are resolved against.
func (x *rewriter) base(href string) {
	u, err := url.Parse(strings.TrimSpace(href))
	if err != nil {
		return
	}
	moved := *x.place
	moved.url = x.url.ResolveReference(u)
	if u.Host != "" {
		moved.path = "" // relative addresses no longer follow the files
	}
	x.place = &moved
}

// meta drops what fetches, sets or forbids. A page that leads on by itself offers
// a link in the banner instead: the browser is told to do nothing by itself.
func (x *rewriter) meta(tok html.Token) bool {
	kind, _ := web.Attr(tok, "http-equiv")
	switch strings.ToLower(strings.TrimSpace(kind)) {
	case "refresh":
		v, _ := web.Attr(tok, "content")
		if _, target, ok := strings.Cut(v, "="); ok && x.banner != "" {
			x.banner += forward(x.link(strings.Trim(strings.TrimSpace(target), `"'`)))
		}
		return false
	case "":
		_, charset := web.Attr(tok, "charset")
		return !charset
	}
	return false
}

// keepLink keeps style sheets and icons; everything else would only make the
// browser look up or fetch.
func keepLink(tok html.Token) bool {
	rel, _ := web.Attr(tok, "rel")
	for _, word := range strings.Fields(strings.ToLower(rel)) {
		if word == "stylesheet" || word == "icon" {
			return true
		}
	}
	return false
}

func setAttr(tok *html.Token, name, value string) {
	for i := range tok.Attr {
		if tok.Attr[i].Key == name {
			tok.Attr[i].Val = value
			return
		}
	}
	tok.Attr = append(tok.Attr, html.Attribute{Key: name, Val: value})
}

// dropped are attributes that fetch, report or hinder.
var dropped = map[string]bool{"ping": true, "integrity": true, "crossorigin": true, "nonce": true, "manifest": true, "attributionsrc": true,
	"http-equiv-x": true, "srcdoc": true, "codebase": true, "archive": true, "classid": true, "lowsrc": true, "dynsrc": true,
	"longdesc": false}

// attributes rewrites the addresses of a tag.
func (x *rewriter) attributes(tok *html.Token) {
	kept := tok.Attr[:0]
	printing := false
	for _, a := range tok.Attr {
		if strings.HasPrefix(a.Key, "on") {
			printing = printing || strings.Contains(strings.ToLower(a.Val), "print(")
			continue
		}
		if dropped[a.Key] {
			continue
		}
		a.Val = x.attribute(tok.Data, a.Key, a.Val)
		kept = append(kept, a)
	}
	tok.Attr = kept
	if printing && (tok.Data == "a" || tok.Data == "area") {
		setAttr(tok, "href", x.notice(toPrint, "Druckansicht"))
	}
}

func (x *rewriter) attribute(tag, name, value string) string {
	switch name {
	case "href", "xlink:href":
		if tag == "a" || tag == "area" {
			return x.link(value)
		}
		return x.part(value)
	case "src":
		if tag == "frame" || tag == "iframe" {
			return x.link(value)
		}
		return x.part(value)
	case "data", "poster", "background":
		if tag == "data" || name == "data" && tag != "object" {
			return value
		}
		return x.part(value)
	case "srcset", "imagesrcset":
		return x.set(value)
	case "style":
		return rewriteCSS(value, x.part)
	case "action", "formaction":
		return x.notice(toForm, x.full(value))
	case "fill", "stroke", "filter", "clip-path", "mask", "marker-start", "marker-mid", "marker-end", "cursor":
		if strings.Contains(value, "(") {
			return rewriteCSS(value, x.part)
		}
	}
	return value
}

// full gives the address a reference means.
func (x *rewriter) full(ref string) string {
	u, err := url.Parse(strings.TrimSpace(ref))
	if err != nil {
		return ref
	}
	return x.url.ResolveReference(u).String()
}

// set rewrites a list of pictures: "a.png 1x, b.png 2x".
func (x *rewriter) set(value string) string {
	var out []string
	for _, item := range strings.Split(value, ",") {
		f := strings.Fields(item)
		if len(f) == 0 {
			continue
		}
		f[0] = strings.ReplaceAll(x.part(f[0]), ",", "%2C")
		out = append(out, strings.Join(f, " "))
	}
	return strings.Join(out, ", ")
}
