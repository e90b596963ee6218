package accession

import (
	"context"

	"laufzettel/transfer"
	"laufzettel/transfer/aip"
)

// Pending are the numbers of what waits for somebody. They are for showing: nothing is
// decided by them.
type Pending struct {
	Arrived  int  // portions nobody has decided on yet
	Faulty   bool // one of them has findings of severity error
	Units    int  // units to appraise
	Jobs     int  // of the outbox, that stand still until somebody looks
	Disputes int  // decisions that stand against each other
}

// Pending counts what waits for somebody.
func (bk *Books) Pending(ctx context.Context) (Pending, error) {
	var out Pending
	list, err := bk.Portions.List(ctx)
	if err != nil {
		return out, err
	}
	for _, p := range list {
		switch p.State {
		case transfer.Arrived, transfer.Recognised, transfer.Checked:
			out.Arrived++
			out.Faulty = out.Faulty || p.Errors > 0
		case transfer.Accepted, transfer.AcceptedWithException:
			units, err := bk.Replies.Desk.OpenUnits(ctx, p)
			if err != nil {
				return out, err
			}
			out.Units += units.Open
		}
	}
	jobs, err := bk.Outbox.Queue.List(ctx)
	if err != nil {
		return out, err
	}
	for _, j := range jobs {
		if j.State.Stuck() {
			out.Jobs++
		}
	}
	disputes, err := bk.Lending.Disputes(ctx, "")
	out.Disputes = len(disputes)
	return out, err
}

// Receipted counts the packages a receipt of the archive confirms, and those still
// without one.
func (bk *Books) Receipted(ctx context.Context) (confirmed, open int, err error) {
	for _, kind := range []string{aip.KindAIP, aip.KindAccession} {
		counts, err := bk.Portions.CountPackages(ctx, kind)
		if err != nil {
			return 0, 0, err
		}
		for state, n := range counts {
			if state == transfer.PackageConfirmed {
				confirmed += n
			} else {
				open += n
			}
		}
	}
	return confirmed, open, nil
}
