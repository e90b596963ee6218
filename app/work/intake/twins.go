package intake

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"path"
	"slices"
	"strings"

	"laufzettel/transfer/check"
	"laufzettel/transfer/container"
	"laufzettel/transfer/slip"
	"laufzettel/transfer/wording"
)

// Twin is a container or folder of a drop that holds the same bytes as a piece of it. It
// is no delivery of its own: it is told and stays where it lies.
type Twin struct {
	Name string `json:"name"`
	Of   string `json:"of"` // name of the piece
}

// twins takes the second of equal pieces out of the proposal. Bytes are read only where
// two pieces are equally large.
func (s *sighting) twins(ctx context.Context) error {
	p, digests := s.p, map[string]string{}
	kept := p.Pieces[:0:0]
	for _, x := range p.firstNamed() {
		of, err := s.room.twinOf(ctx, p, x, kept, digests)
		if err != nil {
			return err
		}
		if of == "" {
			kept = append(kept, x)
		} else {
			p.Twins = append(p.Twins, Twin{Name: x.Name, Of: of})
		}
	}
	p.Pieces = slices.DeleteFunc(p.Pieces, func(x Piece) bool {
		return slices.ContainsFunc(p.Twins, func(t Twin) bool { return t.Name == x.Name })
	})
	return nil
}

// firstNamed gives the pieces with those first that stay where others are equal to them:
// named by a slip, then nearest to the top, then in the order they were found.
func (p *Proposal) firstNamed() []Piece {
	rank := func(x Piece) int {
		out := 2 * strings.Count(p.flat(x.Name), "/")
		if x.unpacked { // its files lie deeper
			out++
		}
		if !slices.ContainsFunc(p.slips, func(f *slip.Found) bool { return f.Names(path.Base(p.flat(x.Name))) }) {
			out += 1 << 20
		}
		return out
	}
	out := slices.Clone(p.Pieces)
	slices.SortStableFunc(out, func(a, b Piece) int {
		return cmp.Or(cmp.Compare(rank(a), rank(b)), cmp.Compare(len(a.Name), len(b.Name)))
	})
	return out
}

// twinOf names the one of the pieces that has the same bytes, "" for none.
func (room Drops) twinOf(ctx context.Context, p *Proposal, x Piece, among []Piece, digests map[string]string) (string, error) {
	for _, y := range among {
		if x.bytes != y.bytes || x.Kind != y.Kind || x.Process != y.Process {
			continue
		}
		for _, one := range []Piece{x, y} {
			if _, known := digests[one.Name]; known {
				continue
			}
			digest, err := room.digestOf(ctx, p, one)
			if err != nil {
				return "", err
			}
			digests[one.Name] = digest
		}
		if digests[x.Name] != "" && digests[x.Name] == digests[y.Name] {
			return y.Name, nil
		}
	}
	return "", nil
}

// digestOf is the digest of a piece as it lies in the drop, of a folder that of its only file
// or one over names and digests of its files; "" where it cannot be read: its check says why.
func (room Drops) digestOf(ctx context.Context, p *Proposal, x Piece) (digest string, err error) {
	err = room.inTree(ctx, p.Source, x.Name, func(t container.Tree, name string) error {
		if !x.unpacked {
			digest = entryDigest(ctx, t, name)
			return ctx.Err()
		}
		all, readable, files, one := sha256.New(), true, 0, ""
		err := container.Below(t, name).Files(ctx, func(e container.Entry) error {
			one = entryDigest(ctx, t, path.Join(name, e.Path))
			readable, files = readable && one != "", files+1
			fmt.Fprintf(all, "%s *%s\n", one, e.Path)
			return ctx.Err()
		})
		switch {
		case err != nil || !readable:
		case files == 1:
			digest = one
		default:
			digest = hex.EncodeToString(all.Sum(nil))
		}
		return ctx.Err()
	})
	if ctx.Err() == nil {
		err = nil
	}
	return digest, err
}

// entryDigest is the SHA-256 of a file in a tree, "" where it cannot be read.
func entryDigest(ctx context.Context, t container.Tree, name string) string {
	digest, _ := digestWith(ctx, t, name, sha256.New())
	return hex.EncodeToString(digest)
}

// sizeBelow counts the bytes of a folder in a tree.
func sizeBelow(ctx context.Context, t container.Tree, dir string) (n int64, err error) {
	err = container.Below(t, dir).Files(ctx, func(e container.Entry) error { n += e.Size; return nil })
	return n, err
}

// twinFindings tells for every piece what else in the drop holds its bytes.
func (p *Proposal) twinFindings() (out []check.Finding) {
	for _, x := range p.Pieces {
		var names []string
		for _, t := range p.Twins {
			if t.Of == x.Name {
				names = append(names, t.Name)
			}
		}
		if len(names) == 0 {
			continue
		}
		f := check.CodeTwin.At(names[0]).Want("", wording.Say("found.check.twin-of", x.Name))
		if len(names) > 1 {
			f.Paths = names
		}
		out = append(out, f)
	}
	return out
}

// twinWords are the clauses of the sentence that name what came twice.
func (p *Proposal) twinWords() (out []wording.Text) {
	for _, t := range p.Twins[:min(len(p.Twins), 5)] {
		out = append(out, wording.Say("said.drop.twin", t.Name, t.Of))
	}
	if rest := len(p.Twins) - 5; rest > 0 {
		out = append(out, wording.Say("said.drop.more-twins", rest))
	}
	return out
}
