package archive

import (
	"context"
	"crypto/rand"
	"database/sql"
	"encoding/base32"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"laufzettel/sync/sign"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
)

// enrolMigration binds enrolments in time and to invitations: a pending key has the
// moment until which it waits, and whether its office was invited. Messages get their
// size, so that those of one client can be summed.
const enrolMigration = `
CREATE TABLE archive_invitation (
  code_hash TEXT PRIMARY KEY, office TEXT NOT NULL, created_at INTEGER NOT NULL, expires_at INTEGER NOT NULL, key_id TEXT);
ALTER TABLE archive_key ADD COLUMN waits_until INTEGER;
ALTER TABLE archive_key ADD COLUMN invited INTEGER NOT NULL DEFAULT 0;
UPDATE archive_key SET waits_until = created_at + 604800000 WHERE state = 'pending';
CREATE INDEX archive_key_waiting ON archive_key (state, invited, waits_until);
ALTER TABLE archive_message ADD COLUMN size INTEGER NOT NULL DEFAULT 0;
UPDATE archive_message SET size = length(envelope);
`

const (
	// codeLife is how long an enrolment code works, and a pending key stays.
	codeLife = 7 * 24 * time.Hour
	// invitationLife is how long an office may take to use its invitation.
	invitationLife = 30 * 24 * time.Hour
	// mostWaiting is how many enrolments of strangers wait; the oldest make room.
	mostWaiting = 1000
)

// invitationHeader bears the invitation with an enrolment.
const invitationHeader = "Laufzettel-Invitation"

// Invitation lets an office enrol past the queue of strangers, once.
type Invitation struct {
	Code    string    `json:"code"`
	Office  string    `json:"office"`
	Expires time.Time `json:"expires"`
}

// Invite makes an invitation for an office, to be given to it with the archive's
// address. It still has to be confirmed with its fingerprint. Refused for a name no
// office may bear.
func (a *Admin) Invite(ctx context.Context, office string) (Invitation, error) {
	if err := checkOffice(office); err != nil {
		return Invitation{}, failure.Wrap(failure.Refused, "invite office", wording.Say("hint.archive.office-name-bad"), err)
	}
	now := a.clock()
	in := Invitation{Code: newInvitation(), Office: office, Expires: now.Add(invitationLife).UTC().Truncate(time.Millisecond)}
	err := a.db.WithTx(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, "INSERT INTO archive_invitation (code_hash, office, created_at, expires_at) VALUES (?,?,?,?)",
			hashCode(in.Code), office, now.UnixMilli(), in.Expires.UnixMilli())
		return err
	})
	if err != nil {
		return Invitation{}, fmt.Errorf("invite office: %w", err)
	}
	return in, nil
}

// newInvitation makes a code of 80 random bits in groups of four.
func newInvitation() string {
	b := make([]byte, 10)
	_, _ = rand.Read(b) // never fails since Go 1.24
	text := base32.StdEncoding.EncodeToString(b)
	return strings.Join([]string{text[:4], text[4:8], text[8:12], text[12:]}, "-")
}

// invited is a valid invitation of a request, before its body is read.
type invited struct{ hash, office, keyID string }

// invitation gives that of a request, nil where it bears none. One that does not
// exist or is over is refused, so that the office learns of it.
func (gd *guard) invitation(ctx context.Context, h http.Header) (*invited, error) {
	code := h.Get(invitationHeader)
	if code == "" {
		return nil, nil
	}
	in := invited{hash: hashCode(code)}
	var key sql.NullString
	err := gd.a.db.Reader().QueryRowContext(ctx, "SELECT office, key_id FROM archive_invitation WHERE code_hash = ? AND expires_at > ?",
		in.hash, gd.a.cfg.Clock().UnixMilli()).Scan(&in.office, &key)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, problemf(http.StatusForbidden, "invitation", "there is no such invitation, or it is over")
	}
	if err != nil {
		return nil, fmt.Errorf("find invitation: %w", err)
	}
	in.keyID = key.String
	return &in, nil
}

// fits refuses an enrolment the invitation was not meant for.
func (in *invited) fits(e sign.Enrolment, public sign.PublicKey) error {
	switch {
	case in == nil:
		return nil
	case addressee(e.Office) != addressee(in.office):
		return problemf(http.StatusForbidden, "invitation", "the invitation is for another office")
	case in.keyID != "" && in.keyID != public.ID():
		return problemf(http.StatusForbidden, "invitation", "the invitation was used with another key")
	}
	return nil
}

type enrolAnswer struct {
	Code        string    `json:"code"`
	KeyID       string    `json:"key_id"`
	Fingerprint string    `json:"fingerprint"`
	State       string    `json:"state"`
	Expires     time.Time `json:"expires"`
	Trust       []byte    `json:"trust"`
	Root        []byte    `json:"root,omitempty"`
}

func (gd *guard) enrol(w http.ResponseWriter, r *http.Request, in *invited, body []byte) error {
	ctx := r.Context()
	e, public, err := sign.OpenEnrolment(ctx, body)
	if err == nil {
		err = checkApplicant(e)
	}
	if err != nil {
		return problemf(http.StatusUnprocessableEntity, "envelope", "no enrolment: %v", err)
	}
	if err := in.fits(e, public); err != nil {
		return err
	}
	code, now := newCode(), gd.a.cfg.Clock()
	expires := now.Add(codeLife)
	err = gd.a.db.WithTx(ctx, func(tx *sql.Tx) error {
		if err := insertPending(ctx, tx, e, public, in != nil, now); err != nil {
			return err
		}
		if in != nil {
			if _, err := tx.ExecContext(ctx, "UPDATE archive_invitation SET key_id = ? WHERE code_hash = ?", public.ID(),
				in.hash); err != nil {
				return err
			}
		}
		_, err := tx.ExecContext(ctx, "INSERT INTO archive_code (code_hash, key_id, expires_at) VALUES (?,?,?)", hashCode(code),
			public.ID(), expires.UnixMilli())
		return err
	})
	if err != nil {
		return err
	}
	root, err := lastEnvelope(ctx, gd.a.db.Reader(), "archive_root")
	if err != nil {
		return err
	}
	return writeJSON(w, http.StatusAccepted, enrolAnswer{Code: code, KeyID: public.ID(), Fingerprint: public.Fingerprint(),
		State: "pending", Expires: expires.UTC(), Trust: gd.a.trust, Root: root})
}

// checkApplicant holds the texts of an enrolment against what a terminal and a
// hurried eye can bear.
func checkApplicant(e sign.Enrolment) error {
	if err := checkOffice(e.Office); err != nil {
		return err
	}
	for _, s := range []string{e.Host, e.Program} {
		if s != "" && !plainText(s) {
			return errors.New("host or program hold control signs, or more than 255 bytes")
		}
	}
	return nil
}

// insertPending notes a key that waits for its confirmation, anew with every
// enrolment of it; its former codes end.
func insertPending(ctx context.Context, tx *sql.Tx, e sign.Enrolment, public sign.PublicKey, invited bool, now time.Time) error {
	var state string
	err := tx.QueryRowContext(ctx, "SELECT state FROM archive_key WHERE key_id = ?", public.ID()).Scan(&state)
	switch {
	case err == nil && state != "pending":
		return problemf(http.StatusConflict, "key-known", "the key is %s", state)
	case err != nil && !errors.Is(err, sql.ErrNoRows):
		return err
	case err == nil: // who asks again may have corrected its name
		if err := forget(ctx, tx, public.ID()); err != nil {
			return err
		}
	}
	if err := makeRoom(ctx, tx, now); err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, "INSERT INTO archive_client (id, office, host, created_at) VALUES (?,?,?,?)",
		public.ID(), e.Office, e.Host, now.UnixMilli()); err != nil {
		return err
	}
	flag := 0
	if invited {
		flag = 1
	}
	_, err = tx.ExecContext(ctx,
		"INSERT INTO archive_key (key_id, client_id, public_key, state, created_at, waits_until, invited) VALUES (?,?,?,'pending',?,?,?)",
		public.ID(), public.ID(), public.String(), now.UnixMilli(), now.Add(codeLife).UnixMilli(), flag)
	return err
}

// makeRoom forgets enrolments whose code is over, and the oldest of strangers where
// too many wait: anybody may ask, nobody may fill the table or keep others out.
func makeRoom(ctx context.Context, tx *sql.Tx, now time.Time) error {
	over, err := keyIDs(ctx, tx, "SELECT key_id FROM archive_key WHERE state = 'pending' AND waits_until <= ? LIMIT 100", now.UnixMilli())
	if err != nil {
		return err
	}
	var waiting int
	if err := tx.QueryRowContext(ctx, "SELECT count(*) FROM archive_key WHERE state = 'pending' AND invited = 0").
		Scan(&waiting); err != nil {
		return err
	}
	if excess := waiting - len(over) - mostWaiting + 1; excess > 0 {
		oldest, err := keyIDs(ctx, tx,
			"SELECT key_id FROM archive_key WHERE state = 'pending' AND invited = 0 AND waits_until > ? ORDER BY waits_until, key_id LIMIT ?", now.UnixMilli(), excess)
		if err != nil {
			return err
		}
		over = append(over, oldest...)
	}
	for _, id := range over {
		if err := forget(ctx, tx, id); err != nil {
			return err
		}
	}
	return nil
}

func keyIDs(ctx context.Context, tx *sql.Tx, query string, args ...any) ([]string, error) {
	rows, err := tx.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var ids []string
	for rows.Next() {
		var id string
		if err := rows.Scan(&id); err != nil {
			return nil, err
		}
		ids = append(ids, id)
	}
	return ids, rows.Err()
}

// forget removes a key that was never active, with its client and codes. Nothing can
// rest on it.
func forget(ctx context.Context, tx *sql.Tx, keyID string) error {
	for _, query := range []string{
		"DELETE FROM archive_code WHERE key_id = ?",
		"DELETE FROM archive_key WHERE key_id = ? AND state = 'pending'",
		"DELETE FROM archive_client WHERE id = ?",
	} {
		if _, err := tx.ExecContext(ctx, query, keyID); err != nil {
			return fmt.Errorf("forget enrolment: %w", err)
		}
	}
	return nil
}

// Reject forgets an enrolment that waits, by its code or key id. Refused where there
// is none.
func (a *Admin) Reject(ctx context.Context, codeOrKey string) error {
	return a.db.WithTx(ctx, func(tx *sql.Tx) error {
		var id string
		err := tx.QueryRowContext(ctx, `SELECT k.key_id FROM archive_key k WHERE k.state = 'pending'
			AND (k.key_id = ? OR k.key_id IN (SELECT o.key_id FROM archive_code o WHERE o.code_hash = ? AND o.used_at IS NULL))`, codeOrKey, hashCode(codeOrKey)).Scan(&id)
		if errors.Is(err, sql.ErrNoRows) {
			return failure.New(failure.Refused, "reject enrolment", wording.Say("hint.archive.no-waiting-enrolment"))
		}
		if err != nil {
			return fmt.Errorf("find enrolment: %w", err)
		}
		return forget(ctx, tx, id)
	})
}
