package text

import (
	"context"
	"encoding/csv"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"laufzettel/viewer"
)

const (
	maxRows    = 200_000
	maxColumns = 500
	maxDepth   = 200
	maxCell    = 20_000 // bytes
)

// table is a document of rows.
type table struct {
	info    viewer.Info
	kind    string
	columns []string
	headed  bool // the columns stand in the file
	rows    [][]string
	notes   []string
	partial bool // some text of the file is not in the rows
}

// with makes the table that of a file of which perhaps only the beginning was read.
func (t *table) with(src viewer.Source, encodingName string, notes []string, longer bool) *table {
	t.info = viewer.Info{Kind: viewer.Table, Format: t.kind, Notes: append(notes, t.notes...), Partial: t.partial || longer}
	t.info.Facts = []viewer.Fact{
		{Label: "Format", Value: t.kind}, {Label: "Zeichenkodierung", Value: encodingName},
		{Label: "Zeilen", Value: fmt.Sprint(len(t.rows))},
		{Label: "Spalten", Value: fmt.Sprint(len(t.columns))}, {Label: "Größe", Value: viewer.Bytes(src.Size)}}
	return t
}

// Info implements viewer.Document.
func (t *table) Info() viewer.Info { return t.info }

// Close implements viewer.Document.
func (t *table) Close() error { return nil }

// Columns implements viewer.Tabler.
func (t *table) Columns() []string { return t.columns }

// Rows implements viewer.Tabler.
func (t *table) Rows() int { return len(t.rows) }

// Row implements viewer.Tabler.
func (t *table) Row(n int) []string {
	if n < 0 || n >= len(t.rows) {
		return nil
	}
	return t.rows[n]
}

// Text implements viewer.Texter: cells joined by tabs, the head of a CSV first: a table
// without a head has its first row there.
func (t *table) Text(context.Context, int) (string, error) {
	var b strings.Builder
	rows := t.rows
	if t.headed {
		rows = append([][]string{t.columns}, rows...)
	}
	for _, r := range rows {
		b.WriteString(strings.Join(r, "\t"))
		b.WriteByte('\n')
	}
	return b.String(), nil
}

// Search implements viewer.Searcher; Page is the row.
func (t *table) Search(ctx context.Context, words string) ([]viewer.Hit, error) {
	return search(ctx, words, len(t.rows), func(i int) string { return strings.Join(t.rows[i], " · ") })
}

// parseCSV reads separated values: the separator is the one that cuts the first
// lines most often and evenly. false: no table.
func parseCSV(content string, tabs bool) (*table, bool) {
	separator := '\t'
	if !tabs {
		var ok bool
		if separator, ok = guess(content); !ok {
			return nil, false
		}
	}
	r := csv.NewReader(strings.NewReader(content))
	r.Comma, r.LazyQuotes, r.FieldsPerRecord, r.ReuseRecord = separator, true, -1, false
	names := map[rune]string{';': "Semikolon", ',': "Komma", '\t': "Tabulator", '|': "Strich"}
	t := &table{kind: "CSV, " + names[separator], headed: true}
	uneven := 0
	for {
		rec, err := r.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.lack("Nach Zeile " + fmt.Sprint(len(t.rows)+1) + " ist die Tabelle nicht mehr lesbar.")
			break
		}
		if t.columns == nil {
			if len(rec) > maxColumns {
				return nil, false
			}
			t.columns = t.clipAll(rec)
			continue
		}
		if len(rec) != len(t.columns) {
			uneven++
		}
		for len(rec) < len(t.columns) {
			rec = append(rec, "")
		}
		if last := len(t.columns) - 1; len(rec) > len(t.columns) { // nothing is left out: the last cell takes the rest
			rec[last] = strings.Join(rec[last:], string(separator))
		}
		t.rows = append(t.rows, t.clipAll(rec[:len(t.columns)]))
		if len(t.rows) >= maxRows {
			t.lack(fmt.Sprintf("Gezeigt werden die ersten %d Zeilen.", maxRows))
			break
		}
	}
	if uneven > 0 {
		t.notes = append(t.notes, fmt.Sprintf("%d Zeilen haben eine andere Zahl von Spalten als die Kopfzeile.", uneven))
	}
	return t, len(t.columns) > 0
}

// guess finds the separator from the first lines.
func guess(content string) (rune, bool) {
	first := strings.SplitN(content, "\n", 12)
	if len(first) > 11 {
		first = first[:11]
	}
	best, most := ';', 0
	for _, s := range []rune{';', '\t', ',', '|'} {
		n, lines := 0, 0
		for _, l := range first {
			if strings.TrimSpace(l) == "" {
				continue
			}
			lines++
			if strings.ContainsRune(l, s) {
				n += min(strings.Count(l, string(s)), 100)
			}
		}
		if strings.ContainsRune(first[0], s) && n > most && n >= lines {
			best, most = s, n
		}
	}
	return best, most > 0
}

// lack says once that some text of the file is not given, and why.
func (t *table) lack(why string) {
	t.partial = true
	if !slices.Contains(t.notes, why) {
		t.notes = append(t.notes, why)
	}
}

// clipAll gives the cells of a row, each within its limit; the caller may use cells again.
func (t *table) clipAll(cells []string) []string {
	out := make([]string, len(cells))
	for i, s := range cells {
		out[i] = t.clip(s)
	}
	return out
}

func (t *table) clip(s string) string {
	if len(s) > maxCell {
		t.lack(fmt.Sprintf("Gezeigt werden die ersten %d Zeichen einer Zelle.", maxCell))
		return strings.ToValidUTF8(s[:maxCell], "") + "…"
	}
	return s
}

// parseXML reads an XML document as rows of element, attribute and text. cut
// says that the end of the file was not read.
func parseXML(content string, cut bool) (*table, error) {
	d := xml.NewDecoder(strings.NewReader(content))
	d.CharsetReader = func(_ string, in io.Reader) (io.Reader, error) { return in, nil } // decoded before
	t := &table{kind: "XML", columns: []string{"Element", "Inhalt"}}
	depth, open := 0, -1
	for len(t.rows) < maxRows {
		tok, err := d.Token()
		if errors.Is(err, io.EOF) && depth == 0 && len(t.rows) > 0 {
			return t, nil
		}
		if err != nil {
			if cut && len(t.rows) > 0 {
				return t, nil
			}
			return nil, errors.New("Zeile " + fmt.Sprint(line(d)))
		}
		switch v := tok.(type) {
		case xml.StartElement:
			if depth++; depth > maxDepth {
				return nil, fmt.Errorf("tiefer als %d Ebenen", maxDepth)
			}
			indent := strings.Repeat("  ", depth-1)
			t.rows = append(t.rows, []string{indent + v.Name.Local, ""})
			open = len(t.rows) - 1
			for _, a := range v.Attr {
				if a.Name.Space != "xmlns" && a.Name.Local != "xmlns" {
					t.rows = append(t.rows, []string{indent + "  @" + a.Name.Local, t.clip(a.Value)})
				}
			}
		case xml.CharData:
			s := strings.Join(strings.Fields(string(v)), " ")
			if s == "" || depth == 0 {
				break
			}
			if open >= 0 && t.rows[open][1] == "" {
				t.rows[open][1] = t.clip(s)
			} else {
				t.rows = append(t.rows, []string{strings.Repeat("  ", depth), t.clip(s)})
			}
		case xml.EndElement:
			depth--
			open = -1
		case xml.Directive:
			return nil, errors.New("DOCTYPE wird nicht gelesen")
		}
	}
	t.lack(fmt.Sprintf("Gezeigt werden die ersten %d Zeilen.", maxRows))
	return t, nil
}

func line(d *xml.Decoder) int {
	l, _ := d.InputPos()
	return l
}
