package register

import (
	"context"
	"fmt"
	"io"
	"path"
	"slices"
	"time"

	"laufzettel/transfer/check"
	"laufzettel/transfer/container"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/layout"
	"laufzettel/transfer/wording"
)

var (
	_ check.Layouted     = Kind{}
	_ check.DescribingBy = Kind{}
)

// unread is the manifest of a portion whose backbone has a layout nobody knows: every
// file is looked at, and the findings say why the statements are not (K12).
func unread(ctx context.Context, t container.Tree, at string, findings []check.Finding) (*check.Manifest, []check.Finding, error) {
	man := &check.Manifest{Kind: Name, Standard: Standard, Documents: true, Unread: true}
	err := t.Files(ctx, func(e container.Entry) error {
		role := check.RoleContent
		if e.Path == at {
			role = check.RoleMessage
		} else if path.Ext(e.Path) == ".xsd" {
			role = check.RoleSchema
		}
		man.Listed = append(man.Listed, check.Listed{Path: e.Path, Role: role, Size: -1})
		return nil
	})
	if err != nil {
		return nil, nil, fmt.Errorf("list files of the portion: %w", err)
	}
	return man, findings, nil
}

// ReadBy implements check.Layouted.
func (k Kind) ReadBy(ctx context.Context, t container.Tree, l *layout.Layout, in check.ReadInput) (*check.Manifest, []check.Finding,
	error) {
	p := &portion{layout: layoutOf(in.Profile), now: k.Now, b: &Backbone{Head: Head{lines: map[string]int{}}}}
	if p.now == nil {
		p.now = time.Now
	}
	main := ""
	reading, err := l.Apply(ctx, t, func(r *layout.Record) error {
		switch r.Group {
		case "head":
			if p.at == "" {
				p.at = r.At
				p.b.Head.take(r)
			}
		case "entry":
			if main = orElse(main, r.At); len(p.b.Entries) < maxEntries {
				p.b.Entries = append(p.b.Entries, entryOf(r))
			}
		}
		return nil
	})
	if err != nil {
		return nil, nil, err
	}
	if p.at = orElse(main, p.at); p.at == "" {
		return unread(ctx, t, "", append(check.LayoutFindings(reading), codeLayout.At("")))
	}
	p.root = dir(p.at)
	p.beside = slices.DeleteFunc(slices.Clone(reading.Files), func(f string) bool { return f == p.at })
	return p.finish(ctx, t, check.LayoutFindings(reading))
}

// take puts the statements of a record into the head.
func (h *Head) take(r *layout.Record) {
	for _, f := range headFields {
		key := f.key[len("head."):]
		if v := r.Get(key); v != "" {
			*f.at(h), h.lines[f.key] = v, r.LineOf(key)
		}
	}
}

// entryOf makes an entry of a record.
func entryOf(r *layout.Record) Entry {
	e := Entry{Number: r.Get("number"), Disposal: r.Get("disposal"), Line: r.Line}
	for _, v := range r.All("term") {
		if len(e.Terms) < maxTerms {
			e.Terms = append(e.Terms, Term{Name: orElse(v.Name, "Suchbegriff"), Value: v.Text})
		}
	}
	for _, c := range r.Children {
		part := Part{Line: c.Line}
		for key, at := range partFields {
			*at(&part) = c.Get(key[len("part."):])
		}
		list := &e.Records
		if c.Group == "note" {
			list = &e.Notes
		}
		if len(*list) < maxParts {
			*list = append(*list, part)
		}
	}
	return e
}

// DescribeBy implements check.DescribingBy with the first file the layout reads from.
func (k Kind) DescribeBy(ctx context.Context, t container.Tree, l *layout.Layout) (check.Describer, error) {
	lost := func(err error) error {
		return failure.Wrap(failure.Damaged, "read backbone of the portion", wording.Say("hint.register.backbone-lost"), err)
	}
	man, _, err := k.ReadBy(ctx, t, l, check.ReadInput{})
	if err != nil {
		return nil, err
	}
	p, ok := man.Detail.(*portion)
	if !ok {
		return nil, lost(fmt.Errorf("no backbone in %s", t.Name()))
	}
	if e, _ := t.Stat(p.at); e.Size > maxHeld {
		return nil, failure.New(failure.Refused, "read backbone",
			wording.Say("hint.register.backbone-too-large", p.at))
	}
	rc, err := t.Open(ctx, p.at)
	if err != nil {
		return nil, lost(err)
	}
	defer rc.Close()
	raw, err := io.ReadAll(io.LimitReader(rc, maxHeld))
	if err != nil {
		return nil, lost(err)
	}
	return describer{name: path.Base(p.at), raw: raw}, nil
}
