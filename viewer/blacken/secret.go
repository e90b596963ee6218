package blacken

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"laufzettel/viewer"
)

// leastSecret is how many letters a word needs to be looked for elsewhere: shorter ones
// stand everywhere.
const leastSecret = 4

// Secret are the words under marked places, while a copy is made. It is never stored.
type Secret struct {
	runs   []string
	joined string // all of them as they follow each other
}

// Take adds the words of a page that lie under its marked places.
func (s *Secret) Take(words []viewer.Word, marked []viewer.Rect) {
	var page strings.Builder
	for _, w := range under(words, marked) {
		page.WriteString(Fold(w.Text))
		for _, run := range strings.FieldsFunc(w.Text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
			if run = Fold(run); utf8.RuneCountInString(run) >= leastSecret && !slices.Contains(s.runs, run) {
				s.runs = append(s.runs, run)
			}
		}
	}
	s.joined += page.String() + "\n"
}

// Left counts the words that stay on a page though the same word is marked elsewhere.
func (s *Secret) Left(stay []viewer.Word) (n int) {
	seen := map[int]bool{}
	for _, run := range s.runs {
		for _, hit := range Find(stay, run) {
			if !seen[hit[0]] {
				seen[hit[0]] = true
				n++
			}
		}
	}
	return n
}

// In tells whether a text, a reason or the name of a law, says one of the words.
func (s *Secret) In(text string) bool {
	f := strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	for _, word := range f {
		if word = Fold(word); utf8.RuneCountInString(word) >= leastSecret && slices.Contains(s.runs, word) {
			return true
		}
	}
	return false
}
