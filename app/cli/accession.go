package main

import (
	"context"
	"fmt"
	"io"
	"strings"

	"laufzettel/app/workspace"
	"laufzettel/transfer"
)

func accessionCommands() []command {
	return []command{
		{"accession list", "[--json]", "cli.help.accession", runAccessionList},
		{"accession show", "[--json] ID", "cli.help.accession", runAccessionShow},
		{"accession clear", "ID", "cli.help.accession", runAccessionClear},
		{"accession close", "ID", "cli.help.accession", runAccessionClose},
		{"destroy", "ID --basis TEXT --confirm", "cli.help.destroy", runDestroy},
		{"deadlines", "[--json]", "cli.help.deadlines", runDeadlines},
	}
}

func runAccessionList(ctx context.Context, e *env, _ []string) error {
	return e.with(ctx, func(w *workspace.Workspace) error {
		all, err := w.Portions.Accessions(ctx)
		if err != nil {
			return err
		}
		if all == nil {
			all = []transfer.Accession{}
		}
		return e.result(all, func(out io.Writer) {
			for _, a := range all {
				fmt.Fprintf(out, "%s  %s  %-10s %s  %s\n", a.ID, a.Number, a.State, a.Agency, a.Title)
			}
		})
	})
}

// accessionView is what accession show prints.
type accessionView struct {
	transfer.Accession
	Portions  []transfer.Portion `json:"portions"`
	Obstacles []string           `json:"obstacles"`
}

func runAccessionShow(ctx context.Context, e *env, args []string) error {
	ids, err := e.parse(e.flags("accession show"), args, 1)
	if err != nil {
		return err
	}
	return e.with(ctx, func(w *workspace.Workspace) error {
		a, err := w.Portions.Accession(ctx, ids[0])
		if err != nil {
			return err
		}
		v := accessionView{Accession: a}
		if v.Portions, err = w.Portions.OfAccession(ctx, a.ID); err != nil {
			return err
		}
		if v.Obstacles, err = w.Obstacles(ctx, a.ID); err != nil {
			return err
		}
		return e.result(v, func(out io.Writer) {
			fmt.Fprintf(out, "%s  %s  %s\n  %s\n", a.ID, a.Number, a.State, a.Agency)
			for _, p := range v.Portions {
				fmt.Fprintf(out, "  %s  %s  %s\n", p.ID, p.State.German(), p.Name)
			}
			for _, o := range v.Obstacles {
				fmt.Fprintf(out, "  – %s\n", o)
			}
		})
	})
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
