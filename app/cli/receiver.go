package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"laufzettel/app/receiver"
	"laufzettel/app/work"
	"laufzettel/sync/archive"
	"laufzettel/transfer/failure"
)

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
		fmt.Fprintln(out, e.text("cli.archive.inventory", inv.Packages, inv.Receipts, len(inv.Missing), len(inv.Damaged), len(inv.Unproved)))
		for _, id := range inv.Missing {
			fmt.Fprintln(out, e.text("cli.archive.missing", id))
		}
		for _, id := range inv.Damaged {
			fmt.Fprintln(out, e.text("cli.archive.damaged", id))
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
		{"enrol export", "[--json] FILE", "cli.help.enrol-export", runEnrolExport},
		{"enrol import", "[--json] [--fingerprint FINGERPRINT] FILE", "cli.help.enrol-import", runEnrolImport},
		{"archive admit", "[--json] [--fingerprint FINGERPRINT [--join]] [--out FILE] [--role deliver|appraise|read|administer]... --db FILE APPLICATION", "cli.help.archive-admit", runArchiveAdmit},
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
		return e.result(map[string]string{"url": p.URL, "archive": p.Archive, "state": p.State, "archiveFingerprint": p.Fingerprint()}, func(out io.Writer) {
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
		return failure.Wrap(failure.Refused, "open archive database", "Die Datenbank des Archivs ist nicht da. Bitte den Pfad mit --db angeben.", err)
	}
	admin, closeDB, err := receiver.Administer(ctx, *db)
	if err != nil {
		return err
	}
	c, err := receiver.Admit(ctx, admin, files[0], *out, given.consent())
	if cerr := closeDB(); err == nil {
		err = cerr
	}
	if err != nil {
		return err
	}
	return e.result(c, func(w io.Writer) { fmt.Fprintln(w, e.text("cli.archive.admitted", c.Office, c.Fingerprint, *out)) })
}
