package wording_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"testing"

	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
)

func TestFill(t *testing.T) {
	values := []string{"eins", "{0}"}
	value := func(i int) (string, bool) {
		if i < len(values) {
			return values[i], true
		}
		return "", false
	}
	for _, tt := range []struct{ sentence, want string }{
		{"", ""}, {"ohne", "ohne"}, {"{0}", "eins"}, {"a {0} b {1} c {0}", "a eins b {0} c eins"},
		{"{2} fehlt", "{2} fehlt"}, {"{x} {", "{x} {"}, {"{{0}}", "{eins}"}, {"{-1}", "{-1}"}, {"100 % {0}", "100 % eins"},
	} {
		if got := wording.Fill(tt.sentence, value); got != tt.want {
			t.Errorf("Fill(%q) = %q, want %q", tt.sentence, got, tt.want)
		}
	}
}

// A sentence is put together in the language of the person, also what it quotes.
func TestText_SaidLate(t *testing.T) {
	inner := wording.Say("window.refused.close")
	de, en := inner.In(wording.German), inner.In(wording.English)
	if de == en || de == "window.refused.close" {
		t.Fatalf("%q and %q; want two languages", de, en)
	}
	outer := failure.Wrap(failure.Refused, "outer", inner, errors.New("cause"))
	for _, tt := range []struct {
		text wording.Text
		want map[string]string
	}{
		{wording.Text{}, map[string]string{"de": "", "en": ""}},
		{wording.Plain(""), map[string]string{"de": "", "en": ""}},
		{wording.Plain("{0} 100 %"), map[string]string{"de": "{0} 100 %", "en": "{0} 100 %"}},
		{wording.Say("no.such.key", 1), map[string]string{"de": "no.such.key", "en": "no.such.key"}},
		{failure.HintOf(fmt.Errorf("more: %w", outer)), map[string]string{"de": de, "en": en}},
	} {
		for lang, want := range tt.want {
			if got := tt.text.In(lang); got != want {
				t.Errorf("%v in %s: %q, want %q", tt.text.Key, lang, got, want)
			}
		}
		if got := tt.text.Empty(); got != (tt.want["de"] == "") {
			t.Errorf("%v: empty %v", tt.text.Key, got)
		}
	}
	if got := failure.HintOf(failure.New(failure.Refused, "x", wording.Text{})); !got.Empty() {
		t.Errorf("a hint without words is %q, want an empty one", got)
	}
}

func TestOfLocale(t *testing.T) {
	for locale, want := range map[string]string{"": "de", "C": "de", "C.UTF-8": "de", "POSIX": "de", "de": "de", "de_DE.UTF-8": "de",
		"de-AT@euro": "de", "en": "en", "en_GB.UTF-8": "en", "EN": "en",
		"fr_FR.UTF-8": "", "eng": "", "denmark": "", "_": "de", "qps": ""} {
		got, known := wording.OfLocale(locale)
		if known != (want != "") || known && got != want || !known && got != "de" {
			t.Errorf("%q: %q, %v; want %q", locale, got, known, want)
		}
	}
}

// A sentence kept in a file says the same afterwards, in both languages.
func TestText_Kept(t *testing.T) {
	for name, text := range map[string]wording.Text{
		"numbers":            wording.Say("why.pdfa-some", 1000000, int64(2000000)),
		"words":              wording.Say("why.no-xdomea", "3.0.0"),
		"plain":              wording.Plain("a {0} b"),
		"sentence in it":     wording.Say("why.no-xdomea", wording.Say("why.no-xml")),
		"nothing":            {},
		"what is not ours":   wording.Say("why.no-xdomea", wording.List(", ", []string{"a", "b"})),
		"empty":              wording.Say("why.no-xdomea", ""),
		"a number in quotes": wording.Say("why.no-xdomea", "007"),
	} {
		data, err := json.Marshal(text)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		var back wording.Text
		if err := json.Unmarshal(data, &back); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		for _, language := range []string{"de", "en"} {
			if got, want := back.In(language), text.In(language); got != want {
				t.Errorf("%s: %q, want %q", name, got, want)
			}
		}
	}
	for _, bad := range []string{`7`, `{"key":7}`, `{"key":"x","values":[[1]]}`, `{"key":"x","values":{}}`, `{`} {
		if err := json.Unmarshal([]byte(bad), new(wording.Text)); err == nil {
			t.Errorf("%s was read", bad)
		}
	}
}
