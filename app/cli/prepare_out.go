package main

import (
	"context"
	"fmt"
	"io"
	"path/filepath"

	"laufzettel/app/work"
	"laufzettel/app/work/clerk"
	"laufzettel/transfer/prepare"
)

func runPrepareHandover(ctx context.Context, e *env, args []string) error {
	fs := e.flags("prepare handover")
	to := fs.String("to", "", "")
	byChannel := fs.Bool("channel", false, "")
	ids, err := e.parse(fs, args, 1)
	if err != nil {
		return err
	}
	if (*to == "") != *byChannel {
		return errUsage{e.text("prepare.cli.one-way") + "\n" + e.usage("prepare handover")}
	}
	dir := ""
	if *to != "" {
		if dir, err = filepath.Abs(*to); err != nil {
			return errUsage{e.text("prepare.cli.one-way")}
		}
	}
	return e.with(ctx, func(w *work.House) error {
		place, err := w.Handover.HandOver(ctx, ids[0], dir, prepareProgress(e, ids[0]))
		e.endProgress()
		if err != nil {
			return err
		}
		return e.result(map[string]string{"id": ids[0], "place": place}, func(out io.Writer) { fmt.Fprintln(out, place) })
	})
}

func runPrepareConfirm(ctx context.Context, e *env, args []string) error {
	fs := e.flags("prepare confirm")
	file := fs.String("receipt", "", "")
	var paper clerk.PaperConfirmation
	fs.StringVar(&paper.Name, "paper", "", "")
	fs.StringVar(&paper.By, "by", "", "")
	fs.StringVar(&paper.Day, "day", "", "")
	fs.StringVar(&paper.Scan, "scan", "", "")
	fs.StringVar(&paper.Note, "note", "", "")
	ids, err := e.parse(fs, args, 1)
	if err != nil {
		return err
	}
	if (*file == "") == (paper.Name == "") {
		return errUsage{e.text("prepare.cli.one-proof") + "\n" + e.usage("prepare confirm")}
	}
	return e.with(ctx, func(w *work.House) error {
		confirm := func() (prepare.Preparation, error) { return w.Clerk.ConfirmByPaper(ctx, ids[0], paper) }
		if *file != "" {
			confirm = func() (prepare.Preparation, error) { return w.Clerk.ConfirmByReceipt(ctx, ids[0], *file) }
		}
		p, err := confirm()
		if err != nil {
			return err
		}
		return e.result(p, func(out io.Writer) { printPreparation(e, out, p) })
	})
}

func runPrepareReopen(ctx context.Context, e *env, args []string) error {
	fs := e.flags("prepare reopen")
	reason := fs.String("reason", "", "")
	ids, err := e.parse(fs, args, 1)
	if err != nil {
		return err
	}
	return e.with(ctx, func(w *work.House) error {
		p, err := w.Clerk.ReopenPreparation(ctx, ids[0], *reason)
		if err != nil {
			return err
		}
		return e.result(p, func(out io.Writer) { printPreparation(e, out, p) })
	})
}

func runPrepareDeleted(ctx context.Context, e *env, args []string) error {
	fs := e.flags("prepare deleted")
	note := fs.String("note", "", "")
	ids, err := e.parse(fs, args, 1)
	if err != nil {
		return err
	}
	return e.with(ctx, func(w *work.House) error {
		p, jobs, err := w.Clerk.DeletedAtSource(ctx, ids[0], *note)
		if err != nil {
			return err
		}
		if len(jobs) > 0 {
			e.say("cli.clearance.report-queued")
		}
		return e.result(p, func(out io.Writer) { printPreparation(e, out, p) })
	})
}

func runProfileExport(ctx context.Context, e *env, args []string) error {
	fs := e.flags("profile export")
	file := fs.String("out", "", "")
	ids, err := e.parse(fs, args, 1)
	if err != nil {
		return err
	}
	if *file == "" {
		return errUsage{e.text("cli.too-few", "profile export") + "\n" + e.usage("profile export")}
	}
	return e.with(ctx, func(w *work.House) error {
		fingerprint, version, err := w.Clerk.ExportProfile(ctx, ids[0], *file)
		if err != nil {
			return err
		}
		return e.result(map[string]any{"profile": ids[0], "version": version, "fingerprint": fingerprint, "file": *file}, func(out io.Writer) {
			fmt.Fprintln(out, e.text("prepare.cli.exported", ids[0], version, *file, fingerprint))
		})
	})
}

func runProfileImport(ctx context.Context, e *env, args []string) error {
	fs := e.flags("profile import")
	fingerprint := fs.String("fingerprint", "", "")
	files, err := e.parse(fs, args, 1)
	if err != nil {
		return err
	}
	return e.with(ctx, func(w *work.House) error {
		in, err := w.Clerk.ImportProfile(ctx, files[0], *fingerprint)
		if err != nil {
			return err
		}
		return e.result(in, func(out io.Writer) {
			fmt.Fprintln(out, e.text("prepare.cli.imported", in.Profile, in.Version, in.Archive))
			for _, field := range in.Unwritten {
				fmt.Fprintln(out, e.text("cli.profile.unwritten", field))
			}
		})
	})
}

func runReceiveReceipt(ctx context.Context, e *env, args []string) error {
	fs := e.flags("receive receipt")
	name := fs.String("confirmation", "", "")
	dir := fs.String("out", "", "")
	ids, err := e.parse(fs, args, 1)
	if err != nil {
		return err
	}
	return e.with(ctx, func(w *work.House) error {
		file, err := w.Clerk.SealPortionReceipt(ctx, ids[0], *name, *dir)
		if err != nil {
			return err
		}
		return e.result(file, func(out io.Writer) { fmt.Fprintln(out, file) })
	})
}
