package prepare

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"laufzettel/transfer/container"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/kind"
)

// fileTable shows the files of a source with format and size, for every kind that
// has no entries of its own.
type fileTable struct{ kind.Builder }

// Table implements Tabler.
func (b fileTable) Table(ctx context.Context, src kind.Source, t kind.Table) (*kind.Plan, error) {
	plan, planErr := b.Plan(ctx, src)
	if planErr != nil && failure.KindOf(planErr) != failure.Refused {
		return nil, planErr
	}
	into := map[string]string{}
	if plan != nil {
		for _, c := range plan.Copies {
			into[c.From] = c.To
		}
	}
	t.Columns(kind.FileColumn, kind.Column{Key: "format", Label: "Format", LabelEN: "Format"},
		kind.Column{Key: "size", Label: "Größe", LabelEN: "Size", Right: true},
		kind.Column{Key: "content", Label: "Inhalt", LabelEN: "Content"},
		kind.Column{Key: "to", Label: "Wird zu", LabelEN: "Becomes", Wide: true})
	rows, err := t.Files(ctx, src.Tree, func(e container.Entry, c container.Content) kind.Row {
		format, faults := t.Format(e, c)
		content, more := contentOf(e, c)
		return kind.Row{Cells: []string{e.Path, format, kind.SizeText(e.Size), content, into[e.Path]}, Files: []string{e.Path},
			Faults: append(faults, more...)}
	})
	for _, r := range rows {
		t.Add(r)
	}
	return plan, errors.Join(err, planErr)
}

// Files implements Table.
func (t *tabling) Files(ctx context.Context, tree container.Tree, row func(e container.Entry, c container.Content) kind.Row) ([]kind.Row,
	error) {
	t.Expect(t.out.Files, t.out.Bytes)
	var rows []kind.Row
	err := tree.Visit(ctx, kind.Readers, nil, func(ctx context.Context, e container.Entry, c container.Content, readErr error) error {
		if failure.Canceled(readErr) {
			return readErr
		}
		r := kind.Row{Cells: slices.Insert(make([]string, len(t.out.Columns)-1), 0, e.Path), Files: []string{e.Path},
			Faults: []kind.RowFault{kind.Wrong("Die Datei lässt sich nicht lesen.")}}
		if readErr == nil {
			r = row(e, c)
		}
		t.Seen(e.Size)
		t.mu.Lock()
		defer t.mu.Unlock()
		if len(rows) == MaxRows+maxFaulty { // a table for people; the rest is counted
			t.out.Total++
			t.out.More++
			if r.Faulty() {
				t.out.Faulty++
			}
			return ctx.Err()
		}
		rows = append(rows, r)
		return ctx.Err()
	})
	slices.SortFunc(rows, func(a, b kind.Row) int { return kind.Natural(a.Files[0], b.Files[0]) })
	return rows, err
}

// Format implements Table.
func (t *tabling) Format(e container.Entry, c container.Content) (string, []kind.RowFault) {
	if e.Size == 0 {
		return "", []kind.RowFault{kind.Warn("Die Datei ist leer.")}
	}
	if t.w.Identify == nil {
		return strings.TrimPrefix(strings.ToLower(path.Ext(e.Path)), "."), nil
	}
	f, err := t.w.Identify.Identify(e.Path, c)
	if err != nil || f.PUID == "" || f.PUID == "UNKNOWN" {
		return "unbekannt",
			[]kind.RowFault{kind.Warn("Das Format ist nicht zu erkennen; das Archiv kann die Datei vielleicht nicht zeigen.")}
	}
	name := strings.TrimSpace(f.Name + " " + f.Version)
	if len(t.w.Agreed) > 0 && !slices.Contains(t.w.Agreed, f.PUID) {
		return name, []kind.RowFault{kind.Wrong("Format nicht vereinbart: " + name + " (" + f.PUID + ").")}
	}
	return name, nil
}

// maxSeenText bounds what is read of a text to tell its content.
const maxSeenText = 64 << 20

// contentOf tells rows and columns of a CSV and the root of an XML, and what is
// wrong with them (A29).
func contentOf(e container.Entry, c container.Content) (string, []kind.RowFault) {
	ext := strings.ToLower(path.Ext(e.Path))
	if e.Size == 0 || e.Size > maxSeenText || ext != ".csv" && ext != ".tsv" && ext != ".xml" {
		return "", nil
	}
	data := c.Bytes()
	if data == nil {
		var err error
		if data, err = io.ReadAll(io.LimitReader(c.Reader(), maxSeenText)); err != nil {
			return "", []kind.RowFault{kind.Wrong("Die Datei lässt sich nicht zu Ende lesen.")}
		}
	}
	if ext == ".xml" {
		return rootOf(data)
	}
	return sheetOf(data)
}

func rootOf(data []byte) (root string, faults []kind.RowFault) {
	d := xml.NewDecoder(bytes.NewReader(data))
	d.CharsetReader = func(_ string, in io.Reader) (io.Reader, error) { return in, nil }
	for {
		tok, err := d.Token()
		if errors.Is(err, io.EOF) {
			if root == "" {
				faults = append(faults, kind.Wrong("Die XML-Datei hat kein Element."))
			}
			return root, faults
		}
		if err != nil {
			line, _ := d.InputPos()
			return root, append(faults, kind.Wrong(fmt.Sprintf("Die XML-Datei ist in Zeile %d nicht wohlgeformt.", line)))
		}
		if s, ok := tok.(xml.StartElement); ok && root == "" {
			root = "<" + s.Name.Local + ">"
		}
	}
}

// sheetOf counts rows and columns; the first row is taken as headings.
func sheetOf(data []byte) (string, []kind.RowFault) {
	var faults []kind.RowFault
	if !utf8.Valid(data) {
		faults = append(faults, kind.Wrong("Der Zeichensatz ist nicht UTF-8. Bitte als UTF-8 ausgeben."))
	}
	text := strings.TrimPrefix(string(data), "\ufeff")
	first, _, _ := strings.Cut(text, "\n")
	r := csv.NewReader(strings.NewReader(text))
	r.FieldsPerRecord, r.LazyQuotes, r.ReuseRecord = -1, true, true
	switch {
	case strings.Contains(first, "\t"):
		r.Comma = '\t'
	case strings.Count(first, ";") > strings.Count(first, ","):
		r.Comma = ';'
	}
	columns, rows, odd := 0, 0, 0
	for {
		cells, err := r.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			line, _ := r.FieldPos(0)
			faults = append(faults, kind.Warn(fmt.Sprintf("Zeile %d lässt sich nicht als Tabelle lesen.", line)))
			break
		}
		if columns == 0 {
			columns = len(cells)
			continue
		}
		rows++
		if len(cells) != columns && odd == 0 {
			odd, _ = r.FieldPos(0)
		}
	}
	if odd > 0 {
		faults = append(faults, kind.Warn(fmt.Sprintf("Zeile %d hat eine andere Zahl von Spalten als die Überschrift (%d).", odd, columns)))
	}
	return fmt.Sprintf("%d Spalten, %d Zeilen", columns, rows), faults
}
