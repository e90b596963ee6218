package accession

import (
	"context"
	"database/sql"
	"os"
	"path"
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

// maxReason bounds the reason of a discarding.
const maxReason = 4000
