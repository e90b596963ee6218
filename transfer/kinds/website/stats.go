package website

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"net/url"
	"path"
	"slices"
	"strings"

	"laufzettel/transfer/container"
)

// Statistics counts a snapshot (F3, F6).
type Statistics struct {
	Files      int         `json:"files"`
	Folders    int         `json:"folders"`
	Bytes      int64       `json:"bytes"`
	Extensions []Extension `json:"extensions"` // most files first
	Links      Links       `json:"links"`
	Hosts      []string    `json:"hosts"` // whose pages are in the snapshot, by name
}

// Extension counts the files of one extension, "" = none.
type Extension struct {
	Name  string `json:"name"`
	Files int    `json:"files"`
	Bytes int64  `json:"bytes"`
}

// Links counts what the pages of a snapshot lead to (F6).
type Links struct {
	Pages            int      `json:"pages"`
	Total            int      `json:"total"`
	Internal         int      `json:"internal"`
	External         int      `json:"external"`
	DistinctExternal int      `json:"distinctExternal"`
	Mail             int      `json:"mail"`
	SearchForms      int      `json:"searchForms"`
	ErrorPages       int      `json:"errorPages"`
	Errors           []string `json:"errors,omitempty"` // addresses of error pages, at most maxListed
	// Partial says that a limit was reached and the counts are too low.
	Partial bool `json:"partial,omitempty"`
}

// Bounds of what is remembered while counting.
const (
	maxListed   = 1000
	maxDistinct = 5_000_000
	maxFolders  = 2_000_000
	maxExts     = 10_000
	maxHosts    = 1000
)

// Count makes the statistics of a snapshot. Hosts are those whose pages it holds;
// a link to another host is external.
func Count(ctx context.Context, t container.Tree, l Layout) (Statistics, error) {
	c := &counting{exts: map[string]*Extension{}, folders: map[uint64]bool{}, hosts: map[string]bool{}, distinct: map[uint64]bool{}}
	if err := Each(ctx, t, l, func(r Resource, _ io.Reader) error { c.resource(r); return nil }); err != nil {
		return Statistics{}, fmt.Errorf("count web area: %w", err)
	}
	if err := Each(ctx, t, l, c.page); err != nil {
		return Statistics{}, fmt.Errorf("count links of web area: %w", err)
	}
	return c.result(), nil
}

type counting struct {
	s        Statistics
	exts     map[string]*Extension
	folders  map[uint64]bool
	hosts    map[string]bool
	distinct map[uint64]bool
}

func (c *counting) resource(r Resource) {
	c.s.Files++
	c.s.Bytes += r.Size
	at := r.Path
	if r.Offset >= 0 {
		at = r.URL
		if u, err := url.Parse(r.URL); err == nil {
			at = path.Join(u.Host, u.Path)
			if strings.HasSuffix(u.Path, "/") || u.Path == "" {
				at += "/"
			}
		}
	}
	ext := strings.ToLower(strings.TrimPrefix(path.Ext(at), "."))
	if strings.HasSuffix(at, "/") || len(ext) > 10 {
		ext = ""
	}
	x := c.exts[ext]
	if x == nil && len(c.exts) < maxExts {
		x = &Extension{Name: ext}
		c.exts[ext] = x
	}
	if x != nil {
		x.Files++
		x.Bytes += r.Size
	}
	for dir := path.Dir(at); dir != "." && dir != "/" && len(c.folders) < maxFolders; dir = path.Dir(dir) {
		if c.folders[key(dir)] {
			break
		}
		c.folders[key(dir)] = true
	}
	if u, err := url.Parse(r.URL); err == nil && u.Host != "" && isHTML(r.MIME) && r.Status < 400 && len(c.hosts) < maxHosts {
		c.hosts[strings.ToLower(u.Hostname())] = true
	}
}

// page counts the links of one page.
func (c *counting) page(r Resource, payload io.Reader) error {
	if r.Status >= 400 {
		c.wrong(r)
	}
	if !isHTML(r.MIME) {
		return nil
	}
	base, err := url.Parse(r.URL)
	if err != nil {
		base = &url.URL{}
	}
	p, err := ScanPage(payload)
	if err != nil && !damage(err) {
		return err
	}
	c.s.Links.Pages++
	if r.Status < 400 && p.Wrong(r.Status) {
		c.wrong(r)
	}
	c.s.Links.SearchForms += p.SearchForms
	for _, href := range p.Links {
		c.link(base, r, href)
	}
	c.s.Links.Partial = c.s.Links.Partial || p.Cut
	return nil
}

func (c *counting) wrong(r Resource) {
	c.s.Links.ErrorPages++
	if len(c.s.Links.Errors) < maxListed {
		c.s.Links.Errors = append(c.s.Links.Errors, r.URL)
	}
}

func (c *counting) link(base *url.URL, r Resource, href string) {
	l := &c.s.Links
	u, err := url.Parse(strings.TrimSpace(href))
	switch {
	case err != nil || u.Scheme == "javascript" || u.Scheme == "data" || u.Scheme == "about":
		return
	case u.Scheme == "mailto":
		l.Mail++
		l.Total++
		return
	case u.Scheme == "" && u.Host == "" && u.Path == "" && u.RawQuery == "":
		return // a place on the same page
	}
	l.Total++
	if u.Scheme == "" && u.Host == "" && r.Type == "file" {
		l.Internal++ // the crawler made it relative because it has the target
		return
	}
	u = base.ResolveReference(u)
	if c.hosts[strings.ToLower(u.Hostname())] {
		l.Internal++
		return
	}
	l.External++
	u.Fragment = ""
	if len(c.distinct) < maxDistinct {
		c.distinct[key(u.String())] = true
	} else {
		l.Partial = true
	}
}

func (c *counting) result() Statistics {
	s := c.s
	s.Folders, s.Links.DistinctExternal = len(c.folders), len(c.distinct)
	s.Extensions, s.Hosts = []Extension{}, []string{}
	for _, x := range c.exts {
		s.Extensions = append(s.Extensions, *x)
	}
	slices.SortFunc(s.Extensions, func(a, b Extension) int { return cmp.Or(b.Files-a.Files, strings.Compare(a.Name, b.Name)) })
	for h := range c.hosts {
		s.Hosts = append(s.Hosts, h)
	}
	slices.Sort(s.Hosts)
	return s
}

// Text writes the extensions as source 003 does: "html 50477, gif 2296".
func (s Statistics) Text() string {
	var out []string
	for _, x := range s.Extensions {
		name := x.Name
		if name == "" {
			name = "ohne"
		}
		out = append(out, fmt.Sprintf("%s %d", name, x.Files))
	}
	return strings.Join(out, ", ")
}

// Comparison sets snapshots side by side (F3).
type Comparison struct {
	Names []string        `json:"names"`
	Rows  []ComparisonRow `json:"rows"` // sums first, then extensions by name
	New   []string        `json:"new"`  // extensions of the last that none of the others has
	Gone  []string        `json:"gone"` // extensions the first has and the last has not
}

// ComparisonRow is one count in every snapshot.
type ComparisonRow struct {
	Label  string  `json:"label"`
	Counts []int64 `json:"counts"`
}

// Compare compares snapshots, the oldest first.
func Compare(names []string, list []Statistics) Comparison {
	c := Comparison{Names: names, New: []string{}, Gone: []string{}}
	row := func(label string, get func(Statistics) int64) {
		r := ComparisonRow{Label: label}
		for _, s := range list {
			r.Counts = append(r.Counts, get(s))
		}
		c.Rows = append(c.Rows, r)
	}
	row("Dateien", func(s Statistics) int64 { return int64(s.Files) })
	row("Ordner", func(s Statistics) int64 { return int64(s.Folders) })
	row("Bytes", func(s Statistics) int64 { return s.Bytes })
	row("Links", func(s Statistics) int64 { return int64(s.Links.Total) })
	row("externe Links", func(s Statistics) int64 { return int64(s.Links.External) })
	row("Fehlerseiten", func(s Statistics) int64 { return int64(s.Links.ErrorPages) })
	all := map[string]bool{}
	for _, s := range list {
		for _, x := range s.Extensions {
			all[x.Name] = true
		}
	}
	names = names[:0:0]
	for x := range all {
		names = append(names, x)
	}
	slices.Sort(names)
	for _, x := range names {
		label := "." + x
		if x == "" {
			label = "ohne Endung"
		}
		row(label, func(s Statistics) int64 { return int64(s.count(x)) })
	}
	if len(list) > 1 {
		last := list[len(list)-1]
		for _, x := range names {
			before := slices.ContainsFunc(list[:len(list)-1], func(s Statistics) bool { return s.count(x) > 0 })
			if last.count(x) > 0 && !before {
				c.New = append(c.New, x)
			}
			if last.count(x) == 0 && list[0].count(x) > 0 {
				c.Gone = append(c.Gone, x)
			}
		}
	}
	return c
}

func (s Statistics) count(ext string) int {
	for _, x := range s.Extensions {
		if x.Name == ext {
			return x.Files
		}
	}
	return 0
}
