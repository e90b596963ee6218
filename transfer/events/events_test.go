package events_test

import (
	"context"
	"database/sql"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"laufzettel/app/store"
	"laufzettel/transfer/events"
)

func open(t *testing.T) *store.Store {
	t.Helper()
	s, err := store.Open(t.Context(), filepath.Join(t.TempDir(), "w.db"), store.Room{Name: events.Room, Migrations: events.Migrations})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

func fill(t *testing.T, s *store.Store, n int) (last events.Event) {
	t.Helper()
	for i := range n {
		err := s.WithTx(t.Context(), func(tx *sql.Tx) (err error) {
			last, err = events.AppendSigned(t.Context(), tx,
				events.Event{At: time.UnixMilli(int64(i)), Actor: "M. Ahrens", Program: "test", Type: events.Checked, Subject: "P1",
					Outcome: "ok"}, nil)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return last
}

func TestVerify_SoundChain(t *testing.T) {
	s := open(t)
	last := fill(t, s, 3)
	n, broken, err := events.VerifyWith(t.Context(), s, last.Hash, nil)
	if n != 3 || broken != nil || err != nil {
		t.Errorf("Verify = %d, %+v, %v; want 3, nil, nil", n, broken, err)
	}
	list, err := events.List(t.Context(), s, "P1", 1, 0)
	if err != nil || len(list) != 2 || list[1].Hash != last.Hash {
		t.Errorf("List after 1 = %d events, %v; want 2 ending in the head", len(list), err)
	}
}

func TestVerify_ForeignHand(t *testing.T) {
	tests := map[string]struct {
		sql      string
		wantSeq  int64
		wantText string
	}{
		"body changed":   {`UPDATE event SET body = replace(body, 'M. Ahrens', 'N. Anders') WHERE seq = 2`, 2, "verändert"},
		"line removed":   {`DELETE FROM event WHERE seq = 2`, 3, "fehlen"},
		"tail cut":       {`DELETE FROM event WHERE seq = 3`, 2, "endet früher"},
		"search key":     {`UPDATE event SET subject = 'P9' WHERE seq = 1`, 1, "Suchschlüssel"},
		"hash rewritten": {`UPDATE event SET hash = 'ab' WHERE seq = 3`, 3, "verändert"},
	}
	for name, tc := range tests {
		t.Run(name, func(t *testing.T) {
			s := open(t)
			last := fill(t, s, 3)
			err := s.WithTx(t.Context(), func(tx *sql.Tx) error {
				return execAll(t.Context(), tx, "DROP TRIGGER event_no_update", "DROP TRIGGER event_no_delete", tc.sql)
			})
			if err != nil {
				t.Fatal(err)
			}
			_, broken, err := events.VerifyWith(t.Context(), s, last.Hash, nil)
			if err != nil || broken == nil || broken.Seq != tc.wantSeq || !strings.Contains(broken.Reason, tc.wantText) {
				t.Errorf("Verify = %+v, %v; want seq %d with %q", broken, err, tc.wantSeq, tc.wantText)
			}
		})
	}
}

func execAll(ctx context.Context, tx *sql.Tx, stmts ...string) error {
	for _, q := range stmts {
		if _, err := tx.ExecContext(ctx, q); err != nil {
			return err
		}
	}
	return nil
}

func TestAppend_OnlyAppends(t *testing.T) {
	s := open(t)
	fill(t, s, 1)
	for _, q := range []string{"UPDATE event SET hash = 'x'", "DELETE FROM event"} {
		err := s.WithTx(t.Context(), func(tx *sql.Tx) error { return execAll(t.Context(), tx, q) })
		if err == nil || !strings.Contains(err.Error(), "append-only") {
			t.Errorf("%s: error %v; want append-only", q, err)
		}
	}
}
