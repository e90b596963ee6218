package accession

import (
	"context"
	"database/sql"
	"strings"
	"time"

	"laufzettel/app/settings"
	"laufzettel/app/work/intake"
	"laufzettel/app/work/office"
	"laufzettel/transfer"
	"laufzettel/transfer/events"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/people"
	"laufzettel/transfer/wording"
)

// keptNumbers is the settings key of the pattern of accession numbers.
const keptNumbers = "accession-number"

// DeadlineAppraisal names the legal deadline for the appraisal of an offer (A3).
const DeadlineAppraisal = "Bewertung"

// Deadline says what a deadline is for: the legal one in the words of the language, others as
// a person wrote them.
func Deadline(what string) wording.Text {
	if what == DeadlineAppraisal {
		return wording.Say("nav.appraise")
	}
	return wording.Plain(what)
}

// NumberPattern gives the pattern of accession numbers of this archive.
func (bk *Books) NumberPattern() string {
	if p := bk.Office.Settings.Get().Kept[keptNumbers]; p != "" {
		return p
	}
	return transfer.DefaultNumber
}

// SetNumberPattern changes the pattern; numbers given stay as they are. Error:
// Refused with the reason.
func (bk *Books) SetNumberPattern(ctx context.Context, pattern string) error {
	if err := bk.Office.May(ctx, people.Tools); err != nil {
		return err
	}
	if err := transfer.ValidNumber(pattern); err != nil {
		return err
	}
	return bk.Office.Settings.Change(func(s *settings.Settings) { s.Kept = office.WithKept(s.Kept, keptNumbers, pattern) })
}

// AccessionDraft is what a person says when opening an accession by hand.
type AccessionDraft struct {
	Title, Agency, AgencyID string
	Profile                 string // id of a profile; its agency holds where none is named
	Kind                    string
	Extent                  string // announced, in words
	Due                     time.Time
	DueWhat                 string
}

// NewAccession opens an accession by hand (A31). Errors: Refused without title or
// agency, or with a profile nobody knows.
func (bk *Books) NewAccession(ctx context.Context, d AccessionDraft) (transfer.Accession, error) {
	person, err := bk.Office.MustPerson(people.Book, "book accession")
	if err != nil {
		return transfer.Accession{}, err
	}
	a := transfer.Accession{Title: d.Title, Agency: d.Agency, AgencyID: d.AgencyID, Profile: d.Profile, Kind: d.Kind, Extent: d.Extent,
		Origin: transfer.ByHand, State: transfer.Awaited}
	if d.Profile != "" {
		prof, err := bk.Profiles.Get(ctx, d.Profile)
		if err != nil {
			return a, failure.Wrap(failure.Refused, "open accession", wording.Say("hint.cli.no-such-profile", d.Profile), err)
		}
		if a.Agency == "" {
			a.Agency = prof.Agency
		}
		a.AgencyID = prof.AgencyID
	}
	return bk.Portions.OpenAccession(ctx, a, "", func(tx *sql.Tx, a transfer.Accession) error {
		if !d.Due.IsZero() {
			what := strings.TrimSpace(d.DueWhat)
			if what == "" {
				what = "Lieferung"
			}
			if err := transfer.SetDeadlineTx(ctx, tx, transfer.Deadline{Accession: a.ID, What: what, Due: d.Due,
				Person: person}); err != nil {
				return err
			}
		}
		return bk.Log.Entry(ctx, bk.Office.Event(events.Booked, a.ID, "", string(a.Origin), map[string]string{"number": a.Number}))(tx)
	})
}

// Remark notes a remark on an accession (number or id).
func (bk *Books) Remark(ctx context.Context, id, text string) error {
	person, err := bk.Office.MustPerson(people.Book, "book accession")
	if err != nil {
		return err
	}
	a, err := bk.Portions.Accession(ctx, id)
	if err != nil {
		return err
	}
	return bk.Portions.AddRemark(ctx, a.ID, person, text, bk.Log.Entry(ctx, bk.Office.Event(events.Booked, a.ID, "", "remark", nil)))
}

// maxCycle bounds a cycle in days.
const maxCycle = 3660

// SetCycle sets a deadline that comes again every so many days, such as the next
// crawl of a website (F13); meeting it sets the next one.
func (bk *Books) SetCycle(ctx context.Context, id, what string, due time.Time, days int) error {
	if days < 1 || days > maxCycle {
		return failure.New(failure.Refused, "set cycle", wording.Say("hint.accession.cycle-range", maxCycle))
	}
	return bk.setDeadline(ctx, id, what, due, false, days)
}

// ReadDay reads a day as a person types it, 31.12.2026 or 2026-12-31, and gives its end;
// "" is zero. Error: Refused when it is none.
func ReadDay(text string) (time.Time, error) {
	if text == "" {
		return time.Time{}, nil
	}
	for _, layout := range []string{"02.01.2006", "2.1.2006", time.DateOnly} {
		if t, err := time.ParseInLocation(layout, text, time.Local); err == nil {
			return t.AddDate(0, 0, 1).UTC(), nil
		}
	}
	return time.Time{}, failure.New(failure.Refused, "read day", wording.Say("hint.accession.not-a-day", text))
}

// SetDeadline sets, moves or (met) ends an own deadline of an accession.
func (bk *Books) SetDeadline(ctx context.Context, id, what string, due time.Time, met bool) error {
	return bk.setDeadline(ctx, id, what, due, met, 0)
}

func (bk *Books) setDeadline(ctx context.Context, id, what string, due time.Time, met bool, every int) error {
	person, err := bk.Office.MustPerson(people.Book, "book accession")
	if err != nil {
		return err
	}
	a, err := bk.Portions.Accession(ctx, id)
	if err != nil {
		return err
	}
	what = strings.TrimSpace(what)
	if what == "" || len(what) > 200 {
		return failure.New(failure.Refused, "set deadline", wording.Say("hint.accession.deadline-needs-text"))
	}
	if met {
		known, err := bk.Portions.Deadlines(ctx, a.ID)
		if err != nil {
			return err
		}
		found := false
		for _, d := range known {
			if d.What == what {
				due, found, every = d.Due, true, d.Every
			}
		}
		if !found {
			return failure.New(failure.Refused, "end deadline", wording.Say("hint.accession.no-such-deadline", what, a.Number))
		}
	} else if due.IsZero() {
		return failure.New(failure.Refused, "set deadline", wording.Say("hint.accession.deadline-needs-day"))
	}
	d := transfer.Deadline{Accession: a.ID, What: what, Due: due, Person: person, Every: every}
	outcome := "deadline"
	switch {
	case met && every > 0: // the cycle goes on from the day it was met
		d.Due, outcome = bk.Office.Now().AddDate(0, 0, every), "deadline-met"
	case met:
		d.Met, outcome = bk.Office.Now(), "deadline-met"
	}
	return bk.Office.Store.WithTx(ctx, func(tx *sql.Tx) error {
		if err := transfer.SetDeadlineTx(ctx, tx, d); err != nil {
			return err
		}
		return bk.Log.Entry(ctx, bk.Office.Event(events.Booked, a.ID, what, outcome,
			map[string]string{"due": due.Format(time.DateOnly)}))(tx)
	})
}

// Proposal looks at what a drop holds and where it goes; redelivery and accession narrow
// it to what a person named already.
func (bk *Books) Proposal(ctx context.Context, source string) (*intake.Proposal, error) {
	if _, err := bk.Office.Allow(ctx, people.Receive, "receive"); err != nil {
		return nil, err
	}
	return intake.Drops{Intake: bk.Intake}.Propose(ctx, source)
}

// ReceiveInto is Receive into a chosen accession ("" = by procedure, else a new
// one), as the redelivery of a returned portion ("" = found by itself, A36).
func (bk *Books) ReceiveInto(ctx context.Context, source, accession, redelivery string, progress intake.CopyProgress) (transfer.Portion,
	error) {
	taken, err := bk.ReceiveAs(ctx, source, "", accession, redelivery, progress)
	return first(taken), err
}

// ReceiveAs is ReceiveInto for all that lies at a path, each delivery a portion of its own.
// What a person calls a delivery of one kind ("" = recognise) is taken as it lies, whatever
// deliveries are in it.
func (bk *Books) ReceiveAs(ctx context.Context, source, kind, accession, redelivery string,
	progress intake.CopyProgress) ([]transfer.Portion, error) {
	into, err := bk.destination(ctx, kind, accession, redelivery)
	if err != nil {
		return nil, err
	}
	if kind == "" {
		p, err := intake.Drops{Intake: bk.Intake}.Propose(ctx, source)
		if err != nil {
			return nil, err
		}
		old := transfer.Portion{}
		if into.Redelivery != "" {
			if old, err = bk.Portions.Get(ctx, into.Redelivery); err != nil {
				return nil, err
			}
		}
		if old.ID == "" || p.Replace(old) {
			return intake.Drops{Intake: bk.Intake}.TakeDrop(ctx, p, p.AllTo(into.AccessionID), true, progress)
		}
	}
	x, err := bk.Intake.TakeUp(ctx, source, into, progress)
	if err != nil {
		return nil, err
	}
	return []transfer.Portion{x}, nil
}

// destination reads what a person said of where a delivery belongs.
func (bk *Books) destination(ctx context.Context, kind, accession, redelivery string) (transfer.Portion, error) {
	into := transfer.Portion{Kind: kind}
	if err := (intake.Drops{Intake: bk.Intake}).KnowsKind(kind); err != nil {
		return into, err
	}
	if accession != "" {
		a, err := bk.Portions.Accession(ctx, accession)
		if err != nil {
			return into, err
		}
		if a.State != transfer.InWork && !a.State.May(transfer.InWork) {
			return into, failure.New(failure.Refused, "receive into "+a.ID, wording.Say("hint.accession.takes-nothing", a.Number, a.State))
		}
		into.AccessionID = a.ID
	}
	if redelivery != "" {
		old, err := bk.Portions.Get(ctx, redelivery)
		if err != nil {
			return into, err
		}
		if old.State != transfer.Returned && old.State != transfer.Closed {
			return into, failure.New(failure.Refused, "redelivery of "+old.ID,
				wording.Say("hint.accession.replaces-returned-only", old.ID, old.State))
		}
		if into.AccessionID != "" && into.AccessionID != old.AccessionID {
			return into, failure.New(failure.Refused, "redelivery of "+old.ID,
				wording.Say("hint.accession.redelivery-elsewhere", old.ID, old.AccessionID))
		}
		into.AccessionID, into.Redelivery = old.AccessionID, old.ID
	}
	return into, nil
}

func first(taken []transfer.Portion) (p transfer.Portion) {
	if len(taken) > 0 {
		p = taken[0]
	}
	return p
}
