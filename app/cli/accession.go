package main

import (
	"context"
	"fmt"
	"io"
	"strings"

	"laufzettel/app/workspace"
)

func accessionCommands() []command {
	return []command{
		{"accession clear", "ID", "cli.help.accession", runAccessionClear},
		{"accession close", "ID", "cli.help.accession", runAccessionClose},
		{"destroy", "ID --basis TEXT --confirm", "cli.help.destroy", runDestroy},
		{"deadlines", "[--json]", "cli.help.deadlines", runDeadlines},
	}
}

func runAccessionClear(ctx context.Context, e *env, args []string) error {
	ids, err := e.parse(e.flags("accession clear"), args, 1)
	if err != nil {
		return err
	}
	return e.with(ctx, func(w *workspace.Workspace) error {
		letters, err := w.Clear(ctx, ids[0])
		if err != nil {
			return err
		}
		return e.result(letters, func(out io.Writer) { fmt.Fprintln(out, strings.Join(letters, "\n")) })
	})
}

func runAccessionClose(ctx context.Context, e *env, args []string) error {
	ids, err := e.parse(e.flags("accession close"), args, 1)
	if err != nil {
		return err
	}
	return e.with(ctx, func(w *workspace.Workspace) error { return w.CloseAccession(ctx, ids[0]) })
}

func runDestroy(ctx context.Context, e *env, args []string) error {
	fs := e.flags("destroy")
	basis := fs.String("basis", "", "")
	confirmed := fs.Bool("confirm", false, "")
	ids, err := e.parse(fs, args, 1)
	if err != nil {
		return err
	}
	return e.with(ctx, func(w *workspace.Workspace) error {
		n, err := w.Destroy(ctx, ids[0], *basis, *confirmed)
		if err != nil {
			return err
		}
		return e.result(n, func(out io.Writer) { fmt.Fprintln(out, e.text("cli.destroy.done", n)) })
	})
}

func runDeadlines(ctx context.Context, e *env, _ []string) error {
	return e.with(ctx, func(w *workspace.Workspace) error {
		notices, err := w.Notices(ctx)
		if err != nil {
			return err
		}
		if notices == nil {
			notices = []workspace.Notice{}
		}
		return e.result(notices, func(out io.Writer) {
			for _, n := range notices {
				fmt.Fprintf(out, "%s  %s  %s\n", n.Due.Format("02.01.2006"), n.Portion.ID, n.Portion.Name)
			}
		})
	})
}
