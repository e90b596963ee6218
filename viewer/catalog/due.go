package catalog

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
)

// migrateDue marks the documents whose words are not in the index yet.
const migrateDue = `
ALTER TABLE catalog_entry ADD COLUMN due INTEGER NOT NULL DEFAULT 0;
CREATE INDEX catalog_entry_due ON catalog_entry (item, part, path) WHERE due = 1;
`

// Due is an object whose documents are not found by their words yet.
type Due struct {
	PID           string
	ReferenceCode string
	Package       string // where the package lies
	Documents     int    // whose words are missing
}

// Due lists the objects that were put in with Item.Later and whose documents still wait
// for Fill, oldest first.
func (c *Catalog) Due(ctx context.Context) (list []Due, err error) {
	rows, err := c.db.Reader().QueryContext(ctx, `SELECT i.pid, i.reference, i.package, e.n
		FROM (SELECT item, count(*) AS n FROM catalog_entry WHERE due = 1 GROUP BY item) e JOIN catalog_item i ON i.id = e.item
		ORDER BY i.id`)
	if err != nil {
		return nil, fmt.Errorf("read index: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		var d Due
		if err := rows.Scan(&d.PID, &d.ReferenceCode, &d.Package, &d.Documents); err != nil {
			return nil, fmt.Errorf("read index: %w", err)
		}
		list = append(list, d)
	}
	return list, rows.Err()
}

// due counts the documents whose words are missing, closed ones too: a number, nothing of them.
func (c *Catalog) due(ctx context.Context) (n int, err error) {
	if err := c.db.Reader().QueryRowContext(ctx, `SELECT count(*) FROM catalog_entry WHERE due = 1`).Scan(&n); err != nil {
		return 0, fmt.Errorf("read index: %w", err)
	}
	return n, nil
}

// Part names one file of a document of an object.
type Part struct{ ID, Path string }

// DueParts gives the files of an object whose words are missing.
func (c *Catalog) DueParts(ctx context.Context, pid string) (map[Part]bool, error) {
	rows, err := c.db.Reader().QueryContext(ctx, `SELECT e.part, e.path FROM catalog_item i JOIN catalog_entry e ON e.item = i.id
		WHERE i.pid = ? AND e.due = 1`, pid)
	if err != nil {
		return nil, fmt.Errorf("read index: %w", err)
	}
	defer rows.Close()
	out := map[Part]bool{}
	for rows.Next() {
		var p Part
		if err := rows.Scan(&p.ID, &p.Path); err != nil {
			return nil, fmt.Errorf("read index: %w", err)
		}
		out[p] = true
	}
	return out, rows.Err()
}

// Fill adds the words of documents that wait for them; one that does not wait, or is no
// longer there, is left alone. Killed in between, what is missing still waits.
func (c *Catalog) Fill(ctx context.Context, pid string, docs []Document) error {
	return c.db.WithTx(ctx, func(tx *sql.Tx) error {
		w, err := newWordRows(ctx, tx)
		if err != nil {
			return err
		}
		defer w.close()
		find, err := tx.PrepareContext(ctx, `SELECT e.id FROM catalog_item i JOIN catalog_entry e ON e.item = i.id
			WHERE i.pid = ? AND e.part = ? AND e.path = ? AND e.due = 1 ORDER BY e.id LIMIT 1`)
		if err != nil {
			return fmt.Errorf("complete index of %s: %w", pid, err)
		}
		defer find.Close()
		for _, d := range docs {
			var id int64
			err := find.QueryRowContext(ctx, pid, d.ID, d.Path).Scan(&id)
			if errors.Is(err, sql.ErrNoRows) {
				continue
			}
			if err == nil {
				_, err = tx.ExecContext(ctx, `UPDATE catalog_entry SET due = 0 WHERE id = ?`, id)
			}
			if err != nil {
				return fmt.Errorf("complete index of %s: %w", pid, err)
			}
			if err := w.add(ctx, id, heading(d), d.Text); err != nil {
				return err
			}
		}
		return nil
	})
}

// heading is what a document is found by beside its text.
func heading(d Document) string { return strings.TrimSpace(d.Title + "\n" + d.Keywords) }

// wordRows writes rows of the full text with one statement.
type wordRows struct{ insert *sql.Stmt }

func newWordRows(ctx context.Context, tx *sql.Tx) (*wordRows, error) {
	s, err := tx.PrepareContext(ctx, `INSERT INTO catalog_words (rowid, head, body, folded) VALUES (?,?,?,?)`)
	if err != nil {
		return nil, fmt.Errorf("index words: %w", err)
	}
	return &wordRows{s}, nil
}

func (w *wordRows) add(ctx context.Context, entry int64, head, body string) error {
	if len(body) > maxText {
		body = body[:maxText]
	}
	body, head = strings.ToValidUTF8(body, "�"), strings.ToValidUTF8(head, "�")
	if _, err := w.insert.ExecContext(ctx, entry, head, body, foldedWords(head, body)); err != nil {
		return fmt.Errorf("index words: %w", err)
	}
	return nil
}

func (w *wordRows) close() { _ = w.insert.Close() }
