package transfer

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"

	"laufzettel/transfer/record"
)

// SaveObjects replaces the stored record tree of a portion in tx.
func SaveObjects(ctx context.Context, tx *sql.Tx, portion string, roots []*record.Object) error {
	if _, err := tx.ExecContext(ctx, "DELETE FROM object WHERE portion_id = ?", portion); err != nil {
		return fmt.Errorf("clear objects: %w", err)
	}
	insert, err := tx.PrepareContext(ctx, "INSERT INTO object (portion_id, seq, parent, id, kind, data) VALUES (?,?,?,?,?,?)")
	if err != nil {
		return fmt.Errorf("store objects: %w", err)
	}
	defer insert.Close()
	seqs := map[*record.Object]int{}
	n := 0
	for o := range record.All(roots) {
		seqs[o] = n
		parent := -1
		if o.Parent != nil {
			parent = seqs[o.Parent]
		}
		flat := *o
		flat.Children = nil
		data, err := json.Marshal(&flat)
		if err != nil {
			return fmt.Errorf("encode object %s: %w", o.ID, err)
		}
		if _, err := insert.ExecContext(ctx, portion, n, parent, o.ID, o.Kind, data); err != nil {
			return fmt.Errorf("store object %s: %w", o.ID, err)
		}
		n++
	}
	// Who keeps the tree in memory sees by the clock of the portion that it is another.
	if _, err := tx.ExecContext(ctx, "UPDATE portion SET changed = changed + 1 WHERE id = ?", portion); err != nil {
		return fmt.Errorf("note changed objects: %w", err)
	}
	return nil
}

// Objects loads the stored record tree of a portion; empty when none is stored.
func (s *Portions) Objects(ctx context.Context, portion string) ([]*record.Object, error) {
	rows, err := s.db.Reader().QueryContext(ctx, "SELECT parent, data FROM object WHERE portion_id = ? ORDER BY seq", portion)
	if err != nil {
		return nil, fmt.Errorf("load objects: %w", err)
	}
	defer rows.Close()
	var all, roots []*record.Object
	for rows.Next() {
		var parent int
		var data []byte
		if err := rows.Scan(&parent, &data); err != nil {
			return nil, fmt.Errorf("load objects: %w", err)
		}
		o := new(record.Object)
		if err := json.Unmarshal(data, o); err != nil {
			return nil, fmt.Errorf("decode object: %w", err)
		}
		if parent < 0 {
			roots = append(roots, o)
		} else if parent < len(all) {
			all[parent].Add(o)
		}
		all = append(all, o)
	}
	return roots, rows.Err()
}

// HasObject reports whether the portion holds an object with this id.
func (s *Portions) HasObject(ctx context.Context, portion, id string) (has bool, err error) {
	err = s.db.Reader().QueryRowContext(ctx, "SELECT EXISTS (SELECT 1 FROM object WHERE portion_id = ? AND id = ?)", portion, id).Scan(&has)
	if err != nil {
		return false, fmt.Errorf("find object: %w", err)
	}
	return has, nil
}
