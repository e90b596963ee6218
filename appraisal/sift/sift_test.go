package sift

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func sample() []Item {
	return []Item{
		{ID: "a", Number: "63.2-9/01", Title: "Bauvoranfrage", Plan: "63.2", From: 2004, To: 2006, Suggestion: "B", Documents: 22,
			Bytes: 500, Formats: []string{"PDF/A"}, Agency: "Bauamt"},
		{ID: "b", Number: "63.2-10/02", Title: "Übergabe", Plan: "63.2", From: 2006, To: 2006, Suggestion: "V", Letter: "A", Documents: 3,
			Bytes: 90_000, Formats: []string{"CSV", "TIFF"}, Twin: true, Agency: "Bauamt"},
		{ID: "c", Number: "71.1-3/03", Title: "Ärztliche Gutachten", Words: "Lärm", Plan: "71.1", From: 2010, To: 2014, Letter: "V",
			Reasoned: true, Documents: 7, Model: "V", Gap: true, Paper: true, Agency: "Umweltamt"},
		{ID: "d", Number: "71.1-3/04", Title: "Datumslos", Remark: true, Changed: true, Model: "A"},
	}
}

func TestSieve(t *testing.T) {
	words := map[string]bool{"b": true}
	for name, tt := range map[string]struct {
		f    Filter
		want string
	}{
		"nothing":       {Filter{}, "a b c d"},
		"open":          {Filter{Show: "open"}, "a d"},
		"archive":       {Filter{Show: "A"}, "b"},
		"text folded":   {Filter{Text: "uebergabe"}, "b"},
		"further words": {Filter{Text: "LÄRM"}, "c"},
		"word":          {Filter{Word: "Klärwerk"}, "b"},
		"suggestion":    {Filter{Suggestion: "V"}, "b"},
		"none proposed": {Filter{Suggestion: "-"}, "c d"},
		"model":         {Filter{Model: "A"}, "d"},
		"plan":          {Filter{Plan: "71."}, "c d"},
		"number":        {Filter{Plan: "63.2-10"}, "b"},
		"agency":        {Filter{Agency: "umwelt"}, "c"},
		"format":        {Filter{Format: "TIFF"}, "b"},
		"from":          {Filter{From: 2010}, "c"},
		"to":            {Filter{To: 2005}, "a"},
		"size":          {Filter{MinBytes: 400, MaxBytes: 600}, "a"},
		"unreasoned":    {Filter{Unreasoned: true}, "b"},
		"differs":       {Filter{Differs: true}, "b"},
		"paper":         {Filter{Paper: true}, "c"},
		"twin and A":    {Filter{Twin: true, Show: "A"}, "b"},
		"gap":           {Filter{Gap: true}, "c"},
		"remark":        {Filter{Remark: true}, "d"},
		"changed":       {Filter{Changed: true}, "d"},
	} {
		t.Run(name, func(t *testing.T) {
			s := NewSieve(tt.f, words)
			var got []string
			items := sample()
			for i := range items {
				if s.Match(&items[i], "") {
					got = append(got, items[i].ID)
				}
			}
			if d := cmp.Diff(tt.want, strings.Join(got, " ")); d != "" {
				t.Error(d)
			}
			if want := name != "nothing"; tt.f.Any() != want {
				t.Errorf("Any() = %v", tt.f.Any())
			}
		})
	}
	if n := (Filter{Show: "A", Text: "x", Word: "y", Gap: true}).Facets(); n != 2 {
		t.Errorf("%d facets, want 2", n)
	}
}

func TestSort(t *testing.T) {
	for o, want := range map[Order]string{
		{}:                             "a b c d",
		{By: "number"}:                 "a b c d",
		{By: "number", Down: true}:     "d c b a",
		{By: "title"}:                  "c a d b",
		{By: "span"}:                   "d a b c",
		{By: "documents", Down: true}:  "a c b d",
		{By: "bytes"}:                  "c d a b",
		{By: "decision"}:               "a d b c",
		{By: "suggestion", Down: true}: "b a c d",
		{By: "plan"}:                   "d a b c",
		{By: "model"}:                  "a b d c",
		{By: "agency"}:                 "d a b c",
		{By: "format", Down: true}:     "a b c d",
	} {
		items := sample()
		list := make([]*Item, len(items))
		for i := range items {
			list[i] = &items[i]
		}
		Sort(list, o)
		var got []string
		for _, it := range list {
			got = append(got, it.ID)
		}
		if s := strings.Join(got, " "); s != want {
			t.Errorf("%+v: %s, want %s", o, s, want)
		}
	}
}

func TestTotalAndValues(t *testing.T) {
	want := Kept{Archive: Sum{1, 3, 0, 90_000}, Destroy: Sum{1, 7, 0, 0}, Open: Sum{2, 22, 0, 500}}
	if d := cmp.Diff(want, Total(sample())); d != "" {
		t.Error(d)
	}
	agencies := Values(sample(), func(it *Item) []string { return []string{it.Agency} })
	if d := cmp.Diff([]Value{{"Bauamt", 2}, {"Umweltamt", 1}}, agencies); d != "" {
		t.Error(d)
	}
}

func TestRules(t *testing.T) {
	var list []*Item
	for _, x := range []struct {
		number, title string
		from, to      int
	}{{"1/01", "Anton", 1990, 1992}, {"1/02", "Berta", 1993, 1995}, {"1/13", "Dora", 1996, 1999}, {"2/05", "„Emil“", 2001, 2003},
		{"2/15", "dieter", 0, 0}} {
		list = append(list, &Item{ID: x.number, Number: x.number, Title: x.title, From: x.from, To: x.to})
	}
	for name, tt := range map[string]struct {
		r    Rule
		want []int
	}{
		"every second":    {Rule{Kind: EveryNth, A: "2", B: "1"}, []int{0, 2, 4}},
		"from the second": {Rule{Kind: EveryNth, A: "2", B: "2"}, []int{1, 3}},
		"letters":         {Rule{Kind: ByLetter, A: "d, e"}, []int{2, 3, 4}},
		"digit":           {Rule{Kind: ByDigit, A: "5"}, []int{3, 4}},
		"two digits":      {Rule{Kind: ByDigit, A: "05; 13"}, []int{2, 3}},
		"years":           {Rule{Kind: TimeSlice, A: "1995", B: "1996"}, []int{1, 2}},
		"exceptions":      {Rule{Kind: ByLetter, A: "A", Exceptions: "2/05, /15"}, []int{0, 3, 4}},
		"more than all":   {Rule{Kind: ByChance, A: "50", B: "1"}, []int{0, 1, 2, 3, 4}},
	} {
		if p := tt.r.Problem(); p != "" {
			t.Fatalf("%s: problem in %s", name, p)
		}
		if d := cmp.Diff(tt.want, tt.r.Pick(list)); d != "" {
			t.Errorf("%s: %s", name, d)
		}
	}
	chance := Rule{Kind: ByChance, A: "3", B: "42"}
	if d := cmp.Diff(chance.Pick(list), chance.Pick(list)); d != "" {
		t.Error("chance is not repeatable", d)
	}
}

func TestRule_Problem(t *testing.T) {
	for r, want := range map[Rule]string{
		{Kind: EveryNth}: "a", {Kind: EveryNth, A: "3"}: "b", {Kind: EveryNth, A: "3", B: "4"}: "b", {Kind: EveryNth, A: "0", B: "1"}: "a",
		{Kind: ByLetter, A: "12"}: "a", {Kind: ByDigit, A: "x"}: "a", {Kind: TimeSlice, A: "2001"}: "b",
		{Kind: ByChance, A: "5", B: "-1"}: "b", {Kind: ByChance, A: "5", B: "0"}: "",
	} {
		if got := r.Problem(); got != want {
			t.Errorf("%+v: %q, want %q", r, got, want)
		}
	}
}

func TestRule_Sentence(t *testing.T) {
	got := Rule{Kind: ByChance, A: "12", B: "42", Exceptions: "63.2-0147/03"}.Sentence(13, 120)
	if want := "Auswahl nach Regel: 12 durch Zufall, Startwert 42. Außerdem: 63.2-0147/03. 13 von 120 offenen."; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
