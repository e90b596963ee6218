package intake

import (
	"bytes"
	"context"
	"encoding/hex"
	"errors"
	"io"
	"path"
	"slices"
	"strings"

	"laufzettel/transfer/check"
	"laufzettel/transfer/container"
	"laufzettel/transfer/fixity"
	"laufzettel/transfer/prepare"
	"laufzettel/transfer/stop"
)

// sniffed is how much of a paper is looked at to tell a checksum list.
const sniffed = 64 << 10

// sums is a checksum list that speaks of what lies beside it in a drop.
type sums struct {
	path    string
	lines   []fixity.Entry // by the names as they lie in the drop
	absent  []fixity.Entry // named and not there
	changed []check.Finding
}

// sums finds the checksum lists of one level among its papers and holds them against what
// lies there. A list that names nothing of its level speaks of what is in a container, and
// is asked when that is read. The digests of the containers are compared by their checks,
// those of papers here.
func (s *sighting) sums(ctx context.Context, tree container.Tree, at string, names []string) error {
	for _, name := range names {
		if !slices.Contains(s.p.Papers, at+name) {
			continue
		}
		if of, ok := strings.CutSuffix(name, prepare.SuffixFiles); ok && slices.Contains(names, of+".zip") {
			continue // of the files inside that container, one of which may be called like a paper
		}
		list, err := listIn(ctx, tree, name)
		if err != nil {
			return err
		}
		if list == nil {
			continue
		}
		found := sums{path: at + name}
		for _, e := range list.Entries {
			if e.Path = path.Join(path.Dir(name), e.Path); path.Dir(e.Path) != path.Dir(name) {
				continue // below this level
			}
			if !slices.Contains(names, e.Path) {
				found.absent = append(found.absent, e)
				continue
			}
			found.lines = append(found.lines, e)
			if !slices.Contains(s.p.Papers, at+e.Path) {
				continue
			}
			differs, err := paperDiffers(ctx, tree, e)
			if err != nil {
				return err
			}
			if differs != "" {
				f := check.CodeDigestDiffers.At(at+e.Path).On(e.Line).Want(string(e.Algorithm)+" "+e.Digest, string(e.Algorithm)+" "+differs)
				found.changed = append(found.changed, f.Saying("Angegeben in "+path.Base(name)+"."))
			}
		}
		if len(found.lines) > 0 {
			for i := range found.absent {
				found.absent[i].Path = at + found.absent[i].Path
			}
			s.p.sums = append(s.p.sums, found)
		}
	}
	return ctx.Err()
}

// listIn reads a paper as a checksum list; nil where it is none.
func listIn(ctx context.Context, tree container.Tree, name string) (*fixity.List, error) {
	rc, err := tree.Open(ctx, name)
	if err != nil {
		return nil, ctx.Err() // its check says that it cannot be read
	}
	head := make([]byte, sniffed)
	n, err := io.ReadFull(stop.Reader(ctx, rc), head)
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) || !fixity.Sniff(head[:n], path.Base(name)) {
		return nil, CloseWith(rc, ctx.Err())
	}
	list, err := fixity.Parse(io.MultiReader(bytes.NewReader(head[:n]), stop.Reader(ctx, rc)), path.Base(name))
	if err != nil {
		list = nil
	}
	return list, CloseWith(rc, ctx.Err())
}

// paperDiffers gives the digest of a paper where it is another than the list says.
func paperDiffers(ctx context.Context, tree container.Tree, e fixity.Entry) (string, error) {
	if e.Guessed { // several algorithms give digests of this length
		return "", nil
	}
	rc, err := tree.Open(ctx, e.Path)
	if err != nil {
		return "", ctx.Err()
	}
	h := e.Algorithm.New()
	_, err = io.Copy(h, stop.Reader(ctx, rc))
	if err = CloseWith(rc, err); err != nil {
		return "", ctx.Err()
	}
	if got := hex.EncodeToString(h.Sum(nil)); !strings.EqualFold(got, e.Digest) {
		return got, nil
	}
	return "", nil
}

// listFindings tells what the checksum lists of a drop name and what did not come.
func (p *Proposal) listFindings() (out []check.Finding) {
	for _, s := range p.sums {
		for _, e := range s.absent {
			out = append(out, check.CodeMissing.At(e.Path).On(e.Line).Saying("Genannt in "+path.Base(s.path)+"."))
		}
		out = append(out, s.changed...)
	}
	return out
}

// sum reports whether a paper is a checksum list that was held against the drop.
func (p *Proposal) sum(name string) bool {
	return slices.ContainsFunc(p.sums, func(s sums) bool { return s.path == name })
}
