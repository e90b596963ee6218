package main

import (
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"laufzettel/app/work"
	"laufzettel/app/work/accession"
	"laufzettel/app/work/intake"
	"laufzettel/transfer/copies"
)

func accessionCommands() []command {
	return []command{
		{"accession clear", "ID [--confirm]", "cli.help.accession.clear", runAccessionClear},
		{"accession receipt", "PORTION", "cli.help.accession.receipt", runAccessionReceipt},
		{"accession confirm", "ID --name NAME --note TEXT [--paper]", "cli.help.accession.confirm", runAccessionConfirm},
		{"accession deleted", "ID --note TEXT [--confirm]", "cli.help.accession.deleted", runAccessionDeleted},
		{"accession copies", "[--json] ID", "cli.help.accession.copies", runAccessionCopies},
		{"accession gone", "NUMMER --note TEXT [--confirm]", "cli.help.accession.gone", runAccessionGone},
		{"accession close", "ID --confirm [--keep-packages] [--unreported GRUND]", "cli.help.accession.close", runAccessionClose},
		{"destroy", "ID --basis TEXT --confirm", "cli.help.destroy", runDestroy},
		{"deadlines", "[--json]", "cli.help.deadlines", runDeadlines},
	}
}

func runAccessionClear(ctx context.Context, e *env, args []string) error {
	ids, err := e.parse(e.flags("accession clear"), args, 1)
	if err != nil {
		return err
	}
	return e.with(ctx, func(w *work.House) error {
		letters, err := w.Ending.Clear(ctx, ids[0])
		if err != nil {
			return err
		}
		return e.result(letters, func(out io.Writer) { fmt.Fprintln(out, strings.Join(letters, "\n")) })
	})
}

func runAccessionClose(ctx context.Context, e *env, args []string) error {
	fs := e.flags("accession close")
	var order accession.Closing
	fs.BoolVar(&order.Confirmed, "confirm", false, "")
	fs.BoolVar(&order.KeepPackages, "keep-packages", false, "")
	fs.StringVar(&order.Unreported, "unreported", "", "")
	ids, err := e.parse(fs, args, 1)
	if err != nil {
		return err
	}
	return e.with(ctx, func(w *work.House) error {
		proof, err := w.Ending.CloseAccession(ctx, ids[0], order)
		if err != nil {
			return err
		}
		return e.result(map[string]string{"proof": proof}, func(out io.Writer) { fmt.Fprintln(out, proof) })
	})
}

func runAccessionReceipt(ctx context.Context, e *env, args []string) error {
	ids, err := e.parse(e.flags("accession receipt"), args, 1)
	if err != nil {
		return err
	}
	return e.with(ctx, func(w *work.House) error {
		name, err := w.Books.ConfirmReceipt(ctx, ids[0])
		if err != nil {
			return err
		}
		return e.result(name, func(out io.Writer) { fmt.Fprintln(out, name) })
	})
}

func runAccessionConfirm(ctx context.Context, e *env, args []string) error {
	fs := e.flags("accession confirm")
	name := fs.String("name", "", "")
	note := fs.String("note", "", "")
	paper := fs.Bool("paper", false, "")
	ids, err := e.parse(fs, args, 1)
	if err != nil {
		return err
	}
	return e.with(ctx, func(w *work.House) error { return w.Books.NoteConfirmation(ctx, ids[0], *name, *note, *paper) })
}

func runAccessionDeleted(ctx context.Context, e *env, args []string) error {
	fs := e.flags("accession deleted")
	note := fs.String("note", "", "")
	ids, err := e.parse(fs, args, 1)
	if err != nil {
		return err
	}
	return e.with(ctx, func(w *work.House) error { return w.Books.NoteDeletion(ctx, ids[0], *note) })
}

func runAccessionCopies(ctx context.Context, e *env, args []string) error {
	ids, err := e.parse(e.flags("accession copies"), args, 1)
	if err != nil {
		return err
	}
	return e.with(ctx, func(w *work.House) error {
		list, err := w.Copies.RegisteredCopies(ctx, ids[0])
		if err != nil {
			return err
		}
		if list == nil {
			list = []copies.Copy{}
		}
		return e.result(list, func(out io.Writer) {
			for _, c := range list {
				gone := ""
				if !c.Gone.IsZero() {
					gone = "  " + e.text("cli.copies.gone", c.Gone.Local().Format("02.01.2006"), c.How)
				}
				fmt.Fprintf(out, "%4d  %-24s  %s%s\n", c.ID, c.Kind.German(), c.Place, gone)
			}
		})
	})
}

func runAccessionGone(ctx context.Context, e *env, args []string) error {
	fs := e.flags("accession gone")
	note := fs.String("note", "", "")
	ids, err := e.parse(fs, args, 1)
	if err != nil {
		return err
	}
	id, err := strconv.ParseInt(ids[0], 10, 64)
	if err != nil {
		return errUsage{e.text("cli.copies.bad-number", ids[0])}
	}
	return e.with(ctx, func(w *work.House) error { return w.Copies.CopyGone(ctx, id, *note) })
}

func runDestroy(ctx context.Context, e *env, args []string) error {
	fs := e.flags("destroy")
	basis := fs.String("basis", "", "")
	confirmed := fs.Bool("confirm", false, "")
	ids, err := e.parse(fs, args, 1)
	if err != nil {
		return err
	}
	return e.with(ctx, func(w *work.House) error {
		n, err := w.Ending.Destroy(ctx, ids[0], *basis, *confirmed)
		if err != nil {
			return err
		}
		return e.result(n, func(out io.Writer) {
			if n == 0 { // an order given again, which ended the removal of traces
				fmt.Fprintln(out, e.text("cli.destroy.scrubbed"))
				return
			}
			fmt.Fprintln(out, e.text("cli.destroy.done", n))
		})
	})
}

// dueLine is one line of what is due: at a portion, or at an accession.
type dueLine struct {
	intake.Notice
	Accession *accession.BookRow `json:"accession,omitempty"`
}

func runDeadlines(ctx context.Context, e *env, _ []string) error {
	return e.with(ctx, func(w *work.House) error {
		notices, err := w.Intake.Notices(ctx)
		if err != nil {
			return err
		}
		rows, err := w.Books.Due(ctx)
		if err != nil {
			return err
		}
		lines := []dueLine{}
		for _, n := range notices {
			lines = append(lines, dueLine{Notice: n})
		}
		for _, r := range rows {
			lines = append(lines, dueLine{Notice: intake.Notice{Due: r.Due, State: r.DueState}, Accession: &r})
		}
		return e.result(lines, func(out io.Writer) {
			for _, n := range lines {
				if n.Accession != nil {
					fmt.Fprintf(out, "%s  %s  %s: %s\n", n.Due.Add(-time.Millisecond).Local().Format("02.01.2006"), n.Accession.Number, n.Accession.DueWhat, n.Accession.Title)
					continue
				}
				fmt.Fprintf(out, "%s  %s  %s\n", n.Due.Format("02.01.2006"), n.Portion.ID, n.Portion.Name)
			}
		})
	})
}
