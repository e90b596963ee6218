package main

import (
	"context"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"laufzettel/app/work"
	"laufzettel/app/work/clerk"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/kind"
	"laufzettel/transfer/prepare"
)

// preparationView is a preparation with what holds at this moment.
type preparationView struct {
	prepare.Preparation
	Work *clerk.UnderWay `json:"work,omitempty"` // who works on it now
}

func viewOf(w *work.House, p prepare.Preparation) preparationView {
	x := preparationView{Preparation: p}
	if u, ok := w.Clerk.UnderWay(p.ID); ok {
		x.Work = &u
	}
	return x
}

// printStanding tells what stands in the way, else the one step that comes next
// (F2).
func printStanding(e *env, out io.Writer, x preparationView) {
	if x.Returned != nil {
		fmt.Fprintf(out, "  %s\n", x.Returned.Sentence())
	}
	switch {
	case x.Work != nil:
		fmt.Fprintf(out, "  %s\n", x.Work.Sentence())
	case x.Deleted.IsZero():
		fmt.Fprintf(out, "  %-24s %s\n", e.text("prepare.cli.next"), e.text("prepare.cli.next."+string(x.State), x.ID))
	}
}

func runDefaultsSet(ctx context.Context, e *env, args []string) error {
	fs := e.flags("prepare defaults set")
	var set list
	fs.Var(&set, "set", "")
	names, err := e.parse(fs, args, 1)
	if err != nil {
		return err
	}
	b, ok := work.Kinds(time.Now).Presetting()
	if !ok {
		return failure.New(failure.Bug, "prepare defaults", "Es gibt keine Art der Abgabe, die Sätze von Vorgaben nimmt. Bitte den Fehler melden.")
	}
	values := kind.Values{}
	for _, a := range set {
		name, value, ok := strings.Cut(a, "=")
		if !ok || strings.TrimSpace(value) == "" {
			return failure.New(failure.Refused, "prepare defaults", "„"+a+"“ ist nicht von der Form Angabe=Wert.")
		}
		values[prepare.KeyOf(name, b.Fields())] = value
	}
	return e.with(ctx, func(w *work.House) error {
		if err := w.Clerk.SaveDefaults(ctx, names[0], values); err != nil {
			return err
		}
		d, err := w.Clerk.Prepare.DefaultsOf(ctx, names[0])
		if err != nil {
			return err
		}
		return e.result(d, func(out io.Writer) { printDefaults(out, d) })
	})
}

func printDefaults(out io.Writer, d prepare.Defaults) {
	fmt.Fprintln(out, d.Name)
	for _, key := range slices.Sorted(maps.Keys(d.Values)) {
		fmt.Fprintf(out, "  %-16s %s\n", key, strings.ReplaceAll(d.Values[key], "\n", " / "))
	}
}

func runDefaultsList(ctx context.Context, e *env, args []string) error {
	if _, err := e.parse(e.flags("prepare defaults list"), args, 0); err != nil {
		return err
	}
	return e.with(ctx, func(w *work.House) error {
		all, err := w.Clerk.Prepare.AllDefaults(ctx)
		if err != nil {
			return err
		}
		return e.result(all, func(out io.Writer) {
			for _, d := range all {
				printDefaults(out, d)
			}
		})
	})
}

func runDefaultsRemove(ctx context.Context, e *env, args []string) error {
	names, err := e.parse(e.flags("prepare defaults remove"), args, 1)
	if err != nil {
		return err
	}
	return e.with(ctx, func(w *work.House) error {
		if err := w.Clerk.RemoveDefaults(ctx, names[0]); err != nil {
			return err
		}
		return e.result(names[0], func(out io.Writer) { fmt.Fprintln(out, names[0]) })
	})
}
