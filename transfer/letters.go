package transfer

import (
	"context"
	"database/sql"
	"fmt"
	"time"
)

// Letter is a written document of a portion: report, claim, list, message.
type Letter struct {
	Portion string    `json:"portion"`
	Kind    string    `json:"kind"` // report, claim, ingest-report, appraisal, destruction, clearance, message-0502 …
	Path    string    `json:"path"` // slash path inside the workspace
	SHA256  string    `json:"sha256"`
	Made    time.Time `json:"made"`
	Final   bool      `json:"final"` // a draft may be written again, a final one never
}

// AddLetter registers a letter in tx; one of the same path is replaced unless it
// is final, then nothing changes.
func AddLetter(ctx context.Context, tx *sql.Tx, l Letter) error {
	_, err := tx.ExecContext(ctx, `INSERT INTO letter (portion_id, kind, path, sha256, made, final) VALUES (?,?,?,?,?,?)
 ON CONFLICT (path) DO UPDATE SET sha256 = excluded.sha256, made = excluded.made, final = excluded.final WHERE final = 0`,
		l.Portion, l.Kind, l.Path, l.SHA256, l.Made.UnixMilli(), l.Final)
	if err != nil {
		return fmt.Errorf("store letter: %w", err)
	}
	return nil
}

// TrimLetterTx notes in tx that a letter, also a final one, was replaced by one that tells
// nothing of what is destroyed: its digest is another.
func TrimLetterTx(ctx context.Context, tx *sql.Tx, l Letter) error {
	_, err := tx.ExecContext(ctx, "UPDATE letter SET sha256 = ? WHERE portion_id = ? AND path = ?", l.SHA256, l.Portion, l.Path)
	if err != nil {
		return fmt.Errorf("store letter: %w", err)
	}
	return nil
}

// Letters lists the letters of a portion in the order they were made.
func (s *Portions) Letters(ctx context.Context, portion string) ([]Letter, error) {
	rows, err := s.db.Reader().QueryContext(ctx,
		"SELECT portion_id, kind, path, sha256, made, final FROM letter WHERE portion_id = ? ORDER BY id", portion)
	if err != nil {
		return nil, fmt.Errorf("list letters: %w", err)
	}
	defer rows.Close()
	var out []Letter
	for rows.Next() {
		var l Letter
		var made int64
		if err := rows.Scan(&l.Portion, &l.Kind, &l.Path, &l.SHA256, &made, &l.Final); err != nil {
			return nil, fmt.Errorf("list letters: %w", err)
		}
		l.Made = time.UnixMilli(made).UTC()
		out = append(out, l)
	}
	return out, rows.Err()
}
