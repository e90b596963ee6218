// Package work is the house of the business: rooms from the office up to the trial
// run, and the House that wires them. The window, the CLI and the receiver's client
// side use the same methods of the same rooms; nothing here knows Fyne.
package work

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"laufzettel/app/settings"
	"laufzettel/app/store"
	"laufzettel/app/work/accession"
	"laufzettel/app/work/appraise"
	"laufzettel/app/work/clerk"
	"laufzettel/app/work/intake"
	"laufzettel/app/work/office"
	"laufzettel/app/work/outbox"
	"laufzettel/app/work/pack"
	"laufzettel/app/work/reading"
	"laufzettel/app/work/share"
	"laufzettel/app/work/trial"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
)

// House is an open workspace: the rooms, wired. Safe for concurrent use.
type House struct {
	Office *office.Office
	Keys   *office.Keys
	Log    *office.Log
	Papers *office.Papers
	Copies *office.Copies

	Intake   *intake.Intake
	Contents *intake.Contents
	Claims   *intake.Claims

	Desk    *appraise.Desk
	Replies *appraise.Replies
	Sensing *appraise.Sensing
	// Sampling is where a second person looks at a sample of what is to be destroyed.
	Sampling *appraise.Sampling

	Shares *share.Shares

	Room *reading.Room
	Gate *reading.Gate
	Uses *reading.Uses

	Blackener *reading.Blackener
	// ContentNotes are the notes on what objects hold, for finding aids.
	ContentNotes *reading.Notes

	Packer *pack.Packer

	Outbox  *outbox.Outbox
	Lending *outbox.Lending
	Telling *outbox.Telling
	Doors   *outbox.Doors

	Books    *accession.Books
	Ending   *accession.Ending
	Clearing *accession.Clearing

	Clerk    *clerk.Clerk
	Handover *clerk.Handover

	Trials *trial.Trials
}

// Open opens or makes the workspace at dir. Errors: Setup when the folder cannot
// be used, Damaged when its database is broken or newer than this program.
func Open(ctx context.Context, dir string, o office.Options) (*House, error) {
	return openAt(ctx, dir, o, "")
}

// openAt is Open; beside is the workspace whose papers bear witness to the log, where
// dir holds a copy of its database.
func openAt(ctx context.Context, dir string, o office.Options, beside string) (*House, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, fmt.Errorf("workspace folder: %w", err)
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	policy, err := o.InForce()
	if err != nil {
		return nil, err
	}
	if err := office.MustBeLocal(dir, office.OnNetwork); err != nil {
		return nil, err
	}
	for _, d := range []string{office.DirInbox, office.DirPackages, office.DirLetters, office.DirReceipts, office.DirSchemas,
		office.DirKeys, office.DirSpool} {
		if err := os.MkdirAll(filepath.Join(dir, filepath.FromSlash(d)), 0o700); err != nil {
			return nil, failure.Wrap(failure.Setup, "make workspace folder", wording.Say("hint.work.folder-not-made"), err)
		}
	}
	st, err := store.Open(ctx, filepath.Join(dir, office.DbName), rooms()...)
	if err != nil {
		return nil, err
	}
	h, err := furnish(dir, o, st, policy)
	if err != nil {
		return nil, errors.Join(err, st.Close())
	}
	h.Log.Beside = beside
	if err := h.Office.Govern(ctx); err != nil {
		return nil, errors.Join(err, h.Close())
	}
	if err := pack.GovernTools(ctx, h.Packer); failure.KindOf(err) == failure.Setup {
		h.Office.Told = errors.Join(h.Office.Told, err)
	} else if err != nil {
		return nil, errors.Join(err, h.Close())
	}
	if err := h.Log.Started(ctx); failure.KindOf(err) == failure.Damaged {
		h.Office.Told = errors.Join(err, h.Office.Told)
	} else if err != nil {
		return nil, errors.Join(err, h.Close())
	}
	return h, nil
}

// Close closes the workspace; running work must have ended.
func (h *House) Close() error {
	h.Outbox.Channel.HTTP.CloseIdleConnections()
	ctx, cancel := context.WithTimeout(context.Background(), endWait)
	defer cancel()
	_ = h.Log.Ended(ctx) // what could not be left is made up for at the next start
	return errors.Join(h.Room.Child.Close(), h.Office.Store.Close())
}

// endWait bounds the last work of a workspace that closes.
const endWait = 20 * time.Second

// furnish makes the stores on the open database and the rooms on the stores.
func furnish(dir string, o office.Options, st *store.Store, policy settings.Policy) (*House, error) {
	set, told := settings.OpenUnder(dir, policy)
	if set == nil {
		return nil, told
	}
	h := empty()
	h.Office.Begin(dir, o, set, st, told)
	s, err := h.stores()
	if err != nil {
		return nil, err
	}
	h.wire(s)
	s.Portions.Numbering(h.Books.NumberPattern)
	return h, nil
}
