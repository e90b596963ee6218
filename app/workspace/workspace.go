// Package workspace opens a workspace folder and builds every service from it:
// the one place where the rooms meet. The window and the CLI use the same
// methods; nothing here knows Fyne.
//
// A workspace is one folder: laufzettel.db, settings.json, inbox/ (portions as
// delivered), packages/, letters/, receipts/, schemas/, keys/, cache/. It may be
// open in the window and in the CLI at once; it never lies on a network share.
package workspace

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"

	"laufzettel/app/settings"
	"laufzettel/app/store"
	"laufzettel/appraisal"
	"laufzettel/appraisal/counsel"
	"laufzettel/appraisal/merge"
	"laufzettel/sync/channel"
	"laufzettel/sync/door"
	"laufzettel/sync/loan"
	"laufzettel/sync/queue"
	"laufzettel/sync/receipt"
	"laufzettel/sync/sign"
	"laufzettel/transfer"
	"laufzettel/transfer/check"
	"laufzettel/transfer/container"
	"laufzettel/transfer/convert"
	"laufzettel/transfer/copies"
	"laufzettel/transfer/events"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/people"
	"laufzettel/transfer/prepare"
	"laufzettel/transfer/profile"
	"laufzettel/transfer/schema"
	"laufzettel/viewer"
	"laufzettel/viewer/access"
	"laufzettel/viewer/catalog"
	"laufzettel/viewer/child"
	"laufzettel/viewer/fulltext"
	tables "laufzettel/viewer/siard"
)

// Program names us in reports, packages and events; Version comes from
// FyneApp.toml at link time.
const Program = "Laufzettel"

// Version is the one version number; the build sets it.
var Version = "0.1.0"

// Folders of a workspace.
const (
	dirInbox    = "inbox"
	dirPackages = "packages"
	dirLetters  = "letters"
	dirReceipts = "receipts"
	dirSchemas  = "schemas"
	dirKeys     = "keys"
	dirCache    = "cache"
	dirSpool    = "cache/spool"
	dbName      = "laufzettel.db"
)

// Options steer Open; the zero value is right for production.
type Options struct {
	Now     func() time.Time  // nil: time.Now
	Point   func(string)      // commit points, for tests that kill the program
	Counter container.Counter // counts bytes read, for tests
	Person  string            // overrides the person of the settings
	// Passphrase opens key files; nil where nobody can be asked.
	Passphrase func() (string, error)
	KeyWork    int // scrypt work factor of new key files, 0 = the default
	// PersonPass gives the passphrase of a person's key file; fresh says that the key
	// is only being made and nobody may be asked. nil: Passphrase.
	PersonPass func(name string, fresh bool) (string, error)
	// Keyring lets keys of persons go into the keyring of the system. Only the
	// programs set it: a test leaves no keys behind.
	Keyring bool
	// Printer takes files to paper; nil: the printer of this machine.
	Printer Printer
	// Secrets keeps passwords of other places; nil: the keyring, where Keyring is set.
	Secrets sign.Secrets
	// Policy is the administrator's; nil reads the one of this machine.
	Policy *settings.Policy
	// Protection says whether a disk is encrypted; nil asks the system (G17).
	Protection func(dir string) Protection
	// UnitFiles is how many files a unit of a delivery without description holds at
	// most, 0 = plainUnit.
	UnitFiles int
	// PDFium is the folder that keeps the compiled PDFium; "" = one in the workspace.
	// Only tests set it, so that not each of their workspaces compiles its own (4 s).
	PDFium string
}

// Workspace is an open workspace. Safe for concurrent use.
type Workspace struct {
	Dir      string
	Settings *settings.Store
	Portions *transfer.Portions
	People   *people.Register
	Book     *appraisal.Book
	Profiles *profile.Store
	Prepare  *prepare.Store
	Schemas  *schema.Store
	Registry *check.Registry
	Catalog  *catalog.Catalog
	Access   *access.Store

	Converters *convert.Store // outside converters, viewers, the log of measures

	Queue    *queue.SQL
	Receipts *receipt.Store
	Channel  *channel.Service
	Ledger   *merge.Ledger   // decisions of several workspaces (G7)
	Loans    *loan.Store     // what is shared through the archive
	Counsel  *counsel.Office // what is weighed before a decision
	Texts    *fulltext.Index // words of the portions being appraised

	Child  *child.Pool // reads foreign documents in processes of their own
	Opener *viewer.Opener

	// What rooms above give to rooms below; set once, when the workspace is built.
	Receivers    []Receiver                                       // who knows what an answer of the archive means
	Concludes    func(ctx context.Context) (more bool, err error) // makes the accession packages that are due
	Sweep        func() error                                     // removes copies whose time is over
	MayShow      func(ctx context.Context, portion string) error  // refuses a portion whose records may not be shown
	NothingWaits func(ctx context.Context, portion string) error  // refuses while disputes are open

	tables  tables.Reader
	who     *session
	leaving sync.Mutex // one attempt at a time to leave a reader's place
	trees   trees
	leaves  leaves
	store   *store.Store
	engine  *check.Engine
	journal *check.SQLJournal
	opts    Options
	warning error // damaged settings and the like: the workspace works, the user is told
}

// Open opens or makes the workspace at dir. Errors: Setup when the folder cannot
// be used, Damaged when its database is broken or newer than this program.
func Open(ctx context.Context, dir string, o Options) (*Workspace, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, fmt.Errorf("workspace folder: %w", err)
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	policy, err := o.policy()
	if err != nil {
		return nil, err
	}
	if err := mustBeLocal(dir, onNetwork); err != nil {
		return nil, err
	}
	for _, d := range []string{dirInbox, dirPackages, dirLetters, dirReceipts, dirSchemas, dirKeys, dirSpool} {
		if err := os.MkdirAll(filepath.Join(dir, filepath.FromSlash(d)), 0o700); err != nil {
			return nil, failure.Wrap(failure.Setup, "make workspace folder", "Der Ordner des Arbeitsbereichs lässt sich nicht anlegen. Bitte Pfad und Rechte prüfen.", err)
		}
	}
	st, err := store.Open(ctx, filepath.Join(dir, dbName), rooms()...)
	if err != nil {
		return nil, err
	}
	w := &Workspace{Dir: dir, store: st, opts: o, who: &session{}}
	if err := w.build(policy); err != nil {
		return nil, errors.Join(err, st.Close())
	}
	if err := w.govern(ctx); err != nil {
		return nil, errors.Join(err, w.Close())
	}
	return w, nil
}

// rooms are the owners of tables, in the order of their dependencies.
func rooms() []store.Room {
	return []store.Room{
		{Name: events.Room, Migrations: events.Migrations},
		{Name: transfer.Room, Migrations: transfer.Migrations},
		{Name: profile.Room, Migrations: profile.Migrations},
		{Name: check.Room, Migrations: check.Migrations},
		{Name: appraisal.Room, Migrations: appraisal.Migrations},
		{Name: counsel.Room, Migrations: counsel.Migrations},
		{Name: people.Room, Migrations: people.Migrations},
		{Name: copies.Room, Migrations: copies.Migrations},
		{Name: queue.Room, Migrations: queue.Migrations},
		{Name: receipt.Room, Migrations: receipt.Migrations},
		{Name: channel.Room, Migrations: channel.Migrations},
		{Name: door.Room, Migrations: door.Migrations},
		{Name: merge.Room, Migrations: merge.Migrations},
		{Name: loan.Room, Migrations: loan.Migrations},
		{Name: catalog.Room, Migrations: catalog.Migrations},
		{Name: access.Room, Migrations: access.Migrations},
		{Name: convert.Room, Migrations: convert.Migrations},
		{Name: prepare.Room, Migrations: prepare.Migrations},
		{Name: fulltext.Room, Migrations: fulltext.Migrations},
	}
}

// Warning is what the user should know though the workspace works, or nil.
func (w *Workspace) Warning() error { return w.warning }

// Close closes the workspace; running work must have ended.
func (w *Workspace) Close() error {
	w.Channel.HTTP.CloseIdleConnections()
	return errors.Join(w.store.Close(), w.Child.Close()) // the database first: the page view may take its time to end
}

// Kept puts a copy of the database aside where err says that it is damaged, and
// gives the error that names it; other errors stay as they are.
func (w *Workspace) Kept(err error) error { return store.Kept(w.store.Path(), err) }

// path gives the file-system path of a slash path inside the workspace.
func (w *Workspace) path(slash string) string { return filepath.Join(w.Dir, filepath.FromSlash(slash)) }

// Now is the clock in UTC, to the millisecond the database keeps.
func (w *Workspace) Now() time.Time { return w.opts.Now().UTC().Truncate(time.Millisecond) }

func (w *Workspace) point(name string) {
	if w.opts.Point != nil {
		w.opts.Point(name)
	}
}

// event makes an event of now by the person, or by the program where none is known.
func (w *Workspace) event(t events.Type, subject, object, outcome string, detail map[string]string) events.Event {
	actor := w.Person()
	if actor == "" {
		actor = Program
	}
	key := w.signerID()
	if key == "" {
		key = w.Settings.Get().Channel.KeyID
	}
	return events.Event{At: w.Now(), Actor: actor, Key: key, Program: Program + " " + Version,
		Type: t, Subject: subject, Object: object, Outcome: outcome, Detail: detail}
}

// Events gives the log of a subject ("" = all).
func (w *Workspace) Events(ctx context.Context, subject string) ([]events.Event, error) {
	return events.List(ctx, w.store, subject, 0, 0)
}
