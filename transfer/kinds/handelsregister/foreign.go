package handelsregister

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"strings"

	"laufzettel/transfer/check"
	"laufzettel/transfer/container"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/layout"
	"laufzettel/transfer/record"
	"laufzettel/transfer/wording"
)

var (
	_ check.Layouted     = Kind{}
	_ check.DescribingBy = Kind{}
)

// unread is the manifest of a delivery whose list nobody can read: every file is looked
// at, and the checksum lists count (K12).
func unread(ctx context.Context, t container.Tree, f found, findings []check.Finding) (*check.Manifest, []check.Finding, error) {
	d := &delivery{found: f, s: &Statements{}}
	man := &check.Manifest{Kind: Name, Standard: Standard, Unread: true}
	told, err := d.listing(ctx, t, man)
	if err != nil {
		return nil, nil, err
	}
	return man, append(findings, told...), nil
}

// words of headings, in lower case, by which a list of companies in other columns is seen.
var nearWords = [][]string{{"firm", "unternehm", "gesellschaft"}, {"sitz", "domizil"}, {"gelöscht", "löschung", "loesch"}}

// foreignLists finds tables at the top whose first line speaks of companies, seats and
// deletions in words of its own.
func foreignLists(ctx context.Context, t container.Tree) (out []check.Finding, err error) {
	files, _, err := check.NearText(ctx, t, ".csv", ".tsv", ".tab", ".txt")
	if err != nil {
		return nil, err
	}
	for _, f := range files {
		line, _, _ := bytes.Cut(utf8Of(f.Head, wide(f.Head)), []byte("\n"))
		if _, ours := formOf(f.Head); ours || !bytes.ContainsAny(line, ";,\t|") {
			continue
		}
		head, n := strings.ToLower(string(line)), 0
		for _, words := range nearWords {
			if slices.ContainsFunc(words, func(w string) bool { return strings.Contains(head, w) }) {
				n++
			}
		}
		if n == len(nearWords) {
			out = append(out, check.NearLayout(f.Path, wording.Say("said.handelsregister.delivery")))
		}
	}
	return out, nil
}

// ReadBy implements check.Layouted.
func (k Kind) ReadBy(ctx context.Context, t container.Tree, l *layout.Layout, in check.ReadInput) (*check.Manifest, []check.Finding,
	error) {
	f, err := look(ctx, t)
	if err != nil {
		return nil, nil, err
	}
	d := &delivery{found: f, sample: k.Sample, seed: k.Seed, s: &Statements{}}
	d.list, d.metadata = "", ""
	if in.Profile != nil {
		d.fromProfile(in.Profile.Layout)
	}
	p := foreignList()
	reading, err := l.Apply(ctx, t, func(r *layout.Record) error {
		switch {
		case r.Group == "delivery" && d.metadata == "":
			d.metadata = r.At
			d.s.take(r)
		case r.Group == "company" && p.l.Rows < maxRows:
			d.list = orElse(d.list, r.At)
			p.take(r)
		}
		return nil
	})
	if err != nil {
		return nil, nil, err
	}
	findings := check.LayoutFindings(reading)
	if d.list == "" {
		return unread(ctx, t, f, append(findings, codeNoList.At("")))
	}
	d.l = p.l
	if d.metadata == "" {
		findings = append(findings, codeNoMetadata.At(""))
	}
	d.without(f, reading.Files)
	for i := range p.out {
		p.out[i].Path = d.list
	}
	return d.finish(ctx, t, slices.Concat(findings, p.out))
}

// without takes the files the layout reads from out of those whose name alone told
// what they are; what our own reading took for list or metadata and the layout does
// not read is a file like the others.
func (d *delivery) without(f found, read []string) {
	gone := func(p string) bool { return slices.Contains(read, p) }
	for _, p := range []string{f.list, f.metadata} {
		if p != "" && !gone(p) {
			d.others = append(d.others, p)
		}
	}
	d.checksums = slices.DeleteFunc(d.checksums, gone)
	d.others = slices.DeleteFunc(d.others, gone)
	d.manuals = slices.DeleteFunc(d.manuals, gone)
	for _, p := range read {
		if p != d.list && p != d.metadata {
			d.manuals = append(d.manuals, p)
		}
	}
}

// foreignList takes companies a layout reads: all five columns are there.
func foreignList() *listReader {
	p := &listReader{l: &List{}, seen: map[string]int{}}
	for i, c := range columns {
		p.l.Headings = append(p.l.Headings, c.title)
		p.at = append(p.at, i)
	}
	return p
}

// companyKeys are the statements of a company in the order of columns.
var companyKeys = []string{"number", "name", "seat", "opened", "deleted"}

func (p *listReader) take(r *layout.Record) {
	p.l.Rows++
	c := Company{Line: r.Line}
	for i, key := range companyKeys {
		*columns[i].at(&c) = r.Get(key)
	}
	for _, v := range r.All("more") {
		c.More = append(c.More, record.Field{Name: orElse(v.Name, "Weiteres Feld"), Value: v.Text})
	}
	p.fields(&c)
	p.l.Companies = append(p.l.Companies, c)
}

// take puts what a layout reads of the metadata to the statements.
func (s *Statements) take(r *layout.Record) {
	s.fromXML = true
	for _, st := range statements {
		s.put(st.key, r.Get(strings.TrimPrefix(st.key, "statement.")))
	}
	for _, v := range r.All("query") {
		s.put(queryKey, v.Text)
	}
}

// DescribeBy implements check.DescribingBy, as Describe with the statements of a layout.
func (k Kind) DescribeBy(ctx context.Context, t container.Tree, l *layout.Layout) (check.Describer, error) {
	man, findings, err := k.ReadBy(ctx, t, l, check.ReadInput{})
	if err != nil {
		return nil, err
	}
	d, ok := man.Detail.(*delivery)
	if !ok {
		return nil, failure.Wrap(failure.Damaged, "read list of companies", wording.Say("hint.handelsregister.list-lost"),
			errors.New(findings[0].Code))
	}
	return d.describer()
}
