package office

import (
	"fmt"
	"math"
	"path"
	"strconv"
	"strings"
	"time"
)

// workbook reads a spreadsheet (ECMA-376 part 1, 18): the values as stored, dates as dates.
func (f *file) workbook(main string) error {
	rels := f.relationsOf(main)
	type sheet struct {
		name, part string
		hidden     bool
	}
	var list []sheet
	base := 0 // days before the count of dates
	err := f.scan(main, &handler{start: func(e element) {
		switch e.name {
		case "sheet":
			part := ""
			for _, a := range e.attr {
				if a.Name.Local == "id" {
					part = byID(rels, a.Value)
				}
			}
			if len(list) < maxStyles {
				list = append(list, sheet{e.at("name"), part, e.at("state") != "" && e.at("state") != "visible"})
			}
		case "workbookPr":
			if v := e.at("date1904"); v == "1" || v == "true" {
				base = 1462
			}
		}
	}})
	if err != nil {
		return err
	}
	b := &book{f: f, base: base}
	dir := path.Dir(main)
	b.dates = f.dateStyles(path.Join(dir, "styles.xml"))
	b.strings = f.sharedStrings(path.Join(dir, "sharedStrings.xml"))
	for _, s := range list {
		title := "Blatt: " + s.name
		if s.hidden {
			title += " (ausgeblendet)"
		}
		f.heading(0, title)
		if err := b.sheet(s.name, s.part); err != nil {
			return err
		}
	}
	return nil
}

// book is what all sheets of a workbook share.
type book struct {
	f       *file
	base    int
	dates   map[int]bool // cell formats that are dates
	strings []string
}

// sharedStrings reads the texts of a workbook, without their readings (phonetic runs).
func (f *file) sharedStrings(name string) (list []string) {
	var s strings.Builder
	size, reading, aside := 0, false, 0
	_ = f.scan(name, &handler{
		start: func(e element) {
			switch e.name {
			case "si":
				s.Reset()
			case "rPh":
				aside++
			case "t":
				reading = aside == 0
			}
		},
		end: func(name string) {
			switch name {
			case "si":
				size += s.Len()
				list = append(list, f.cut(s.String()))
			case "rPh":
				aside--
			case "t":
				reading = false
			}
		},
		text: func(b []byte) {
			if reading && s.Len() <= maxCell {
				s.Write(b)
			}
		},
		done: func() bool { return size > 4*maxText || len(list) > 4*maxCells },
	})
	return list
}

// dateStyles gives the numbers of the cell formats that show dates or times.
func (f *file) dateStyles(name string) map[int]bool {
	codes, dates := map[int]bool{}, map[int]bool{}
	n, in := 0, false
	_ = f.scan(name, &handler{
		start: func(e element) {
			switch e.name {
			case "numFmt":
				if id, err := strconv.Atoi(e.at("numFmtId")); err == nil && len(codes) < maxStyles {
					codes[id] = isDate(e.at("formatCode"))
				}
			case "cellXfs":
				in = true
			case "xf":
				if !in || n >= maxStyles {
					return
				}
				id, _ := strconv.Atoi(e.at("numFmtId"))
				own, said := codes[id]
				if own || !said && (id >= 14 && id <= 22 || id >= 45 && id <= 47) {
					dates[n] = true
				}
				n++
			}
		},
		end: func(name string) { in = in && name != "cellXfs" },
	})
	return dates
}

// isDate reports whether a number format shows a date or time: it names day, month, year
// or hour outside of quotes and brackets.
func isDate(code string) bool {
	quoted, bracket := false, false
	for i, r := range strings.ToLower(code) {
		switch {
		case r == '"':
			quoted = !quoted
		case quoted || i > 0 && code[i-1] == '\\':
		case r == '[':
			bracket = true
		case r == ']':
			bracket = false
		case !bracket && strings.ContainsRune("dyhs", r):
			return true
		}
	}
	return false
}

// cellAt is a cell while it is read.
type cellAt struct {
	kind   string
	column int
	style  int
	value  strings.Builder
}

// sheet reads the rows of a sheet as a table.
func (b *book) sheet(name, part string) error {
	var rows [][]string
	var c *cellAt
	reading, column, size, last := false, 0, 0, 0
	err := b.f.scan(part, &handler{
		start: func(e element) {
			switch e.name {
			case "row":
				last++
				if n, err := strconv.Atoi(e.at("r")); err == nil && n != last {
					if n > last && len(rows) > 0 {
						rows = append(rows, nil) // rows left out are one empty row
					}
					last = n
				}
				rows, column = append(rows, nil), 0
			case "c":
				if n, ok := columnOf(e.at("r")); ok {
					column = n
				}
				style, _ := strconv.Atoi(e.at("s"))
				c = &cellAt{kind: e.at("t"), column: column, style: style}
				column++
			case "v", "t":
				reading = c != nil
			}
		},
		end: func(name string) {
			switch name {
			case "v", "t":
				reading = false
			case "c":
				if c != nil && len(rows) > 0 {
					size += b.put(&rows[len(rows)-1], c)
				}
				c = nil
			}
		},
		text: func(t []byte) {
			if reading && c.value.Len() <= maxCell {
				c.value.Write(t)
			}
		},
		done: func() bool { return b.f.cells >= maxCells || size > maxText },
	})
	if b.f.cells >= maxCells || size > maxText {
		b.f.lack(fmt.Sprintf("Gezeigt werden höchstens %d Zellen und %d MB Text.", maxCells, maxText>>20))
	}
	b.f.table("Blatt "+name, rows)
	if err != nil {
		return err
	}
	return b.remarks(part)
}

// put writes a cell into its row and gives how many bytes it takes.
func (b *book) put(row *[]string, c *cellAt) int {
	s := b.said(c)
	if s == "" {
		return 0
	}
	if c.column >= maxColumns {
		b.f.lack(fmt.Sprintf("Gezeigt werden die ersten %d Spalten.", maxColumns))
		return 0
	}
	for len(*row) <= c.column {
		*row = append(*row, "")
		b.f.cells++
	}
	(*row)[c.column] = s
	return len(s)
}

// said is the value of a cell as a person reads it.
func (b *book) said(c *cellAt) string {
	v := b.f.cut(c.value.String())
	switch c.kind {
	case "s":
		if n, err := strconv.Atoi(strings.TrimSpace(v)); err == nil && n >= 0 && n < len(b.strings) {
			return b.strings[n]
		}
		return ""
	case "b":
		return map[string]string{"1": "WAHR", "0": "FALSCH"}[v]
	case "", "n":
		if n, err := strconv.ParseFloat(v, 64); err == nil && b.dates[c.style] {
			return b.date(n, v)
		}
	}
	return v
}

// date writes a serial number as a date, a time or both; v where it is none.
func (b *book) date(n float64, v string) string {
	if n < 0 || n > 2_958_466 || math.IsNaN(n) {
		return v
	}
	days := int(n) + b.base
	moment := time.Date(1899, 12, 30, 0, 0, int(math.Round((n-math.Floor(n))*86400)), 0, time.UTC).AddDate(0, 0, days)
	if days < 61 && b.base == 0 { // the 29 February 1900 that never was
		moment = moment.AddDate(0, 0, 1)
	}
	switch {
	case n < 1:
		return moment.Format("15:04:05")
	case n == math.Floor(n):
		return moment.Format("02.01.2006")
	}
	return moment.Format("02.01.2006 15:04")
}

// remarks reads the comments on cells.
func (b *book) remarks(part string) error {
	for _, r := range b.f.relationsOf(part) {
		if !strings.HasSuffix(r.kind, "/comments") {
			continue
		}
		ref, reading := "", false
		var s strings.Builder
		if err := b.f.scan(r.target, &handler{
			start: func(e element) {
				if e.name == "comment" {
					ref = e.at("ref")
					s.Reset()
				}
				reading = e.name == "t"
			},
			end: func(name string) {
				if name == "comment" {
					b.f.para("Anmerkung zu " + clean(ref) + ": " + clean(s.String()))
				}
				reading = false
			},
			text: func(t []byte) {
				if reading && s.Len() < maxCell {
					s.Write(t)
				}
			},
			done: b.f.full,
		}); err != nil {
			return err
		}
	}
	return nil
}

// columnOf is the column of a reference: "B7" is 1.
func columnOf(ref string) (int, bool) {
	n := 0
	for _, r := range ref {
		if r < 'A' || r > 'Z' {
			break
		}
		if n = n*26 + int(r-'A') + 1; n > 1<<20 {
			return 0, false
		}
	}
	return n - 1, n > 0
}
