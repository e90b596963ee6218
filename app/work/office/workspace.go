package office

import (
	"context"
	"path/filepath"
	"time"

	"laufzettel/app/settings"
	"laufzettel/app/store"
	"laufzettel/sync/sign"
	"laufzettel/transfer/container"
	"laufzettel/transfer/events"
)

// Program names us in reports, packages and events; Version comes from
// FyneApp.toml at link time.
const Program = "Laufzettel"

// Version is the one version number; the build sets it.
var Version = "0.2.0"

// Commit is the source it was built from, with "-dirty" behind it where that was changed,
// and CommitDate its date; the build sets both, "" where it did not know.
var Commit, CommitDate string

// Folders of a workspace.
const (
	DirInbox    = "inbox"
	DirPackages = "packages"
	DirLetters  = "letters"
	DirReceipts = "receipts"
	DirSchemas  = "schemas"
	DirKeys     = "keys"
	DirCache    = "cache"
	DirSpool    = "cache/spool"
	DbName      = "laufzettel.db"
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
	// UnitFiles is how many files a package of a share holds at most unless its level
	// was chosen, 0 = intake.PlainUnit.
	UnitFiles int
	// PDFium is the folder that keeps the compiled PDFium; "" = one in the workspace.
	// Only tests set it, so that not each of their workspaces compiles its own (4 s).
	PDFium string
}

// Warning is what the user should know though the workspace works, or nil.
func (of *Office) Warning() error { return of.Told }

// Kept puts a copy of the database aside where err says that it is damaged, and
// gives the error that names it; other errors stay as they are.
func (of *Office) Kept(err error) error { return store.Kept(of.Store.Path(), err) }

// Path gives the file-system path of a slash path inside the workspace.
func (of *Office) Path(slash string) string { return filepath.Join(of.Dir, filepath.FromSlash(slash)) }

// Space tells the room on the disk of the workspace: what is left and what there is, in
// bytes.
func (of *Office) Space() (free, total int64, err error) { return space(of.Dir) }

// Now is the clock in UTC, to the millisecond the database keeps.
func (of *Office) Now() time.Time { return of.Opts.Now().UTC().Truncate(time.Millisecond) }

func (of *Office) Point(name string) {
	if of.Opts.Point != nil {
		of.Opts.Point(name)
	}
}

// Event makes an event of now by the person, or by the program where none is known.
func (of *Office) Event(t events.Type, subject, object, outcome string, detail map[string]string) events.Event {
	actor := of.Person()
	if actor == "" {
		actor = Program
	}
	key := of.Log.SignerID()
	if key == "" {
		key = of.Settings.Get().Channel.KeyID
	}
	return events.Event{At: of.Now(), Actor: actor, Key: key, Program: Program + " " + Version,
		Type: t, Subject: subject, Object: object, Outcome: outcome, Detail: detail}
}

// Events gives the log of a subject ("" = all).
func (of *Office) Events(ctx context.Context, subject string) ([]events.Event, error) {
	return events.List(ctx, of.Store, subject, 0, 0)
}

// Begin lets the office into its folder. told is what the user should know though
// the workspace works.
func (of *Office) Begin(dir string, opts Options, set *settings.Store, st *store.Store, told error) {
	of.Dir, of.Opts, of.Settings, of.Store, of.Told, of.Who = dir, opts, set, st, told, &Session{}
	of.Witness = &Witness{Office: of}
	of.Renewal = &Renewal{Office: of}
	st.Guarded(of.Witness)
}

// Printer takes a file to paper, or opens it where a person prints it.
type Printer func(ctx context.Context, file, title string) error
