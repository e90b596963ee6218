package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"path/filepath"

	"laufzettel/app/receiver"
	"laufzettel/sync/archive"
	"laufzettel/sync/sign"
)

func archiveCommands() []command {
	return []command{
		{"archive serve", "--addr HOST:PORT --store DIR --db FILE [--cert F --key F] [--client-ca F] [--public URL] [--name NAME] [--key-store keyring|file] [--inbox DIR|sftp://…|s3://…]... [--inbox-host-key SHA256:…] [--inbox-identity FILE] [--metrics HOST:PORT] [--quota BYTES] [--capacity BYTES] [--max-upload BYTES] [--rate N] [--persons] [--log]", "cli.help.archive-serve", runArchiveServe},
		{"archive collect", "[--json] --store DIR --db FILE --public URL [--name NAME] [--key-store keyring|file] [--host-key SHA256:…] [--identity FILE] DIR|sftp://…|s3://…...", "cli.help.archive-collect", runArchiveCollect},
		{"archive backup", "--store DIR --db FILE TARGET", "cli.help.archive-backup", runArchiveBackup},
		{"archive check", "[--json] --store DIR --db FILE", "cli.help.archive-check", runArchiveCheck},
		{"archive invite", "[--json] --db FILE --office NAME", "cli.help.archive-invite", runArchiveInvite},
		{"archive confirm", "[--json] CODE --db FILE [--fingerprint FINGERPRINT [--join]] [--role deliver|appraise|read|administer]...", "cli.help.archive-confirm", runArchiveConfirm},
		{"archive reject", "CODE|KEY --db FILE", "cli.help.archive-reject", runArchiveReject},
		{"archive clients", "[--json] --db FILE", "cli.help.archive-clients", runArchiveClients},
		{"archive revoke", "KEY --db FILE [--confirm]", "cli.help.archive-revoke", runArchiveRevoke},
		{"archive witness", "[--json] FILE --store DIR --db FILE [--key-store keyring|file] [--fingerprint FINGERPRINT]", "cli.help.archive-witness", runArchiveWitness},
		{"archive persons", "[--json] --db FILE [--revoke KEY [--sure]] [--confirm KEY]", "cli.help.archive-persons", runArchivePersons},
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
func withAdmin(e *env, ctx context.Context, name string, args []string, min int, extra func(fs flagSet), fn func(*archive.Admin, []string) error) error {
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
		c, err := a.Confirm(ctx, rest[0], given.consent())
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

func (c *consent) consent() archive.Consent {
	out := archive.Consent{Fingerprint: c.fingerprint, Join: c.join}
	for _, n := range c.names {
		out.Roles = append(out.Roles, archive.Role(n))
	}
	return out
}

// runArchiveInvite makes the invitation that lets an office enrol past strangers.
func runArchiveInvite(ctx context.Context, e *env, args []string) error {
	var office string
	return withAdmin(e, ctx, "archive invite", args, 0, func(fs flagSet) { fs.StringVar(&office, "office", "", "") }, func(a *archive.Admin, _ []string) error {
		in, err := a.Invite(ctx, office)
		if err != nil {
			return err
		}
		return e.result(in, func(out io.Writer) {
			fmt.Fprintln(out, e.text("cli.archive.invited", in.Office, in.Code, in.Expires.Local().Format(shortTime)))
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
				state := e.text("cli.archive.person-since", p.First.Local().Format(shortTime), p.Last.Local().Format(shortTime))
				switch {
				case !p.Revoked.IsZero():
					state = e.text("cli.archive.person-revoked", p.Revoked.Local().Format(shortTime))
				case p.Second && p.Confirmed.IsZero():
					state = e.text("cli.archive.person-second", p.First.Local().Format(shortTime))
				case p.Second:
					state += ", " + e.text("cli.archive.person-confirmed", p.Confirmed.Local().Format(shortTime))
				}
				fmt.Fprintf(out, "%s  %s (%s)  %v  %s\n", p.KeyID, p.Name, p.Office, p.Roles, state)
			}
			if len(all) == 0 {
				e.say("cli.archive.no-persons")
			}
		})
	})
}
