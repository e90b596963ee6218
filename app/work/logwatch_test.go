package work_test

import (
	"database/sql"
	"path/filepath"
	"testing"

	"laufzettel/app/work/office"
	"laufzettel/sync/channel"
	"laufzettel/transfer/events"
	"laufzettel/transfer/failure"
)

// After an archive's honest restore nothing goes on by itself; a person who says with
// whom they have spoken takes its log anew, signed, and both states stay as files.
func TestArchiveLog_IsTakenAnewByAPerson(t *testing.T) {
	ctx := t.Context()
	h := enrolled(t)
	send := func(name string) {
		t.Helper()
		_, err := h.Outbox.PostJSON(ctx, "A1", name, map[string]string{"name": name}, channel.Order{Kind: "xdomea-0507", Reference: "A1"},
			"")
		must(t, err)
		_, err = h.Outbox.SendOnce(ctx, nil)
		must(t, err)
	}
	send("eins.json")
	if at, err := h.Keys.WatchArchive(ctx); err != nil || !at.Kept || at.Broken != "" || at.Last.Size == 0 {
		t.Fatalf("%+v, %v; want a log that fits", at, err)
	}
	_, err := h.Keys.TakeArchiveLog(ctx, "Frau Moser")
	refused(t, "a log that keeps its word", "nichts neu zu übernehmen", err)

	db, err := sql.Open("sqlite", "file:"+filepath.ToSlash(filepath.Join(filepath.Dir(h.Office.Dir), "archiv", "archiv.db"))+
		"?_pragma=busy_timeout(10000)")
	must(t, err)
	for _, q := range []string{"UPDATE archive_ledger SET size = 0", "DELETE FROM archive_leaf", "DELETE FROM archive_tile"} {
		_, err := db.ExecContext(ctx, q)
		must(t, err)
	}
	must(t, db.Close())
	at, err := h.Keys.WatchArchive(ctx)
	if err != nil || at.Broken == "" || at.Now.Size >= at.Last.Size {
		t.Fatalf("%+v, %v; want a log cut", at, err)
	}
	_, err = h.Keys.TakeArchiveLog(ctx, "  ")
	refused(t, "without a word on why", "mit wem vom Archiv", err)
	o, err := h.Keys.TakeArchiveLog(ctx, "Frau Moser, Sicherung vom Vortag")
	must(t, err)
	if files, err := filepath.Glob(filepath.Join(h.Office.Dir, office.DirReceipts, "*"+office.SuffixCheckpoint)); err != nil ||
		len(files) != 2 {
		t.Errorf("kept %v, %v; want both states", files, err)
	}
	log, err := h.Office.Events(ctx, "archive-log")
	must(t, err)
	if len(log) != 1 || log[0].Type != events.Configured || log[0].Signature == "" ||
		log[0].Detail["note"] != "Frau Moser, Sicherung vom Vortag" || log[0].Detail["root"] != o.Now.Root {
		t.Errorf("log %+v", log)
	}
	sound(t, h.House)
	if _, err := h.Keys.TakeArchiveLog(ctx, "noch einmal"); failure.KindOf(err) != failure.Refused {
		t.Errorf("taken twice: %v", err)
	}
}
