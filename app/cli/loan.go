package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"laufzettel/app/work"
	"laufzettel/app/work/outbox"
	"laufzettel/appraisal/merge"
	"laufzettel/sync/channel"
	"laufzettel/sync/queue"
	"laufzettel/transfer/people"
	"laufzettel/transfer/record"
	"laufzettel/transfer/wording"
)

func loanCommands() []command {
	return []command{
		{"work list", "[--json]", "cli.help.work", runWorkList, free},
		{"work publish", "ID", "cli.help.work-publish", runWorkPublish, people.Lend},
		{"work sync", "[--json] [ID]", "cli.help.work-sync", runWorkSync, free},
		{"work close", "ID", "cli.help.work-close", runWorkClose, people.Lend},
		{"loan take", "WORK [--days N] [--release]", "cli.help.loan-take", runLoanTake, people.Lend},
		{"loan return", "ID [--remove]", "cli.help.loan-return", runLoanReturn, people.Lend},
		{"loan list", "[--json]", "cli.help.loan-list", runLoanList, free},
		{"conflicts list", "[--json] [ID]", "cli.help.conflicts", runConflictsList, free},
		{"conflicts settle", "ID OBJECT|KENNZEICHEN a|v|b --reason TEXT", "cli.help.conflicts-settle", runConflictsSettle, people.Appraise},
		{"conflicts history", "[--json] ID [OBJECT|KENNZEICHEN]", "cli.help.conflicts-history", runConflictsHistory, free},
		{"fetch packages", "[--json]", "cli.help.fetch-packages", runFetchPackages, free},
		{"fetch package", "ID [--to FILE] [--read] [--minutes N] [--application TEXT]", "cli.help.fetch-package", runFetchPackage,
			people.Use},
		{"fetch end", "ID", "cli.help.fetch-end", runFetchEnd, people.Use},
		{"fetch archived", "", "cli.help.fetch-archived", runFetchArchived, free},
		{"fetch letters", "[--json]", "cli.help.fetch-letters", runFetchLetters, free},
	}
}

func runWorkList(ctx context.Context, e *env, args []string) error {
	if _, err := e.parse(e.flags("work list"), args, 0); err != nil {
		return err
	}
	return e.with(ctx, func(w *work.House) error {
		all, err := w.Lending.WorkLists(ctx)
		if err != nil {
			return err
		}
		if all == nil {
			all = []outbox.WorkItem{}
		}
		return e.result(all, func(out io.Writer) {
			for _, k := range all {
				fmt.Fprintf(out, "%s  %s  %s\n", k.ID, k.Title, k.Agency)
				fmt.Fprintln(out, "    "+e.text("cli.work.row", k.Open, k.Objects, k.Size, k.Office))
				for _, l := range k.Leases {
					fmt.Fprintln(out, "    "+e.text("cli.work.lease", l.Person, l.Office, e.words.moment(l.Until)))
				}
				if !k.Closed.IsZero() {
					fmt.Fprintln(out, "    "+e.text("cli.work.closed"))
				}
				if k.Here != nil {
					fmt.Fprintln(out, "    "+e.text("cli.work.here", k.Here.Portion))
				}
			}
			if len(all) == 0 {
				e.say("cli.work.none")
			}
		})
	})
}

func runWorkPublish(ctx context.Context, e *env, args []string) error {
	ids, err := e.parse(e.flags("work publish"), args, 1)
	if err != nil {
		return err
	}
	return e.with(ctx, func(w *work.House) error {
		l, err := w.Lending.Publish(ctx, ids[0])
		if err != nil {
			return err
		}
		if _, err := w.Lending.Exchange(ctx, l.Portion); err != nil { // also says why it is not there yet
			return err
		}
		return e.result(l, func(out io.Writer) { fmt.Fprintln(out, e.text("cli.work.published", l.Portion, l.Work)) })
	})
}

func runWorkSync(ctx context.Context, e *env, args []string) error {
	ids, err := e.parse(e.flags("work sync"), args, 0)
	if err != nil {
		return err
	}
	return e.with(ctx, func(w *work.House) error {
		var c merge.Change
		w.Office.Attend(ctx, people.Lend)
		if len(ids) == 0 {
			c, err = w.Lending.ExchangeAll(ctx)
		} else {
			c, err = w.Lending.Exchange(ctx, ids[0])
		}
		if err != nil {
			return err
		}
		return exchangedText(e, c)
	})
}

// exchangedText tells what an exchange brought.
func exchangedText(e *env, c merge.Change) error {
	return e.result(c, func(out io.Writer) {
		fmt.Fprintln(out, e.text("cli.work.synced", c.New, c.Adopted))
		if c.Conflicts+c.Proposals > 0 {
			fmt.Fprintln(out, e.text("cli.work.waiting", c.Conflicts, c.Proposals))
		}
		if c.Waiting > 0 {
			fmt.Fprintln(out, e.text("cli.work.unmet", c.Waiting))
		}
		if c.Spared > 0 {
			fmt.Fprintln(out, e.text("cli.work.spared", c.Spared))
		}
	})
}

func runWorkClose(ctx context.Context, e *env, args []string) error {
	ids, err := e.parse(e.flags("work close"), args, 1)
	if err != nil {
		return err
	}
	return e.with(ctx, func(w *work.House) error {
		l, err := w.Lending.CloseWork(ctx, ids[0])
		if err != nil {
			return err
		}
		return e.result(l, func(out io.Writer) { fmt.Fprintln(out, e.text("cli.work.ended", l.Portion)) })
	})
}

func runLoanTake(ctx context.Context, e *env, args []string) error {
	fs := e.flags("loan take")
	days := fs.Int("days", outbox.DefaultLeaseDays, "")
	release := fs.Bool("release", false, "")
	ids, err := e.parse(fs, args, 1)
	if err != nil {
		return err
	}
	if *days < 1 || *days > 60 {
		return errUsage{e.text("cli.loan.days", *days)}
	}
	return e.with(ctx, func(w *work.House) error {
		t, err := w.Lending.TakeOut(ctx, ids[0], outbox.TakeOptions{Days: *days, Release: *release})
		if err != nil {
			return err
		}
		if t.Warning != "" {
			fmt.Fprintln(e.errs, wording.Recognised("protection.", t.Warning).In(e.words.language))
		}
		return e.result(t, func(out io.Writer) {
			fmt.Fprintln(out, e.text("cli.loan.taken", t.Loan.Portion, e.words.moment(t.Loan.Until)))
		})
	})
}

func runLoanReturn(ctx context.Context, e *env, args []string) error {
	fs := e.flags("loan return")
	remove := fs.Bool("remove", false, "")
	ids, err := e.parse(fs, args, 1)
	if err != nil {
		return err
	}
	return e.with(ctx, func(w *work.House) error {
		l, err := w.Lending.GiveBack(ctx, ids[0], *remove)
		if err != nil {
			return err
		}
		return e.result(l, func(out io.Writer) { fmt.Fprintln(out, e.text("cli.loan.returned", l.Portion)) })
	})
}

func runLoanList(ctx context.Context, e *env, args []string) error {
	if _, err := e.parse(e.flags("loan list"), args, 0); err != nil {
		return err
	}
	return e.with(ctx, func(w *work.House) error {
		all, err := w.Lending.LoanStates(ctx)
		if err != nil {
			return err
		}
		return e.result(all, func(out io.Writer) {
			for _, l := range all {
				until := ""
				if !l.Until.IsZero() {
					until = e.words.moment(l.Until)
				}
				state := e.text("cli.loan.state." + string(l.State))
				if l.Expired {
					state = e.text("cli.loan.expired")
				}
				fmt.Fprintf(out, "%s  %s  %s  %s  %s  %s\n", l.Portion, e.text("cli.loan.side."+string(l.Side)), state, until, l.Person,
					l.Title)
				if l.Unsent+l.Conflicts+l.Proposals > 0 {
					fmt.Fprintln(out, "    "+e.text("cli.loan.open", l.Unsent, l.Conflicts, l.Proposals))
				}
			}
			if len(all) == 0 {
				e.say("cli.loan.none")
			}
		})
	})
}

func runConflictsList(ctx context.Context, e *env, args []string) error {
	ids, err := e.parse(e.flags("conflicts list"), args, 0)
	if err != nil {
		return err
	}
	portion := ""
	if len(ids) > 0 {
		portion = ids[0]
	}
	return e.with(ctx, func(w *work.House) error {
		all, err := w.Lending.Disputes(ctx, portion)
		if err != nil {
			return err
		}
		return e.result(all, func(out io.Writer) {
			for _, d := range all {
				fmt.Fprintf(out, "%s  %s  %s %s\n", d.Portion, d.Object, d.Reference, d.Subject)
				for _, s := range slices.Concat(d.Sides, d.Proposals) {
					fmt.Fprintln(out, "    "+statementText(e, s))
				}
			}
			if len(all) == 0 {
				e.say("cli.conflicts.none")
			}
		})
	})
}

// statementText writes one decision: what, who, when, why.
func statementText(e *env, s merge.Known) string {
	rating := string(s.Rating)
	if rating == "" {
		rating = string(record.RatingAppraise)
	}
	text := e.text("cli.conflicts.side", rating, s.Actor, s.Office, e.words.moment(s.At), s.Reason)
	switch {
	case s.Act == merge.Release:
		text = e.text("cli.conflicts.release", s.Actor, e.words.moment(s.At))
		if s.Proposal {
			text += " " + e.text("cli.conflicts.unsigned")
		}
	case s.Proposal:
		text += " " + e.text("cli.conflicts.late")
	}
	if s.Signed != "" {
		text += " " + e.text("cli.signed-by-person", s.Signed)
	}
	return text
}

func runConflictsSettle(ctx context.Context, e *env, args []string) error {
	fs := e.flags("conflicts settle")
	reason := fs.String("reason", "", "")
	rest, err := e.parse(fs, args, 3)
	if err != nil {
		return err
	}
	rating := record.Rating(strings.ToUpper(rest[2]))
	if !slices.Contains([]record.Rating{record.RatingArchive, record.RatingDestroy, record.RatingAppraise}, rating) {
		return errUsage{e.text("cli.appraise.rating", rest[2])}
	}
	return e.with(ctx, func(w *work.House) error {
		if err := w.Lending.Settle(ctx, rest[0], rest[1], rating, *reason); err != nil {
			return err
		}
		e.say("cli.conflicts.settled")
		return nil
	})
}

func runConflictsHistory(ctx context.Context, e *env, args []string) error {
	rest, err := e.parse(e.flags("conflicts history"), args, 1)
	if err != nil {
		return err
	}
	object := ""
	if len(rest) > 1 {
		object = rest[1]
	}
	return e.with(ctx, func(w *work.House) error {
		if object != "" {
			if object, err = w.Intake.Portions.ObjectNamed(ctx, rest[0], object); err != nil {
				return err
			}
		}
		all, err := w.Lending.Shared(ctx, rest[0], object)
		if err != nil {
			return err
		}
		if all == nil {
			all = []merge.Known{}
		}
		return e.result(all, func(out io.Writer) {
			for _, s := range all {
				fmt.Fprintf(out, "%s  %s\n", s.Object, statementText(e, s))
			}
		})
	})
}

func runFetchPackages(ctx context.Context, e *env, args []string) error {
	if _, err := e.parse(e.flags("fetch packages"), args, 0); err != nil {
		return err
	}
	return e.with(ctx, func(w *work.House) error {
		all, err := w.Outbox.ArchivePackages(ctx)
		if err != nil {
			return err
		}
		return e.result(all, func(out io.Writer) {
			for _, p := range all {
				fmt.Fprintf(out, "%s  %12d  %s  %s%s\n", p.ID, p.Size, p.ArchiveID, p.Name, packageNotes(e, p))
			}
			if len(all) == 0 {
				e.say("cli.fetch.none")
			}
		})
	})
}

func packageNotes(e *env, p channel.PackageInfo) string {
	notes := ""
	if p.Retention != "" {
		notes += "  " + e.text("cli.fetch.retention", p.Retention)
	}
	if p.Exclusive {
		notes += "  " + e.text("cli.fetch.exclusive")
	}
	if p.Closure != nil {
		notes += "  " + e.text("cli.fetch.closed", cmp.Or(p.Closure.Until, "–"))
	}
	if p.Reading != nil {
		notes += "  " + e.text("cli.fetch.reading", p.Reading.Person, e.words.moment(p.Reading.Until))
	}
	return notes
}

func runFetchPackage(ctx context.Context, e *env, args []string) error {
	fs := e.flags("fetch package")
	var o outbox.FetchOptions
	fs.StringVar(&o.To, "to", "", "")
	fs.BoolVar(&o.Read, "read", false, "")
	fs.IntVar(&o.Minutes, "minutes", outbox.DefaultReadMinutes, "")
	fs.StringVar(&o.Application, "application", "", "")
	ids, err := e.parse(fs, args, 1)
	if err != nil {
		return err
	}
	if o.Minutes < 1 || o.Minutes > 24*60 {
		return errUsage{e.text("cli.fetch.minutes", o.Minutes)}
	}
	return e.with(ctx, func(w *work.House) error {
		f, err := w.Outbox.FetchPackage(ctx, ids[0], o)
		if err != nil {
			return err
		}
		return e.result(f, func(out io.Writer) {
			fmt.Fprintln(out, f.Path)
			if f.Lease != nil {
				e.say("cli.fetch.lease", e.words.moment(f.Lease.Until))
			}
			for _, x := range f.Findings {
				fmt.Fprintf(out, "  %s %s %s\n", x.Code, x.In(e.words.language).Message, x.Path)
			}
		})
	})
}

func runFetchEnd(ctx context.Context, e *env, args []string) error {
	ids, err := e.parse(e.flags("fetch end"), args, 1)
	if err != nil {
		return err
	}
	return e.with(ctx, func(w *work.House) error {
		err := w.Outbox.EndReading(ctx, ids[0])
		if err == nil {
			e.say("cli.fetch.ended")
		}
		return err
	})
}

func runFetchArchived(ctx context.Context, e *env, args []string) error {
	if _, err := e.parse(e.flags("fetch archived"), args, 0); err != nil {
		return err
	}
	return e.with(ctx, func(w *work.House) error {
		n, err := w.Books.FetchArchived(ctx)
		if err != nil {
			return err
		}
		return e.result(n, func(out io.Writer) { fmt.Fprintln(out, e.text("cli.fetch.archived", n)) })
	})
}

func runFetchLetters(ctx context.Context, e *env, args []string) error {
	if _, err := e.parse(e.flags("fetch letters"), args, 0); err != nil {
		return err
	}
	return e.with(ctx, func(w *work.House) error {
		fresh, err := w.Books.FetchLetters(ctx)
		if err != nil {
			return err
		}
		return e.result(fresh, func(out io.Writer) {
			for _, l := range fresh {
				fmt.Fprintf(out, "%s  %s  %s  %s  %s\n", e.words.moment(l.Received), l.Kind, l.Reference, l.Sender, l.Path)
				if l.Key != "" {
					fmt.Fprintln(out, "    "+e.text("cli.fetch.signed", l.Person, l.Key))
				}
				if l.Did != "" {
					fmt.Fprintln(out, "    "+e.text("cli.fetch.did."+l.Did, l.Reference))
				}
			}
			if len(fresh) == 0 {
				e.say("cli.fetch.no-letters")
			}
		})
	})
}

// queueJob puts a message into the outbox, sends what is due and tells how it went.
func queueJob(e *env, ctx context.Context, make func(*work.House) (queue.Job, error)) error {
	return e.with(ctx, func(w *work.House) error {
		if _, err := make(w); err != nil {
			return err
		}
		sum, err := sendOnce(e, ctx, w)
		if err != nil {
			return err
		}
		return printSent(e, ctx, w, sum)
	})
}
