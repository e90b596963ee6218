package counsel

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"laufzettel/transfer/failure"
	"laufzettel/transfer/sheet"
	"laufzettel/transfer/wording"
)

// Columns of the draft list as CSV; the agency fills in the last three and sends
// the file back.
var Columns = []string{"ID", "Kennzeichen", "Betreff", "Laufzeit", "Vorschlag der Stelle", "Bewertung (Entwurf)", "Begründung",
	"Wunsch (A oder V)", "Stellungnahme", "Name"}

// Limits of a file of remarks.
const (
	maxRemarkFile = 16 << 20
	maxRemarks    = 200_000
	maxRemark     = 4000 // letters of one remark
)

// ReadRemarks reads what an agency sent back: the draft list as CSV with its last
// columns filled in, or JSON {"remarks":[{"object","wish","text","author"}]}.
// Rows without wish and text are no remarks. author stands where a row names
// none. Errors: Refused, with the line.
func ReadRemarks(r io.Reader, author string) ([]Remark, error) {
	data, err := io.ReadAll(io.LimitReader(r, maxRemarkFile+1))
	if err != nil {
		return nil, fmt.Errorf("read remarks: %w", err)
	}
	if len(data) > maxRemarkFile {
		return nil, failure.New(failure.Refused, "read remarks", wording.Say("hint.counsel.remarks-too-large"))
	}
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	if !utf8.Valid(data) {
		return nil, failure.New(failure.Refused, "read remarks", wording.Say("hint.counsel.not-utf8"))
	}
	var list []Remark
	if t := bytes.TrimSpace(data); len(t) > 0 && t[0] == '{' {
		list, err = jsonRemarks(t)
	} else {
		list, err = csvRemarks(data)
	}
	if err != nil {
		return nil, err
	}
	for i := range list {
		if list[i].Author == "" {
			list[i].Author = author
		}
	}
	return list, nil
}

func jsonRemarks(data []byte) ([]Remark, error) {
	var file struct {
		Remarks []Remark `json:"remarks"`
	}
	if err := json.Unmarshal(data, &file); err != nil {
		return nil, failure.Wrap(failure.Refused, "read remarks", wording.Say("hint.counsel.not-json"), err)
	}
	if len(file.Remarks) > maxRemarks {
		return nil, tooMany()
	}
	out := make([]Remark, 0, len(file.Remarks))
	for n, r := range file.Remarks {
		clean, ok, err := r.tidy(n + 1)
		if err != nil {
			return nil, err
		}
		if ok {
			out = append(out, clean)
		}
	}
	return out, nil
}

func tooMany() error {
	return failure.New(failure.Refused, "read remarks", wording.Say("hint.counsel.too-many-remarks", maxRemarks))
}

// tidy trims a remark and refuses what nobody meant; false: an empty row.
func (r Remark) tidy(line int) (Remark, bool, error) {
	r.Object, r.Author, r.Text = strings.TrimSpace(r.Object), strings.TrimSpace(r.Author), strings.TrimSpace(r.Text)
	r.Wish = strings.ToUpper(strings.TrimSpace(r.Wish))
	switch {
	case r.Wish == "" && r.Text == "":
		return r, false, nil
	case r.Object == "":
		return r, false, failure.New(failure.Refused, "read remarks", wording.Say("hint.counsel.line-without-id", line))
	case r.Wish != "" && r.Wish != "A" && r.Wish != "V":
		return r, false, failure.New(failure.Refused, "read remarks", wording.Say("hint.counsel.not-a-wish", line, cut(r.Wish, 40)))
	case utf8.RuneCountInString(r.Text) > maxRemark:
		return r, false, failure.New(failure.Refused, "read remarks", wording.Say("hint.counsel.remark-too-long", line, maxRemark))
	}
	return r, true, nil
}

func cut(s string, n int) string {
	if r := []rune(s); len(r) > n {
		return string(r[:n]) + "…"
	}
	return s
}

// csvRemarks reads the draft list; the order of the columns may be another.
func csvRemarks(data []byte) ([]Remark, error) {
	c := csv.NewReader(bytes.NewReader(data))
	c.Comma, c.FieldsPerRecord, c.LazyQuotes = separator(data), -1, true
	head, err := c.Read()
	if err != nil {
		return nil, failure.Wrap(failure.Refused, "read remarks", wording.Say("hint.counsel.remarks-empty"), err)
	}
	at := func(name string) int {
		return slices.IndexFunc(head, func(h string) bool { return strings.EqualFold(strings.TrimSpace(h), name) })
	}
	id, wish, text, name := at(Columns[0]), at(Columns[7]), at(Columns[8]), at(Columns[9])
	if id < 0 || wish < 0 && text < 0 {
		return nil, failure.New(failure.Refused, "read remarks", wording.Say("hint.counsel.columns-missing", Columns[0], Columns[8]))
	}
	var out []Remark
	for line := 2; ; line++ {
		row, err := c.Read()
		if errors.Is(err, io.EOF) {
			return out, nil
		}
		if err != nil {
			return nil, failure.Wrap(failure.Refused, "read remarks", wording.Say("hint.counsel.line-unreadable", line), err)
		}
		cell := func(i int) string {
			if i < 0 || i >= len(row) {
				return ""
			}
			return row[i]
		}
		r, ok, err := Remark{Object: sheet.Bare(cell(id)), Wish: cell(wish), Text: sheet.Bare(cell(text)),
			Author: sheet.Bare(cell(name))}.tidy(line)
		if err != nil {
			return nil, err
		}
		if ok {
			out = append(out, r)
		}
		if len(out) > maxRemarks {
			return nil, tooMany()
		}
	}
}

// separator is what parts the cells of the first line: a spreadsheet may have
// changed it.
func separator(data []byte) rune {
	line, _, _ := bytes.Cut(data, []byte("\n"))
	for _, s := range []rune{';', '\t', ','} {
		if bytes.ContainsRune(line, s) {
			return s
		}
	}
	return ';'
}
