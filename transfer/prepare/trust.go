package prepare

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
)

// Archive is an archive whose public key a person has pinned here. What the key
// signs is verified by app/work.
type Archive struct {
	KeyID     string    `json:"keyId"`
	PublicKey string    `json:"publicKey"` // base64
	Name      string    `json:"name"`
	Pinned    time.Time `json:"pinned"`
	By        string    `json:"by,omitempty"`
}

// Archives gives the pinned keys, oldest first.
func (s *Store) Archives(ctx context.Context) (out []Archive, err error) {
	rows, err := s.db.Reader().QueryContext(ctx,
		"SELECT key_id, public_key, archive, pinned, pinned_by FROM prepare_archive ORDER BY pinned, key_id")
	if err != nil {
		return nil, fmt.Errorf("read pinned keys: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		var a Archive
		var pinned int64
		if err := rows.Scan(&a.KeyID, &a.PublicKey, &a.Name, &pinned, &a.By); err != nil {
			return nil, fmt.Errorf("read pinned keys: %w", err)
		}
		a.Pinned = time.UnixMilli(pinned).UTC()
		out = append(out, a)
	}
	return out, rows.Err()
}

// Pin keeps the key of an archive; one that is pinned already stays as it is.
func (s *Store) Pin(ctx context.Context, a Archive, also func(*sql.Tx) error) error {
	return s.db.WithTx(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx,
			"INSERT INTO prepare_archive (key_id, public_key, archive, pinned, pinned_by) VALUES (?,?,?,?,?) ON CONFLICT DO NOTHING",
			a.KeyID, a.PublicKey, a.Name, s.now().UnixMilli(), a.By)
		if err != nil {
			return fmt.Errorf("pin key: %w", err)
		}
		if also == nil {
			return nil
		}
		return also(tx)
	})
}

// Taken is a profile that came from an archive as a signed file.
type Taken struct {
	Profile string
	Version int // the archive's number
	Digest  string
	KeyID   string
	At      time.Time
}

// TakenProfile gives the last signed state of a profile.
func (s *Store) TakenProfile(ctx context.Context, id string) (t Taken, ok bool, err error) {
	var at int64
	err = s.db.Reader().QueryRowContext(ctx, "SELECT profile, version, digest, key_id, taken FROM prepare_profile WHERE profile = ?", id).
		Scan(&t.Profile, &t.Version, &t.Digest, &t.KeyID, &at)
	if errors.Is(err, sql.ErrNoRows) {
		return t, false, nil
	}
	if err != nil {
		return t, false, fmt.Errorf("read taken profile: %w", err)
	}
	t.At = time.UnixMilli(at).UTC()
	return t, true, nil
}

// TakeProfile notes a signed state of a profile. Error: Refused where a newer one
// is here, or one of the same number says something else.
func (s *Store) TakeProfile(ctx context.Context, t Taken, also func(*sql.Tx) error) error {
	return s.db.WithTx(ctx, func(tx *sql.Tx) error {
		var version int
		var digest string
		err := tx.QueryRowContext(ctx, "SELECT version, digest FROM prepare_profile WHERE profile = ?", t.Profile).Scan(&version, &digest)
		switch {
		case err != nil && !errors.Is(err, sql.ErrNoRows):
			return fmt.Errorf("read taken profile: %w", err)
		case err == nil && version > t.Version:
			return failure.New(failure.Refused, "take profile "+t.Profile,
				wording.Say("hint.prepare.profile-newer-here", version, t.Profile, t.Version))
		case err == nil && version == t.Version && digest != t.Digest:
			return failure.New(failure.Damaged, "take profile "+t.Profile,
				wording.Say("hint.prepare.profile-version-differs", version, t.Profile))
		}
		_, err = tx.ExecContext(ctx, `INSERT INTO prepare_profile (profile, version, digest, key_id, taken) VALUES (?,?,?,?,?)
 ON CONFLICT (profile) DO UPDATE SET version = excluded.version, digest = excluded.digest, key_id = excluded.key_id, taken = excluded.taken`,
			t.Profile, t.Version, t.Digest, t.KeyID, s.now().UnixMilli())
		if err != nil {
			return fmt.Errorf("take profile: %w", err)
		}
		if also == nil {
			return nil
		}
		return also(tx)
	})
}
