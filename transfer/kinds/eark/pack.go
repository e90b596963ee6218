package eark

import (
	"cmp"
	"context"
	"fmt"
	"net/url"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"laufzettel/transfer/check"
	"laufzettel/transfer/container"
	"laufzettel/transfer/fixity"
	"laufzettel/transfer/mets"
	"laufzettel/transfer/record"
	"laufzettel/transfer/wording"
)

// pack is one package while it is read.
type pack struct {
	t        container.Tree
	root     string
	files    []container.Entry
	folders  map[string]bool
	full     map[string]bool // folders that hold content, not only empty place holders
	reps     []string        // names of the folders below representations that hold content
	docs     []*document     // METS of the package, then of its representations
	findings []check.Finding
	listing  []check.Listed
	listed   map[string]int
}

// document is one METS file.
type document struct {
	path string
	dir  string // hrefs are relative to it
	rep  string // name of the representation, "" for the package
	root *mets.Node
}

const maxDocs = 1_000

func (p *pack) say(f check.Finding) { p.findings = append(p.findings, f) }

func (p *pack) survey(ctx context.Context) error {
	err := p.t.Files(ctx, func(e container.Entry) error {
		if p.root != "" && !strings.HasPrefix(e.Path, p.root+"/") {
			return nil
		}
		p.files = append(p.files, e)
		for dir := path.Dir(e.Path); dir != "." && dir != p.root && !p.folders[dir]; dir = path.Dir(dir) {
			p.folders[dir] = true
		}
		if e.Size > 0 {
			p.fill(e.Path)
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("walk package: %w", err)
	}
	return nil
}

// fill notes the folders of a file with content.
func (p *pack) fill(at string) {
	for dir := path.Dir(at); dir != "." && dir != p.root && !p.full[dir]; dir = path.Dir(dir) {
		p.full[dir] = true
		if path.Dir(dir) == path.Join(p.root, "representations") {
			p.reps = append(p.reps, path.Base(dir))
		}
	}
}

// read takes in one METS document and those of the representations it names.
func (p *pack) read(ctx context.Context, at, rep string) error {
	if slices.ContainsFunc(p.docs, func(d *document) bool { return d.path == at }) {
		return nil
	}
	if len(p.docs) >= maxDocs {
		if len(p.docs) == maxDocs {
			p.say(codeTooMany.At(at).Want(wording.Say("want.kinds.at-most", maxDocs), ""))
		}
		return nil
	}
	if _, ok := p.t.Stat(at); !ok {
		p.say(codeNoMETS.At(at).By("CSIPSTR4"))
		return nil
	}
	root, err := p.parse(ctx, at)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	p.list(check.Listed{Path: at, Role: check.RoleMessage, Size: -1, By: at})
	if err != nil {
		p.say(codeSyntax.At(at).Want("", check.XMLWords(err)))
		return nil
	}
	dir := path.Dir(at)
	if dir == "." {
		dir = ""
	}
	d := &document{path: at, dir: dir, rep: rep, root: root}
	p.docs = append(p.docs, d)
	p.ids(d)
	p.references(d)
	return p.representations(ctx, d)
}

func (p *pack) parse(ctx context.Context, at string) (*mets.Node, error) {
	f, err := p.t.Open(ctx, at)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return mets.Parse(f)
}

// ids tells an ID used twice.
func (p *pack) ids(d *document) {
	seen := map[string]bool{}
	var walk func(n *mets.Node)
	walk = func(n *mets.Node) {
		if id := n.Attr("ID"); id != "" {
			if seen[id] {
				p.say(codeIDTwice.At(d.path).On(n.Line()).Want("", id))
			}
			seen[id] = true
		}
		for _, c := range n.Children() {
			walk(c)
		}
	}
	walk(d.root)
}

func (p *pack) list(l check.Listed) {
	if i, ok := p.listed[l.Path]; ok {
		have := &p.listing[i]
		have.Digests = append(have.Digests, l.Digests...)
		if have.Size < 0 {
			have.Size = l.Size
		}
		return
	}
	p.listed[l.Path] = len(p.listing)
	p.listing = append(p.listing, l)
}

// references lists every file a METS document refers to.
func (p *pack) references(d *document) {
	for _, g := range d.root.Find("fileSec//fileGrp") {
		for _, f := range g.Find("file") {
			for _, l := range f.Find("FLocat") {
				p.reference(d, f, l, roleOf(g.Attr("USE")))
			}
		}
	}
	for _, kind := range []string{"dmdSec/mdRef", "amdSec/digiprovMD/mdRef", "amdSec/rightsMD/mdRef", "amdSec/techMD/mdRef",
		"amdSec/sourceMD/mdRef"} {
		for _, m := range d.root.Find(kind) {
			p.reference(d, m, m, check.RoleDoc)
		}
	}
}

func roleOf(use string) check.Role {
	switch {
	case mets.HasPrefixFold(use, "schemas"), strings.HasSuffix(strings.ToLower(use), "/schemas"):
		return check.RoleSchema
	case mets.HasPrefixFold(use, "documentation"), strings.HasSuffix(strings.ToLower(use), "/documentation"):
		return check.RoleDoc
	}
	return check.RoleContent
}

// reference lists one file; n holds size and digest, l the place.
func (p *pack) reference(d *document, n, l *mets.Node, role check.Role) {
	href := l.Attr("xlink:href")
	if href == "" {
		return // CSIP24, CSIP79 and the like
	}
	at, ok := p.resolve(d, href)
	if !ok {
		p.say(codePath.At(d.path).On(l.Line()).Want(wording.Say("want.eark.inside"), href))
		return
	}
	e := check.Listed{Path: at, Role: role, Size: -1, Line: l.Line(), By: d.path}
	if strings.EqualFold(path.Base(at), "METS.xml") {
		e.Role = check.RoleMessage
	}
	if size, err := strconv.ParseInt(n.Attr("SIZE"), 10, 64); err == nil && size >= 0 {
		e.Size = size
	}
	if value := n.Attr("CHECKSUM"); value != "" {
		name := strings.ToLower(n.Attr("CHECKSUMTYPE"))
		if a, ok := fixity.ParseAlgorithm(name); ok {
			name = string(a)
		}
		e.Digests = []check.Declared{{Algorithm: name, Value: strings.ToLower(value), By: d.path, Line: n.Line()}}
	}
	p.list(e)
}

// resolve turns an href into a path of the tree: as written, percent-decoded, or
// with "+" for a space; ok is false where it leaves the package.
func (p *pack) resolve(d *document, href string) (at string, ok bool) {
	href = strings.TrimPrefix(strings.TrimPrefix(href, "file://"), "file:")
	href, _, _ = strings.Cut(href, "#")
	forms := []string{href}
	if s, err := url.PathUnescape(href); err == nil {
		forms = append(forms, s)
	}
	if s, err := url.QueryUnescape(href); err == nil {
		forms = append(forms, s)
	}
	first := ""
	for _, f := range forms {
		f = strings.ReplaceAll(f, `\`, "/")
		if strings.HasPrefix(f, "/") || strings.Contains(f, "://") || len(f) > 1 && f[1] == ':' {
			continue
		}
		for _, base := range []string{d.dir, p.root} {
			joined := path.Join(base, f)
			if joined == ".." || strings.HasPrefix(joined, "../") || p.root != "" && !strings.HasPrefix(joined, p.root+"/") {
				continue
			}
			if _, found := p.t.Stat(joined); found {
				return joined, true
			}
			first = joined // the last one: decoded, from the root of the package
			if base == d.dir && first != "" && d.dir != p.root {
				break
			}
		}
	}
	return first, first != ""
}

// representations follows mptr to the METS documents of representations.
func (p *pack) representations(ctx context.Context, d *document) error {
	for _, m := range d.root.Find("structMap//mptr") {
		href := m.Attr("xlink:href")
		if href == "" {
			continue // CSIP110
		}
		at, ok := p.resolve(d, href)
		if !ok {
			p.say(codePath.At(d.path).On(m.Line()).Want(wording.Say("want.eark.inside"), href))
			continue
		}
		if _, found := p.t.Stat(at); !found {
			p.say(codeRepresentation.At(at).On(m.Line()).Want(wording.Say("want.eark.mets"), href).By("CSIP110"))
			continue
		}
		if err := p.read(ctx, at, path.Base(path.Dir(at))); err != nil {
			return err
		}
	}
	return nil
}

// manifest turns the package into what the engine works on.
func (p *pack) manifest() *check.Manifest {
	root := p.docs[0].root
	id := root.Attr("OBJID")
	m := &check.Manifest{Kind: "eark", Standard: standard(root), Process: id, Title: root.Attr("LABEL"), ListsAll: true, ExactNames: true,
		Fields: fields(root)}
	for _, r := range p.reps {
		m.Payload = append(m.Payload, path.Join(p.root, "representations", r, "data")+"/")
	}
	if m.Title == "" {
		m.Title = id
	}
	for _, h := range root.Find("metsHdr") {
		if at, err := time.Parse(time.RFC3339, h.Attr("CREATEDATE")); err == nil {
			m.Created = at
		} else if at, err := time.Parse("2006-01-02T15:04:05", h.Attr("CREATEDATE")); err == nil {
			m.Created = at
		}
	}
	m.Agency = agency(root)
	for _, e := range p.files {
		if e.Size == 0 && path.Base(e.Path) == ".gitkeep" { // keeps an empty folder, belongs to nobody
			p.list(check.Listed{Path: e.Path, Role: check.RoleOther, Size: -1, Optional: true})
		}
	}
	m.Listed = p.listing
	m.Roots = []*record.Object{p.dossier(m)}
	return m
}

// standard is the profile in words.
func standard(root *mets.Node) string {
	profile := strings.ToUpper(path.Base(root.Attr("PROFILE")))
	for _, name := range []string{"SIP", "AIP", "DIP"} {
		if strings.Contains(profile, "E-ARK-"+name) || strings.Contains(profile, "EARK"+name) {
			return "E-ARK " + name
		}
	}
	return "E-ARK CSIP"
}

// agency is the submitting agent of a SIP (SIP15), else the first organisation.
func agency(root *mets.Node) check.Agency {
	for _, sel := range []string{"metsHdr/agent[ROLE=CREATOR][TYPE=ORGANIZATION]", "metsHdr/agent[TYPE=ORGANIZATION]"} {
		found := root.Find(sel)
		if len(found) == 0 {
			continue
		}
		a := check.Agency{}
		for _, x := range found[len(found)-1].Children() {
			switch {
			case x.Name() == "name":
				a.Name = x.Text()
			case x.Name() == "note" && strings.EqualFold(x.Attr("NOTETYPE"), "IDENTIFICATIONCODE"):
				a.ID = x.Text()
			}
		}
		return a
	}
	return check.Agency{}
}

// fields are further statements for people.
func fields(root *mets.Node) []record.Field {
	var out []record.Field
	add := func(name, value string) {
		if value != "" {
			out = append(out, record.Field{Name: name, Value: value})
		}
	}
	for _, a := range []string{"OBJID", "LABEL", "TYPE", "OTHERTYPE", "CONTENTINFORMATIONTYPE", "OTHERCONTENTINFORMATIONTYPE", "PROFILE"} {
		add(a, root.Attr(a))
	}
	for _, h := range root.Find("metsHdr") {
		add("OAISPACKAGETYPE", h.Attr("OAISPACKAGETYPE"))
		add("RECORDSTATUS", h.Attr("RECORDSTATUS"))
		for _, a := range h.Find("altRecordID") {
			add(a.Attr("TYPE"), a.Text())
		}
	}
	return out
}

// dossier shows the package as one Akte with one Vorgang, which is kept as a
// whole; each representation is a document with its files below it.
func (p *pack) dossier(m *check.Manifest) *record.Object {
	none := record.Retention{Years: -1}
	object := func(kind record.Kind, id string) *record.Object {
		return &record.Object{ID: id, Kind: kind, Reference: m.Process, Subject: m.Title, LeadUnit: m.Agency.Name, Fields: m.Fields,
			Retention: none}
	}
	d := object(record.Dossier, cmp.Or(m.Process, "eark"))
	all := object(record.Case, d.ID+"-paket")
	d.Add(all)
	parts := map[string]*record.Object{}
	for _, l := range m.Listed {
		if _, there := p.t.Stat(l.Path); l.Role == check.RoleOther || !there {
			continue
		}
		doc := &record.Object{ID: l.Path, Kind: record.Document, Subject: path.Base(l.Path), Retention: none,
			Versions: []record.Version{{Number: "1", Renditions: []record.Rendition{{File: record.PrimaryFile{Name: l.Path,
				Original: path.Base(l.Path), Line: l.Line}}}}}}
		rest, ok := strings.CutPrefix(l.Path, path.Join(p.root, "representations")+"/")
		name, _, below := strings.Cut(rest, "/")
		if !ok || !below {
			all.Add(doc)
			continue
		}
		c := parts[name]
		if c == nil {
			c = &record.Object{ID: "representations/" + name, Kind: record.Document, Subject: "Repräsentation " + name,
				Type: "Repräsentation", Retention: none}
			parts[name] = c
			all.Add(c)
		}
		c.Add(doc)
	}
	return d
}
