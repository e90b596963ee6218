package check

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"laufzettel/transfer/container"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/fixity"
	"laufzettel/transfer/stop"
	"laufzettel/transfer/wording"
)

// Limits of the search for checksum lists nobody named.
const (
	maxLists     = 200      // files looked into
	maxListBytes = 1 << 30  // larger ones are no lists
	sniffBytes   = 64 << 10 // as fixity.Sniff asks for
	maxProblems  = 20       // unreadable lines told one by one
)

// checksumList is one list of digests found beside or inside a portion, with
// its paths turned into paths of the tree.
type checksumList struct {
	path    string // inside the tree, "" where it lies outside
	name    string // for people
	entries []listEntry
}

type listEntry struct {
	path      string
	size      int64
	delivered bool
	declared  Declared
}

// findLists reads the lists the user named, those beside the delivery and those
// inside it (G4). Lists a kind has read itself are not read twice.
func (r *run) findLists(ctx context.Context) error {
	used := r.usedLists()
	for _, name := range r.in.Extra {
		if used[name] || used[filepath.Base(name)] {
			continue
		}
		if err := r.outsideList(ctx, name, true); err != nil {
			return err
		}
	}
	for _, name := range r.in.beside {
		if err := r.outsideList(ctx, name, false); err != nil {
			return err
		}
	}
	inside, err := r.listsInside(ctx, used)
	if err != nil {
		return fmt.Errorf("look for checksum lists: %w", err)
	}
	for _, e := range inside {
		if err := r.insideList(ctx, e); err != nil {
			return err
		}
	}
	return nil
}

// listsInside finds the files of the tree that may be lists: by their name and, above all
// folders, among few files, by what they hold.
func (r *run) listsInside(ctx context.Context, used map[string]bool) (out []container.Entry, err error) {
	var above topFiles
	err = r.t.Files(ctx, func(e container.Entry) error {
		above.add(e)
		if len(out) < maxLists && listName(e.Path) && r.mayList(e, used) {
			out = append(out, e)
		}
		return nil
	})
	for _, e := range above.notes() {
		if r.mayList(e, used) {
			out = append(out, e)
		}
	}
	return out, err
}

func (r *run) mayList(e container.Entry, used map[string]bool) bool {
	return e.Size > 0 && e.Size <= maxListBytes && !used[e.Path] && !r.payload(e.Path)
}

func (r *run) payload(p string) bool {
	return slices.ContainsFunc(r.m.Payload, func(dir string) bool { return strings.HasPrefix(p, dir) })
}

// usedLists are the sources the manifest's own digests come from.
func (r *run) usedLists() map[string]bool {
	used := map[string]bool{}
	for i := range r.m.Listed {
		for _, d := range r.m.Listed[i].Digests {
			used[d.By] = true
		}
	}
	return used
}

// outsideList reads a list that lies on disk beside the delivery. named is true
// where a person named it: then it must be one.
func (r *run) outsideList(ctx context.Context, name string, named bool) error {
	base := filepath.Base(name)
	f, err := os.Open(name)
	if err != nil {
		if !named {
			return nil
		}
		return failure.Wrap(failure.Refused, "read checksum list", wording.Say("hint.check.list-not-opened", base), err)
	}
	defer f.Close()
	list, err := fixity.Parse(stop.Reader(ctx, f), base)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		if named || digestExtension(base) {
			r.findings.add(codeListUnusable.At(base).Want("", listError(err)))
		}
		return nil
	}
	r.takeList(ctx, list, "", base, named)
	return ctx.Err()
}

// insideList reads a file of the tree that may be a list; where it is none, or
// speaks of other files, it is a file like any other.
func (r *run) insideList(ctx context.Context, e container.Entry) error {
	f, err := r.t.Open(ctx, e.Path)
	if err != nil {
		return ctx.Err() // told by the one read
	}
	defer f.Close()
	head := make([]byte, min(sniffBytes, e.Size))
	n, err := io.ReadFull(f, head)
	if (err != nil && !errors.Is(err, io.ErrUnexpectedEOF)) || !fixity.Sniff(head[:n], path.Base(e.Path)) {
		return ctx.Err()
	}
	list, err := fixity.Parse(io.MultiReader(strings.NewReader(string(head[:n])), stop.Reader(ctx, f)), path.Base(e.Path))
	if err == nil {
		r.takeList(ctx, list, e.Path, e.Path, false)
	}
	return ctx.Err()
}

// takeList turns the list's paths into paths of the tree and keeps it where it
// speaks of this delivery: at least half of its entries must exist.
func (r *run) takeList(ctx context.Context, list *fixity.List, inside, name string, named bool) {
	dir := ""
	if inside != "" && path.Dir(inside) != "." {
		dir = path.Dir(inside)
	}
	has := func(p string) bool { _, ok := r.t.Stat(p); return ok }
	paths := fixity.Resolve(list, dir, has, r.allPaths(ctx))
	hits, others := 0, 0
	for i, p := range paths {
		switch {
		case p != "":
			hits++
		case speaksOf(list, list.Entries[i], r.t.Name()):
			others++ // the container itself; compared by CheckPath
		}
	}
	own := len(paths) - others
	if hits == 0 || 2*hits < own {
		if inside == "" && hits == 0 && others == 0 && !named {
			r.unrelated = append(r.unrelated, name)
		}
		if named && own > 0 || hits > 0 {
			r.findings.add(codeListUnusable.At(name).Want("", wording.Say("found.check.files-of", hits, own)))
		}
		return
	}
	guess := missingPath(list, paths, dir)
	out := checksumList{path: inside, name: name, entries: make([]listEntry, 0, own)}
	for i, e := range list.Entries {
		p := paths[i]
		if p == "" {
			if speaksOf(list, e, r.t.Name()) {
				continue
			}
			p = guess(e.Path)
		}
		if inside != "" && p == inside {
			continue // a list that was written while it was listed speaks of what it was then
		}
		out.entries = append(out.entries, listEntry{path: p, size: e.Size, delivered: paths[i] != "",
			declared: Declared{Algorithm: string(e.Algorithm), Value: e.Digest, By: name, Line: e.Line}})
	}
	r.problems(list, name)
	r.lists = append(r.lists, out)
}

func (r *run) problems(list *fixity.List, name string) {
	for i, p := range list.Problems {
		if i == maxProblems {
			break
		}
		r.findings.add(codeListUnusable.At(name).On(p.Line).Want("", p.Text).Saying(wording.Recognised("said.fixity.", p.Reason)))
	}
	if n := len(list.Problems) + list.More - maxProblems; n > 0 {
		r.findings.add(codeListUnusable.At(name).Saying(wording.Say("said.check.more-lines", n)))
	}
}

func (r *run) allPaths(ctx context.Context) iter.Seq[string] {
	return func(yield func(string) bool) {
		_ = r.t.Files(ctx, func(e container.Entry) error { // an error shows in the one read
			if !yield(e.Path) {
				return fs.SkipAll
			}
			return nil
		})
	}
}

// missingPath guesses where in the tree a file that is not there should be: by
// the way a neighbour's declared path became a path of the tree.
func missingPath(list *fixity.List, paths []string, dir string) func(string) string {
	for i, got := range paths {
		declared := list.Entries[i].Path
		if got == "" {
			continue
		}
		if prefix, ok := strings.CutSuffix(got, declared); ok {
			return func(p string) string { return prefix + p }
		}
		if stripped, ok := strings.CutSuffix(declared, got); ok {
			return func(p string) string { return strings.TrimPrefix(p, stripped) }
		}
	}
	return func(p string) string { return path.Join(dir, p) }
}

func listError(err error) wording.Text {
	switch {
	case errors.Is(err, fixity.ErrNoList):
		return wording.Say("found.check.no-list")
	case errors.Is(err, fixity.ErrTooLarge):
		return wording.Say("found.check.too-large")
	}
	return FaultWords(err)
}

// listedBy makes a listing of the checksum lists. With all it is the delivery's
// only list; else only what a list names beyond the delivery matters.
func listedBy(lists []checksumList, all bool) []Listed {
	var out []Listed
	for _, l := range lists {
		for _, e := range l.entries {
			if all || !e.delivered {
				out = append(out, Listed{Path: e.path, Role: RoleContent, Size: e.size, Line: e.declared.Line, By: l.name})
			}
		}
	}
	return out
}

// listPaths are the checksum lists that lie inside the tree: nothing needs to
// list them.
func (r *run) listPaths() map[string]bool {
	out := map[string]bool{}
	for _, l := range r.lists {
		if l.path != "" {
			out[l.path] = true
		}
	}
	return out
}

// completeListing joins the manifest's listing with the checksum lists.
func (r *run) completeListing() (listed []Listed, listsAll bool) {
	if len(r.m.Listed) == 0 && len(r.lists) > 0 {
		return listedBy(r.lists, true), true
	}
	more := listedBy(r.lists, false)
	if len(more) == 0 {
		return r.m.Listed, r.m.ListsAll
	}
	return append(slices.Clone(r.m.Listed), more...), r.m.ListsAll
}
