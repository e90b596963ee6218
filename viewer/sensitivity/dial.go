package sensitivity

import (
	"laufzettel/transfer/pattern"
	"slices"
	"strings"
)

// Telephone numbers: behind a word, and by their form alone; of that the longest, so that no
// number is cut where a shorter form would end.
var (
	numberAfter = shape(`^(?:(?:°|\t|[.:_…]){0,40}[^\p{L}\d\n]{0,4}|°?:?°?\r?\n°{0,8})` +
		`(?:(?:nr|nummer|unter|privat|dienstl|gesch|lautet|ist|\(freiwillig\)|[\p{L}]{2,14}:)\.?[^\p{L}\d\n]{0,4}(?:\n°{0,8})?)?` +
		`([+(]?\d[\d\x{00a0}\x{202f} /().\-–]{2,28}\d)`)
	numberFull = shape(`^(?:(?:\+|00)\d{2}` + gapOfDial + `(?:\(0\)` + gapOfDial + `)?\d{1,5}` + gapOfDial + tail +
		`|\(0\d{2,5}\)` + gapOfDial + tail +
		`|(?:\(0\d?(?:°\d{1,2}){1,3}\)|0(?:°\d{1,2}){1,3}°/|0\d{2,5}°?/|\(0\d{2,5}\))°?` + inPairs +
		`|0\d{2,5}°?[\-–]?°?\d{1,2}(?:°\d{2}){2,3}|0\d{2,5}(?:[/]|°?[/\-–]°?|°)` + tail +
		`|01[5-7]\d{8,9})`).Longest()
)

// serviceNumber is one of the classes of numbers that are no person's.
var serviceNumber = pattern.Of(`^(?:0|\+49 ?)(?:800|180[1-7]|900|137)\D?`)

// goesOn is a further group of digits: then it is some other number.
var goesOn = shape(`^[ \x{00a0}\x{202f}]{1,3}\d`)

const (
	gapOfDial = `[ \x{00a0}/\-–]{0,3}(?:\r?\n)?`
	inPairs   = `\d{1,2}(?:°\d{2}){1,3}(?:[-–]\d{1,4})?` // 6 46 34, as numbers were written until 2001
	tail      = `\d{2,9}(?:[ \x{00a0}\-–]{1,3}\d{1,7}){0,4}`
)

func (f *finder) phoneAfter(at int) {
	s := f.src.window(at, 96)
	if m := numberAfter.FindStringSubmatchIndex(s); m != nil && countDigits(s[m[2]:m[3]]) >= 4 && !serviceNumber.MatchString(s[m[2]:m[3]]) {
		f.add("phone", at+m[2], at+m[3])
	}
}

func countDigits(s string) (n int) {
	for i := range len(s) {
		if digit(s[i]) {
			n++
		}
	}
	return n
}

// dialled finds a number with its area code by its form.
func (f *finder) dialled(at int) {
	if c := f.text[at]; c != '0' && c != '+' && c != '(' || at < f.taken || c == '0' && (!f.src.starts(at) || joined(f.text[:at])) {
		return
	}
	s := f.src.window(at, 48)
	if f.text[max(0, at-1):at] == "(" && numberFull.MatchString(f.src.window(at-1, 48)) {
		return // (030) 12345, taken from its bracket
	}
	m := numberFull.FindString(s)
	n := countDigits(m)
	if serviceNumber.MatchString(m) || n < 7 || n > 16 || !f.src.ends(at+len(m)) || goesOn.MatchString(s[len(m):]) {
		return
	}
	if f.sets.otherNumber(f.src.before(at, 48)) || afterSign.MatchString(f.src.before(at, 24)) || dayOfYear.MatchString(m[1:]) ||
		rowNumbered.MatchString(s[len(m):]) && cellFirst.MatchString(f.src.before(at, 8)) || abroad.MatchString(m) && n < leastAbroad {
		return
	}
	f.add("phone", at, at+len(m))
	if f.text[at] == '+' {
		f.taken = at + len(m) // its groups are no other number
	}
}

// leastAbroad is how many digits a number holds that begins with 00 and has no gaps.
const leastAbroad = 11

var (
	abroad = pattern.Of(`^00\d+$`)

	// rowNumbered is the next cell of a row: what begins the row is its number in a list.
	rowNumbered = shape(`^(?:°*[|\t;]|°{2,})°*[\p{L}\d]`)
	cellFirst   = shape(`\n°{0,4}[|]?°{0,4}$`)

	// afterSign is the sign before a number that makes it none of a telephone: the series of
	// a document (W 022 353 998), though not those that stand for Telefon, Fax, mobil, privat and the like; the
	// bank in an IBAN.
	afterSign = shape(`(?:(?:^|[^\p{L}\d])[A-CEI-LNOQRSU-Z]|[A-Z]{2}\d{2}°?[A-Z]{4})°$`)

	// numbered is a word right before a number, with what may stand between: Zählernummer,
	// Vordruck, Register Nr.
	numbered = shape(`([\p{L}][\p{L}\-]*)\.?(?:~(?:Nr|Nummer|No)\b\.?)?:?(?:~{1,3}|°?[.:_…]{2,}°?)$`)
	// numberWord is how words for numbers of whatever things end.
	numberWord = pattern.Of(`(?:nummern?|nr|zeichens?|ziffer)$`)
)

// otherNumber tells whether the word before a number says that it is none of a telephone.
func (s *sets) otherNumber(before string) bool {
	m := numbered.FindStringSubmatch(before)
	if m == nil {
		return false
	}
	word := strings.ToLower(m[1])
	if slices.ContainsFunc(s.dialling, func(w string) bool { return strings.Contains(word, w) }) {
		return false
	}
	if word == "nummer" || word == "nr" {
		return false // nothing is said of what
	}
	bare := inflected.ReplaceAllString(word, "")
	return numberWord.MatchString(word) || slices.ContainsFunc(s.counted, func(w string) bool {
		return word == w || len(w) > 3 && (strings.HasSuffix(word, w) || strings.HasSuffix(bare, w))
	})
}

// inflected are the ends of a word that stands in another case.
var inflected = pattern.Of(`(?:es|s|en|n|e)$`)

// joined tells whether the last sign before a number makes it part of something longer:
// a sign between digits, or a group of digits before it.
func joined(s string) bool {
	if s == "" {
		return false
	}
	bare := strings.TrimRight(s, " \u00a0\u202f")
	blanks := len(s) - len(bare)
	return strings.IndexByte("-/+", s[len(s)-1]) >= 0 || blanks > 0 && blanks < 3 && bare != "" && digit(bare[len(bare)-1])
}
