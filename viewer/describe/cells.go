package describe

import (
	"fmt"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"

	"laufzettel/transfer/wording"
)

// fault is what is wrong with a cell; empty where nothing is.
type fault = wording.Text

// cell brings a cell, its blanks made one, into the form it is compared in.
func (c column) cell(s string) (string, fault) {
	for _, r := range s {
		if r == utf8.RuneError {
			return "", wording.Say("hint.describe.lost-letters", s)
		}
		if !unicode.IsPrint(r) && !unicode.In(r, unicode.Cf) && r != ' ' {
			return "", wording.Say("hint.describe.control-sign", fmt.Sprintf("U+%04X", r))
		}
	}
	if n := utf8.RuneCountInString(s); n > c.longest {
		if c.form == text {
			return "", wording.Say("hint.describe.too-long", n, c.longest)
		}
		return "", c.form.fault(shorten(s))
	}
	if p := c.form.pattern(); p != nil && !p.MatchString(s) {
		return "", c.form.fault(s)
	}
	switch c.form {
	case flag:
		if s == "" || strings.ContainsAny(s[:1], "nN0fF") {
			return "", fault{}
		}
		return Yes, fault{}
	case span, end:
		return c.day(s)
	}
	return s, fault{}
}

// fault says what a cell of that form may hold.
func (f form) fault(s string) fault {
	return wording.Say(map[form]string{word: "hint.describe.not-a-word", span: "hint.describe.not-a-day", flag: "hint.describe.not-a-flag",
		end: "hint.describe.not-an-end"}[f], s)
}

func shorten(s string) string {
	if r := []rune(s); len(r) > 60 {
		return string(r[:60]) + "…"
	}
	return s
}

// day reads a day as people and spreadsheets write it; an end is always a whole day.
func (c column) day(s string) (string, fault) {
	if s == "" || s == Open || s == Endless {
		return s, fault{}
	}
	y, m, d := dayParts(s)
	if y < 500 || y > 2999 || m > 12 {
		return "", c.form.fault(s)
	}
	if d > 0 {
		if t := time.Date(y, time.Month(m), d, 0, 0, 0, 0, time.UTC); t.Day() != d || int(t.Month()) != m {
			return "", wording.Say("hint.describe.no-such-day", s)
		}
	}
	if d == 0 && c.form == end {
		if m == 0 {
			m = 12
		}
		d = time.Date(y, time.Month(m)+1, 0, 0, 0, 0, 0, time.UTC).Day()
	}
	switch {
	case d > 0:
		return fmt.Sprintf("%04d-%02d-%02d", y, m, d), fault{}
	case m > 0:
		return fmt.Sprintf("%04d-%02d", y, m), fault{}
	}
	return fmt.Sprintf("%04d", y), fault{}
}

// dayParts parts a day that matches the pattern; a month or day of nought is made one that
// no calendar has.
func dayParts(s string) (y, m, d int) {
	number := func(s string) int {
		n, err := strconv.Atoi(s)
		if err != nil || n == 0 {
			return 99
		}
		return n
	}
	parts := strings.Split(s, "-")
	if strings.Contains(s, ".") {
		parts = strings.Split(s, ".")
		parts[0], parts[len(parts)-1] = parts[len(parts)-1], parts[0]
		if len(parts) == 3 { // year, month, day: the middle stayed
			return number(parts[0]), number(parts[1]), number(parts[2])
		}
	}
	y = number(parts[0])
	if len(parts) > 1 {
		m = number(parts[1])
	}
	if len(parts) > 2 {
		d = number(parts[2])
	}
	return y, m, d
}

// damaged says what a spreadsheet did to a cell that nobody meant; empty where a person
// may have written it.
func damaged(was, now string) fault {
	switch {
	case was == now:
		return fault{}
	case twisted(now) && !twisted(was):
		return wording.Say("hint.describe.twisted-letters", now)
	case was == "":
		return fault{}
	}
	a, b := []rune(was), []rune(now)
	if len(a) == len(b) {
		lost := 0
		for i := range a {
			switch {
			case a[i] == b[i]:
			case a[i] > 0x7f && (b[i] == '?' || b[i] == '_' || b[i] == utf8.RuneError):
				lost++
			default:
				lost = -len(a)
			}
		}
		if lost > 0 {
			return wording.Say("hint.describe.lost-letters", now)
		}
	}
	x, errX := strconv.ParseFloat(strings.Replace(was, ",", ".", 1), 64)
	y, errY := strconv.ParseFloat(strings.Replace(now, ",", ".", 1), 64)
	if errX == nil && errY == nil && x == y {
		return wording.Say("hint.describe.made-a-number", was, now)
	}
	return fault{}
}

// twisted tells of a text whose umlauts are pairs of signs: UTF-8 that was read as
// Windows-1252.
func twisted(text string) bool {
	latin, err := charmap.Windows1252.NewEncoder().String(text)
	return err == nil && latin != text && utf8.ValidString(latin)
}

// asMonth tells that a spreadsheet made the first day of a month or year out of a month.
func asMonth(was, now string) bool {
	return len(was) == 7 && now == was+"-01"
}
