package archive

import (
	"errors"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// checkOffice refuses names of offices that two people could read as different ones
// (defect S7): they are NFC, of one script, without control and format signs, and
// blanks stand singly between words.
func checkOffice(name string) error {
	switch {
	case name == "" || len(name) > maxShortText:
		return errors.New("the office has no name of at most 255 bytes")
	case !utf8.ValidString(name) || !norm.NFC.IsNormalString(name):
		return errors.New("the name of the office is not UTF-8 in normal form C")
	case strings.Join(strings.Split(name, " "), " ") != strings.Join(strings.Fields(name), " "):
		return errors.New("the name of the office has blanks at its ends, several in a row, or other ones")
	}
	script := ""
	for _, r := range name {
		if !unicode.IsGraphic(r) || unicode.Is(unicode.Co, r) || (unicode.IsSpace(r) && r != ' ') {
			return fmt.Errorf("the name of the office holds the sign U+%04X", r)
		}
		if !unicode.IsLetter(r) {
			continue
		}
		switch s := scriptOf(r); {
		case script == "":
			script = s
		case s != script:
			return fmt.Errorf("the name of the office mixes letters of two scripts, %s and %s", script, s)
		}
	}
	if script == "" {
		return errors.New("the name of the office holds no letter")
	}
	return nil
}

// scriptOf names the script of a letter; signs that belong to all, such as ordinal
// indicators, count as Latin.
func scriptOf(r rune) string {
	if unicode.Is(unicode.Latin, r) || unicode.Is(unicode.Common, r) {
		return "Latin"
	}
	for name, table := range unicode.Scripts {
		if unicode.Is(table, r) {
			return name
		}
	}
	return "unknown"
}

// addressee is how names are compared: case, blanks and the way accents are put
// together do not matter.
func addressee(name string) string {
	return strings.ToLower(strings.Join(strings.Fields(norm.NFC.String(name)), " "))
}

// twins are letters that look like Latin ones, after folding case. Cyrillic and Greek
// letters stand here also where only their capitals look alike.
var twins = strings.NewReplacer(
	"а", "a", "в", "b", "с", "c", "е", "e", "ё", "e", "н", "h", "і", "l", "ї", "l", "ј", "j", "к", "k", "м", "m", "о", "o", "р", "p", "ѕ",
	"s", "т", "t", "у", "y", "х", "x", "ь", "b", "г", "r", "п", "n", "ԁ", "d", "ԛ", "q", "ԝ", "w",
	"α", "a", "β", "b", "γ", "y", "ε", "e", "ζ", "z", "η", "h", "ι", "l", "κ", "k", "μ", "m", "ν", "v", "ο", "o", "ρ", "p", "τ", "t", "υ",
	"y", "χ", "x", "ω", "w", "σ", "o",
	"0", "o", "1", "l", "i", "l", "ı", "l", "5", "s", "8", "b", "rn", "m", "vv", "w", "ß", "ss", "æ", "ae", "ø", "o", "ł", "l", "đ", "d",
)

// skeleton is what is left of a name for the eye: no case, accents, blanks, signs.
func skeleton(name string) string {
	var b strings.Builder
	for _, r := range norm.NFKD.String(strings.ToLower(norm.NFKC.String(name))) {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			b.WriteRune(r)
		}
	}
	return twins.Replace(b.String())
}

// closeEnough is from what length on one sign more, less or other is a look-alike.
const closeEnough = 6

// alike reports whether a hurried eye takes one name for the other.
func alike(a, b string) bool {
	x, y := []rune(skeleton(a)), []rune(skeleton(b))
	if string(x) == string(y) {
		return true
	}
	if len(x) > len(y) {
		x, y = y, x
	}
	if len(x) < closeEnough || len(y)-len(x) > 1 {
		return false
	}
	i := 0
	for i < len(x) && x[i] == y[i] {
		i++
	}
	rest := x[i:]
	if len(x) == len(y) {
		if i+1 < len(x) && x[i] == y[i+1] && x[i+1] == y[i] && string(x[i+2:]) == string(y[i+2:]) {
			return true // two neighbours changed places
		}
		rest = x[i+1:]
	}
	return string(rest) == string(y[i+1:])
}
