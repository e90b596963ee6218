package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"laufzettel/app/receiver"
	"laufzettel/sync/archive"
	"laufzettel/sync/archive/cluster"
	"laufzettel/sync/sign"
	"laufzettel/transfer/durable"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
)

// keyFile names the key of the folder that signs receipts.
const keyFile = "receipt-key"

// passphraseFrom is the variable that holds the passphrase of the key file.
const passphraseFrom = "LAUFZETTEL_PASSPHRASE"

type serveOptions struct {
	store, db, keys, metrics string
	inboxes                  receiver.Inboxes // from which packages are collected
	listen                   archive.ListenOptions
	config                   archive.Config
}

func runServe(ctx context.Context, e *env, fs *flag.FlagSet, args []string) error {
	var o serveOptions
	fs.StringVar(&o.store, "store", "", "")
	fs.StringVar(&o.db, "db", "", "")
	fs.StringVar(&o.keys, "keys", "", "")
	fs.StringVar(&o.metrics, "metrics", "", "")
	var inboxes []string
	fs.Func("inbox", "", func(s string) error { inboxes = append(inboxes, s); return nil })
	hostKey, identity := fs.String("inbox-host-key", "", ""), fs.String("inbox-identity", "", "")
	fs.StringVar(&o.listen.Addr, "listen", "127.0.0.1:8470", "")
	fs.StringVar(&o.listen.CertFile, "cert", "", "")
	fs.StringVar(&o.listen.KeyFile, "key", "", "")
	fs.StringVar(&o.listen.ClientCAFile, "client-ca", "", "")
	fs.StringVar(&o.config.PublicURL, "public", "", "")
	fs.StringVar(&o.config.Name, "name", "Archiv", "")
	fs.Int64Var(&o.config.Quota, "quota", 0, "")
	fs.Int64Var(&o.config.Capacity, "capacity", 0, "")
	fs.Int64Var(&o.config.MaxUpload, "max-upload", 0, "")
	fs.IntVar(&o.config.Rate, "rate", 0, "")
	fs.BoolVar(&o.config.RequirePersons, "persons", false, "")
	if _, err := e.parse(fs, args, 0); err != nil {
		return err
	}
	if o.store == "" || o.db == "" || o.keys == "" || o.config.PublicURL == "" {
		return errUsage{e.text("archived.serve-needs")}
	}
	o.inboxes = receiver.At(inboxes, *hostKey, *identity)
	if err := o.inboxes.Check(); err != nil {
		return err
	}
	return e.serve(ctx, o)
}

// serve opens everything and answers until ctx ends.
func (e *env) serve(ctx context.Context, o serveOptions) (err error) {
	o.config.Log = slog.New(slog.NewJSONHandler(e.errs, nil))
	if o.config.Key, err = loadKey(ctx, o.keys); err != nil {
		return err
	}
	db, err := openDB(ctx, o.db)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	bucket, err := cluster.OpenBucket(ctx, o.store)
	if err != nil {
		return err
	}
	o.config.DB, o.config.Locks, o.config.Storage = db, cluster.NewLocks(db), cluster.NewStorage(db, bucket, nil)
	o.config.Check = receiver.Verify
	listener, err := archive.Listen(o.listen)
	if err != nil {
		return err
	}
	a, err := archive.New(ctx, o.config)
	if err != nil {
		return errors.Join(err, listener.Close())
	}
	stopMetrics, err := archive.ServeMetrics(o.metrics, a)
	if err != nil {
		return errors.Join(err, listener.Close(), a.Close())
	}
	fmt.Fprintln(e.errs, e.text("archived.serving", listener.URL(), o.config.PublicURL, o.config.Key.Public().Fingerprint()))
	beside, stop := context.WithCancel(ctx)
	var aside sync.WaitGroup
	aside.Go(func() { sweep(beside, a, o.config.Log) })
	aside.Go(func() { o.inboxes.Watch(beside, a, 0, o.config.Log) })
	err = archive.Serve(ctx, listener, a)
	stop()
	aside.Wait()
	return errors.Join(err, a.Close(), stopMetrics())
}

// sweep removes forgotten uploads now and once a day; several processes doing so
// do no harm.
func sweep(ctx context.Context, a *archive.Archive, log *slog.Logger) {
	tick := time.NewTicker(24 * time.Hour)
	defer tick.Stop()
	for {
		if _, err := a.Sweep(ctx); err != nil && ctx.Err() == nil {
			log.Error("sweep uploads", "error", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

func openDB(ctx context.Context, url string) (*cluster.DB, error) {
	return cluster.Open(ctx, url, cluster.Room{Name: archive.Room, Migrations: archive.Migrations},
		cluster.Room{Name: cluster.Name, Migrations: cluster.Migrations})
}

// keyStore is where the key lies: all processes have the same folder, or a copy.
func keyStore(dir string) sign.AgeFiles {
	return sign.AgeFiles{Dir: dir, Passphrase: func() (string, error) {
		if p := os.Getenv(passphraseFrom); p != "" {
			return p, nil
		}
		return "", failure.New(failure.Refused, "ask passphrase", wording.Say("hint.archive.key-needs-passphrase"))
	}}
}

func loadKey(ctx context.Context, dir string) (*sign.Key, error) {
	id, err := os.ReadFile(filepath.Join(dir, keyFile))
	if err != nil {
		return nil, failure.Wrap(failure.Setup, "load receipt key", wording.Say("hint.archive.key-missing"), err)
	}
	return keyStore(dir).Load(ctx, strings.TrimSpace(string(id)))
}

func runKeyNew(ctx context.Context, e *env, fs *flag.FlagSet, args []string) error {
	dir := fs.String("keys", "", "")
	if _, err := e.parse(fs, args, 0); err != nil {
		return err
	}
	if *dir == "" {
		return errUsage{e.text("archived.keys-needed")}
	}
	if _, err := os.Stat(filepath.Join(*dir, keyFile)); err == nil {
		return failure.New(failure.Refused, "make receipt key", wording.Say("hint.archive.key-exists"))
	}
	if err := os.MkdirAll(*dir, 0o700); err != nil {
		return failure.Wrap(failure.Setup, "make key folder", wording.Say("hint.archive.key-folder"), err)
	}
	key, err := sign.Generate()
	if err != nil {
		return err
	}
	if err := keyStore(*dir).Save(ctx, key.ID(), key); err != nil {
		return err
	}
	if err := durable.WriteFile(filepath.Join(*dir, keyFile), []byte(key.ID()+"\n"), 0o600); err != nil {
		return failure.Wrap(failure.Setup, "note receipt key", wording.Say("hint.archive.key-not-written"), err)
	}
	fmt.Fprintln(e.errs, e.text("archived.key-made", key.Public().Fingerprint()))
	return nil
}

// administer runs fn over the keys of the clients.
func (e *env) administer(ctx context.Context, fs *flag.FlagSet, args []string, words int,
	fn func(a *archive.Admin, rest []string) error) (err error) {
	url := fs.String("db", "", "")
	rest, err := e.parse(fs, args, words)
	if err != nil {
		return err
	}
	if *url == "" {
		return errUsage{e.text("archived.db-needed")}
	}
	db, err := openDB(ctx, *url)
	if err != nil {
		return err
	}
	return errors.Join(fn(archive.NewAdmin(db, nil), rest), db.Close())
}

// several is an option that may be given several times.
type several []string

// String implements flag.Value.
func (w *several) String() string { return strings.Join(*w, ",") }

// Set implements flag.Value.
func (w *several) Set(s string) error {
	*w = append(*w, s)
	return nil
}

// consentOf takes the options of who lets an office in; read them after parsing.
func consentOf(fs *flag.FlagSet) func() (archive.Consent, error) {
	var roles several
	var given archive.Consent
	fs.Var(&roles, "role", "")
	fs.StringVar(&given.Fingerprint, "fingerprint", "", "")
	fs.BoolVar(&given.Join, "join", false, "")
	return func() (archive.Consent, error) {
		var err error
		given.Roles, err = archive.RolesNamed(roles...)
		return given, err
	}
}

func runInvite(ctx context.Context, e *env, fs *flag.FlagSet, args []string) error {
	office := fs.String("office", "", "")
	return e.administer(ctx, fs, args, 0, func(a *archive.Admin, _ []string) error {
		in, err := a.Invite(ctx, *office)
		if err != nil {
			return err
		}
		return json.NewEncoder(e.out).Encode(in)
	})
}

func runReject(ctx context.Context, e *env, fs *flag.FlagSet, args []string) error {
	return e.administer(ctx, fs, args, 1, func(a *archive.Admin, rest []string) error { return a.Reject(ctx, rest[0]) })
}

func runConfirm(ctx context.Context, e *env, fs *flag.FlagSet, args []string) error {
	given := consentOf(fs)
	return e.administer(ctx, fs, args, 1, func(a *archive.Admin, rest []string) error {
		asked, err := given()
		if err != nil {
			return err
		}
		c, err := a.Confirm(ctx, rest[0], asked)
		if err != nil {
			return err
		}
		fmt.Fprintln(e.errs, e.text("archived.confirmed", c.Fingerprint, c.Office))
		return nil
	})
}

func runAdmit(ctx context.Context, e *env, fs *flag.FlagSet, args []string) error {
	given, out := consentOf(fs), fs.String("out", "", "")
	return e.administer(ctx, fs, args, 1, func(a *archive.Admin, rest []string) error {
		asked, err := given()
		if err != nil {
			return err
		}
		if asked.Fingerprint != "" && *out == "" {
			return errUsage{e.text("archived.admit-needs")}
		}
		c, err := receiver.Admit(ctx, a, rest[0], *out, asked)
		if err != nil {
			return err
		}
		fmt.Fprintln(e.errs, e.text("archived.confirmed", c.Fingerprint, c.Office))
		return nil
	})
}

// runCheck reads every package of the store, or of a restored backup, and holds it
// and its receipt against the database.
func runCheck(ctx context.Context, e *env, fs *flag.FlagSet, args []string) (err error) {
	place, url := fs.String("store", "", ""), fs.String("db", "", "")
	if _, err := e.parse(fs, args, 0); err != nil {
		return err
	}
	if *place == "" || *url == "" {
		return errUsage{e.text("archived.check-needs")}
	}
	db, err := openDB(ctx, *url)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	bucket, err := cluster.OpenBucket(ctx, *place)
	if err != nil {
		return err
	}
	inv, err := archive.NewAdmin(db, nil).Inventory(ctx, cluster.NewStorage(db, bucket, nil), nil)
	if err != nil {
		return err
	}
	fmt.Fprintln(e.errs, e.text("archived.checked", inv.Packages, inv.Receipts, len(inv.Missing), len(inv.Damaged), len(inv.Unproved)))
	if err := json.NewEncoder(e.out).Encode(inv); err != nil {
		return err
	}
	if !inv.Sound() {
		return errUnsound
	}
	return nil
}

func runClients(ctx context.Context, e *env, fs *flag.FlagSet, args []string) error {
	return e.administer(ctx, fs, args, 0, func(a *archive.Admin, _ []string) error {
		all, err := a.Clients(ctx)
		if err != nil {
			return err
		}
		return json.NewEncoder(e.out).Encode(all)
	})
}

func runRevoke(ctx context.Context, e *env, fs *flag.FlagSet, args []string) error {
	return e.administer(ctx, fs, args, 1, func(a *archive.Admin, rest []string) error { return a.Revoke(ctx, rest[0]) })
}

func runPersons(ctx context.Context, e *env, fs *flag.FlagSet, args []string) error {
	revoke, confirm := fs.String("revoke", "", ""), fs.String("confirm", "", "")
	return e.administer(ctx, fs, args, 0, func(a *archive.Admin, _ []string) error {
		if *revoke != "" {
			if err := a.RevokePerson(ctx, *revoke); err != nil {
				return err
			}
		}
		if *confirm != "" {
			if err := a.ConfirmPerson(ctx, *confirm); err != nil {
				return err
			}
		}
		all, err := a.Persons(ctx)
		if err != nil {
			return err
		}
		return json.NewEncoder(e.out).Encode(all)
	})
}

// runOrders lists the orders to destroy that came, or gives the paper of one.
func runOrders(ctx context.Context, e *env, fs *flag.FlagSet, args []string) error {
	paper := fs.String("paper", "", "")
	return e.administer(ctx, fs, args, 0, func(a *archive.Admin, _ []string) error {
		if *paper != "" {
			raw, err := archive.OrderPaper(ctx, a, *paper)
			if err != nil {
				return err
			}
			_, err = e.out.Write(raw)
			return err
		}
		all, err := archive.Orders(ctx, a)
		if err != nil {
			return err
		}
		return json.NewEncoder(e.out).Encode(all)
	})
}

// runRootRequest writes what the offline root key shall vouch for.
func runRootRequest(ctx context.Context, e *env, fs *flag.FlagSet, args []string) error {
	next := fs.String("next", "", "")
	return e.administer(ctx, fs, args, 1, func(a *archive.Admin, rest []string) error {
		raw, err := archive.AskRoot(ctx, a, *next)
		if err != nil {
			return err
		}
		return durable.WriteFile(rest[0], raw, 0o600)
	})
}

// runRootTake takes the word of the offline root key.
func runRootTake(ctx context.Context, e *env, fs *flag.FlagSet, args []string) error {
	keys := fs.String("keys", "", "")
	return e.administer(ctx, fs, args, 1, func(a *archive.Admin, rest []string) error {
		if *keys == "" {
			return errUsage{e.text("archived.keys-needed")}
		}
		own, err := loadKey(ctx, *keys)
		if err != nil {
			return err
		}
		raw, err := os.ReadFile(rest[0])
		if err != nil {
			return failure.Wrap(failure.Refused, "read word of root", wording.Say("hint.archive.root-does-not-hold"), err)
		}
		r, err := archive.TakeRoot(ctx, a, own, raw)
		if err != nil {
			return err
		}
		return json.NewEncoder(e.out).Encode(map[string]any{"root": r.Key().Fingerprint(), "expires": r.Expires})
	})
}
