package filename

import (
	"path"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// The differences behind which another file may stand as well: whoever compares tells
// both names and lets a person say so.
const (
	Joined  Difference = "joined"  // blanks or dashes inside lost, added or in place of each other: "Brief1", "Brief-1" for "Brief 1"
	Umlaut  Difference = "umlaut"  // "Groesse" for "Größe"
	Letters Difference = "letters" // letters beyond ASCII lost: "Gr??e", "Gr__e", "Grosse"
	Short   Difference = "short"   // cut after so many characters
)

// Loose are keys that are equal for names which nearly are, nearest first; what has no
// such key gives "". They speak of names without their folders.
var Loose = []struct {
	Difference Difference
	Key        func(name string) string
}{
	{Joined, func(name string) string { return enough(joined.Replace(base(name))) }},
	{Umlaut, func(name string) string { return enough(spelledOut.Replace(base(name))) }},
	{Letters, func(name string) string { return enough(bare(base(name))) }},
	{Letters, func(name string) string { return enough(asciiOnly(base(name))) }},
}

func base(name string) string { return path.Base(Key(name)) }

var joined = strings.NewReplacer(" ", "", "-", "")

var spelledOut = strings.NewReplacer("ä", "ae", "ö", "oe", "ü", "ue", "ß", "ss", "æ", "ae", "ø", "oe")

// bare drops the marks of letters, as packers do that know ASCII only.
func bare(s string) string {
	s = strings.ReplaceAll(norm.NFD.String(s), "ß", "ss")
	return strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1
		}
		return r
	}, s)
}

// asciiOnly drops letters beyond ASCII and what is written in their place.
func asciiOnly(s string) string {
	return strings.Map(func(r rune) rune {
		if r >= utf8.RuneSelf || r == '?' || unicode.IsSpace(r) {
			return -1
		}
		return r
	}, s)
}

// leastLetters is how much of a name must be left to know it again by.
const leastLetters = 4

func enough(s string) string {
	if utf8.RuneCountInString(strings.TrimSuffix(s, path.Ext(s))) < leastLetters {
		return ""
	}
	return s
}

// ASCII reports a name without any letter that can get lost on the way.
func ASCII(name string) bool { return isASCII(name) }

// leastCut is how many characters of a cut name must be left: fewer are a name of their own.
const leastCut = 48

// Cuts calls yield with the keys of a name as it looks when a system that takes fewer
// characters had cut it before its extension, the longest first.
func Cuts(name string, yield func(key string) bool) {
	name = base(name)
	ext := path.Ext(name)
	stem := strings.TrimSuffix(name, ext)
	for i := len(stem); i > 0; {
		_, n := utf8.DecodeLastRuneInString(stem[:i])
		i -= n
		if utf8.RuneCountInString(stem[:i]) < leastCut || !yield(strings.TrimSpace(stem[:i])+ext) {
			return
		}
	}
}

// CutKey is what Cuts of the whole name gives for a cut one.
func CutKey(name string) string { return base(name) }
