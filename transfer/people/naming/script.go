package naming

import (
	"fmt"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Fault is what is wrong with a name that is to be entered. Script names the two scripts
// where letters of two are mixed, Sign the sign that has no place in a name.
type Fault struct {
	Scripts [2]string
	Sign    rune
}

func (f *Fault) Error() string {
	switch {
	case f.Scripts[0] != "":
		return fmt.Sprintf("the name mixes letters of two scripts, %s and %s", f.Scripts[0], f.Scripts[1])
	case f.Sign != 0:
		return fmt.Sprintf("the name holds the sign U+%04X", f.Sign)
	}
	return "the name holds no letter"
}

// Check refuses names that an eye could take for others: of letters of two scripts, with
// signs that nobody sees or that stand for others, and without any letter.
func Check(name string) error {
	script := ""
	for _, r := range name {
		if !unicode.IsGraphic(r) || unicode.Is(unicode.Co, r) || unicode.IsSpace(r) && r != ' ' {
			return &Fault{Sign: r}
		}
		if !unicode.IsLetter(r) {
			continue
		}
		switch s := scriptOf(r); {
		case script == "":
			script = s
		case s != script:
			return &Fault{Scripts: [2]string{script, s}}
		}
	}
	if script == "" {
		return &Fault{}
	}
	return nil
}

// Drawn gives the first sign of a name that is only another way to draw one ("Ａ", "ﬁ");
// false where there is none.
func Drawn(name string) (rune, bool) {
	for _, r := range name {
		if !norm.NFKC.IsNormalString(string(r)) && norm.NFC.IsNormalString(string(r)) {
			return r, true
		}
	}
	return 0, false
}

// Addressee is a name as offices are told apart: case, blanks and the way accents are put
// together do not matter.
func Addressee(office string) string {
	return strings.ToLower(strings.Join(strings.Fields(norm.NFC.String(office)), " "))
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

// twins are letters that look like Latin ones, after folding case. Cyrillic and Greek
// letters stand here also where only their capitals look alike.
var twins = strings.NewReplacer(
	"а", "a", "в", "b", "с", "c", "е", "e", "ё", "e", "н", "h", "і", "l", "ї", "l", "ј", "j", "к", "k", "м", "m", "о", "o", "р", "p", "ѕ",
	"s", "т", "t", "у", "y", "х", "x", "ь", "b", "г", "r", "п", "n", "ԁ", "d", "ԛ", "q", "ԝ", "w",
	"α", "a", "β", "b", "γ", "y", "ε", "e", "ζ", "z", "η", "h", "ι", "l", "κ", "k", "μ", "m", "ν", "v", "ο", "o", "ρ", "p", "τ", "t", "υ",
	"y", "χ", "x", "ω", "w", "σ", "o",
	"0", "o", "1", "l", "i", "l", "ı", "l", "5", "s", "8", "b", "rn", "m", "vv", "w", "ß", "ss", "æ", "ae", "ø", "o", "ł", "l", "đ", "d",
)

// Skeleton is what is left of a name for the eye: no case, accents, blanks, signs.
func Skeleton(name string) string {
	var b strings.Builder
	for _, r := range norm.NFKD.String(strings.ToLower(norm.NFKC.String(name))) {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			b.WriteRune(r)
		}
	}
	return twins.Replace(b.String())
}

// Twins reports whether a name of one script is drawn as that of another one: "М. Аа" of
// Russian letters beside "M. Aa".
func Twins(a, b string) bool {
	return first(a) != first(b) && Skeleton(a) == Skeleton(b)
}

// first is the script of the first letter.
func first(name string) string {
	for _, r := range name {
		if unicode.IsLetter(r) {
			return scriptOf(r)
		}
	}
	return ""
}
