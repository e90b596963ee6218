// Package receiver puts the reference receiver together: the database with its
// rooms, the key that signs receipts, and the handler of sync/archive. The CLI
// serves it, the demo embeds it. One process with files and SQLite is enough for
// a small archive; app/archive is meant for more.
package receiver

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"laufzettel/app/store"
	"laufzettel/sync/archive"
	"laufzettel/sync/receipt"
	"laufzettel/sync/sign"
	"laufzettel/transfer/aip"
	"laufzettel/transfer/check"
	"laufzettel/transfer/durable"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
)

// Options say where a receiver keeps what and how it is reached.
type Options struct {
	Dir    string // folder of uploads and packages
	DB     string // SQLite file
	Name   string // the archive's name in receipts
	Listen archive.ListenOptions
	Public string        // public address behind a proxy, "" = the listener's
	Keys   sign.KeyStore // where the receipt key lies
	Clock  func() time.Time
	Log    *slog.Logger
	Hook   func(point string)

	Inboxes    Inboxes       // from which packages are collected
	InboxEvery time.Duration // how often; 0: half a minute
	Metrics    string        // loopback address of the metrics; "" = none
	Quota      int64         // bytes of one client; 0 = no bound
	Capacity   int64         // bytes of all together; 0 = no bound
	MaxUpload  int64         // bytes of one package; 0 = 1 TiB
	Rate       int           // requests of one client per second; 0 = 100
	Persons    bool          // refuse acts that no person has signed
}

// keyFile remembers which key of the store signs receipts.
const keyFile = "receipt-key"

// Receiver is an open receiver. Serve answers until its context ends.
type Receiver struct {
	Archive  *archive.Archive
	listener *archive.Listener
	db       *store.Store
	key      *sign.Key
	log      *slog.Logger
	options  Options
	lock     *durable.Lock // one process works on the folder
}

// rooms of a receiver's database.
func openDB(ctx context.Context, path string) (*store.Store, error) {
	return store.Open(ctx, path, store.Room{Name: archive.Room, Migrations: archive.Migrations})
}

// Open opens the receiver and its port; the receipt key is made on the first start.
func Open(ctx context.Context, o Options) (_ *Receiver, err error) {
	if err := o.Inboxes.Check(); err != nil {
		return nil, err
	}
	db, err := openDB(ctx, o.DB)
	if err != nil {
		return nil, err
	}
	r := &Receiver{db: db, log: o.Log, options: o}
	defer func() {
		if err != nil {
			err = errors.Join(err, r.Close())
		}
	}()
	if err := os.MkdirAll(o.Dir, 0o700); err != nil {
		return nil, failure.Wrap(failure.Setup, "make archive folder", wording.Say("hint.receiver.folder-not-made"), err)
	}
	if r.lock, err = holdFolder(o.Dir); err != nil {
		return nil, err
	}
	if r.key, err = receiptKey(ctx, o.Dir, o.Keys); err != nil {
		return nil, err
	}
	if r.listener, err = archive.Listen(o.Listen); err != nil {
		return nil, err
	}
	public := o.Public
	if public == "" {
		public = r.listener.URL()
	}
	r.Archive, err = archive.New(ctx, archive.Config{Dir: o.Dir, DB: db, Name: o.Name, PublicURL: public, Key: r.key, Clock: o.Clock,
		Check: Verify, Log: o.Log, Hook: o.Hook,
		Quota: o.Quota, Capacity: o.Capacity, MaxUpload: o.MaxUpload, Rate: o.Rate, RequirePersons: o.Persons})
	return r, err
}

// receiptKey loads the key that signs receipts, or makes it.
func receiptKey(ctx context.Context, dir string, keys sign.KeyStore) (*sign.Key, error) {
	path := filepath.Join(dir, keyFile)
	if id, err := os.ReadFile(path); err == nil {
		return keys.Load(ctx, strings.TrimSpace(string(id)))
	}
	key, err := sign.Generate()
	if err != nil {
		return nil, err
	}
	if err := keys.Save(ctx, key.ID(), key); err != nil {
		return nil, err
	}
	if err := durable.WriteFile(path, []byte(key.ID()+"\n"), 0o600); err != nil {
		return nil, failure.Wrap(failure.Setup, "note receipt key", wording.Say("hint.receiver.folder-not-writable"), err)
	}
	return key, nil
}

// Verify holds a package against itself before its receipt is signed: a package
// that does not verify is refused, with the first reason.
func Verify(ctx context.Context, path string, m receipt.Manifest) (string, error) {
	if m.Kind != aip.KindAIP && m.Kind != aip.KindAccession {
		return "", nil
	}
	p, findings, err := aip.OpenVerified(ctx, path)
	if p != nil {
		defer p.Close() // opened for reading
	}
	if failure.KindOf(err) == failure.Refused {
		return failure.HintOf(err).In(wording.German), nil
	}
	if err != nil {
		return "", fmt.Errorf("verify package: %w", err)
	}
	for _, f := range findings {
		if f.Severity == check.Error {
			return strings.TrimSpace(f.Code + " " + f.Message + " " + f.Path), nil
		}
	}
	if p == nil {
		return "", nil
	}
	tree, _ := p.Delivered()
	hidden, err := stream(ctx, tree)
	if err != nil {
		return "", fmt.Errorf("verify package: %w", err)
	}
	if hidden != "" {
		return fmt.Sprintf("Der Eintrag „%s“ wäre auf Windows ein verborgener Datenstrom einer anderen Datei.", hidden), nil
	}
	return "", nil
}

// URL is the address clients use where no proxy is in front.
func (r *Receiver) URL() string { return r.listener.URL() }

// Fingerprint is that of the key that signs receipts.
func (r *Receiver) Fingerprint() string { return r.key.Public().Fingerprint() }

// sweepEvery is how often uploads that nobody goes on with are looked for.
const sweepEvery = 24 * time.Hour

// Serve answers until ctx ends.
func (r *Receiver) Serve(ctx context.Context) error {
	stopMetrics, err := archive.ServeMetrics(r.options.Metrics, r.Archive)
	if err != nil {
		return err
	}
	beside, stop := context.WithCancel(ctx)
	var aside sync.WaitGroup
	aside.Go(func() { r.sweep(beside) })
	aside.Go(func() { r.options.Inboxes.Watch(beside, r.Archive, r.options.InboxEvery, r.log) })
	err = archive.Serve(ctx, r.listener, r.Archive)
	stop()
	aside.Wait()
	return errors.Join(err, stopMetrics())
}

// sweep removes forgotten uploads at the start and once a day.
func (r *Receiver) sweep(ctx context.Context) {
	tick := time.NewTicker(sweepEvery)
	defer tick.Stop()
	for {
		if _, err := r.Archive.Sweep(ctx); err != nil && ctx.Err() == nil && r.log != nil {
			r.log.Error("sweep uploads", "error", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// Close releases port and database after Serve has returned.
func (r *Receiver) Close() error {
	var err error
	if r.Archive != nil {
		err = r.Archive.Close() // waits for running checks of packages
	}
	if r.listener != nil {
		if e := r.listener.Close(); e != nil && !errors.Is(e, net.ErrClosed) {
			err = errors.Join(err, e)
		}
	}
	if r.lock != nil {
		err = errors.Join(err, r.lock.Release())
	}
	return errors.Join(err, r.db.Close())
}

// Administer opens only the key administration of a receiver's database, beside
// a running one.
func Administer(ctx context.Context, db string) (*archive.Admin, func() error, error) {
	if _, err := os.Stat(db); err != nil {
		return nil, nil, failure.Wrap(failure.Refused, "open archive database", wording.Say("hint.cli.archive-database-missing"), err)
	}
	s, err := openDB(ctx, db)
	if err != nil {
		return nil, nil, err
	}
	return archive.NewAdmin(s, nil), s.Close, nil
}
