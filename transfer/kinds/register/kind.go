package register

import (
	"context"
	"encoding/xml"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"
	"time"

	"laufzettel/transfer/check"
	"laufzettel/transfer/container"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/profile"
	"laufzettel/transfer/slip"
	"laufzettel/transfer/vocab"
	"laufzettel/transfer/wording"
	"laufzettel/transfer/xmlwalk"
)

// Kind is the delivery kind register (check.Kind). The zero value is ready.
type Kind struct {
	// Now gives today for the update period (C12); nil = time.Now.
	Now func() time.Time
}

var (
	_ check.Kind       = Kind{}
	_ check.Describing = Kind{}
)

// Name is the kind's name (cli.md).
const Name = "register"

const (
	sniffBytes = 8 << 10
	maxSniffed = 64 // XML files with odd names that are looked into
	// maxHeld bounds a backbone held in memory for packaging.
	maxHeld = 1 << 30
)

// Names implements check.Kind.
func (Kind) Names() []string { return []string{Name} }

// Recognise implements check.Kind: a file named like a backbone, or one of our
// vocabulary, at the top of the tree or one folder below.
func (Kind) Recognise(ctx context.Context, t container.Tree) (check.Match, error) {
	found, err := backbones(ctx, t)
	if err != nil || len(found) == 0 {
		return check.Match{}, err
	}
	return check.Match{Kind: Name, Confidence: 100, Root: dir(found[0]), Note: "Rückgrat-XML " + found[0]}, nil
}

func dir(p string) string {
	if d := path.Dir(p); d != "." {
		return d
	}
	return ""
}

// backbones gives the backbones at the top or, if none lies there, one folder
// below, in path order.
func backbones(ctx context.Context, t container.Tree) ([]string, error) {
	var named, odd [2][]string // by depth
	err := t.Files(ctx, func(e container.Entry) error {
		d := strings.Count(e.Path, "/")
		if d > 1 || !strings.EqualFold(path.Ext(e.Path), ".xml") {
			return nil
		}
		base := path.Base(e.Path)
		if backboneName.MatchString(base) {
			named[d] = append(named[d], e.Path)
		} else if _, part := parseName(base); !part && len(odd[d]) < maxSniffed {
			odd[d] = append(odd[d], e.Path)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	for d := range named {
		out := named[d]
		for _, p := range odd[d] {
			if ours(ctx, t, p) {
				out = append(out, p)
			}
		}
		if len(out) > 0 {
			return out, ctx.Err()
		}
	}
	return nil, ctx.Err()
}

// ours reports whether the root element is that of our vocabulary. A file that
// cannot be read is not: the one read tells why.
func ours(ctx context.Context, t container.Tree, p string) bool {
	rc, err := t.Open(ctx, p)
	if err != nil {
		return false
	}
	defer rc.Close()
	root, ok := xmlwalk.RootOf(io.LimitReader(rc, sniffBytes), xmlwalk.Latin)
	return ok && root.Name == xml.Name{Space: Namespace, Local: "Rueckgrat"}
}

func layoutOf(p *profile.Profile) *Layout {
	if p == nil {
		return NewLayout(nil)
	}
	return NewLayout(p.Layout)
}

// portion is what the rules work on.
type portion struct {
	b          *Backbone
	at         string // path of the backbone
	root       string // folder of the portion
	layout     *Layout
	schemas    []string // paths of the delivered schemas
	docs       []string // paths of the documentation
	superseded []string // paths of older closing notes
	beside     []string // further files a layout reads from
	now        func() time.Time
}

func (p *portion) in(name string) string { return path.Join(p.root, name) }

// Read implements check.Kind.
func (k Kind) Read(ctx context.Context, t container.Tree, m check.Match, in check.ReadInput) (*check.Manifest, []check.Finding, error) {
	found, err := backbones(ctx, t)
	if err != nil {
		return nil, nil, err
	}
	if len(found) == 0 {
		return unread(ctx, t, "", []check.Finding{codeLayout.At(m.Root)})
	}
	p := &portion{at: found[0], root: dir(found[0]), layout: layoutOf(in.Profile), now: k.Now}
	if p.now == nil {
		p.now = time.Now
	}
	var findings []check.Finding
	p.b, findings, err = readAt(ctx, t, p.at, p.layout)
	if err != nil {
		return nil, nil, err
	}
	for _, other := range found[1:] {
		findings = append(findings, codeSeveral.At(other).Want(p.at, other))
	}
	if p.b == nil {
		return unread(ctx, t, p.at, findings)
	}
	return p.finish(ctx, t, findings)
}

// finish makes the manifest of a portion whose backbone was read.
func (p *portion) finish(ctx context.Context, t container.Tree, findings []check.Finding) (*check.Manifest, []check.Finding, error) {
	if err := p.survey(ctx, t); err != nil {
		return nil, nil, err
	}
	man := p.manifest()
	papers, told, err := slip.Find(ctx, t)
	if err != nil {
		return nil, nil, err
	}
	man.Listed = append(man.Listed, papers.Listed()...)
	findings = append(findings, told...)
	if p.b.Head.namespace == Namespace {
		fs, tool, err := vocab.Validate(ctx, Schema, p.at, t)
		if err != nil {
			return nil, nil, err
		}
		findings = append(findings, fs...)
		man.Checks = append(man.Checks, check.Done{Name: "schema", State: check.Full, Tool: tool})
	} else {
		man.Checks = append(man.Checks, check.Done{Name: "schema"}.As(check.Partial, wording.Say("why.backbone-by-paths")))
	}
	if len(p.schemas) == 0 {
		man.Checks = append(man.Checks, check.Done{Name: "schema"}.As(check.NotDone, wording.Say("why.no-xpsr")))
	}
	return man, findings, nil
}

// readAt reads the backbone at a path; a file that cannot be read to its end is
// a fault of the material unless the caller gave up.
func readAt(ctx context.Context, t container.Tree, at string, l *Layout) (*Backbone, []check.Finding, error) {
	rc, err := t.Open(ctx, at)
	if err == nil {
		defer rc.Close()
		var b *Backbone
		var findings []check.Finding
		if b, findings, err = Read(rc, l); err == nil {
			for i := range findings {
				findings[i].Path = at
			}
			return b, findings, ctx.Err()
		}
	}
	if ctx.Err() != nil {
		return nil, nil, ctx.Err()
	}
	return nil, []check.Finding{codeSyntax.At(at).Want("", check.XMLWords(err))}, nil
}

// survey finds schemas, documentation and older closing notes by walking the
// tree once.
func (p *portion) survey(ctx context.Context, t container.Tree) error {
	closing := p.in(p.b.Head.ClosingNote)
	var pdfs []string
	err := t.Files(ctx, func(e container.Entry) error {
		base, ext := path.Base(e.Path), strings.ToLower(path.Ext(e.Path))
		switch _, part := parseName(base); {
		case strings.HasPrefix(e.Path, p.in(Superseded)+"/"):
			p.superseded = append(p.superseded, e.Path)
		case ext == ".xsd":
			p.schemas = append(p.schemas, e.Path)
		case ext == ".pdf" && !part && e.Path != closing && dir(e.Path) == p.root:
			pdfs = append(pdfs, e.Path)
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("look for schema and documentation: %w", err)
	}
	if name := p.b.Head.Documentation; name != "" {
		p.docs = []string{p.in(name)}
		return nil
	}
	// Nothing names the documentation: it is a PDF whose name says so, else any
	// PDF that is neither certificate nor closing note.
	for _, f := range pdfs {
		low := strings.ToLower(path.Base(f))
		if strings.Contains(low, "schema") || strings.Contains(low, "xpsr") || strings.Contains(low, "doku") {
			p.docs = append(p.docs, f)
		}
	}
	if len(p.docs) == 0 && len(pdfs) == 1 {
		p.docs = pdfs
	}
	return nil
}

// manifest turns the portion into what the engine works on.
func (p *portion) manifest() *check.Manifest {
	h := p.b.Head
	number := h.OfficeNumber
	if m := backboneName.FindStringSubmatch(path.Base(p.at)); number == "" && m != nil {
		number = m[1] // a backbone of another layout tells the office by its name (C4)
	}
	man := &check.Manifest{Kind: Name, Standard: Standard, Agency: check.Agency{Name: h.Office, ID: number},
		Process: h.Stem(), Title: p.title(), ListsAll: true, Documents: true, Detail: p, Roots: p.tree()}
	if day, err := time.Parse(time.DateOnly, h.Created); err == nil {
		man.Created = day
	}
	l := lister{p: p, seen: map[string]bool{}}
	l.add(p.at, check.RoleMessage, "", 0)
	for _, s := range p.beside {
		l.add(s, check.RoleMessage, "", 0)
	}
	l.named(h.ClosingNote, check.RoleContent, "", h.lines["head.closingNote"])
	l.named(h.SchemaFile, check.RoleSchema, "", h.lines["head.schemaFile"])
	for _, s := range p.schemas {
		l.add(s, check.RoleSchema, "", 0)
	}
	for _, d := range p.docs {
		l.add(d, check.RoleDoc, "", h.lines["head.documentation"])
	}
	for _, s := range p.superseded {
		l.add(s, check.RoleContent, supersededID(h), 0)
	}
	for i := range p.b.Entries {
		e := &p.b.Entries[i]
		for _, part := range slices.Concat(e.Records, e.Notes) {
			l.named(part.XML, check.RoleContent, p.entryID(e), part.Line)
			l.named(part.PDF, check.RoleContent, p.entryID(e), part.Line)
		}
	}
	man.Listed = l.out
	for _, f := range headFields {
		if v := *f.at(&p.b.Head); v != "" {
			man.Fields = append(man.Fields, field2(f, v))
		}
	}
	man.Checks = []check.Done{p.closingDone()}
	return man
}

// closingDone tells the one comparison only a person can make (C2).
func (p *portion) closingDone() check.Done {
	h := p.b.Head
	return check.Done{Name: "closing-note"}.As(check.NotDone, wording.Say("why.closing-note", h.ClosingNote, h.BaseEntries))
}

func (p *portion) title() string {
	h := p.b.Head
	return strings.TrimSpace(TypeName(h.Type) + " " + h.Year + ", " + h.Office)
}

// lister makes the listing, each path once.
type lister struct {
	p    *portion
	seen map[string]bool
	out  []check.Listed
}

// named adds a file the backbone names; a name that is none is told by a rule.
func (l *lister) named(name string, role check.Role, object string, line int) {
	if plain(name) {
		l.add(l.p.in(name), role, object, line)
	}
}

func (l *lister) add(at string, role check.Role, object string, line int) {
	if l.seen[at] {
		return
	}
	l.seen[at] = true
	l.out = append(l.out, check.Listed{Path: at, Role: role, Size: -1, Object: object, Line: line, By: l.p.at})
}

// plain reports whether a text is a file name without folder.
func plain(name string) bool {
	return name != "" && name != "." && name != ".." && len(name) <= 255 && !strings.ContainsAny(name, "/\\\x00")
}

// Describe implements check.Describing with the whole backbone: one register is
// one unit (C9, C11).
func (k Kind) Describe(ctx context.Context, t container.Tree) (check.Describer, error) {
	lost := func(err error) error {
		return failure.Wrap(failure.Damaged, "read backbone of the portion", wording.Say("hint.register.backbone-lost"), err)
	}
	found, err := backbones(ctx, t)
	if err != nil {
		return nil, err
	}
	if len(found) == 0 {
		return nil, lost(fmt.Errorf("no backbone in %s", t.Name()))
	}
	if e, _ := t.Stat(found[0]); e.Size > maxHeld {
		return nil, failure.New(failure.Refused, "read backbone",
			wording.Say("hint.register.backbone-too-large", found[0]))
	}
	rc, err := t.Open(ctx, found[0])
	if err != nil {
		return nil, lost(err)
	}
	defer rc.Close()
	raw, err := io.ReadAll(io.LimitReader(rc, maxHeld))
	if err != nil {
		return nil, lost(err)
	}
	return describer{name: path.Base(found[0]), raw: raw}, nil
}

type describer struct {
	name string
	raw  []byte
}

// Description implements check.Describer.
func (d describer) Description(string) (name, standard string, data []byte, err error) {
	return d.name, Standard, d.raw, nil
}

// Mark implements check.Marked.
func (Kind) Mark() wording.Text {
	return wording.Say("said.mark.register")
}
