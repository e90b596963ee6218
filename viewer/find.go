package viewer

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Finder finds words in a document as the search over all documents does: without regard
// to case, ä as ae and as a, ß as ss, é as e. What led to a document is found in it again.
type Finder struct{ spelled, bare string }

// NewFinder looks for words as they stand together; blanks count as one.
func NewFinder(words string) Finder {
	words = strings.Join(strings.Fields(words), " ")
	spelled, _ := folded(words, spell)
	bare, _ := folded(words, strip)
	return Finder{spelled, bare}
}

// Empty reports that nothing is looked for.
func (f Finder) Empty() bool { return f.spelled == "" }

// In reports whether the words stand in a text.
func (f Finder) In(text string) bool {
	if f.Empty() {
		return false
	}
	for _, way := range f.ways() {
		if s, _ := folded(text, way.fold); strings.Contains(s, way.want) {
			return true
		}
	}
	return false
}

// As gives the ways in which the words are written in a text, each once, at most most.
func (f Finder) As(text string, most int) (list []string) {
	if f.Empty() {
		return nil
	}
	for _, way := range f.ways() {
		s, at := folded(text, way.fold)
		for from := 0; len(list) < most; {
			i := strings.Index(s[from:], way.want)
			if i < 0 {
				break
			}
			i += from
			end := at[i+len(way.want)]
			if found := text[at[i]:end]; found != "" && !slices.Contains(list, found) {
				list = append(list, found)
			}
			from = i + len(way.want)
		}
	}
	return list
}

// way is one of the ways letters are taken for equal.
type way struct {
	want string
	fold func(rune) string
}

func (f Finder) ways() []way { return []way{{f.spelled, spell}, {f.bare, strip}} }

// folded writes a text in its folded letters; at gives for each byte of it, and for its
// end, the byte of the text it comes from.
func folded(text string, fold func(rune) string) (string, []int) {
	var out strings.Builder
	at := make([]int, 0, len(text)+1)
	for i, r := range text {
		s := string(r)
		if r >= utf8.RuneSelf {
			s = fold(unicode.ToLower(r))
		} else if r >= 'A' && r <= 'Z' {
			s = string(r + 'a' - 'A')
		}
		out.WriteString(s)
		for range len(s) {
			at = append(at, i)
		}
	}
	return out.String(), append(at, len(text))
}

// spell writes umlauts and ß with two letters.
func spell(r rune) string {
	switch r {
	case 'ä':
		return "ae"
	case 'ö':
		return "oe"
	case 'ü':
		return "ue"
	case 'ß':
		return "ss"
	}
	return strip(r)
}

// strip leaves the marks of a letter away.
func strip(r rune) string {
	if r == 'ß' {
		return "ss"
	}
	if unicode.Is(unicode.Mn, r) {
		return ""
	}
	return strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1
		}
		return r
	}, norm.NFD.String(string(r)))
}
