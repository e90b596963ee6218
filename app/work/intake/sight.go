package intake

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"laufzettel/app/work/office"
	"laufzettel/transfer/check"
	"laufzettel/transfer/container"
	"laufzettel/transfer/filename"
	"laufzettel/transfer/slip"
	"laufzettel/transfer/stop"
	"laufzettel/transfer/wording"
)

// inside parts the path of a container from the path in it.
const inside = "!"

// sight finds the pieces of a drop; what the workspace knows is not asked, but whether
// the bytes of a container in a container arrived before.
func (room Drops) sight(ctx context.Context, source string) (_ *Proposal, err error) {
	if _, err := office.Reach(ctx, source); err != nil {
		return nil, err
	}
	p := &Proposal{Source: source, Pieces: []Piece{}}
	whole := Piece{Name: filepath.Base(filepath.Clean(source)), whole: true}
	if strings.HasSuffix(source, office.SuffixBundle) {
		p.Pieces = append(p.Pieces, whole)
		return p, nil
	}
	o := room.Intake.ContainerOptions()
	o.LeaveOut = true // taking in decides whether that is a reason to refuse
	tree, err := container.Open(ctx, source, o)
	if _, refused := errors.AsType[*container.Refused](err); refused {
		p.Pieces = append(p.Pieces, whole) // the check says why it is refused
		return p, nil
	}
	if err != nil {
		return nil, err
	}
	defer func() { err = CloseWith(tree, err) }()
	s := &sighting{room: room, p: p}
	match, manifest, err := room.Intake.Engine.Sight(ctx, tree)
	if err != nil {
		return nil, err
	}
	if match.Kind != "" {
		several, err := s.several(ctx, tree, manifest)
		if err == nil && !several {
			several, err = s.apart(ctx, tree, match)
		}
		if err != nil {
			return nil, err
		}
		if !several {
			whole.slip, err = slipAt(ctx, source, tree)
			p.Pieces = append(p.Pieces, whole.of(match, manifest))
			return p, err
		}
	}
	if err := s.level(ctx, tree, ""); err != nil {
		return nil, err
	}
	if err := s.twins(ctx); err != nil {
		return nil, err
	}
	p.setAside()
	p.faults = container.Faults(tree)
	if p.hollow, _, err = check.EmptyFolders(ctx, tree); err != nil {
		return nil, err
	}
	p.bind()
	p.closeMails()
	p.offers()
	if len(p.Pieces) == 1 && p.Pieces[0].Offers() && len(p.Sealed) == 0 {
		p.Pieces[0].Name, p.Pieces[0].whole = whole.Name, true
	}
	if len(p.Pieces) == 0 {
		whole.slip, err = slipAt(ctx, source, tree)
		p.Pieces = append(p.Pieces, whole) // nothing recognised: as a whole
		p.forget()
	}
	return p, err
}

// forget lets go of how the files were sorted where all of them come along as one delivery:
// of a share of a million files it is a list of nearly all, and holds every path of a tree
// that was closed while another is copied. What may yet become pieces of their own stays.
func (p *Proposal) forget() {
	for i, name := range p.Sealed {
		p.Sealed[i] = strings.Clone(name)
	}
	if len(p.Sealed) > 0 && len(p.slips) > 0 {
		return
	}
	p.Papers, p.Litter, p.Left, p.sums, p.lone, p.mails = nil, nil, nil, nil, nil, nil
}

// slipAt finds the slip of a delivery: beside a container file, or inside the tree.
func slipAt(ctx context.Context, source string, tree container.Tree) (found *slip.Found, err error) {
	if info, err := os.Stat(source); err == nil && !info.IsDir() {
		if found, _, err = slip.FindBeside(ctx, source); err != nil || found != nil {
			return found, err
		}
	}
	found, _, err = slip.Find(ctx, tree)
	return found, err
}

func (piece Piece) of(match check.Match, m *check.Manifest) Piece {
	piece.Kind = match.Kind
	if m != nil {
		piece.manifest, piece.Kind = m, m.Kind
		piece.Agency, piece.Process, piece.Part, piece.Parts = m.Agency.Name, m.Process, m.Part, m.Parts
	}
	return piece
}

// sighting is one look at a drop, level by level: the drop itself, then what lies in the
// containers in it.
type sighting struct {
	room   Drops
	p      *Proposal
	looked int // folders looked into
	// mixed says that other deliveries lie beside the one recognised first, lone that this
	// one is a single file.
	mixed bool
	lone  string // its kind
	// joined is the kind of which all containers of a folder are one delivery.
	joined string
	loose  []string // messages of one file that lie unpacked beside the containers
}

// several reports whether a tree of messages holds more than one, each in a folder of its
// own: they are deliveries beside each other, not one with too many messages.
func (s *sighting) several(ctx context.Context, tree container.Tree, m *check.Manifest) (bool, error) {
	if m == nil {
		return false, nil
	}
	look := &sighting{room: s.room, p: &Proposal{}}
	folders, err := look.unpacked(ctx, tree, "")
	return len(folders) > 1, err
}

// level tells the files of one container or folder apart: containers with a delivery in
// them, deliveries that lie unpacked in folders, papers, litter. at is what stands before
// its paths in the drop. The paths are gone through, never held: a share has a million.
func (s *sighting) level(ctx context.Context, tree container.Tree, at string) error {
	slips, err := slip.FindAll(ctx, tree)
	if err != nil {
		return err
	}
	for _, f := range slips {
		f.Path = at + f.Path
		if f.ListPath != "" {
			f.ListPath = at + f.ListPath
		}
		s.p.slips = append(s.p.slips, f)
	}
	pieces := len(s.p.Pieces)
	folders, err := s.unpacked(ctx, tree, at)
	if err != nil {
		return err
	}
	within := make([]string, len(folders))
	for i, dir := range folders {
		within[i] = dir + "/"
	}
	err = tree.Files(ctx, func(e container.Entry) error {
		switch {
		case slices.ContainsFunc(within, func(dir string) bool { return strings.HasPrefix(e.Path, dir) }):
		case filename.Litter(e.Path):
			s.p.Litter = append(s.p.Litter, at+e.Path)
		default:
			return s.file(ctx, tree, at, e.Path)
		}
		return nil
	})
	if err != nil {
		return err
	}
	if s.joined != "" {
		s.p.joinContainers(pieces, s.joined)
	}
	return s.sums(ctx, tree, at)
}

// unpacked finds the deliveries that lie unpacked in folders, the folders nearest to the
// top first. Deeper than one folder only messages are looked for: a mirrored website or a
// bag far down in a file share is part of the share.
func (s *sighting) unpacked(ctx context.Context, tree container.Tree, at string) (found []string, err error) {
	queue, err := foldersOf(ctx, tree, "")
	for ; err == nil && len(queue) > 0 && s.looked < maxPieces; queue = queue[1:] {
		dir := queue[0]
		s.looked++
		var piece *Piece
		if piece, err = s.unpackedAt(ctx, tree, dir, at); err != nil {
			return nil, err
		}
		if piece != nil {
			found = append(found, dir)
			s.p.Pieces = append(s.p.Pieces, *piece)
			continue
		}
		var deeper []string
		deeper, err = foldersOf(ctx, tree, dir)
		queue = append(queue, deeper...)
	}
	return found, err
}

// unpackedAt gives the delivery that one folder is; nil where it is none, or holds others.
func (s *sighting) unpackedAt(ctx context.Context, tree container.Tree, dir, at string) (*Piece, error) {
	match, manifest, err := s.room.Intake.Engine.Sight(ctx, container.Below(tree, dir))
	if err != nil {
		return nil, err
	}
	top := (at == "" || s.mixed) && !strings.Contains(dir, "/")
	if match.Kind == "" || manifest == nil && !(top && (s.mixed || tree.Form() == container.Folder)) {
		return nil, nil
	}
	if strays, err := stray(ctx, tree, dir, manifest); err != nil || strays {
		return nil, err
	}
	if inner, err := s.unpackedBelow(ctx, tree, dir, manifest); err != nil || inner {
		return nil, err
	}
	own, _, err := slip.Find(ctx, container.Below(tree, dir))
	if err != nil {
		return nil, err
	}
	size, err := sizeBelow(ctx, tree, dir)
	if err != nil {
		return nil, err
	}
	piece := Piece{Name: at + dir, unpacked: true, slip: own, bytes: size}.of(match, manifest)
	return &piece, nil
}

// unpackedBelow reports whether a folder of messages only holds folders of messages.
func (s *sighting) unpackedBelow(ctx context.Context, tree container.Tree, dir string, m *check.Manifest) (bool, error) {
	if m == nil || slices.ContainsFunc(m.Listed, func(l check.Listed) bool {
		return l.Role == check.RoleMessage &&
			!strings.Contains(l.Path, "/")
	}) {
		return false, nil
	}
	return s.several(ctx, container.Below(tree, dir), m)
}

// foldersOf lists the folders directly below one, "" the top: in the order of a tree the files
// of one folder stand beside each other.
func foldersOf(ctx context.Context, tree container.Tree, dir string) (out []string, err error) {
	at := ""
	if dir != "" {
		tree, at = container.Below(tree, dir), dir+"/"
	}
	err = tree.Files(ctx, func(e container.Entry) error {
		top, _, nested := strings.Cut(e.Path, "/")
		if nested && (len(out) == 0 || out[len(out)-1][len(at):] != top) {
			out = append(out, strings.Clone(at+top))
		}
		return nil
	})
	return out, err
}

// has reports whether a file lies in a tree.
func has(tree container.Tree, name string) bool {
	_, ok := tree.Stat(name)
	return ok
}

// file puts one file where it belongs; a container is opened, and one in which nothing is
// recognised is looked through for others.
func (s *sighting) file(ctx context.Context, tree container.Tree, at, name string) error {
	p := s.p
	open := packed(ctx, tree, name)
	if fileShaped(name) && (s.lone != "" || !open) {
		match, _, err := s.room.Intake.Engine.Sight(ctx, container.Only(tree, name))
		if err != nil {
			return err
		}
		if match.Kind != "" && len(p.Pieces) < maxPieces {
			e, _ := tree.Stat(name)
			p.Pieces = append(p.Pieces, Piece{Name: at + name, bytes: e.Size}.of(match, nil))
			return nil
		}
	}
	if slices.Contains(s.loose, name) {
		match, manifest, err := s.room.Intake.Engine.Sight(ctx, container.Only(tree, name))
		e, _ := tree.Stat(name)
		p.Pieces = append(p.Pieces, Piece{Name: at + name, bytes: e.Size}.of(match, manifest))
		return err
	}
	if !open {
		return s.paper(ctx, tree, at, name)
	}
	inner, err := container.OpenEntry(ctx, tree, name, s.room.Intake.ContainerOptions())
	if _, refused := errors.AsType[*container.Refused](err); refused || len(p.Pieces) >= maxPieces {
		p.Sealed = append(p.Sealed, at+name)
		if err == nil {
			return CloseWith(inner, ctx.Err())
		}
		return ctx.Err()
	}
	if err != nil {
		return err
	}
	match, manifest, err := s.room.Intake.Engine.Sight(ctx, inner)
	if err == nil && match.Kind == "" && officeFile(inner) {
		return CloseWith(inner, s.paper(ctx, tree, at, name))
	}
	several := false
	if err == nil && match.Kind != "" {
		several, err = s.several(ctx, inner, manifest)
	}
	if err == nil && match.Kind != "" && !several {
		own := &sighting{room: s.room, p: &Proposal{}}
		if several, err = own.apart(ctx, inner, match); several {
			defer func(was sighting) { s.mixed, s.lone, s.joined, s.loose = was.mixed, was.lone, was.joined, was.loose }(*s)
			s.mixed, s.lone, s.joined, s.loose = own.mixed, own.lone, own.joined, own.loose
		}
	}
	switch {
	case err != nil:
	case match.Kind != "" && !several:
		piece := Piece{Name: at + name}.of(match, manifest)
		if piece.slip, _, err = slip.Find(ctx, inner); err != nil {
			break
		}
		e, _ := tree.Stat(name)
		piece.bytes = e.Size
		if at != "" || tree.Form() != container.Folder {
			piece.Known, err = s.room.entryArrivedBefore(ctx, tree, e)
		}
		p.Pieces = append(p.Pieces, piece)
	default:
		err = s.wrapped(ctx, inner, at+name)
	}
	return CloseWith(inner, err)
}

// paper keeps a file that is no delivery: a letter, a list. A mail on which a container
// hangs that lies nowhere else stays closed as one.
func (s *sighting) paper(ctx context.Context, tree container.Tree, at, name string) error {
	carried, err := check.CarriedByMail(ctx, tree, name)
	if err != nil {
		return err
	}
	if len(carried) > 0 {
		s.p.mails = append(s.p.mails, mail{at + name, carried})
	}
	if e, _ := tree.Stat(name); e.Size > maxPaper || len(s.p.Papers) >= maxPapers {
		s.p.Left = append(s.p.Left, at+name)
	} else {
		s.p.Papers = append(s.p.Papers, at+name)
	}
	return ctx.Err()
}

// wrapped looks for deliveries among what lies in a container. Where there is none it
// stays closed: what is in it are no papers of the others.
func (s *sighting) wrapped(ctx context.Context, inner container.Tree, name string) error {
	p := s.p
	p.wraps = append(p.wraps, p.flat(name))
	pieces, papers, litter, sealed, slips, left, lists := len(p.Pieces), len(p.Papers), len(p.Litter), len(p.Sealed), len(p.slips),
		len(p.Left), len(p.sums)
	if err := s.level(ctx, inner, name+inside); err != nil {
		return err
	}
	if len(p.Pieces) == pieces && !slices.ContainsFunc(p.slips[slips:], p.offered) {
		p.Papers, p.Litter, p.slips, p.Left, p.sums = p.Papers[:papers], p.Litter[:litter], p.slips[:slips], p.Left[:left], p.sums[:lists]
		// What is sealed in it is told by the check of the whole container.
		p.Sealed = append(p.Sealed[:sealed], name)
	}
	return nil
}

// bind gives every piece the papers that concern it: those in its folder or above, the
// nearest slip with its list, and no other slip. What lies in a folder without any piece
// counts as lying above it.
func (p *Proposal) bind() {
	for i := range p.Pieces {
		p.Pieces[i].flat = p.flat(p.Pieces[i].Name)
	}
	for i := range p.Pieces {
		x := &p.Pieces[i]
		if x.slip == nil {
			x.slip = p.slipOf(*x)
		}
		for _, name := range p.Papers {
			if p.concerns(name, *x) && !p.otherSlip(name, x.slip) {
				x.papers = append(x.papers, name)
			}
		}
	}
}

// flat is a name with the containers around it seen as folders.
func (p *Proposal) flat(name string) string {
	for _, w := range p.wraps { // the outer before the inner
		if rest, ok := strings.CutPrefix(name, w+inside); ok {
			name = w + "/" + rest
		}
	}
	return name
}

// realm is the folder whose pieces a paper speaks of; "." = all.
func (p *Proposal) realm(paper string) string {
	dir := path.Dir(p.flat(paper))
	for dir != "." && !slices.ContainsFunc(p.Pieces, func(x Piece) bool { return x.lies(dir) }) {
		dir = path.Dir(dir)
	}
	return dir
}

// lies reports whether a piece lies in a folder or is the folder.
func (piece Piece) lies(dir string) bool {
	return strings.HasPrefix(piece.flat, dir+"/") || piece.unpacked && piece.flat == dir
}

func (p *Proposal) concerns(paper string, x Piece) bool {
	dir := p.realm(paper)
	return dir == "." || x.lies(dir)
}

// slipOf is the nearest slip of a piece; of several in one folder the one that names its
// container.
func (p *Proposal) slipOf(x Piece) (best *slip.Found) {
	better := func(f *slip.Found) bool {
		if best == nil {
			return true
		}
		near, far := depth(p.realm(f.Path)), depth(p.realm(best.Path))
		names, named := f.Names(path.Base(x.flat)), best.Names(path.Base(x.flat))
		return near > far || near == far && names && !named
	}
	for _, f := range p.slips {
		if p.concerns(f.Path, x) && better(f) && !p.apartOffer(f, x) {
			best = f
		}
	}
	return best
}

// depth counts the folders of a realm.
func depth(realm string) int {
	if realm == "." {
		return 0
	}
	return 1 + strings.Count(realm, "/")
}

// otherSlip reports whether a paper is a slip, or the list of one, that speaks of other
// pieces.
func (p *Proposal) otherSlip(paper string, own *slip.Found) bool {
	return slices.ContainsFunc(p.slips, func(f *slip.Found) bool {
		return f != own && (paper == f.Path || paper == f.ListPath) && (own == nil || paper != own.Path && paper != own.ListPath)
	})
}

// entryArrivedBefore is arrivedBefore for a container inside a container.
func (room Drops) entryArrivedBefore(ctx context.Context, outer container.Tree, e container.Entry) (none wording.Spoken, err error) {
	same, err := room.Intake.Portions.OfSize(ctx, e.Size)
	if err != nil || len(same) == 0 {
		return none, err
	}
	rc, err := outer.Open(ctx, e.Path)
	if err != nil {
		return none, ctx.Err()
	}
	h := sha256.New()
	if _, err := io.Copy(h, stop.Reader(ctx, rc)); err != nil {
		return none, CloseWith(rc, ctx.Err())
	}
	return knownAs(same, hex.EncodeToString(h.Sum(nil))), rc.Close()
}

// packed goes by the first bytes; an archive nobody here can read counts too, a CD image
// among them, whose mark stands behind 32 KiB.
func packed(ctx context.Context, t container.Tree, name string) bool {
	rc, err := t.Open(ctx, name)
	if err != nil {
		return false
	}
	most := 512
	if slices.Contains(imageExtensions, strings.ToLower(path.Ext(name))) {
		most = 0x8001 + 5
	}
	head := make([]byte, most)
	n, _ := io.ReadFull(rc, head)
	if rc.Close() != nil {
		return false
	}
	if container.Sniff(head[:n]) != "" || container.Sealed(path.Base(name), bytes.NewReader(head[:n]), int64(n)) != "" {
		return true
	}
	return bytes.HasPrefix(head[:n], []byte("MZ")) && selfExtracting(ctx, t, name)
}

// imageExtensions are endings under which images of discs come; of other files less is read.
var imageExtensions = []string{".iso", ".img", ".bin", ".dat", ".udf", ".cdr", ""}

// selfExtracting looks for an archive behind a program.
func selfExtracting(ctx context.Context, t container.Tree, name string) bool {
	c, free, err := container.Random(ctx, t, name)
	if err != nil {
		return false
	}
	defer free()
	return container.Sealed(path.Base(name), c, c.Size()) != ""
}
