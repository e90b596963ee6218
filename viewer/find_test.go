package viewer_test

import (
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"laufzettel/viewer"
)

func TestFinder(t *testing.T) {
	for _, tt := range []struct {
		words, text string
		want        []string
	}{
		{"grüße", "Viele Grüße und GRÜSSE, auch Gruesse, Gruße", []string{"Grüße", "GRÜSSE", "Gruesse", "Gruße"}},
		{"Gruesse", "Grüße", []string{"Grüße"}},
		{"muller", "Frau Müller, Mueller", []string{"Müller"}},
		{"Mueller", "Frau Müller, Muller", []string{"Müller"}},
		{"cafe", "Café CAFÉ", []string{"Café", "CAFÉ"}},
		{"a\u0308rger", "Ärger", []string{"Ärger"}}, // decomposed as some systems type it
		{"  der   Rat ", "der Rat", []string{"der Rat"}},
		{"Straße", "STRASSE Strasse", []string{"STRASSE", "Strasse"}},
		{"x", "nichts", nil},
		{"", "etwas", nil},
	} {
		f := viewer.NewFinder(tt.words)
		if diff := cmp.Diff(tt.want, f.As(tt.text, 10)); diff != "" {
			t.Errorf("%q in %q (-want +got):\n%s", tt.words, tt.text, diff)
		}
		if f.In(tt.text) != (tt.want != nil) {
			t.Errorf("%q in %q: %v", tt.words, tt.text, f.In(tt.text))
		}
	}
	if got := viewer.NewFinder("a").As("a A ä", 2); len(got) != 2 {
		t.Errorf("more than asked for: %q", got)
	}
}

func FuzzFinder(f *testing.F) {
	f.Add("grüße", "Viele GRÜSSE")
	f.Add("ß", "\xff\u0308ẞ")
	f.Fuzz(func(t *testing.T, words, text string) {
		finder := viewer.NewFinder(words)
		list := finder.As(text, 5)
		if finder.In(text) != (len(list) > 0) && utf8.ValidString(text) {
			t.Errorf("%q in %q: %q", words, text, list)
		}
	})
}
