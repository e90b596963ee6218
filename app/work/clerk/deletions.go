package clerk

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"time"

	"laufzettel/app/work/accession"
	"laufzettel/sync/channel"
	"laufzettel/sync/queue"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/people"
	"laufzettel/transfer/prepare"
	"laufzettel/transfer/wording"
)

// ReportDeletion tells the archive over the channel that this office has deleted
// at the source (A19); where the delivery was prepared here, the deletion is
// recorded with it too. key is the accession as the clearance names it, or the
// preparation; to "" means every office that cleared by the channel. Errors:
// Refused before every clearance is there, where nobody is known to tell it to,
// and when it was told already. Nothing is deleted by the program.
func (ck *Clerk) ReportDeletion(ctx context.Context, key, to, note string) ([]queue.Job, error) {
	op := "record deletion of " + key
	person, err := ck.Office.MustPerson(people.Prepare, op)
	if err != nil {
		return nil, err
	}
	c, err := ck.Clearing.ClearanceReceived(ctx, key)
	if err != nil {
		return nil, err
	}
	if !c.Complete {
		return nil, failure.New(failure.Refused, op, wording.Say("hint.clerk.do-not-delete-yet", c.Given, c.Of,
			strings.Join(c.Missing, ", ")))
	}
	n := accession.DeletionNote{Format: channel.FormatDeletion, Accession: c.Accession, Portion: c.Preparation, Person: person,
		Time: ck.Office.Now().UTC().Truncate(time.Millisecond), Note: strings.TrimSpace(note)}
	var open []string
	for _, office := range c.Offices(to) {
		at, err := ck.Clearing.DeletionSent(ctx, c.Accession, office)
		if err != nil {
			return nil, err
		}
		if at.IsZero() {
			open = append(open, office)
		}
	}
	switch {
	case len(c.Offices(to)) == 0:
		return nil, failure.New(failure.Refused, op, wording.Say("hint.clerk.clearance-not-by-channel"))
	case len(open) == 0:
		return nil, failure.New(failure.Refused, op, wording.Say("hint.clerk.deletion-already-reported"))
	}
	if _, err := ck.Lending.ArchiveURL(op); err != nil {
		return nil, err
	}
	if c.Preparation != "" && c.Deleted.IsZero() {
		if _, err := ck.RecordDeletion(ctx, c.Preparation, n.Note); err != nil {
			return nil, err
		}
	}
	var jobs []queue.Job
	for _, office := range open {
		name := sha256.Sum256([]byte(c.Accession + "\x00" + office))
		o := channel.Order{Kind: channel.KindDeletion, Reference: accession.Shortened(c.Accession), To: office, Name: "loeschmeldung.json"}
		j, err := ck.Outbox.PostJSON(ctx, c.Accession, "loeschmeldung-"+hex.EncodeToString(name[:8])+".json", n, o, "")
		if err != nil {
			return jobs, err
		}
		jobs = append(jobs, j)
	}
	return jobs, nil
}

// DeletedAtSource records that the office has deleted what a preparation was made
// of and, where the archive has cleared it over the channel, tells it there. jobs
// are the reports in the outbox.
func (ck *Clerk) DeletedAtSource(ctx context.Context, id, note string) (p prepare.Preparation, jobs []queue.Job, err error) {
	c, err := ck.Clearing.ClearanceReceived(ctx, id)
	if err != nil && failure.KindOf(err) != failure.Refused {
		return p, nil, err
	}
	if err == nil && c.MayReport() && c.Deleted.IsZero() && ck.Office.Settings.Get().Channel.URL != "" {
		if jobs, err = ck.ReportDeletion(ctx, id, "", note); err != nil {
			return p, jobs, err
		}
		p, err = ck.Prepare.Get(ctx, id)
		return p, jobs, err
	}
	p, err = ck.RecordDeletion(ctx, id, note)
	return p, nil, err
}
