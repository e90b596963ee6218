package office

import (
	"context"
	"database/sql"
	"fmt"
	"os"
	"strings"

	"laufzettel/sync/channel"
	"laufzettel/transfer/durable"
	"laufzettel/transfer/events"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/people"
	"laufzettel/transfer/wording"
)

// An archive that has honestly put back an older copy of its database breaks the word of
// its log, and every client stands still: nothing is repaired unasked. Once a person has
// spoken with the archive, they take its present log as the first one seen, with their
// signature; both words of the archive stay here as files.

// LogWatch is how the log of the archive stands to what was seen of it here.
type LogWatch struct {
	Kept   bool            `json:"kept"` // the archive keeps such a log
	Last   channel.Watched `json:"last"`
	Now    channel.Watched `json:"now,omitzero"` // where it breaks its word: what it shows instead
	Broken string          `json:"broken,omitempty"`
}

// WatchArchive holds the present log of the archive against the one seen last.
func (ks *Keys) WatchArchive(ctx context.Context) (w LogWatch, err error) {
	if _, err := ks.Office.Allow(ctx, people.Send, "watch log of archive"); err != nil {
		return w, err
	}
	address := ks.Office.Settings.Get().Channel.URL
	w.Last, w.Kept, err = ks.Channel.Watch(ctx, address)
	if failure.KindOf(err) != failure.Damaged {
		return w, err
	}
	w.Kept, w.Broken = true, failure.HintOf(err).In(wording.German)
	o, oerr := ks.Channel.Other(ctx, address)
	if oerr == nil {
		w.Last, w.Now = o.Last, o.Now
	}
	return w, nil
}

// TakeArchiveLog takes the present log of an archive that has broken its word as the
// first one seen. note says with whom of the archive this person has spoken, and why.
// Errors: Refused without a note, without the right, or where the log keeps its word.
func (ks *Keys) TakeArchiveLog(ctx context.Context, note string) (channel.OtherLog, error) {
	const op = "take new log of archive"
	person, err := ks.Office.MustPerson(people.Keys, op)
	if err != nil {
		return channel.OtherLog{}, err
	}
	if note = strings.Join(strings.Fields(note), " "); note == "" {
		return channel.OtherLog{}, failure.New(failure.Refused, op, wording.Say("hint.office.archive-log-note"))
	}
	o, err := ks.Channel.Other(ctx, ks.Office.Settings.Get().Channel.URL)
	if err != nil {
		return o, err
	}
	if err := os.MkdirAll(ks.Office.Path(DirReceipts), 0o700); err != nil {
		return o, Disk("keep checkpoints of archive", err)
	}
	for _, c := range []struct {
		head channel.Watched
		raw  []byte
	}{{o.Last, o.LastCheckpt}, {o.Now, o.NowCheckpt}} {
		name := fmt.Sprintf("%s/archiv-protokoll-%d-%s%s", DirReceipts, c.head.Size, events.StatementDigest(c.raw)[:16], SuffixCheckpoint)
		if err := durable.WriteFile(ks.Office.Path(name), c.raw, 0o600); err != nil {
			return o, Disk("keep checkpoints of archive", err)
		}
	}
	detail := map[string]string{"person": person, "note": note, "origin": o.Now.Origin, "size": fmt.Sprint(o.Now.Size), "root": o.Now.Root,
		"before-origin": o.Last.Origin, "before-size": fmt.Sprint(o.Last.Size), "before-root": o.Last.Root}
	return o, ks.Channel.TakeNewLog(ctx, o, func(tx *sql.Tx) error {
		return ks.Log.Entry(ctx, ks.Office.Event(events.Configured, "archive-log", "", "taken-anew", detail))(tx)
	})
}

// SuffixCheckpoint ends the name of a checkpoint kept as a file.
const SuffixCheckpoint = ".checkpoint"
