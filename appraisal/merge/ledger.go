package merge

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"laufzettel/appraisal"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/people/naming"
	"laufzettel/transfer/record"
	"laufzettel/transfer/wording"
)

// DB is what the room needs of the workspace database.
type DB interface {
	Reader() *sql.DB
	WithTx(ctx context.Context, fn func(*sql.Tx) error) error
}

// Room names the tables of this package.
const Room = "merge"

// Migrations are the room's scripts, append only. A share is a portion whose
// decisions are exchanged; cursor is the last line of the appraisal history that
// was turned into a statement, seen the last number of the archive taken in.
var Migrations = []string{`
CREATE TABLE merge_share (
  portion_id TEXT PRIMARY KEY, cursor INTEGER NOT NULL DEFAULT 0, seen INTEGER NOT NULL DEFAULT 0);
CREATE TABLE merge_statement (
  portion_id TEXT NOT NULL REFERENCES merge_share (portion_id), id TEXT NOT NULL, object_id TEXT NOT NULL,
  act TEXT NOT NULL CHECK (act IN ('decide','release')), rating TEXT NOT NULL CHECK (rating IN ('','A','V')),
  reason TEXT NOT NULL, actor TEXT NOT NULL, at INTEGER NOT NULL, rests TEXT NOT NULL,
  client TEXT NOT NULL DEFAULT '', office TEXT NOT NULL DEFAULT '', proposal INTEGER NOT NULL DEFAULT 0 CHECK (proposal IN (0,1)),
  sequence INTEGER NOT NULL DEFAULT 0, own INTEGER NOT NULL DEFAULT 0 CHECK (own IN (0,1)),
  PRIMARY KEY (portion_id, id)) WITHOUT ROWID;
CREATE INDEX merge_statement_object ON merge_statement (portion_id, object_id);
`, `
ALTER TABLE merge_statement ADD COLUMN hand BLOB;
ALTER TABLE merge_statement ADD COLUMN signed TEXT NOT NULL DEFAULT '';
`}

// Ledger keeps the statements of a workspace and brings its Book in line with
// them. Safe for concurrent use.
type Ledger struct {
	db   DB
	book *appraisal.Book
	now  func() time.Time
}

// NewLedger works on db and book; now is the clock.
func NewLedger(db DB, book *appraisal.Book, now func() time.Time) *Ledger {
	return &Ledger{db: db, book: book, now: now}
}

// ShareTx begins the exchange of a portion's decisions; doing so twice changes
// nothing.
func (l *Ledger) ShareTx(ctx context.Context, tx *sql.Tx, portion string) error {
	if _, err := tx.ExecContext(ctx, "INSERT INTO merge_share (portion_id) VALUES (?) ON CONFLICT (portion_id) DO NOTHING",
		portion); err != nil {
		return fmt.Errorf("share portion: %w", err)
	}
	return nil
}

// CollectTx turns what was decided here since the last time into statements and
// gives all that the archive does not know yet, oldest first.
func (l *Ledger) CollectTx(ctx context.Context, tx *sql.Tx, portion string) ([]Known, error) {
	var cursor int64
	if err := tx.QueryRowContext(ctx, "SELECT cursor FROM merge_share WHERE portion_id = ?", portion).Scan(&cursor); err != nil {
		return nil, fmt.Errorf("find share of %s: %w", portion, err)
	}
	fresh, err := l.book.HistoryAfter(ctx, tx, portion, cursor)
	if err != nil {
		return nil, err
	}
	of, err := about(ctx, tx, portion, fresh)
	if err != nil {
		return nil, err
	}
	for _, e := range fresh {
		if s, ok := stated(e, of[e.Object]); ok {
			k := Known{Statement: s, Own: true}
			if _, err := insert(ctx, tx, portion, k); err != nil {
				return nil, err
			}
			of[e.Object] = append(of[e.Object], k)
		}
		cursor = e.N
	}
	if _, err := tx.ExecContext(ctx, "UPDATE merge_share SET cursor = ? WHERE portion_id = ?", cursor, portion); err != nil {
		return nil, fmt.Errorf("note cursor of %s: %w", portion, err)
	}
	return unsent(ctx, tx, portion)
}

// few is up to how many lines their objects are looked up one by one.
const few = 50

// about gives the statements on the objects of lines of the history.
func about(ctx context.Context, tx *sql.Tx, portion string, fresh []appraisal.Numbered) (map[string][]Known, error) {
	objects := []string{""}
	if len(fresh) <= few {
		objects = objects[:0]
		for _, e := range fresh {
			if !slices.Contains(objects, e.Object) {
				objects = append(objects, e.Object)
			}
		}
	}
	of := map[string][]Known{}
	for _, o := range objects {
		all, err := statements(ctx, tx, portion, o)
		if err != nil {
			return nil, err
		}
		for _, k := range all {
			of[k.Object] = append(of[k.Object], k)
		}
	}
	return of, nil
}

// HandTx lets a person sign what they decided here and the archive does not know
// yet: key is the id of their key, sign gives the signature under a statement's id. What others decided at the
// same workstation is left to them. Statements signed already stay as they are.
func (l *Ledger) HandTx(ctx context.Context, tx *sql.Tx, portion, actor, key string, sign func(id string) ([]byte, error)) error {
	if _, err := l.CollectTx(ctx, tx, portion); err != nil {
		return err
	}
	open, err := query(ctx, tx, "WHERE portion_id = ? AND sequence = 0 AND own = 1 AND hand IS NULL", portion)
	if err != nil {
		return err
	}
	for _, k := range open {
		if !naming.Same(k.Actor, actor) {
			continue
		}
		hand, err := sign(k.ID)
		if err != nil {
			return fmt.Errorf("sign statement: %w", err)
		}
		if _, err := tx.ExecContext(ctx, "UPDATE merge_statement SET hand = ?, signed = ? WHERE portion_id = ? AND id = ?", hand, key,
			portion, k.ID); err != nil {
			return fmt.Errorf("sign statement: %w", err)
		}
	}
	return nil
}

// stated makes the statement of a line of the history; ok is false for lines
// that say nothing others need to know.
func stated(e appraisal.Numbered, known []Known) (s Statement, ok bool) {
	o := resolve(e.Object, byID(known))
	s = Statement{Object: e.Object, Act: Decide, Rating: e.Rating, Reason: e.Reason, Actor: e.Actor, At: e.At}
	switch e.Act {
	case "set", "undo", "redo", "keep":
		if s.Rating == record.RatingOpen && len(o.Heads) == 0 {
			return s, false // open it was before
		}
		s.Rests = ids(o.Heads)
		for _, p := range o.Proposals {
			if p.Own { // our own later word replaces our earlier one
				s.Rests = append(s.Rests, p.ID)
			}
		}
	case "release":
		d := o.Decision()
		if d == nil || d.Rating != record.RatingDestroy {
			return s, false
		}
		s.Act, s.Rating, s.Rests = Release, record.RatingDestroy, []string{d.ID}
	default:
		return s, false
	}
	return s.Seal(), true
}

func byID(known []Known) map[string]Known {
	of := make(map[string]Known, len(known))
	for _, k := range known {
		of[k.ID] = k
	}
	return of
}

func ids(known []Known) []string {
	out := make([]string, len(known))
	for i, k := range known {
		out[i] = k.ID
	}
	return out
}

// Change counts what taking in did.
type Change struct {
	New       int `json:"new"`       // statements not known before
	Adopted   int `json:"adopted"`   // decisions now in force here that were not
	Conflicts int `json:"conflicts"` // objects in conflict now
	Proposals int `json:"proposals"` // objects with proposals that wait
	// Waiting counts portions with decisions under a key that nobody here has met yet;
	// they are taken in when a person who can sign exchanges.
	Waiting int `json:"waiting,omitempty"`
	// Spared counts decisions V made elsewhere on what is never destroyed; they are not
	// taken in.
	Spared int `json:"spared,omitempty"`
}

// Take takes statements of the archive in, up to number seen, and brings the
// Book in line with what then holds; own decisions not yet stated are stated
// first, so that none is overwritten unseen. apply false only stores them, for a
// portion whose appraisal is closed. Repeating changes nothing.
func (l *Ledger) Take(ctx context.Context, portion string, got []Known, seen int64, apply bool) (c Change, err error) {
	err = l.db.WithTx(ctx, func(tx *sql.Tx) error {
		c = Change{}
		if _, err := l.CollectTx(ctx, tx, portion); err != nil {
			return err
		}
		for _, k := range got {
			isNew, err := insert(ctx, tx, portion, k)
			if err != nil {
				return err
			}
			if isNew {
				c.New++
			}
		}
		if _, err := tx.ExecContext(ctx, "UPDATE merge_share SET seen = max(seen, ?) WHERE portion_id = ?", seen, portion); err != nil {
			return fmt.Errorf("note what was seen: %w", err)
		}
		return l.align(ctx, tx, portion, apply, &c)
	})
	return c, err
}

// align brings the Book in line with what holds.
func (l *Ledger) align(ctx context.Context, tx *sql.Tx, portion string, apply bool, c *Change) error {
	all, err := statements(ctx, tx, portion, "")
	if err != nil {
		return err
	}
	for _, o := range sorted(Resolve(all)) {
		if o.Conflict {
			c.Conflicts++
		}
		if len(o.Proposals) > 0 {
			c.Proposals++
		}
		if !apply {
			continue
		}
		changed, err := l.adopt(ctx, tx, portion, o)
		if err != nil {
			return err
		}
		if changed {
			c.Adopted++
		}
	}
	// What adopting wrote into the history is no new word of this workspace.
	_, err = tx.ExecContext(ctx,
		`UPDATE merge_share SET cursor = max(cursor, coalesce((SELECT max(id) FROM appraisal_history WHERE portion_id = ?1), 0)) WHERE portion_id = ?1 AND ?2`, portion, apply)
	if err != nil {
		return fmt.Errorf("note cursor of %s: %w", portion, err)
	}
	return nil
}

// conflictActor stands in the history where both sides of a conflict were set aside.
const conflictActor = "Abgleich"

// adopt puts in force what holds for one object; it tells whether that was a change.
func (l *Ledger) adopt(ctx context.Context, tx *sql.Tx, portion string, o Outcome) (bool, error) {
	have, decided, err := l.book.DecisionTx(ctx, tx, portion, o.Object)
	if err != nil {
		return false, err
	}
	want := appraisal.Decision{Portion: portion, Object: o.Object}
	d := o.Decision()
	switch {
	case d != nil:
		want.Rating, want.Reason, want.Actor, want.At = d.Rating, d.Reason, d.Actor, d.At
		if o.Release != nil {
			want.ReleasedBy, want.ReleasedAt = o.Release.Actor, o.Release.At
		}
		if decided && have.Rating == want.Rating && have.Reason == want.Reason && have.Actor == want.Actor && have.At.Equal(want.At) &&
			have.ReleasedBy == want.ReleasedBy && have.ReleasedAt.Equal(want.ReleasedAt) {
			return false, nil
		}
	case !decided:
		return false, nil
	case o.Conflict:
		want.Actor, want.At, want.Reason = conflictActor, l.now(), "Widersprüchliche Entscheidungen; beide stehen unter Konflikte."
	default:
		want.Actor, want.At, want.Reason = conflictActor, l.now(),
			"Nach dem Abgleich offen; die eigene Entscheidung steht als Vorschlag unter Konflikte."
		if len(o.Heads) > 0 {
			want.Actor, want.At, want.Reason = o.Heads[0].Actor, o.Heads[0].At, o.Heads[0].Reason
		}
	}
	return true, l.book.AdoptTx(ctx, tx, want)
}

// Settle ends a conflict or answers proposals: the person's decision rests on
// everything that was shown. Error: Refused where nothing waits.
func (l *Ledger) Settle(ctx context.Context, portion, object string, rating record.Rating, reason, actor string,
	also func(*sql.Tx) error) error {
	return l.db.WithTx(ctx, func(tx *sql.Tx) error {
		if _, err := l.CollectTx(ctx, tx, portion); err != nil {
			return err
		}
		known, err := statements(ctx, tx, portion, object)
		if err != nil {
			return err
		}
		o := resolve(object, byID(known))
		if !o.Waiting() {
			return failure.New(failure.Refused, "settle "+object, wording.Say("hint.merge.nothing-to-settle"))
		}
		if rating == record.RatingAppraise {
			rating = record.RatingOpen
		}
		s := Statement{Object: object, Act: Decide, Rating: rating, Reason: reason, Actor: actor, At: l.now(),
			Rests: append(ids(o.Heads), ids(o.Proposals)...)}.Seal()
		if err := s.Check(); err != nil {
			return failure.Wrap(failure.Refused, "settle "+object, wording.Say("hint.merge.rating-and-name"), err)
		}
		if _, err := insert(ctx, tx, portion, Known{Statement: s, Own: true}); err != nil {
			return err
		}
		var c Change
		if err := l.align(ctx, tx, portion, true, &c); err != nil {
			return err
		}
		if also == nil {
			return nil
		}
		return also(tx)
	})
}

// Outcomes gives what holds for every object of a shared portion, by object id.
func (l *Ledger) Outcomes(ctx context.Context, portion string) ([]Outcome, error) {
	all, err := statements(ctx, l.db.Reader(), portion, "")
	if err != nil {
		return nil, err
	}
	return sorted(Resolve(all)), nil
}

// History gives every statement on an object ("" = all), oldest first; both sides
// of every conflict stay in it.
func (l *Ledger) History(ctx context.Context, portion, object string) ([]Known, error) {
	all, err := statements(ctx, l.db.Reader(), portion, object)
	slices.SortFunc(all, older)
	return all, err
}

// Seen gives the last number of the archive taken in; ok is false for a portion
// that is not shared.
func (l *Ledger) Seen(ctx context.Context, portion string) (seen int64, ok bool, err error) {
	err = l.db.Reader().QueryRowContext(ctx, "SELECT seen FROM merge_share WHERE portion_id = ?", portion).Scan(&seen)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, false, nil
	}
	return seen, err == nil, err
}

// Unsent counts the own statements the archive has not confirmed yet; decisions
// not yet collected are not among them.
func (l *Ledger) Unsent(ctx context.Context, portion string) (n int, err error) {
	err = l.db.Reader().QueryRowContext(ctx, `SELECT (SELECT count(*) FROM merge_statement WHERE portion_id = ?1 AND sequence = 0)
 + (SELECT count(*) FROM appraisal_history h JOIN merge_share s ON s.portion_id = h.portion_id WHERE h.portion_id = ?1 AND h.id > s.cursor)`, portion).Scan(&n)
	return n, err
}

// Met reports whether a person's key stands under a statement that is here already.
func (l *Ledger) Met(ctx context.Context, key string) (met bool, err error) {
	err = l.db.Reader().QueryRowContext(ctx, "SELECT EXISTS (SELECT 1 FROM merge_statement WHERE signed = ?)", key).Scan(&met)
	return met, err
}

func sorted(of map[string]Outcome) []Outcome {
	out := make([]Outcome, 0, len(of))
	for _, o := range of {
		out = append(out, o)
	}
	slices.SortFunc(out, func(a, b Outcome) int { return strings.Compare(a.Object, b.Object) })
	return out
}

type querier interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
}

func statements(ctx context.Context, q querier, portion, object string) ([]Known, error) {
	return query(ctx, q, "WHERE portion_id = ? AND (object_id = ? OR ? = '')", portion, object, object)
}

// unsent gives what the archive has not numbered yet, causes before effects.
func unsent(ctx context.Context, tx *sql.Tx, portion string) ([]Known, error) {
	all, err := query(ctx, tx, "WHERE portion_id = ? AND sequence = 0 AND own = 1", portion)
	slices.SortFunc(all, older)
	return all, err
}

func query(ctx context.Context, q querier, where string, args ...any) ([]Known, error) {
	rows, err := q.QueryContext(ctx,
		"SELECT id, object_id, act, rating, reason, actor, at, rests, client, office, proposal, sequence, own, hand, signed FROM merge_statement "+where, args...)
	if err != nil {
		return nil, fmt.Errorf("read statements: %w", err)
	}
	defer rows.Close()
	var out []Known
	for rows.Next() {
		var k Known
		var at int64
		var rests string
		if err := rows.Scan(&k.ID, &k.Object, &k.Act, &k.Rating, &k.Reason, &k.Actor, &at, &rests, &k.Client, &k.Office, &k.Proposal,
			&k.Sequence, &k.Own, &k.Hand, &k.Signed); err != nil {
			return nil, fmt.Errorf("read statements: %w", err)
		}
		k.At, k.Rests = time.UnixMilli(at).UTC(), strings.Fields(rests)
		out = append(out, k)
	}
	return out, rows.Err()
}

// insert stores a statement; of one that is known it takes over what the archive
// says about it.
func insert(ctx context.Context, tx *sql.Tx, portion string, k Known) (isNew bool, err error) {
	res, err := tx.ExecContext(ctx,
		`INSERT INTO merge_statement (portion_id, id, object_id, act, rating, reason, actor, at, rests, client, office, proposal, sequence, own, hand, signed)
 VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?) ON CONFLICT (portion_id, id) DO NOTHING`,
		portion, k.ID, k.Object, string(k.Act), string(k.Rating), k.Reason, k.Actor, k.At.UnixMilli(), strings.Join(k.Rests, " "), k.Client,
		k.Office, k.Proposal, k.Sequence, k.Own, handOrNull(k.Hand), k.Signed)
	if err != nil {
		return false, fmt.Errorf("store statement: %w", err)
	}
	n, err := res.RowsAffected()
	if err != nil || n == 1 || k.Sequence == 0 {
		return n == 1, err
	}
	_, err = tx.ExecContext(ctx, `UPDATE merge_statement SET client = ?, office = ?, proposal = ?, sequence = ?,
 signed = CASE WHEN hand IS NULL THEN ? ELSE signed END, hand = coalesce(hand, ?) WHERE portion_id = ? AND id = ?`,
		k.Client, k.Office, k.Proposal, k.Sequence, k.Signed, handOrNull(k.Hand), portion, k.ID)
	if err != nil {
		return false, fmt.Errorf("store statement: %w", err)
	}
	return false, nil
}

func handOrNull(hand []byte) any {
	if len(hand) == 0 {
		return nil
	}
	return hand
}
