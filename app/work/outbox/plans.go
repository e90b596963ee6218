package outbox

import (
	"context"
	"strings"
	"time"

	"laufzettel/sync/door"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/people"
	"laufzettel/transfer/wording"
)

func (dr *Doors) plans() door.Plans { return door.Plans{DB: dr.Office.Store} }

// AddPlan notes a link behind which an agency offers something again and again,
// from first on in the rhythm every (E10). digest is the digest of the one file,
// or an https link behind which the digest of what lies there now can be read. A
// plan of the same link is changed. Refused for what cannot be used.
func (dr *Doors) AddPlan(ctx context.Context, link, digest, name, every string, first time.Time) (door.Plan, error) {
	person, err := dr.Office.Allow(ctx, people.Receive, "receive")
	if err != nil {
		return door.Plan{}, err
	}
	if name, err = offerName(name, link); err != nil {
		return door.Plan{}, err
	}
	rhythm, err := door.ParseEvery(every)
	if err != nil {
		return door.Plan{}, err
	}
	p := door.Plan{Link: link, Name: name, Person: person, EverySeconds: int64(rhythm / time.Second), Next: first}
	if digest = strings.TrimSpace(digest); strings.Contains(digest, "://") {
		p.DigestLink = digest
	} else {
		p.Digest = digest
	}
	return dr.plans().Add(ctx, p, dr.Office.Now())
}

// Plans lists the plans, paused ones too.
func (dr *Doors) Plans(ctx context.Context) ([]door.Plan, error) {
	return dr.plans().List(ctx, time.Time{})
}

// PausePlan stops looking behind a link until ResumePlan.
func (dr *Doors) PausePlan(ctx context.Context, id int64) error {
	return dr.onPlan(ctx, id, func(door.Plan) error { return dr.plans().Pause(ctx, id) })
}

// ResumePlan goes on with a paused plan, at the next time of its rhythm.
func (dr *Doors) ResumePlan(ctx context.Context, id int64) error {
	return dr.onPlan(ctx, id, func(p door.Plan) error {
		return dr.plans().Resume(ctx, id, door.NextRegular(p.Regular, dr.Office.Now(), p.Every(), time.Local))
	})
}

// RunPlan makes a plan due now, a paused one too, and what it found and a person
// had stopped; FetchDue does it.
func (dr *Doors) RunPlan(ctx context.Context, id int64) error {
	return dr.onPlan(ctx, id, func(p door.Plan) error {
		if p.OfferState == door.OfferStopped {
			if err := dr.offers().Again(ctx, p.Offer, dr.Office.Now()); err != nil {
				return err
			}
		}
		return dr.plans().Resume(ctx, id, dr.Office.Now())
	})
}

// RemovePlan forgets a plan; what was fetched stays.
func (dr *Doors) RemovePlan(ctx context.Context, id int64) error {
	return dr.onPlan(ctx, id, func(door.Plan) error { return dr.plans().Remove(ctx, id) })
}

func (dr *Doors) onPlan(ctx context.Context, id int64, do func(door.Plan) error) error {
	if _, err := dr.Office.Allow(ctx, people.Receive, "receive"); err != nil {
		return err
	}
	p, err := dr.plans().Get(ctx, id)
	if err != nil {
		return err
	}
	return do(p)
}

// lookDue looks behind the links of all plans whose time has come. What is new
// becomes an offer; a plan that fails stays and is tried again.
func (dr *Doors) lookDue(ctx context.Context, sum *OfferRound) error {
	due, err := dr.plans().List(ctx, dr.Office.Now())
	if err != nil {
		return err
	}
	for _, p := range due {
		if err := dr.lookPlan(ctx, p, sum); err != nil {
			return err
		}
	}
	return nil
}

func (dr *Doors) lookPlan(ctx context.Context, p door.Plan, sum *OfferRound) error {
	// What the last look found counts, not what a file of another digest became.
	s, err := door.Look(ctx, dr.Channel.HTTP, p, p.OfferState == door.OfferFetched)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	regular := door.NextRegular(p.Regular, dr.Office.Now(), p.Every(), time.Local)
	note := func(outcome door.PlanOutcome, reason string, offer int64, next time.Time) error {
		return dr.plans().Looked(ctx, p.ID, outcome, reason, offer, s, next, regular, dr.Office.Now())
	}
	switch kind := failure.KindOf(err); {
	case err == nil:
	case kind == failure.Transient || kind == failure.Setup:
		sum.Waiting++
		next := dr.Office.Now().Add(offerPause(p.Attempt))
		if next.After(regular) {
			next = regular
		}
		return note(door.PlanWaiting, hintOr(err), 0, next)
	default:
		sum.Stopped++
		return note(door.PlanFailed, hintOr(err), 0, regular)
	}
	if s.Changed {
		sum.Stopped++
		return note(door.PlanFailed,
			"Unter dem Link liegt jetzt etwas anderes als das, was abgeholt wurde; die eingetragene Prüfsumme gilt dafür nicht. Bitte die neue Prüfsumme bei der Stelle erfragen und den Plan mit ihr noch einmal eintragen.", 0, regular)
	}
	o, err := dr.offers().Add(ctx, door.Offer{Link: p.Link, Digest: s.Digest, Name: p.Name, Person: p.Person, Due: dr.Office.Now()},
		dr.Office.Now())
	if err != nil {
		return err
	}
	switch {
	case o.State == door.OfferFetched:
		sum.Unchanged++
		return note(door.PlanUnchanged, "", o.ID, regular)
	case o.State == door.OfferStopped && o.Reason == stoppedByHand: // a person's word holds
		return note(door.PlanFailed, stoppedByHand, o.ID, regular)
	case o.State == door.OfferStopped:
		if err := dr.offers().Again(ctx, o.ID, dr.Office.Now()); err != nil {
			return err
		}
	}
	return note(door.PlanOffered, "", o.ID, regular)
}

// ReadTime reads when something is due: RFC 3339, or an hour of today or, where it
// has passed, of tomorrow.
func ReadTime(s string, now time.Time) (time.Time, error) {
	if s == "" {
		return now, nil
	}
	if t, err := time.Parse(time.RFC3339, s); err == nil {
		return t, nil
	}
	t, err := time.ParseInLocation("15:04", s, now.Location())
	if err != nil {
		return now, failure.Wrap(failure.Refused, "read time", wording.Say("hint.outbox.time-unreadable"), err)
	}
	t = time.Date(now.Year(), now.Month(), now.Day(), t.Hour(), t.Minute(), 0, 0, now.Location())
	if t.Before(now) {
		t = t.AddDate(0, 0, 1)
	}
	return t, nil
}
