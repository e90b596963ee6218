package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"laufzettel/app/work"
	"laufzettel/app/work/reading"
	"laufzettel/transfer/failure"
	"laufzettel/viewer/catalog"
	"laufzettel/viewer/findingaid"
)

func handingCommands() []command {
	return []command{
		{"handout", "KENNUNG|SIGNATUR --to ORDNER|DATEI.zip [--json]", "cli.help.handout", runHandOut},
		{"descriptions", "--form ead|csv --out DATEI [--fonds TITEL] [--code SIGNATUR] [--isil ISIL] [--archive-kind ART] [--agency NAME] [--under SIGNATUR] [--accession NR,NR]", "cli.help.descriptions", runDescriptions},
	}
}

func runHandOut(ctx context.Context, e *env, args []string) error {
	fs := e.flags("handout")
	to := fs.String("to", "", "")
	rest, err := e.parse(fs, args, 1)
	if err != nil {
		return err
	}
	if *to == "" {
		return errUsage{e.text("cli.too-few", "handout") + "\n" + e.usage("handout")}
	}
	return withPackage(e, ctx, rest[0], func(_ *work.House, pkg *reading.Opened) error {
		out, err := pkg.HandOut(ctx, *to)
		if err != nil {
			return err
		}
		if err := e.result(out, func(o io.Writer) {
			fmt.Fprintln(o, e.text("cli.handout.done", out.Files, out.Path))
			fmt.Fprintln(o, out.Citation)
			if !out.Signed {
				fmt.Fprintln(o, e.text("cli.handout.unsigned"))
			}
			if !out.Sound {
				fmt.Fprintln(o, e.text("cli.handout.broken"))
			}
		}); err != nil {
			return err
		}
		if !out.Sound {
			return errMaterial
		}
		return nil
	})
}

func runDescriptions(ctx context.Context, e *env, args []string) error {
	fs := e.flags("descriptions")
	form := fs.String("form", "", "")
	target := fs.String("out", "", "")
	var h findingaid.Head
	var q catalog.Query
	fs.StringVar(&h.Fonds, "fonds", "", "")
	fs.StringVar(&h.Code, "code", "", "")
	fs.StringVar(&h.ISIL, "isil", "", "")
	fs.StringVar(&h.Kind, "archive-kind", "", "")
	fs.StringVar(&q.Agency, "agency", "", "")
	fs.StringVar(&q.Under, "under", "", "")
	accessions := fs.String("accession", "", "")
	if _, err := e.parse(fs, args, 0); err != nil {
		return err
	}
	if *form == "" || *target == "" {
		return errUsage{e.text("cli.too-few", "descriptions") + "\n" + e.usage("descriptions")}
	}
	if *accessions != "" {
		q.Accessions = strings.Split(*accessions, ",")
	}
	if err := h.Valid(); err != nil {
		return err
	}
	if *form != reading.FormEAD && *form != reading.FormCSV {
		return failure.New(failure.Refused, "export descriptions as "+*form, "Möglich sind ead und csv.")
	}
	return e.with(ctx, func(w *work.House) error {
		f, err := newFile(*target)
		if err != nil {
			return err
		}
		n, err := w.Room.OpenHoldings(reading.Asker{}).ExportDescriptions(ctx, *form, q, h, f)
		if err = errors.Join(err, f.Close()); err != nil {
			return errors.Join(err, os.Remove(*target))
		}
		return e.result(n, func(o io.Writer) { fmt.Fprintln(o, e.text("cli.descriptions.done", n, *target)) })
	})
}

// runPrint gives a document to the printer of this machine, as far as rights allow
// (A23).
func runPrint(ctx context.Context, e *env, args []string) error {
	fs := e.flags("print")
	application := fs.String("application", "", "")
	rest, err := e.parse(fs, args, 2)
	if err != nil {
		return err
	}
	return e.with(ctx, func(w *work.House) error {
		o, err := openPackage(ctx, w, rest[0], *application)
		if err != nil {
			return err
		}
		name, err := fileOf(ctx, o, rest[1])
		if err != nil {
			return errors.Join(err, o.Close())
		}
		c, err := o.Print(ctx, name, nil)
		if err := errors.Join(err, o.Close()); err != nil {
			return err
		}
		return e.result(map[string]any{"file": name, "until": c.Until}, func(out io.Writer) {
			fmt.Fprintln(out, e.text("cli.print.done", name, c.Until.Format("02.01.2006")))
		})
	})
}
