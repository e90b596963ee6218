package accession

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"laufzettel/app/work/intake"
	"laufzettel/app/work/office"
	"laufzettel/transfer"
	"laufzettel/transfer/check"
	"laufzettel/transfer/events"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
	"laufzettel/viewer/fulltext"
	"laufzettel/viewer/recognised"
	"laufzettel/viewer/sensitivity/found"
)

// scrubNote says that a destruction was ordered whose last traces may still lie in
// caches and in free pages of the database. It is written before the destruction
// and goes only when the traces are gone, so that a kill or a busy database is made
// up for at the next start (G13). It holds ids of portions, one a line.
const scrubNote = "cache/scrub.pending"

// spoolInUse is how long work under way may leave a spool file untouched.
const spoolInUse = time.Hour

// traceWord is how long a subject must be to be looked for in other texts: a
// shorter one is an everyday word.
const traceWord = 8

// noteScrub remembers that the traces of a portion are still to be removed.
func (cl *Ending) noteScrub(portion string) error {
	all, err := cl.ScrubPending()
	if err != nil || slices.Contains(all, portion) {
		return err
	}
	text := strings.Join(append(all, portion), "\n") + "\n"
	return office.Disk("note destruction", office.WriteFile(cl.Office.Path(scrubNote), func(f io.Writer) error {
		_, err := io.WriteString(f, text)
		return err
	}))
}

// ScrubPending names the portions whose destruction has left traces that are still
// to be removed.
func (cl *Ending) ScrubPending() ([]string, error) {
	data, err := os.ReadFile(cl.Office.Path(scrubNote))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return strings.Fields(string(data)), office.Disk("read note of destruction", err)
}

// Scrub removes the last traces of what was destroyed: caches that may hold parts
// of it, merged search indexes, free pages and log of the database, copies of the
// database from before an update (G13). Without a destruction it does nothing.
// Error: Transient while another window reads the database; the note stays and the
// next start tries again.
func (cl *Ending) Scrub(ctx context.Context) error {
	pending, err := cl.ScrubPending()
	if err != nil || len(pending) == 0 {
		return err
	}
	if err := cl.emptyCaches(spoolInUse); err != nil {
		return err
	}
	for _, id := range pending {
		if err := cl.dropSalt(id); err != nil {
			return err
		}
	}
	// The event comes first: what is written after the scrubbing would stand in the
	// log of the database that was just emptied.
	err = cl.Office.Store.WithTx(ctx, func(tx *sql.Tx) error {
		for _, id := range pending {
			e := cl.Office.Event(events.Scrubbed, id, "", "ok", nil)
			e.Actor, e.Key = office.Program, ""
			if err := cl.Log.Entry(ctx, e)(tx); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	if err := cl.Office.Store.Scrub(ctx); err != nil {
		return err
	}
	return office.Disk("remove note of destruction", os.Remove(cl.Office.Path(scrubNote)))
}

// emptyCaches empties the caches that hold parts of documents under names of their
// own; spool files younger than inUse stay, work under way may stand on them.
func (cl *Ending) emptyCaches(inUse time.Duration) error {
	for _, name := range office.SharedCaches {
		if name == office.DirSpool && inUse > 0 {
			continue
		}
		if err := emptyFolder(cl.Office.Path(name)); err != nil {
			return err
		}
	}
	if inUse == 0 {
		return nil
	}
	entries, err := os.ReadDir(cl.Office.Path(office.DirSpool))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return office.Disk("empty cache", err)
	}
	for _, e := range entries {
		name := filepath.Join(cl.Office.Path(office.DirSpool), e.Name())
		if last, err := intake.LastTouched(name); err != nil || time.Since(last) < inUse {
			continue
		}
		if err := os.RemoveAll(name); err != nil {
			return office.Disk("empty cache", err)
		}
	}
	return nil
}

// versions gives a portion and the delivered versions before it: what was destroyed in the
// last one lies in them as well (A36).
func (cl *Ending) versions(ctx context.Context, p transfer.Portion) (out []transfer.Portion, err error) {
	out = append(out, p)
	for seen := map[string]bool{p.ID: true}; p.Redelivery != "" && !seen[p.Redelivery]; {
		seen[p.Redelivery] = true
		if p, err = cl.Portions.Get(ctx, p.Redelivery); err != nil {
			return out, err
		}
		if p.State == transfer.Returned || p.State == transfer.Closed {
			out = append(out, p)
		}
	}
	return out, nil
}

// removeDelivered removes the delivered bytes of a portion with what was made of
// them beside the database.
func (cl *Ending) removeDelivered(ctx context.Context, p transfer.Portion) error {
	for _, name := range append(cl.Copies.CachesOf(p), office.DirInbox+"/"+p.ID) {
		if err := os.RemoveAll(cl.Office.Path(name)); err != nil {
			return office.Disk("remove delivered copy", err)
		}
	}
	if p.Run == "" {
		return nil
	}
	return cl.Journal.Drop(ctx, p.Run)
}

// silence takes out of a report what speaks of destroyed objects: code, severity
// and the id stay, so that counts and decisions remain provable.
func (cl *Ending) silence(rep *check.Report, t traces) {
	for i, f := range rep.Findings {
		if !t.of(f) {
			continue
		}
		kept := check.Finding{Code: f.Code, Severity: f.Severity, Object: f.Object, Rule: f.Rule}
		if c, ok := cl.Registry.Code(f.Code); ok {
			kept.Message, kept.Remedy = c.Title().In(wording.German), c.Remedy().In(wording.German)
		}
		rep.Findings[i] = kept
	}
}

// forgetDelivery takes out of a delivery in tx what speaks of destroyed objects:
// their records but for the ids, findings of the report, the title and the words
// of the delivered copy, which is gone (G13).
func (cl *Ending) forgetDelivery(ctx context.Context, tx *sql.Tx, f forgetting, t traces) error {
	id := f.portion.ID
	if f.report != nil {
		cl.silence(f.report, t)
		if err := transfer.SaveReport(ctx, tx, id, check.Kept{Report: f.report}); err != nil {
			return err
		}
	}
	if t.words.in(f.portion.Title) {
		if err := transfer.ForgetTitleTx(ctx, tx, id); err != nil {
			return err
		}
		if err := cl.Loans.ForgetTitleTx(ctx, tx, id); err != nil {
			return err
		}
	}
	if err := cl.Notes.ForgetTx(ctx, tx, id, t.ids); err != nil {
		return err
	}
	if err := transfer.SaveObjectStream(ctx, tx, id, t.scrubbed(transfer.EachObject(ctx, cl.Office.Store, id))); err != nil {
		return err
	}
	if err := found.DropTx(ctx, tx, id); err != nil {
		return err
	}
	if err := recognised.DropTx(ctx, tx, id); err != nil {
		return err
	}
	return fulltext.DropTx(ctx, tx, id)
}

// forgetting is a delivery whose texts are to be freed of destroyed objects.
type forgetting struct {
	portion transfer.Portion
	report  *check.Report // nil where it was never checked
}

// forgettings gathers a portion and the versions before it.
func (cl *Ending) forgettings(ctx context.Context, p transfer.Portion) ([]forgetting, error) {
	all, err := cl.versions(ctx, p)
	if err != nil {
		return nil, err
	}
	var out []forgetting
	for _, q := range all {
		f := forgetting{portion: q}
		if f.report, err = cl.Intake.Report(ctx, q.ID); failure.KindOf(err) == failure.Refused {
			f.report = nil
		} else if err != nil {
			return nil, err
		}
		out = append(out, f)
	}
	return out, nil
}

// scrubNow is Scrub after a destruction: what could not be removed yet is told with
// what was done and who will see to it.
func (cl *Ending) scrubNow(ctx context.Context, n int, portion string) error {
	err := cl.Scrub(ctx)
	if err == nil || errors.Is(err, context.Canceled) {
		return err
	}
	told := "Die Vorgänge waren schon vernichtet"
	if n > 0 {
		told = fmt.Sprintf("Die Vernichtung ist ausgeführt (Vorgänge: %d)", n)
	}
	return failure.Wrap(failure.KindOf(err), "scrub "+portion, wording.Say("hint.accession.traces-remain", told, failure.HintOf(err)), err)
}

// SweepCopies removes every copy whose time is over, also those a crash left
// behind, and ends a removal of traces that was cut short. Window and command line
// call it at each start (A23, G13).
func (cl *Ending) SweepCopies() error {
	cl.Intake.SweepHalves()
	err := cl.Scrub(context.Background())
	if failure.KindOf(err) == failure.Transient {
		err = nil // somebody reads; the next start tries again
	}
	return errors.Join(err, cl.Uses.EndCopies(false))
}
