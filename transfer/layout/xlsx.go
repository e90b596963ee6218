package layout

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math"
	"path"
	"strconv"
	"strings"
	"time"

	"laufzettel/transfer/xmlwalk"
)

// Limits of a workbook (ISO/IEC 29500-1, 18): it is held in memory packed, its texts
// unpacked, its rows never.
const (
	maxWorkbook = 256 << 20
	maxStrings  = 128 << 20 // bytes of all shared texts
	maxSheet    = 4 << 30   // bytes of one part unpacked
	maxParts    = 10_000
)

// sheetRows gives the rows of one sheet of a workbook as rows does those of a table:
// cells as they would be typed, days as JJJJ-MM-TT. Errors: ErrLimit, those of the
// reader and of the form.
func sheetRows(ctx context.Context, r io.Reader, s Source, see func(row) (bool, error)) error {
	data, err := io.ReadAll(io.LimitReader(r, maxWorkbook+1))
	if err != nil {
		return err
	}
	if len(data) > maxWorkbook {
		return fmt.Errorf("%w: die Arbeitsmappe ist größer als %d MB", ErrLimit, maxWorkbook>>20)
	}
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return fmt.Errorf("keine Arbeitsmappe (XLSX): %w", errPath)
	}
	if len(z.File) > maxParts {
		return fmt.Errorf("%w: mehr als %d Teile", ErrLimit, maxParts)
	}
	b := &workbook{ctx: ctx, z: z}
	at, err := b.find(s.Sheet)
	if err != nil {
		return err
	}
	if err := errors.Join(b.readStrings(), b.readStyles()); err != nil {
		return err
	}
	skipped := 0
	return b.rows(at, func(rw row) (bool, error) {
		if skipped < s.Skip {
			skipped++
			return true, nil
		}
		return see(rw)
	})
}

// workbook is an opened one.
type workbook struct {
	ctx     context.Context
	z       *zip.Reader
	texts   []string
	dates   []bool // by style: the number is a day
	since04 bool   // days count from 1904
}

// errNoPart says that a part of the workbook is not there.
var errNoPart = errors.New("Teil der Arbeitsmappe fehlt")

// walk follows the elements of a part; text is told at the end of each element.
func (b *workbook) walk(name string, start func(xml.StartElement) error, end func(name, text string) error) error {
	f, err := b.z.Open(strings.TrimPrefix(name, "/"))
	if err != nil {
		return fmt.Errorf("%w: %s", errNoPart, name)
	}
	defer f.Close()
	limited := &io.LimitedReader{R: f, N: maxSheet}
	x := xmlwalk.New(limited, xmlwalk.Limits{Depth: maxDepth, Elements: 1 << 40, Text: maxToken})
	var text []byte
	for n := 0; ; n++ {
		if n%4096 == 0 && b.ctx.Err() != nil {
			return b.ctx.Err()
		}
		tok, err := x.Token()
		if limited.N <= 0 {
			return fmt.Errorf("%w: %s ist entpackt größer als %d GB", ErrLimit, name, maxSheet>>30)
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		switch t := tok.(type) {
		case xml.StartElement:
			text = text[:0]
			err = start(t)
		case xml.CharData:
			if len(text) < maxValue {
				text = append(text, t[:min(len(t), maxValue-len(text))]...)
			}
		case xml.EndElement:
			err = end(t.Name.Local, string(text))
			text = text[:0]
		}
		if err != nil {
			return err
		}
	}
}

func attrOf(t xml.StartElement, name string) string {
	for _, a := range t.Attr {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

// find gives the part of the sheet of a name, of the first where none is said.
func (b *workbook) find(sheet string) (string, error) {
	const book = "xl/workbook.xml"
	id, names := "", []string{}
	err := b.walk(book, func(t xml.StartElement) error {
		switch t.Name.Local {
		case "sheet":
			name := attrOf(t, "name")
			names = append(names, name)
			if id == "" && (sheet == "" || strings.EqualFold(name, sheet)) {
				for _, a := range t.Attr {
					if a.Name.Local == "id" && a.Name.Space != "" {
						id = a.Value
					}
				}
			}
		case "workbookPr":
			v := attrOf(t, "date1904")
			b.since04 = v == "1" || v == "true"
		}
		return nil
	}, func(string, string) error { return nil })
	if err != nil {
		return "", err
	}
	if id == "" {
		return "", fmt.Errorf("ein Blatt „%s“ gibt es nicht, nur %s: %w", sheet, short(strings.Join(names, ", ")), errPath)
	}
	at := ""
	err = b.walk("xl/_rels/workbook.xml.rels", func(t xml.StartElement) error {
		if t.Name.Local == "Relationship" && attrOf(t, "Id") == id {
			at = attrOf(t, "Target")
		}
		return nil
	}, func(string, string) error { return nil })
	if err == nil && at == "" {
		err = fmt.Errorf("%w: %s", errNoPart, id)
	}
	if !strings.HasPrefix(at, "/") {
		at = path.Join("xl", at)
	}
	return at, err
}

// readStrings reads the texts the cells point at; a workbook may have none.
func (b *workbook) readStrings() error {
	size, inside, phonetic := 0, "", false
	err := b.walk("xl/sharedStrings.xml", func(t xml.StartElement) error {
		switch t.Name.Local {
		case "si":
			inside = ""
		case "rPh": // how a word is spoken
			phonetic = true
		}
		return nil
	}, func(name, text string) error {
		switch {
		case name == "rPh":
			phonetic = false
		case name == "t" && !phonetic && len(inside) < maxValue:
			inside += text
		case name == "si":
			b.texts = append(b.texts, inside)
			if size += len(inside) + 16; size > maxStrings {
				return fmt.Errorf("%w: mehr als %d MB Texte", ErrLimit, maxStrings>>20)
			}
		}
		return nil
	})
	if errors.Is(err, errNoPart) {
		return nil
	}
	return err
}

// readStyles learns which styles write a number as a day.
func (b *workbook) readStyles() error {
	own, cells := map[string]bool{}, false
	err := b.walk("xl/styles.xml", func(t xml.StartElement) error {
		switch t.Name.Local {
		case "numFmt":
			own[attrOf(t, "numFmtId")] = dayFormat(attrOf(t, "formatCode"))
		case "cellXfs":
			cells = true
		case "xf":
			if cells && len(b.dates) < maxCodes {
				id := attrOf(t, "numFmtId")
				n, _ := strconv.Atoi(id)
				b.dates = append(b.dates, own[id] || n >= 14 && n <= 17 || n == 22)
			}
		}
		return nil
	}, func(name, _ string) error {
		if name == "cellXfs" {
			cells = false
		}
		return nil
	})
	if errors.Is(err, errNoPart) {
		return nil
	}
	return err
}

// dayFormat reports whether a format of numbers shows years or days; what stands in
// quotes or brackets is no part of it.
func dayFormat(code string) bool {
	quoted, bracket := false, false
	for _, r := range strings.ToLower(code) {
		switch {
		case r == '"':
			quoted = !quoted
		case quoted:
		case r == '[':
			bracket = true
		case r == ']':
			bracket = false
		case !bracket && (r == 'y' || r == 'd' || r == 'j' || r == 't'):
			return true
		}
	}
	return false
}

// rows gives the rows of a sheet; a cell that is left out is empty.
func (b *workbook) rows(at string, see func(row) (bool, error)) error {
	var cells []string
	var kind, value string
	line, column, style := 0, 0, -1
	err := b.walk(at, func(t xml.StartElement) error {
		switch t.Name.Local {
		case "row":
			cells = nil
			if n, err := strconv.Atoi(attrOf(t, "r")); err == nil {
				line = n
			} else {
				line++
			}
			column = 0
		case "c":
			kind, value, style = attrOf(t, "t"), "", -1
			if n, err := strconv.Atoi(attrOf(t, "s")); err == nil {
				style = n
			}
			column++
			if n := columnOf(attrOf(t, "r")); n > 0 {
				column = n
			}
		}
		return nil
	}, func(name, text string) error {
		switch name {
		case "v":
			value = text
		case "t":
			value += text
		case "c":
			if column > maxColumns {
				return fmt.Errorf("%w: mehr als %d Spalten", ErrLimit, maxColumns)
			}
			for len(cells) < column {
				cells = append(cells, "")
			}
			cells[column-1] = b.cell(kind, value, style)
		case "row":
			if strings.Join(cells, "") == "" {
				return nil
			}
			on, err := see(row{cells, line})
			if err == nil && !on {
				err = errEnough
			}
			return err
		}
		return nil
	})
	if errors.Is(err, errEnough) {
		return nil
	}
	return err
}

// columnOf gives the number of the column of "BC12", 0 where it is none.
func columnOf(ref string) (n int) {
	for _, r := range ref {
		if r < 'A' || r > 'Z' || n > maxColumns {
			break
		}
		n = n*26 + int(r-'A') + 1
	}
	return n
}

// cell gives a cell as it would be typed.
func (b *workbook) cell(kind, value string, style int) string {
	switch kind {
	case "s":
		if n, err := strconv.Atoi(strings.TrimSpace(value)); err == nil && n >= 0 && n < len(b.texts) {
			return b.texts[n]
		}
		return ""
	case "inlineStr", "str", "d":
		return value
	case "e":
		return "" // an error of a formula is no value
	case "b":
		return map[string]string{"1": "ja", "0": "nein"}[value]
	}
	n, err := strconv.ParseFloat(value, 64)
	if err != nil {
		return value
	}
	if style >= 0 && style < len(b.dates) && b.dates[style] {
		return b.day(n)
	}
	if n == math.Trunc(n) && math.Abs(n) < 1e15 {
		return strconv.FormatInt(int64(n), 10)
	}
	return value
}

// day gives the day a number stands for: they count from 1900, with a 29 February that
// never was, or from 1904 (ISO/IEC 29500-1, 18.17.4).
func (b *workbook) day(n float64) string {
	if n < 1 || n > 2_958_465 {
		return strconv.FormatFloat(n, 'f', -1, 64)
	}
	from := time.Date(1899, 12, 30, 0, 0, 0, 0, time.UTC)
	switch {
	case b.since04:
		from = time.Date(1904, 1, 1, 0, 0, 0, 0, time.UTC)
	case n < 60:
		from = from.AddDate(0, 0, 1)
	}
	at := from.Add(time.Duration(math.Round((n-math.Trunc(n))*86400))*time.Second).AddDate(0, 0, int(n))
	if at.Hour()+at.Minute()+at.Second() > 0 {
		return at.Format("2006-01-02T15:04:05")
	}
	return at.Format(time.DateOnly)
}
