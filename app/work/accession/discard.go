package accession

import (
	"context"
	"database/sql"
	"os"
	"path"
	"slices"
	"strings"

	"laufzettel/app/work/office"
	"laufzettel/transfer"
	"laufzettel/transfer/events"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/people"
	"laufzettel/transfer/wording"
)

// DiscardAccession takes an accession back in which nothing has arrived: an offer taken in by
// mistake or withdrawn, a delivery awaited in vain. The number stays as "verworfen" with
// its reason, the agency's papers go, and the same list may be offered again. Errors:
// Refused without a reason, and where a delivery lies in it or anything was confirmed.
func (cl *Clearing) DiscardAccession(ctx context.Context, id, reason string) (transfer.Accession, error) {
	person, err := cl.Office.MustPerson(people.Book, "book accession")
	if err != nil {
		return transfer.Accession{}, err
	}
	if reason = strings.TrimSpace(reason); reason == "" || len(reason) > maxReason {
		return transfer.Accession{}, failure.New(failure.Refused, "discard "+id,
			wording.Say("hint.accession.discarding-needs-reason", maxReason))
	}
	a, err := cl.Portions.DiscardAccession(ctx, id, reason, func(tx *sql.Tx, a transfer.Accession) error {
		if err := cl.Portions.RemarkTx(ctx, tx, a.ID, person, "Verworfen: "+reason); err != nil {
			return err
		}
		return cl.Log.Entry(ctx, cl.Office.Event(events.Booked, a.ID, "", string(transfer.AccessionDiscarded),
			map[string]string{"number": a.Number, "reason": reason, "person": person}))(tx)
	})
	if err != nil {
		return a, err
	}
	// After the commit: a kill in between is made up for by discarding once more.
	return a, office.Disk("remove discarded offer", os.RemoveAll(cl.Office.Path(path.Join(office.DirLetters, a.ID))))
}

// DiscardDelivery takes a wrong intake back as intake.Intake.Discard does, and where offer is
// said the offer the delivery came with, too, if nothing else lies in its accession: what one
// drop brought goes by one act. Errors: those of both; what is left after one is done by
// discarding once more.
func (cl *Clearing) DiscardDelivery(ctx context.Context, id, reason, medium string, offer bool) (transfer.Portion, error) {
	if !offer {
		return cl.Books.Intake.Discard(ctx, id, reason, medium)
	}
	p, err := cl.Portions.Get(ctx, id)
	if err != nil {
		return p, err
	}
	_, left, err := cl.LeftOffer(ctx, p)
	if err != nil {
		return p, err
	}
	if !left {
		return p, failure.New(failure.Refused, "discard "+id, wording.Say("hint.accession.no-offer-left"))
	}
	if p, err = cl.Books.Intake.Discard(ctx, id, reason, medium); err != nil {
		return p, err
	}
	_, err = cl.DiscardAccession(ctx, p.AccessionID, reason)
	return p, err
}

// LeftOffer gives the accession a portion lies in where it is an offer with papers of its own
// in which nothing else lies: discarding the portion leaves the offer standing.
func (cl *Clearing) LeftOffer(ctx context.Context, p transfer.Portion) (a transfer.Accession, left bool, err error) {
	if a, err = cl.Portions.Accession(ctx, p.AccessionID); err != nil || a.Origin != transfer.ByOffer || a.State.Ended() {
		return a, false, err
	}
	papers, err := cl.Portions.AccessionLetters(ctx, a.ID)
	if err != nil || len(papers) == 0 {
		return a, false, err
	}
	all, err := cl.Portions.OfAccession(ctx, a.ID)
	others := slices.ContainsFunc(all, func(x transfer.Portion) bool { return x.ID != p.ID && x.State != transfer.Discarded })
	return a, err == nil && !others, err
}

// maxReason bounds the reason of a discarding.
const maxReason = 4000
