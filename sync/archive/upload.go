package archive

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/base32"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"github.com/tus/tusd/v2/pkg/handler"

	"laufzettel/sync/receipt"
	"laufzettel/sync/sign"
)

// noSpaceWait is after what time a client may ask again whether there is room.
const noSpaceWait = 15 * time.Minute

func (a *Archive) putManifest(w http.ResponseWriter, r *http.Request, c caller) error {
	ctx, name := r.Context(), r.PathValue("hash")
	if got := sign.HashEnvelope(c.body); got != name {
		return problemf(http.StatusUnprocessableEntity, "manifest", "the hash of the body is %s", got)
	}
	keys, err := a.keysOf(ctx, c.clientID)
	if err != nil {
		return err
	}
	m, err := receipt.OpenManifest(ctx, c.body, keys...)
	if err != nil {
		return problemf(http.StatusUnprocessableEntity, "manifest", "%v", err)
	}
	isNew, err := a.keepManifest(ctx, c.clientID, name, c.body, m)
	if err != nil {
		return err
	}
	status := http.StatusOK
	if isNew {
		status = http.StatusCreated
	}
	w.WriteHeader(status)
	return nil
}

// keepManifest writes a verified manifest down.
func (a *Archive) keepManifest(ctx context.Context, clientID, name string, body []byte, m receipt.Manifest) (isNew bool, err error) {
	err = a.db.WithTx(ctx, func(tx *sql.Tx) error {
		res, err := tx.ExecContext(ctx,
			"INSERT INTO archive_manifest (client_id, sha512, envelope, size, received_at) VALUES (?,?,?,?,?) ON CONFLICT DO NOTHING",
			clientID, name, body, m.Size, a.cfg.Clock().UnixMilli())
		if err != nil {
			return err
		}
		if n, err := res.RowsAffected(); err != nil || n != 1 {
			return err
		}
		isNew = true
		return noteManifest(ctx, tx, clientID, name, m)
	})
	return isNew, err
}

// manifest gives a manifest a client has sent, with its envelope. It was verified
// when it came; its hash is its name.
func (a *Archive) manifest(ctx context.Context, clientID, hash string) (receipt.Manifest, []byte, error) {
	var envelope []byte
	err := a.db.Reader().QueryRowContext(ctx, "SELECT envelope FROM archive_manifest WHERE client_id = ? AND sha512 = ?", clientID,
		hash).Scan(&envelope)
	if errors.Is(err, sql.ErrNoRows) {
		return receipt.Manifest{}, nil, problemf(http.StatusNotFound, "manifest-unknown", "send the manifest first")
	}
	if err != nil {
		return receipt.Manifest{}, nil, fmt.Errorf("find manifest: %w", err)
	}
	m, err := receipt.ReadManifest(envelope, hash)
	return m, envelope, err
}

// uploadID derives the id from client and manifest: creating twice is creating once.
func uploadID(clientID, manifestHash string) string {
	sum := sha256.Sum256([]byte("laufzettel-upload\x00" + clientID + "\x00" + manifestHash))
	return base32.StdEncoding.EncodeToString(sum[:])[:26]
}

// uploadRow is an upload as the database knows it.
type uploadRow struct {
	id, clientID, manifest, name, sha512, state string
	size                                        int64
}

// ownUpload gives the upload of an address, if it is the caller's.
func (a *Archive) ownUpload(ctx context.Context, id string, c caller) (uploadRow, error) {
	u, err := a.uploadByID(ctx, id)
	if err == nil && (u.clientID != c.clientID || u.state == "cancelled") {
		err = problemf(http.StatusNotFound, "not-found", "there is no such upload")
	}
	return u, err
}

func (a *Archive) uploadByID(ctx context.Context, id string) (uploadRow, error) {
	var u uploadRow
	err := a.db.Reader().QueryRowContext(ctx,
		"SELECT id, client_id, manifest_sha512, name, sha512, state, size FROM archive_upload WHERE id = ?", id).
		Scan(&u.id, &u.clientID, &u.manifest, &u.name, &u.sha512, &u.state, &u.size)
	if errors.Is(err, sql.ErrNoRows) {
		return u, problemf(http.StatusNotFound, "not-found", "there is no such upload")
	}
	if err != nil {
		return u, fmt.Errorf("find upload: %w", err)
	}
	return u, nil
}

func (a *Archive) createUpload(w http.ResponseWriter, r *http.Request, c caller) error {
	ctx := r.Context()
	hash := handler.ParseMetadataHeader(r.Header.Get("Upload-Metadata"))["manifest"]
	m, _, err := a.manifest(ctx, c.clientID, hash)
	if err != nil {
		return err
	}
	if r.Header.Get("Upload-Length") != strconv.FormatInt(m.Size, 10) {
		return problemf(http.StatusUnprocessableEntity, "manifest", "Upload-Length is not the size in the manifest")
	}
	if m.Size > a.cfg.MaxUpload {
		return problemf(http.StatusRequestEntityTooLarge, "too-large", "one upload may have %d bytes", a.cfg.MaxUpload)
	}
	id := uploadID(c.clientID, hash)
	return a.locked(ctx, id, func() error {
		if err := a.reserve(ctx, id, hash, m, c); err != nil {
			return err
		}
		r.Header.Del("Content-Type") // else tusd would take the lock we hold
		return serveTus(w, r.WithContext(context.WithValue(ctx, uploadIDKey{}, id)), a.tus.create)
	})
}

// reserve writes the upload down if there is room for it.
func (a *Archive) reserve(ctx context.Context, id, hash string, m receipt.Manifest, c caller) error {
	if known, err := a.uploadByID(ctx, id); err == nil && known.state != "cancelled" {
		return nil
	}
	free, err := a.storage.Free(ctx)
	if err != nil {
		return fmt.Errorf("ask for free space: %w", err)
	}
	if free != FreeUnknown && free-a.cfg.Reserve < m.Size {
		return problemf(http.StatusInsufficientStorage, "no-space", "the archive has no room for %d bytes now", m.Size).after(noSpaceWait)
	}
	return a.db.WithTx(ctx, func(tx *sql.Tx) error {
		var used int64
		if err := tx.QueryRowContext(ctx,
			"SELECT coalesce(sum(size), 0) FROM archive_upload WHERE client_id = ? AND state IN ('open','accepted')",
			c.clientID).Scan(&used); err != nil {
			return err
		}
		if a.cfg.Quota > 0 && used+m.Size > a.cfg.Quota {
			return problemf(http.StatusForbidden, "quota", "%d of %d bytes are used", used, a.cfg.Quota)
		}
		if all, err := reserved(ctx, tx); err != nil || a.cfg.Capacity > 0 && all+m.Size > a.cfg.Capacity {
			if err == nil {
				err = problemf(http.StatusInsufficientStorage, "no-space", "the archive has no room for %d bytes now",
					m.Size).after(noSpaceWait)
			}
			return err
		}
		if h, err := codeHolder(ctx, tx, c.clientID, m); err != nil || h != nil {
			if h != nil {
				err = h.problem()
			}
			return err
		}
		_, err := tx.ExecContext(ctx, `INSERT INTO archive_upload (id, client_id, manifest_sha512, name, size, sha512, state, created_at)
			VALUES (?,?,?,?,?,?,'open',?) ON CONFLICT (id) DO UPDATE SET state = 'open'`,
			id, c.clientID, hash, m.Name, m.Size, m.SHA512, a.cfg.Clock().UnixMilli())
		return err
	})
}

// reserved sums what all uploads and packages take, or will.
func reserved(ctx context.Context, db interface {
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}) (n int64, err error) {
	err = db.QueryRowContext(ctx, "SELECT coalesce(sum(size), 0) FROM archive_upload WHERE state IN ('open','accepted')").Scan(&n)
	return n, err
}

func (a *Archive) headUpload(w http.ResponseWriter, r *http.Request, c caller) error {
	ctx := r.Context()
	row, err := a.ownUpload(ctx, r.PathValue("id"), c)
	if err != nil {
		return err
	}
	return a.locked(ctx, row.id, func() error {
		u, err := a.storage.State(ctx, row.id)
		if errors.Is(err, handler.ErrNotFound) {
			return problemf(http.StatusNotFound, "not-found", "there is no such upload")
		}
		if err != nil {
			return err
		}
		h := w.Header()
		if err := a.pieces.tell(ctx, row, u, r.Header.Get(headerStored) == wantRoot, h); err != nil {
			return err
		}
		h.Set("Tus-Resumable", "1.0.0")
		h.Set("Upload-Offset", strconv.FormatInt(u.Offset, 10))
		h.Set("Upload-Length", strconv.FormatInt(u.Size, 10))
		if deep, ok := a.storage.(Deep); ok {
			h.Set("Laufzettel-Under-Way", strconv.Itoa(deep.UnderWay()))
			h.Set("Laufzettel-Window", strconv.Itoa(deep.Window()))
		}
		w.WriteHeader(http.StatusOK)
		return nil
	})
}

func (a *Archive) patchUpload(w http.ResponseWriter, r *http.Request, c caller) error {
	row, err := a.ownUpload(r.Context(), r.PathValue("id"), c)
	if err != nil {
		return err
	}
	if len(c.body) == 0 {
		return problemf(http.StatusBadRequest, "bad-request", "a chunk has at least one byte")
	}
	offset, ok := digits(r.Header.Get("Upload-Offset"))
	if !ok {
		return problemf(http.StatusBadRequest, "bad-request", "Upload-Offset is no whole number")
	}
	if offset >= row.size {
		p := problemf(http.StatusConflict, "offset", "the upload has %d bytes, nothing can follow them", row.size)
		if u, err := a.storage.State(r.Context(), row.id); err == nil {
			p.header = http.Header{"Upload-Offset": {strconv.FormatInt(u.Offset, 10)}}
		}
		return p // tus would answer 204 and drop the bytes
	}
	if stored, err := a.storage.Expected(r.Context(), row.id); err == nil { // else tus tells
		if err := c.turn.await(r.Context(), stored); err != nil {
			return err
		}
	}
	pieced := false
	if int64(len(c.body)) <= row.size-offset {
		if pieced, err = a.pieces.hold(r.Context(), row, offset, c.body, r.Header); err != nil {
			return err
		}
	}
	ctx := context.WithValue(r.Context(), chunkKey{}, c.body)
	if pieced {
		ctx = AsPieces(ctx)
	}
	ctx = context.WithValue(ctx, handoverKey{}, &handover{turn: c.turn})
	err = serveTus(w, r.WithContext(ctx), a.tus.patch)
	if err == nil {
		a.metrics.add(float64(len(c.body)), "received_bytes_total")
	}
	if p, ok := errors.AsType[*problem](err); ok && p.code == "offset" {
		if u, err := a.storage.State(r.Context(), row.id); err == nil {
			p.header = http.Header{"Upload-Offset": {strconv.FormatInt(u.Offset, 10)}}
		}
	}
	return err
}

func (a *Archive) deleteUpload(w http.ResponseWriter, r *http.Request, c caller) error {
	ctx := r.Context()
	row, err := a.ownUpload(ctx, r.PathValue("id"), c)
	if err != nil {
		return err
	}
	return a.locked(ctx, row.id, func() error {
		err := a.db.WithTx(ctx, func(tx *sql.Tx) error {
			res, err := tx.ExecContext(ctx, `UPDATE archive_upload SET state = 'cancelled' WHERE id = ? AND state = 'open'
				AND NOT EXISTS (SELECT 1 FROM archive_receipt WHERE client_id = ? AND about = ?)`, row.id, row.clientID, row.manifest)
			if err != nil {
				return err
			}
			if n, err := res.RowsAffected(); err != nil || n == 0 {
				return errors.Join(err, problemf(http.StatusConflict, "finished", "a receipt was signed"))
			}
			return nil
		})
		if err != nil {
			return err
		}
		if err := a.storage.Remove(ctx, row.id); err != nil {
			return err
		}
		a.pieces.forget(row.id)
		w.WriteHeader(http.StatusNoContent)
		return nil
	})
}

// UnfinishedKept is how long an unfinished upload is kept after its last chunk.
const UnfinishedKept = 30 * 24 * time.Hour

// Sweep drops unfinished uploads whose last chunk is older than UnfinishedKept
// and gives their number. Nothing that was complete is ever touched.
func (a *Archive) Sweep(ctx context.Context) (int, error) {
	rows, err := a.db.Reader().QueryContext(ctx, "SELECT id FROM archive_upload WHERE state = 'open' AND created_at < ?",
		a.cfg.Clock().Add(-UnfinishedKept).UnixMilli())
	if err != nil {
		return 0, fmt.Errorf("look for unfinished uploads: %w", err)
	}
	defer rows.Close()
	var ids []string
	for rows.Next() {
		var id string
		if err := rows.Scan(&id); err != nil {
			return 0, fmt.Errorf("look for unfinished uploads: %w", err)
		}
		ids = append(ids, id)
	}
	if err := rows.Err(); err != nil {
		return 0, fmt.Errorf("look for unfinished uploads: %w", err)
	}
	dropped := 0
	for _, id := range ids {
		err := a.locked(ctx, id, func() error {
			stale, err := a.stale(ctx, id)
			if err != nil || !stale {
				return err
			}
			dropped++
			return a.drop(ctx, id)
		})
		if err != nil {
			return dropped, fmt.Errorf("drop unfinished upload: %w", err)
		}
	}
	return dropped, nil
}

// stale reports whether an upload is incomplete and was not worked on for long.
func (a *Archive) stale(ctx context.Context, id string) (bool, error) {
	u, err := a.storage.State(ctx, id)
	if errors.Is(err, handler.ErrNotFound) {
		return true, nil // killed between the row and its bytes
	}
	return err == nil && u.Offset < u.Size && a.cfg.Clock().Sub(u.Changed) > UnfinishedKept, err
}

func (a *Archive) drop(ctx context.Context, id string) error {
	if err := a.db.WithTx(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, "UPDATE archive_upload SET state = 'cancelled' WHERE id = ? AND state = 'open'", id)
		return err
	}); err != nil {
		return err
	}
	return a.storage.Remove(ctx, id)
}
