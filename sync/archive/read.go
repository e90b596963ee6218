package archive

import (
	"encoding/hex"
	"fmt"
	"net/http"
	"strings"
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
	Retention string    `json:"retention,omitempty"` // day or unlimited, the last word (E5)
	Exclusive bool      `json:"exclusive,omitempty"` // one reader at a time (E7)
	Reading   *Lease    `json:"reading,omitempty"`   // who reads it now

	Closure *closureShown `json:"closure,omitempty"` // closed to readers (section 21)
}

func (l *lending) listPackages(w http.ResponseWriter, r *http.Request, c caller) error {
	rows, err := l.a.db.Reader().QueryContext(r.Context(),
		`SELECT u.id, u.name, u.size, u.sha512, u.finished_at, coalesce(x.archive_id, ''), coalesce(s.sort, ''),
		coalesce((SELECT t.until_day FROM archive_retention t WHERE t.upload_id = u.id ORDER BY t.sequence DESC LIMIT 1), ''), u.client_id, coalesce(k.grade, 'open'), coalesce(k.until_day, '')
		FROM archive_upload u LEFT JOIN archive_closure k ON k.upload_id = u.id AND k.sequence = (SELECT max(m.sequence) FROM archive_closure m WHERE m.upload_id = u.id) LEFT JOIN archive_archived x ON x.upload_id = u.id LEFT JOIN archive_sort s ON s.upload_id = u.id
		WHERE u.state = 'accepted' AND coalesce(s.sort, '') <> 'work' AND u.id > ? ORDER BY u.id LIMIT ?`, r.URL.Query().Get("after"), pageSize)
	if err != nil {
		return fmt.Errorf("list packages: %w", err)
	}
	defer rows.Close()
	all, seen, last := []packageEntry{}, 0, ""
	for rows.Next() {
		var p packageEntry
		var said closureSaid
		var of uploadRow
		var at int64
		var sort string
		if err := rows.Scan(&p.ID, &p.Name, &p.Size, &p.SHA512, &at, &p.ArchiveID, &sort, &p.Retention, &of.clientID, &said.Grade,
			&said.Until); err != nil {
			return fmt.Errorf("list packages: %w", err)
		}
		p.Received, p.Exclusive = time.UnixMilli(at).UTC(), sort == sortExclusive
		seen, last = seen+1, p.ID
		if l.a.closed.show(&p, said, own(of, c)) {
			all = append(all, p)
		}
	}
	if err := rows.Err(); err != nil {
		return fmt.Errorf("list packages: %w", err)
	}
	leases, err := running(r.Context(), l.a.db.Reader(), "", l.a.cfg.Clock())
	if err != nil {
		return err
	}
	for i := range all {
		if have := of(leases, all[i].ID); len(have) > 0 {
			all[i].Reading = &have[0]
		}
	}
	body := map[string]any{"packages": all}
	if seen == pageSize {
		body["next"] = last
	}
	return writeJSON(w, http.StatusOK, body)
}

func (l *lending) getPackage(w http.ResponseWriter, r *http.Request, c caller) error {
	row, err := l.readable(r.Context(), r.PathValue("id"))
	if err != nil {
		return err
	}
	if err := l.a.closed.mayRead(r.Context(), row, c); err != nil {
		return err
	}
	if err := l.mayRead(r.Context(), row.id, c); err != nil {
		return err
	}
	return l.sendPackage(w, r, row)
}

// sendPackage gives the bytes of an accepted upload.
func (l *lending) sendPackage(w http.ResponseWriter, r *http.Request, row uploadRow) error {
	f, err := l.a.storage.Package(r.Context(), row.id)
	if err != nil {
		return fmt.Errorf("open package: %w", err)
	}
	defer f.Close() // read only
	sum, err := l.a.pieces.digest(r.Context(), row)
	if err != nil {
		return fmt.Errorf("digest of package %s: %w", row.id, err)
	}
	w.Header().Set("Repr-Digest", sign.FormatDigest(sum))
	w.Header().Set("ETag", `"`+hex.EncodeToString(sum)+`"`)
	w.Header().Set("Content-Type", "application/x-tar")
	if strings.Contains(r.Header.Get("Range"), ",") {
		r.Header.Del("Range") // a thousand ranges of a byte make an answer of their heads
	}
	http.ServeContent(w, r, "", time.Time{}, f)
	return nil
}
