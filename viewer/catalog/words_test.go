package catalog

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"golang.org/x/text/unicode/norm"
)

// foldedSlowly looks at every word of a text: what foldedWords must agree with.
func foldedSlowly(texts ...string) string {
	var list []string
	for _, t := range texts {
		for _, w := range strings.FieldsFunc(norm.NFC.String(t), notWord) {
			if strings.ContainsAny(w, folding) {
				list = append(list, fold(w))
			}
		}
	}
	slices.Sort(list)
	return strings.Join(slices.Compact(list), " ")
}

func TestFoldedWords(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"", ""},
		{"Registratur, Akte 1", ""},
		{"Übergabe; Übergabe (Straße)", "strasse uebergabe"},
		{"U\u0308bergabe", "uebergabe"},                   // a letter and its mark
		{"a\u0308\u0308rger, A\u0308", "ae ae\u0308rger"}, // two marks
		{"x=\u0338ä ä<\u0338y \u0308ü", "ae \u0308ue"},    // signs a mark follows
		{"кот ёж Größe/Maß", "groesse mass"},
		{"kaputt \xff\xe4 ä\xff", "ae"},
		{strings.Repeat("a ", 9) + "ß", "ss"},
	} {
		got := foldedWords(tt.text)
		if got != tt.want {
			t.Errorf("foldedWords(%q) = %q, want %q", tt.text, got, tt.want)
		}
		if slow := foldedSlowly(tt.text); got != slow {
			t.Errorf("foldedWords(%q) = %q, word by word %q", tt.text, got, slow)
		}
	}
}

func TestFoldedWords_Random(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 11))
	signs := []string{"a", "o", "u", "U", "s", "ä", "Ö", "ß", "ẞ", "\u0308", "\u0338", "\u0301", " ", "\n", "=", "<", "-", "_", ".", "é",
		"к", "ﬁ", "한", "\u1100", "\u1161", "\u212b", "\xff", "\x00", "9", ";"}
	for range 20_000 {
		var b strings.Builder
		for range r.IntN(40) {
			b.WriteString(signs[r.IntN(len(signs))])
		}
		if got, want := foldedWords(b.String()), foldedSlowly(b.String()); got != want {
			t.Fatalf("foldedWords(%q) = %q, want %q", b.String(), got, want)
		}
	}
}

func TestSought(t *testing.T) {
	for _, tt := range []struct {
		query string
		want  []string
	}{
		{"", nil},
		{"Garage Abriss", []string{"Garage", "Abriss"}},
		{`„Übergabe des Gebäudes“ Gar* -Brücke -"am Bach"`, []string{"Übergabe des Gebäudes", "Gar"}},
		{`" * -`, nil},
	} {
		if got := Sought(tt.query); !slices.Equal(got, tt.want) {
			t.Errorf("%q: %q, want %q", tt.query, got, tt.want)
		}
	}
}
