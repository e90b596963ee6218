package dms

import (
	"context"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"laufzettel/transfer/check"
	"laufzettel/transfer/container"
	"laufzettel/transfer/record"
	"laufzettel/transfer/wording"
)

// files learns what was delivered.
func (b *builder) files(ctx context.Context, t container.Tree) error {
	err := t.Files(ctx, func(e container.Entry) error {
		b.paths[e.Path] = true
		base := path.Base(e.Path)
		if list := b.byBase[base]; len(list) < maxSame {
			b.byBase[base] = append(list, e.Path)
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("list files of the export: %w", err)
	}
	return nil
}

// maxSame is how many files of one name are kept apart.
const maxSame = 8

// resolve finds the file a description means. Systems write names with or without
// folders, from the top or from their own drive: counted from the description, from
// the top, then, of a path of the system's own drive, its end; a bare name may lie in
// any one folder. several are those between which nothing decides.
func (b *builder) resolve(name, root string) (at string, several []string, ok bool) {
	name = strings.TrimPrefix(strings.ReplaceAll(strings.TrimSpace(name), `\`, "/"), "./")
	drive := len(name) > 1 && name[1] == ':'
	own := drive || strings.HasPrefix(name, "/")
	if drive {
		name = name[2:]
	}
	name = strings.TrimLeft(name, "/")
	if name == "" || slices.Contains(strings.Split(name, "/"), "..") || strings.ContainsRune(name, 0) {
		return "", nil, false
	}
	for _, p := range []string{path.Join(root, name), path.Clean(name)} {
		if b.paths[p] {
			return p, nil, true
		}
	}
	for rest := name; own && strings.Contains(rest, "/"); {
		_, rest, _ = strings.Cut(rest, "/")
		if p := path.Join(root, rest); b.paths[p] {
			return p, nil, true
		}
	}
	if own || !strings.Contains(name, "/") {
		switch list := b.byBase[path.Base(name)]; {
		case len(list) == 1:
			return list[0], nil, true
		case len(list) > 1:
			return "", list, true
		}
	}
	return path.Join(root, name), nil, true
}

// list names every file the documents have by its place in the delivery and tells of
// those nobody can find by their name.
func (b *builder) list(d *delivery) (out []check.Listed, findings []check.Finding) {
	b.told, b.toldOrder = map[string]*tally{}, nil
	seen := map[string]bool{}
	for _, p := range d.read {
		seen[p] = true
	}
	for o := range record.All(d.roots) {
		for v := range o.Versions {
			for r := range o.Versions[v].Renditions {
				f := &o.Versions[v].Renditions[r].File
				if l, listed := b.listOne(d, o, f, seen); listed {
					out = append(out, l)
				}
			}
		}
	}
	return out, b.findings()
}

func (b *builder) listOne(d *delivery, o *record.Object, f *record.PrimaryFile, seen map[string]bool) (l check.Listed, listed bool) {
	at, several, ok := b.resolve(f.Name, dir(d.at))
	switch {
	case !ok:
		b.say("", codeName.At(d.at).On(f.Line).Of(o.ID).Want(wording.Say("want.dms.name-inside"), f.Name))
		return l, false
	case len(several) > 0:
		b.say("", codeAmbiguous.At(d.at).On(f.Line).Of(o.ID).Want(wording.Say("want.dms.one-path", f.Name), strings.Join(several, ", ")))
		return l, false
	}
	if at != f.Name {
		f.Original, f.Name = f.Name, at
	}
	if seen[at] {
		b.say("", codeShared.At(at).On(f.Line).Of(o.ID))
		return l, false
	}
	seen[at] = true
	l = check.Listed{Path: at, Role: check.RoleContent, Size: -1, Object: o.ID, Line: f.Line, By: d.at}
	for _, x := range f.Digests {
		l.Digests = append(l.Digests, check.Declared{Algorithm: x.Algorithm, Value: x.Value, By: d.at, Line: f.Line})
	}
	return l, true
}

// schemas are the schemas that travel along with the description.
func (b *builder) schemas(listed []check.Listed, by string) (out []check.Listed) {
	for _, p := range slices.Sorted(maps.Keys(b.paths)) {
		named := slices.ContainsFunc(listed, func(l check.Listed) bool { return l.Path == p })
		if !named && strings.EqualFold(path.Ext(p), ".xsd") && dir(p) == dir(by) {
			out = append(out, check.Listed{Path: p, Role: check.RoleSchema, Size: -1, By: by, Optional: true})
		}
	}
	return out
}
