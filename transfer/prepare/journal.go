package prepare

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"

	"laufzettel/transfer/kind"
)

// row is a line of the journal: the file with what its source looked like when it
// was read.
type row struct {
	kind.File
	sourceSize int64
	modified   int64 // of the source, Unix seconds
}

// journal gives what earlier runs have read.
func (s *Store) journal(ctx context.Context, id string) (map[string]row, error) {
	rows, err := s.db.Reader().QueryContext(ctx,
		"SELECT path, source, size, modified, written, digests, note FROM prepare_file WHERE preparation = ?", id)
	if err != nil {
		return nil, fmt.Errorf("read journal: %w", err)
	}
	defer rows.Close()
	out := map[string]row{}
	for rows.Next() {
		var r row
		var digests string
		if err := rows.Scan(&r.Path, &r.Source, &r.sourceSize, &r.modified, &r.Size, &digests, &r.Note); err != nil {
			return nil, fmt.Errorf("read journal: %w", err)
		}
		if err := json.Unmarshal([]byte(digests), &r.Digests); err != nil {
			continue // the file is read again
		}
		r.Dropped = r.Size < 0
		out[r.Path] = r
	}
	return out, rows.Err()
}

// note writes a batch of the journal.
func (s *Store) note(ctx context.Context, id string, batch []row) error {
	return s.db.WithTx(ctx, func(tx *sql.Tx) error {
		st, err := tx.PrepareContext(ctx,
			`INSERT OR REPLACE INTO prepare_file (preparation, path, source, size, modified, written, digests, note) VALUES (?,?,?,?,?,?,?,?)`)
		if err != nil {
			return fmt.Errorf("write journal: %w", err)
		}
		defer st.Close()
		for _, r := range batch {
			digests, err := json.Marshal(r.Digests)
			if err == nil {
				_, err = st.ExecContext(ctx, id, r.Path, r.Source, r.sourceSize, r.modified, r.Size, string(digests), r.Note)
			}
			if err != nil {
				return fmt.Errorf("write journal: %w", err)
			}
		}
		return nil
	})
}

// forget drops lines of files that are no longer part of the portion.
func (s *Store) forget(ctx context.Context, id string, paths []string) error {
	if len(paths) == 0 {
		return nil
	}
	return s.db.WithTx(ctx, func(tx *sql.Tx) error {
		for _, p := range paths {
			if _, err := tx.ExecContext(ctx, "DELETE FROM prepare_file WHERE preparation = ? AND path = ?", id, p); err != nil {
				return fmt.Errorf("write journal: %w", err)
			}
		}
		return nil
	})
}

// Files gives every file of a built portion with its digests, by path; files that
// were only looked at are left out.
func (s *Store) Files(ctx context.Context, id string) ([]kind.File, error) {
	rows, err := s.journal(ctx, id)
	if err != nil {
		return nil, err
	}
	return slices.Collect(sorted(rows)), nil
}

func sorted(rows map[string]row) iter.Seq[kind.File] {
	return func(yield func(kind.File) bool) {
		for _, p := range slices.SortedFunc(maps.Keys(rows), strings.Compare) {
			if f := rows[p].File; !f.Dropped && !yield(f) {
				return
			}
		}
	}
}
