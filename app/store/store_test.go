package store_test

import (
	"context"
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"laufzettel/app/store"
	"laufzettel/transfer/container"
	"laufzettel/transfer/failure"
)

func room(n int) store.Room {
	all := []string{"CREATE TABLE a (x INTEGER)", "ALTER TABLE a ADD COLUMN y TEXT", "CREATE TABLE b (x INTEGER)"}
	return store.Room{Name: "test", Migrations: all[:n]}
}

func TestOpen_MigratesAndKeepsACopy(t *testing.T) {
	folder := "ordner mit ü?#"
	if runtime.GOOS == "windows" {
		folder = "ordner mit ü%20#" // no name may hold a question mark there
	}
	path := filepath.Join(t.TempDir(), folder, "w.db")
	for _, n := range []int{1, 3, 3} {
		s, err := store.Open(t.Context(), path, room(n))
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := os.Stat(path); err != nil {
		t.Errorf("database is not where it was asked to be: %v", err)
	}
	old, err := store.Open(t.Context(), path+".before-1", room(1))
	if err != nil {
		t.Fatalf("copy before the migration: %v", err)
	}
	if err := old.Close(); err != nil {
		t.Fatal(err)
	}
}

// What an older version left readable for others is its person's alone once it was opened.
func TestOpen_TakesRightsFromOthers(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("rights of a file are those of its folder there")
	}
	path := filepath.Join(t.TempDir(), "w.db")
	for range 2 {
		s, err := store.Open(t.Context(), path, room(1))
		if err != nil {
			t.Fatal(err)
		}
		if info, err := os.Stat(path); err != nil || info.Mode().Perm()&0o077 != 0 {
			t.Errorf("open for others: %v, %v", info.Mode(), err)
		}
		if err := errors.Join(s.Close(), os.Chmod(path, 0o644)); err != nil {
			t.Fatal(err)
		}
	}
}

// The folder of an open database is no delivery: reading it would end the locks of the
// database, and another process could damage it. Once it is closed it can be read.
func TestOpen_IsNoDelivery(t *testing.T) {
	dir := t.TempDir()
	s, err := store.Open(t.Context(), filepath.Join(dir, "w.db"), room(1))
	if err != nil {
		t.Fatal(err)
	}
	names := []string{dir, filepath.Join(dir, "w.db"), filepath.Join(dir, "w.db-wal")}
	if runtime.GOOS != "windows" { // there a mapped file does not tell which it is, and locks belong to handles: reading it ends none
		names = append(names, filepath.Join(dir, "w.db-shm"))
	}
	for _, name := range names {
		if _, err := container.Open(t.Context(), name, container.Options{}); failure.KindOf(err) != failure.Refused {
			t.Errorf("%s is opened: %v", filepath.Base(name), err)
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	tree, err := container.Open(t.Context(), dir, container.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := tree.Close(); err != nil {
		t.Fatal(err)
	}
}

func TestOpen_NewerOrForeignFile(t *testing.T) {
	dir := t.TempDir()
	newer := filepath.Join(dir, "newer.db")
	s, err := store.Open(t.Context(), newer, room(3))
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	foreign := filepath.Join(dir, "foreign.db")
	if err := os.WriteFile(foreign, []byte("das ist keine Datenbank, sondern ein langer Text über nichts"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{newer, foreign} {
		if _, err := store.Open(t.Context(), path, room(1)); failure.KindOf(err) != failure.Damaged || !failure.Explained(err) {
			t.Errorf("%s: %v, want damaged with a hint", filepath.Base(path), err)
		}
	}
}

func TestWithTx_AllOrNothing(t *testing.T) {
	s, err := store.Open(t.Context(), filepath.Join(t.TempDir(), "w.db"), room(1))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	insert := func(ctx context.Context, end error) error {
		return s.WithTx(ctx, func(tx *sql.Tx) error {
			if _, err := tx.Exec("INSERT INTO a VALUES (1)"); err != nil {
				return err
			}
			return end
		})
	}
	boom := errors.New("boom")
	if err := insert(t.Context(), boom); !errors.Is(err, boom) {
		t.Errorf("error %v, want boom", err)
	}
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	if err := insert(cancelled, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want cancelled", err)
	}
	func() {
		defer func() { _ = recover() }()
		_ = s.WithTx(t.Context(), func(tx *sql.Tx) error {
			_, _ = tx.Exec("INSERT INTO a VALUES (1)")
			panic("in the middle")
		})
	}()
	if err := insert(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	var n int
	if err := s.Reader().QueryRow("SELECT count(*) FROM a").Scan(&n); err != nil || n != 1 {
		t.Errorf("rows %d, %v; want only the committed one", n, err)
	}
	if _, err := s.Reader().Exec("DELETE FROM a"); err == nil {
		t.Error("the reader can write")
	}
}
