package norm

import (
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"

	"laufzettel/transfer/check"
	"laufzettel/transfer/container"
	"laufzettel/transfer/kind/message"
	"laufzettel/transfer/pdfa"
	"laufzettel/transfer/record"
	"laufzettel/transfer/signature"
	"laufzettel/transfer/wording"
)

// pairs are several containers that belong together.
type pairs struct {
	members  []member
	evidence []string            // revocation lists and answers beside the containers
	beside   *signature.Evidence // what they say, of the signatures in all of them
}

// member is one container of a pair.
type member struct {
	path  string
	norms []Norm
	man   *check.Manifest // nil: no norm, or not to be opened
}

// readPairs reads every container; what is wrong in one is told by the rule that
// checks it, so that one bad container stops nothing (G1).
func (k Kind) readPairs(ctx context.Context, t container.Tree, in check.ReadInput) (*check.Manifest, []check.Finding, error) {
	zips, err := containers(ctx, t)
	if err != nil {
		return nil, nil, err
	}
	if len(zips) > maxContainers {
		return nil,
			[]check.Finding{codeMany.At("").Want(wording.Say("want.kinds.at-most", maxContainers), wording.Say("found.kinds.more"))}, nil
	}
	p := &pairs{}
	if p.evidence, p.beside, err = evidenceBeside(ctx, t); err != nil {
		return nil, nil, err
	}
	k.Evidence = k.Evidence.With(p.beside)
	man := &check.Manifest{Kind: Name, Detail: p, ListsAll: true, Documents: true, ReadsNested: true,
		Title: "Originalnormen und Ausgabenormen"}
	for _, z := range zips {
		m, err := k.readMember(ctx, t, z, in)
		if err != nil {
			return nil, nil, err
		}
		p.members = append(p.members, m)
		man.Listed = append(man.Listed, check.Listed{Path: z, Role: check.RoleContent, Size: -1})
		if m.man != nil && man.Agency.Name == "" {
			man.Agency, man.Standard, man.Created, man.Process = m.man.Agency, m.man.Standard, m.man.Created, m.man.Process
		}
		if m.man != nil {
			for _, f := range m.man.Fields {
				if strings.HasPrefix(f.Name, "Signatur ") {
					man.Fields = append(man.Fields, record.Field{Name: f.Name, Value: z + ": " + f.Value})
				}
			}
		}
	}
	for _, at := range p.evidence {
		man.Listed = append(man.Listed, listedEvidence(at))
	}
	man.Roots = p.tree()
	if len(man.Roots) == 0 {
		return nil, []check.Finding{codeForeign.At("")}, nil
	}
	return man, nil, nil
}

func (k Kind) readMember(ctx context.Context, t container.Tree, z string, in check.ReadInput) (member, error) {
	m := member{path: z}
	inner, err := container.OpenEntry(ctx, t, z, container.Options{})
	if err != nil {
		return m, ctx.Err()
	}
	defer inner.Close()
	if at, err := messageAt(ctx, inner); err != nil || at == "" {
		return m, err
	}
	if m.man, _, err = k.Read(ctx, inner, check.Match{}, in); err != nil || m.man == nil {
		return m, err
	}
	m.norms = norms(m.man.Roots)
	return m, nil
}

// key joins the two editions of a norm.
func (n Norm) key() string {
	return n.Year + "|" + n.work()
}

// partner finds the other edition of a norm among the members.
func (p *pairs) partner(n Norm) (member, Norm, bool) {
	for _, m := range p.members {
		for _, other := range m.norms {
			if other.key() == n.key() && other.Edition != n.Edition {
				return m, other, true
			}
		}
	}
	return member{}, Norm{}, false
}

// tree keeps each container whole: a case per norm and edition with the container
// as its file, and what lies inside as description (E4: kept byte for byte).
// The two messages of a pair may use the same ids, here they are one delivery.
func (p *pairs) tree() (roots []*record.Object) {
	used := map[string]bool{}
	for _, m := range p.members {
		if m.man == nil {
			continue
		}
		for _, d := range m.man.Roots {
			root := *d
			root.Children = nil
			for _, c := range d.Children {
				root.Add(p.caseOf(m, c))
			}
			for o := range record.All([]*record.Object{&root}) {
				for i, id := 2, o.ID; used[o.ID]; i++ {
					o.ID = id + "-" + strconv.Itoa(i)
				}
				used[o.ID] = true
			}
			roots = append(roots, &root)
		}
	}
	if len(roots) > 0 && len(roots[0].Children) > 0 {
		for _, at := range p.evidence {
			c := roots[0].Children[0]
			c.Add(unnamed(c, at, evidenceTitle, ""))
		}
	}
	return roots
}

func (p *pairs) caseOf(m member, c *record.Object) *record.Object {
	out := *c
	out.Children = nil
	out.Fields = slices.Clone(c.Fields)
	if i := slices.IndexFunc(m.norms, func(n Norm) bool { return n.Case == c.ID }); i >= 0 {
		if other, n, ok := p.partner(m.norms[i]); ok {
			out.Fields = append(out.Fields, record.Field{Name: "Zugehörige " + n.Edition, Value: other.path + ", Vorgang " + n.Case})
		}
	}
	whole := &record.Object{ID: c.ID + "-container", Kind: record.Document, Subject: "Container " + path.Base(m.path), Date: out.Span.To,
		Versions: []record.Version{{Number: "1", Renditions: []record.Rendition{{File: record.PrimaryFile{Name: m.path}}}}}}
	out.Add(whole)
	for _, doc := range c.Children {
		for o := range record.All([]*record.Object{doc}) {
			part := &record.Object{ID: o.ID, Kind: record.Document, Number: o.Number, Reference: o.Reference, Subject: o.Subject,
				Date: o.Date, Type: o.Type, Fields: slices.Clone(o.Fields)}
			for f := range o.Files() {
				part.Fields = append(part.Fields, record.Field{Name: "Datei", Value: m.path + "!" + f.Name})
			}
			whole.Add(part)
		}
	}
	return &out
}

func (p *pairs) rules(k Kind) []check.Rule {
	return []check.Rule{
		{Name: "norm-containers", Run: func(ctx context.Context, f check.Facts) ([]check.Finding, error) { return p.each(ctx, k, f) }},
		{Name: "norm-pairs", Run: func(context.Context, check.Facts) ([]check.Finding, error) { return p.complete(), nil }},
	}
}

// noDigests is the finding of the engine that no digests were delivered.
const noDigests = "FIX-001"

// each runs the whole check over every container inside, without unpacking it.
func (p *pairs) each(ctx context.Context, k Kind, f check.Facts) (out []check.Finding, err error) {
	k.Evidence = k.Evidence.With(p.beside)
	for _, m := range p.members {
		if m.man == nil {
			out = append(out, codeForeign.At(m.path))
		}
		inner, err := container.OpenEntry(ctx, f.Tree(), m.path, container.Options{})
		if refused, ok := errors.AsType[*container.Refused](err); ok {
			out = append(out, below(m.path, check.FindingsOf(refused))...)
			continue
		}
		if err != nil {
			if ctx.Err() != nil {
				return nil, err
			}
			continue // the one read told it
		}
		if m.man == nil {
			_ = inner.Close() // read only
			continue
		}
		e := check.Engine{Kinds: []check.Kind{k}, PDFA: &pdfa.EngineChecker{}, Workers: 1, Now: k.Now}
		res, err := e.Check(ctx, inner, check.Input{Key: m.path, Kind: Name, Profile: f.Profile(), Related: f.Related()})
		if err = errors.Join(err, inner.Close()); err != nil {
			return nil, fmt.Errorf("check %s: %w", m.path, err)
		}
		// The partner is here; and what proves the container proves what is in it, so
		// that missing digests are told of the delivery, once (E3 allows none inside).
		settled := func(f check.Finding) bool { return f.Code == codeAlone.ID || f.Code == noDigests }
		out = append(out, below(m.path, slices.DeleteFunc(res.Report.Findings, settled))...)
		p.tell(f.Manifest(), m.path, res.Report.Checks)
	}
	return out, nil
}

// insideChecks are those of a container that are no less checks of the delivery.
var insideChecks = []string{"counts", "schema", "xml", "utf-8", "pdfa"}

// tell says of the checks inside a container what was done of them, and of signatures what
// was not, too: each edition is asked for one.
func (p *pairs) tell(man *check.Manifest, z string, checks []check.Done) {
	for _, d := range checks {
		if d.Name == "signatures" || slices.Contains(insideChecks, d.Name) && d.State != check.NotDone {
			if d.Reason != "" {
				d = d.Of(z)
			}
			man.Checks = append(man.Checks, d)
		}
	}
}

// below moves findings into a container: outer.zip!inner (cli.md).
func below(z string, findings []check.Finding) []check.Finding {
	for i := range findings {
		if findings[i].Path == "" {
			findings[i].Path = z
		} else {
			findings[i].Path = z + "!" + findings[i].Path
		}
	}
	return findings
}

// complete asks for both editions of every norm (E1, E5).
func (p *pairs) complete() (out []check.Finding) {
	for _, m := range p.members {
		for _, n := range m.norms {
			if _, _, ok := p.partner(n); !ok {
				want := Original
				if n.Edition == Original {
					want = Issue
				}
				out = append(out, codeNoPartner.At(m.path).Of(n.Case).Want(wording.Say("want.norm.partner", want, n.Title), n.Edition))
			}
		}
	}
	return out
}

// describePairs gives a short XML that names container and norm.
func describePairs(ctx context.Context, t container.Tree, messages message.Standard) (check.Describer, error) {
	man, _, err := Kind{Messages: messages}.readPairs(ctx, t, check.ReadInput{})
	if err != nil {
		return nil, err
	}
	d := pairDescriber{}
	if man == nil {
		return d, nil
	}
	for o := range record.All(man.Roots) {
		d[o.ID] = o
	}
	return d, nil
}

type pairDescriber map[string]*record.Object

type pairXML struct {
	XMLName xml.Name `xml:"Norm"`
	Title   string   `xml:"Titel"`
	Fields  []struct {
		Name  string `xml:"name,attr"`
		Value string `xml:",chardata"`
	} `xml:"Angabe"`
}

// Description implements check.Describer.
func (d pairDescriber) Description(object string) (name, standard string, data []byte, err error) {
	o := d[object]
	if o == nil {
		return "", "", nil, fmt.Errorf("no object %q in the delivery", object)
	}
	x := pairXML{Title: o.Label()}
	for _, f := range o.Fields {
		x.Fields = append(x.Fields, struct {
			Name  string `xml:"name,attr"`
			Value string `xml:",chardata"`
		}{f.Name, f.Value})
	}
	data, err = xml.MarshalIndent(x, "", " ")
	return "norm.xml", "EL.UZA", append([]byte(xml.Header), data...), err
}
