package main

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"laufzettel/app/work"
	"laufzettel/app/work/clerk"
	"laufzettel/transfer/check"
	"laufzettel/transfer/kind"
	"laufzettel/transfer/prepare"
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
		return e.result(map[string]any{"profile": ids[0], "version": version, "fingerprint": fingerprint, "file": *file}, func(out io.Writer) {
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
