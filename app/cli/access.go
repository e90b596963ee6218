package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"laufzettel/app/work"
	"laufzettel/app/work/office"
	"laufzettel/app/work/reading"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/people"
	"laufzettel/transfer/wording"
	"laufzettel/viewer/access"
)

func accessCommands() []command {
	return []command{
		{"open", "KENNUNG|SIGNATUR|laufzettel:KENNUNG... [--application NR] [--json] | --pid KENNUNG", "cli.help.open", runOpen, free},
		{"grant add", "KENNUNG --application NR [--reader NAME] [--rights read,print,copy] [--until JJJJ-MM-TT]", "cli.help.grant-add",
			runGrantAdd, people.Use},
		{"grant list", "[--application NR] [--json]", "cli.help.grant-list", runGrantList, free},
		{"grant revoke", "NR [KENNUNG]", "cli.help.grant-revoke", runGrantRevoke, people.Use},
		{"closure show", "KENNUNG [--json]", "cli.help.closure-show", runClosureShow, free},
		{"closure set", "KENNUNG --law TABELLE [--end DATUM] [--personal] [--died DATUM] [--born DATUM] [--secret] [--published] [--description]", "cli.help.closure-set", runClosureSet, people.Write},
		{"closure propose", "KENNUNG --law TABELLE --purpose ZWECK [--personal] [--take] [--json]", "cli.help.closure-propose",
			runClosurePropose,
			people.Decide},
		{"closure tell", "[--json]", "cli.help.closure-tell", runClosureTell, people.Use},
		{"closure laws", "[--take DATEI.json] [--checked TABELLE] [--json]", "cli.help.closure-laws", runClosureLaws, free},
		{"copies", "[--remove | --borrowed] [--json]", "cli.help.copies", runCopies, people.Use},
		{"print", "KENNUNG|SIGNATUR DOKUMENT [--application NR] [--json]", "cli.help.print", runPrint, people.Use},
		{"usecopy", "KENNUNG [--days N] [--application NR]", "cli.help.usecopy", runUseCopy, people.Use},
	}
}

// readerCommands are what a reader's place may do (role reading-room).
var readerCommands = map[string]bool{"open": true, "search": true, "view": true, "print": true, "settings": true}

// runOpen shows an object of the catalog, as the archive management system asks
// for it (A21).
func runOpen(ctx context.Context, e *env, args []string) error {
	fs := e.flags("open")
	pid := fs.String("pid", "", "")
	application := fs.String("application", "", "")
	rest, err := e.parse(fs, args, 0)
	if err != nil {
		return err
	}
	if *pid != "" {
		rest = append(rest, *pid)
	}
	if len(rest) == 0 {
		return errUsage{e.text("cli.too-few", "open") + "\n" + e.usage("open")}
	}
	key := strings.Join(rest, " ")
	if inner, ours := office.ParseURL(key); ours {
		key = inner
	}
	return e.with(ctx, func(w *work.House) error {
		return viewHeld(e, ctx, w, key, *application)
	})
}

// viewHeld shows an object the catalog names: its description, and its documents
// where they may be shown today.
func viewHeld(e *env, ctx context.Context, w *work.House, key, application string) error {
	o, err := w.Room.OpenHeld(ctx, key, reading.Asker{Application: application})
	if err != nil {
		return err
	}
	defer o.Close()
	if err := o.Shown(ctx); err != nil {
		return err
	}
	v, err := shownOf(ctx, o)
	if err == nil {
		err = o.NoteShown(ctx, "")
	}
	if err != nil {
		return err
	}
	return e.result(v, func(out io.Writer) { printView(e, out, v) })
}

func parseDay(s string) (time.Time, error) {
	if s == "" {
		return time.Time{}, nil
	}
	day, err := time.Parse(time.DateOnly, s)
	if err != nil {
		return day, failure.Wrap(failure.Refused, "read day "+s, wording.Say("hint.cli.not-a-day", s), err)
	}
	return day, nil
}

func runGrantAdd(ctx context.Context, e *env, args []string) error {
	fs := e.flags("grant add")
	var g access.Grant
	fs.StringVar(&g.Application, "application", "", "")
	fs.StringVar(&g.Reader, "reader", "", "")
	rights := fs.String("rights", "read", "")
	until := fs.String("until", "", "")
	rest, err := e.parse(fs, args, 1)
	if err != nil {
		return err
	}
	if g.Rights, err = access.ParseRights(*rights); err != nil {
		return err
	}
	if g.Until, err = parseDay(*until); err != nil {
		return err
	}
	return e.with(ctx, func(w *work.House) error {
		var err error
		if g.PID, err = w.Gate.PIDOf(ctx, rest[0]); err != nil {
			return err
		}
		if err := w.Gate.NoteGrant(ctx, g); err != nil {
			return err
		}
		return e.result(g, func(out io.Writer) { fmt.Fprintln(out, e.text("cli.grant.noted", g.Application, g.PID)) })
	})
}

func runGrantList(ctx context.Context, e *env, args []string) error {
	fs := e.flags("grant list")
	application := fs.String("application", "", "")
	if _, err := e.parse(fs, args, 0); err != nil {
		return err
	}
	return e.with(ctx, func(w *work.House) error {
		list, err := w.Gate.Grants(ctx, *application)
		if err != nil {
			return err
		}
		return e.result(list, func(out io.Writer) {
			for _, g := range list {
				until := ""
				if !g.Until.IsZero() {
					until = g.Until.Format(time.DateOnly)
				}
				fmt.Fprintf(out, "%-16s %-40s %-20s %-12s %s\n", g.Application, g.PID, g.Reader, until, fmt.Sprint(g.Rights))
			}
		})
	})
}

func runGrantRevoke(ctx context.Context, e *env, args []string) error {
	rest, err := e.parse(e.flags("grant revoke"), args, 1)
	if err != nil {
		return err
	}
	pid := ""
	if len(rest) > 1 {
		pid = rest[1]
	}
	return e.with(ctx, func(w *work.House) error {
		if err := w.Gate.RevokeGrant(ctx, rest[0], pid); err != nil {
			return err
		}
		return e.result(rest[0], func(out io.Writer) { fmt.Fprintln(out, e.text("cli.grant.revoked", rest[0])) })
	})
}

// shownClosure is the closure of an object with its legal basis.
type shownClosure struct {
	PID         string `json:"pid"`
	Closed      bool   `json:"closed"` // today
	Description bool   `json:"description,omitempty"`
	Until       string `json:"until,omitempty"`
	Opens       string `json:"opens,omitempty"` // first open day
	Basis       string `json:"basis,omitempty"`
	Person      string `json:"person,omitempty"`
	// Unchecked says that nobody compared the table behind it with the law in force.
	Unchecked bool `json:"unchecked,omitempty"`
	// Computed says that a rule was applied or a person has decided; without it the
	// package is shown like an open one although nobody said that it is.
	Computed bool `json:"computed"`
}

func runClosureShow(ctx context.Context, e *env, args []string) error {
	rest, err := e.parse(e.flags("closure show"), args, 1)
	if err != nil {
		return err
	}
	return e.with(ctx, func(w *work.House) error { return showClosure(e, ctx, w, rest[0]) })
}

// runClosureTell puts into the outbox what the archive does not know yet of closures,
// grants and orders to destroy; sending does the same by itself.
func runClosureTell(ctx context.Context, e *env, args []string) error {
	if _, err := e.parse(e.flags("closure tell"), args, 0); err != nil {
		return err
	}
	return e.with(ctx, func(w *work.House) error {
		if _, err := w.Office.MustPerson(people.Use, "tell closure"); err != nil {
			return err
		}
		told, err := w.Telling.TellArchive(ctx)
		if err != nil {
			return err
		}
		return e.result(told, func(out io.Writer) {
			fmt.Fprintln(out, e.text("cli.closure.told", told.Closures, told.Orders))
			if told.Waiting > 0 {
				e.say("cli.closure.waiting", told.Waiting)
			}
			if told.Beyond > 0 {
				e.say("cli.closure.beyond", told.Beyond)
			}
		})
	})
}

func showClosure(e *env, ctx context.Context, w *work.House, key string) error {
	at, err := w.Gate.Standing(ctx, key)
	if err != nil {
		return err
	}
	c := at.Closure
	v := shownClosure{PID: at.PID, Closed: c.On(w.Office.Now()) != "", Description: c.Grade == "description", Basis: c.Basis}
	if !c.Until.IsZero() {
		v.Until, v.Opens = c.Until.Format(time.DateOnly), c.Until.AddDate(0, 0, 1).Format(time.DateOnly)
	}
	if at.Decided != nil {
		v.Person = at.Decided.Person
		v.Unchecked = at.Law.Checked == ""
	}
	v.Computed = v.Closed || at.Decided != nil || v.Basis != ""
	return e.result(v, func(out io.Writer) {
		switch {
		case !v.Computed:
			fmt.Fprintln(out, e.text("cli.closure.none", v.PID))
		case !v.Closed:
			fmt.Fprintln(out, e.text("cli.closure.open", v.PID, v.Basis))
		case v.Until == "":
			fmt.Fprintln(out, e.text("cli.closure.endless", v.PID, v.Basis))
		default:
			fmt.Fprintln(out, e.text("cli.closure.until", v.PID, v.Until, v.Opens, v.Basis))
		}
		if v.Unchecked {
			fmt.Fprintln(out, e.text("cli.closure.unchecked"))
		}
	})
}

func runClosureSet(ctx context.Context, e *env, args []string) error {
	fs := e.flags("closure set")
	law := fs.String("law", "", "")
	var f access.Facts
	fs.StringVar(&f.End, "end", "", "")
	fs.StringVar(&f.Died, "died", "", "")
	fs.StringVar(&f.Born, "born", "", "")
	fs.BoolVar(&f.Personal, "personal", false, "")
	fs.BoolVar(&f.Secret, "secret", false, "")
	fs.BoolVar(&f.Published, "published", false, "")
	fs.BoolVar(&f.Description, "description", false, "")
	rest, err := e.parse(fs, args, 1)
	if err != nil {
		return err
	}
	if *law == "" {
		return errUsage{e.text("cli.too-few", "closure set") + "\n" + e.usage("closure set")}
	}
	f.Personal = f.Personal || f.Died != "" || f.Born != ""
	return e.with(ctx, func(w *work.House) error {
		if _, err := w.Gate.DecideClosure(ctx, rest[0], *law, f); err != nil {
			return err
		}
		return showClosure(e, ctx, w, rest[0])
	})
}

func runClosureLaws(ctx context.Context, e *env, args []string) error {
	fs := e.flags("closure laws")
	take := fs.String("take", "", "")
	checked := fs.String("checked", "", "")
	if _, err := e.parse(fs, args, 0); err != nil {
		return err
	}
	return e.with(ctx, func(w *work.House) error {
		if *take != "" {
			file, err := os.Open(*take)
			if err != nil {
				return failure.Wrap(failure.Refused, "open "+*take, wording.Say("hint.cli.take-unreadable", *take), err)
			}
			defer file.Close()
			if _, err := w.Gate.TakeLaw(ctx, file); err != nil {
				return err
			}
		}
		if *checked != "" {
			if _, err := w.Gate.ConfirmLaw(ctx, *checked); err != nil {
				return err
			}
		}
		list, err := w.Gate.Laws(ctx)
		if err != nil {
			return err
		}
		return e.result(list, func(out io.Writer) {
			for _, l := range list {
				fmt.Fprintf(out, "%-12s %s\n", l.ID, l.Name)
				if l.Source != "" {
					fmt.Fprintf(out, "  %s\n", l.Source)
				}
				fmt.Fprintln(out, "  "+lawState(e, l))
				for _, r := range l.Rows() {
					fmt.Fprintf(out, "  %4d  %-52s %s\n", r.Years, r.What, r.Basis)
				}
			}
		})
	})
}

// lawState says whether the archive has compared a table with the law in force.
func lawState(e *env, l access.Law) string {
	if l.Checked == "" {
		return e.text("cli.closure.unchecked")
	}
	return e.text("cli.closure.checked", l.Checked)
}

func runCopies(ctx context.Context, e *env, args []string) error {
	fs := e.flags("copies")
	remove, borrowed := fs.Bool("remove", false, ""), fs.Bool("borrowed", false, "")
	if _, err := e.parse(fs, args, 0); err != nil {
		return err
	}
	if *borrowed {
		return printBorrowed(e, ctx)
	}
	return e.with(ctx, func(w *work.House) error {
		work := w.Ending.SweepCopies
		if *remove {
			work = w.Uses.RemoveCopies
		}
		if err := work(); err != nil {
			return err
		}
		list, err := w.Uses.UseCopies()
		if err != nil {
			return err
		}
		if list == nil {
			list = []reading.Copy{}
		}
		return e.result(list, func(out io.Writer) {
			for _, c := range list {
				fmt.Fprintf(out, "%-8s %s  %s\n", c.Kind, c.Until.Format(time.DateOnly), c.Path)
			}
			fmt.Fprintln(out, e.text("cli.copies", len(list)))
		})
	})
}

func runUseCopy(ctx context.Context, e *env, args []string) error {
	fs := e.flags("usecopy")
	days := fs.Int("days", 0, "")
	application := fs.String("application", "", "")
	rest, err := e.parse(fs, args, 1)
	if err != nil {
		return err
	}
	if *days < 0 || *days > 90 {
		return failure.New(failure.Refused, "make use copy", wording.Say("hint.cli.use-copy-days"))
	}
	return e.with(ctx, func(w *work.House) error {
		o, err := openPackage(ctx, w, rest[0], *application)
		if err != nil {
			return err
		}
		defer o.Close()
		c, err := o.UseCopy(ctx, time.Duration(*days)*24*time.Hour)
		if err != nil {
			return err
		}
		return e.result(c, func(out io.Writer) {
			fmt.Fprintln(out, e.text("cli.usecopy.done", c.Files, c.Path, e.words.day(c.Until)))
		})
	})
}
