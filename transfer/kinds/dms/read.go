package dms

import (
	"context"
	"fmt"
	"path"
	"slices"
	"strings"

	"laufzettel/transfer/check"
	"laufzettel/transfer/container"
	"laufzettel/transfer/layout"
	"laufzettel/transfer/record"
	"laufzettel/transfer/slip"
	"laufzettel/transfer/wording"
	"laufzettel/transfer/xmlwalk"
)

// maxRecords bounds what is read of the description.
const maxRecords = 5_000_000

// Read implements check.Kind by our own layout.
func (k Kind) Read(ctx context.Context, t container.Tree, m check.Match, in check.ReadInput) (*check.Manifest, []check.Finding, error) {
	found, err := tables(ctx, t)
	if err != nil {
		return nil, nil, err
	}
	if len(found) == 0 {
		return unread(ctx, t, []check.Finding{codeUnreadable.At(m.Root)})
	}
	man, findings, err := k.ReadBy(ctx, t, Own(found[0]), in)
	if err != nil {
		return nil, nil, err
	}
	if man != nil {
		man.Standard = Standard
	}
	for _, p := range found[1:] {
		findings = append(findings, codeSeveral.At(p).Want(found[0], p))
	}
	return man, findings, nil
}

// unread is the manifest of an export whose description nobody here can read: every
// file is looked at, and the findings say why the statements are not (K12).
func unread(ctx context.Context, t container.Tree, findings []check.Finding) (*check.Manifest, []check.Finding, error) {
	man := &check.Manifest{Kind: Name, Documents: true, Unread: true}
	err := t.Files(ctx, func(e container.Entry) error {
		man.Listed = append(man.Listed, check.Listed{Path: e.Path, Role: check.RoleContent, Size: -1})
		return nil
	})
	if err != nil {
		return nil, nil, fmt.Errorf("list files of the export: %w", err)
	}
	return man, findings, nil
}

// head are the statements about the delivery.
type head struct{ agency, agencyID, system, version, created string }

// delivery is what is read of one export.
type delivery struct {
	head  head
	at    string   // file the documents are described in
	read  []string // files of the description
	slip  []check.Listed
	roots []*record.Object
}

// ReadBy implements check.Layouted. Of classified material nothing but the finding
// comes back (G15).
func (Kind) ReadBy(ctx context.Context, t container.Tree, l *layout.Layout, _ check.ReadInput) (*check.Manifest, []check.Finding, error) {
	d, b, findings, err := assemble(ctx, t, l)
	if err != nil || d == nil {
		return nil, findings, err
	}
	if len(d.roots) == 0 {
		if !slices.ContainsFunc(findings, func(f check.Finding) bool { return f.Code == codeUnreadable.ID }) {
			findings = append(findings, codeUnreadable.At(d.at))
		}
		return unread(ctx, t, findings)
	}
	papers, told, err := slip.Find(ctx, t)
	if err != nil {
		return nil, nil, err
	}
	d.slip = papers.Listed()
	man := d.manifest(l)
	listed, fileFindings := b.list(d)
	man.Listed = append(append(man.Listed, listed...), b.schemas(man.Listed, d.at)...)
	return man, slices.Concat(findings, told, fileFindings), nil
}

// assemble reads every record and makes the tree of it. d is nil where the material is
// classified: then the finding is all there is.
func assemble(ctx context.Context, t container.Tree, l *layout.Layout) (d *delivery, b *builder, findings []check.Finding, err error) {
	d, b = &delivery{}, newBuilder()
	if err := b.files(ctx, t); err != nil {
		return nil, nil, nil, err
	}
	reading, err := l.Apply(ctx, t, func(r *layout.Record) error {
		if b.count++; b.count > maxRecords {
			return nil
		}
		switch r.Group {
		case "delivery":
			d.head.take(r)
		case "dossier":
			b.dossier(r)
		case "case":
			b.process(r)
		case "document":
			if d.at == "" {
				d.at = r.At
			}
			b.document(r)
		}
		return nil
	})
	if err != nil {
		return nil, nil, nil, err
	}
	d.read = reading.Files
	if b.classified != nil {
		return nil, nil, []check.Finding{*b.classified}, nil
	}
	if b.count > maxRecords { // a part of it must not look like the whole
		return d, b, append(check.LayoutFindings(reading),
			codeUnreadable.At(d.at).Want(wording.Say("want.kinds.lines-at-most", maxRecords), "")), nil
	}
	d.roots = b.roots()
	return d, b, append(check.LayoutFindings(reading), b.findings()...), nil
}

// take keeps the first statements about the delivery.
func (h *head) take(r *layout.Record) {
	for key, at := range map[string]*string{"agency": &h.agency, "agencyId": &h.agencyID, "system": &h.system, "systemVersion": &h.version,
		"created": &h.created} {
		if *at == "" {
			*at = r.Get(key)
		}
	}
}

func (d *delivery) manifest(l *layout.Layout) *check.Manifest {
	man := &check.Manifest{Kind: Name, Standard: l.Name, Agency: check.Agency{Name: d.head.agency, ID: d.head.agencyID}, Title: d.title(),
		Roots:    d.roots,
		ListsAll: true, Documents: true, Dated: true, Detail: d, Fields: d.fields()}
	man.Created, _ = xmlwalk.Moment(d.head.created)
	seen := map[string]bool{}
	for _, p := range d.read {
		seen[p] = true
		man.Listed = append(man.Listed, check.Listed{Path: p, Role: check.RoleMessage, Size: -1, By: p})
	}
	for _, s := range d.slip {
		if !seen[s.Path] {
			man.Listed = append(man.Listed, s)
		}
	}
	return man
}

// title names the export for people.
func (d *delivery) title() string {
	c := record.Count(d.roots)
	if len(d.roots) == 1 && d.roots[0].Label() != "" {
		return "DMS-Export: " + d.roots[0].Label()
	}
	return fmt.Sprintf("DMS-Export: %d Akten, %d Vorgänge", c.Dossiers, c.Cases)
}

// fields are the statements for people and index.
func (d *delivery) fields() (out []record.Field) {
	for _, f := range []record.Field{{Name: "Quellsystem", Value: strings.TrimSpace(d.head.system + " " + d.head.version)},
		{Name: "Erstellt", Value: d.head.created},
		{Name: "Beschreibung", Value: path.Base(d.at)}} {
		if f.Value != "" && f.Value != "." {
			out = append(out, f)
		}
	}
	return out
}

// Rules implements check.Kind: what the description says of itself is judged while
// reading; completeness and digests are the engine's.
func (Kind) Rules(*check.Manifest) []check.Rule { return nil }
