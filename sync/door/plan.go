package door

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
)

// PlanState says whether a plan is looked after.
type PlanState string

// The states of a plan.
const (
	PlanActive PlanState = "active"
	PlanPaused PlanState = "paused"
)

// PlanOutcome is how the last look behind a link ended.
type PlanOutcome string

// The outcomes of a look; none is "".
const (
	PlanOffered   PlanOutcome = "offered"   // something new: it is fetched as an offer
	PlanUnchanged PlanOutcome = "unchanged" // what lies there was fetched before
	PlanWaiting   PlanOutcome = "waiting"   // not reachable; tried again by itself
	PlanFailed    PlanOutcome = "failed"    // a person should look; the plan goes on
)

// Plan is a link behind which an agency offers something again and again (E10).
// Exactly one of Digest and DigestLink is given: the digest of the one file, or
// where the digest of what lies there now can be read.
type Plan struct {
	ID           int64       `json:"id"`
	Link         string      `json:"link"`
	Digest       string      `json:"digest,omitempty"`
	DigestLink   string      `json:"digestLink,omitempty"`
	Name         string      `json:"name"`
	Person       string      `json:"person"` // who entered it
	State        PlanState   `json:"state"`
	EverySeconds int64       `json:"everySeconds"`
	Regular      time.Time   `json:"regular"` // of the rhythm; Next is sooner after a fault
	Next         time.Time   `json:"next"`
	Attempt      int         `json:"attempt"`
	Outcome      PlanOutcome `json:"outcome,omitempty"`
	Reason       string      `json:"reason,omitempty"` // German: the last answer
	Looked       time.Time   `json:"looked,omitzero"`  // when that was

	Offer      int64      `json:"offer,omitempty"` // what the last look found
	OfferState OfferState `json:"offerState,omitempty"`
	Portion    string     `json:"portion,omitempty"`

	tag  string // of the digest behind DigestLink, or of the file
	seen string // the digest that tag stands for
}

// Every is the rhythm of a plan.
func (p Plan) Every() time.Duration { return time.Duration(p.EverySeconds) * time.Second }

// The bounds of a rhythm.
const (
	minEvery = 15 * time.Minute
	maxEvery = 366 * 24 * time.Hour
)

// ParseEvery reads a rhythm: 30m, 6h, 1d, 2w, or täglich and the like. Refused for
// others, and for those shorter than a quarter of an hour or longer than a year.
func ParseEvery(s string) (time.Duration, error) {
	refused := failure.New(failure.Refused, "read rhythm", wording.Say("hint.door.rhythm-bad"))
	s = strings.ToLower(strings.TrimSpace(s))
	switch s {
	case "stündlich", "hourly":
		return time.Hour, nil
	case "täglich", "daily":
		return 24 * time.Hour, nil
	case "wöchentlich", "weekly":
		return 7 * 24 * time.Hour, nil
	}
	if len(s) < 2 {
		return 0, refused
	}
	unit := map[byte]time.Duration{'m': time.Minute, 'h': time.Hour, 'd': 24 * time.Hour, 'w': 7 * 24 * time.Hour}[s[len(s)-1]]
	n, err := strconv.ParseInt(s[:len(s)-1], 10, 32)
	if err != nil || unit == 0 || n <= 0 || n > int64(maxEvery/unit) {
		return 0, refused
	}
	if d := time.Duration(n) * unit; d >= minEvery {
		return d, nil
	}
	return 0, refused
}

// FormatEvery writes a rhythm as ParseEvery reads it.
func FormatEvery(d time.Duration) string {
	for _, u := range []struct {
		d    time.Duration
		name string
	}{{7 * 24 * time.Hour, "w"}, {24 * time.Hour, "d"}, {time.Hour, "h"}} {
		if d%u.d == 0 {
			return strconv.FormatInt(int64(d/u.d), 10) + u.name
		}
	}
	return strconv.FormatInt(int64(d/time.Minute), 10) + "m"
}

// NextRegular gives the first time of a rhythm after now. Whole days keep their
// hour at the place loc, also over the change of summer time.
func NextRegular(regular, now time.Time, every time.Duration, loc *time.Location) time.Time {
	if regular.After(now) {
		return regular
	}
	if every%(24*time.Hour) != 0 {
		return regular.Add((now.Sub(regular)/every + 1) * every)
	}
	days, at := int(every/(24*time.Hour)), regular.In(loc)
	n := max(0, int(now.Sub(regular)/every)-1) // an hour more or less may be missing
	for {
		if next := at.AddDate(0, 0, n*days); next.After(now) {
			return next.UTC()
		}
		n++
	}
}

// Plans keeps plans.
type Plans struct{ DB DB }

// Add notes a plan; one with the same link is changed to the new statements and
// goes on. Refused for links, digests and rhythms that cannot be used.
func (o Plans) Add(ctx context.Context, x Plan, now time.Time) (Plan, error) {
	var err error
	if x.Link, err = CheckLink(x.Link); err != nil {
		return x, err
	}
	if x.DigestLink != "" {
		if x.DigestLink, err = CheckLink(x.DigestLink); err != nil {
			return x, err
		}
	} else if err := CheckDigest(x.Digest); err != nil {
		return x, err
	}
	if x.Every() < minEvery || x.Every() > maxEvery {
		_, err := ParseEvery("")
		return x, err
	}
	err = o.DB.WithTx(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx,
			`INSERT INTO door_plan (link, digest, digest_link, name, person, state, every_s, regular_at, next_at, created_at) VALUES (?,?,?,?,?,'active',?,?,?,?)
			ON CONFLICT (link) DO UPDATE SET digest = excluded.digest, digest_link = excluded.digest_link, name = excluded.name, person = excluded.person, state = 'active',
			every_s = excluded.every_s, regular_at = excluded.regular_at, next_at = excluded.next_at, attempt = 0, outcome = '', reason = '', looked_at = NULL, offer = NULL, tag = '', seen = ''`,
			x.Link, strings.ToLower(x.Digest), x.DigestLink, x.Name, x.Person, x.EverySeconds, x.Next.UnixMilli(), x.Next.UnixMilli(),
			now.UnixMilli())
		if err != nil {
			return err
		}
		return tx.QueryRowContext(ctx, "SELECT id FROM door_plan WHERE link = ?", x.Link).Scan(&x.ID)
	})
	if err != nil {
		return x, fmt.Errorf("note plan: %w", err)
	}
	return o.Get(ctx, x.ID)
}

const planColumns = `SELECT p.id, p.link, p.digest, p.digest_link, p.name, p.person, p.state, p.every_s, p.regular_at, p.next_at, p.attempt, p.outcome, p.reason, p.looked_at, p.tag, p.seen,
	coalesce(o.id, 0), coalesce(o.state, ''), coalesce(o.reason, ''), coalesce(o.portion, '') FROM door_plan p LEFT JOIN door_offer o ON o.id = p.offer `

// List gives all plans, or those that are due at a time other than zero.
func (o Plans) List(ctx context.Context, due time.Time) ([]Plan, error) {
	where, args := "ORDER BY p.id", []any(nil)
	if !due.IsZero() {
		where, args = "WHERE p.state = 'active' AND p.next_at <= ? ORDER BY p.next_at, p.id", []any{due.UnixMilli()}
	}
	rows, err := o.DB.Reader().QueryContext(ctx, planColumns+where, args...)
	if err != nil {
		return nil, fmt.Errorf("list plans: %w", err)
	}
	defer rows.Close()
	var all []Plan
	for rows.Next() {
		p, err := scanPlan(rows)
		if err != nil {
			return nil, fmt.Errorf("list plans: %w", err)
		}
		all = append(all, p)
	}
	return all, rows.Err()
}

func scanPlan(row interface{ Scan(...any) error }) (Plan, error) {
	var p Plan
	var regular, next int64
	var looked sql.NullInt64
	var answer string
	err := row.Scan(&p.ID, &p.Link, &p.Digest, &p.DigestLink, &p.Name, &p.Person, &p.State, &p.EverySeconds, &regular, &next, &p.Attempt,
		&p.Outcome, &p.Reason, &looked, &p.tag, &p.seen,
		&p.Offer, &p.OfferState, &answer, &p.Portion)
	p.Regular, p.Next = time.UnixMilli(regular).UTC(), time.UnixMilli(next).UTC()
	if looked.Valid {
		p.Looked = time.UnixMilli(looked.Int64).UTC()
	}
	if p.Reason == "" && p.OfferState != OfferFetched { // the offer has the last word about the file
		p.Reason = answer
	}
	return p, err
}

// Get gives one plan. Refused for a number nobody has.
func (o Plans) Get(ctx context.Context, id int64) (Plan, error) {
	p, err := scanPlan(o.DB.Reader().QueryRowContext(ctx, planColumns+"WHERE p.id = ?", id))
	if errors.Is(err, sql.ErrNoRows) {
		return p, failure.New(failure.Refused, "find plan", wording.Say("hint.door.unknown-plan"))
	}
	return p, err
}

// Looked notes how a look ended and when the next one is due. offer is 0 where
// none was found; the one found before then stays.
func (o Plans) Looked(ctx context.Context, id int64, outcome PlanOutcome, reason string, offer int64, s Sighting, next, regular,
	now time.Time) error {
	attempt := "0"
	if outcome == PlanWaiting {
		attempt = "attempt + 1"
	}
	return o.change(ctx,
		"UPDATE door_plan SET outcome = ?, reason = ?, offer = coalesce(nullif(?, 0), offer), tag = CASE WHEN ? = '' THEN tag ELSE ? END, seen = coalesce(nullif(?, ''), seen), next_at = ?, regular_at = ?, looked_at = ?, attempt = "+attempt+" WHERE id = ?",
		outcome, reason, offer, s.Digest, s.Tag, s.Digest, next.UnixMilli(), regular.UnixMilli(), now.UnixMilli(), id)
}

// Pause stops looking, Resume begins again at next.
func (o Plans) Pause(ctx context.Context, id int64) error {
	return o.change(ctx, "UPDATE door_plan SET state = 'paused' WHERE id = ?", id)
}

// Resume looks again from next on.
func (o Plans) Resume(ctx context.Context, id int64, next time.Time) error {
	return o.change(ctx, "UPDATE door_plan SET state = 'active', next_at = ?, attempt = 0 WHERE id = ?", next.UnixMilli(), id)
}

// Remove forgets a plan; what it found stays.
func (o Plans) Remove(ctx context.Context, id int64) error {
	return o.change(ctx, "DELETE FROM door_plan WHERE id = ?", id)
}

func (o Plans) change(ctx context.Context, query string, args ...any) error {
	err := o.DB.WithTx(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, query, args...)
		return err
	})
	if err != nil {
		return fmt.Errorf("change plan: %w", err)
	}
	return nil
}
