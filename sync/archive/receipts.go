package archive

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/base32"
	"encoding/hex"
	"errors"
	"fmt"
	"net/http"
	"time"

	"laufzettel/sync/ledger"
	"laufzettel/sync/receipt"
	"laufzettel/sync/sign"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
)

// errIncomplete says that bytes are missing.
var errIncomplete = errors.New("upload is not complete")

// finish ends a complete upload: compare, move, sign. The caller holds the
// upload's lock. Every step may be repeated; with a Check the receipt comes later.
func (a *Archive) finish(ctx context.Context, id string) error {
	row, err := a.uploadByID(ctx, id)
	if err != nil || row.state != "open" {
		return err
	}
	u, err := a.storage.State(ctx, id)
	if err != nil {
		return err
	}
	if u.Offset < u.Size {
		return errIncomplete
	}
	m, manifest, err := a.manifest(ctx, row.clientID, row.manifest)
	if err != nil {
		return err
	}
	sum := m.SHA512
	if u.SHA512 != nil {
		sum = hex.EncodeToString(u.SHA512)
	}
	if sum != m.SHA512 {
		return a.conclude(ctx, row, sum, otherSum(sum, m))
	}
	if h, err := codeHolder(ctx, a.db.Reader(), row.clientID, m); err != nil {
		return fmt.Errorf("look for reference code: %w", err)
	} else if h != nil { // two came at once, and the other was accepted first
		return a.conclude(ctx, row, sum, h.refusal())
	}
	if err := a.storage.Keep(ctx, id); err != nil {
		return fmt.Errorf("keep upload: %w", err)
	}
	if err := a.storage.Beside(ctx, id, receipt.SuffixManifest, manifest); err != nil {
		return fmt.Errorf("keep manifest: %w", err)
	}
	what := unseenOf(m, u)
	if a.cfg.Check == nil && what == (unseen{}) {
		return a.conclude(ctx, row, sum, "")
	}
	a.beginCheck(row, m, what)
	return nil
}

// conclude signs the receipt and writes the end of the upload down in one
// transaction; an empty refusal means accepted, unless another package bears its
// reference code.
func (a *Archive) conclude(ctx context.Context, row uploadRow, sum, refusal string) error {
	m, _, err := a.manifest(ctx, row.clientID, row.manifest)
	if err != nil {
		return err
	}
	var state receipt.State
	now := a.cfg.Clock()
	err = a.db.WithTx(ctx, func(tx *sql.Tx) error {
		why, err := refusal, error(nil)
		if why == "" {
			if why, err = a.takeCode(ctx, tx, row, m); err != nil {
				return err
			}
		}
		state = receipt.Accepted
		if why != "" {
			state = receipt.Refused
		}
		up := receipt.Upload{UploadID: row.id, Name: row.name, Size: row.size, SHA512: sum}
		if m.Pieces != nil && state == receipt.Accepted {
			up.PiecesRoot = m.Pieces.Root // checked: see look
		}
		_, err = a.sign(ctx, tx, row.clientID, row.manifest, receipt.Receipt{
			Kind: "upload", Size: row.size, State: state, Reason: why, Time: now.UTC().Truncate(time.Millisecond),
			Uploads: []receipt.Upload{up},
		})
		if err != nil {
			return err
		}
		_, err = tx.ExecContext(ctx, "UPDATE archive_upload SET state = ?, finished_at = ? WHERE id = ? AND state = 'open'", string(state),
			now.UnixMilli(), row.id)
		return err
	})
	if err != nil {
		return fmt.Errorf("sign receipt: %w", err)
	}
	a.pieces.forget(row.id)
	a.cfg.Hook("archive.receipt.signed")
	a.metrics.add(1, "receipts_total", "state", string(state))
	a.cfg.Log.Info("receipt", "upload", row.id, "state", string(state))
	return nil
}

// sign chains and stores the receipt about a manifest or message, or gives the
// one that exists: there is never a second.
func (a *Archive) sign(ctx context.Context, tx *sql.Tx, clientID, about string, r receipt.Receipt) ([]byte, error) {
	if envelope, err := receiptAbout(ctx, tx, clientID, about); err != nil || envelope != nil {
		return envelope, err
	}
	err := tx.QueryRowContext(ctx, "SELECT sequence, sha512 FROM archive_receipt WHERE client_id = ? ORDER BY sequence DESC LIMIT 1",
		clientID).Scan(&r.Sequence, &r.Previous)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return nil, err
	}
	r.Sequence++
	r.Archive, r.Client, r.ManifestSHA512 = a.cfg.Name, clientID, about
	id := sha256.Sum256([]byte("laufzettel-receipt\x00" + clientID + "\x00" + about))
	r.ReceiptID = "Q-" + base32.StdEncoding.EncodeToString(id[:])[:20]
	envelope, err := r.Seal(ctx, a.cfg.Key)
	if err != nil {
		return nil, err
	}
	_, err = tx.ExecContext(ctx,
		"INSERT INTO archive_receipt (client_id, sequence, receipt_id, about, sha512, envelope) VALUES (?,?,?,?,?,?)",
		clientID, r.Sequence, r.ReceiptID, about, sign.HashEnvelope(envelope), envelope)
	if err != nil {
		return nil, err
	}
	return envelope, receiptLog.Append(ctx, tx, ledger.Entry{Name: r.ReceiptID, Body: envelope})
}

func receiptAbout(ctx context.Context, q interface {
	QueryRowContext(context.Context, string, ...any) *sql.Row
}, clientID, about string) ([]byte, error) {
	var envelope []byte
	err := q.QueryRowContext(ctx, "SELECT envelope FROM archive_receipt WHERE client_id = ? AND about = ?", clientID, about).Scan(&envelope)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	return envelope, err
}

func (a *Archive) getReceipt(w http.ResponseWriter, r *http.Request, c caller) error {
	ctx := r.Context()
	row, err := a.ownUpload(ctx, r.PathValue("id"), c)
	if err != nil {
		return err
	}
	if row.state == "open" { // a kill came between the last chunk and its receipt
		if err := a.locked(ctx, row.id, func() error { return a.finish(ctx, row.id) }); err != nil {
			if errors.Is(err, errIncomplete) {
				return problemf(http.StatusConflict, "incomplete", "bytes are missing")
			}
			return err
		}
		a.checks.await(ctx, row.id, a.cfg.CheckWait)
	}
	envelope, err := receiptAbout(ctx, a.db.Reader(), row.clientID, row.manifest)
	if err != nil {
		return fmt.Errorf("find receipt: %w", err)
	}
	if envelope == nil { // the check still runs
		w.Header().Set("Retry-After", "15")
		w.WriteHeader(http.StatusAccepted)
		return nil
	}
	if err := a.storage.Beside(ctx, row.id, receipt.SuffixReceipt, envelope); err != nil {
		return err
	}
	a.proofs.header(w, r, envelope)
	return writeEnvelope(w, envelope)
}

// Archived tells the client under which id an accepted upload is kept for good,
// as a second signed word (E4, E5). The first word about an upload stands.
func (a *Archive) Archived(ctx context.Context, uploadID, archiveID, note string) error {
	row, err := a.uploadByID(ctx, uploadID)
	if err != nil || row.state != string(receipt.Accepted) || archiveID == "" {
		return failure.Wrap(failure.Refused, "confirm archiving", wording.Say("hint.archive.no-accepted-delivery"),
			errors.Join(err, fmt.Errorf("upload %q is %q", uploadID, row.state)))
	}
	env, err := receiptAbout(ctx, a.db.Reader(), row.clientID, row.manifest)
	if err != nil {
		return err
	}
	r, err := receipt.OpenWith(ctx, env, a.ownPublic(ctx)...)
	if err != nil {
		return err
	}
	now := a.cfg.Clock()
	word, err := receipt.Archived{ReceiptID: r.ReceiptID, ReceiptSHA512: sign.HashEnvelope(env), UploadID: uploadID,
		ArchiveID: archiveID, Time: now.UTC().Truncate(time.Millisecond), Note: note}.Seal(ctx, a.cfg.Key)
	if err != nil {
		return err
	}
	return a.db.WithTx(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx,
			"INSERT INTO archive_archived (upload_id, archive_id, envelope, created_at) VALUES (?,?,?,?) ON CONFLICT DO NOTHING",
			uploadID, archiveID, word, now.UnixMilli())
		return err
	})
}

func (a *Archive) ownPublic(ctx context.Context) []sign.PublicKey {
	trust, err := sign.OpenFirstTrust(ctx, a.trust)
	if err != nil {
		return nil
	}
	return trust.All()
}

func (a *Archive) getArchived(w http.ResponseWriter, r *http.Request, c caller) error {
	ctx := r.Context()
	row, err := a.ownUpload(ctx, r.PathValue("id"), c)
	if err != nil {
		return err
	}
	var envelope []byte
	err = a.db.Reader().QueryRowContext(ctx, "SELECT envelope FROM archive_archived WHERE upload_id = ?", row.id).Scan(&envelope)
	if errors.Is(err, sql.ErrNoRows) {
		w.Header().Set("Retry-After", "3600")
		w.WriteHeader(http.StatusAccepted)
		return nil
	}
	if err != nil {
		return fmt.Errorf("find confirmation: %w", err)
	}
	return writeEnvelope(w, envelope)
}
