package accession

import (
	"fmt"
	"hash/maphash"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// Looking for all words at once finds what looking for one after the other does.
func TestSubjects_asOneByOne(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		parts := []string{"Kopie von ", "Bauamt", "ä", "é€", "27", " ", "xml", "Personalakte", "."}
		text := func(label string, most int) string {
			return strings.Join(rapid.SliceOfN(rapid.SampledFrom(parts), 0, most).Draw(t, label), "")
		}
		s := newSubjects(maphash.MakeSeed())
		var words []string
		for i := range rapid.IntRange(0, 30).Draw(t, "words") {
			w := text(fmt.Sprint("word", i), 4)
			s.add(w)
			if len([]rune(w)) >= traceWord {
				words = append(words, w)
			}
		}
		said := text("text", 12)
		want := slices.ContainsFunc(words, func(w string) bool { return strings.Contains(said, w) })
		if got := s.in(said); got != want {
			t.Fatalf("%q in %q: %v, want %v", words, said, got, want)
		}
	})
}
