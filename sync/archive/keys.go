package archive

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"time"

	"laufzettel/sync/sign"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/strict"
	"laufzettel/transfer/wording"
)

// ownKeys makes the table of our own keys agree with the configuration and gives
// the trust envelope that names them. A new key is taken only together with the
// one before it, which signs the change.
func (a *Archive) ownKeys(ctx context.Context) ([]byte, error) {
	var envelope []byte
	err := a.db.WithTx(ctx, func(tx *sql.Tx) error {
		present, err := activeOwnKey(ctx, tx)
		if err != nil {
			return err
		}
		signers := []*sign.Key{a.cfg.Key}
		now := a.cfg.Clock()
		if present != a.cfg.Key.ID() {
			if present != "" {
				lost := a.cfg.PreviousKey == nil || a.cfg.PreviousKey.ID() != present
				vouched, err := vouchedByRoot(ctx, tx, a.cfg.Key, now)
				switch {
				case err != nil:
					return err
				case lost && !vouched:
					return failure.New(failure.Setup, "rotate archive key",
						wording.Say("hint.archive.previous-key-missing"))
				case !lost:
					signers = append(signers, a.cfg.PreviousKey)
				}
			}
			if err := changeOwnKey(ctx, tx, a.cfg.Key, now); err != nil {
				return err
			}
		} else if envelope, err = storedTrust(ctx, tx, a.base.String()); err != nil || envelope != nil {
			return err
		}
		trust := sign.Trust{Archive: a.cfg.Name, URL: a.base.String(), Issued: now.UTC()}
		if trust.Keys, err = listOwnKeys(ctx, tx); err != nil {
			return err
		}
		if envelope, err = sign.SealTrust(ctx, trust, signers...); err != nil {
			return err
		}
		_, err = tx.ExecContext(ctx, "INSERT INTO archive_trust (url, envelope) VALUES (?, ?)", a.base.String(), envelope)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("archive keys: %w", err)
	}
	return envelope, nil
}

func activeOwnKey(ctx context.Context, tx *sql.Tx) (string, error) {
	var id string
	err := tx.QueryRowContext(ctx, "SELECT key_id FROM archive_own_key WHERE used_until IS NULL").Scan(&id)
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	return id, err
}

func changeOwnKey(ctx context.Context, tx *sql.Tx, key *sign.Key, now time.Time) error {
	if _, err := tx.ExecContext(ctx, "UPDATE archive_own_key SET used_until = ? WHERE used_until IS NULL", now.UnixMilli()); err != nil {
		return err
	}
	_, err := tx.ExecContext(ctx, "INSERT INTO archive_own_key (key_id, public_key, used_from) VALUES (?,?,?)", key.ID(),
		key.Public().String(), now.UnixMilli())
	return err
}

func storedTrust(ctx context.Context, tx *sql.Tx, url string) ([]byte, error) {
	var last string
	var envelope []byte
	err := tx.QueryRowContext(ctx, "SELECT url, envelope FROM archive_trust ORDER BY id DESC LIMIT 1").Scan(&last, &envelope)
	if errors.Is(err, sql.ErrNoRows) || (err == nil && last != url) {
		return nil, nil
	}
	return envelope, err
}

func listOwnKeys(ctx context.Context, tx *sql.Tx) ([]sign.TrustedKey, error) {
	rows, err := tx.QueryContext(ctx, "SELECT key_id, public_key, used_from, used_until FROM archive_own_key ORDER BY used_from, key_id")
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var all []sign.TrustedKey
	for rows.Next() {
		k := sign.TrustedKey{State: "active"}
		var from int64
		var until sql.NullInt64
		if err := rows.Scan(&k.KeyID, &k.PublicKey, &from, &until); err != nil {
			return nil, err
		}
		k.From = time.UnixMilli(from).UTC()
		if until.Valid {
			t := time.UnixMilli(until.Int64).UTC()
			k.State, k.Until = "retired", &t
		}
		all = append(all, k)
	}
	return all, rows.Err()
}

// Trust is the envelope that names our keys, for the file people verify with.
func (a *Archive) Trust() []byte { return a.trust }

type keyAnswer struct {
	KeyID  string `json:"key_id"`
	State  string `json:"state"`
	Roles  []Role `json:"roles"`
	Client string `json:"client"`
	Trust  []byte `json:"trust"`
	Root   []byte `json:"root,omitempty"`
}

func (a *Archive) showKey(w http.ResponseWriter, r *http.Request, c caller) error {
	k, err := a.findKey(r.Context(), c.keyID)
	if err != nil {
		return err
	}
	root, err := lastEnvelope(r.Context(), a.db.Reader(), "archive_root")
	if err != nil {
		return err
	}
	return writeJSON(w, http.StatusOK, keyAnswer{KeyID: k.keyID, State: k.shown(), Roles: k.roles, Client: k.clientID, Trust: a.trust,
		Root: root})
}

func (a *Archive) rotate(w http.ResponseWriter, r *http.Request, c caller) error {
	ctx := r.Context()
	rot, next, err := sign.OpenRotation(ctx, c.body, func(id string) (sign.PublicKey, error) {
		k, err := a.findKey(ctx, id)
		if err != nil || k.clientID != c.clientID {
			return nil, errors.Join(err, errors.New("the old key is not this client's"))
		}
		return k.public, nil
	})
	if err != nil {
		return problemf(http.StatusUnprocessableEntity, "envelope", "no rotation: %v", err)
	}
	now := a.cfg.Clock()
	err = a.db.WithTx(ctx, func(tx *sql.Tx) error {
		var owner string
		err := tx.QueryRowContext(ctx, "SELECT client_id FROM archive_key WHERE key_id = ?", next.ID()).Scan(&owner)
		if err == nil && owner == c.clientID {
			return nil // the answer was lost; the change stands
		}
		if err == nil {
			return problemf(http.StatusConflict, "key-known", "the new key belongs to another client")
		}
		if !errors.Is(err, sql.ErrNoRows) {
			return err
		}
		if _, err := tx.ExecContext(ctx,
			"UPDATE archive_key SET retire_at = CASE WHEN retire_at < ?1 THEN retire_at ELSE ?1 END WHERE key_id = ?2",
			now.Add(sign.Overlap).UnixMilli(), rot.OldKeyID); err != nil {
			return err
		}
		_, err = tx.ExecContext(ctx,
			"INSERT INTO archive_key (key_id, client_id, public_key, state, created_at, confirmed_at) VALUES (?,?,?,'active',?,?)",
			next.ID(), c.clientID, next.String(), now.UnixMilli(), now.UnixMilli())
		return err
	})
	if err != nil {
		return err
	}
	return a.showKey(w, r, caller{keyID: next.ID()})
}

// revokeSelf ends the caller's key. One that still waits is forgotten instead:
// nothing rests on it, and strangers would leave a row behind for ever.
func (a *Archive) revokeSelf(w http.ResponseWriter, r *http.Request, c caller) error {
	k, err := a.findKey(r.Context(), c.keyID)
	if err != nil {
		return err
	}
	if k.state == "pending" {
		err = a.Reject(r.Context(), c.keyID)
	} else {
		err = a.Revoke(r.Context(), c.keyID)
	}
	if err != nil {
		return err
	}
	w.WriteHeader(http.StatusNoContent)
	return nil
}

// rootMigration holds the words of the root key, the last one counts (protocol.md 22).
const rootMigration = `
CREATE TABLE archive_root (id INTEGER PRIMARY KEY, envelope BLOB NOT NULL, taken_at INTEGER NOT NULL);
`

// formatRootRequest names the file by which the offline root key is asked.
const formatRootRequest = "laufzettel-root-request/1"

// RootRequest is what an archive asks its offline root key to vouch for.
type RootRequest struct {
	Format  string   `json:"format"`
	Archive string   `json:"archive"`
	Keys    []string `json:"keys"`
}

// ReadRootRequest reads such a file. Refused for another one.
func ReadRootRequest(raw []byte) (RootRequest, error) {
	var q RootRequest
	if err := strict.Read(raw, &q); err != nil || q.Format != formatRootRequest || len(q.Keys) == 0 {
		return q, failure.Wrap(failure.Refused, "read request to root", wording.Say("hint.archive.no-root-request"),
			errors.Join(err, errors.New("no request")))
	}
	return q, nil
}

// vouchedByRoot reports whether the word of the root in force names a key: then it may
// follow a lost one that cannot sign the change any more.
func vouchedByRoot(ctx context.Context, tx *sql.Tx, key *sign.Key, now time.Time) (bool, error) {
	envelope, err := lastEnvelope(ctx, tx, "archive_root")
	if err != nil || envelope == nil {
		return false, err
	}
	r, err := sign.OpenRoot(ctx, envelope)
	return err == nil && r.Covers(key.Public()) && r.Counts(now), nil
}

// AskRoot gives what the root key has to vouch for: the present keys and those before, and
// next, the one that is to follow them ("" = none).
func AskRoot(ctx context.Context, a *Admin, next string) ([]byte, error) {
	q := RootRequest{Format: formatRootRequest}
	envelope, err := lastEnvelope(ctx, a.db.Reader(), "archive_trust")
	if err != nil {
		return nil, err
	}
	if envelope == nil {
		return nil, failure.New(failure.Setup, "ask root", wording.Say("hint.archive.no-own-key"))
	}
	t, err := sign.OpenFirstTrust(ctx, envelope)
	if err != nil {
		return nil, fmt.Errorf("read own keys: %w", err)
	}
	q.Archive = t.Archive
	for _, k := range t.Keys {
		q.Keys = append(q.Keys, k.PublicKey)
	}
	if next != "" && !slices.Contains(q.Keys, next) {
		if _, err := sign.ParsePublicKey(next); err != nil {
			return nil, failure.Wrap(failure.Refused, "ask root", wording.Say("hint.archive.root-other-key"), err)
		}
		q.Keys = append(q.Keys, next)
	}
	raw, err := json.MarshalIndent(q, "", "  ")
	return append(raw, '\n'), err
}

// TakeRoot takes the word of the root key: signed by it, at a change of the root by the
// one before too, and from now on by the key of receipts, by which clients take it the
// first time. Errors: Refused where it does not hold, has expired or vouches for another key.
func TakeRoot(ctx context.Context, a *Admin, own *sign.Key, envelope []byte) (sign.Root, error) {
	const op = "take word of root"
	last, err := lastEnvelope(ctx, a.db.Reader(), "archive_root")
	if err != nil {
		return sign.Root{}, err
	}
	var before []sign.PublicKey
	var old sign.Root
	if last != nil {
		if old, err = sign.OpenRoot(ctx, last); err != nil {
			return old, fmt.Errorf("read word of root: %w", err)
		}
		before = append(before, old.Key())
	}
	r, err := sign.OpenRoot(ctx, envelope, before...)
	switch {
	case err != nil:
		return r, failure.Wrap(failure.Refused, op, wording.Say("hint.archive.root-does-not-hold"), err)
	case !r.Counts(a.clock()) || r.Issued.Before(old.Issued):
		return r, failure.New(failure.Refused, op, wording.Say("hint.archive.root-expired"))
	case !r.Covers(own.Public()):
		return r, failure.New(failure.Refused, op, wording.Say("hint.archive.root-other-key"))
	}
	if envelope, err = sign.AddSignature(ctx, envelope, own); err != nil {
		return r, err
	}
	return r, a.db.WithTx(ctx, func(tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx, "INSERT INTO archive_root (envelope, taken_at) VALUES (?,?)", envelope,
			a.clock().UnixMilli()); err != nil {
			return fmt.Errorf("keep word of root: %w", err)
		}
		return nil
	})
}

// lastEnvelope gives the last envelope of a table of ours, nil for none.
func lastEnvelope(ctx context.Context, q reader, table string) ([]byte, error) {
	var envelope []byte
	err := q.QueryRowContext(ctx, "SELECT envelope FROM "+table+" ORDER BY id DESC LIMIT 1").Scan(&envelope)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return nil, fmt.Errorf("read %s: %w", table, err)
	}
	return envelope, nil
}
