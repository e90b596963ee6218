package website

import (
	"bufio"
	"context"
	"encoding/json"
	"net/url"
	"path"
	"strconv"
	"strings"
)

// maxPages bounds the page list that is shown.
const maxPages = 500

// pageList reads pages/pages.jsonl of a WACZ as far as it is shown.
func (y *layer) pageList(ctx context.Context) (out []Start) {
	if !y.layout.WACZ {
		return nil
	}
	rc, err := y.t.Open(ctx, "pages/pages.jsonl")
	if err != nil {
		return nil
	}
	defer rc.Close()
	lines := bufio.NewScanner(rc)
	lines.Buffer(make([]byte, 64<<10), 8<<20)
	for lines.Scan() && len(out) < maxPages {
		var p struct{ URL, Title string }
		if json.Unmarshal(lines.Bytes(), &p) == nil && p.URL != "" {
			out = append(out, Start{p.Title, p.URL})
		}
	}
	return out
}

// place is where a page that is being served lies: links are resolved from it.
type place struct {
	a      *Archive
	prefix string // "/token"
	url    *url.URL
	layer  int    // of a mirror file
	path   string // of a mirror file, "" = a record
}

// Kinds of targets a notice page tells apart.
const (
	toLink   = "verweis"
	toMail   = "mail"
	toPrint  = "druck"
	toScript = "skript"
	toForm   = "formular"
	toGone   = "fehlt"
)

// notice gives the address of the notice page for a target.
func (p *place) notice(kind, target string) string {
	return p.prefix + "/hinweis?" + url.Values{"art": {kind}, "ziel": {target}}.Encode()
}

// link rewrites what a person follows.
func (p *place) link(ref string) string {
	ref = strings.TrimSpace(ref)
	if ref == "" || strings.HasPrefix(ref, "#") {
		return ref
	}
	u, err := url.Parse(strings.Map(noControl, ref))
	if err != nil {
		return p.notice(toLink, ref)
	}
	switch strings.ToLower(u.Scheme) {
	case "", "http", "https":
	case "mailto":
		return p.notice(toMail, ref)
	case "javascript":
		if strings.Contains(strings.ToLower(ref), "print") {
			return p.notice(toPrint, ref)
		}
		return p.notice(toScript, ref)
	default:
		return p.notice(toLink, ref)
	}
	at, target, ok := p.stored(u)
	if ok {
		return at
	}
	if t, err := url.Parse(target); err == nil && p.a.hosts[t.Hostname()] || p.path != "" && u.Scheme == "" && u.Host == "" {
		return p.notice(toGone, target)
	}
	return p.notice(toLink, target)
}

func noControl(r rune) rune {
	if r < ' ' || r == 0x7f {
		return -1
	}
	return r
}

// part rewrites what a browser fetches by itself: picture, style sheet, frame.
// Nothing that is not stored is asked for outside.
func (p *place) part(ref string) string {
	ref = strings.TrimSpace(ref)
	if ref == "" || strings.HasPrefix(ref, "#") || strings.HasPrefix(strings.ToLower(ref), "data:") {
		return ref
	}
	u, err := url.Parse(strings.Map(noControl, ref))
	if err != nil || u.Scheme != "" && u.Scheme != "http" && u.Scheme != "https" {
		return p.prefix + "/fehlt"
	}
	if at, _, ok := p.stored(u); ok {
		return at
	}
	return p.prefix + "/fehlt"
}

// stored finds a reference in the archive; target is its full address.
func (p *place) stored(u *url.URL) (at, target string, ok bool) {
	fragment := ""
	if u.Fragment != "" {
		fragment = "#" + u.EscapedFragment()
	}
	if p.path != "" && u.Scheme == "" && u.Host == "" && !strings.HasPrefix(u.Path, "/") {
		file := p.path
		if u.Path != "" {
			file = path.Join(path.Dir(p.path), u.Path)
		}
		for _, f := range []string{file, path.Join(file, "index.html"), path.Join(file, "index.htm")} {
			if _, known := p.a.layers[p.layer].urls[f]; known {
				return p.file(p.layer, f) + fragment, "", true
			}
		}
	}
	full := p.url.ResolveReference(u)
	full.Fragment, full.RawFragment = "", ""
	target = full.String()
	r, found := p.a.find(target)
	switch {
	case !found:
		return "", target, false
	case r.offset < 0:
		return p.file(int(r.layer), r.path) + fragment, target, true
	}
	return p.prefix + addressPath(full) + fragment, target, true
}

func (p *place) file(layer int, name string) string {
	return p.prefix + filePath(layer, name)
}

func filePath(layer int, name string) string {
	return "/d/" + strconv.Itoa(layer) + "/" + (&url.URL{Path: name}).EscapedPath()
}

// addressPath writes an address as a path of this server.
func addressPath(u *url.URL) string {
	out := "/u/" + u.Scheme + "/" + u.Host + u.EscapedPath()
	if u.EscapedPath() == "" {
		out += "/"
	}
	if u.RawQuery != "" {
		out += "?" + u.RawQuery
	}
	return out
}

// pathOf gives the path a start page is served under.
func (a *Archive) pathOf(address string) string {
	r, ok := a.find(address)
	if ok && r.offset < 0 {
		return filePath(int(r.layer), r.path)
	}
	u, err := url.Parse(address)
	if err != nil || !ok {
		return "/"
	}
	return addressPath(u)
}
