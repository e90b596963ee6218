package sensitivity

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A family name stands alone as often as not: "laut Neumann", a signature, the third
// mention of a person. The list of family names and the ends that only family names have
// (-owski, -oğlu) tell one without a word beside it; names that are common words as well
// (Koch, Winter) count only where something else tells of a name.

// isFamily tells whether a word, or one of its parts, is a family name that is no other word.
func (s *sets) isFamily(w string) bool {
	if s.family[w] {
		return true
	}
	last := w[strings.LastIndexByte(w, '-')+1:]
	if s.named[last] || s.stop[w] {
		return false
	}
	if last != w && (s.family[last] || s.family[w[:strings.IndexByte(w, '-')]]) {
		return true
	}
	low := strings.ToLower(w)
	return utf8.RuneCountInString(w) > 5 && low[1:] == w[1:] && !slices.ContainsFunc(s.noFamily, endOf(low)) &&
		slices.ContainsFunc(s.familyEnds, endOf(low))
}

// endOf tells of an end whether a word has it.
func endOf(low string) func(string) bool {
	return func(end string) bool { return strings.HasSuffix(low, end) }
}

// maybeFamily tells the same of names that are common words as well.
func (s *sets) maybeFamily(w string) bool { return s.isFamily(w) || s.familyDoubtful[w] }

// What stands before a family name and belongs to it: a given name, initials, particles.
var (
	leftOf = shape(`(?:^|[^\p{L}\-.])((?:(?:[\p{Lu}]\.(?:-[\p{Lu}]\.)?|[\p{Lu}][\p{Ll}’']+(?:-[\p{Lu}][\p{Ll}]+)?)~){1,2})` +
		`(?:(?:von|van|de|der|den|vom|zu|zur)~){0,2}$`)
	notBehind = shape(`(?:[\p{L}\d]-|[§#&/@]|` +
		`(?i:straße|str\.|platz|stadt|gemeinde|ort|schloss|schloß|burg|berg|hotel|firma|ortsteil|bahnhof)~{1,2})$`)
	notAhead = shape(`^(?:[-/&@]\p{L}|` +
		`°(?:Straße|Str\.|Platz|Allee|Weg|Ring|Damm|Schule|Stiftung|Gruppe|Verlag|Preis|Effekt)\b|[./]\p{Ll})`)
	againWindow = 48
)

// alone takes a family name that needs no word beside it, with what belongs to it.
func (f *finder) alone(at, end int, w string) {
	if f.text[max(0, at-1):at] == "-" || !unicode.IsUpper([]rune(w)[0]) {
		return
	}
	if end = f.wordEnd(at, end); end-at > len(w) {
		w = f.text[at:end]
	}
	if !f.sets.isFamily(w) || f.role(w) {
		return
	}
	f.person("name-family", at, end)
}

// role tells whether a word is a title, or calls a rule as a role does: it is no name.
func (f *finder) role(w string) bool {
	return f.sets.titles[w] || len(f.calls(strings.ToLower(w), false)) > 0
}

// wordEnd gives the end of a word of a name that may go on behind a hyphen.
func (f *finder) wordEnd(at, end int) int {
	if end < len(f.text) && (strings.IndexByte("-'", f.text[end]) >= 0 || f.text[end] >= utf8.RuneSelf) {
		return max(end, at+len(nameWord.FindString(f.src.window(at, 64))))
	}
	return end
}

// person adds a family name found by itself with the given names or initials before it,
// unless it is part of something else.
func (f *finder) person(rule string, at, end int) {
	if notBehind.MatchString(f.src.before(at, 24)) || notAhead.MatchString(f.src.window(end, 24)) {
		return
	}
	f.named(rule, f.leftward(at, rule == "name-family"), end)
}

// leftward gives where a person's name begins whose family name stands at byte at.
// bold takes a given name nobody knows as well.
func (f *finder) leftward(at int, bold bool) int {
	head := f.src.before(at, againWindow)
	m := leftOf.FindStringSubmatchIndex(head)
	if m == nil {
		return at
	}
	from := m[2]
	if n := strings.LastIndexByte(head[from:m[3]], '\n') + 1; n > 0 && from+n < m[3] {
		if w := nameWord.FindString(head[from:]); !f.sets.isGiven(w) || f.sets.maybeFamily(w) {
			from += n // the person on the line above
		}
	}
	for from < m[3] { // words before that belong to the sentence are none of it
		w := nameWord.FindString(head[from:])
		initial := utf8.RuneCountInString(w) == 1
		sentence := from == 0 && len(head) == at || from > 0 && strings.HasSuffix(strings.TrimRight(head[:from], " \n"), ".")
		known := f.sets.isGiven(w)
		if initial || known || bold && !sentence && !f.common(w, false) && !f.role(w) {
			return at - len(head) + from
		}
		from += len(w)
		for from < m[3] && !unicode.IsLetter(runeAt(head[from:])) {
			from++
		}
		if r := runeAt(head[from:]); from < m[3] && !unicode.IsUpper(r) {
			return at - len(head) + from
		}
	}
	return at
}

func runeAt(s string) rune {
	r, _ := utf8.DecodeRuneInString(s)
	return r
}
