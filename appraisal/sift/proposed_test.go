package sift

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// What agencies write into the free Aussonderungsart (xdomea, AussonderungsartKonfigurierbar)
// is read as a rule, or not at all.
func TestProposed(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"Auswahlarchivierung Buchstabe D", "letter D "},
		{"Auswahlarchivierung Buchstaben D, O und T", "letter D, O, T "},
		{"Anfangsbuchstabe: h", "letter H "},
		{"Auswahl: Endziffer 0", "digit 0 "},
		{"Endziffern 05, 55", "digit 05, 55 "},
		{"jeder 10. Vorgang", "nth 10 1"},
		{"Auswahlarchivierung, jede 25. Akte", "nth 25 1"},
		{"Jahrgang 1994", "years 1994 1994"},
		{"Zeitschnitt Jahre 1990 bis 1995", "years 1990 1995"},
		{"Stichprobe von 100 Akten", "chance 100 0"},
		{"Zufallsauswahl 50", "chance 50 0"},
		{"Stichprobe 5 %", ""},
		{"Stichprobe 5%", ""},
		{"Auswahlarchivierung", ""},
		{"nach Absprache mit dem Archiv", ""},
		{"Buchstabe des Gesetzes", ""},
		{"jeder 0. Vorgang", ""},
		{"", ""},
		{"Buchstabe D " + strings.Repeat("x", maxAsked), ""},
	} {
		got := ""
		if r, ok := Proposed(c.text); ok {
			got = fmt.Sprintf("%s %s %s", r.Kind, r.A, r.B)
		}
		if got != c.want {
			t.Errorf("%q is read as %q, want %q", c.text, got, c.want)
		}
	}
}

func FuzzProposed(f *testing.F) {
	f.Add("Auswahlarchivierung Buchstabe D")
	f.Fuzz(func(t *testing.T, text string) {
		if r, ok := Proposed(text); ok && r.Problem() != "" {
			t.Errorf("%q gives a rule that cannot be applied: %+v", text, r)
		}
	})
}

// A mass series: 5,000 equal Vorgänge by letter, every n-th, years, chance with a seed and
// with named special cases added. The same rule gives the same, its sentence says rule,
// population and result, and every candidate is either selected or left.
func TestMassSeries(t *testing.T) {
	var items []*Item
	for i := range 5000 {
		items = append(items, &Item{ID: fmt.Sprint("v", i), Number: fmt.Sprintf("50.1/%04d", i), Title: string(rune('A'+i%26)) + "-Akte",
			From: 1990 + i%20, To: 1991 + i%20, Free: "Auswahlarchivierung Buchstabe D"})
	}
	for _, c := range []struct {
		rule Rule
		want int
	}{
		{Rule{Kind: ByLetter, A: "D"}, 193},
		{Rule{Kind: EveryNth, A: "10", B: "3"}, 500},
		{Rule{Kind: TimeSlice, A: "1994", B: "1994"}, 500},
		{Rule{Kind: ByChance, A: "250", B: "4711"}, 250},
		{Rule{Kind: ByLetter, A: "D", Exceptions: "50.1/0000, v1"}, 195},
	} {
		got := c.rule.Pick(items)
		if len(got) != c.want || !slices.Equal(got, c.rule.Pick(items)) {
			t.Errorf("%+v selects %d, want %d and the same each time", c.rule, len(got), c.want)
		}
		for _, s := range []string{c.rule.Sentence(len(got), len(items)), c.rule.Rest(len(got), len(items))} {
			if want := fmt.Sprintf("%d von 5000 offenen.", c.want); !strings.HasSuffix(s, want) {
				t.Errorf("%q does not say %q", s, want)
			}
			if SampleOf(s+" Einzelfallprüfung.") != c.rule.Sentence(len(got), len(items)) {
				t.Errorf("%q is not found again: %q", s, SampleOf(s+" Einzelfallprüfung."))
			}
		}
	}
	p := Proposals(items)
	if len(p) != 1 || p[0].Units != 5000 || p[0].Rule.Kind != ByLetter || p[0].Rule.A != "D" {
		t.Errorf("proposed %+v", p)
	}
	if SampleOf("Auswahl nach Regel: etwas") != "" || SampleOf("Wegen der Person.") != "" {
		t.Error("a reason without a whole sentence of a rule counts as one")
	}
}
