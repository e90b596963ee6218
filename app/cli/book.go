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
	"laufzettel/app/work/reading"
	"laufzettel/transfer"
	"laufzettel/transfer/people"
	"laufzettel/transfer/slip"
	"laufzettel/transfer/wording"
)

// bookCommands are the commands of the accession book (Zugangsbuch).
func bookCommands() []command {
	return []command{
		{"accession list", "[--json] [--year N] [--agency TEXT] [--state STAND] [--due] [--mine] [--open]", "cli.help.accession.list",
			runBook, free},
		{"accession show", "[--json] ID", "cli.help.accession.show", runAccessionShow, free},
		{"accession new",
			"--title TEXT [--agency NAME] [--agency-id ID] [--profile ID] [--kind K] [--extent TEXT] [--due TT.MM.JJJJ] [--for TEXT]",
			"cli.help.accession.new", runAccessionNew, people.Book},
		{"accession offer", "[--json] LAUFZETTEL|ORDNER", "cli.help.accession.offer", runAccessionOffer, people.Book},
		{"accession discard", "ID --reason TEXT [--confirm]", "cli.help.accession.discard", runAccessionDiscard, people.Book},
		{"accession remark", "ID TEXT...", "cli.help.accession.remark", runAccessionRemark, people.Book},
		{"accession due", "ID --for TEXT [--day TT.MM.JJJJ [--every TAGE] | --met]", "cli.help.accession.due", runAccessionDue,
			people.Book},
		{"accession diff", "[--json] [--paper] NEU [ALT]", "cli.help.accession.diff", runAccessionDiff, free},
		{"accession folder", "ID [--out DIR]", "cli.help.accession.folder", runAccessionFolder, people.Write},
		{"accession year", "[--year N] [--out DIR]", "cli.help.accession.year", runAccessionYear, free},
	}
}

func runBook(ctx context.Context, e *env, args []string) error {
	fs := e.flags("accession list")
	var f accession.BookFilter
	var mine bool
	state := fs.String("state", "", "")
	fs.IntVar(&f.Year, "year", 0, "")
	fs.StringVar(&f.Agency, "agency", "", "")
	fs.BoolVar(&f.Due, "due", false, "")
	fs.BoolVar(&f.Open, "open", false, "")
	fs.BoolVar(&mine, "mine", false, "")
	if _, err := e.parse(fs, args, 0); err != nil {
		return err
	}
	if *state != "" {
		if f.State = stateNamed(*state); f.State == "" {
			return errUsage{e.text("cli.accession.bad-state", *state)}
		}
	}
	return e.with(ctx, func(w *work.House) error {
		if mine {
			agencies, err := w.Office.Competence(ctx)
			if err != nil {
				return err
			}
			f.Mine = agencies
		}
		all, err := w.Books.BookRows(ctx)
		if err != nil {
			return err
		}
		rows := []accession.BookRow{}
		for _, r := range all {
			if f.Fits(r) {
				rows = append(rows, r)
			}
		}
		return e.result(rows, func(out io.Writer) {
			for _, r := range rows {
				fmt.Fprintf(out, "%s  %s  %-24s  %-22s  %s  %s%s\n", r.ID, r.Number, r.State.In(e.words.language),
					e.text("book.next."+string(r.Step)), r.Agency, r.Title, dueText(e, r))
			}
			if len(rows) == 0 {
				e.say("cli.accession.none")
			}
		})
	})
}

// stateNamed finds a state by its id or its German word.
func stateNamed(s string) transfer.AccessionState {
	for _, x := range transfer.AccessionStates {
		if strings.EqualFold(string(x), s) || strings.EqualFold(x.German(), s) {
			return x
		}
	}
	return ""
}

// dueText is the deadline of a line, behind it whether it has passed.
func dueText(e *env, r accession.BookRow) string {
	if r.Due.IsZero() {
		return ""
	}
	out := "  " + e.text("cli.accession.due", accession.Deadline(r.DueWhat).In(e.words.language),
		e.words.day(r.Due.Add(-time.Millisecond).Local()))
	if r.DueState == slip.Overdue {
		out += " " + e.text("cli.accession.overdue")
	}
	return out
}

// accessionView is what accession show prints.
type accessionView struct {
	*accession.BookEntry
	Portions  []transfer.Portion `json:"portions"`
	Obstacles []string           `json:"obstacles"`
}

func runAccessionShow(ctx context.Context, e *env, args []string) error {
	ids, err := e.parse(e.flags("accession show"), args, 1)
	if err != nil {
		return err
	}
	return e.with(ctx, func(w *work.House) error {
		b, err := w.Books.BookEntry(ctx, ids[0])
		if err != nil {
			return err
		}
		v := accessionView{BookEntry: b, Portions: b.Deliveries}
		if !b.State.Ended() {
			if v.Obstacles, err = w.Ending.Obstacles(ctx, b.ID); err != nil {
				return err
			}
		}
		return e.result(v, func(out io.Writer) { showAccession(e, out, v) })
	})
}

func showAccession(e *env, out io.Writer, v accessionView) {
	fmt.Fprintf(out, "%s  %s  %s\n  %s\n  %s\n", v.ID, v.Number, v.State.In(e.words.language), v.Title, v.Agency)
	if v.Extent != "" {
		fmt.Fprintf(out, "  %s\n", e.text("cli.accession.extent", v.Extent))
	}
	fmt.Fprintf(out, "  %s%s\n", e.text("cli.accession.next", e.text("book.next."+string(v.Step))), dueText(e, v.BookRow))
	for _, p := range v.Portions {
		version := ""
		if p.Redelivery != "" {
			version = "  " + e.text("cli.accession.replaces", p.Redelivery)
		}
		fmt.Fprintf(out, "  %s  %s  %s%s\n", p.ID, p.State.In(e.words.language), p.Name, version)
	}
	for _, d := range v.Deadlines {
		met := ""
		if !d.Met.IsZero() {
			met = "  " + e.text("cli.accession.met")
		}
		fmt.Fprintf(out, "  %s%s\n", e.text("cli.accession.due", accession.Deadline(d.What).In(e.words.language),
			e.words.day(d.Due.Add(-time.Millisecond).Local())), met)
	}
	for _, a := range v.Acts {
		fmt.Fprintf(out, "  %s  %s  %s  %s\n", e.words.day(a.At.Local()), e.text("book.act."+string(a.Kind)), a.Portion, a.Person)
	}
	for _, name := range v.Needed {
		fmt.Fprintf(out, "  %s\n", e.text("cli.accession.needs", name))
	}
	for _, c := range v.Confirmations {
		fmt.Fprintf(out, "  %s  %s  %s\n", e.words.day(c.At.Local()), e.text("cli.accession.confirmed", c.Name), c.Person)
	}
	for _, l := range v.Letters {
		fmt.Fprintf(out, "  %s\n", l.Path)
	}
	for _, r := range v.Remarks {
		fmt.Fprintf(out, "  %s  %s: %s\n", e.words.day(r.At.Local()), r.Person, r.Text)
	}
	for _, o := range v.Obstacles {
		fmt.Fprintf(out, "  – %s\n", wording.Recognised("clear.", o).In(e.words.language))
	}
}

func runAccessionNew(ctx context.Context, e *env, args []string) error {
	fs := e.flags("accession new")
	var d accession.AccessionDraft
	fs.StringVar(&d.Title, "title", "", "")
	fs.StringVar(&d.Agency, "agency", "", "")
	fs.StringVar(&d.AgencyID, "agency-id", "", "")
	fs.StringVar(&d.Profile, "profile", "", "")
	fs.StringVar(&d.Kind, "kind", "", "")
	fs.StringVar(&d.Extent, "extent", "", "")
	fs.StringVar(&d.DueWhat, "for", "", "")
	due := fs.String("due", "", "")
	if _, err := e.parse(fs, args, 0); err != nil {
		return err
	}
	var err error
	if d.Due, err = dayOf(e, *due); err != nil {
		return err
	}
	return e.with(ctx, func(w *work.House) error {
		a, err := w.Books.NewAccession(ctx, d)
		if err != nil {
			return err
		}
		return e.result(a, func(out io.Writer) { fmt.Fprintln(out, a.ID, a.Number, a.Title) })
	})
}

// dayOf reads a day as the accession book does; none is wrong usage.
func dayOf(e *env, s string) (time.Time, error) {
	day, err := accession.ReadDay(s)
	if err != nil {
		return day, errUsage{e.text("cli.accession.bad-day", s)}
	}
	return day, nil
}

func runAccessionOffer(ctx context.Context, e *env, args []string) error {
	paths, err := e.parse(e.flags("accession offer"), args, 1)
	if err != nil {
		return err
	}
	return e.with(ctx, func(w *work.House) error {
		a, _, err := w.Books.Offer(ctx, paths[0])
		if err != nil {
			return err
		}
		return offered(e, a)
	})
}

// runAccessionDiscard takes an accession back that nothing has come of; its number stays.
func runAccessionDiscard(ctx context.Context, e *env, args []string) error {
	fs := e.flags("accession discard")
	reason := fs.String("reason", "", "")
	ids, err := e.parse(fs, args, 1)
	if err != nil {
		return err
	}
	return e.with(ctx, func(w *work.House) error {
		a, err := w.Clearing.DiscardAccession(ctx, ids[0], *reason)
		if err != nil {
			return err
		}
		return e.result(a, func(out io.Writer) { fmt.Fprintln(out, a.ID, a.Number, a.State.In(e.words.language)) })
	})
}

// offered tells the accession an offer opened.
func offered(e *env, a transfer.Accession) error {
	return e.result(a, func(out io.Writer) {
		fmt.Fprintln(out, a.ID, a.Number, a.Title)
		fmt.Fprintln(out, e.text("cli.accession.offered", a.TransferID, a.Extent))
	})
}

func runAccessionRemark(ctx context.Context, e *env, args []string) error {
	words, err := e.parse(e.flags("accession remark"), args, 2)
	if err != nil {
		return err
	}
	return e.with(ctx, func(w *work.House) error {
		return w.Books.Remark(ctx, words[0], strings.Join(words[1:], " "))
	})
}

func runAccessionDue(ctx context.Context, e *env, args []string) error {
	fs := e.flags("accession due")
	what := fs.String("for", "", "")
	day := fs.String("day", "", "")
	met := fs.Bool("met", false, "")
	every := fs.Int("every", 0, "")
	ids, err := e.parse(fs, args, 1)
	if err != nil {
		return err
	}
	due, err := dayOf(e, *day)
	if err != nil {
		return err
	}
	return e.with(ctx, func(w *work.House) error {
		if *every != 0 && !*met {
			return w.Books.SetCycle(ctx, ids[0], *what, due, *every)
		}
		return w.Books.SetDeadline(ctx, ids[0], *what, due, *met)
	})
}

func runAccessionDiff(ctx context.Context, e *env, args []string) error {
	fs := e.flags("accession diff")
	paper := fs.Bool("paper", false, "")
	ids, err := e.parse(fs, args, 1)
	if err != nil {
		return err
	}
	older := ""
	if len(ids) > 1 {
		older = ids[1]
	}
	return e.with(ctx, func(w *work.House) error {
		d, err := w.Room.Difference(ctx, older, ids[0], reading.Asker{})
		if err != nil {
			return err
		}
		if *paper {
			pdf, err := w.Books.DifferencePaper(ctx, d)
			if err != nil {
				return err
			}
			return e.result(pdf, func(out io.Writer) { fmt.Fprintln(out, pdf) })
		}
		return e.result(d, func(out io.Writer) {
			fmt.Fprintln(out, e.text("cli.diff.head", d.Older, d.Newer, d.UnchangedObjects, d.UnchangedFiles))
			for _, list := range [][]intake.Change{d.Objects, d.Files} {
				for _, c := range list {
					line := "  " + map[string]string{"added": e.text("cli.diff.added"), "removed": e.text("cli.diff.removed"),
						"changed": e.text("cli.diff.changed")}[c.What] + "  " + c.Name
					if c.Field != "" {
						line += "  " + e.text("cli.diff.field", c.Field, c.Before, c.After)
					}
					fmt.Fprintln(out, line)
				}
			}
			if d.FilesUnknown {
				fmt.Fprintln(out, e.text("cli.diff.unknown"))
			}
		})
	})
}

func runAccessionYear(ctx context.Context, e *env, args []string) error {
	fs := e.flags("accession year")
	year := fs.Int("year", 0, "")
	dir := fs.String("out", ".", "")
	if _, err := e.parse(fs, args, 0); err != nil {
		return err
	}
	return e.with(ctx, func(w *work.House) error {
		if *year == 0 {
			*year, _ = strconv.Atoi(w.Office.Now().Local().Format("2006"))
		}
		pdf, table, err := w.Books.YearList(ctx, *year, *dir)
		if err != nil {
			return err
		}
		return e.result(map[string]string{"pdf": pdf, "csv": table}, func(out io.Writer) { fmt.Fprintln(out, pdf+"\n"+table) })
	})
}

func runAccessionFolder(ctx context.Context, e *env, args []string) error {
	fs := e.flags("accession folder")
	dir := fs.String("out", "", "")
	ids, err := e.parse(fs, args, 1)
	if err != nil {
		return err
	}
	return e.with(ctx, func(w *work.House) error {
		name, err := w.Books.AccessionFolder(ctx, ids[0], *dir)
		if err != nil {
			return err
		}
		return e.result(name, func(out io.Writer) { fmt.Fprintln(out, name) })
	})
}
