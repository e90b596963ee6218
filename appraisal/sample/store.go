package sample

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"laufzettel/transfer/failure"
	"laufzettel/transfer/record"
	"laufzettel/transfer/wording"
)

// DB is the workspace database.
type DB interface {
	Reader() *sql.DB
	WithTx(ctx context.Context, fn func(*sql.Tx) error) error
}

// Room names the tables of this package.
const Room = "sample"

// Migrations are the scripts of this room, append only. An id of a stratum is that of its
// sample, a slash and its number, that of a look the sample and the object. No table holds
// a title or a reason.
var Migrations = []string{`
CREATE TABLE appraisal_sample (
  portion_id TEXT NOT NULL, id TEXT NOT NULL, seed TEXT NOT NULL, seq INTEGER NOT NULL, upto INTEGER NOT NULL,
  most INTEGER NOT NULL, confidence INTEGER NOT NULL, person TEXT NOT NULL, at INTEGER NOT NULL,
  PRIMARY KEY (portion_id, id)) WITHOUT ROWID;
CREATE TABLE appraisal_stratum (
  portion_id TEXT NOT NULL, id TEXT NOT NULL, stratum TEXT NOT NULL, units INTEGER NOT NULL, drawn INTEGER NOT NULL,
  PRIMARY KEY (portion_id, id)) WITHOUT ROWID;
CREATE TABLE appraisal_look (
  portion_id TEXT NOT NULL, id TEXT NOT NULL, number INTEGER NOT NULL, rating TEXT NOT NULL DEFAULT '' CHECK (rating IN ('', 'A', 'V')),
  person TEXT NOT NULL DEFAULT '', at INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (portion_id, id)) WITHOUT ROWID;
`}

// Look is one drawn unit and what the second person said of it.
type Look struct {
	Object  string        `json:"object"`
	Stratum int           `json:"stratum"`
	Rating  record.Rating `json:"rating,omitempty"` // "" = not looked at yet
	Person  string        `json:"person,omitempty"`
	At      time.Time     `json:"at,omitzero"`
}

// Sample is a drawn sample of a portion and how far it is.
type Sample struct {
	Number int       `json:"number"`
	Seed   string    `json:"seed"` // head of the log after the last decision
	Seq    int64     `json:"seq"`  // entries of the log then
	Upto   int64     `json:"upto"` // decisions up to this version are meant
	Plan   Plan      `json:"plan"`
	Person string    `json:"person"`
	At     time.Time `json:"at"`
	Strata []Stratum `json:"strata"`
	Looks  []Look    `json:"looks"`
}

// Standing is how a stratum stands.
type Standing string

// The ways a stratum stands.
const (
	Waiting Standing = "waiting" // somebody has to look
	Passed  Standing = "passed"
	Back    Standing = "back" // one deviation: to be decided anew
)

// Stands tells how a stratum stands.
func (s *Sample) Stands(number int) Standing {
	out := Passed
	for _, l := range s.Looks {
		switch {
		case l.Stratum != number:
		case l.Rating == record.RatingArchive:
			return Back
		case l.Rating == "":
			out = Waiting
		}
	}
	return out
}

// Of gives the stratum with a key; 0 for none.
func (s *Sample) Of(key string) int {
	for _, x := range s.Strata {
		if x.Key == key {
			return x.Number
		}
	}
	return 0
}

// Open gives the drawn units nobody has looked at yet, in the order of their ids.
func (s *Sample) Open() (out []Look) {
	for _, l := range s.Looks {
		if l.Rating == "" {
			out = append(out, l)
		}
	}
	return out
}

// SentBack counts the units of strata that were sent back and not decided anew since.
func (s *Sample) SentBack(units []Unit) (n int) {
	for _, u := range units {
		if x := s.Of(u.Key()); x > 0 && u.Version <= s.Upto && s.Stands(x) == Back {
			n++
		}
	}
	return n
}

// Sure gives the smallest confidence its strata reach, 0 to 1: each for itself.
func (s *Sample) Sure() float64 {
	least := 1.0
	for _, x := range s.Strata {
		least = min(least, s.Plan.Reached(x.Units, len(x.Drawn)))
	}
	return least
}

// Store keeps samples. Safe for concurrent use.
type Store struct{ db DB }

// NewStore works on db.
func NewStore(db DB) *Store { return &Store{db} }

// PutTx stores a sample of a portion as its next one and gives its number.
func PutTx(ctx context.Context, tx *sql.Tx, portion string, s *Sample) error {
	err := tx.QueryRowContext(ctx, "SELECT count(*) + 1 FROM appraisal_sample WHERE portion_id = ?", portion).Scan(&s.Number)
	if err != nil {
		return fmt.Errorf("number sample: %w", err)
	}
	id := strconv.Itoa(s.Number)
	_, err = tx.ExecContext(ctx, `INSERT INTO appraisal_sample (portion_id, id, seed, seq, upto, most, confidence, person, at)
		VALUES (?,?,?,?,?,?,?,?,?)`,
		portion, id, s.Seed, s.Seq, s.Upto, s.Plan.Most, s.Plan.Confidence, s.Person, s.At.UnixMilli())
	if err != nil {
		return fmt.Errorf("store sample: %w", err)
	}
	for _, x := range s.Strata {
		_, err := tx.ExecContext(ctx, "INSERT INTO appraisal_stratum (portion_id, id, stratum, units, drawn) VALUES (?,?,?,?,?)",
			portion, fmt.Sprintf("%s/%d", id, x.Number), x.Key, x.Units, len(x.Drawn))
		if err != nil {
			return fmt.Errorf("store stratum: %w", err)
		}
		for _, o := range x.Drawn {
			_, err := tx.ExecContext(ctx, "INSERT INTO appraisal_look (portion_id, id, number) VALUES (?,?,?)", portion, id+"/"+o, x.Number)
			if err != nil {
				return fmt.Errorf("store drawn unit: %w", err)
			}
		}
	}
	return nil
}

// LookTx keeps what a second person says of a drawn unit: rating V agrees, A deviates.
// Error: Refused for a unit that was not drawn or is looked at already.
func LookTx(ctx context.Context, tx *sql.Tx, portion string, number int, object string, r record.Rating, person string,
	at time.Time) error {
	res, err := tx.ExecContext(ctx, `UPDATE appraisal_look SET rating = ?, person = ?, at = ?
		WHERE portion_id = ? AND id = ? AND rating = '' `, r, person, at.UnixMilli(), portion, fmt.Sprintf("%d/%s", number, object))
	if err != nil {
		return fmt.Errorf("store look: %w", err)
	}
	n, err := res.RowsAffected()
	if err == nil && n == 0 {
		err = failure.New(failure.Refused, "look at sample", wording.Say("hint.sample.not-drawn", object))
	}
	return err
}

// Last gives the sample of a portion drawn last; nil where none was.
func (st *Store) Last(ctx context.Context, portion string) (*Sample, error) {
	s := &Sample{}
	var id string
	var at int64
	err := st.db.Reader().QueryRowContext(ctx, `SELECT id, seed, seq, upto, most, confidence, person, at FROM appraisal_sample
		WHERE portion_id = ? ORDER BY CAST(id AS INTEGER) DESC LIMIT 1`, portion).Scan(
		&id, &s.Seed, &s.Seq, &s.Upto, &s.Plan.Most, &s.Plan.Confidence, &s.Person, &at)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read sample: %w", err)
	}
	if s.Number, err = strconv.Atoi(id); err != nil {
		return nil, fmt.Errorf("read sample: %w", err)
	}
	s.At = time.UnixMilli(at).UTC()
	if err := st.strata(ctx, portion, s); err != nil {
		return nil, err
	}
	return s, st.looks(ctx, portion, s)
}

func (st *Store) strata(ctx context.Context, portion string, s *Sample) error {
	rows, err := st.db.Reader().QueryContext(ctx, `SELECT id, stratum, units, drawn FROM appraisal_stratum
		WHERE portion_id = ? AND id GLOB ?`,
		portion, fmt.Sprintf("%d/*", s.Number))
	if err != nil {
		return fmt.Errorf("read strata: %w", err)
	}
	defer rows.Close()
	all := map[int]Stratum{}
	for rows.Next() {
		var x Stratum
		var id string
		var drawn int
		if err := rows.Scan(&id, &x.Key, &x.Units, &drawn); err != nil {
			return fmt.Errorf("read strata: %w", err)
		}
		_, number, _ := strings.Cut(id, "/")
		if x.Number, err = strconv.Atoi(number); err != nil {
			return fmt.Errorf("read strata: %w", err)
		}
		all[x.Number] = x
	}
	for n := 1; n <= len(all); n++ {
		s.Strata = append(s.Strata, all[n])
	}
	return rows.Err()
}

func (st *Store) looks(ctx context.Context, portion string, s *Sample) error {
	rows, err := st.db.Reader().QueryContext(ctx, `SELECT id, number, rating, person, at FROM appraisal_look
		WHERE portion_id = ? AND id GLOB ? ORDER BY id`,
		portion, fmt.Sprintf("%d/*", s.Number))
	if err != nil {
		return fmt.Errorf("read looks: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		var l Look
		var id string
		var at int64
		if err := rows.Scan(&id, &l.Stratum, &l.Rating, &l.Person, &at); err != nil {
			return fmt.Errorf("read looks: %w", err)
		}
		_, l.Object, _ = strings.Cut(id, "/")
		if at > 0 {
			l.At = time.UnixMilli(at).UTC()
		}
		s.Looks = append(s.Looks, l)
		if i := l.Stratum - 1; i >= 0 && i < len(s.Strata) {
			s.Strata[i].Drawn = append(s.Strata[i].Drawn, l.Object)
		}
	}
	return rows.Err()
}
