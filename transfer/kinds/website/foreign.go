package website

import (
	"bytes"
	"context"
	"errors"
	"path"
	"slices"
	"strconv"
	"strings"

	"laufzettel/transfer/check"
	"laufzettel/transfer/container"
	"laufzettel/transfer/fixity"
	"laufzettel/transfer/layout"
	"laufzettel/transfer/snapshot"
)

var (
	_ check.Layouted     = Kind{}
	_ check.DescribingBy = Kind{}
)

// ReadBy implements check.Layouted: the description of the snapshot stands in elements,
// columns or members of another hand; crawl and representations are looked at as ever.
func (Kind) ReadBy(ctx context.Context, t container.Tree, l *layout.Layout, _ check.ReadInput) (*check.Manifest, []check.Finding, error) {
	d, at, reading, err := describedBy(ctx, t, l)
	if err != nil {
		return nil, nil, err
	}
	found, err := Find(ctx, t)
	if err != nil {
		return nil, nil, err
	}
	found.Document = at
	s := newSurvey(t, Name, found)
	s.d, s.base = d, baseOf(t, s.base, d)
	for _, f := range check.LayoutFindings(reading) {
		s.say(f)
	}
	if d == nil {
		s.say(codeDescription.At(""))
	}
	for _, p := range reading.Files {
		s.list(check.Listed{Path: p, Role: check.RoleMessage, Size: -1})
	}
	return s.read(ctx)
}

// describedBy reads the description by a layout; nil where no record says anything of
// the snapshot.
func describedBy(ctx context.Context, t container.Tree, l *layout.Layout) (d *Description, at string, reading *layout.Reading, err error) {
	var pages []Page
	var parts []Part
	reading, err = l.Apply(ctx, t, func(r *layout.Record) error {
		switch {
		case r.Group == "snapshot" && d == nil:
			d, at = snapshotOf(r), r.At
		case r.Group == "page" && len(pages) < maxStatements:
			pages = append(pages, Page{URL: r.Get("url"), Title: r.Get("title"), Checks: r.Get("checks"), Outcome: r.Get("outcome"),
				Person: r.Get("person"),
				Date:   r.Get("date"), Note: r.Get("note")})
		case r.Group == "part" && len(parts) < maxParts:
			parts = append(parts, partOf(r))
		}
		return nil
	})
	if err != nil || d == nil {
		return nil, "", reading, err
	}
	d.Version, d.Pages, d.Parts = l.Name, pages, parts
	return d, at, reading, nil
}

// baseOf says where the names count from: the folder of the description, or the top of
// the delivery where more of them are found.
func baseOf(t container.Tree, base string, d *Description) string {
	if d == nil {
		return base
	}
	beside, top := 0, 0
	for _, p := range d.Parts {
		if there(t, path.Join(base, p.Name)) {
			beside++
		}
		if there(t, path.Clean(p.Name)) {
			top++
		}
	}
	if top > beside {
		return ""
	}
	return base
}

// there reports a file, or a folder that holds some.
func there(t container.Tree, p string) bool {
	if _, ok := t.Stat(p); ok {
		return true
	}
	found := errors.New("found")
	err := t.Files(context.Background(), func(e container.Entry) error { // a walk over names only
		if strings.HasPrefix(e.Path, p+"/") {
			return found
		}
		return nil
	})
	return errors.Is(err, found)
}

// partOf takes what is said of one part; systems write paths with either slash.
func partOf(r *layout.Record) Part {
	p := Part{Kind: PartKind(strings.ToLower(r.Get("kind"))), Name: strings.ReplaceAll(r.Get("name"), `\`, "/"), Size: r.Get("size"),
		Tool: r.Get("tool")}
	alg, value, ok := fixity.Stated(r.Get("algorithm"), r.Get("digest"))
	if p.Algorithm, p.Digest = strings.ToUpper(string(alg)), value; !ok {
		p.Algorithm, p.Digest = r.Get("algorithm"), r.Get("digest") // judged with the other statements
	}
	return p
}

// snapshotOf takes what is said of the snapshot; a statement of the 81 that is not made
// has no reason here, for nobody gave one.
func snapshotOf(r *layout.Record) *Description {
	d := &Description{Agency: r.Get("agency"), AgencyID: r.Get("agencyId"), Domain: r.Get("domain"), Start: r.Get("start"),
		Crawled: r.Get("crawled")}
	for _, def := range snapshot.All() {
		if v := clean(r.Get("n" + strconv.Itoa(def.Number))); v != "" {
			d.Statements = append(d.Statements, Statement{Number: def.Number, Step: def.Step, Type: def.Type, Label: def.Label, Value: v})
		}
	}
	if v := r.Get("verdict"); v != "" {
		d.Quality = &Quality{Verdict: Verdict(strings.ToLower(v)), Person: r.Get("judge"), Date: r.Get("judged"), Note: r.Get("remark")}
	}
	return d
}

// complete adds the statements nobody made: they are unknown.
func (d *Description) complete() {
	stated := d.Statements
	d.Statements = make([]Statement, 0, len(snapshot.All()))
	for _, def := range snapshot.All() {
		i := slices.IndexFunc(stated, func(s Statement) bool { return s.Number == def.Number })
		if i >= 0 {
			d.Statements = append(d.Statements, stated[i])
			continue
		}
		d.Statements = append(d.Statements, Statement{Number: def.Number, Step: def.Step, Type: def.Type, Label: def.Label,
			Value: snapshot.Unknown})
	}
}

// DescribeBy implements check.DescribingBy: what was read, in our own description.
func (Kind) DescribeBy(ctx context.Context, t container.Tree, l *layout.Layout) (check.Describer, error) {
	d, _, _, err := describedBy(ctx, t, l)
	if err != nil {
		return nil, err
	}
	if d == nil {
		return nil, lost(errors.New("no description in " + t.Name()))
	}
	d.complete()
	var b bytes.Buffer
	if err := WriteDescription(&b, *d); err != nil {
		return nil, lost(err)
	}
	return describer{DocumentName, b.Bytes()}, nil
}
