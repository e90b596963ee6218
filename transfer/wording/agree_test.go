package wording

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"testing"
)

func TestFill_Agrees(t *testing.T) {
	for _, c := range []struct {
		sentence string
		values   []any
		want     string
	}{
		{"{0} [Datei|Dateien]", []any{1}, "1 Datei"},
		{"{0} [Datei|Dateien]", []any{0}, "0 Dateien"},
		{"{0} [Datei|Dateien]", []any{11}, "11 Dateien"},
		{"{0} von {1} [Datei|Dateien]", []any{5, 1}, "5 von 1 Datei"},
		{"Es [0:fehlt|fehlen] {0} [Datei|Dateien].", []any{1}, "Es fehlt 1 Datei."},
		{"Es [0:fehlt|fehlen] {0} [Datei|Dateien].", []any{2}, "Es fehlen 2 Dateien."},
		{"{0} Datei[|en] und {1} Ordner", []any{1, 2}, "1 Datei und 2 Ordner"},
		{"[0:Die eine|Alle {0} Dateien]", []any{1}, "Die eine"},
		{"[0:Die eine|Alle {0} Dateien]", []any{3}, "Alle 3 Dateien"},
		{"show [ID|TITLE]", []any{1}, "show [ID|TITLE]"},
		{"{0} [x]", []any{1}, "1 [x]"},
		{"{0} {9} [a|b]", []any{"[1:c|d] {0}"}, "[1:c|d] {0} {9} b"},
		{"{0} [7:a|b]", []any{1}, "1 [7:a|b]"},
		{"{", nil, "{"}, {"[", nil, "["}, {"{x} [|", nil, "{x} [|"},
	} {
		got := Fill(c.sentence, func(i int) (string, bool) {
			if i >= len(c.values) {
				return "", false
			}
			return fmt.Sprint(c.values[i]), true
		})
		if got != c.want {
			t.Errorf("Fill(%q, %v) = %q, want %q", c.sentence, c.values, got, c.want)
		}
	}
}

func TestAgreed(t *testing.T) {
	for _, c := range []struct {
		sentence string
		values   []any
		want     string
	}{
		{"%d [Datei|Dateien]", []any{1}, "1 Datei"},
		{"%s: %d [Datei|Dateien], 100 %% [ok|x]", []any{"a", 2}, "a: 2 Dateien, 100 % x"},
		{"Es [1:fehlt|fehlen] in %s %d [Datei|Dateien].", []any{"x", 1}, "Es fehlt in x 1 Datei."},
		{"%[2]d [Zeile|Zeilen] in %[1]s", []any{"x", 1}, "1 Zeile in x"},
		{"%d Zeilen", []any{1}, "1 Zeilen"},
		{"use [A|B] %s", []any{"x"}, "use [A|B] x"},
	} {
		if got := fmt.Sprintf(Agreed(c.sentence, c.values...), c.values...); got != c.want {
			t.Errorf("Agreed(%q, %v) = %q, want %q", c.sentence, c.values, got, c.want)
		}
	}
}

var (
	counted  = regexp.MustCompile(`(?:\{\d\}|%d)[  ](\pL+)`)
	manyForm = regexp.MustCompile(`(?:\{\d\}|%d)[  ][^\[\]{}|]{0,30}\[[^\[\]|]*\|(\pL+)`)
)

// A noun that agrees with its number in one sentence agrees with it in all of them: nothing
// says "1 Dateien". Sentences with a form of their own for one (.other, .many) say it there.
func TestTexts_CountedNounsAgree(t *testing.T) {
	for _, language := range []string{German, English} {
		all := texts(language)
		nouns := map[string]bool{}
		for _, sentence := range all {
			for _, m := range manyForm.FindAllStringSubmatch(sentence, -1) {
				if m[1] != "weitere" && m[1] != "neue" { // they stand without a noun, too
					nouns[m[1]] = true
				}
			}
		}
		if len(nouns) < 40 {
			t.Errorf("%s: only %d nouns agree with a number", language, len(nouns))
		}
		for key, sentence := range all {
			if strings.HasSuffix(key, ".other") || strings.HasSuffix(key, ".many") {
				continue
			}
			for _, m := range counted.FindAllStringSubmatch(choice2.ReplaceAllString(sentence, ""), -1) {
				if nouns[m[1]] {
					t.Errorf("%s %s: %q does not agree with its number: %s", language, key, m[1], sentence)
				}
			}
		}
	}
}

var choice2 = regexp.MustCompile(choice.String()[1:])

func TestSpoken(t *testing.T) {
	type paper struct {
		Said  Spoken `json:"said,omitzero"`
		Empty Spoken `json:"empty,omitzero"`
	}
	raw, err := json.Marshal(paper{Said: Spoken{Enumerate([]string{"a", "b", "c"})}})
	if err != nil || string(raw) != `{"said":"a, b und c"}` {
		t.Fatalf("%s, %v", raw, err)
	}
	var back paper
	if err := json.Unmarshal(raw, &back); err != nil || back.Said.In(English) != "a, b und c" || !back.Empty.Empty() {
		t.Errorf("%+v, %v", back, err)
	}
	if err := json.Unmarshal([]byte(`{"said":7}`), &back); err == nil {
		t.Error("a number is read as a sentence")
	}
	for n, want := range []string{"", "a", "a and b", "a, b and 1 more", "a, b and 2 more"} {
		if got := Some([]string{"a", "b", "c", "d"}[:n], 2).In(English); got != want {
			t.Errorf("%d: %q, want %q", n, got, want)
		}
	}
}
