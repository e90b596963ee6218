package main

import (
	"slices"
	"strings"
	"testing"

	"laufzettel/transfer/wording"
)

func TestLanguageOf(t *testing.T) {
	for _, c := range []struct {
		args, locale   string
		language, rest string
	}{
		{"receipt x", "", "de", "receipt x"},
		{"receipt x", "en_US.UTF-8", "en", "receipt x"},
		{"receipt x", "fr_FR", "de", "receipt x"}, // no texts in it
		{"--lang en receipt x", "de_DE", "en", "receipt x"},
		{"receipt x --lang=de --key k", "en", "de", "receipt x --key k"},
		{"receipt x --lang fr", "en", "", "receipt x"},
		{"receipt x --lang", "en", "", "receipt x"},
	} {
		language, rest := languageOf(strings.Fields(c.args), func(name string) string {
			return map[string]string{"LANG": c.locale}[name]
		})
		if language != c.language || !slices.Equal(rest, strings.Fields(c.rest)) {
			t.Errorf("%q in %q: %q %q, want %q %q", c.args, c.locale, language, rest, c.language, c.rest)
		}
	}
}

// Every sentence stands in both languages with the same places.
func TestSay_BothLanguages(t *testing.T) {
	for _, key := range strings.Fields(`key-whose request no-checkpoint checkpoint bad-stamp stamp stamp-authority log-itself no-witness bad-witness
 witness why no-proof begins no-folder tree-differs tree entries old-bad cut other-log other-past order-fault order-line stranger
 keys-whose destroyed no-list unsigned check holds unchecked broken usage`) {
		for _, language := range []string{wording.German, wording.English} {
			if !wording.Has(language, "verify."+key) {
				t.Errorf("%s: nothing says %s", language, key)
			}
		}
	}
	defer func(before string) { spoken = before }(spoken)
	spoken = wording.English
	if got := say("begins", "a", 1); got != "holds         a: the log begins with 1 entry of this checkpoint." {
		t.Error(got)
	}
}
