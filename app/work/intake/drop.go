package intake

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"laufzettel/transfer/procedure"

	"laufzettel/app/work/office"
	"laufzettel/transfer/check"
	"laufzettel/transfer/container"
	"laufzettel/transfer/slip"
	"laufzettel/transfer/wording"
)

// Drop is what an agency left in one place (Einlieferung): a folder with slip, list and
// containers, or a container that only wraps others. It bears the worst verdict and the
// findings of all its pieces.
type Drop struct {
	check.Report
	Pieces []string `json:"pieces"`

	own []check.Finding
}

// Own gives the findings of the drop itself, which no report of a piece tells: what lies
// beside the pieces and was not checked, what a list of all of them names.
func (d *Drop) Own() []check.Finding { return d.own }

// maxPieces is how many containers of one drop are opened.
const maxPieces = 200

// CheckDrop checks what lies at a path as one delivery, or, where it only holds
// deliveries, each of them: first the drop, then its pieces. The drop is nil where the
// path is a single delivery; pieces then holds its report alone.
func (room Drops) CheckDrop(ctx context.Context, path string, o CheckOptions) (*Drop, []*check.Report, error) {
	if _, err := office.Reach(ctx, path); err != nil {
		return nil, nil, err
	}
	p := &Proposal{Source: path, Pieces: []Piece{{whole: true}}}
	var err error
	if o.Kind == "" || isFolder(path) && o.Kind != PlainKind { // who says that it is a share means all of it
		if p, err = room.sight(ctx, path); err != nil {
			return nil, nil, err
		}
	}
	p.unrecognised()
	if p.Single() && p.Pieces[0].Offers() && o.Kind == "" {
		rep, err := room.checkOffer(ctx, p, p.Pieces[0])
		return nil, []*check.Report{rep}, err
	}
	if p.Single() {
		rep, err := room.Intake.CheckOnly(ctx, path, o)
		return nil, []*check.Report{rep}, err
	}
	return room.checkPieces(ctx, p, o)
}

// unrecognised makes pieces of the containers nobody recognised or can open, where a
// slip says that they are a delivery or others were recognised: each is checked and
// named.
func (p *Proposal) unrecognised() {
	if len(p.Sealed) == 0 || p.Single() && (len(p.slips) == 0 || !isFolder(p.Source)) {
		return
	}
	if p.Single() {
		p.Pieces = nil
	}
	var rest []string
	for _, name := range p.Sealed {
		if len(p.Pieces) < maxPieces {
			p.Pieces = append(p.Pieces, Piece{Name: name})
		} else {
			rest = append(rest, name)
		}
	}
	p.Sealed = rest
}

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// checkPieces checks every piece of a drop with the papers and the other messages of it.
func (room Drops) checkPieces(ctx context.Context, p *Proposal, o CheckOptions) (*Drop, []*check.Report, error) {
	d := &Drop{Report: check.Report{Portion: filepath.Base(filepath.Clean(p.Source)), Findings: []check.Finding{}, Checks: []check.Done{},
		Formats: []check.FormatCount{}}}
	pieces := make([]*check.Report, 0, len(p.Pieces))
	done, err := room.keepPapers(p)
	if err != nil {
		return nil, nil, err
	}
	defer done()
	p.letGo()
	o.beside = &check.Beside{}
	for i := range p.Pieces {
		with := o
		with.seen = p.handOver(i)
		piece := p.Pieces[i]
		piece.manifest = nil // this copy lives as long as the check
		with.offer = piece.kindOf() == procedure.Offer
		if len(piece.members) > 0 {
			with.arrived = append(with.arrived, piece.containers()...)
		}
		for j, other := range p.Pieces {
			if i != j && other.slip == piece.slip {
				with.arrived = append(with.arrived, other.containers()...)
			}
			if i != j && other.slip == piece.slip && piece.slip != nil && other.manifest != nil && other.Kind == piece.Kind {
				with.listed = append(with.listed, other.manifest.Roots...)
			}
			if i != j && other.manifest != nil && other.Process != "" && strings.EqualFold(other.Process, piece.Process) {
				with.siblings = append(with.siblings, check.Related{Manifest: other.manifest})
			}
		}
		rep, err := room.checkPiece(ctx, p, piece, with)
		if err != nil {
			return nil, nil, err
		}
		d.Pieces, pieces = append(d.Pieces, piece.Name), append(pieces, rep)
	}
	d.Findings = slices.Concat(d.Findings, p.twinFindings(), p.listFindings(), p.litterFindings(), p.leftFindings())
	d.join(pieces, p.besides())
	return d, pieces, nil
}

// leftFindings tells what lies beside the pieces and is no file, cannot be read, or is a
// folder without a file; what is so inside an unpacked piece is told by its own check.
func (p *Proposal) leftFindings() []check.Finding {
	within := func(name string) bool {
		return slices.ContainsFunc(p.Pieces, func(x Piece) bool { return x.unpacked && strings.HasPrefix(name+"/", x.Name+"/") })
	}
	faults := slices.DeleteFunc(slices.Clone(p.faults), func(f container.Fault) bool { return within(f.Path) })
	out := check.FindingsOfFaults(faults)
	for _, dir := range p.hollow {
		if !within(dir) {
			out = append(out, check.CodeFolderEmpty.At(dir+"/"))
		}
	}
	return check.Together(out)
}

// letGo lets go of what the look at the pieces has read of their messages where nothing
// else is compared with it: its check reads a message anew, and two of a hundred thousand
// documents are more than a check may hold (G12).
func (p *Proposal) letGo() {
	for i := range p.Pieces {
		if !p.related(i, p.Pieces) {
			p.Pieces[i].manifest = nil
		}
	}
}

// related reports whether one of the others is of the same procedure as a piece, or is
// spoken of by the same list: that of two procedures sent together.
func (p *Proposal) related(i int, others []Piece) bool {
	x := p.Pieces[i]
	sameList := func(o Piece) bool { return x.slip != nil && x.slip.List != nil && o.slip == x.slip && o.Kind == x.Kind }
	return slices.ContainsFunc(others, func(o Piece) bool {
		return o.Name != x.Name && (x.Process != "" && strings.EqualFold(o.Process, x.Process) || sameList(o))
	})
}

// handOver lets go of the message of a piece that is checked now. Where one that is
// checked later is compared with it, what the check has read takes its place: that is
// what the hook is for.
func (p *Proposal) handOver(i int) func(*check.Manifest) {
	piece := &p.Pieces[i]
	if piece.manifest != nil && p.related(i, p.Pieces[i+1:]) {
		return func(m *check.Manifest) { piece.manifest = m }
	}
	piece.manifest = nil
	return nil
}

func (room Drops) checkPiece(ctx context.Context, p *Proposal, piece Piece, o CheckOptions) (*check.Report, error) {
	if piece.Offers() {
		return room.checkOffer(ctx, p, piece)
	}
	at, beside, done, err := room.layOut(ctx, p, piece)
	if err != nil {
		return nil, err
	}
	defer done()
	o.papers = beside
	rep, err := room.Intake.CheckOnly(ctx, at, o)
	if err != nil || piece.Kind != "" || piece.whole {
		return rep, err
	}
	return rep, nameContents(ctx, rep, at, room.Intake.ContainerOptions())
}

// nameContents says what lies in a container that nobody recognised: none of its files
// stands anywhere else in the report.
func nameContents(ctx context.Context, rep *check.Report, at string, o container.Options) error {
	i := slices.IndexFunc(rep.Findings, func(f check.Finding) bool { return f.Code == check.CodeUnrecognised.ID && f.Found == "" })
	if i < 0 {
		return nil
	}
	tree, err := container.Open(ctx, at, o)
	if err != nil {
		return ctx.Err() // its own findings say why it stays closed
	}
	var inner []string
	err = tree.Files(ctx, func(e container.Entry) error { inner = append(inner, e.Path); return nil })
	rep.Findings[i] = rep.Findings[i].Want(rep.Findings[i].Expected, wording.Say("found.drop.contents", len(inner), names(inner)))
	return CloseWith(tree, err)
}

// besides lists what lies beside the pieces and is neither slip nor list, and no checksum
// list that was held against them; of what systems leave what a checksum list names.
func (p *Proposal) besides() (out []string) {
	litter := slices.DeleteFunc(slices.Clone(p.Litter), func(name string) bool { return !p.listed(name) })
	for _, name := range slices.Concat(p.Papers, p.Left, p.Sealed, litter) {
		if !p.sum(name) && !(len(p.Pieces) == 1 && slices.Contains(p.lone, name)) &&
			!slices.ContainsFunc(p.slips, func(f *slip.Found) bool { return name == f.Path || name == f.ListPath }) {
			out = append(out, name)
		}
	}
	return out
}

// looksPacked goes by the first bytes; an archive nobody here can read counts too, so
// that its own check names it.
func looksPacked(name string) bool {
	f, err := os.Open(name)
	if err != nil {
		return false
	}
	defer f.Close()
	head := make([]byte, 512)
	n, _ := io.ReadFull(f, head)
	info, err := f.Stat()
	return err == nil && (container.Sniff(head[:n]) != "" || container.Sealed(name, f, info.Size()) != "")
}

// join gives the drop the findings of its pieces and the worst verdict.
func (d *Drop) join(pieces []*check.Report, rest []string) {
	d.Findings = append(d.Findings, check.EachOf(check.CodeBeside, rest)...)
	d.own = slices.Clone(d.Findings) // all are put in another order below
	unreadable := false
	kinds := []string{}
	d.Files = check.FileCount{}
	for i, p := range pieces {
		unreadable = unreadable || p.Verdict == check.Unreadable
		if !slices.Contains(kinds, p.Kind) {
			kinds = append(kinds, p.Kind)
		}
		d.Agency = p.Agency
		d.Files.Listed, d.Files.Delivered, d.Files.Bytes = d.Files.Listed+p.Files.Listed, d.Files.Delivered+p.Files.Delivered,
			d.Files.Bytes+p.Files.Bytes
		for _, f := range p.Findings {
			if f.Path != d.Pieces[i] {
				f = f.Below(d.Pieces[i])
			}
			d.Findings = append(d.Findings, f)
		}
		d.Checks = append(d.Checks, p.Checks...)
		d.Seconds += p.Seconds
	}
	d.Kind = strings.Join(kinds, ", ")
	if unreadable {
		d.Verdict = check.Unreadable
	}
	d.Settle()
}
