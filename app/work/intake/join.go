package intake

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"laufzettel/app/work/office"
	"laufzettel/transfer/check"
	"laufzettel/transfer/container"
	"laufzettel/transfer/wording"
)

// containersOf gives the containers at the top of a tree that make it a delivery of a
// kind: each is one itself, and none lies there unpacked (source 001: one container for
// each edition of a norm). other says that one of the rest is a delivery of another kind.
func (s *sighting) containersOf(ctx context.Context, tree container.Tree, kind string, files []string) (own int, other bool, err error) {
	for _, name := range files {
		if paperLike(name) || !packed(ctx, tree, name) {
			continue
		}
		found, err := s.kindsIn(ctx, tree, name)
		if err != nil {
			return 0, false, err
		}
		if slices.Contains(found, kind) {
			own++
		}
		other = other || slices.ContainsFunc(found, func(k string) bool { return k != kind })
		if own+len(found) > maxPieces {
			break
		}
	}
	return own, other, ctx.Err()
}

// kindsIn gives the kinds of the deliveries in a container of a tree.
func (s *sighting) kindsIn(ctx context.Context, tree container.Tree, name string) (kinds []string, err error) {
	look := &sighting{room: s.room, p: &Proposal{}}
	if err := look.file(ctx, tree, "", name); err != nil {
		return nil, err
	}
	for _, x := range look.p.Pieces {
		kinds = append(kinds, x.Kind)
	}
	return kinds, nil
}

// otherInFolders reports whether one of the folders is a delivery of another kind, or holds
// a container that is one.
func (s *sighting) otherInFolders(ctx context.Context, tree container.Tree, kind string, folders []string) (bool, error) {
	for _, dir := range folders[:min(len(folders), maxPieces)] {
		match, _, err := s.room.Intake.Engine.Sight(ctx, container.Below(tree, dir))
		if err != nil || match.Kind != "" && match.Kind != kind {
			return err == nil, err
		}
		if match.Kind != "" {
			continue
		}
		looked, other := 0, false
		err = container.Below(tree, dir).Files(ctx, func(e container.Entry) error {
			if other || !containerLike(e.Path) || looked == maxPieces {
				return nil
			}
			looked++
			kinds, err := s.kindsIn(ctx, tree, dir+"/"+e.Path)
			other = slices.ContainsFunc(kinds, func(k string) bool { return k != kind })
			return err
		})
		if err != nil || other {
			return err == nil, err
		}
	}
	return false, nil
}

// containerLike goes by the name.
func containerLike(name string) bool {
	return slices.Contains([]string{".zip", ".tar", ".tgz", ".gz"}, strings.ToLower(path.Ext(name)))
}

// joinContainers makes one piece of the containers of a kind that lie in one folder, of the
// pieces from a place on: together they are the delivery.
func (p *Proposal) joinContainers(from int, kind string) {
	byDir := map[string][]int{}
	for i := from; i < len(p.Pieces); i++ {
		if x := p.Pieces[i]; x.Kind == kind && !x.unpacked && len(x.members) == 0 {
			dir := path.Dir(p.flat(x.Name))
			byDir[dir] = append(byDir[dir], i)
		}
	}
	gone := map[string]bool{}
	for _, at := range byDir {
		if len(at) < 2 {
			continue
		}
		whole := &p.Pieces[at[0]]
		for _, i := range at {
			whole.members = append(whole.members, p.Pieces[i].Name)
			if i != at[0] {
				whole.bytes += p.Pieces[i].bytes
				gone[p.Pieces[i].Name] = true
			}
		}
		whole.Name = joinedName(whole.members)
	}
	p.Pieces = slices.DeleteFunc(p.Pieces, func(x Piece) bool { return gone[x.Name] })
}

// joinedName names a delivery of several containers.
func joinedName(members []string) string {
	if len(members) == 2 {
		return members[0] + " + " + path.Base(members[1])
	}
	return fmt.Sprintf("%s + %d", members[0], len(members)-1)
}

// containers are the names of the containers a piece is made of.
func (piece Piece) containers() []string {
	if len(piece.members) == 0 {
		return []string{path.Base(piece.flat)}
	}
	out := make([]string, len(piece.members))
	for i, name := range piece.members {
		out[i] = path.Base(name[strings.LastIndex(name, inside)+1:])
	}
	return out
}

// layMembers puts the containers of a piece into a folder.
func (room Drops) layMembers(ctx context.Context, p *Proposal, piece Piece, at string) error {
	if err := os.MkdirAll(at, 0o700); err != nil {
		return office.Disk("lay out drop", err)
	}
	for i, base := range piece.containers() {
		to := filepath.Join(at, base)
		if from, onDisk := p.lies(Piece{Name: piece.members[i]}); onDisk {
			if err := link(ctx, from, to); err != nil {
				return err
			}
			continue
		}
		err := room.inTree(ctx, p.Source, piece.members[i], func(t container.Tree,
			name string) error {
			return extractFrom(ctx, t, name, to)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// joinedBefore is arrivedBefore for a piece of several containers: taken in they are a
// folder, whose digest is over the sorted list of its files.
func (room Drops) joinedBefore(ctx context.Context, p *Proposal, piece Piece) (none wording.Spoken, err error) {
	same, err := room.Intake.Portions.OfSize(ctx, piece.bytes)
	if err != nil || len(same) == 0 {
		return none, err
	}
	lines := make([]string, len(piece.members))
	for i, base := range piece.containers() {
		digest, err := room.digestOf(ctx, p, Piece{Name: piece.members[i]})
		if err != nil || digest == "" {
			return none, err
		}
		lines[i] = base + "\x00" + digest
	}
	slices.Sort(lines)
	all := sha256.New()
	for _, l := range lines {
		base, digest, _ := strings.Cut(l, "\x00")
		fmt.Fprintf(all, "%s *%s\n", digest, base)
	}
	return knownAs(same, hex.EncodeToString(all.Sum(nil))), nil
}

// joinsBeside reports whether a tree in which a kind was recognised by its containers holds
// others beside them; then those of the kind are one piece.
func (s *sighting) joinsBeside(ctx context.Context, tree container.Tree, match check.Match, folders, files []string) (bool, error) {
	own, other, err := s.containersOf(ctx, tree, match.Kind, files)
	if err != nil || own == 0 {
		return false, err
	}
	if !other {
		if other, err = s.otherInFolders(ctx, tree, match.Kind, folders); err != nil {
			return false, err
		}
	}
	if other {
		s.mixed, s.joined = true, match.Kind
	}
	return other, nil
}
