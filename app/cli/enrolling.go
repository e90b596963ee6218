package main

import (
	"context"
	"fmt"
	"io"
	"os"

	"laufzettel/app/receiver"
	"laufzettel/app/work"
	"laufzettel/transfer/failure"
)

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
