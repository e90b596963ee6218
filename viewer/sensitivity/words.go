package sensitivity

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// word looks what a word calls for.
func (f *finder) word(at, end int, w string) {
	low := strings.ToLower(w)
	for _, rule := range f.words[low] {
		switch rule {
		case "birth":
			f.born(at, end)
		case "phone":
			f.phoneAfter(end)
		case "address-word":
			f.placeAfter(end)
		case "name-title", "name-role":
			f.nameAfter(rule, end)
		}
	}
	first, _ := utf8.DecodeRuneInString(w)
	switch {
	case !unicode.IsUpper(first):
	case f.sets.given[w] || strings.ToUpper(w) == w && f.sets.given[capital(low)]:
		f.given(at, end, capital(low))
	}
	if low == "i" {
		f.byOrder(at)
	}
	if f.sets.registers[w] {
		f.court(at, end)
	}
	f.street(at, end, low)
	if f.special[low] {
		f.add("special", at, end)
	}
	if w == "at" {
		f.mailAt(at, end)
	}
}

// capital writes a word with a great first letter.
func capital(low string) string {
	c, n := utf8.DecodeRuneInString(low)
	return string(unicode.ToUpper(c)) + low[n:]
}

// A word of a name, and what stands between two of them.
var (
	nameWord = shape(`^[\p{Lu}][\p{L}\p{Mn}'’]*(?:-[\p{L}'’]+)*`)
	between  = shape(`^(?:~und~|~{1,3}|\.~{0,2}|,~{1,2})`)
	smallOne = shape(`^\p{Ll}{1,5}`)
	lead     = shape(`^(?:~|[.:;]|(?:in|innen|en)\b){0,6}`)
)

// nameWindow is how far a name may reach.
const nameWindow = 96

// nameAfter takes the name behind a title or role.
func (f *finder) nameAfter(rule string, at int) {
	s := f.window(at, nameWindow)
	skip := len(lead.FindString(s))
	if skip == 0 {
		if rule != "name-role" || !strings.HasPrefix(s, ", Vorname") {
			return
		}
		skip = len(", Vorname")
		skip += len(lead.FindString(s[skip:]))
	}
	from, to := f.name(s[skip:], rule == "name-title" || strings.Contains(s[:skip], ":"))
	f.add(rule, at+skip+from, at+skip+to)
}

// byOrder takes the name behind i. A. and i. V.
var order = shape(`^[iI]\.~?[AV]\.~{1,2}`)

func (f *finder) byOrder(at int) {
	s := f.window(at, nameWindow)
	if head := len(order.FindString(s)); head > 0 {
		from, to := f.name(s[head:], true)
		f.add("name-title", at+head+from, at+head+to)
	}
}

// name gives the place of a name at the beginning of s: titles are passed over, up to
// four words of a name with their particles count. sure says that a name must come;
// else the first word must not be a common noun by its ending.
func (f *finder) name(s string, sure bool) (from, to int) {
	at, words, comma, particle := 0, 0, false, false
	from = -1
	for words < 4 {
		w := nameWord.FindString(s[at:])
		if w == "" {
			w = smallOne.FindString(s[at:])
			if !f.sets.particles[w] || article[w] && !particle {
				break
			}
			particle = true
		} else if words > 0 || !f.sets.titles[w] { // a title is no name; what follows may be
			if f.common(w, sure && words == 0) {
				break
			}
			words++
			to = at + len(w)
		}
		if from < 0 && (words > 0 || f.sets.particles[w]) {
			from = at
		}
		at += len(w)
		gap := between.FindString(s[at:])
		if gap == "" || strings.Count(gap, "\n") > 0 && words > 0 || gap[0] == '.' && words > 0 && len(w) > 2 {
			break
		}
		if gap[0] == ',' {
			if words == 0 || comma {
				break
			}
			next := nameWord.FindString(s[at+len(gap):])
			if comma = true; !f.isGiven(next) && (!sure || next == "" || f.common(next, false)) {
				break
			}
		}
		if strings.Contains(gap, "und") && words == 0 {
			break
		}
		at += len(gap)
	}
	if words == 0 {
		return 0, 0
	}
	return from, to
}

// article are the particles that stand in a name behind another one only: von der Heide.
var article = map[string]bool{"der": true, "den": true, "dem": true}

// isGiven tells whether a word, or the first part of one with a hyphen, is a given name.
func (f *finder) isGiven(w string) bool {
	first, _, _ := strings.Cut(w, "-")
	return f.sets.given[w] || f.sets.given[first]
}

// common tells whether a word is a common noun: by the list, or by its ending where no
// name must come.
func (f *finder) common(w string, sure bool) bool {
	if f.sets.stop[w] || utf8.RuneCountInString(w) < 2 {
		return true
	}
	if sure {
		return false
	}
	low := strings.ToLower(w)
	for _, s := range f.sets.suffixes {
		if strings.HasSuffix(low, s) {
			return true
		}
	}
	return false
}

// given takes a given name of the list with the name behind or before it: Karl Lind;
// Lind, Karl.
var nameBefore = shape(`([\p{Lu}][\p{L}\p{Mn}'’]+(?:-[\p{L}'’]+)*),~{1,2}$`)

func (f *finder) given(at, end int, w string) {
	s := f.window(at, nameWindow)
	if _, to := f.name(s, false); to > end-at {
		if f.sets.doubtful[w] && !f.surnameLike(s[end-at:to]) {
			return
		}
		f.add("name-list", at, at+to)
		return
	}
	head := f.before(at, 40)
	if m := nameBefore.FindStringSubmatchIndex(head); m != nil && !f.sets.doubtful[w] && !f.common(head[m[2]:m[3]], false) {
		f.add("name-list", at-len(head)+m[2], end)
	}
}

// surnameLike tells whether what follows a word that is a given name and a common word
// as well stands on the same line without a sign between.
func (f *finder) surnameLike(s string) bool {
	return strings.HasPrefix(s, " ") && !strings.ContainsAny(s, "\n,.") || strings.HasPrefix(s, "-")
}
