package store_test

import (
	"bytes"
	"context"
	"database/sql"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"laufzettel/app/store"
	"laufzettel/transfer/failure"
)

// A database damaged deep inside opens; the first read that comes upon it, however
// it is asked, names the copy put aside, and one state is copied once.
func TestReader_DamagedInside(t *testing.T) {
	path := filepath.Join(t.TempDir(), "w.db")
	s, err := store.Open(t.Context(), path, room(2))
	if err != nil {
		t.Fatal(err)
	}
	err = s.WithTx(t.Context(), func(tx *sql.Tx) error {
		for i := range 200 {
			if _, err := tx.Exec("INSERT INTO a VALUES (?, ?)", i, strings.Repeat("Mühlwehr ", 100)); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	broken, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for i := len(broken) - 10*4096; i < len(broken); i++ {
		broken[i] ^= 0x5a
	}
	if err := os.WriteFile(path, broken, 0o600); err != nil {
		t.Fatal(err)
	}
	if s, err = store.Open(t.Context(), path, room(2)); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	const query = "SELECT count(y), max(length(y)) FROM a"
	reads := map[string]func(context.Context) error{
		"row": func(ctx context.Context) error {
			var n, m int
			return s.Reader().QueryRowContext(ctx, query).Scan(&n, &m)
		},
		"rows": func(ctx context.Context) error {
			rows, err := s.Reader().QueryContext(ctx, "SELECT y FROM a")
			if err != nil {
				return err
			}
			defer rows.Close()
			var y string
			for rows.Next() {
				if err := rows.Scan(&y); err != nil {
					return err
				}
			}
			return rows.Err()
		},
		"prepared": func(ctx context.Context) error {
			st, err := s.Reader().PrepareContext(ctx, query)
			if err != nil {
				return err
			}
			defer st.Close()
			var n, m int
			return st.QueryRowContext(ctx).Scan(&n, &m)
		},
		"transaction": func(ctx context.Context) error {
			tx, err := s.Reader().BeginTx(ctx, nil)
			if err != nil {
				return err
			}
			defer func() { _ = tx.Rollback() }()
			var n, m int
			return tx.QueryRowContext(ctx, query).Scan(&n, &m)
		},
	}
	for name, read := range reads {
		err := read(t.Context())
		if failure.KindOf(err) != failure.Damaged || !strings.Contains(failure.HintOf(err).In("de"), "w.db"+store.DamagedSuffix) {
			t.Errorf("%s: %v", name, err)
		}
	}
	var n int
	if err := s.Reader().QueryRow("SELECT count(*) FROM nichts").Scan(&n); err == nil || failure.KindOf(err) == failure.Damaged {
		t.Errorf("a wrong question is no damage: %v", err)
	}
	copies, err := filepath.Glob(path + store.DamagedSuffix + "*[0-9]")
	if err != nil || len(copies) != 1 {
		t.Fatalf("copies %v, %v", copies, err)
	}
	if kept, err := os.ReadFile(copies[0]); err != nil || !bytes.Equal(kept, broken) {
		t.Errorf("the copy is another: %v", err)
	}
}
