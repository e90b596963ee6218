package report

import (
	"fmt"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"laufzettel/transfer/record"
	"laufzettel/transfer/wording"
)

// number writes n the German way: 20.117; zero is "keine".
func number(n int) string {
	if n == 0 {
		return say("paper.format.none")
	}
	return grouped(int64(n))
}

func grouped(n int64) string {
	s := strconv.FormatInt(n, 10)
	sign := ""
	if n < 0 {
		sign, s = "-", s[1:]
	}
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "." + s[i:]
	}
	return sign + s
}

// size writes a number of bytes in decimal units: 5,1 GB.
func size(n int64) string {
	if n < 1000 {
		return say("paper.format.bytes", grouped(n))
	}
	v, unit := float64(n), ""
	for _, u := range []string{"KB", "MB", "GB", "TB", "PB"} {
		v, unit = v/1000, u
		if v < 999.95 {
			break
		}
	}
	return strings.Replace(fmt.Sprintf("%.1f %s", v, unit), ".", ",", 1)
}

// day writes 17.11.2026; the zero time is "".
func day(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.Format("02.01.2006")
}

// moment writes 17.11.2026, 09:12:04 (UTC+01:00), since a report must name the
// time of a step without doubt (A18).
func moment(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	zone := t.Format("-07:00")
	if zone == "+00:00" {
		zone = ""
	}
	return t.Format("02.01.2006, 15:04:05") + " (UTC" + zone + ")"
}

// SpanText writes a Laufzeit for people, "12.02.2011 – 30.04.2014", and says where
// it was derived from the documents (A38).
func SpanText(s record.DateSpan) string {
	text := (record.DateSpan{From: record.Date(date(string(s.From))), To: record.Date(date(string(s.To)))}).String()
	if s.Derived && text != "" {
		text += say("paper.format.derived")
	}
	return text
}

// date turns a source date (2011-02-12, 2011-02, 2011) into 12.02.2011.
func date(d string) string {
	p := strings.Split(d, "-")
	for i, j := 0, len(p)-1; i < j; i, j = i+1, j-1 {
		p[i], p[j] = p[j], p[i]
	}
	return strings.Join(p, ".")
}

// begun is a text as the beginning of a sentence: "keine Fehler" → "Keine Fehler".
func begun(s string) string {
	r, n := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(r)) + s[n:]
}

// counted writes a number with the right word: "1 Datei", "keine Dateien"; unit names the
// word as paper.unit.<unit>.
func counted(n int, unit string) string {
	if n == 1 {
		return "1 " + say("paper.unit."+unit+".one")
	}
	return number(n) + " " + say("paper.unit."+unit+".other")
}

// say gives a text of the papers: whatever language a person works in, what leaves the
// archive and what it keeps is German, so these texts stand in the German catalogue only.
func say(key string, values ...any) string { return wording.Say(key, values...).In(wording.German) }
