package prepared

import (
	"database/sql"
	"errors"
	"testing"

	_ "modernc.org/sqlite"
)

func begin(t *testing.T) *sql.Tx {
	t.Helper()
	db, err := sql.Open("sqlite", ":memory:")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	tx, err := db.BeginTx(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := tx.ExecContext(t.Context(), "CREATE TABLE act (id INTEGER PRIMARY KEY, word TEXT)"); err != nil {
		t.Fatal(err)
	}
	return tx
}

// However many rows are written and read, each statement is read once; closed, the
// transaction goes on.
func TestTx_ReadsEachStatementOnce(t *testing.T) {
	for _, rows := range []int{1, 50, 500} {
		tx := begin(t)
		p := Of(tx)
		for i := range rows {
			if _, err := p.ExecContext(t.Context(), "INSERT INTO act VALUES (?, ?)", i, "V"); err != nil {
				t.Fatal(err)
			}
			var word string
			if err := p.QueryRow(t.Context(), "SELECT word FROM act WHERE id = ?", i).Scan(&word); err != nil || word != "V" {
				t.Fatalf("row %d: %q, %v", i, word, err)
			}
			found, err := p.QueryContext(t.Context(), "SELECT id FROM act WHERE word = ?", "A")
			if err != nil {
				t.Fatal(err)
			}
			if found.Next() || errors.Join(found.Err(), found.Close()) != nil {
				t.Fatal("a row that nobody wrote")
			}
		}
		if got := p.Prepared(); got != 3 {
			t.Errorf("%d rows: %d statements read, want 3", rows, got)
		}
		if err := p.Close(); err != nil {
			t.Fatal(err)
		}
		var n int
		if err := tx.QueryRowContext(t.Context(), "SELECT count(*) FROM act").Scan(&n); err != nil || n != rows {
			t.Errorf("%d rows, %v, want %d", n, err, rows)
		}
		if err := tx.Commit(); err != nil {
			t.Error(err)
		}
	}
}

// A statement that is none is told each time it is given.
func TestTx_NoStatement(t *testing.T) {
	p := Of(begin(t))
	for range 2 {
		if _, err := p.ExecContext(t.Context(), "INSERT INTO nothing VALUES (1)"); err == nil {
			t.Error("executed")
		}
		if rows, err := p.QueryContext(t.Context(), "SELECT nothing"); err == nil {
			_ = rows.Close()
			t.Error("queried")
		}
		if err := p.QueryRow(t.Context(), "SELECT nothing").Scan(); err == nil {
			t.Error("scanned")
		}
	}
}
