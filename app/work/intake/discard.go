package intake

import (
	"context"
	"database/sql"
	"os"
	"path"
	"path/filepath"
	"strings"

	"laufzettel/app/work/office"
	"laufzettel/transfer"
	"laufzettel/transfer/copies"
	"laufzettel/transfer/events"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/people"
	"laufzettel/transfer/wording"
)

// Discard takes back a wrong intake before anybody accepted it: the copy in the
// workspace goes, number and line stay as "verworfen" with reason and where the medium
// went, and no clearance for deletion can follow. Errors: Refused once it is accepted
// or returned, or where reason or medium is not told.
func (room *Intake) Discard(ctx context.Context, id, reason, medium string) (transfer.Portion, error) {
	person, err := room.Office.MustPerson(people.Decide, "discard portion")
	if err != nil {
		return transfer.Portion{}, err
	}
	reason, medium = strings.TrimSpace(reason), strings.TrimSpace(medium)
	if reason == "" || medium == "" || len(reason)+len(medium) > 4000 {
		return transfer.Portion{}, failure.New(failure.Refused, "discard "+id, wording.Say("hint.intake.discarding-needs-reason"))
	}
	p, err := room.Portions.Get(ctx, id)
	if err != nil {
		return p, err
	}
	if p.State == transfer.Discarded {
		return p, room.removeDiscarded(ctx, p) // a discarding that was killed ends here
	}
	e := room.Office.Event(events.Decided, id, "", string(transfer.Discarded),
		map[string]string{"reason": reason, "medium": medium, "person": person})
	line := "Verworfen (" + p.ID + "): " + reason + " Verbleib: " + medium
	p, err = room.Portions.Discard(ctx, id, line, func(tx *sql.Tx, p transfer.Portion) error {
		if err := room.Portions.RemarkTx(ctx, tx, p.AccessionID, person, line); err != nil { // also where others stay in the accession
			return err
		}
		if err := room.copiesGone(ctx, tx, p, person); err != nil {
			return err
		}
		return room.Log.Entry(ctx, e)(tx)
	})
	if err != nil {
		return p, err
	}
	return p, room.removeDiscarded(ctx, p)
}

// copiesGone notes the copies of a discarded portion as gone.
func (room *Intake) copiesGone(ctx context.Context, tx *sql.Tx, p transfer.Portion, person string) error {
	all, err := copies.Of(ctx, room.Office.Store, p.AccessionID)
	if err != nil {
		return err
	}
	for _, c := range all {
		if c.Portion != p.ID || !c.Gone.IsZero() || c.Kind.Outside() {
			continue
		}
		if err := copies.GoneTx(ctx, tx, c.ID, room.Office.Now(), "mit der verworfenen Lieferung entfernt", person); err != nil {
			return err
		}
	}
	return nil
}

// removeDiscarded removes the copy and what the check learned of it.
func (room *Intake) removeDiscarded(ctx context.Context, p transfer.Portion) error {
	if p.Run != "" {
		if err := room.Journal.Drop(ctx, p.Run); err != nil {
			return err
		}
	}
	dir := filepath.Dir(room.Office.Path(p.Path))
	if filepath.Clean(dir) != filepath.Clean(room.Office.Path(path.Join(office.DirInbox, p.ID))) {
		return nil // never anything but the portion's own folder
	}
	return office.Disk("remove discarded delivery", os.RemoveAll(dir))
}
