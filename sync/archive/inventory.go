package archive

import (
	"context"
	"crypto/sha512"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"
	"io"

	"github.com/tus/tusd/v2/pkg/handler"

	"laufzettel/sync/ledger"
	"laufzettel/sync/receipt"
	"laufzettel/sync/sign"
	"laufzettel/transfer/stop"
)

// Inventory is what a look at all packages found; ids are upload ids.
type Inventory struct {
	Packages int      `json:"packages"` // accepted ones
	Bytes    int64    `json:"bytes"`
	Receipts int      `json:"receipts"`
	Missing  []string `json:"missing"`  // accepted, but the bytes are not there
	Damaged  []string `json:"damaged"`  // other bytes than were accepted
	Misnamed []string `json:"misnamed"` // the pieces that were accepted, but its manifest names another SHA-512
	Unproved []string `json:"unproved"` // receipts that do not verify or chain; receipt ids
}

// Sound reports whether all is there as it was accepted.
func (i Inventory) Sound() bool {
	return len(i.Missing)+len(i.Damaged)+len(i.Misnamed)+len(i.Unproved) == 0
}

// Inventory reads every accepted package and compares it with what its receipt
// says; it verifies all receipts and their chains. report may be nil.
func (a *Admin) Inventory(ctx context.Context, s Storage, report func(done, total int)) (Inventory, error) {
	inv := Inventory{Missing: []string{}, Damaged: []string{}, Misnamed: []string{}, Unproved: []string{}}
	rows, err := a.accepted(ctx)
	if err != nil {
		return inv, err
	}
	keys, err := a.ownKeyList(ctx)
	if err != nil {
		return inv, err
	}
	for i, row := range rows {
		sum, n, err := sumOf(ctx, s, row.id)
		switch {
		case errors.Is(err, handler.ErrNotFound):
			inv.Missing = append(inv.Missing, row.id)
		case err != nil:
			return inv, fmt.Errorf("read package %s: %w", row.id, err)
		case n != row.size || sum != row.sha512:
			// What is on its way is accepted by its pieces (Manifest.Stays).
			if root, err := confirmedRoot(ctx, a.db.Reader(), keys, row.id); err != nil {
				return inv, err
			} else if same, err := ofPieces(ctx, s, row.id, root); err != nil {
				return inv, err
			} else if same {
				inv.Misnamed = append(inv.Misnamed, row.id)
			} else {
				inv.Damaged = append(inv.Damaged, row.id)
			}
		default:
			inv.Packages++
			inv.Bytes += n
		}
		if report != nil {
			report(i+1, len(rows))
		}
	}
	return inv, a.chains(ctx, keys, &inv)
}

func (a *Admin) accepted(ctx context.Context) ([]uploadRow, error) {
	rows, err := a.db.Reader().QueryContext(ctx, "SELECT id, sha512, size FROM archive_upload WHERE state = 'accepted' ORDER BY id")
	if err != nil {
		return nil, fmt.Errorf("list packages: %w", err)
	}
	defer rows.Close()
	var all []uploadRow
	for rows.Next() {
		var u uploadRow
		if err := rows.Scan(&u.id, &u.sha512, &u.size); err != nil {
			return nil, fmt.Errorf("list packages: %w", err)
		}
		all = append(all, u)
	}
	return all, rows.Err()
}

func sumOf(ctx context.Context, s Storage, id string) (string, int64, error) {
	p, err := s.Package(ctx, id)
	if err != nil {
		return "", 0, err
	}
	defer p.Close() // read only
	sum := sha512.New()
	n, err := io.Copy(sum, stop.Reader(ctx, p))
	return hex.EncodeToString(sum.Sum(nil)), n, err
}

// confirmedRoot is the root of pieces that the receipt of a package confirms, or "". chains
// tells of a receipt that does not verify.
func confirmedRoot(ctx context.Context, db *sql.DB, keys []sign.PublicKey, id string) (string, error) {
	var envelope []byte
	err := db.QueryRowContext(ctx, `SELECT r.envelope FROM archive_receipt r JOIN archive_upload u ON u.client_id = r.client_id
		AND u.manifest_sha512 = r.about WHERE u.id = ?`, id).Scan(&envelope)
	if err != nil {
		return "", ignoreNone(err)
	}
	if r, err := receipt.OpenWith(ctx, envelope, keys...); err == nil && len(r.Uploads) == 1 {
		return r.Uploads[0].PiecesRoot, nil
	}
	return "", nil
}

// ofPieces reports whether a package is of the pieces of that root.
func ofPieces(ctx context.Context, s Storage, id, root string) (bool, error) {
	if root == "" {
		return false, nil
	}
	p, err := s.Package(ctx, id)
	if err != nil {
		return false, fmt.Errorf("read package %s: %w", id, err)
	}
	defer p.Close() // read only
	digests, err := receipt.PieceDigests(stop.Reader(ctx, p))
	if err != nil {
		return false, fmt.Errorf("read package %s: %w", id, err)
	}
	return receipt.PiecesOf(digests).Root == root, nil
}

// chains verifies every receipt: signed by a key of ours, as it was stored, and
// following the one before.
func (a *Admin) chains(ctx context.Context, keys []sign.PublicKey, inv *Inventory) error {
	rows, err := a.db.Reader().QueryContext(ctx,
		"SELECT client_id, sequence, receipt_id, sha512, envelope FROM archive_receipt ORDER BY client_id, sequence")
	if err != nil {
		return fmt.Errorf("list receipts: %w", err)
	}
	defer rows.Close()
	var client, last string
	var next int64
	for rows.Next() {
		var of, id, hash string
		var sequence int64
		var envelope []byte
		if err := rows.Scan(&of, &sequence, &id, &hash, &envelope); err != nil {
			return fmt.Errorf("list receipts: %w", err)
		}
		if of != client {
			client, last, next = of, "", 1
		}
		r, err := receipt.OpenWith(ctx, envelope, keys...)
		if err != nil || sign.HashEnvelope(envelope) != hash || r.ReceiptID != id || int64(r.Sequence) != sequence || sequence != next ||
			r.Previous != last {
			inv.Unproved = append(inv.Unproved, id)
		}
		last, next = hash, sequence+1
		inv.Receipts++
	}
	if err := rows.Err(); err != nil {
		return err
	}
	return compareLeaves(ctx, a.db.Reader(), inv)
}

// compareLeaves holds the log of receipts against the receipts it is of.
func compareLeaves(ctx context.Context, db *sql.DB, inv *Inventory) error {
	last := ""
	_, differs, err := receiptLog.Compare(ctx, db, func(id string) (body []byte, there bool, err error) {
		last = id
		err = db.QueryRowContext(ctx, "SELECT envelope FROM archive_receipt WHERE receipt_id = ?", id).Scan(&body)
		return body, true, ignoreNone(err)
	})
	if err != nil {
		return fmt.Errorf("compare log of receipts: %w", err)
	}
	if differs >= 0 {
		inv.Unproved = append(inv.Unproved, last)
		return nil
	}
	if _, err := receiptLog.Whole(ctx, db); errors.Is(err, ledger.ErrDamaged) {
		inv.Unproved = append(inv.Unproved, last)
	} else if err != nil {
		return ignoreNone(err)
	}
	return nil
}

// ignoreNone lets a missing row be an empty statement, which no leaf is of.
func ignoreNone(err error) error {
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	}
	return err
}

func (a *Admin) ownKeyList(ctx context.Context) ([]sign.PublicKey, error) {
	rows, err := a.db.Reader().QueryContext(ctx, "SELECT public_key FROM archive_own_key")
	if err != nil {
		return nil, fmt.Errorf("list own keys: %w", err)
	}
	defer rows.Close()
	var all []sign.PublicKey
	for rows.Next() {
		var text string
		if err := rows.Scan(&text); err != nil {
			return nil, fmt.Errorf("list own keys: %w", err)
		}
		key, err := sign.ParsePublicKey(text)
		if err != nil {
			return nil, fmt.Errorf("own key: %w", err)
		}
		all = append(all, key)
	}
	return all, rows.Err()
}
