package catalog

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"time"
)

// Each gives every object of the filters that may be known on the day, in the
// order of the reference codes or of their trees, without its documents: for exports. What is
// closed with its description is not among them (A25).
func (c *Catalog) Each(ctx context.Context, q Query, fn func(Item) error) error {
	q.Text, q.Limit = "", maxLimit
	for q.Offset = 0; ; q.Offset += q.Limit {
		res, err := c.list(ctx, q)
		if err != nil {
			return err
		}
		for _, it := range res.Items {
			if err := fn(it.Item); err != nil {
				return err
			}
		}
		if len(res.Items) < q.Limit {
			return nil
		}
	}
}

// ofChunk is how many objects one query of Of asks for.
const ofChunk = 500

// Of gives objects by their persistent identifiers, without their documents, all of them
// opened to who asks; what is not indexed is left out.
func (c *Catalog) Of(ctx context.Context, pids []string, day time.Time) (map[string]Item, error) {
	out := make(map[string]Item, len(pids))
	for from := 0; from < len(pids); from += ofChunk {
		chunk := pids[from:min(from+ofChunk, len(pids))]
		f := newFilter(day, chunk)
		f.add(`i.pid IN (`+marks(len(chunk))+`)`, anys(chunk)...)
		if err := c.gather(ctx, f, out); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// Titled gives the objects that bear a title, whatever the case of its letters, without
// their documents; what may not be known on the day is not among them (A25).
func (c *Catalog) Titled(ctx context.Context, title string, day time.Time, granted ...string) (map[string]Item, error) {
	out := map[string]Item{}
	f := newFilter(day, granted)
	f.add(`i.subject = ? COLLATE NOCASE`, title)
	return out, c.gather(ctx, f, out)
}

func (c *Catalog) gather(ctx context.Context, f *filter, out map[string]Item) error {
	rows, err := c.db.Reader().QueryContext(ctx, `SELECT `+itemColumns+` FROM catalog_item i WHERE `+f.sql(), f.args...)
	if err != nil {
		return fmt.Errorf("read index: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		var it Item
		if err := rows.Scan(scanItem(&it)...); err != nil {
			return fmt.Errorf("read index: %w", err)
		}
		out[it.PID] = it
	}
	return rows.Err()
}

// Heading is what a person corrected of an object: title and period.
type Heading struct{ PID, Was, Subject, From, To string }

// SetHeadingTx changes title and period of an object in the index; it is found by its
// earlier title too. One that is not indexed is left alone: its next index has it right.
func (c *Catalog) SetHeadingTx(ctx context.Context, tx *sql.Tx, h Heading) error {
	var entry int64
	var head, body string
	err := tx.QueryRowContext(ctx,
		`SELECT e.id, w.head, w.body FROM catalog_item i JOIN catalog_entry e ON e.item = i.id AND e.part = '' JOIN catalog_words w ON w.rowid = e.id
		WHERE i.pid = ? ORDER BY e.id LIMIT 1`, h.PID).Scan(&entry, &head, &body)
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	}
	if err == nil {
		head = h.Subject + "\n" + strings.TrimPrefix(strings.TrimPrefix(head, h.Was), "\n")
		if !strings.Contains(head, h.Was) {
			head += "\n" + h.Was
		}
		_, err = tx.ExecContext(ctx, `UPDATE catalog_words SET head = ?, folded = ? WHERE rowid = ?`, head, foldedWords(head, body), entry)
	}
	if err == nil {
		_, err = tx.ExecContext(ctx, `UPDATE catalog_entry SET title = ? WHERE id = ?`, h.Subject, entry)
	}
	if err == nil {
		_, err = tx.ExecContext(ctx,
			`UPDATE catalog_item SET subject = ?, first_day = ?, last_day = ?, first_year = ?, last_year = ? WHERE pid = ?`,
			h.Subject, h.From, h.To, year(h.From, h.To), year(h.To, h.From), h.PID)
	}
	if err != nil {
		return fmt.Errorf("change %s in index: %w", h.PID, err)
	}
	return nil
}
