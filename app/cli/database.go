package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"laufzettel/app/work"
	"laufzettel/app/work/reading"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
	"laufzettel/viewer"
	"laufzettel/viewer/siard"
)

// viewParts are the views behind "view FILE": what is shown of the inside of a
// file instead of the package as a whole.
func viewParts() []part {
	const where = " [--file NAME] [--application NR]"
	return []part{
		{"render", "DOC --page N --out PNG [--width N]", "cli.help.view.render", runRender},
		{"cover", "--out PDF [--application NR]", "cli.help.view.cover", runCover},
		{"tables", "[--json]" + where, "cli.help.view.tables", runTables},
		{"rows", "TABELLE [--from N] [--count N] [--search WORTE] [--columns A,B] [--csv DATEI] [--json]" + where, "cli.help.view.rows",
			runRows},
		{"lob", "TABELLE ZEILE SPALTE --out DATEI" + where, "cli.help.view.lob", runLOB},
	}
}

// runCover writes the cover sheet of a package into a file.
func runCover(ctx context.Context, e *env, key string, args []string) error {
	fs := e.flags("view")
	target, application := fs.String("out", "", ""), fs.String("application", "", "")
	if _, err := e.parse(fs, args, 0); err != nil {
		return err
	}
	if *target == "" {
		return errUsage{e.text("cli.too-few", "view") + "\n" + e.usage("view")}
	}
	return withPackageFor(e, ctx, key, *application, func(_ *work.House, o *reading.Opened) error {
		sheet, err := o.Evidence(ctx, reading.EvidenceCover)
		if err != nil {
			return err
		}
		n, err := o.Extract(ctx, *target, func(_ context.Context, out io.Writer) error {
			_, err := out.Write(sheet)
			return err
		})
		if err != nil {
			return err
		}
		return e.result(n, func(out io.Writer) { fmt.Fprintln(out, *target) })
	})
}

// shownTable is one table of a database; Number is what view rows takes.
type shownTable struct {
	Number      int           `json:"number"`
	Schema      string        `json:"schema"`
	Name        string        `json:"name"`
	Rows        int64         `json:"rows"` // as declared, -1 = not
	Description string        `json:"description,omitempty"`
	Columns     []shownColumn `json:"columns"`
	Keys        string        `json:"keys,omitempty"`
}

type shownColumn struct {
	Name        string `json:"name"`
	Type        string `json:"type,omitempty"`
	Key         string `json:"key,omitempty"`
	Description string `json:"description,omitempty"`
}

// database is the database of a call, with what it was opened from.
type database struct {
	*siard.Archive
	from *reading.Opened
	asked
}

// asked says which database a call means.
type asked struct{ key, document, application string }

// options declares the options that say it.
func (a *asked) options(fs *flag.FlagSet) {
	fs.StringVar(&a.document, "file", "", "")
	fs.StringVar(&a.application, "application", "", "")
}

// withDatabase opens the database of a call. The first opening of a long table
// takes its time and is told where people watch (G11).
func withDatabase(e *env, ctx context.Context, a asked, fn func(context.Context, database) error) error {
	return e.with(ctx, func(w *work.House) error {
		if e.terminal() {
			ctx = viewer.WithAdvance(ctx, func(done, total int64) {
				fmt.Fprint(e.errs, "\r\x1b[K"+e.text("cli.view.reading", filepath.Base(a.key), 100*done/max(1, total)))
			})
			defer e.endProgress()
		}
		o, err := w.Room.Open(ctx, a.key, reading.Asker{Application: a.application})
		if err != nil {
			return err
		}
		defer o.Close()
		archive, done, err := o.Database(ctx, a.document)
		if err != nil {
			return err
		}
		defer done()
		return fn(ctx, database{archive, o, a})
	})
}

func runTables(ctx context.Context, e *env, key string, args []string) error {
	fs := e.flags("view")
	call := asked{key: key}
	call.options(fs)
	if _, err := e.parse(fs, args, 0); err != nil {
		return err
	}
	return withDatabase(e, ctx, call, func(_ context.Context, a database) error {
		list := []shownTable{}
		for i, t := range a.Tables() {
			row := shownTable{Number: i + 1, Schema: t.Schema, Name: t.Name, Rows: t.Declared, Description: t.Description,
				Columns: []shownColumn{}, Keys: a.Row(i)[4]}
			for _, c := range t.Columns {
				row.Columns = append(row.Columns, shownColumn{c.Name, c.Type, t.Role(c.Name), c.Description})
			}
			list = append(list, row)
		}
		return e.result(map[string]any{"version": a.Version, "database": a.Name, "tables": list}, func(out io.Writer) {
			for _, f := range a.Info().Facts {
				fmt.Fprintf(out, "%-22s %s\n", f.Label, f.Value)
			}
			for _, t := range list {
				fmt.Fprintf(out, "%3d  %s.%s  %s  %s\n", t.Number, t.Schema, t.Name, e.text("cli.view.rows", t.Rows), t.Description)
				for _, c := range t.Columns {
					fmt.Fprintf(out, "       %-30s %-22s %s\n", c.Name, c.Type, c.Key)
				}
			}
		})
	})
}

// defaultRows is how many rows view rows shows where nobody says.
const defaultRows = 50

func runRows(ctx context.Context, e *env, key string, args []string) error {
	fs := e.flags("view")
	call := asked{key: key}
	call.options(fs)
	from := fs.Int64("from", 1, "")
	count := fs.Int64("count", 0, "")
	words := fs.String("search", "", "")
	target := fs.String("csv", "", "")
	columns := fs.String("columns", "", "")
	rest, err := e.parse(fs, args, 1)
	if err != nil {
		return err
	}
	if *from < 1 || *count < 0 {
		return errUsage{e.text("cli.bad-option", "view", "--from, --count")}
	}
	sel := viewer.Extract{From: *from - 1, Count: *count, Words: *words}
	if *columns != "" {
		sel.Columns = strings.Split(*columns, ",")
	}
	return withDatabase(e, ctx, call, func(ctx context.Context, a database) (err error) {
		if *target != "" {
			if err := a.from.MayExtract(ctx); err != nil {
				return err
			}
		}
		t, err := a.Find(rest[0])
		if err != nil {
			return err
		}
		r, err := a.Rowset(ctx, t)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, r.Close()) }()
		if *target != "" {
			return writeCSV(e, ctx, a, r, sel, *target)
		}
		if sel.Count == 0 {
			sel.Count = defaultRows
		}
		return printRows(e, ctx, r, sel)
	})
}

// shownRow is a row with its number from 1; a NULL is null in JSON.
type shownRow struct {
	Number int64     `json:"number"`
	Cells  []*string `json:"cells"`
}

func printRows(e *env, ctx context.Context, r *siard.Rowset, sel viewer.Extract) error {
	rows := []shownRow{}
	lines := []string{}
	err := r.Find(ctx, sel.Words, sel.From, func(n int64, cells []siard.Cell, _ int) (bool, error) {
		row := shownRow{Number: n + 1}
		for _, c := range cells {
			s := c.Text
			if c.LOB != nil {
				s = c.LOB.File
			}
			row.Cells = append(row.Cells, &s)
			if c.Null {
				row.Cells[len(row.Cells)-1] = nil
			}
		}
		rows = append(rows, row)
		lines = append(lines, strings.Join(strings.Fields(strings.Join(r.Row(int(n)), " | ")), " "))
		return int64(len(rows)) >= sel.Count, nil
	})
	if err != nil {
		return err
	}
	for _, note := range r.Info().Notes {
		fmt.Fprintln(e.errs, note)
	}
	return e.result(map[string]any{"table": r.Table().Schema + "." + r.Table().Name, "total": r.Count(), "columns": r.Columns(),
		"rows": rows}, func(out io.Writer) {
		fmt.Fprintln(out, e.text("cli.view.rows", r.Count()))
		fmt.Fprintln(out, strings.Join(r.Columns(), " | "))
		for i, l := range lines {
			fmt.Fprintf(out, "%8d  %s\n", rows[i].Number, l)
		}
	})
}

// writeCSV writes the selection into a new file, which is removed on failure.
func writeCSV(e *env, ctx context.Context, a database, r *siard.Rowset, sel viewer.Extract, target string) error {
	var n int64
	_, err := a.from.Extract(ctx, target, func(ctx context.Context, out io.Writer) (err error) {
		n, err = r.WriteCSV(ctx, out, sel)
		return err
	})
	if err != nil {
		return err
	}
	return e.result(n, func(out io.Writer) { fmt.Fprintln(out, e.text("cli.view.csv", n, target)) })
}

// newFile makes a file that must not be there yet.
func newFile(target string) (*os.File, error) {
	f, err := os.OpenFile(target, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, os.ErrExist) {
		return nil, failure.Wrap(failure.Refused, "write "+target, wording.Say("hint.cli.target-exists", target), err)
	}
	if err != nil {
		return nil, failure.Wrap(failure.Setup, "write "+target, wording.Say("hint.cli.file-not-made"), err)
	}
	return f, nil
}

// runLOB writes a large object into a file: view FILE lob TABLE ROW COLUMN.
func runLOB(ctx context.Context, e *env, key string, args []string) error {
	fs := e.flags("view")
	call := asked{key: key}
	call.options(fs)
	target := fs.String("out", "", "")
	rest, err := e.parse(fs, args, 3)
	if err != nil {
		return err
	}
	row, err := strconv.ParseInt(rest[1], 10, 64)
	if err != nil || *target == "" {
		return errUsage{e.text("cli.too-few", "view") + "\n" + e.usage("view")}
	}
	return withDatabase(e, ctx, call, func(ctx context.Context, a database) (err error) {
		if err := a.from.MayExtract(ctx); err != nil {
			return err
		}
		t, err := a.Find(rest[0])
		if err != nil {
			return err
		}
		r, err := a.Rowset(ctx, t)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, r.Close()) }()
		col := slices.IndexFunc(t.Columns, func(c *siard.Column) bool { return strings.EqualFold(c.Name, rest[2]) })
		src, done, err := r.LargeObject(ctx, row-1, col)
		if err != nil {
			return err
		}
		defer done()
		n, err := a.from.Extract(ctx, *target, func(_ context.Context, out io.Writer) error {
			_, err := io.Copy(out, src.Reader())
			return err
		})
		if err != nil {
			return err
		}
		return e.result(n, func(out io.Writer) { fmt.Fprintln(out, e.text("cli.view.lob", src.Name, n, *target)) })
	})
}
