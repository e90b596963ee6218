package window

import (
	"context"
	"errors"
	"slices"
	"strings"

	"laufzettel/app/work/accession"
	"laufzettel/app/work/intake"
	"laufzettel/sync/queue"
	"laufzettel/transfer"
	inbox "laufzettel/views/inbox/model"
)

// Inbox is the source of the screen Eingang.
type Inbox struct{ *Desk }

// Portions implements inbox.Source: the newest first.
func (s Inbox) Portions(ctx context.Context) ([]inbox.Portion, error) {
	list, err := s.W.Intake.Portions.List(ctx)
	if err != nil {
		return nil, err
	}
	slices.SortStableFunc(list, func(a, b transfer.Portion) int { return b.Arrived.Compare(a.Arrived) })
	sending, err := s.sending(ctx)
	if err != nil {
		return nil, err
	}
	out := make([]inbox.Portion, 0, len(list))
	for _, p := range list {
		x := inbox.Portion{ID: p.ID, Arrived: p.Arrived, Kind: p.Kind, KindLabel: s.kind(p), Name: s.name(p), Agency: p.Agency,
			Files: p.Files, Bytes: p.Bytes,
			State: p.State, Checked: p.Verdict != "", Errors: p.Errors, Warnings: p.Warnings, Notes: p.Notes, Err: s.fault(p),
			Sending: sending[p.ID]}
		if began := s.wasInterrupted(p.ID); x.Err == "" && began == Checking {
			x.Err = s.Words.T("inbox.interrupted")
		} else if x.Err == "" && began == Packaging {
			x.Err = s.Words.T("inbox.interrupted-packaging")
		}
		if w := s.Works.Of(p.ID); w != nil {
			x.Err = ""
			x.Running = &inbox.Running{Phase: s.phase(w), At: w.At, Of: w.Of, Done: w.Done, Total: w.Total, Rate: w.FilesPerSecond(),
				Left: w.Left}
		}
		out = append(out, x)
	}
	return out, nil
}

// stands are those of sending, what has to be seen first in front: the stand of a portion is
// the first that one of its jobs has.
var stands = []inbox.Stand{inbox.Stuck, inbox.Passphrase, inbox.Sends, inbox.Offline, inbox.Held, inbox.Waits}

// sending tells by portion how far its packages are on their way; portions with nothing on
// its way are left out.
func (d *Desk) sending(ctx context.Context) (map[string]*inbox.Sending, error) {
	jobs, err := d.W.Outbox.Queue.Open(ctx)
	if err != nil || len(jobs) == 0 {
		return nil, err
	}
	held, err := d.W.Outbox.Queue.Paused(ctx)
	if err != nil {
		return nil, err
	}
	packages, err := d.W.Intake.Portions.PackagesByID(ctx, idsOf(jobs, func(j queue.Job) string { return orderOf(j).PackageID }))
	if err != nil {
		return nil, err
	}
	out := map[string]*inbox.Sending{}
	for _, j := range jobs {
		portion := packages[orderOf(j).PackageID].Portion
		if portion == "" {
			continue // a message, or something given out
		}
		g := out[portion]
		if g == nil {
			if g, err = d.confirmed(ctx, portion); err != nil {
				return nil, err
			}
			out[portion] = g
		}
		g.Again = g.Again || d.Sender.goesOn(j.ID)
		if stand := d.stand(j, held); slices.Index(stands, stand) < slices.Index(stands, g.Stand) {
			if g.Stand = stand; stand == inbox.Stuck {
				g.Reason = j.Reason
			}
		}
	}
	return out, nil
}

// confirmed counts the packages of a portion that are built, and those whose receipt is here.
func (d *Desk) confirmed(ctx context.Context, portion string) (*inbox.Sending, error) {
	g := &inbox.Sending{Stand: inbox.Waits}
	packages, err := d.W.Intake.Portions.Packages(ctx, portion)
	for _, p := range packages {
		if p.State != transfer.PackageOrdered {
			g.Of++
		}
		if p.State == transfer.PackageConfirmed {
			g.Confirmed++
		}
	}
	return g, err
}

// stand tells what one job does at the moment.
func (d *Desk) stand(j queue.Job, held bool) inbox.Stand {
	switch {
	case j.State.Stuck():
		return inbox.Stuck
	case held && j.State != queue.Running:
		return inbox.Held
	case d.Sender.Asking != nil && d.Sender.Asking():
		return inbox.Passphrase
	case j.State == queue.Running:
		return inbox.Sends
	case !d.Sender.Offline().IsZero():
		return inbox.Offline
	}
	return inbox.Waits
}

// Add implements inbox.Source. What is plain is taken in and checked, the rest becomes
// a proposal; a path that cannot be taken in does not keep the others out.
func (s Inbox) Add(ctx context.Context, paths []string) (out inbox.Added, _ error) {
	var ends []error
	for _, path := range intake.DropsOf(paths) {
		p, err := s.W.Books.Proposal(ctx, path)
		if err == nil && !p.Plain() {
			out.Open = append(out.Open, s.proposal(p))
			continue
		}
		if err == nil {
			var taken accession.Taken
			taken, err = s.receive(ctx, p, nil)
			note(&out, path, taken)
		}
		ends = append(ends, err)
	}
	return out, errors.Join(ends...)
}

// Take implements inbox.Source: the drop is looked at anew, so that nothing is taken in
// by a proposal that no longer holds.
func (s Inbox) Take(ctx context.Context, chosen inbox.Proposal) (out inbox.Added, _ error) {
	p, err := s.W.Books.Proposal(ctx, chosen.Source)
	if err != nil {
		return out, err
	}
	assigned := intake.Assignment{}
	for _, x := range chosen.Pieces {
		if x.To != "" {
			assigned[x.Name] = x.To
		}
	}
	taken, err := s.receive(ctx, p, assigned)
	note(&out, chosen.Source, taken)
	return out, err
}

// Undo implements inbox.Source.
func (s Inbox) Undo(ctx context.Context, taken inbox.Added) error {
	var ends []error
	for i, id := range taken.Portions {
		s.Works.Cancel(id)
		_, err := s.W.Intake.Discard(ctx, id, s.Words.T("inbox.undo.reason"), s.Words.T("inbox.undo.medium", taken.From[i]))
		ends = append(ends, err)
	}
	for _, number := range taken.Offered {
		_, err := s.W.Clearing.DiscardAccession(ctx, number, s.Words.T("inbox.undo.reason"))
		ends = append(ends, err)
	}
	return errors.Join(ends...)
}

func note(out *inbox.Added, from string, taken accession.Taken) {
	for _, p := range taken.Portions {
		out.Portions, out.From = append(out.Portions, p.ID), append(out.From, from)
	}
	for _, a := range taken.Offered {
		out.Offered = append(out.Offered, a.Number)
	}
}

// proposal gives a drop as the screen shows it.
func (s Inbox) proposal(p *intake.Proposal) inbox.Proposal {
	out := inbox.Proposal{Source: p.Source, Sentence: p.Sentence.In(s.Words.Language())}
	for _, x := range p.Pieces {
		piece := inbox.Piece{Name: x.Name, What: strings.Trim(s.kind(transfer.Portion{Kind: x.Kind})+", "+x.Agency, ", "), To: x.Accession}
		if x.Accession != "" {
			piece.Goals = append(piece.Goals, inbox.Goal{To: x.Accession, Label: x.Accession})
		} else {
			piece.Goals = append(piece.Goals, inbox.Goal{Label: s.Words.T("inbox.proposal.new")})
		}
		if x.Accession != "" || len(p.Pieces) > 1 {
			piece.Goals = append(piece.Goals, inbox.Goal{To: intake.AssignNew, Label: s.Words.T("inbox.proposal.own")})
		}
		piece.Goals = append(piece.Goals, inbox.Goal{To: intake.AssignNot, Label: s.Words.T("inbox.proposal.not")})
		out.Pieces = append(out.Pieces, piece)
	}
	return out
}

// Check implements inbox.Source.
func (s Inbox) Check(ctx context.Context, id string) error { return s.check(ctx, id) }

// Cancel implements inbox.Source.
func (s Inbox) Cancel(_ context.Context, id string) error {
	s.Works.Cancel(id)
	return nil
}

var _ inbox.Source = Inbox{}
