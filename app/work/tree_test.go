package work_test

import (
	"bytes"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"laufzettel/app/settings"
	"laufzettel/app/work"
	"laufzettel/app/work/office"
	"laufzettel/sync/ledger"
	"laufzettel/sync/sign"
	"laufzettel/transfer/events"
	"laufzettel/transfer/failure"
)

// logged opens a workspace with some more events in its log.
func logged(t *testing.T, dir string, n int) *work.House {
	t.Helper()
	h, err := work.Open(t.Context(), dir, office.Options{KeyWork: 10, Passphrase: func() (string, error) { return "geheim", nil }})
	if err != nil {
		t.Fatal(err)
	}
	for range n {
		if err := h.Office.Store.WithTx(t.Context(), h.Log.Entry(t.Context(),
			h.Office.Event(events.Noted, "x", "", "ok", nil))); err != nil {
			t.Fatal(err)
		}
	}
	return h
}

func closed(t *testing.T, h *work.House) {
	t.Helper()
	if err := h.Close(); err != nil {
		t.Fatal(err)
	}
}

func verdict(t *testing.T, h *work.House) office.LogVerdict {
	t.Helper()
	v, err := h.Log.VerifyLogSigned(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func TestTree_FollowsTheLog(t *testing.T) {
	dir := t.TempDir()
	closed(t, logged(t, dir, 10))
	h := logged(t, dir, 3)
	if v := verdict(t, h); !v.Sound || v.Tree.Leaves < 10 || v.Tree.Heads != 1 {
		t.Errorf("%+v", v)
	}
	closed(t, h)
	h = logged(t, dir, 0)
	defer closed(t, h)
	if v := verdict(t, h); !v.Sound || v.Tree.Leaves != v.Events || h.Office.Warning() != nil {
		t.Errorf("%+v %v", v, h.Office.Warning())
	}
}

// S10: a tree over the log that does not hold together is told at the start and by log
// verify; it keeps nobody from reading, and is no fault of the program.
func TestS10_ATreeThatDoesNotHoldTogether(t *testing.T) {
	for _, tt := range []struct {
		what, change string
		told         bool // at the start already
	}{
		{"no tiles", "DELETE FROM event_tile", true},
		{"a tile cut", "UPDATE event_tile SET hashes = substr(hashes, 1, 40)", true},
		{"a tile of nothing", "UPDATE event_tile SET hashes = zeroblob(length(hashes))", true},
		{"more than there is", "UPDATE event_ledger SET size = size + 5", true},
		{"less than there is", "UPDATE event_ledger SET size = size - 2", true},
		{"no head", "DELETE FROM event_ledger", true},
		{"a leaf gone", "DELETE FROM event_leaf WHERE n = 2", false},
		{"the last leaf gone", "DELETE FROM event_leaf WHERE n = (SELECT max(n) FROM event_leaf)", false},
	} {
		for _, kept := range []bool{true, false} { // the head left at the last end
			dir := t.TempDir()
			h := logged(t, dir, 5)
			closed(t, h)
			foreignHand(t, h, tt.change)
			if !kept {
				must(t, os.Remove(filepath.Join(dir, office.DirLog, "head")))
			}
			h = logged(t, dir, 1)
			if v := verdict(t, h); v.Sound || v.Says().Empty() {
				t.Errorf("%s, head kept %v: %+v", tt.what, kept, v)
			}
			stopped(t, h.Office.Witness.Uphold(t.Context(), "destroy", office.Concerned{Portions: []string{"P2026-0001"}}))
			if told := h.Office.Warning(); kept && tt.told != (failure.KindOf(told) == failure.Damaged) {
				t.Errorf("%s: told at the start is %v, want %v", tt.what, told, tt.told)
			}
			closed(t, h)
		}
	}
}

// S10: a copy of yesterday is told at the next start, and by log verify; it stays told.
func TestS10_WorkspaceRolledBack(t *testing.T) {
	dir := t.TempDir()
	closed(t, logged(t, dir, 5))
	yesterday, err := os.ReadFile(filepath.Join(dir, office.DbName))
	if err != nil {
		t.Fatal(err)
	}
	closed(t, logged(t, dir, 5))
	for _, suffix := range []string{"-wal", "-shm"} {
		_ = os.Remove(filepath.Join(dir, office.DbName+suffix))
	}
	if err := os.WriteFile(filepath.Join(dir, office.DbName), yesterday, 0o600); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		h := logged(t, dir, 0)
		if told := h.Office.Warning(); failure.KindOf(told) != failure.Damaged ||
			!strings.Contains(failure.HintOf(told).In("de"), "ältere Kopie") {
			t.Errorf("told %v", told)
		}
		if v := verdict(t, h); v.Sound || !strings.Contains(v.Broken, "hatte schon") {
			t.Errorf("%+v", v)
		}
		closed(t, h)
	}
	// Going on is another past, not the one left: it stays told.
	h := logged(t, dir, 20)
	defer closed(t, h)
	if err := h.Log.Grow(t.Context()); err != nil {
		t.Fatal(err)
	}
	if v := verdict(t, h); v.Sound || !strings.Contains(v.Broken, "andere Vergangenheit") {
		t.Errorf("%+v", v)
	}
}

// A chain that somebody wrote anew, with all its hashes, is not the one in the tree; a
// tree made anew is not the one others have a checkpoint of.
func TestS10_PastWrittenAnew(t *testing.T) {
	dir := t.TempDir()
	h := logged(t, dir, 6)
	if err := h.Log.Grow(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := h.Office.Settings.Change(func(s *settings.Settings) { s.Channel.KeyStore = office.FileStore }); err != nil {
		t.Fatal(err)
	}
	if _, err := h.Keys.NewKey(t.Context()); err != nil {
		t.Fatal(err)
	}
	request, head, err := h.Log.Checkpoint(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	closed(t, h)
	rewrite(t, dir)
	h = logged(t, dir, 0)
	if v := verdict(t, h); v.Sound || !strings.Contains(v.Broken, "nicht der, der im Baum") {
		t.Errorf("%+v", v)
	}
	if err := h.Office.Store.WithTx(t.Context(), func(tx *sql.Tx) error {
		for _, q := range []string{"UPDATE event_ledger SET size = 0", "DELETE FROM event_leaf", "DELETE FROM event_tile"} {
			if _, err := tx.ExecContext(t.Context(), q); err != nil {
				return err
			}
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(filepath.Join(dir, office.DirLog, "head")); err != nil {
		t.Fatal(err)
	}
	if err := h.Log.Grow(t.Context()); err != nil {
		t.Fatal(err)
	}
	if v := verdict(t, h); v.Sound || !strings.Contains(v.Broken, ".checkpoint") {
		t.Errorf("a tree made anew: %+v", v)
	}
	if _, _, err := h.Log.Checkpoint(t.Context(), request.Checkpoint); failure.KindOf(err) != failure.Damaged {
		t.Errorf("a checkpoint that extends none: %v", err)
	}
	// From files alone: the old checkpoint against the tiles of today.
	for _, f := range checkpoints(t, dir) {
		_ = os.Remove(f)
	}
	now, nowHead, err := h.Log.Checkpoint(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	out := filepath.Join(dir, "out")
	if err := h.Log.Tiles(t.Context(), out, nowHead, now.Checkpoint); err != nil {
		t.Fatal(err)
	}
	key, err := sign.ParsePublicKey(now.PublicKey)
	if err != nil {
		t.Fatal(err)
	}
	f, err := ledger.OpenFolder(out, key)
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Whole(); err != nil {
		t.Error(err)
	}
	if err := f.Holds(head); err == nil {
		t.Error("the files do not show the second past")
	}
	closed(t, h)
}

func checkpoints(t *testing.T, dir string) []string {
	t.Helper()
	all, err := filepath.Glob(filepath.Join(dir, office.DirLog, "*.checkpoint"))
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// rewrite changes the first event and makes the whole chain anew, as events.Append does.
func rewrite(t *testing.T, dir string) {
	t.Helper()
	db := hand(t, dir)
	defer db.Close()
	for _, q := range []string{"DROP TRIGGER event_no_update", "DROP TRIGGER event_no_delete"} {
		if _, err := db.Exec(q); err != nil {
			t.Fatal(err)
		}
	}
	rows, err := db.Query("SELECT seq, body FROM event ORDER BY seq")
	if err != nil {
		t.Fatal(err)
	}
	var bodies [][]byte
	for rows.Next() {
		var seq int64
		var body []byte
		if err := rows.Scan(&seq, &body); err != nil {
			t.Fatal(err)
		}
		bodies = append(bodies, body)
	}
	rows.Close()
	prev := ""
	for i, body := range bodies {
		if i == 0 {
			body = bytes.Replace(body, []byte(`"outcome":"ok"`), []byte(`"outcome":"no"`), 1)
		}
		prev = linked(prev, body)
		if _, err := db.Exec("UPDATE event SET body = ?, hash = ? WHERE seq = ?", body, prev, i+1); err != nil {
			t.Fatal(err)
		}
	}
}

// A workspace on a medium that cannot be written is verified from a copy of its
// database, with what lies beside the original.
func TestTree_ReadOnlyMedium(t *testing.T) {
	dir := t.TempDir()
	closed(t, logged(t, dir, 5))
	before := listing(t, dir)
	h, done, err := work.OpenAside(t.Context(), dir, office.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if v := verdict(t, h); !v.Sound || v.Tree.Heads != 1 {
		t.Errorf("%+v", v)
	}
	if err := done(); err != nil {
		t.Fatal(err)
	}
	if after := listing(t, dir); after != before {
		t.Errorf("the medium was written:\n%s\n%s", before, after)
	}
	if _, err := os.Stat(h.Office.Dir); err == nil {
		t.Error("the copy was left behind")
	}
}

func listing(t *testing.T, dir string) string {
	t.Helper()
	var b strings.Builder
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			raw, rerr := os.ReadFile(path)
			b.WriteString(path + " " + events.StatementDigest(raw) + "\n")
			return rerr
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// linked is the hash of an event, as events.Append makes it.
func linked(prev string, body []byte) string {
	sum := sha256.Sum256(append([]byte(prev+"\n"), body...))
	return hex.EncodeToString(sum[:])
}
