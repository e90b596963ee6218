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
	inside, err := listsInside(ctx, r.t, func(e container.Entry) bool {
		return e.Size > 0 && e.Size <= maxListBytes && !used[e.Path] && !r.payload(e.Path)
	})
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

// listsInside finds the files of a tree that may be lists: by their name and, above all
// folders, among few files, by what they hold. may tells which are asked at all.
func listsInside(ctx context.Context, t container.Tree, may func(container.Entry) bool) (out []container.Entry, err error) {
	var above topFiles
	err = t.Files(ctx, func(e container.Entry) error {
		above.add(e)
		if len(out) < maxLists && listName(e.Path) && may(e) {
			out = append(out, e)
		}
		return nil
	})
	for _, e := range above.notes() {
		if may(e) {
			out = append(out, e)
		}
	}
	return out, err
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

// Endings under which people keep lists of digests. Whether a file is one, its content
// decides; the name decides who is asked.
var (
	// listEndings promise a list of digests.
	listEndings = []string{".md5", ".md5sum", ".md5sums", ".sha", ".sha1", ".sha224", ".sha256", ".sha384", ".sha512", ".sha1sum",
		".sha256sum", ".sha512sum", ".sfv", ".meta4", ".metalink", ".dfxml", ".hashdeep", ".md5deep", ".b2", ".b2sum", ".sha3",
		".cksum", ".crc", ".chk", ".hashes", ".checksum", ".checksums", ".digest", ".digests"}
	// plainEndings promise nothing: a word of the name may speak for a list.
	plainEndings = []string{"", ".txt", ".csv", ".tsv", ".lst", ".log", ".xml", ".json", ".asc", ".dat", ".sum", ".sums", ".hash", ".prn",
		".md", ".yaml", ".yml", ".toml", ".ini", ".html", ".htm"}
	// noteEndings are those of them that a person writes a list under by hand or with a tool's output.
	noteEndings = []string{"", ".txt", ".csv", ".tsv", ".lst", ".log", ".sum", ".sums", ".hash", ".prn", ".md"}
	// listWords speak for a list.
	listWords = []string{"md5", "sha1", "sha224", "sha256", "sha384", "sha512", "sha3", "b2sum", "crc32", "checksum", "pruefsumme",
		"prüfsumme", "pruefwert", "prüfwert", "hash", "digest", "fingerprint", "manifest"}
)

// listName reports whether a file may be a checksum list by its name.
func listName(p string) bool {
	base := strings.ToLower(path.Base(p))
	speaks := func(word string) bool { return strings.Contains(base, word) }
	return slices.Contains(listEndings, path.Ext(base)) || mayBeList(base) && slices.ContainsFunc(listWords, speaks)
}

// mayBeList reports names that promise nothing and may hold a list: the few such files
// beside a delivery are asked for their content.
func mayBeList(name string) bool {
	return slices.Contains(plainEndings, strings.ToLower(path.Ext(name)))
}

// topFiles are the files above all folders of a tree, where one folder is around
// everything those of it. Among many such files none is a list only by its content.
type topFiles struct {
	folder string               // the one folder, "" before the first file
	wide   bool                 // there is no such folder
	files  [2][]container.Entry // above, and in the one folder
}

// maxTopFiles is how many files lie together where each is asked for what it holds.
const maxTopFiles = 20

func (t *topFiles) add(e container.Entry) {
	first, _, below := strings.Cut(e.Path, "/")
	if !below || t.folder != "" && t.folder != first {
		t.wide = true
	}
	t.folder = first
	if depth := strings.Count(e.Path, "/"); depth < len(t.files) && len(t.files[depth]) <= maxTopFiles {
		t.files[depth] = append(t.files[depth], e)
	}
}

// notes gives those whose name says nothing and that may be lists.
func (t *topFiles) notes() []container.Entry {
	files := t.files[0]
	if !t.wide {
		files = t.files[1]
	}
	if len(files) > maxTopFiles {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(files), func(e container.Entry) bool {
		return listName(e.Path) || !slices.Contains(noteEndings, strings.ToLower(path.Ext(e.Path)))
	})
}

// digestExtension reports names that promise nothing but digests.
func digestExtension(name string) bool {
	_, known := fixity.ParseAlgorithm(strings.TrimPrefix(path.Ext(name), "."))
	return known || strings.EqualFold(path.Ext(name), ".sfv")
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
