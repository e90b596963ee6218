package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"image"
	"image/png"
	"io"
	"strconv"
	"strings"

	"laufzettel/app/work"
	"laufzettel/app/work/reading"
	"laufzettel/transfer/people"
	"laufzettel/viewer"
	"laufzettel/viewer/blacken"
)

func blackenCommands() []command {
	return []command{
		{"blacken begin", "KENNUNG|SIGNATUR DOKUMENT [--application NR] [--json]", "cli.help.blacken-begin", runBlackenBegin, people.Use},
		{"blacken list", "[--application NR] [--json]", "cli.help.blacken-list", runBlackenList, free},
		{"blacken show", "NR [--application NR] [--json]", "cli.help.blacken-show", runBlackenShow, free},
		{"blacken find", "NR [--application NR] [--json]", "cli.help.blacken-find", runBlackenFind, people.Use},
		{"blacken word", "NR WORT...|- --reason GRUND --law NORM [--application NR] [--json]", "cli.help.blacken-word", runBlackenWord,
			people.Use},
		{"blacken hit", "NR VORSCHLAG... --reason GRUND --law NORM [--application NR] [--json]", "cli.help.blacken-hit", runBlackenHit,
			people.Use},
		{"blacken place", "NR SEITE LINKS,OBEN,BREITE,HÖHE --reason GRUND --law NORM [--application NR]", "cli.help.blacken-place",
			runBlackenPlace, people.Use},
		{"blacken unmark", "NR MARKIERUNG... [--application NR]", "cli.help.blacken-unmark", runBlackenUnmark, people.Use},
		{"blacken make", "NR [--application NR] [--json]", "cli.help.blacken-make", runBlackenMake, people.Use},
		{"blacken look", "NR SEITE --out DATEI.png [--application NR] [--json]", "cli.help.blacken-look", runBlackenLook, people.Review},
		{"blacken seen", "NR SEITE... [--application NR]", "cli.help.blacken-seen", runBlackenSeen, people.Review},
		{"blacken reopen", "NR [--application NR]", "cli.help.blacken-reopen", runBlackenReopen, people.Review},
		{"blacken give", "NR --to ORDNER|DATEI.zip [--application NR] [--json]", "cli.help.blacken-give", runBlackenGive, people.Use},
	}
}

// blackenCall is what the commands have in common.
type blackenCall struct {
	id    int64
	rest  []string
	asker reading.Asker
	why   blacken.Why
}

// readBlackening reads a call: the number of a blackening and at least more arguments.
func readBlackening(e *env, fs flagSet, args []string, more int, reasons bool) (c blackenCall, err error) {
	fs.StringVar(&c.asker.Application, "application", "", "")
	if reasons {
		fs.StringVar(&c.why.Reason, "reason", "", "")
		fs.StringVar(&c.why.Law, "law", "", "")
	}
	rest, err := e.parse(fs, args, 1+more)
	if err != nil {
		return c, err
	}
	if c.id, err = strconv.ParseInt(rest[0], 10, 64); err != nil {
		return c, errUsage{e.text("cli.blacken.number", rest[0])}
	}
	c.rest = rest[1:]
	return c, nil
}

// numbersOf reads arguments that are numbers above 0.
func numbersOf(e *env, words []string) (out []int, err error) {
	for _, w := range words {
		n, err := strconv.Atoi(w)
		if err != nil || n < 1 {
			return nil, errUsage{e.text("cli.blacken.number", w)}
		}
		out = append(out, n)
	}
	return out, nil
}

func runBlackenBegin(ctx context.Context, e *env, args []string) error {
	fs := e.flags("blacken begin")
	application := fs.String("application", "", "")
	rest, err := e.parse(fs, args, 2)
	if err != nil {
		return err
	}
	return withPackageFor(e, ctx, rest[0], *application, func(w *work.House, o *reading.Opened) error {
		file, err := fileOf(ctx, o, strings.Join(rest[1:], " "))
		if err != nil {
			return err
		}
		j, err := w.Blackener.BeginBlackening(ctx, o, file)
		if err != nil {
			return err
		}
		return e.result(j, func(out io.Writer) { fmt.Fprintln(out, e.text("cli.blacken.begun", j.ID, j.Pages)) })
	})
}

func runBlackenList(ctx context.Context, e *env, args []string) error {
	fs := e.flags("blacken list")
	application := fs.String("application", "", "")
	if _, err := e.parse(fs, args, 0); err != nil {
		return err
	}
	return e.with(ctx, func(w *work.House) error {
		list, err := w.Blackener.Jobs(ctx, reading.Asker{Application: *application})
		if err != nil {
			return err
		}
		return e.result(list, func(out io.Writer) {
			for _, j := range list {
				fmt.Fprintf(out, "%4d  %s  %s  %s\n", j.ID, j.PID, j.Path, blackenState(e, j))
			}
			if len(list) == 0 {
				fmt.Fprintln(out, e.text("cli.blacken.none"))
			}
		})
	})
}

func blackenState(e *env, j blacken.Job) string {
	switch {
	case !j.Ready():
		return e.text("cli.blacken.open")
	case j.Given.IsZero():
		return e.text("cli.blacken.ready")
	}
	return e.text("cli.blacken.given", e.words.day(j.Given))
}

func runBlackenShow(ctx context.Context, e *env, args []string) error {
	c, err := readBlackening(e, e.flags("blacken show"), args, 0, false)
	if err != nil {
		return err
	}
	return e.with(ctx, func(w *work.House) error {
		p, err := w.Blackener.Progress(ctx, c.id, c.asker)
		if err != nil {
			return err
		}
		return e.result(p, func(out io.Writer) {
			fmt.Fprintf(out, "%d  %s  %s\n%s\n", p.ID, p.PID, p.Path, blackenState(e, p.Job))
			for _, m := range p.Marks {
				r := m.Rect
				fmt.Fprintln(out, e.text("cli.blacken.mark", m.ID, m.Page+1, 100*r.X, 100*r.Y, 100*r.W, 100*r.H, m.Why.German(), m.Why.Law,
					m.Person))
			}
			printTold(e, out, p.Told)
			for _, l := range p.Looks {
				fmt.Fprintln(out, e.text("cli.blacken.looked", l.Page+1, l.Person, e.words.moment(l.At)))
			}
			if len(p.Open) > 0 {
				fmt.Fprintln(out, e.text("cli.blacken.unlooked", pageNumbers(p.Open)))
			}
		})
	})
}

// printTold says what the person who looks at the pages has to know of them.
func printTold(e *env, out io.Writer, told []blacken.Page) {
	for i, p := range told {
		fmt.Fprintln(out, e.text("cli.blacken.page", i+1, p.Bars, p.Words))
		for key, n := range map[string]int{"cli.blacken.beside": p.Beside, "cli.blacken.hidden": p.Hidden, "cli.blacken.left": p.Left} {
			if n > 0 {
				fmt.Fprintln(out, "  "+e.text(key, n))
			}
		}
		switch {
		case p.Unread:
			fmt.Fprintln(out, "  "+e.text("cli.blacken.unread"))
		case p.Blank:
			fmt.Fprintln(out, "  "+e.text("cli.blacken.blank"))
		}
	}
}

func pageNumbers(numbers []int) string {
	return strings.Trim(strings.ReplaceAll(fmt.Sprint(numbers), " ", ", "), "[]")
}

func runBlackenFind(ctx context.Context, e *env, args []string) error {
	c, err := readBlackening(e, e.flags("blacken find"), args, 0, false)
	if err != nil {
		return err
	}
	return e.with(ctx, func(w *work.House) error {
		found, about, err := w.Blackener.FindPlaces(ctx, c.id, c.asker)
		if err != nil {
			return err
		}
		v := struct {
			reading.Marked
			Found []reading.FoundPlace `json:"found"`
		}{about, found}
		return e.result(v, func(out io.Writer) {
			for _, p := range found {
				fmt.Fprintf(out, "%5d  %-12s %s\n       %s»%s«%s\n", p.Number, p.Kind.Called(1).In(e.words.language),
					e.text("cli.blacken.on-page", p.Page),
					p.Before, p.Word, p.After)
			}
			if len(found) == 0 {
				fmt.Fprintln(out, e.text("cli.sensitive.nothing"))
			}
			printNotSearched(e, out, about)
		})
	})
}

// printNotSearched names the pages on which no search finds anything.
func printNotSearched(e *env, out io.Writer, m reading.Marked) {
	if len(m.Textless) > 0 {
		fmt.Fprintln(out, e.text("cli.blacken.textless", pageNumbers(m.Textless)))
	}
	if len(m.Unread) > 0 {
		fmt.Fprintln(out, e.text("cli.blacken.unreadable", pageNumbers(m.Unread)))
	}
}

// printMarked tells what an act marked.
func printMarked(e *env, m reading.Marked) error {
	return e.result(m, func(out io.Writer) {
		if m.Places > 0 {
			fmt.Fprintln(out, e.text("cli.blacken.marked", m.Places, pageNumbers(m.Pages)))
		} else {
			fmt.Fprintln(out, e.text("cli.sensitive.nothing"))
		}
		printNotSearched(e, out, m)
	})
}

func runBlackenWord(ctx context.Context, e *env, args []string) error {
	c, err := readBlackening(e, e.flags("blacken word"), args, 1, true)
	if err != nil {
		return err
	}
	phrase := strings.Join(c.rest, " ")
	if phrase == "-" { // so that the word stands in no history of commands
		line, err := bufio.NewReader(io.LimitReader(e.in, maxAnswer)).ReadString('\n')
		if err != nil && !errors.Is(err, io.EOF) {
			return err
		}
		phrase = strings.TrimSpace(line)
	}
	return e.with(ctx, func(w *work.House) error {
		m, err := w.Blackener.MarkPhrase(ctx, c.id, c.asker, phrase, c.why)
		if err != nil {
			return err
		}
		return printMarked(e, m)
	})
}

func runBlackenHit(ctx context.Context, e *env, args []string) error {
	c, err := readBlackening(e, e.flags("blacken hit"), args, 1, true)
	if err != nil {
		return err
	}
	numbers, err := numbersOf(e, c.rest)
	if err != nil {
		return err
	}
	return e.with(ctx, func(w *work.House) error {
		m, err := w.Blackener.MarkFound(ctx, c.id, c.asker, numbers, c.why)
		if err != nil {
			return err
		}
		return printMarked(e, m)
	})
}

func runBlackenPlace(ctx context.Context, e *env, args []string) error {
	c, err := readBlackening(e, e.flags("blacken place"), args, 2, true)
	if err != nil {
		return err
	}
	page, err := numbersOf(e, c.rest[:1])
	if err != nil {
		return err
	}
	var at [4]float64
	parts := strings.Split(c.rest[1], ",")
	if len(parts) != len(at) || len(c.rest) > 2 {
		return errUsage{e.text("cli.blacken.rect", strings.Join(c.rest[1:], " "))}
	}
	for i, p := range parts {
		if at[i], err = strconv.ParseFloat(strings.TrimSpace(p), 64); err != nil {
			return errUsage{e.text("cli.blacken.rect", c.rest[1])}
		}
	}
	r := viewer.Rect{X: at[0] / 100, Y: at[1] / 100, W: at[2] / 100, H: at[3] / 100}
	return e.with(ctx, func(w *work.House) error {
		if err := w.Blackener.MarkPlace(ctx, c.id, c.asker, page[0], r, c.why); err != nil {
			return err
		}
		return printMarked(e, reading.Marked{Places: 1, Pages: page, Unread: []int{}, Textless: []int{}})
	})
}

func runBlackenUnmark(ctx context.Context, e *env, args []string) error {
	c, err := readBlackening(e, e.flags("blacken unmark"), args, 1, false)
	if err != nil {
		return err
	}
	numbers, err := numbersOf(e, c.rest)
	if err != nil {
		return err
	}
	var marks []int64
	for _, n := range numbers {
		marks = append(marks, int64(n))
	}
	return e.with(ctx, func(w *work.House) error {
		if err := w.Blackener.UnmarkPlaces(ctx, c.id, c.asker, marks); err != nil {
			return err
		}
		return e.result(map[string]int{"places": len(marks)},
			func(out io.Writer) { fmt.Fprintln(out, e.text("cli.blacken.unmarked", len(marks))) })
	})
}

func runBlackenMake(ctx context.Context, e *env, args []string) error {
	c, err := readBlackening(e, e.flags("blacken make"), args, 0, false)
	if err != nil {
		return err
	}
	return e.with(ctx, func(w *work.House) error {
		j, err := w.Blackener.MakeBlackened(ctx, c.id, c.asker)
		if err != nil {
			return err
		}
		return e.result(j, func(out io.Writer) {
			printTold(e, out, j.Told)
			fmt.Fprintln(out, e.text("cli.blacken.made", j.ID, j.Pages))
		})
	})
}

// lookWidth is the width of a page that is looked at, in pixels.
const lookWidth = 1600

func runBlackenLook(ctx context.Context, e *env, args []string) error {
	fs := e.flags("blacken look")
	target := fs.String("out", "", "")
	c, err := readBlackening(e, fs, args, 1, false)
	if err != nil {
		return err
	}
	page, err := numbersOf(e, c.rest)
	if err != nil || len(page) != 1 || *target == "" {
		return errors.Join(err, errUsage{e.text("cli.too-few", "blacken look") + "\n" + e.usage("blacken look")})
	}
	return e.with(ctx, func(w *work.House) error {
		var img image.Image
		out, err := w.Blackener.LookAt(ctx, c.id, c.asker, page[0], func(doc viewer.Pager, n int) (err error) {
			img, err = doc.Render(ctx, viewer.Request{Page: n, Width: lookWidth})
			return err
		})
		if err != nil {
			return err
		}
		f, err := newFile(*target)
		if err != nil {
			return err
		}
		if err := errors.Join(png.Encode(f, img), f.Close()); err != nil {
			return err
		}
		return e.result(out, func(o io.Writer) {
			printTold(e, o, []blacken.Page{out.Told})
			fmt.Fprintf(o, "%s\n%s\n", e.text("cli.blacken.text"), out.Text)
		})
	})
}

func runBlackenSeen(ctx context.Context, e *env, args []string) error {
	c, err := readBlackening(e, e.flags("blacken seen"), args, 1, false)
	if err != nil {
		return err
	}
	pages, err := numbersOf(e, c.rest)
	if err != nil {
		return err
	}
	return e.with(ctx, func(w *work.House) error {
		if err := w.Blackener.SeenPages(ctx, c.id, c.asker, pages); err != nil {
			return err
		}
		return e.result(map[string]int{"pages": len(pages)},
			func(out io.Writer) { fmt.Fprintln(out, e.text("cli.blacken.seen", len(pages))) })
	})
}

func runBlackenReopen(ctx context.Context, e *env, args []string) error {
	c, err := readBlackening(e, e.flags("blacken reopen"), args, 0, false)
	if err != nil {
		return err
	}
	return e.with(ctx, func(w *work.House) error {
		if err := w.Blackener.ReopenMarks(ctx, c.id, c.asker); err != nil {
			return err
		}
		return e.result(map[string]int64{"blackening": c.id},
			func(out io.Writer) { fmt.Fprintln(out, e.text("cli.blacken.reopened", c.id)) })
	})
}

func runBlackenGive(ctx context.Context, e *env, args []string) error {
	fs := e.flags("blacken give")
	to := fs.String("to", "", "")
	c, err := readBlackening(e, fs, args, 0, false)
	if err != nil {
		return err
	}
	if *to == "" {
		return errUsage{e.text("cli.too-few", "blacken give") + "\n" + e.usage("blacken give")}
	}
	return e.with(ctx, func(w *work.House) error {
		out, err := w.Blackener.GiveBlackened(ctx, c.id, c.asker, *to)
		if err != nil {
			return err
		}
		return e.result(out, func(o io.Writer) {
			fmt.Fprintln(o, e.text("cli.blacken.given-to", out.Path))
			if !out.Signed {
				fmt.Fprintln(o, e.text("cli.blacken.unsigned"))
			}
		})
	})
}
