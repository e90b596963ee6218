package main

import (
	"context"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"laufzettel/app/work"
	"laufzettel/app/work/clerk"
	"laufzettel/transfer/check"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/kind"
	"laufzettel/transfer/prepare"
	"laufzettel/transfer/wording"
)

func runPrepareHandover(ctx context.Context, e *env, args []string) error {
	fs := e.flags("prepare handover")
	to := fs.String("to", "", "")
	byChannel := fs.Bool("channel", false, "")
	ids, err := e.parse(fs, args, 1)
	if err != nil {
		return err
	}
	if (*to == "") != *byChannel {
		return errUsage{e.text("prepare.cli.one-way") + "\n" + e.usage("prepare handover")}
	}
	dir := ""
	if *to != "" {
		if dir, err = filepath.Abs(*to); err != nil {
			return errUsage{e.text("prepare.cli.one-way")}
		}
	}
	return e.with(ctx, func(w *work.House) error {
		place, err := w.Handover.HandOver(ctx, ids[0], dir, prepareProgress(e, ids[0]))
		e.endProgress()
		if err != nil {
			return err
		}
		return e.result(map[string]string{"id": ids[0], "place": place}, func(out io.Writer) { fmt.Fprintln(out, place) })
	})
}

func runPrepareConfirm(ctx context.Context, e *env, args []string) error {
	fs := e.flags("prepare confirm")
	file := fs.String("receipt", "", "")
	var paper clerk.PaperConfirmation
	fs.StringVar(&paper.Name, "paper", "", "")
	fs.StringVar(&paper.By, "by", "", "")
	fs.StringVar(&paper.Day, "day", "", "")
	fs.StringVar(&paper.Scan, "scan", "", "")
	fs.StringVar(&paper.Note, "note", "", "")
	ids, err := e.parse(fs, args, 1)
	if err != nil {
		return err
	}
	if (*file == "") == (paper.Name == "") {
		return errUsage{e.text("prepare.cli.one-proof") + "\n" + e.usage("prepare confirm")}
	}
	return e.with(ctx, func(w *work.House) error {
		confirm := func() (prepare.Preparation, error) { return w.Clerk.ConfirmByPaper(ctx, ids[0], paper) }
		if *file != "" {
			confirm = func() (prepare.Preparation, error) { return w.Clerk.ConfirmByReceipt(ctx, ids[0], *file) }
		}
		p, err := confirm()
		if err != nil {
			return err
		}
		return e.result(p, func(out io.Writer) { printPreparation(e, out, p) })
	})
}

func runPrepareReopen(ctx context.Context, e *env, args []string) error {
	fs := e.flags("prepare reopen")
	reason := fs.String("reason", "", "")
	ids, err := e.parse(fs, args, 1)
	if err != nil {
		return err
	}
	return e.with(ctx, func(w *work.House) error {
		p, err := w.Clerk.ReopenPreparation(ctx, ids[0], *reason)
		if err != nil {
			return err
		}
		return e.result(p, func(out io.Writer) { printPreparation(e, out, p) })
	})
}

func runPrepareDeleted(ctx context.Context, e *env, args []string) error {
	fs := e.flags("prepare deleted")
	note := fs.String("note", "", "")
	ids, err := e.parse(fs, args, 1)
	if err != nil {
		return err
	}
	return e.with(ctx, func(w *work.House) error {
		p, jobs, err := w.Clerk.DeletedAtSource(ctx, ids[0], *note)
		if err != nil {
			return err
		}
		if len(jobs) > 0 {
			e.say("cli.clearance.report-queued")
		}
		return e.result(p, func(out io.Writer) { printPreparation(e, out, p) })
	})
}

func runProfileExport(ctx context.Context, e *env, args []string) error {
	fs := e.flags("profile export")
	file := fs.String("out", "", "")
	ids, err := e.parse(fs, args, 1)
	if err != nil {
		return err
	}
	if *file == "" {
		return errUsage{e.text("cli.too-few", "profile export") + "\n" + e.usage("profile export")}
	}
	return e.with(ctx, func(w *work.House) error {
		fingerprint, version, err := w.Clerk.ExportProfile(ctx, ids[0], *file)
		if err != nil {
			return err
		}
		return e.result(map[string]any{"profile": ids[0], "version": version, "fingerprint": fingerprint, "file": *file},
			func(out io.Writer) {
				fmt.Fprintln(out, e.text("prepare.cli.exported", ids[0], version, *file, fingerprint))
			})
	})
}

func runProfileImport(ctx context.Context, e *env, args []string) error {
	fs := e.flags("profile import")
	fingerprint := fs.String("fingerprint", "", "")
	files, err := e.parse(fs, args, 1)
	if err != nil {
		return err
	}
	return e.with(ctx, func(w *work.House) error {
		in, err := w.Clerk.ImportProfile(ctx, files[0], *fingerprint)
		if err != nil {
			return err
		}
		return e.result(in, func(out io.Writer) {
			fmt.Fprintln(out, e.text("prepare.cli.imported", in.Profile, in.Version, in.Archive))
			for _, field := range in.Unwritten {
				fmt.Fprintln(out, e.text("cli.profile.unwritten", field))
			}
		})
	})
}

func runReceiveReceipt(ctx context.Context, e *env, args []string) error {
	fs := e.flags("receive receipt")
	name := fs.String("confirmation", "", "")
	dir := fs.String("out", "", "")
	ids, err := e.parse(fs, args, 1)
	if err != nil {
		return err
	}
	return e.with(ctx, func(w *work.House) error {
		file, err := w.Clerk.SealPortionReceipt(ctx, ids[0], *name, *dir)
		if err != nil {
			return err
		}
		return e.result(file, func(out io.Writer) { fmt.Fprintln(out, file) })
	})
}

// aroundFault is how many rows beside one with a fault are shown with it.
const aroundFault = 3

// widest is the longest cell of a table for people.
const widest = 48

func runPreparePreview(ctx context.Context, e *env, args []string) error {
	fs := e.flags("prepare preview")
	faulty := fs.Bool("faults", false, "")
	ids, err := e.parse(fs, args, 1)
	if err != nil {
		return err
	}
	return e.with(ctx, func(w *work.House) error { return showPreview(e, ctx, w, ids[0], *faulty) })
}

// showPreview reads the material and prints the table; errors at a row end with
// errMaterial.
func showPreview(e *env, ctx context.Context, w *work.House, id string, faulty bool) error {
	seen, err := w.Clerk.PreviewPreparation(ctx, id, prepareProgress(e, id))
	e.endProgress()
	if err != nil {
		return err
	}
	wrong := slices.ContainsFunc(seen.Rows, func(r kind.Row) bool {
		return slices.ContainsFunc(r.Faults, func(f kind.RowFault) bool { return f.Severity == check.Error })
	})
	if faulty {
		rows := make([]kind.Row, 0, seen.Faulty)
		for _, i := range seen.Around(aroundFault) {
			rows = append(rows, seen.Rows[i])
		}
		seen.Rows = rows
	}
	if err := e.result(seen, func(out io.Writer) { printPreview(e, out, seen) }); err != nil {
		return err
	}
	if wrong {
		return errMaterial
	}
	return nil
}

func printPreview(e *env, out io.Writer, p *prepare.Preview) {
	fmt.Fprintf(out, "%s  %s  %s\n", p.Preparation, p.Name, e.text("prepare.cli.files", p.Files, p.Bytes))
	for _, r := range p.Read {
		fmt.Fprintf(out, "  %-30s %s\n", r.Label, strings.Join(nonEmpty(r.Value, r.From), "  "))
	}
	heads := make([]string, 0, len(p.Columns))
	for _, c := range p.Columns {
		if e.text("cli.language") == "en" {
			heads = append(heads, c.LabelEN)
			continue
		}
		heads = append(heads, c.Label)
	}
	printTable(e, out, heads, p.Rows)
	fmt.Fprintf(out, "%s\n", e.text("prepare.cli.preview.rows", p.Total, p.Faulty))
	if p.More > 0 {
		fmt.Fprintf(out, "%s\n", e.text("prepare.cli.preview.more", p.More))
	}
	for _, m := range p.Missing {
		fmt.Fprintf(out, "%s: %s\n", e.text("prepare.cli.missing"), m)
	}
}

// printTable prints the table: a mark at each row with a fault, what is wrong below
// it.
func printTable(e *env, out io.Writer, heads []string, rows []kind.Row) {
	wide := make([]int, len(heads))
	measure := func(cells []string) {
		for i := range min(len(cells), len(wide)) {
			wide[i] = max(wide[i], utf8.RuneCountInString(shortCell(cells[i])))
		}
	}
	measure(heads)
	for _, r := range rows {
		measure(r.Cells)
	}
	line := func(mark string, cells []string) {
		for i := range min(len(cells), len(wide)) {
			c := shortCell(cells[i])
			mark += " " + c + strings.Repeat(" ", wide[i]-utf8.RuneCountInString(c)+1)
		}
		fmt.Fprintln(out, strings.TrimRight(mark, " "))
	}
	line(" ", heads)
	for _, r := range rows {
		if r.Faulty() {
			line("!", r.Cells)
		} else {
			line(" ", r.Cells)
		}
		for _, f := range r.Faults {
			fmt.Fprintf(out, "      %s: %s\n", e.text("cli.severity."+string(f.Severity)), strings.Join(nonEmpty(f.Code, f.Text), " "))
		}
	}
}

// shortCell keeps one cell from pushing all others aside; control characters of
// the material never reach the terminal.
func shortCell(s string) string {
	s = strings.Map(func(r rune) rune {
		if r < 0x20 || r == 0x7f {
			return ' '
		}
		return r
	}, s)
	if utf8.RuneCountInString(s) <= widest {
		return s
	}
	return string([]rune(s)[:widest-1]) + "…"
}

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
		fmt.Fprintf(out, "  %s\n", x.Returned.Sentence().In(e.words.language))
	}
	switch {
	case x.Work != nil:
		fmt.Fprintf(out, "  %s\n", x.Work.Sentence().In(e.words.language))
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
		return failure.New(failure.Bug, "prepare defaults", wording.Say("hint.cli.no-kind-with-defaults"))
	}
	values := kind.Values{}
	for _, a := range set {
		name, value, ok := strings.Cut(a, "=")
		if !ok || strings.TrimSpace(value) == "" {
			return failure.New(failure.Refused, "prepare defaults", wording.Say("hint.cli.not-statement-value", a))
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
