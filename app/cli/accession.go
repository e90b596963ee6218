package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"laufzettel/app/work"
	"laufzettel/app/work/accession"
	"laufzettel/app/work/intake"
	"laufzettel/sync/order"
	"laufzettel/transfer/copies"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/people"
	"laufzettel/transfer/wording"
)

func accessionCommands() []command {
	return []command{
		{"accession clear", "ID [--confirm]", "cli.help.accession.clear", runAccessionClear, people.Clear},
		{"accession receipt", "PORTION", "cli.help.accession.receipt", runAccessionReceipt, people.Write},
		{"accession receipts", "ID", "cli.help.accession.receipts", runAccessionReceipts, people.Write},
		{"accession destroy", "ID --basis TEXT --confirm", "cli.help.accession.destroy", runAccessionDestroy, people.Destroy},
		{"accession confirm", "ID --name NAME --note TEXT [--paper]", "cli.help.accession.confirm", runAccessionConfirm, people.Write},
		{"accession deleted", "ID --note TEXT [--confirm]", "cli.help.accession.deleted", runAccessionDeleted, people.Write},
		{"accession copies", "[--json] ID", "cli.help.accession.copies", runAccessionCopies, free},
		{"accession gone", "NUMMER --note TEXT [--confirm]", "cli.help.accession.gone", runAccessionGone, people.Close},
		{"accession close", "ID --confirm [--keep-packages] [--unreported GRUND]", "cli.help.accession.close", runAccessionClose,
			people.Close},
		{"destroy", "ID --basis TEXT --confirm", "cli.help.destroy", runDestroy, people.Destroy},
		{"order make", "PORTION --basis TEXT [--second NAME] [--consent TEXT] [--sample TEXT]", "cli.help.order.make", runOrderMake, free},
		{"order show", "[--json] PORTION", "cli.help.order.show", runOrderShow, free},
		{"order verify", "[--json] FILE", "cli.help.order.verify", runOrderVerify, free},
		{"deadlines", "[--json]", "cli.help.deadlines", runDeadlines, free},
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
		order.Progress = counting(e, ids[0], "close", things)
		proof, err := w.Ending.CloseAccession(ctx, ids[0], order)
		e.endProgress()
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

// runAccessionReceipts does what the accession book does: every portion not told yet.
func runAccessionReceipts(ctx context.Context, e *env, args []string) error {
	ids, err := e.parse(e.flags("accession receipts"), args, 1)
	if err != nil {
		return err
	}
	return e.with(ctx, func(w *work.House) error {
		letters, err := w.Books.ConfirmReceipts(ctx, ids[0])
		if err != nil {
			return err
		}
		return e.result(letters, func(out io.Writer) {
			if len(letters) == 0 {
				fmt.Fprintln(out, e.text("cli.accession.receipts.none"))
			}
			for _, name := range letters {
				fmt.Fprintln(out, name)
			}
		})
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
					gone = "  " + e.text("cli.copies.gone", e.words.day(c.Gone.Local()), c.How)
				}
				fmt.Fprintf(out, "%4d  %-24s  %s%s\n", c.ID, c.Kind.In(e.words.language), c.Place, gone)
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
	return e.destroy(ctx, "destroy", args, func(w *work.House) destroyer { return w.Ending.Destroy })
}

func runAccessionDestroy(ctx context.Context, e *env, args []string) error {
	return e.destroy(ctx, "accession destroy", args, func(w *work.House) destroyer { return w.Ending.DestroyOf })
}

// destroyer destroys in a portion or an accession and counts the objects.
type destroyer func(ctx context.Context, id, basis string, confirmed bool) (int, error)

// destroy carries an order out and says what is gone, also where it did not come to its end.
func (e *env) destroy(ctx context.Context, command string, args []string, by func(*work.House) destroyer) error {
	fs := e.flags(command)
	basis := fs.String("basis", "", "")
	confirmed := fs.Bool("confirm", false, "")
	ids, err := e.parse(fs, args, 1)
	if err != nil {
		return err
	}
	return e.with(ctx, func(w *work.House) error {
		n, err := by(w)(ctx, ids[0], *basis, *confirmed)
		if err != nil && n == 0 {
			return err
		}
		return errors.Join(err, e.result(n, func(out io.Writer) {
			if n == 0 { // an order given again, which ended the removal of traces
				fmt.Fprintln(out, e.text("cli.destroy.scrubbed"))
				return
			}
			fmt.Fprintln(out, e.text("cli.destroy.done", n))
		}))
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
					fmt.Fprintf(out, "%s  %s  %s: %s\n", e.words.day(n.Due.Add(-time.Millisecond).Local()), n.Accession.Number,
						accession.Deadline(n.Accession.DueWhat).In(e.words.language), n.Accession.Title)
					continue
				}
				fmt.Fprintf(out, "%s  %s  %s\n", e.words.day(n.Due), n.Portion.ID, n.Portion.Name)
			}
		})
	})
}

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
	fmt.Fprintf(out, "%s  %s  %s  %s\n", name, e.text("cli.clearance.side."+c.Side), e.text("cli.clearance.count", c.Given, c.Of),
		strings.TrimSpace(c.Title+"  "+c.Partner))
	for _, h := range c.Have {
		line := e.text("cli.clearance.row", h.Confirmation, h.Person, h.From, e.words.moment(h.Time))
		if h.Confirmation == "" {
			line = e.text("cli.clearance.row-plain", h.Person, h.From, e.words.moment(h.Time))
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
		fmt.Fprintln(out, "    "+e.text("cli.clearance.unreported", e.words.moment(c.Deleted)))
	case !c.Deleted.IsZero():
		fmt.Fprintln(out, "    "+e.text("cli.clearance.deleted", e.words.moment(c.Deleted)))
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
		sum, err := sendOnce(e, ctx, w)
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
					state = e.text("cli.copies.gone-by", e.words.moment(c.Gone), c.How, c.Person)
				}
				fmt.Fprintf(out, "%4d  %s  %s  %s  %s  %s\n", c.ID, e.words.moment(c.Made), c.Kind.In(e.words.language), c.Place,
					c.Holder, state)
			}
			if len(all) == 0 {
				e.say("cli.copies.none-borrowed")
			}
		})
	})
}

// runOrderMake makes an order to destroy, or signs the one that waits for this person.
func runOrderMake(ctx context.Context, e *env, args []string) error {
	fs := e.flags("order make")
	var terms accession.OrderTerms
	fs.StringVar(&terms.Basis, "basis", "", "")
	fs.StringVar(&terms.Second, "second", "", "")
	fs.StringVar(&terms.Consent, "consent", "", "")
	fs.StringVar(&terms.Sample, "sample", "", "")
	ids, err := e.parse(fs, args, 1)
	if err != nil {
		return err
	}
	return e.with(ctx, func(w *work.House) error {
		st, err := w.Ending.MakeOrder(ctx, ids[0], terms)
		if err != nil {
			return err
		}
		return e.showOrder(st)
	})
}

func runOrderShow(ctx context.Context, e *env, args []string) error {
	ids, err := e.parse(e.flags("order show"), args, 1)
	if err != nil {
		return err
	}
	return e.with(ctx, func(w *work.House) error {
		st, err := w.Ending.OrderFor(ctx, ids[0])
		if err != nil {
			return err
		}
		return e.showOrder(st)
	})
}

func (e *env) showOrder(st accession.OrderState) error {
	return e.result(st, func(out io.Writer) {
		if st.Path == "" {
			fmt.Fprintln(out, e.text("cli.order.none"))
			return
		}
		for _, line := range st.In(e.words.language) {
			fmt.Fprintln(out, line)
		}
		fmt.Fprintln(out, st.Path)
		if !st.Whole {
			e.say("cli.order.waits", strings.Join(st.Missing, ", "))
		}
	})
}

// runOrderVerify verifies an order from its file alone; no workspace is opened.
func runOrderVerify(_ context.Context, e *env, args []string) error {
	files, err := e.parse(e.flags("order verify"), args, 1)
	if err != nil {
		return err
	}
	p, err := order.ReadFile(files[0])
	if err != nil {
		return failure.Wrap(failure.Damaged, "verify order", wording.Say("hint.cli.order-not-sound"), err)
	}
	if !p.Whole() {
		return failure.New(failure.Refused, "verify order", wording.Say("hint.cli.order-lacks-signature"))
	}
	return e.result(p.Order, func(out io.Writer) {
		for _, line := range p.In(e.words.language) {
			fmt.Fprintln(out, line)
		}
		e.say("cli.order.unchecked")
	})
}
