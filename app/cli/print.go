package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"laufzettel/app/work"
)

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
		pkg, err := w.Gate.OpenReleased(ctx, rest[0], *application)
		if err != nil {
			return err
		}
		name, err := fileOf(pkg, rest[1])
		if err != nil {
			return errors.Join(err, pkg.Close())
		}
		c, err := w.Uses.Print(ctx, pkg, name, *application, nil)
		if err := errors.Join(err, pkg.Close()); err != nil {
			return err
		}
		return e.result(map[string]any{"file": name, "until": c.Until}, func(out io.Writer) {
			fmt.Fprintln(out, e.text("cli.print.done", name, c.Until.Format("02.01.2006")))
		})
	})
}
