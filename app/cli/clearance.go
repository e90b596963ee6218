package main

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"laufzettel/app/work"
	"laufzettel/app/work/accession"
)

func runClearanceList(ctx context.Context, e *env, args []string) error {
	fs := e.flags("clearance list")
	due := fs.Bool("due", false, "")
	if _, err := e.parse(fs, args, 0); err != nil {
		return err
	}
	return e.with(ctx, func(w *work.House) error {
		all, err := w.Clearing.ClearanceList(ctx)
		if err != nil {
			return err
		}
		if *due {
			all = slices.DeleteFunc(all, func(c accession.Clearances) bool { return c.Complete })
		}
		return e.result(all, func(out io.Writer) {
			for _, c := range all {
				printClearance(e, out, c)
			}
			if len(all) == 0 {
				e.say("cli.clearance.none")
			}
		})
	})
}

// printClearance writes how far one clearance is: given, of how many, still due.
func printClearance(e *env, out io.Writer, c accession.Clearances) {
	name := c.Accession
	if c.Number != "" && c.Number != c.Accession {
		name += " (" + c.Number + ")"
	}
	if c.Preparation != "" {
		name += " (" + c.Preparation + ")"
	}
	fmt.Fprintf(out, "%s  %s  %s  %s\n", name, e.text("cli.clearance.side."+c.Side), e.text("cli.clearance.count", c.Given, c.Of), strings.TrimSpace(c.Title+"  "+c.Partner))
	for _, h := range c.Have {
		line := e.text("cli.clearance.row", h.Confirmation, h.Person, h.From, h.Time.Local().Format(shortTime))
		if h.Confirmation == "" {
			line = e.text("cli.clearance.row-plain", h.Person, h.From, h.Time.Local().Format(shortTime))
		}
		switch {
		case h.Key != "":
			line += " " + e.text("cli.signed-by-person", h.Key)
		case h.Paper:
			line += " " + e.text("cli.clearance.paper")
		}
		if h.Sent != "" {
			line += " " + e.text("cli.clearance.sent", h.Sent)
		}
		fmt.Fprintln(out, "    "+line)
	}
	switch {
	case len(c.Missing) > 0:
		fmt.Fprintln(out, "    "+e.text("cli.clearance.missing."+c.Side, strings.Join(c.Missing, ", ")))
	case !c.Complete:
		fmt.Fprintln(out, "    "+e.text("cli.clearance.open."+c.Side))
	case c.MayReport() && !c.Deleted.IsZero():
		fmt.Fprintln(out, "    "+e.text("cli.clearance.unreported", c.Deleted.Local().Format(shortTime)))
	case !c.Deleted.IsZero():
		fmt.Fprintln(out, "    "+e.text("cli.clearance.deleted", c.Deleted.Local().Format(shortTime)))
	default:
		fmt.Fprintln(out, "    "+e.text("cli.clearance.complete."+c.Side))
	}
}

// runClearanceDeleted reports the deletion at the source to the archive.
func runClearanceDeleted(ctx context.Context, e *env, args []string) error {
	fs := e.flags("clearance deleted")
	to, note := fs.String("to", "", ""), fs.String("note", "", "")
	rest, err := e.parse(fs, args, 1)
	if err != nil {
		return err
	}
	return e.with(ctx, func(w *work.House) error {
		if _, err := w.Clerk.ReportDeletion(ctx, rest[0], *to, *note); err != nil {
			return err
		}
		sum, err := w.Outbox.SendOnce(ctx, nil)
		if err != nil {
			return err
		}
		return printSent(e, ctx, w, sum)
	})
}

// printBorrowed lists the copies of what belongs to others: taken out, fetched to read.
func printBorrowed(e *env, ctx context.Context) error {
	return e.with(ctx, func(w *work.House) error {
		all, err := w.Outbox.Borrowed(ctx)
		if err != nil {
			return err
		}
		return e.result(all, func(out io.Writer) {
			for _, c := range all {
				state := e.text("cli.copies.here")
				if !c.Gone.IsZero() {
					state = e.text("cli.copies.gone-by", c.Gone.Local().Format(shortTime), c.How, c.Person)
				}
				fmt.Fprintf(out, "%4d  %s  %s  %s  %s  %s\n", c.ID, c.Made.Local().Format(shortTime), c.Kind.German(), c.Place, c.Holder, state)
			}
			if len(all) == 0 {
				e.say("cli.copies.none-borrowed")
			}
		})
	})
}
