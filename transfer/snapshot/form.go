package snapshot

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"laufzettel/transfer/pattern"
	"laufzettel/transfer/wording"
)

// Unknown is what stands where nobody can say: it differs from a statement that is not
// made because the step it belongs to was not taken.
const Unknown = "unbekannt"

// Known reports a value that says something.
func Known(v string) bool { return v != "" && !strings.EqualFold(strings.TrimSpace(v), Unknown) }

// Same reports whether a value states a number, however it is grouped and with or without
// its unit.
func Same(v string, n int64) bool {
	got, ok := Number(v)
	return ok && got == n
}

// units may stand behind a number of bytes.
var units = []string{"bytes", "byte", "b"}

// Number reads a whole number as people write it: "1.234.567 Bytes".
func Number(v string) (int64, bool) {
	v = strings.ToLower(strings.TrimSpace(v))
	for _, u := range units {
		v = strings.TrimSpace(strings.TrimSuffix(v, u))
	}
	plain := strings.NewReplacer(".", "", " ", "", "\u00a0", "", "\u202f", "", "'", "").Replace(v)
	if plain == "" || strings.Trim(plain, "0123456789") != "" {
		return 0, false
	}
	n, err := strconv.ParseInt(plain, 10, 64)
	return n, err == nil
}

// maxValue bounds one statement.
const maxValue = 100_000

// form is what values of a statement look like.
type form struct {
	fits func(string) bool
	want wording.Text
}

// forms are the statements that are more than free text, by number.
var forms = formsOf()

func formsOf() map[int]form {
	out := map[int]form{}
	put := func(f form, numbers ...int) {
		for _, n := range numbers {
			out[n] = f
		}
	}
	put(form{func(v string) bool { _, ok := Number(v); return ok }, wording.Say("want.snapshot.number")}, 22, 23, 24, 37, 39, 40, 41, 42,
		44, 46, 50, 51, 58, 68, 80)
	put(form{depth, wording.Say("want.snapshot.depth", maxDepth)}, 14, 15)
	put(form{func(v string) bool { n, ok := Number(v); return ok && n >= 1 && n <= maxParallel }, wording.Say("want.snapshot.parallel",
		maxParallel)}, 18)
	put(form{rate.MatchString, wording.Say("want.snapshot.rate")}, 17)
	put(form{func(v string) bool { _, ok := Day(v); return ok }, wording.Say("want.snapshot.day")}, 7, 31, 35, 53, 60, 65, 74)
	put(form{duration.MatchString, wording.Say("want.snapshot.duration")}, 29, 38, 55, 67)
	put(form{func(v string) bool { return v == "ja" || v == "nein" }, wording.Say("want.snapshot.yes")}, 34)
	put(form{extensions.MatchString, wording.Say("want.snapshot.extensions")}, 16)
	put(form{counts.MatchString, wording.Say("want.snapshot.counts")}, 25)
	return out
}

// Bounds of depths and of downloads at a time: HTTrack takes no greater ones.
const (
	maxDepth    = 9999
	maxParallel = 1000
)

func depth(v string) bool {
	n, ok := Number(v)
	return ok && n <= maxDepth || v == "unbegrenzt"
}

var (
	rate = pattern.Of(
		`^\d[\d. ]*(,\d+)?\s*((k|m)?(i?b|byte|bytes|bit)?\s*(/|pro|je)?\s*(s|sek|sekunde)?|kbps|mbps)\.?$|^unbegrenzt$`)
	duration = pattern.Of(`^\d+:\d\d(:\d\d)?( stunden| std\.?| h)?$|` +
		`^(\d+([.,]\d+)?\s*(d|tage?|days?|h|stunden?|std\.?|hours?|m|min\.?|minuten?|minutes?|s|sek\.?|sekunden?|seconds?|ms)[\s,]*(und |and )?)+$`)
	extensions = pattern.Of(`^\*?\.?[\pL\d_-]+([,;\s]+\*?\.?[\pL\d_-]+)*$`)
	counts     = pattern.Of(`^[^\s,]+:?\s*\d[\d.]*(\s*[,;]\s*[^\s,]+:?\s*\d[\d.]*)*$`)
)

// days are the forms a day is written in; a time of the day may follow.
var days = []string{time.RFC3339, "2006-01-02T15:04:05", "2006-01-02 15:04:05", "2006-01-02 15:04", time.DateOnly,
	"2.1.2006 15:04:05", "2.1.2006 15:04", "2.1.2006, 15:04", "2.1.2006"}

// Day reads the day of a statement.
func Day(v string) (time.Time, bool) {
	for _, layout := range days {
		if t, err := time.Parse(layout, strings.TrimSpace(v)); err == nil {
			return t, true
		}
	}
	return time.Time{}, false
}

// none are the words that say that there is nothing to state.
var none = []string{Unknown, "keine", "keiner", "keines", "entfällt", "–", "-"}

// Fault reports a value that is not what a statement asks for by type and range, with
// what is expected.
func Fault(n int, value string) (want wording.Text, bad bool) {
	v := strings.ToLower(strings.TrimSpace(value))
	if len(v) > maxValue {
		return wording.Say("want.snapshot.short", maxValue), true
	}
	f, there := forms[n]
	if !there || v == "" || slices.Contains(none, v) || f.fits(v) || f.fits(strings.TrimSpace(value)) {
		return wording.Text{}, false
	}
	return f.want, true
}
