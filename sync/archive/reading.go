package archive

import (
	"context"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"
	"net/http"
	"os"
	"time"

	"laufzettel/sync/sign"
)

// pageSize is how many entries a list gives at once.
const pageSize = 500

type packageEntry struct {
	ID        string    `json:"id"`
	Name      string    `json:"name"`
	Size      int64     `json:"size"`
	SHA512    string    `json:"sha512"`
	Received  time.Time `json:"received"`
	ArchiveID string    `json:"archive_id,omitempty"`
}

func (a *Archive) listPackages(w http.ResponseWriter, r *http.Request, _ caller) error {
	rows, err := a.db.Reader().QueryContext(r.Context(), `SELECT u.id, u.name, u.size, u.sha512, u.finished_at, coalesce(x.archive_id, '')
		FROM archive_upload u LEFT JOIN archive_archived x ON x.upload_id = u.id
		WHERE u.state = 'accepted' AND u.id > ? ORDER BY u.id LIMIT ?`, r.URL.Query().Get("after"), pageSize)
	if err != nil {
		return fmt.Errorf("list packages: %w", err)
	}
	defer rows.Close()
	all := []packageEntry{}
	for rows.Next() {
		var p packageEntry
		var at int64
		if err := rows.Scan(&p.ID, &p.Name, &p.Size, &p.SHA512, &at, &p.ArchiveID); err != nil {
			return fmt.Errorf("list packages: %w", err)
		}
		p.Received = time.UnixMilli(at).UTC()
		all = append(all, p)
	}
	if err := rows.Err(); err != nil {
		return fmt.Errorf("list packages: %w", err)
	}
	body := map[string]any{"packages": all}
	if len(all) == pageSize {
		body["next"] = all[pageSize-1].ID
	}
	return writeJSON(w, http.StatusOK, body)
}

func (a *Archive) getPackage(w http.ResponseWriter, r *http.Request, _ caller) error {
	row, err := a.uploadByID(r.Context(), r.PathValue("id"))
	if err != nil {
		return err
	}
	if row.state != "accepted" {
		return problemf(http.StatusNotFound, "not-found", "there is no such package")
	}
	f, err := os.Open(a.files.packagePath(row.id))
	if err != nil {
		return fmt.Errorf("open package: %w", err)
	}
	defer f.Close() // read only
	sum, err := hex.DecodeString(row.sha512)
	if err != nil {
		return fmt.Errorf("digest of package %s: %w", row.id, err)
	}
	w.Header().Set("Repr-Digest", sign.FormatDigest(sum))
	w.Header().Set("ETag", `"`+row.sha512+`"`)
	w.Header().Set("Content-Type", "application/x-tar")
	http.ServeContent(w, r, "", time.Time{}, f)
	return nil
}

// Worklist is a list of work the archive offers to those who appraise.
type Worklist struct {
	ID      string    `json:"id"`
	Name    string    `json:"name"`
	Created time.Time `json:"created"`
}

// OfferWorklist puts a work list up for fetching; the same id again replaces it.
func (a *Archive) OfferWorklist(ctx context.Context, id, name string, content []byte) error {
	return a.db.WithTx(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `INSERT INTO archive_worklist (id, name, content, created_at) VALUES (?,?,?,?)
			ON CONFLICT (id) DO UPDATE SET name = excluded.name, content = excluded.content, created_at = excluded.created_at`,
			id, name, content, a.cfg.Clock().UnixMilli())
		return err
	})
}

func (a *Archive) listWorklists(w http.ResponseWriter, r *http.Request, _ caller) error {
	rows, err := a.db.Reader().QueryContext(r.Context(), "SELECT id, name, created_at FROM archive_worklist WHERE id > ? ORDER BY id LIMIT ?", r.URL.Query().Get("after"), pageSize)
	if err != nil {
		return fmt.Errorf("list work lists: %w", err)
	}
	defer rows.Close()
	all := []Worklist{}
	for rows.Next() {
		var l Worklist
		var at int64
		if err := rows.Scan(&l.ID, &l.Name, &at); err != nil {
			return fmt.Errorf("list work lists: %w", err)
		}
		l.Created = time.UnixMilli(at).UTC()
		all = append(all, l)
	}
	if err := rows.Err(); err != nil {
		return fmt.Errorf("list work lists: %w", err)
	}
	body := map[string]any{"worklists": all}
	if len(all) == pageSize {
		body["next"] = all[pageSize-1].ID
	}
	return writeJSON(w, http.StatusOK, body)
}

func (a *Archive) getWorklist(w http.ResponseWriter, r *http.Request, _ caller) error {
	var content []byte
	err := a.db.Reader().QueryRowContext(r.Context(), "SELECT content FROM archive_worklist WHERE id = ?", r.PathValue("id")).Scan(&content)
	if errors.Is(err, sql.ErrNoRows) {
		return problemf(http.StatusNotFound, "not-found", "there is no such work list")
	}
	if err != nil {
		return fmt.Errorf("find work list: %w", err)
	}
	w.Header().Set("Repr-Digest", sign.FormatDigest(sha512Sum(content)))
	w.Header().Set("Content-Type", "application/octet-stream")
	_, _ = w.Write(content) // the client may be gone
	return nil
}
