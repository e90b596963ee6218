package sensitivity

import (
	"laufzettel/transfer/pattern"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// cardSigns are the letters and digits of the serials of German cards and passports.
const (
	cardSigns  = "CFGHJKLMNPRTVWXYZ0123456789"
	cardFirsts = "CFGHJKLMNPRTVWXYZ"
)

func cardSum(signs []byte) int {
	sum := 0
	for i, c := range signs {
		v := int(c - '0')
		if letter(c) {
			v = int(c-'A') + 10
		}
		sum += v * []int{7, 3, 1}[i%3]
	}
	return sum % 10
}

// card finds a serial with its check digit, or without one beside a word like Ausweis.
func (f *finder) card(at int) (string, int) {
	if strings.IndexByte(cardSigns, f.text[at]) < 0 {
		return "", 0
	}
	if signs, end, ok := f.src.spell(at, 10, "<"); ok && f.isCard(signs, at, end) {
		return "card", end
	}
	if signs, end, ok := f.src.spell(at, 11, "<"); ok && signs[10] == 'D' && f.isCard(signs[:10], at, end-1) { // the nationality behind it
		return "card", end
	}
	signs, end, ok := f.src.spell(at, 9, "")
	if !ok || !ofCards(signs) || checkApart.MatchString(f.src.window(end, 4)) {
		return "", 0
	}
	if !withDigit(signs) || shaped(signs, "999999999") { // letters only, or before 2010
		if end-at == 9 && f.calledCard(at) {
			return "card-short", end
		}
		return "", 0
	}
	if strings.IndexByte(cardFirsts, signs[0]) < 0 || !f.beside("card-short", at, wordsCloseBefore) && !f.serial(at) {
		return "", 0
	}
	return "card-short", end
}

// serial tells whether a number is called that of a series on a paper that named a card
// before: Verlust des Personalausweises … Seriennummer.
func (f *finder) serial(at int) bool {
	return strings.Contains(strings.ToLower(f.src.led(at, wordsCloseBefore)), "seriennummer") && f.beside("card-short", at, titleBefore)
}

// checkApart is a check digit behind a blank: where it were right the number would be found with it.
var checkApart = pattern.Of(`^[ \x{00a0}-]\d(?:[^\d\p{L}]|$)`)

// ofNumber is all that may stand between the word for a card and digits that nothing else
// tells: Personalausweis Nr. 123456789.
var ofNumber = shape(`^(?:es|e|s)?(?:~|[-.:,/…_]|(?i:nr|nummer|no|n°|serien|s))*$`)

// calledCard tells whether a word for a card stands right before at: a number of digits
// only is a card's beside no other word.
func (f *finder) calledCard(at int) bool {
	s := f.src.led(at, wordsBefore)
	low := strings.ToLower(s)
	for _, w := range f.wordsOf("card-short") {
		end := -1
		if isAlone(w) {
			end = standsAlone(s, w)
		} else if i := strings.LastIndex(low, w); i >= 0 {
			if c, _ := utf8.DecodeLastRuneInString(low[:i]); !unicode.IsLetter(c) { // no Dienstausweis
				end = i + len(w)
			}
		}
		if end >= 0 && end <= len(s) && ofNumber.MatchString(s[end:]) {
			return true
		}
	}
	return false
}

// inColumn reads the serial of a column headed as one of cards: with its check digit, or
// without.
func (f *finder) inColumn(at int) (rule string, end int) {
	if signs, end, ok := f.src.spell(at, 10, "<"); ok && passes(signs) {
		return "card", end
	}
	signs, end, ok := f.src.spell(at, 9, "")
	if !ok || end-at != 9 || !ofCards(signs) {
		return "", 0
	}
	if strings.IndexByte(cardFirsts, signs[0]) < 0 && !shaped(signs, "999999999") {
		return "", 0
	}
	return "card-short", end
}

// dayOfYear is a date where a number might begin.
var dayOfYear = pattern.Of(`^(?:\d{4}-\d{2}-\d{2}|\d{1,2}-\d{1,2}-\d{4})`)

func (f *finder) isCard(signs []byte, at, end int) bool {
	if !passes(signs) {
		return false
	}
	if digit(signs[0]) { // before 2010: digits only, and nothing of its own to know it by
		return shaped(signs, "9999999999") && !dayOfYear.MatchString(f.text[at:end]) && f.beside("card", at, wordsFarBefore)
	}
	apart := end-at == 11 && f.text[end-2] == ' ' // the check digit behind a blank, as on the card
	// a letter and nine digits are the number of an insured person
	plain := (end-at == 10 || apart) && withDigit(signs[:9]) && !shaped(signs, "A999999999")
	return strings.IndexByte(cardFirsts, signs[0]) >= 0 && (plain || f.beside("card", at, wordsBefore))
}

// passes tells whether ten signs end with the check digit of the nine before it.
func passes(signs []byte) bool {
	return digit(signs[9]) && ofCards(signs[:9]) && cardSum(signs[:9]) == int(signs[9]-'0')
}

func ofCards(signs []byte) bool {
	return !slices.ContainsFunc(signs, func(c byte) bool { return strings.IndexByte(cardSigns, c) < 0 })
}

func withDigit(signs []byte) bool { return slices.ContainsFunc(signs, digit) }
