package siard

import (
	"context"
	"encoding/csv"
	"io"
	"slices"
	"strings"

	"laufzettel/transfer/failure"
	"laufzettel/transfer/sheet"
	"laufzettel/transfer/wording"
	"laufzettel/viewer"
)

// Names implements viewer.Extractor.
func (r *Rowset) Names() []string {
	out := make([]string, len(r.t.Columns))
	for i, c := range r.t.Columns {
		out[i] = c.Name
	}
	return out
}

// WriteCSV writes a selection as CSV (UTF-8, semicolon, heads in the first line,
// RFC 4180 quoting) and gives the number of rows. NULL becomes an empty cell, a
// large object the name of its file.
func (r *Rowset) WriteCSV(ctx context.Context, out io.Writer, s viewer.Extract) (int64, error) {
	cols := make([]int, 0, len(r.t.Columns))
	for _, name := range s.Columns {
		i := slices.IndexFunc(r.t.Columns, func(c *Column) bool { return strings.EqualFold(c.Name, name) })
		if i < 0 {
			return 0, failure.New(failure.Refused, "export table", wording.Say("hint.siard.unknown-column", name, r.t.Name))
		}
		cols = append(cols, i)
	}
	if len(cols) == 0 {
		for i := range r.t.Columns {
			cols = append(cols, i)
		}
	}
	w := csv.NewWriter(out)
	w.Comma = ';'
	line := make([]string, len(cols))
	for i, c := range cols {
		line[i] = sheet.Guard(r.t.Columns[c].Name)
	}
	if err := w.Write(line); err != nil {
		return 0, err
	}
	var n int64
	err := r.Find(ctx, s.Words, s.From, func(row int64, cells []Cell, _ int) (bool, error) {
		if s.To > 0 && row >= s.To {
			return true, nil
		}
		for i, c := range cols {
			line[i] = sheet.Guard(cells[c].Text)
			if l := cells[c].LOB; l != nil {
				line[i] = sheet.Guard(l.File)
			}
		}
		n++
		return s.Count > 0 && n >= s.Count, w.Write(line)
	})
	w.Flush()
	if err == nil {
		err = w.Error()
	}
	return n, err
}
