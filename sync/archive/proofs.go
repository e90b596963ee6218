package archive

import (
	"context"
	"database/sql"
	"encoding/base64"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strconv"

	"laufzettel/sync/ledger"
	"laufzettel/sync/receipt"
	"laufzettel/sync/sign"
	"laufzettel/transfer/durable"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
)

// proofMigration holds the log of all receipts as a Merkle tree and what was seen of
// the logs of others (protocol.md 20).
var proofMigration = ledger.Tables("archive") + ledger.MemoryTables("archive")

// receipts is the log of all receipts: the leaf of each is that of its envelope,
// named by its receipt id.
var receiptLog = ledger.In("archive")

// logKind is the part of the origin that says what it is a log of.
const logKind = "receipts"

// carryBatch is how many receipts at once become leaves where they have none yet.
const carryBatch = 1000

// proofs answers what others ask of the log of receipts.
type proofs struct{ a *Archive }

func (pf *proofs) routes() {
	all := access{retired: true}
	pf.a.guard.signed("GET /v1/log/checkpoint", all, pf.getCheckpoint)
	pf.a.guard.signed("GET /v1/log/consistency", all, pf.getConsistency)
	pf.a.guard.signed("GET /v1/log/proofs/{hash}", all, pf.getProof)
}

// open begins the log and gives every receipt without a leaf its leaf: those from
// before there was a log, and what an older program beside us has signed since.
func (pf *proofs) open(ctx context.Context) error {
	err := pf.a.db.WithTx(ctx, func(tx *sql.Tx) error {
		_, err := receiptLog.Begin(ctx, tx, logKind)
		return err
	})
	for n := carryBatch; err == nil && n == carryBatch; {
		n, err = pf.carry(ctx)
	}
	if err != nil {
		return fmt.Errorf("carry receipts into their log: %w", err)
	}
	return pf.compare(ctx)
}

func (pf *proofs) carry(ctx context.Context) (n int, err error) {
	err = pf.a.db.WithTx(ctx, func(tx *sql.Tx) error {
		rows, err := tx.QueryContext(ctx,
			`SELECT r.receipt_id, r.envelope FROM archive_receipt r LEFT JOIN archive_leaf l ON l.statement = r.receipt_id
			WHERE l.n IS NULL ORDER BY r.client_id, r.sequence LIMIT ?`, carryBatch)
		if err != nil {
			return err
		}
		defer rows.Close()
		var all []ledger.Entry
		for rows.Next() {
			var e ledger.Entry
			if err := rows.Scan(&e.Name, &e.Body); err != nil {
				return err
			}
			all = append(all, e)
		}
		if n = len(all); n == 0 || rows.Err() != nil {
			return rows.Err()
		}
		return receiptLog.Append(ctx, tx, all...)
	})
	return n, err
}

// checkpointPath is where the last checkpoint lies beside the packages, "" where
// they lie elsewhere.
func (pf *proofs) checkpointPath() string {
	if pf.a.cfg.Dir == "" {
		return ""
	}
	return filepath.Join(pf.a.cfg.Dir, "log", ledger.CheckpointFile)
}

// compare holds the log against the checkpoint a run before left beside the packages:
// a database of yesterday is told at the next start (defect S10).
func (pf *proofs) compare(ctx context.Context) error {
	path := pf.checkpointPath()
	if path == "" {
		return nil
	}
	raw, err := os.ReadFile(path)
	if errors.Is(err, os.ErrNotExist) {
		return pf.leave(ctx)
	}
	if err != nil {
		return fmt.Errorf("read checkpoint: %w", err)
	}
	keys, err := pf.a.ownKeyList(ctx)
	if err != nil {
		return err
	}
	old, err := ledger.Open(raw, keys...)
	if err == nil {
		err = holds(ctx, pf.a.db.Reader(), old.Head)
	}
	if err != nil {
		return failure.Wrap(failure.Damaged, "compare log of receipts", wording.Say("hint.archive.receipt-log-older", path), err)
	}
	return pf.leave(ctx)
}

// holds reports whether our log begins with an old head of it. Error: *ledger.PastError.
func holds(ctx context.Context, q ledger.Querier, old ledger.Head) error {
	now, err := receiptLog.Head(ctx, q)
	if err != nil {
		return err
	}
	var path []ledger.Hash
	if old.Origin == now.Origin && old.Size <= now.Size {
		if path, err = receiptLog.Consistency(ctx, q, old.Size, now.Size); err != nil {
			return err
		}
	}
	return now.Extends(old, path)
}

// leave puts the present checkpoint beside the packages.
func (pf *proofs) leave(ctx context.Context) error {
	path := pf.checkpointPath()
	if path == "" {
		return nil
	}
	c, err := pf.checkpoint(ctx)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return fmt.Errorf("leave checkpoint: %w", err)
	}
	if err := durable.WriteFile(path, c.Raw, 0o600); err != nil {
		return fmt.Errorf("leave checkpoint: %w", err)
	}
	return nil
}

// checkpoint signs the present head.
func (pf *proofs) checkpoint(ctx context.Context) (ledger.Checkpoint, error) {
	h, err := receiptLog.Head(ctx, pf.a.db.Reader())
	if err != nil {
		return ledger.Checkpoint{}, err
	}
	raw, err := ledger.Sign(ctx, h, pf.a.cfg.Key)
	return ledger.Checkpoint{Head: h, Raw: raw}, err
}

// prove gives the proof that a receipt is in the log.
func (pf *proofs) prove(ctx context.Context, receiptID string) (ledger.Proof, ledger.Checkpoint, error) {
	c, err := pf.checkpoint(ctx)
	if err != nil {
		return ledger.Proof{}, c, err
	}
	p, err := receiptLog.Inclusion(ctx, pf.a.db.Reader(), receiptID, c.Size)
	p.Checkpoint = c.Raw
	return p, c, err
}

// sized is the size of the log a client has seen last, which it names in its question
// (?log=N); false where it names none.
func sized(r *http.Request, name string) (int64, bool) {
	return digits(r.URL.Query().Get(name))
}

// header adds the proof to an answer that is a receipt, and the proof of consistency
// from the size the client has named. What cannot be proved now is left out: the
// client asks for it.
func (pf *proofs) header(w http.ResponseWriter, r *http.Request, envelope []byte) {
	from, asked := sized(r, "log")
	if !asked {
		return
	}
	ctx := r.Context()
	rec, err := receipt.ReadReceipt(envelope, sign.HashEnvelope(envelope))
	if err != nil {
		return
	}
	p, c, err := pf.prove(ctx, rec.ReceiptID)
	if err != nil {
		return
	}
	w.Header().Set("Laufzettel-Proof", base64.StdEncoding.EncodeToString(p.Marshal()))
	if path, err := receiptLog.Consistency(ctx, pf.a.db.Reader(), from, c.Size); err == nil {
		w.Header().Set("Laufzettel-Consistency", strconv.FormatInt(from, 10)+" "+ledger.FormatHashes(path))
	}
}

func (pf *proofs) getCheckpoint(w http.ResponseWriter, r *http.Request, _ caller) error {
	c, err := pf.checkpoint(r.Context())
	if err != nil {
		return err
	}
	return writeText(w, c.Raw)
}

func writeText(w http.ResponseWriter, text []byte) error {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	_, err := w.Write(text)
	return err
}

func (pf *proofs) getConsistency(w http.ResponseWriter, r *http.Request, _ caller) error {
	from, ok := sized(r, "from")
	to, tok := sized(r, "to")
	if !ok || !tok || from > to {
		return problemf(http.StatusBadRequest, "bad-request", "from and to are sizes of the log, the smaller first")
	}
	size, err := receiptLog.Size(r.Context(), pf.a.db.Reader())
	if err != nil {
		return err
	}
	if to > size {
		return problemf(http.StatusNotFound, "not-found", "the log has %d leaves", size)
	}
	path, err := receiptLog.Consistency(r.Context(), pf.a.db.Reader(), from, to)
	if err != nil {
		return err
	}
	return writeText(w, []byte(ledger.FormatHashes(path)+"\n"))
}

// getProof gives the proof of one of the caller's own receipts, named by its hash.
func (pf *proofs) getProof(w http.ResponseWriter, r *http.Request, c caller) error {
	var id string
	err := pf.a.db.Reader().QueryRowContext(r.Context(), "SELECT receipt_id FROM archive_receipt WHERE client_id = ? AND sha512 = ?",
		c.clientID, r.PathValue("hash")).Scan(&id)
	if errors.Is(err, sql.ErrNoRows) {
		return problemf(http.StatusNotFound, "not-found", "there is no such receipt of yours")
	}
	if err != nil {
		return fmt.Errorf("find receipt: %w", err)
	}
	p, _, err := pf.prove(r.Context(), id)
	if errors.Is(err, sql.ErrNoRows) { // signed by an older program beside us
		if _, err := pf.carry(r.Context()); err != nil {
			return err
		}
		p, _, err = pf.prove(r.Context(), id)
	}
	if err != nil {
		return err
	}
	return writeText(w, p.Marshal())
}
