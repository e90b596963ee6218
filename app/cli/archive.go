package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"laufzettel/app/receiver"
	"laufzettel/app/work"
	"laufzettel/sync/archive"
	"laufzettel/sync/sign"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/people"
	"laufzettel/transfer/wording"
)

func archiveCommands() []command {
	return []command{
		{"archive serve",
			"--addr HOST:PORT --store DIR --db FILE [--cert F --key F] [--client-ca F] [--public URL] [--name NAME] [--key-store keyring|file] [--inbox DIR|sftp://…|s3://…]... [--inbox-host-key SHA256:…] [--inbox-identity FILE] [--metrics HOST:PORT] [--quota BYTES] [--capacity BYTES] [--max-upload BYTES] [--rate N] [--persons] [--log]", "cli.help.archive-serve", runArchiveServe, free},
		{"archive collect",
			"[--json] --store DIR --db FILE --public URL [--name NAME] [--key-store keyring|file] [--host-key SHA256:…] [--identity FILE] DIR|sftp://…|s3://…...", "cli.help.archive-collect", runArchiveCollect, free},
		{"archive backup", "--store DIR --db FILE TARGET", "cli.help.archive-backup", runArchiveBackup, free},
		{"archive check", "[--json] --store DIR --db FILE", "cli.help.archive-check", runArchiveCheck, free},
		{"archive invite", "[--json] --db FILE --office NAME", "cli.help.archive-invite", runArchiveInvite, free},
		{"archive confirm",
			"[--json] CODE --db FILE [--fingerprint FINGERPRINT [--join]] [--role clerk|archivist|second|reading-room|administrator|deliver|appraise|read|administer]...", "cli.help.archive-confirm", runArchiveConfirm, free},
		{"archive reject", "CODE|KEY --db FILE", "cli.help.archive-reject", runArchiveReject, free},
		{"archive clients", "[--json] --db FILE", "cli.help.archive-clients", runArchiveClients, free},
		{"archive revoke", "KEY --db FILE [--confirm]", "cli.help.archive-revoke", runArchiveRevoke, free},
		{"archive witness", "[--json] FILE --store DIR --db FILE [--key-store keyring|file] [--fingerprint FINGERPRINT]",
			"cli.help.archive-witness", runArchiveWitness, free},
		{"archive persons", "[--json] --db FILE [--revoke KEY [--sure]] [--confirm KEY]", "cli.help.archive-persons", runArchivePersons,
			free},
		{"archive root new", "FOLDER [--json]", "cli.help.archive-root-new", runArchiveRootNew, free},
		{"archive root request", "FILE --db FILE [--next KEY]", "cli.help.archive-root-request", runArchiveRootRequest, free},
		{"archive root sign", "REQUEST --keys FOLDER [--before FOLDER] [--days N] --out FILE [--json]", "cli.help.archive-root-sign",
			runArchiveRootSign, free},
		{"archive root take", "FILE --store DIR --db FILE [--key-store keyring|file] [--json]", "cli.help.archive-root-take",
			runArchiveRootTake, free},
		{"archive orders", "[--json] --db FILE [--paper ORDER --out FILE]", "cli.help.archive-orders", runArchiveOrders, free},
	}
}

func runArchiveServe(ctx context.Context, e *env, args []string) error {
	fs := e.flags("archive serve")
	var o receiver.Options
	fs.StringVar(&o.Listen.Addr, "addr", "127.0.0.1:8470", "")
	fs.StringVar(&o.Dir, "store", "", "")
	fs.StringVar(&o.DB, "db", "", "")
	fs.StringVar(&o.Listen.CertFile, "cert", "", "")
	fs.StringVar(&o.Listen.KeyFile, "key", "", "")
	fs.StringVar(&o.Listen.ClientCAFile, "client-ca", "", "")
	fs.StringVar(&o.Public, "public", "", "")
	fs.StringVar(&o.Name, "name", "Archiv", "")
	var inboxes list
	fs.Var(&inboxes, "inbox", "")
	hostKey, identity := fs.String("inbox-host-key", "", ""), fs.String("inbox-identity", "", "")
	fs.StringVar(&o.Metrics, "metrics", "", "")
	fs.Int64Var(&o.Quota, "quota", 0, "")
	fs.Int64Var(&o.Capacity, "capacity", 0, "")
	fs.Int64Var(&o.MaxUpload, "max-upload", 0, "")
	fs.IntVar(&o.Rate, "rate", 0, "")
	fs.BoolVar(&o.Persons, "persons", false, "")
	logged := fs.Bool("log", false, "")
	place := fs.String("key-store", "keyring", "")
	if _, err := e.parse(fs, args, 0); err != nil {
		return err
	}
	if o.Dir == "" || o.DB == "" {
		return errUsage{e.text("cli.too-few", "archive serve") + "\n" + e.usage("archive serve")}
	}
	if *logged {
		o.Log = slog.New(slog.NewJSONHandler(e.errs, nil))
	}
	o.Inboxes = receiver.At(inboxes, *hostKey, *identity)
	o.Keys = receiptKeys(e, o.Dir, *place)
	o.Hook = e.point
	r, err := receiver.Open(ctx, o)
	if err != nil {
		return err
	}
	e.say("cli.archive.serving", r.URL(), r.Fingerprint())
	return errors.Join(r.Serve(ctx), r.Close())
}

// receiptKeys is where a receiver keeps the key that signs receipts.
func receiptKeys(e *env, dir, place string) sign.KeyStore {
	if place == "file" {
		return sign.AgeFiles{Dir: filepath.Join(dir, "keys"), Passphrase: e.passphrase, WorkFactor: e.keyWork}
	}
	return sign.Keyring{}
}

// withAdmin opens the key administration of a receiver.
func withAdmin(e *env, ctx context.Context, name string, args []string, min int, extra func(fs flagSet),
	fn func(*archive.Admin, []string) error) error {
	fs := e.flags(name)
	db := fs.String("db", "", "")
	if extra != nil {
		extra(fs)
	}
	rest, err := e.parse(fs, args, min)
	if err != nil {
		return err
	}
	admin, closeDB, err := receiver.Administer(ctx, *db)
	if err != nil {
		return err
	}
	return errors.Join(fn(admin, rest), closeDB())
}

func runArchiveConfirm(ctx context.Context, e *env, args []string) error {
	var given consent
	return withAdmin(e, ctx, "archive confirm", args, 1, given.flags, func(a *archive.Admin, rest []string) error {
		asked, err := given.consent()
		if err != nil {
			return err
		}
		c, err := a.Confirm(ctx, rest[0], asked)
		if err != nil {
			return err
		}
		return e.result(c, func(out io.Writer) { fmt.Fprintln(out, e.text("cli.archive.confirmed", c.Fingerprint, c.Office)) })
	})
}

// consent are the options of who lets an office in.
type consent struct {
	names       list
	fingerprint string
	join        bool
}

func (c *consent) flags(fs flagSet) {
	fs.Var(&c.names, "role", "")
	fs.StringVar(&c.fingerprint, "fingerprint", "", "")
	fs.BoolVar(&c.join, "join", false, "")
}

func (c *consent) consent() (archive.Consent, error) {
	roles, err := archive.RolesNamed(c.names...)
	return archive.Consent{Fingerprint: c.fingerprint, Join: c.join, Roles: roles}, err
}

// runArchiveInvite makes the invitation that lets an office enrol past strangers.
func runArchiveInvite(ctx context.Context, e *env, args []string) error {
	var office string
	return withAdmin(e, ctx, "archive invite", args, 0, func(fs flagSet) { fs.StringVar(&office, "office", "", "") },
		func(a *archive.Admin, _ []string) error {
			in, err := a.Invite(ctx, office)
			if err != nil {
				return err
			}
			return e.result(in, func(out io.Writer) {
				fmt.Fprintln(out, e.text("cli.archive.invited", in.Office, in.Code, e.words.moment(in.Expires)))
			})
		})
}

func runArchiveReject(ctx context.Context, e *env, args []string) error {
	return withAdmin(e, ctx, "archive reject", args, 1, nil, func(a *archive.Admin, rest []string) error { return a.Reject(ctx, rest[0]) })
}

func runArchiveClients(ctx context.Context, e *env, args []string) error {
	return withAdmin(e, ctx, "archive clients", args, 0, nil, func(a *archive.Admin, _ []string) error {
		all, err := a.Clients(ctx)
		if err != nil {
			return err
		}
		return e.result(all, func(out io.Writer) {
			for _, c := range all {
				fmt.Fprintf(out, "%s  %-8s %s  %s  %v\n", c.KeyID, c.State, c.Office, c.Host, c.Roles)
			}
		})
	})
}

func runArchiveRevoke(ctx context.Context, e *env, args []string) error {
	return withAdmin(e, ctx, "archive revoke", args, 1, nil, func(a *archive.Admin, rest []string) error { return a.Revoke(ctx, rest[0]) })
}

func runArchiveRootNew(ctx context.Context, e *env, args []string) error {
	rest, err := e.parse(e.flags("archive root new"), args, 1)
	if err != nil {
		return err
	}
	key, err := receiver.NewRoot(ctx, rest[0], e.passphrase, e.keyWork)
	if err != nil {
		return err
	}
	return e.result(map[string]string{"fingerprint": key.Fingerprint()},
		func(out io.Writer) { fmt.Fprintln(out, e.text("cli.archive.root-made", key.Fingerprint())) })
}

func runArchiveRootRequest(ctx context.Context, e *env, args []string) error {
	next := ""
	options := func(fs flagSet) { fs.StringVar(&next, "next", "", "") }
	return withAdmin(e, ctx, "archive root request", args, 1, options, func(a *archive.Admin, rest []string) error {
		raw, err := archive.AskRoot(ctx, a, next)
		if err != nil {
			return err
		}
		return writeNamed(rest[0], raw)
	})
}

func runArchiveRootSign(ctx context.Context, e *env, args []string) error {
	fs := e.flags("archive root sign")
	keys, before, out := fs.String("keys", "", ""), fs.String("before", "", ""), fs.String("out", "", "")
	days := fs.Int("days", 0, "")
	rest, err := e.parse(fs, args, 1)
	if err != nil {
		return err
	}
	if *keys == "" || *out == "" {
		return errUsage{e.text("cli.too-few", "archive root sign") + "\n" + e.usage("archive root sign")}
	}
	request, err := readNamed(rest[0], sign.MaxEnvelope)
	if err != nil {
		return err
	}
	raw, r, err := receiver.SignRoot(ctx, request, *keys, *before, e.passphrase, *days, clockOf(e))
	if err != nil {
		return err
	}
	if err := writeNamed(*out, raw); err != nil {
		return err
	}
	return e.result(r, func(to io.Writer) {
		fmt.Fprintln(to, e.text("cli.archive.root-signed", len(r.Keys), e.words.moment(r.Expires), *out))
	})
}

func runArchiveRootTake(ctx context.Context, e *env, args []string) error {
	fs := e.flags("archive root take")
	db, dir, place := fs.String("db", "", ""), fs.String("store", "", ""), fs.String("key-store", "keyring", "")
	rest, err := e.parse(fs, args, 1)
	if err != nil {
		return err
	}
	if *db == "" || *dir == "" {
		return errUsage{e.text("cli.too-few", "archive root take") + "\n" + e.usage("archive root take")}
	}
	raw, err := readNamed(rest[0], sign.MaxEnvelope)
	if err != nil {
		return err
	}
	r, err := receiver.TakeRoot(ctx, *db, *dir, receiptKeys(e, *dir, *place), raw, func() time.Time { return clockOf(e) })
	if err != nil {
		return err
	}
	return e.result(r, func(out io.Writer) {
		fmt.Fprintln(out, e.text("cli.archive.root-taken", r.Key().Fingerprint(), e.words.moment(r.Expires)))
	})
}

// runArchiveOrders lists the orders to destroy that came, or gives the paper of one.
func runArchiveOrders(ctx context.Context, e *env, args []string) error {
	paper, to := "", ""
	options := func(fs flagSet) {
		fs.StringVar(&paper, "paper", "", "")
		fs.StringVar(&to, "out", "", "")
	}
	return withAdmin(e, ctx, "archive orders", args, 0, options, func(a *archive.Admin, _ []string) error {
		if paper != "" {
			if to == "" {
				return errUsage{e.text("cli.too-few", "archive orders") + "\n" + e.usage("archive orders")}
			}
			raw, err := archive.OrderPaper(ctx, a, paper)
			if err != nil {
				return err
			}
			return writeNamed(to, raw)
		}
		all, err := archive.Orders(ctx, a)
		if err != nil {
			return err
		}
		return e.result(all, func(out io.Writer) {
			for _, o := range all {
				fmt.Fprintln(out, e.text("cli.archive.order", o.ID, o.Office, o.Accession, o.Objects, e.words.moment(o.Received)))
				if o.Alone != "" {
					fmt.Fprintln(out, "  "+e.text("cli.archive.order-alone", o.Alone))
				}
				for _, s := range o.Signers {
					line := e.text("cli.archive.order-signer", s.Person, s.KeyID, e.words.moment(s.First))
					if s.New {
						line += " " + e.text("cli.archive.order-new")
					}
					if s.Other != "" {
						line += " " + e.text("cli.archive.order-other", s.Other)
					}
					fmt.Fprintln(out, "  "+line)
				}
			}
			if len(all) == 0 {
				e.say("cli.archive.no-orders")
			}
		})
	})
}

// runArchivePersons lists whose own keys have signed at a receiver, or ends one.
func runArchivePersons(ctx context.Context, e *env, args []string) error {
	revoke, confirm := "", ""
	options := func(fs flagSet) {
		fs.StringVar(&revoke, "revoke", "", "")
		fs.StringVar(&confirm, "confirm", "", "")
	}
	return withAdmin(e, ctx, "archive persons", args, 0, options, func(a *archive.Admin, _ []string) error {
		if revoke != "" {
			if err := a.RevokePerson(ctx, revoke); err != nil {
				return err
			}
		}
		if confirm != "" {
			if err := a.ConfirmPerson(ctx, confirm); err != nil {
				return err
			}
		}
		all, err := a.Persons(ctx)
		if err != nil {
			return err
		}
		return e.result(all, func(out io.Writer) {
			for _, p := range all {
				state := e.text("cli.archive.person-since", e.words.moment(p.First), e.words.moment(p.Last))
				switch {
				case !p.Revoked.IsZero():
					state = e.text("cli.archive.person-revoked", e.words.moment(p.Revoked))
				case p.Second && p.Confirmed.IsZero():
					state = e.text("cli.archive.person-second", e.words.moment(p.First))
				case p.Second:
					state += ", " + e.text("cli.archive.person-confirmed", e.words.moment(p.Confirmed))
				}
				fmt.Fprintf(out, "%s  %s (%s)  %v  %s\n", p.KeyID, p.Name, p.Office, p.Roles, state)
			}
			if len(all) == 0 {
				e.say("cli.archive.no-persons")
			}
		})
	})
}

// runArchiveCollect takes once what lies in a watched folder, on an SFTP server or
// in a bucket, without a port: for archives that only take deliveries so.
func runArchiveCollect(ctx context.Context, e *env, args []string) error {
	fs := e.flags("archive collect")
	o := receiver.Options{Listen: archive.ListenOptions{Addr: "127.0.0.1:0"}, Hook: e.point}
	fs.StringVar(&o.Dir, "store", "", "")
	fs.StringVar(&o.DB, "db", "", "")
	fs.StringVar(&o.Public, "public", "", "")
	fs.StringVar(&o.Name, "name", "Archiv", "")
	hostKey, identity := fs.String("host-key", "", ""), fs.String("identity", "", "")
	place := fs.String("key-store", "keyring", "")
	rest, err := e.parse(fs, args, 1)
	if err != nil {
		return err
	}
	in := receiver.At(rest, *hostKey, *identity)
	if err := in.Check(); err != nil {
		return err
	}
	if o.Dir == "" || o.DB == "" || o.Public == "" {
		return errUsage{e.text("cli.too-few", "archive collect") + "\n" + e.usage("archive collect")}
	}
	o.Keys = receiptKeys(e, o.Dir, *place)
	r, err := receiver.Open(ctx, o)
	if err != nil {
		return err
	}
	sum, err := in.Collect(ctx, r.Archive)
	if err := errors.Join(err, r.Close()); err != nil {
		return err
	}
	return e.result(sum, func(out io.Writer) {
		fmt.Fprintln(out, e.text("cli.archive.collected", sum.Taken, sum.Waiting, sum.Refused))
	})
}

func runArchiveBackup(ctx context.Context, e *env, args []string) error {
	fs := e.flags("archive backup")
	dir, db := fs.String("store", "", ""), fs.String("db", "", "")
	rest, err := e.parse(fs, args, 1)
	if err != nil {
		return err
	}
	if err := receiver.Backup(ctx, *db, *dir, rest[0]); err != nil {
		return err
	}
	e.say("cli.archive.backed-up", rest[0])
	return nil
}

func runArchiveCheck(ctx context.Context, e *env, args []string) error {
	fs := e.flags("archive check")
	dir, db := fs.String("store", "", ""), fs.String("db", "", "")
	if _, err := e.parse(fs, args, 0); err != nil {
		return err
	}
	inv, err := receiver.CheckStore(ctx, *db, *dir, nil)
	if err != nil {
		return err
	}
	err = e.result(inv, func(out io.Writer) {
		fmt.Fprintln(out, e.text("cli.archive.inventory", inv.Packages, inv.Receipts, len(inv.Missing), len(inv.Damaged),
			len(inv.Unproved)))
		for _, id := range inv.Missing {
			fmt.Fprintln(out, e.text("cli.archive.missing", id))
		}
		for _, id := range inv.Damaged {
			fmt.Fprintln(out, e.text("cli.archive.damaged", id))
		}
		for _, id := range inv.Misnamed {
			fmt.Fprintln(out, e.text("cli.archive.misnamed", id))
		}
		for _, id := range inv.Unproved {
			fmt.Fprintln(out, e.text("cli.archive.unproved", id))
		}
	})
	if err == nil && !inv.Sound() {
		return errMaterial
	}
	return err
}

// paperCommands enrol by file where the channel cannot be reached: out, admitted by
// the archive, and its answer in.
func paperCommands() []command {
	return []command{
		{"enrol export", "[--json] FILE", "cli.help.enrol-export", runEnrolExport, people.Keys},
		{"enrol import", "[--json] [--fingerprint FINGERPRINT] FILE", "cli.help.enrol-import", runEnrolImport, people.Keys},
		{"archive admit",
			"[--json] [--fingerprint FINGERPRINT [--join]] [--out FILE] [--role clerk|archivist|second|reading-room|administrator|deliver|appraise|read|administer]... --db FILE APPLICATION", "cli.help.archive-admit", runArchiveAdmit, free},
	}
}

func runEnrolExport(ctx context.Context, e *env, args []string) error {
	files, err := e.parse(e.flags("enrol export"), args, 1)
	if err != nil {
		return err
	}
	return e.with(ctx, func(w *work.House) error {
		fingerprint, err := w.Outbox.EnrolExport(ctx, files[0])
		if err != nil {
			return err
		}
		return e.result(map[string]string{"file": files[0], "fingerprint": fingerprint}, func(out io.Writer) {
			fmt.Fprintln(out, e.text("cli.enrol.exported", files[0], fingerprint))
		})
	})
}

func runEnrolImport(ctx context.Context, e *env, args []string) error {
	fs := e.flags("enrol import")
	fingerprint := fs.String("fingerprint", "", "")
	files, err := e.parse(fs, args, 1)
	if err != nil {
		return err
	}
	return e.with(ctx, func(w *work.House) error {
		p, err := w.Outbox.EnrolImport(ctx, files[0], *fingerprint)
		if err != nil {
			return err
		}
		return e.result(map[string]string{"url": p.URL, "archive": p.Archive, "state": string(p.State),
			"archiveFingerprint": p.Fingerprint()}, func(out io.Writer) {
			fmt.Fprintln(out, e.text("cli.enrol.imported", p.Archive, p.Fingerprint()))
		})
	})
}

func runArchiveAdmit(ctx context.Context, e *env, args []string) error {
	fs := e.flags("archive admit")
	var given consent
	given.flags(fs)
	db, out := fs.String("db", "", ""), fs.String("out", "", "")
	files, err := e.parse(fs, args, 1)
	if err != nil {
		return err
	}
	if given.fingerprint != "" && *out == "" {
		return errUsage{e.text("cli.too-few", "archive admit") + "\n" + e.usage("archive admit")}
	}
	if _, err := os.Stat(*db); err != nil {
		return failure.Wrap(failure.Refused, "open archive database", wording.Say("hint.cli.archive-database-missing"), err)
	}
	asked, err := given.consent()
	if err != nil {
		return err
	}
	admin, closeDB, err := receiver.Administer(ctx, *db)
	if err != nil {
		return err
	}
	c, err := receiver.Admit(ctx, admin, files[0], *out, asked)
	if cerr := closeDB(); err == nil {
		err = cerr
	}
	if err != nil {
		return err
	}
	return e.result(c, func(w io.Writer) { fmt.Fprintln(w, e.text("cli.archive.admitted", c.Office, c.Fingerprint, *out)) })
}
