package intake

import (
	"cmp"
	"context"
	"io"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"laufzettel/app/work/office"
	"laufzettel/transfer"
	"laufzettel/transfer/container"
	"laufzettel/transfer/durable"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
)

// Assignment is a person's word on the pieces of a proposal: name of the piece → number
// or id of an accession, AssignNew for one of its own, AssignNot to leave it where it
// lies.
type Assignment map[string]string

// Words of an assignment that are no accession.
const (
	AssignNew = "neu"
	AssignNot = "-"
)

// Unconfirmed says that a drop needs a person's word before it is taken in.
type Unconfirmed struct{ Proposal *Proposal }

// Error implements error: the proposal and the way on.
func (u *Unconfirmed) Error() string { return "drop needs a person: " + u.Proposal.Sentence.String() }

// AllTo assigns every piece to one accession; nil for none.
func (p *Proposal) AllTo(accession string) Assignment {
	if accession == "" {
		return nil
	}
	out := Assignment{}
	for _, x := range p.Pieces {
		out[x.Name] = accession
	}
	return out
}

// Replace makes the only piece, or the only one of the same kind, the next version
// of old; false where several could be meant.
func (p *Proposal) Replace(old transfer.Portion) bool {
	var same []int
	for i, x := range p.Pieces {
		if len(p.Pieces) == 1 || x.Kind == old.Kind && x.Kind != "" {
			same = append(same, i)
		}
	}
	if len(same) == 1 {
		p.Pieces[same[0]].replaces = old.ID
	}
	return len(same) == 1
}

// Confirm refuses a proposal that needs a person's word where none was given, and an
// assignment that names no piece of it.
func (p *Proposal) Confirm(assigned Assignment, confirmed bool) error {
	if !p.Plain() && !p.Single() && !confirmed && len(assigned) == 0 {
		return failure.Wrap(failure.Refused, "receive drop", wording.Say("hint.intake.drop-not-assigned", p.Sentence.Text), &Unconfirmed{p})
	}
	for name := range assigned {
		if !slices.ContainsFunc(p.Pieces, func(x Piece) bool { return x.Name == name }) {
			return failure.New(failure.Refused, "assign "+name, wording.Say("hint.intake.no-such-piece", name))
		}
	}
	return nil
}

// TakeDrop takes in every delivery of a proposal, each as a portion with the papers of the
// drop beside it; pieces of one procedure go into one accession. A proposal with doubts
// needs confirmed or an assignment. Errors: Refused with an *Unconfirmed inside where
// nobody confirmed, or where an assignment names no piece; nothing is taken in then.
func (room Drops) TakeDrop(ctx context.Context, p *Proposal, assigned Assignment, confirmed bool,
	progress CopyProgress) ([]transfer.Portion, error) {
	if err := p.Confirm(assigned, confirmed); err != nil {
		return nil, err
	}
	goals, err := room.goals(ctx, p, assigned)
	if err != nil {
		return nil, err
	}
	done, err := room.keepPapers(p)
	if err != nil {
		return nil, err
	}
	defer done()
	var out []transfer.Portion
	opened := map[string]string{} // procedure → accession this drop opened
	for i, piece := range p.Pieces {
		into := goals[i]
		if into.State == transfer.Discarded || piece.Offers() {
			continue // left where it lies; an offer opens an accession of its own
		}
		process := strings.ToLower(piece.Process)
		if into.AccessionID == "" && process != "" && assigned[piece.Name] != AssignNew {
			into.AccessionID = opened[process]
		}
		taken, err := room.takePiece(ctx, p, piece, into, progress)
		if err != nil {
			return out, err
		}
		if process != "" && opened[process] == "" {
			opened[process] = taken.AccessionID
		}
		out = append(out, taken)
	}
	return out, nil
}

// goals gives for every piece the accession it goes to; one that is left out has the
// state Discarded.
func (room Drops) goals(ctx context.Context, p *Proposal, assigned Assignment) ([]transfer.Portion, error) {
	out := make([]transfer.Portion, len(p.Pieces))
	for i, piece := range p.Pieces {
		out[i].Kind, out[i].Process, out[i].Redelivery = piece.Kind, piece.Process, piece.replaces
		to, named := assigned[piece.Name]
		if !named {
			to = piece.Accession
		}
		switch {
		case to == AssignNot:
			out[i].State = transfer.Discarded
		case to == "" || to == AssignNew:
		default:
			a, err := room.Intake.Portions.Accession(ctx, to)
			if err != nil {
				return nil, err
			}
			if a.State != transfer.InWork && !a.State.May(transfer.InWork) {
				return nil, failure.New(failure.Refused, "receive into "+a.ID,
					wording.Say("hint.accession.takes-nothing", a.Number, a.State))
			}
			out[i].AccessionID = a.ID
		}
	}
	return out, nil
}

// takePiece takes one piece in. A piece of a drop is recognised at once, so that the
// check of each part knows the others (A7).
func (room Drops) takePiece(ctx context.Context, p *Proposal, piece Piece, into transfer.Portion, progress CopyProgress) (transfer.Portion,
	error) {
	at, beside, done, err := room.layOut(ctx, p, piece)
	if err != nil {
		return transfer.Portion{}, err
	}
	defer done()
	into.Source = p.Source
	if !piece.whole {
		into.Source = p.Source + string(filepath.Separator) + filepath.FromSlash(piece.Name)
	}
	papers := enclosed{from: cmp.Or(beside, filepath.Dir(at))}
	for _, name := range piece.papers {
		papers.names = append(papers.names, p.laidAs(piece, name))
	}
	taken, err := room.Intake.takeUp(ctx, at, into, papers, progress)
	if err != nil || p.Single() || piece.manifest == nil {
		return taken, err
	}
	m := piece.manifest
	list, err := transferOf(ctx, room.Intake.Portions, piece.slip)
	if err != nil {
		return taken, err
	}
	return room.Intake.Portions.Move(ctx, taken.ID, transfer.Recognised, func(x *transfer.Portion) {
		x.Kind, x.Standard, x.Process, x.Title, x.Agency, x.AgencyID = m.Kind, m.Standard, m.Process, m.Title, m.Agency.Name, m.Agency.ID
		if f := piece.slip; f != nil && f.Slip != nil {
			x.ProfileID, x.TransferID = f.Slip.ProfileID, list
		}
	}, nil)
}

// layOut gives a path under which a piece and the papers that concern it lie together:
// where they do so already its own, else a folder of links and copies that done removes.
// The papers of a folder that lies elsewhere are in beside.
func (room Drops) layOut(ctx context.Context, p *Proposal, piece Piece) (at, beside string, done func(), err error) {
	lies, onDisk := p.lies(piece)
	if _, err := os.Stat(lies); len(piece.members) == 0 && onDisk &&
		(piece.whole || len(piece.papers) == 0 || err != nil || piece.together()) {
		return lies, "", func() {}, nil
	}
	dir, err := os.MkdirTemp(room.Intake.Office.Path(office.DirSpool), "einlieferung-*")
	if err != nil {
		return "", "", nil, office.Disk("lay out drop", err)
	}
	done = func() { _ = os.RemoveAll(dir) } // what a kill leaves lies in the cache and means nothing
	at = filepath.Join(dir, path.Base(cmp.Or(piece.flat, p.flat(piece.Name))))
	switch {
	case len(piece.members) > 0:
		beside, err = dir, room.layMembers(ctx, p, piece, at)
	case onDisk && piece.unpacked:
		at, beside = lies, dir
	case onDisk:
		err = link(ctx, lies, at)
	default:
		err = room.inTree(ctx, p.Source, piece.Name, func(t container.Tree, name string) error {
			if piece.unpacked {
				return extractFolder(ctx, container.Below(t, name), at)
			}
			return extractFrom(ctx, t, name, at)
		})
	}
	if err == nil {
		err = room.layPapers(ctx, p, piece, dir)
	}
	if err != nil {
		done()
		return "", "", nil, err
	}
	return at, beside, done, nil
}

// laidAs is the name a paper lies under beside a piece: its own, with the folder before
// it where another paper has the same.
func (p *Proposal) laidAs(piece Piece, paper string) string {
	flat := p.flat(paper)
	base := path.Base(flat)
	for _, other := range piece.papers {
		slips := piece.slip != nil && (paper == piece.slip.Path || paper == piece.slip.ListPath)
		if other != paper && !slips && strings.EqualFold(path.Base(p.flat(other)), base) {
			return strings.ReplaceAll(flat, "/", "_")
		}
	}
	if !piece.unpacked && strings.EqualFold(base, path.Base(piece.flat)) {
		return strings.ReplaceAll(flat, "/", "_")
	}
	return base
}

// together reports whether the papers lie in the folder of a piece.
func (piece Piece) together() bool {
	return !slices.ContainsFunc(piece.papers, func(name string) bool { return path.Dir(name) != path.Dir(piece.Name) })
}

// link puts a file under another name without copying it, where the disk can.
func link(ctx context.Context, from, to string) error {
	if os.Link(from, to) == nil {
		return nil
	}
	if abs, err := filepath.Abs(from); err == nil && os.Symlink(abs, to) == nil {
		return nil
	}
	_, err := copyFile(ctx, from, to, func(int64) {})
	return err
}

// inTree opens the container in which something of a drop lies, through all that are
// around it.
func (room Drops) inTree(ctx context.Context, source, name string, then func(t container.Tree, name string) error) (err error) {
	tree, err := container.Open(ctx, source, room.Intake.ContainerOptions())
	if err != nil {
		return unopened(source, err)
	}
	defer func() { err = CloseWith(tree, err) }()
	return room.within(ctx, tree, name, then)
}

// within is inTree in a drop that is open.
func (room Drops) within(ctx context.Context, tree container.Tree, name string,
	then func(t container.Tree, name string) error) (err error) {
	for {
		outer, inner, nested := strings.Cut(name, inside)
		if _, plain := tree.Stat(name); plain || !nested {
			return then(tree, name)
		}
		next, err := container.OpenEntry(ctx, tree, outer, room.Intake.ContainerOptions())
		if err != nil {
			return unopened(outer, err)
		}
		defer func(t container.Tree) { err = CloseWith(t, err) }(next)
		tree, name = next, inner
	}
}

// extractFolder writes all files of a folder in a container.
func extractFolder(ctx context.Context, t container.Tree, to string) error {
	return t.Files(ctx, func(e container.Entry) error {
		at := filepath.Join(to, filepath.FromSlash(e.Path))
		if err := os.MkdirAll(filepath.Dir(at), 0o700); err != nil {
			return office.Disk("lay out drop", err)
		}
		return extractFrom(ctx, t, e.Path, at)
	})
}

func extractFrom(ctx context.Context, t container.Tree, name, to string) error {
	rc, err := t.Open(ctx, name)
	if err != nil {
		return unopened(name, err)
	}
	err = durable.Write(to, 0o600, func(out io.Writer) error { _, err := io.Copy(out, rc); return err })
	return CloseWith(rc, office.Disk("lay out drop", err))
}

// maxPaper bounds a paper that goes with every piece of a drop, maxPapers how many do.
const (
	maxPaper  = 32 << 20
	maxPapers = 100
)

// DropsOf gives what several paths are: what lies in one folder and was named file by file
// (FOLDER/*) is one drop, its slip, list and letters are no deliveries.
func DropsOf(paths []string) []string {
	byDir := map[string][]string{}
	for _, name := range paths {
		dir := filepath.Dir(filepath.Clean(name))
		byDir[dir] = append(byDir[dir], name)
	}
	var out []string
	told := map[string]bool{}
	for _, name := range paths {
		dir := filepath.Dir(filepath.Clean(name))
		switch {
		case !wholeFolder(dir, byDir[dir]):
			out = append(out, name)
		case !told[dir]:
			told[dir] = true
			out = append(out, dir)
		}
	}
	return out
}

// wholeFolder reports whether the paths are all that lies in a folder, and papers are
// among the containers.
func wholeFolder(dir string, paths []string) bool {
	entries, err := os.ReadDir(dir)
	if err != nil || len(paths) < 2 {
		return false
	}
	containers, papers := 0, 0
	for _, e := range entries {
		switch named := slices.ContainsFunc(paths, func(p string) bool { return filepath.Base(filepath.Clean(p)) == e.Name() }); {
		case strings.HasPrefix(e.Name(), "."):
		case !named:
			return false
		case e.IsDir():
		case looksPacked(filepath.Join(dir, e.Name())):
			containers++
		default:
			papers++
		}
	}
	return containers > 0 && papers > 0
}
