package check

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"laufzettel/transfer/container"
	"laufzettel/transfer/layout"
	"laufzettel/transfer/profile"
	"laufzettel/transfer/wording"
)

// Layouted is an optional capability of a Kind: it reads deliveries whose elements and
// columns are named by a layout of the profile instead of our own vocabulary (K12).
type Layouted interface {
	// ReadBy is Read with the statements read by the layout, which fits the delivery.
	ReadBy(ctx context.Context, t container.Tree, l *layout.Layout, in ReadInput) (*Manifest, []Finding, error)
}

// DescribingBy is Describing for deliveries read by a layout.
type DescribingBy interface {
	DescribeBy(ctx context.Context, t container.Tree, l *layout.Layout) (Describer, error)
}

var (
	codeLayoutValue = Code{ID: "LAY-001", Severity: Warning, Source: "C2; D1; K12",
		Ways: []WayOut{ReturnAll, AskForFiles, AcceptException, Stop}}
	codeLayoutMisfit = Code{ID: "LAY-003", Severity: Error, Source: "C2; D1; K12", Ways: []WayOut{ReturnAll, Stop}}
	codeLayoutFile   = Code{ID: "LAY-002", Severity: Error, Source: "C2; D1; K12",
		Ways: []WayOut{ReturnAll, AskForFiles, Stop}}
)

// LayoutFindings tells what of a delivery the layout it was read by does not fit: one
// cause one line, with a count.
func LayoutFindings(r *layout.Reading) (out []Finding) {
	for _, p := range r.Problems {
		if p.Group == "" {
			out = append(out, codeLayoutFile.At(p.At).Saying(wording.Recognised("said.layout.", p.Text)))
			continue
		}
		f := codeLayoutValue.At(p.At).On(p.Line).Want(strings.TrimSuffix(p.Group+"."+p.Key, "."),
			"").Saying(wording.Recognised("said.layout.", p.Text))
		if p.Count > 1 {
			f = f.Saying(wording.Say("said.check.like-this", p.Count))
		}
		out = append(out, f)
	}
	return out
}

// LayoutOf gives the layout of a profile by which a delivery of the kind is read, nil
// where none fits. Errors: those of the tree.
func LayoutOf(ctx context.Context, p *profile.Profile, kind string, t container.Tree) (*layout.Layout, error) {
	if p == nil {
		return nil, nil
	}
	for i := range p.Layouts {
		l := &p.Layouts[i]
		if kind != "" && l.Kind != kind {
			continue
		}
		if fits, err := l.Fits(ctx, t); err != nil || fits {
			return l, err
		}
	}
	return nil, nil
}

// foreign is a layout of a profile that fits the delivery.
type foreign struct {
	kind    Kind
	layout  *layout.Layout
	profile profile.Profile
}

// byLayout looks among the agreements for the one layout of a kind ("" = any) that reads
// the delivery; nil
// where none does, or where more than one agreement would and the sender does not tell
// which. Our own layouts were tried before.
func (r *run) byLayout(ctx context.Context, kind string) (Kind, error) {
	if r.in.Agreed == nil {
		return nil, nil
	}
	agreed, named, err := r.in.Agreed(ctx)
	if err != nil {
		return nil, fmt.Errorf("find layouts: %w", err)
	}
	var fits []foreign
	for _, p := range agreed {
		l, err := LayoutOf(ctx, &p, kind, r.t)
		if err != nil {
			return nil, fmt.Errorf("try layouts of profile %s: %w", p.ID, err)
		}
		if l == nil {
			continue
		}
		i := slices.IndexFunc(r.e.Kinds, func(k Kind) bool { _, able := k.(Layouted); return able && slices.Contains(k.Names(), l.Kind) })
		if i >= 0 {
			fits = append(fits, foreign{r.e.Kinds[i], l, p})
		}
	}
	if !named {
		if fits, err = r.ofSender(ctx, fits); err != nil {
			return nil, err
		}
	}
	if len(fits) == 0 && named {
		return r.misfitting(ctx, agreed, kind)
	}
	if len(fits) != 1 {
		return nil, nil
	}
	r.foreign = &fits[0]
	r.match = Match{Kind: r.foreign.layout.Kind, Confidence: Certain,
		Note: wording.Say("want.check.layout", r.foreign.layout.Name, r.foreign.profile.ID).In(wording.German)}
	return r.foreign.kind, nil
}

// misfit is what stands for the kind of a layout that was agreed and does not read the
// delivery: one finding says so, and the files themselves are checked all the same.
type misfit struct {
	layout  *layout.Layout
	finding Finding
}

// misfitting says which layout of the named agreement does not fit and what it lacks;
// nil where none of the kind asked for is agreed, or plain files are agreed too.
func (r *run) misfitting(ctx context.Context, agreed []profile.Profile, kind string) (Kind, error) {
	for i := range agreed {
		p := &agreed[i]
		at := slices.IndexFunc(p.Layouts, func(l layout.Layout) bool { return kind == "" || l.Kind == kind })
		if at < 0 || slices.Contains(p.Kinds, PlainFiles{}.Names()[0]) {
			continue
		}
		l := &p.Layouts[at]
		reading, err := l.Apply(ctx, r.t, func(*layout.Record) error { return nil })
		if err != nil {
			return nil, fmt.Errorf("read by layout %s: %w", l.Name, err)
		}
		f := codeLayoutMisfit.At("").Want(wording.Say("want.check.layout", l.Name, p.ID), "")
		if words := reading.MissingWords(); words != "" {
			f = f.Saying(wording.Say("said.check.nowhere", words))
		}
		for _, problem := range reading.Problems[:min(len(reading.Problems), maxTold)] {
			if problem.Group == "" {
				f = f.Saying(strings.TrimSuffix(strings.TrimSpace(problem.At+" "+problem.Text), ".") + ".")
			}
		}
		r.in.Profile, r.facts.profile = p, p
		r.match = Match{Kind: l.Kind, Confidence: Certain, Note: "Aufbau „" + l.Name + "“ passt nicht"}
		return misfit{l, f}, nil
	}
	return nil, nil
}

// maxTold bounds the causes one finding names.
const maxTold = 5

// Names implements Kind.
func (k misfit) Names() []string { return []string{k.layout.Kind} }

// Recognise implements Kind.
func (k misfit) Recognise(context.Context, container.Tree) (Match, error) { return Match{}, nil }

// Read implements Kind: every file is listed as it lies there.
func (k misfit) Read(ctx context.Context, t container.Tree, _ Match, _ ReadInput) (*Manifest, []Finding, error) {
	m := &Manifest{Kind: k.layout.Kind, Documents: true, Unread: true}
	err := t.Files(ctx, func(e container.Entry) error {
		m.Listed = append(m.Listed, Listed{Path: e.Path, Role: RoleContent, Size: -1})
		return nil
	})
	return m, []Finding{k.finding}, err
}

// Rules implements Kind.
func (misfit) Rules(*Manifest) []Rule { return nil }

// ofSender leaves the layouts whose agreement is with the agency the delivery names.
func (r *run) ofSender(ctx context.Context, fits []foreign) (out []foreign, err error) {
	for _, f := range fits {
		r.foreign = &f
		m, _, err := r.readManifest(ctx, f.kind)
		r.foreign = nil
		if err != nil {
			return nil, err
		}
		if m != nil && (m.Agency.ID == "" || m.Agency.ID == f.profile.AgencyID) {
			out = append(out, f)
		}
	}
	return out, nil
}

// readForeign reads by the layout that was found.
func (r *run) readForeign(ctx context.Context, k Kind) (*Manifest, []Finding, error) {
	if r.foreign == nil { // a layout that does not fit
		return r.readManifest(ctx, k)
	}
	r.in.Profile = &r.foreign.profile
	m, findings, err := r.readManifest(ctx, k)
	if err != nil || m == nil {
		return m, findings, err
	}
	if err := r.resolve(ctx, m); err != nil {
		return nil, nil, err
	}
	r.in.Profile, r.facts.profile = &r.foreign.profile, &r.foreign.profile
	return m, findings, nil
}
