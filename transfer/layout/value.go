package layout

import (
	"errors"
	"path"
	"regexp"
	"strings"
	"time"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"

	"laufzettel/transfer/pattern"
	"laufzettel/transfer/wording"
)

// encodings are the character sets of tables, by the name in a layout.
var encodings = map[string]encoding.Encoding{"utf-8": unicode.UTF8BOM, "utf-16": unicode.UTF16(unicode.LittleEndian, unicode.UseBOM),
	"windows-1252": charmap.Windows1252, "iso-8859-1": charmap.Windows1252, "iso-8859-15": charmap.ISO8859_15, "cp850": charmap.CodePage850}

// encodingOf gives the character set of a name, nil where there is none such.
func encodingOf(name string) encoding.Encoding {
	if name == "" {
		name = "utf-8"
	}
	return encodings[strings.ToLower(name)]
}

var errForm = errors.New("form")

// patternOf makes "{_}-{value}.pdf" a pattern whose only group is the value; nil for "".
func patternOf(s string) (*regexp.Regexp, error) {
	if s == "" {
		return nil, nil
	}
	if strings.Count(s, "{value}") != 1 || len(s) > maxPath {
		return nil, errForm
	}
	q := regexp.QuoteMeta(s)
	q = strings.NewReplacer(regexp.QuoteMeta("{value}"), "(.+?)", regexp.QuoteMeta("{_}"), ".+?").Replace(q)
	return regexp.Compile("^" + q + "$")
}

// dateWords are the parts of a date form with what they are to package time; the
// longer come first.
var dateWords = strings.NewReplacer("JJJJ", "2006", "YYYY", "2006", "TT", "02", "DD", "02", "MM", "01", "hh", "15", "mm", "04", "ss", "05",
	"T", "2", "D", "2", "M", "1")

// dateOf makes a date form one of package time; "" for "". Years have four digits.
func dateOf(s string) (string, error) {
	if s == "" {
		return "", nil
	}
	if len(s) > 40 || !strings.Contains(s, "JJJJ") && !strings.Contains(s, "YYYY") {
		return "", errForm
	}
	probe := time.Date(1987, 11, 23, 17, 46, 0, 0, time.UTC)
	form := dateWords.Replace(s)
	back, err := time.Parse(form, probe.Format(form))
	if err != nil || back.Year() != 1987 || back.Month() != 11 || back.Day() != 23 {
		return "", errForm
	}
	return form, nil
}

// numberForms are the ways a number is written, by an example.
var numberForms = []string{"1.234,56", "1,234.56", "1'234.56", "1 234,56"}

// numberOf gives what sets thousands and fractions apart; "" for "".
func numberOf(s string) (separators string, err error) {
	if s == "" {
		return "", nil
	}
	for _, f := range numberForms {
		if f == s {
			return s[1:2] + s[5:6], nil
		}
	}
	return "", errForm
}

var groupedNumber = pattern.Of(`^-?([0-9]{1,3}(g[0-9]{3})+|[0-9]+)(d[0-9]+)?$`)

// plainNumber writes a number with a point and nothing between thousands.
func plainNumber(v, separators string) (string, bool) {
	group, decimal := separators[:1], separators[1:]
	marked := strings.NewReplacer(group, "g", decimal, "d", "\u00a0", "g", "\u202f", "g", "’", "g").Replace(v)
	if !groupedNumber.MatchString(marked) {
		return v, false
	}
	return strings.NewReplacer("g", "", "d", ".").Replace(marked), true
}

// form is how one statement is written, compiled.
type form struct {
	pattern *regexp.Regexp
	date    string
	number  string
	codes   map[string]string
	asked   Statement
}

func (l *Layout) form(s Statement) form {
	f := form{asked: s, codes: l.CodeLists[s.Codes]}
	f.pattern, _ = patternOf(s.Pattern) // Validate saw them
	f.date, _ = dateOf(s.Date)
	f.number, _ = numberOf(s.Number)
	return f
}

// read gives the value as the kind wants it. What has not the agreed form stays as it
// is written, and bad says in German what is wrong.
func (f form) read(v string) (out, bad string) {
	v = strings.TrimSpace(v)
	if v == "" {
		return "", ""
	}
	if f.pattern != nil {
		m := f.pattern.FindStringSubmatch(v)
		if m == nil {
			return v, wording.Say("said.layout.no-pattern", short(v), f.asked.Pattern).String()
		}
		v = m[1]
	}
	if f.asked.Codes != "" {
		word, ok := f.codes[v]
		if !ok {
			return v, wording.Say("said.layout.no-code", short(v), f.asked.Codes).String()
		}
		v = word
	}
	if f.date != "" {
		d, err := time.Parse(f.date, v)
		if err != nil {
			return v, wording.Say("said.layout.no-date", short(v), f.asked.Date).String()
		}
		if strings.Contains(f.date, "15") {
			return d.Format("2006-01-02T15:04:05"), ""
		}
		return d.Format(time.DateOnly), ""
	}
	if f.number != "" {
		n, ok := plainNumber(v, f.number)
		if !ok {
			return v, wording.Say("said.layout.no-number", short(v), f.asked.Number).String()
		}
		v = n
	}
	return v, ""
}

// short cuts a value for people.
func short(s string) string {
	if r := []rune(s); len(r) > maxExample {
		return string(r[:maxExample]) + "…"
	}
	return s
}

// fileStatement gives what a path like "~name" says of a file.
func fileStatement(what, at string) string {
	base := path.Base(at)
	switch what {
	case "~name":
		return base
	case "~stem":
		return strings.TrimSuffix(base, path.Ext(base))
	case "~extension":
		return strings.TrimPrefix(path.Ext(base), ".")
	case "~folder":
		if d := path.Dir(at); d != "." {
			return d
		}
		return ""
	}
	return at
}
