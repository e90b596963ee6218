// Package words gives screens their texts, numbers and dates in the language of
// the user. It knows the catalogues of assets/translations and nothing of Fyne,
// so that presenters may use it. Values are immutable and safe for concurrent use.
package words

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"laufzettel/assets"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
)

// Words is one language: a catalogue of texts and the way to write numbers,
// sizes and dates (look.md 6).
type Words struct {
	lang  string
	texts map[string]string
	group string // separates thousands
	point string // separates decimals
	zone  *time.Location
}

// Load reads the catalogue of a language, "de" or "en".
func Load(lang string) (*Words, error) {
	texts, err := assets.Texts(lang)
	if err != nil {
		return nil, err
	}
	return Of(lang, texts), nil
}

// Of gives the words of a language with a catalogue of its own.
func Of(lang string, texts map[string]string) *Words {
	w := &Words{lang: lang, texts: texts, group: ".", point: ",", zone: time.Local}
	if lang == "en" {
		w.group, w.point = ",", "."
	}
	return w
}

// In gives the same words with times shown in zone.
func (w *Words) In(zone *time.Location) *Words {
	c := *w
	c.zone = zone
	return &c
}

// Swiss gives the same words with the Swiss thousands mark (20'117).
func (w *Words) Swiss() *Words {
	c := *w
	c.group = "’"
	return &c
}

// Language is "de" or "en".
func (w *Words) Language() string { return w.lang }

// Has tells whether the catalogue holds the key.
func (w *Words) Has(key string) bool { _, ok := w.texts[key]; return ok }

// T gives the text of a key with {0}, {1} … replaced by args (numbers written as
// Int does). A key that is missing shows itself, so that it is seen in a test.
func (w *Words) T(key string, args ...any) string {
	text, ok := w.texts[key]
	if !ok {
		return key
	}
	return wording.Fill(text, func(i int) (string, bool) {
		if i >= len(args) {
			return "", false
		}
		return w.show(args[i]), true
	})
}

// Word gives the word for a value of the code, whose key is prefix and value; a value
// the catalogue does not know is shown as it is.
func (w *Words) Word(prefix, value string) string {
	if w.Has(prefix + value) {
		return w.T(prefix + value)
	}
	return value
}

// Explain gives the sentence of an error in this language, or fallback where nobody
// gave it one.
func (w *Words) Explain(err error, fallback string) string {
	if hint := failure.HintOf(err); !hint.Empty() {
		return hint.In(w.lang)
	}
	return fallback
}

// N gives key.one for 1, key.none for 0 where the catalogue has it, else
// key.other; {0} is the number, args follow as {1} ….
func (w *Words) N(key string, n int, args ...any) string {
	all := append([]any{n}, args...)
	switch {
	case n == 1:
		return w.T(key+".one", all...)
	case n == 0 && w.Has(key+".none"):
		return w.T(key+".none", all...)
	}
	return w.T(key+".other", all...)
}

func (w *Words) show(a any) string {
	switch v := a.(type) {
	case int:
		return w.Int(int64(v))
	case int64:
		return w.Int(v)
	case time.Time:
		return w.Date(v)
	}
	return fmt.Sprint(a)
}

// Int writes a whole number with thousands marks: 20.117.
func (w *Words) Int(n int64) string {
	s := strconv.FormatInt(n, 10)
	sign := ""
	if n < 0 {
		sign, s = "-", s[1:]
	}
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + w.group + s[i:]
	}
	return sign + s
}

// Bytes writes a size in decimal units with one place below ten: 5,1 GB, 312 MB.
func (w *Words) Bytes(n int64) string {
	units := []string{"B", "kB", "MB", "GB", "TB"}
	f, u := float64(n), 0
	for f >= 999.5 && u < len(units)-1 {
		f, u = f/1000, u+1
	}
	places := 0
	if u > 0 && f < 99.95 {
		places = 1
	}
	figure := strings.TrimSuffix(strconv.FormatFloat(f, 'f', places, 64), ".0")
	return strings.ReplaceAll(figure, ".", w.point) + " " + units[u]
}

// Date writes 17.11.2026, "" for the zero time.
func (w *Words) Date(t time.Time) string { return w.format(t, "02.01.2006", "2 Jan 2006") }

// Day writes 17.11., for gutters that show the year elsewhere.
func (w *Words) Day(t time.Time) string { return w.format(t, "02.01.", "2 Jan") }

// Clock writes 09:12.
func (w *Words) Clock(t time.Time) string { return w.format(t, "15:04", "15:04") }

// Second writes 10:42:07.
func (w *Words) Second(t time.Time) string { return w.format(t, "15:04:05", "15:04:05") }

// Moment writes 17.11.2026 09:12.
func (w *Words) Moment(t time.Time) string {
	return w.format(t, "02.01.2006 15:04", "2 Jan 2006 15:04")
}

// Short writes 17.11. 09:12.
func (w *Words) Short(t time.Time) string { return w.format(t, "02.01. 15:04", "2 Jan 15:04") }

// Written writes a date as it is kept (2009-11-02, also with a time, or 2009-11) as people do:
// 02.11.2009. What is no date stays: a filing reference may look like one (63.2-0147).
func Written(w *Words, date string) string {
	return kept(w, date, "02.01.2006", "2 Jan 2006", "01.2006", "Jan 2006")
}

// WrittenDay writes it without its year: 02.11.; – where it has no month.
func WrittenDay(w *Words, date string) string {
	if s := kept(w, date, "02.01.", "2 Jan", "01.", "Jan"); s != date {
		return s
	}
	return "–"
}

// kept writes a day or a month, which lie in no zone.
func kept(w *Words, date, deDay, enDay, deMonth, enMonth string) string {
	day, month := deDay, deMonth
	if w.lang == "en" {
		day, month = enDay, enMonth
	}
	if d, _, _ := strings.Cut(strings.Replace(date, " ", "T", 1), "T"); len(d) == len(time.DateOnly) {
		if t, err := time.Parse(time.DateOnly, d); err == nil {
			return t.Format(day)
		}
	}
	if t, err := time.Parse("2006-01", date); err == nil {
		return t.Format(month)
	}
	return date
}

// WrittenSpan writes a span of such dates, either may be "".
func WrittenSpan(w *Words, from, to string) string {
	switch f, t := Written(w, from), Written(w, to); {
	case f == t || t == "":
		return f
	case f == "":
		return "– " + t
	default:
		return f + " – " + t
	}
}

// Weekday writes Mo, Di …; Long the whole day: Dienstag, 17. November 2026.
func (w *Words) Weekday(t time.Time) string {
	return w.T("date.weekday." + strconv.Itoa(int(t.In(w.zone).Weekday())))
}

// Long writes Dienstag, 17. November 2026.
func (w *Words) Long(t time.Time) string {
	l := t.In(w.zone)
	return w.T("date.long", w.T("date.dayname."+strconv.Itoa(int(l.Weekday()))), strconv.Itoa(l.Day()),
		w.T("date.month."+strconv.Itoa(int(l.Month()))), strconv.Itoa(l.Year()))
}

// SameDay tells whether two times fall on one day in the zone shown.
func (w *Words) SameDay(a, b time.Time) bool {
	ay, am, ad := a.In(w.zone).Date()
	by, bm, bd := b.In(w.zone).Date()
	return ay == by && am == bm && ad == bd
}

func (w *Words) format(t time.Time, de, en string) string {
	if t.IsZero() {
		return ""
	}
	if w.lang == "en" {
		return t.In(w.zone).Format(en)
	}
	return t.In(w.zone).Format(de)
}

// Left writes a time left in plain words: noch 1 min 40 s.
func (w *Words) Left(d time.Duration) string {
	if d <= 0 {
		return ""
	}
	switch s := int64(d.Round(time.Second) / time.Second); {
	case s < 60:
		return w.T("time.left.s", s)
	case s < 600 && s%60 != 0:
		return w.T("time.left.min.s", s/60, s%60)
	case s < 5400:
		return w.T("time.left.min", (s+30)/60)
	default:
		return w.T("time.left.h", s/3600, s%3600/60)
	}
}
