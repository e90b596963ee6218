// Package sensitivity finds personal data in text by rules that can be explained: numbers
// with check digits first, then dates, places and names by the words around them (issue
// 26). It reads no files, keeps nothing and decides nothing: a hit is a place, a kind and
// the rule that says why. The rules and lists are data (rules.json, lists.json,
// special.json), each rule with right samples and near misses a test runs.
//
// What the rules find is measured on sheets drawn by package gold, which does not know
// them; the figures stand in docs/sensitivity.md. The package is for archives: the
// clerk's side must not know it (held by a test), and nothing here sorts by employee.
package sensitivity

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Kind is what a hit is.
type Kind string

// The kinds of personal data.
const (
	IBAN      Kind = "iban"
	TaxID     Kind = "tax-id"     // Steuer-Identifikationsnummer
	PensionID Kind = "pension-id" // Rentenversicherungsnummer
	HealthID  Kind = "health-id"  // Krankenversichertennummer
	IDCard    Kind = "id-card"    // Personalausweis, Reisepass
	BirthDate Kind = "birth-date"
	Phone     Kind = "phone"
	Email     Kind = "email"
	Address   Kind = "address"
	CourtFile Kind = "court-file" // Aktenzeichen eines Gerichts
	Name      Kind = "name"
	Special   Kind = "special" // besondere Kategorien, Art. 9 and 10 DSGVO
)

// Kinds lists all kinds in the order they are shown.
var Kinds = []Kind{IBAN, TaxID, PensionID, HealthID, IDCard, BirthDate, Phone, Email, Address, CourtFile, Name, Special}

// Hit is one place of a text. It does not hold the text.
type Hit struct {
	Kind   Kind
	Rule   string // id of the rule
	Offset int    // byte of the text
	Length int    // bytes
}

// end is the byte behind the hit.
func (h Hit) end() int { return h.Offset + h.Length }

// Limits of one search.
const (
	maxText = 4 << 20 // bytes looked at; what lies behind is not searched
	maxHits = 20000   // of one text
)

// Find gives the hits in text in order of their place, and whether it looked at all of
// it: false where the text is longer than 4 MB or holds more than 20,000 hits. Hits of
// one kind do not overlap; the longer one counts. The time grows with the length of the
// text only: every rule looks at most at a fixed number of bytes around a word.
func (r *Rules) Find(text string) (hits []Hit, whole bool) {
	whole = true
	if len(text) > maxText {
		text, whole = text[:maxText], false
	}
	f := &finder{Rules: r, text: text, src: source(text)}
	tables{f}.columns()
	for at := 0; at < len(text); {
		if len(f.hits) >= maxHits {
			whole = false
			break
		}
		c, size := rune(text[at]), 1
		if c >= utf8.RuneSelf {
			c, size = utf8.DecodeRuneInString(text[at:])
		}
		switch {
		case unicode.IsLetter(c) || unicode.IsDigit(c):
			at = f.token(at)
		default:
			f.sign(at, c)
			at += size
		}
	}
	wholeText{f}.look()
	return merged(f.hits), whole
}

// finder is one search.
type finder struct {
	*Rules
	text  string
	src   source // the same, to look around a place
	hits  []Hit
	taken int // up to here numbers are part of one found
}

func (f *finder) add(rule string, from, to int) {
	if kind, on := f.on[rule]; on && to > from {
		f.hits = append(f.hits, Hit{kind, rule, from, to - from})
	}
}

// token looks at a run of letters and digits and gives the byte behind it.
func (f *finder) token(at int) int {
	end, letters, digits := f.src.run(at)
	word := f.text[at:end]
	if digits > 0 || letters <= 4 && upper(word) || ofCards([]byte(word)) {
		f.number(at)
		f.dialled(at)
		f.zip(at, end)
	}
	if letters > 0 {
		f.word(at, end, word)
		if whole, to := f.broken(at, end); to > end {
			f.word(at, to, whole)
		}
	}
	return end
}

// broken joins a word that the end of a line or a soft hyphen cuts in two.
func (f *finder) broken(at, end int) (word string, to int) {
	rest := end
	for _, cut := range []string{"\u00ad\n", "\u00ad", "-\r\n", "-\n"} {
		if strings.HasPrefix(f.text[end:], cut) {
			rest += len(cut)
			break
		}
	}
	if rest == end {
		return "", end
	}
	if c, _ := utf8.DecodeRuneInString(f.text[rest:]); !unicode.IsLower(c) {
		return "", end
	}
	to, _, _ = f.src.run(rest)
	return f.text[at:end] + f.text[rest:to], to
}

// sign looks at what is neither letter nor digit.
func (f *finder) sign(at int, c rune) {
	switch c {
	case '@':
		f.mailAt(at, at+1)
	case '*', '∗':
		f.bornSign(at)
	case '+', '(':
		f.dialled(at)
	}
}

func upper(s string) bool {
	for _, c := range s {
		if !unicode.IsUpper(c) {
			return false
		}
	}
	return true
}

// merged sorts hits by place and drops those that lie in a longer one of their kind.
func merged(hits []Hit) []Hit {
	slices.SortStableFunc(hits, func(a, b Hit) int { return cmp.Or(cmp.Compare(a.Offset, b.Offset), cmp.Compare(b.Length, a.Length)) })
	var out []Hit
	last := map[Kind]int{} // where in out the last of a kind is
	for _, h := range hits {
		if i, ok := last[h.Kind]; ok && h.Offset < out[i].end() {
			if h.Length > out[i].Length {
				from := min(out[i].Offset, h.Offset)
				to := max(out[i].end(), h.end())
				out[i].Rule, out[i].Offset, out[i].Length = h.Rule, from, to-from
			} else if h.end() > out[i].end() {
				out[i].Length = h.end() - out[i].Offset
			}
			continue
		}
		last[h.Kind] = len(out)
		out = append(out, h)
	}
	return out
}
