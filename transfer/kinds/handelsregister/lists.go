package handelsregister

import (
	"context"
	"fmt"
	"io"
	"iter"
	"path"

	"laufzettel/transfer/check"
	"laufzettel/transfer/container"
	"laufzettel/transfer/filename"
	"laufzettel/transfer/fixity"
	"laufzettel/transfer/slip"
	"laufzettel/transfer/wording"
)

// listing names every file: what we know by itself, the rest by the checksum
// lists. Where there is one, it lists all (1.2: every file has its checksum).
func (d *delivery) listing(ctx context.Context, t container.Tree, man *check.Manifest) ([]check.Finding, error) {
	at := map[string]int{}
	add := func(p string, role check.Role) {
		if _, twice := at[p]; p != "" && !twice {
			at[p] = len(man.Listed)
			man.Listed = append(man.Listed, check.Listed{Path: p, Role: role, Size: -1})
		}
	}
	add(d.list, check.RoleMessage)
	add(d.metadata, check.RoleMessage)
	for _, p := range d.manuals {
		add(p, check.RoleDoc)
	}
	for _, p := range d.checksums {
		add(p, check.RoleManifest)
	}
	papers, findings, err := slip.Find(ctx, t)
	if err != nil {
		return nil, err
	}
	paper := map[string]bool{}
	for _, l := range papers.Listed() {
		paper[l.Path] = true
		add(l.Path, check.RoleSlip)
	}
	for _, p := range d.others {
		if !paper[p] && !filename.Litter(p) {
			d.docs = append(d.docs, p)
		}
	}
	read := 0
	for i, p := range d.checksums {
		if i >= maxLists || d.sizes[p] > maxList {
			findings = append(findings, codeChecksumLimit.At(p))
			continue
		}
		list, told, err := readChecksums(ctx, t, p)
		if err != nil {
			return nil, err
		}
		findings = append(findings, told...)
		if list != nil {
			read++
			d.declare(t, man, at, p, list)
		}
	}
	if read == 0 {
		findings = append(findings, codeNoChecksums.At(""))
	}
	man.ListsAll, man.Documents, man.OpenedByKind = read > 0, true, []string{".tif", ".tiff"}
	return findings, nil
}

// readChecksums reads a checksum list; nil where it is none.
func readChecksums(ctx context.Context, t container.Tree, p string) (*fixity.List, []check.Finding, error) {
	rc, err := t.Open(ctx, p)
	if err != nil {
		return nil, nil, ctx.Err()
	}
	defer rc.Close()
	list, err := fixity.Parse(io.LimitReader(rc, maxList), path.Base(p))
	if err != nil {
		return nil, nil, ctx.Err()
	}
	var out []check.Finding
	md5 := len(list.Entries) > 0 && list.Entries[0].Algorithm == fixity.MD5
	if list.Encoding != "utf-8" || !md5 || list.Style != fixity.Sum && list.Style != fixity.MD5Summer {
		out = append(out, codeChecksumStyle.At(p).Want("md5, UTF-8", fmt.Sprintf("%s, %s", list.Style, list.Encoding)))
	}
	for _, pr := range list.Problems[:min(len(list.Problems), 20)] {
		out = append(out, codeChecksumStyle.At(p).On(pr.Line).Want("", pr.Text).Saying(wording.Recognised("said.fixity.", pr.Reason)))
	}
	return list, out, ctx.Err()
}

// declare puts the digests of a list to the files; a file the list names and
// nobody delivered is listed too.
func (d *delivery) declare(t container.Tree, man *check.Manifest, at map[string]int, by string, list *fixity.List) {
	dir := path.Dir(by)
	if dir == "." {
		dir = ""
	}
	has := func(p string) bool { _, ok := t.Stat(p); return ok }
	all := iter.Seq[string](func(yield func(string) bool) {
		for p := range d.sizes {
			if !yield(p) {
				return
			}
		}
	})
	for i, p := range fixity.Resolve(list, dir, has, all) {
		e := list.Entries[i]
		if p == "" {
			p = path.Join(dir, path.Clean("/" + e.Path)[1:])
		}
		k, listed := at[p]
		if !listed {
			k = len(man.Listed)
			at[p] = k
			man.Listed = append(man.Listed, check.Listed{Path: p, Role: check.RoleContent, Size: e.Size, Line: e.Line, By: by})
		}
		man.Listed[k].Digests = append(man.Listed[k].Digests,
			check.Declared{Algorithm: string(e.Algorithm), Value: e.Digest, By: by, Line: e.Line})
	}
}
