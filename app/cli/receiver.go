package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"laufzettel/app/receiver"
	"laufzettel/sync/archive"
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
	o.Keys = e.receiptKeys(o.Dir, *place)
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
