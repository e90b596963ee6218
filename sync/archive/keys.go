package archive

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/http"
	"time"

	"laufzettel/sync/sign"
	"laufzettel/transfer/failure"
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
				if a.cfg.PreviousKey == nil || a.cfg.PreviousKey.ID() != present {
					return failure.New(failure.Setup, "rotate archive key",
						"Der Schlüssel des Archivs wurde gewechselt, aber der bisherige liegt nicht bei. Ohne ihn würde keine Gegenstelle dem neuen trauen. Bitte den bisherigen Schlüssel angeben.")
				}
				signers = append(signers, a.cfg.PreviousKey)
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
	_, err := tx.ExecContext(ctx, "INSERT INTO archive_own_key (key_id, public_key, used_from) VALUES (?,?,?)", key.ID(), key.Public().String(), now.UnixMilli())
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
}

func (a *Archive) showKey(w http.ResponseWriter, r *http.Request, c caller) error {
	k, err := a.findKey(r.Context(), c.keyID)
	if err != nil {
		return err
	}
	return writeJSON(w, http.StatusOK, keyAnswer{KeyID: k.keyID, State: k.shown(), Roles: k.roles, Client: k.clientID, Trust: a.trust})
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
		if _, err := tx.ExecContext(ctx, "UPDATE archive_key SET retire_at = CASE WHEN retire_at < ?1 THEN retire_at ELSE ?1 END WHERE key_id = ?2",
			now.Add(sign.Overlap).UnixMilli(), rot.OldKeyID); err != nil {
			return err
		}
		_, err = tx.ExecContext(ctx, "INSERT INTO archive_key (key_id, client_id, public_key, state, created_at, confirmed_at) VALUES (?,?,?,'active',?,?)",
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
