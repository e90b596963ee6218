package main

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"laufzettel/app/work"
	"laufzettel/transfer/check"
	"laufzettel/transfer/kind"
	"laufzettel/transfer/prepare"
)

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
