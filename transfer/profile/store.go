package profile

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
)

// Room is the name of this room's tables in the workspace database.
const Room = "profile"

// Migrations are the scripts of the room, append only. Every saved state of a
// profile is a row: what was agreed when a portion arrived must stay provable.
var Migrations = []string{`
CREATE TABLE profile_version (
  id        TEXT NOT NULL,
  version   INTEGER NOT NULL CHECK (version > 0),
  agency_id TEXT NOT NULL,
  agency    TEXT NOT NULL,
  state     TEXT NOT NULL CHECK (state IN ('valid', 'deleted')),
  saved     INTEGER NOT NULL,
  saved_by  TEXT NOT NULL,
  profile   TEXT NOT NULL,
  PRIMARY KEY (id, version)) WITHOUT ROWID;
CREATE TABLE profile (
  id        TEXT NOT NULL PRIMARY KEY,
  version   INTEGER NOT NULL,
  agency_id TEXT NOT NULL,
  agency    TEXT NOT NULL,
  FOREIGN KEY (id, version) REFERENCES profile_version (id, version)) WITHOUT ROWID;
CREATE INDEX profile_agency ON profile (agency_id);
`}

// ByPolicy stands in the history for the policy of the machine.
const ByPolicy = "Richtlinie"

// fromArchive begins who saved a profile that an archive has signed.
const fromArchive = "Archiv "

// ByArchive is who saved a profile that an archive has signed, for the history.
func ByArchive(name string) string { return fromArchive + name }

// FromArchive reports whether a state was saved as an archive had signed it.
func FromArchive(by string) bool { return strings.HasPrefix(by, fromArchive) }

// DB is the database as this room needs it; app/store implements it.
type DB interface {
	Reader() *sql.DB
	WithTx(ctx context.Context, fn func(*sql.Tx) error) error
}

// ErrNotFound says that there is no profile of that id.
var ErrNotFound = failure.New(failure.Refused, "find profile", wording.Say("hint.profile.unknown-profile"))

// Store keeps the profiles of a workspace with their history.
type Store struct {
	db  DB
	now func() time.Time
}

// NewStore gives the profiles of a workspace; its tables come from Migrations.
func NewStore(db DB) *Store { return &Store{db: db, now: time.Now} }

// WithClock gives the store that dates what it saves by now, the clock of the house.
func (s *Store) WithClock(now func() time.Time) *Store { return &Store{db: s.db, now: now} }

// Version is one saved state of a profile.
type Version struct {
	Number  int
	Saved   time.Time
	By      string // who saved it
	Deleted bool   // the profile was taken out with this state
	Profile Profile
}

// Save checks the profile and stores it as a new version; a profile equal to
// the current version is not stored again. Faults of mappings that stand in the
// current version already do not hold up a change of something else. by names the
// person. It gives the version's number. Errors: *Invalid, naming every field.
func (s *Store) Save(ctx context.Context, p Profile, by string) (version int, err error) {
	return s.save(ctx, p, by, func(current *Profile) error {
		f := p.faults()
		if current == nil || !current.Mapping.Equal(p.Mapping) {
			f.mappings(p.Mapping)
		}
		return f.invalid()
	})
}

// Take stores a profile that someone else answers for: signed by an archive, or
// lent by a workspace to its trial. What its mappings would never write stops
// nothing here; Unwritten tells it. Else as Save.
func (s *Store) Take(ctx context.Context, p Profile, by string) (version int, err error) {
	return s.save(ctx, p, by, func(*Profile) error { return p.faults().invalid() })
}

func (s *Store) save(ctx context.Context, p Profile, by string, check func(current *Profile) error) (version int, err error) {
	text, err := p.Text()
	if err != nil {
		return 0, err
	}
	var faulty error
	err = s.db.WithTx(ctx, func(tx *sql.Tx) error {
		n, old, was, err := currentVersion(ctx, tx, p.ID)
		if err != nil && !errors.Is(err, sql.ErrNoRows) {
			return err
		}
		var current *Profile // nil also where what is stored cannot be read: then all is checked
		if stored := new(Profile); err == nil && json.Unmarshal(old, stored) == nil {
			current = stored
		}
		if faulty = check(current); faulty != nil {
			return faulty
		}
		// What the policy brought a person may make their own: it then counts without the policy.
		if err == nil && string(old) == text && (was == by || was != ByPolicy) {
			version = n
			return nil
		}
		version, err = s.addVersion(ctx, tx, p, "valid", text, by)
		if err != nil {
			return err
		}
		_, err = tx.ExecContext(ctx, `INSERT INTO profile (id, version, agency_id, agency) VALUES (?, ?, ?, ?)
			ON CONFLICT (id) DO UPDATE SET version = excluded.version, agency_id = excluded.agency_id, agency = excluded.agency`,
			p.ID, version, p.AgencyID, p.Agency)
		return err
	})
	if faulty != nil {
		return 0, faulty
	}
	if err != nil {
		return 0, fmt.Errorf("save profile %s: %w", p.ID, err)
	}
	return version, nil
}

func currentVersion(ctx context.Context, tx *sql.Tx, id string) (n int, text []byte, by string, err error) {
	err = tx.QueryRowContext(ctx, `SELECT v.version, v.profile, v.saved_by FROM profile p
		JOIN profile_version v ON v.id = p.id AND v.version = p.version WHERE p.id = ?`, id).Scan(&n, &text, &by)
	return n, text, by, err
}

// Text is the profile as it is stored.
func (p *Profile) Text() (string, error) {
	text, err := json.Marshal(p)
	if err != nil {
		return "", fmt.Errorf("write profile: %w", err)
	}
	return string(text), nil
}

// SavedBy names who saved the current version. Error: sql.ErrNoRows where there is none.
func (s *Store) SavedBy(ctx context.Context, id string) (by string, err error) {
	err = s.db.Reader().QueryRowContext(ctx,
		"SELECT v.saved_by FROM profile p JOIN profile_version v ON v.id = p.id AND v.version = p.version WHERE p.id = ?", id).Scan(&by)
	return by, err
}

// addVersion appends a row to the history.
func (s *Store) addVersion(ctx context.Context, tx *sql.Tx, p Profile, state, text, by string) (n int, err error) {
	if err := tx.QueryRowContext(ctx, "SELECT coalesce(max(version), 0) + 1 FROM profile_version WHERE id = ?", p.ID).Scan(&n); err != nil {
		return 0, err
	}
	_, err = tx.ExecContext(ctx,
		`INSERT INTO profile_version (id, version, agency_id, agency, state, saved, saved_by, profile) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
		p.ID, n, p.AgencyID, p.Agency, state, s.now().UnixMilli(), by, text)
	return n, err
}

// Get gives the current version of a profile. Errors: ErrNotFound.
func (s *Store) Get(ctx context.Context, id string) (*Profile, error) {
	list, err := s.query(ctx, "WHERE p.id = ?", id)
	if err != nil {
		return nil, err
	}
	if len(list) == 0 {
		return nil, ErrNotFound
	}
	return &list[0], nil
}

// GetTx is Get inside tx.
func GetTx(ctx context.Context, tx *sql.Tx, id string) (*Profile, error) {
	_, text, _, err := currentVersion(ctx, tx, id)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, ErrNotFound
	}
	if err != nil {
		return nil, fmt.Errorf("read profile %s: %w", id, err)
	}
	p := new(Profile)
	if err := json.Unmarshal(text, p); err != nil {
		return nil, damaged(err)
	}
	return p, nil
}

// ByAgency gives the current profiles of an agency, ordered by id.
func (s *Store) ByAgency(ctx context.Context, agencyID string) ([]Profile, error) {
	return s.query(ctx, "WHERE p.agency_id = ? ORDER BY p.id", agencyID)
}

// List gives all current profiles, ordered by agency and id.
func (s *Store) List(ctx context.Context) ([]Profile, error) {
	return s.query(ctx, "ORDER BY p.agency, p.id")
}

func (s *Store) query(ctx context.Context, where string, args ...any) ([]Profile, error) {
	rows, err := s.db.Reader().QueryContext(ctx,
		"SELECT v.profile FROM profile p JOIN profile_version v ON v.id = p.id AND v.version = p.version "+where, args...)
	if err != nil {
		return nil, fmt.Errorf("read profiles: %w", err)
	}
	defer rows.Close()
	var out []Profile
	for rows.Next() {
		var text []byte
		var p Profile
		if err := rows.Scan(&text); err != nil {
			return nil, fmt.Errorf("read profiles: %w", err)
		}
		if err := json.Unmarshal(text, &p); err != nil {
			return nil, damaged(err)
		}
		out = append(out, p)
	}
	return out, rows.Err()
}

func damaged(err error) error {
	return failure.Wrap(failure.Damaged, "read profile", wording.Say("hint.profile.stored-unreadable"), err)
}

// History gives every saved state of a profile, the newest first, also of one
// that was taken out. Errors: ErrNotFound.
func (s *Store) History(ctx context.Context, id string) ([]Version, error) {
	rows, err := s.db.Reader().QueryContext(ctx,
		"SELECT version, saved, saved_by, state, profile FROM profile_version WHERE id = ? ORDER BY version DESC", id)
	if err != nil {
		return nil, fmt.Errorf("read profile history: %w", err)
	}
	defer rows.Close()
	var out []Version
	for rows.Next() {
		var v Version
		var saved int64
		var state string
		var text []byte
		if err := rows.Scan(&v.Number, &saved, &v.By, &state, &text); err != nil {
			return nil, fmt.Errorf("read profile history: %w", err)
		}
		if err := json.Unmarshal(text, &v.Profile); err != nil {
			return nil, damaged(err)
		}
		v.Saved, v.Deleted = time.UnixMilli(saved).UTC(), state == "deleted"
		out = append(out, v)
	}
	if len(out) == 0 && rows.Err() == nil {
		return nil, ErrNotFound
	}
	return out, rows.Err()
}

// Delete takes a profile out of use; its history stays. Errors: ErrNotFound.
func (s *Store) Delete(ctx context.Context, id, by string) error {
	return s.db.WithTx(ctx, func(tx *sql.Tx) error {
		_, text, _, err := currentVersion(ctx, tx, id)
		if errors.Is(err, sql.ErrNoRows) {
			return ErrNotFound
		}
		if err != nil {
			return fmt.Errorf("delete profile %s: %w", id, err)
		}
		var p Profile
		if err := json.Unmarshal(text, &p); err != nil {
			return damaged(err)
		}
		if _, err := tx.ExecContext(ctx, "DELETE FROM profile WHERE id = ?", id); err != nil {
			return fmt.Errorf("delete profile %s: %w", id, err)
		}
		if _, err := s.addVersion(ctx, tx, p, "deleted", string(text), by); err != nil {
			return fmt.Errorf("delete profile %s: %w", id, err)
		}
		return nil
	})
}
