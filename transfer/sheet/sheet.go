// Package sheet writes tables as CSV that spreadsheets of this country open at once
// (UTF-8 with BOM, semicolons, CRLF), and keeps values of strangers from being taken
// for formulas there (docs/security.md). It reads nothing. Standard library only.
package sheet

import (
	"encoding/csv"
	"io"
	"strconv"
	"strings"
)

// BOM tells a spreadsheet that the text is UTF-8.
const BOM = "\ufeff"

// signs are what a spreadsheet takes for the beginning of a formula.
const signs = "=+-@\t\r"

// Guard puts an apostrophe before a value that a spreadsheet would take for a
// formula; numbers stay as they are. One that looks guarded already gets one more, so
// that Bare gives back what was there.
func Guard(s string) string {
	if !formula(s) {
		return s
	}
	if _, err := strconv.ParseFloat(s, 64); err == nil {
		return s
	}
	return "'" + s
}

// formula tells of a value that a spreadsheet takes for a formula, apostrophes before it
// or not.
func formula(s string) bool {
	s = strings.TrimLeft(s, "'")
	return s != "" && strings.ContainsRune(signs, rune(s[0]))
}

// Bare takes the apostrophe of Guard away again.
func Bare(s string) string {
	if strings.HasPrefix(s, "'") && formula(s) {
		return s[1:]
	}
	return s
}

// Write writes rows, every value guarded.
func Write(w io.Writer, rows ...[]string) error {
	if _, err := io.WriteString(w, BOM); err != nil {
		return err
	}
	c := NewWriter(w)
	for _, r := range rows {
		if err := c.Write(r); err != nil {
			return err
		}
	}
	return c.Flush()
}

// Writer writes rows one after the other, without a BOM.
type Writer struct{ csv *csv.Writer }

// NewWriter writes to w.
func NewWriter(w io.Writer) *Writer {
	c := csv.NewWriter(w)
	c.Comma, c.UseCRLF = ';', true
	return &Writer{c}
}

// Write writes one row, every value guarded.
func (w *Writer) Write(row []string) error {
	out := make([]string, len(row))
	for i, s := range row {
		out[i] = Guard(s)
	}
	return w.csv.Write(out)
}

// Flush hands over what is buffered and gives the first error.
func (w *Writer) Flush() error {
	w.csv.Flush()
	return w.csv.Error()
}
