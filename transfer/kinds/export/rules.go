package export

import (
	"context"
	"errors"
	"fmt"
	"path"
	"strconv"
	"strings"

	"laufzettel/transfer/check"
	"laufzettel/transfer/container"
	"laufzettel/transfer/schema"
	"laufzettel/transfer/wording"
	"laufzettel/transfer/xmlwalk"
)

// Rules implements check.Kind.
func (Kind) Rules(m *check.Manifest) []check.Rule {
	x, ok := m.Detail.(*delivery)
	if !ok {
		return nil
	}
	return []check.Rule{
		{Name: "statements", Run: func(context.Context, check.Facts) ([]check.Finding, error) { return x.statements(), nil }},
		{Name: "container-hash", Run: x.hashes},
		{Name: "data", Run: x.check},
	}
}

// statements tells what the index needs and the document does not give (B2, B5).
func (x *delivery) statements() (out []check.Finding) {
	for _, s := range statements {
		if strings.TrimSpace(s.at(x.d)) == "" {
			out = append(out, codeMissing.At(x.at).Want(s.label, "").Saying(wording.Say("said.kinds.missing", s.label)))
		}
	}
	form := func(bad bool, want wording.Text, found string) {
		if bad && found != "" {
			out = append(out, codeForm.At(x.at).Want(want, found))
		}
	}
	from, okFrom := day(x.d.From)
	to, okTo := day(x.d.To)
	_, okCreated := xmlwalk.Moment(x.d.Created)
	form(!okFrom, wording.Say("want.export.from"), x.d.From)
	form(!okTo, wording.Say("want.export.to"), x.d.To)
	form(okFrom && okTo && to.Before(from), wording.Say("want.export.to-after", x.d.From), x.d.To)
	form(!okCreated, wording.Say("want.export.created"), x.d.Created)
	if len(x.data) == 0 {
		out = append(out, codeNoData.At(x.root))
	}
	if !x.slip {
		out = append(out, codeNoSlip.At(""))
	}
	return out
}

// isContainer goes by the name; what is inside shows on opening.
func isContainer(p string) bool {
	low := strings.ToLower(p)
	for _, ext := range []string{".zip", ".tar", ".tar.gz", ".tgz"} {
		if strings.HasSuffix(low, ext) {
			return true
		}
	}
	return false
}

// hashes asks for a digest of every data container (B1); the engine compares it.
func (x *delivery) hashes(_ context.Context, f check.Facts) (out []check.Finding, err error) {
	has := map[string]bool{}
	for _, l := range f.Manifest().Listed {
		if len(l.Digests) > 0 {
			has[l.Path] = true
		}
		if target := digestOf(l.Path); target != "" {
			has[target] = true
		}
	}
	for _, p := range x.data {
		if isContainer(p) && !has[p] {
			out = append(out, codeNoHash.At(p))
		}
	}
	return out, nil
}

// stated finds what the metadata document says of a file.
func (x *delivery) stated(p string) File {
	if x.byName == nil {
		x.byName = make(map[string]File, len(x.d.Files))
		for _, f := range x.d.Files {
			x.byName[path.Join(x.root, path.Clean("/" + f.Name)[1:])] = f
		}
	}
	return x.byName[p]
}

// check reads all CSV and XML, also inside the data containers.
func (x *delivery) check(ctx context.Context, f check.Facts) ([]check.Finding, error) {
	out, err := x.look(ctx, f.Tree(), x.data, x.schemas, "")
	if err != nil {
		return nil, err
	}
	for _, p := range x.data {
		if !isContainer(p) {
			continue
		}
		found, err := x.inside(ctx, f.Tree(), p)
		if err != nil {
			return nil, err
		}
		out = append(out, found...)
	}
	return out, nil
}

// inside looks into a data container without unpacking it.
func (x *delivery) inside(ctx context.Context, t container.Tree, p string) ([]check.Finding, error) {
	inner, err := container.OpenEntry(ctx, t, p, container.Options{})
	if refused, ok := errors.AsType[*container.Refused](err); ok {
		out := check.FindingsOf(refused)
		for i := range out {
			out[i].Path = joined(p, out[i].Path)
		}
		return append(out, codeContainer.At(p)), nil
	}
	if err != nil {
		return nil, ctx.Err() // the one read told that it cannot be read
	}
	defer inner.Close()
	var data, schemas []string
	err = inner.Files(ctx, func(e container.Entry) error {
		if strings.EqualFold(path.Ext(e.Path), ".xsd") {
			schemas = append(schemas, e.Path)
		} else {
			data = append(data, e.Path)
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("look into %s: %w", p, err)
	}
	out, err := x.look(ctx, inner, data, schemas, p)
	if err != nil {
		return nil, err
	}
	for _, f := range x.d.Files {
		outer, name, nested := strings.Cut(f.Name, "!")
		if _, there := inner.Stat(name); nested && path.Join(x.root, outer) == p && !there {
			out = append(out, codeNotThere.At(joined(p, name)))
		}
	}
	return out, nil
}

func joined(outer, inner string) string {
	switch {
	case outer == "":
		return inner
	case inner == "":
		return outer
	}
	return outer + "!" + inner
}

// look checks the CSV and XML files of one tree.
func (x *delivery) look(ctx context.Context, t container.Tree, data, schemas []string, outer string) (out []check.Finding, err error) {
	set, told, err := schema.FromTree(ctx, t, schemas)
	if err != nil {
		return nil, err
	}
	out = append(out, told...)
	for _, p := range data {
		var found []check.Finding
		switch strings.ToLower(path.Ext(p)) {
		case ".csv":
			found, err = x.table(ctx, t, p, outer)
		case ".xml":
			found, err = xmlFile(ctx, t, set, p)
			for i := range found {
				found[i].Path = joined(outer, found[i].Path)
			}
		}
		if err != nil {
			return nil, err
		}
		out = append(out, found...)
	}
	return out, nil
}

func (x *delivery) table(ctx context.Context, t container.Tree, p, outer string) ([]check.Finding, error) {
	rc, err := t.Open(ctx, p)
	if err != nil {
		return nil, ctx.Err() // told by the one read
	}
	defer rc.Close()
	shown := joined(outer, p)
	said := x.stated(shown)
	table, out, err := CheckCSV(rc, shown, delimiterOf(said.Delimiter))
	if err != nil {
		return out, ctx.Err()
	}
	if n, err := strconv.ParseInt(said.Rows, 10, 64); err == nil && n != table.Rows {
		out = append(out, codeRows.At(shown).Want(wording.Say("found.kinds.lines", said.Rows),
			wording.Say("found.kinds.lines", table.Rows)))
	}
	return out, nil
}

func delimiterOf(s string) byte {
	switch {
	case s == "TAB":
		return '\t'
	case len(s) == 1:
		return s[0]
	}
	return 0
}

func xmlFile(ctx context.Context, t container.Tree, set *schema.Set, p string) ([]check.Finding, error) {
	findings, known, _, err := set.Validate(ctx, "", p, t)
	if err != nil {
		return nil, ctx.Err() // told by the one read
	}
	if !known && len(findings) == 0 {
		findings = append(findings, codeNoSchema.At(p))
	}
	return findings, nil
}
