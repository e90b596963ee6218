package model

import (
	"context"
	"slices"
)

// Goal is where a piece of a drop can go.
type Goal struct {
	To    string // as the source names it
	Label string
}

// Piece is one delivery of a drop, with the goals a person can choose among.
type Piece struct {
	Name  string
	What  string // kind and office
	Goals []Goal
	To    string // the chosen one
}

// Proposal is a drop that is not taken in yet.
type Proposal struct {
	Source   string
	Sentence string
	Pieces   []Piece
}

// Added is what an intake did.
type Added struct {
	Portions []string
	From     []string // where each came from
	Offered  []string // numbers of the accessions that offers opened
	Open     []Proposal
}

// None reports whether nothing was taken in that could be taken back.
func (a Added) None() bool { return len(a.Portions)+len(a.Offered) == 0 }

// Add opens deliveries; done is told how many were taken in, once they are listed. What
// waits for a person's word stands in Open.
func (p *Presenter) Add(paths []string, done func(taken int)) {
	if len(paths) > 0 {
		p.intake(func(ctx context.Context) (Added, error) { return p.src.Add(ctx, paths) }, done)
	}
}

// Take takes the first of the open drops in as it is chosen.
func (p *Presenter) Take(done func(taken int)) {
	if len(p.Open) == 0 {
		return
	}
	first := p.Open[0]
	p.Open = p.Open[1:]
	p.intake(func(ctx context.Context) (Added, error) { return p.src.Take(ctx, first) }, done)
}

// Later lets the first open drop lie where it is; nothing of it was taken in.
func (p *Presenter) Later() {
	if len(p.Open) > 0 {
		p.Open = p.Open[1:]
	}
	p.redraw()
}

// Choose puts a piece of the first open drop where a person says.
func (p *Presenter) Choose(piece int, to string) {
	if len(p.Open) == 0 || piece >= len(p.Open[0].Pieces) {
		return
	}
	p.Open[0].Pieces = slices.Clone(p.Open[0].Pieces)
	p.Open[0].Pieces[piece].To = to
	p.redraw()
}

// Offered are the accessions that the offers of the last intake opened, by their numbers.
func (p *Presenter) Offered() []string { return p.taken.Offered }

// Undo takes the last intake back.
func (p *Presenter) Undo() {
	taken := p.taken
	p.taken = Added{}
	if !taken.None() {
		p.do(func(ctx context.Context) error { return p.src.Undo(ctx, taken) }, nil)
	}
}

func (p *Presenter) intake(work func(context.Context) (Added, error), done func(taken int)) {
	var added Added
	p.then(func(ctx context.Context) (err error) {
		added, err = work(ctx)
		return err
	}, func(err error) {
		p.taken, p.Open = added, append(p.Open, added.Open...)
		if done != nil && (err == nil || !added.None() || len(added.Open) > 0) {
			done(len(added.Portions))
		}
	})
}
