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
	"laufzettel/transfer/slip"
	"laufzettel/transfer/stop"
	"laufzettel/transfer/wording"
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
func (s *sighting) sums(ctx context.Context, tree container.Tree, at string) error {
	for _, paper := range slices.Clone(s.p.Papers) {
		name, ok := strings.CutPrefix(paper, at)
		if !ok || !has(tree, name) || !slices.Contains(s.p.Papers, paper) {
			continue // of another level, or no paper any more
		}
		if of, ok := strings.CutSuffix(name, prepare.SuffixFiles); ok && has(tree, of+".zip") {
			continue // of the files inside that container, one of which may be called like a paper
		}
		list, err := s.listIn(ctx, tree, at, name)
		if err != nil {
			return err
		}
		if list == nil {
			continue
		}
		found := sums{path: at + name}
		for _, e := range list.Entries {
			meant := meantBy(tree, name, e.Path)
			if e.Path = path.Join(path.Dir(name), e.Path); meant != "" {
				e.Path = meant
			} else if path.Dir(e.Path) != path.Dir(name) {
				continue // below this level
			}
			if e.Path == name {
				continue // a list that was written while it was listed speaks of what it was then
			}
			if !has(tree, e.Path) {
				found.absent = append(found.absent, e)
				continue
			}
			found.lines = append(found.lines, e)
			if !slices.Contains(s.p.Papers, at+e.Path) && !slices.Contains(s.p.Litter, at+e.Path) {
				continue
			}
			differs, err := paperDiffers(ctx, tree, e)
			if err != nil {
				return err
			}
			if differs != "" {
				f := check.CodeDigestDiffers.At(at+e.Path).On(e.Line).Want(string(e.Algorithm)+" "+e.Digest, string(e.Algorithm)+" "+
					differs)
				found.changed = append(found.changed, f.Saying(wording.Say("said.check.source", path.Base(name))))
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

// meantBy finds what a line of a list speaks of in a drop: beside the list; from the top,
// where the list lies in a folder of its own; or by its name alone, where the list was
// written on another machine. "" = nothing that is there.
func meantBy(tree container.Tree, list, declared string) string {
	base, dir := path.Base(declared), path.Dir(list)
	for _, name := range []string{path.Join(dir, declared), path.Clean(declared), path.Join(dir, base), base} {
		elsewhere := name == base || name == path.Join(dir, base)
		if elsewhere && strings.Contains(declared, "/") && !path.IsAbs(declared) && !strings.Contains(declared, ":/") {
			continue // a folder that did not come
		}
		if has(tree, name) {
			return name
		}
	}
	return ""
}

// listIn reads a paper as a checksum list; nil where it is none. A transfer list is noted.
func (s *sighting) listIn(ctx context.Context, tree container.Tree, at, name string) (*fixity.List, error) {
	rc, err := tree.Open(ctx, name)
	if err != nil {
		return nil, ctx.Err() // its check says that it cannot be read
	}
	head := make([]byte, sniffed)
	n, err := io.ReadFull(stop.Reader(ctx, rc), head)
	if slip.IsList(head[:n]) {
		s.p.lone = append(s.p.lone, at+name)
		return nil, CloseWith(rc, ctx.Err())
	}
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
			out = append(out, check.CodeMissing.At(e.Path).On(e.Line).Saying(wording.Say("said.check.named-in", path.Base(s.path))))
		}
		out = append(out, s.changed...)
	}
	return out
}

// litterFindings names what systems left beside the deliveries and no list speaks of.
func (p *Proposal) litterFindings() (out []check.Finding) {
	for _, name := range p.Litter {
		if !p.listed(name) {
			out = append(out, check.CodeLitter.At(name))
		}
	}
	return check.Together(out)
}

// listed reports whether a checksum list names a file beside the pieces.
func (p *Proposal) listed(name string) bool {
	return slices.ContainsFunc(p.sums, func(s sums) bool {
		return slices.ContainsFunc(s.lines, func(e fixity.Entry) bool { return endsWith(name, e.Path) })
	})
}

// sum reports whether a paper is a checksum list that was held against a piece. One that
// speaks of papers only is one of them.
func (p *Proposal) sum(name string) bool {
	return slices.ContainsFunc(p.sums, func(s sums) bool {
		return s.path == name && slices.ContainsFunc(s.lines, func(e fixity.Entry) bool {
			return slices.ContainsFunc(p.Pieces, func(x Piece) bool { return x.holds(e.Path) })
		})
	})
}

// holds reports whether a line of a list means a piece, one of its containers or a file in it.
func (piece Piece) holds(line string) bool {
	if piece.unpacked && strings.HasPrefix(line, piece.Name+"/") {
		return true
	}
	return endsWith(piece.Name, line) || slices.Contains(piece.containers(), path.Base(line))
}

// endsWith reports whether a path is another one, or ends with it after a folder or a
// container.
func endsWith(name, end string) bool {
	before, ok := strings.CutSuffix(name, end)
	return ok && (before == "" || strings.HasSuffix(before, "/") || strings.HasSuffix(before, inside))
}
