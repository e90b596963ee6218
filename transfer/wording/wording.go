// Package wording carries sentences to people as a key and values. The sentence
// itself stands in assets/translations and is put together as late as possible:
// where it is shown, in the language of the person before it. The package is a
// leaf: every room may use it.
package wording

import (
	"encoding/json"
	"fmt"
	"strings"
	"sync"

	"laufzettel/assets"
)

// The languages a catalogue exists for. Papers and what we keep are German.
const (
	German  = "de"
	English = "en"
)

// OfLocale gives the language of a locale as the environment names it ("en_US.UTF-8"):
// German where it names none ("", "C", "POSIX"). known is false for a language there are
// no texts in.
func OfLocale(locale string) (language string, known bool) {
	name := strings.ToLower(locale)
	if end := strings.IndexAny(name, "_-.@"); end >= 0 {
		name = name[:end]
	}
	switch name {
	case German, English:
		return name, true
	case "", "c", "posix":
		return German, true
	}
	return German, false
}

// Text is a sentence that is not yet in any language: the key of a catalogue and
// what fills its places {0}, {1} …. The zero Text says nothing.
type Text struct {
	Key    string
	Values []any
}

// Say gives the sentence of a key. A value that is a Text, or anything else that
// knows its words in a language (In), is put into that language with the sentence.
func Say(key string, values ...any) Text { return Text{Key: key, Values: values} }

// Kept gives the German sentence of a key, for records that keep it in words; Recognised
// finds its text again for the person it is shown to.
func Kept(key string, values ...any) string { return Say(key, values...).In(German) }

// Word gives the word for a value of the code, whose key is prefix and value; a value
// no catalogue knows is shown as it is.
func Word(prefix, value string) Text {
	if !Has(German, prefix+value) {
		return Plain(value)
	}
	return Say(prefix + value)
}

// kept is how a Text stands in a file: numbers stay numbers, a sentence inside a
// sentence stays one, everything else is kept as its German words.
type kept struct {
	Key    string            `json:"key"`
	Values []json.RawMessage `json:"values,omitempty"`
}

// MarshalJSON implements json.Marshaler.
func (t Text) MarshalJSON() ([]byte, error) {
	k := kept{Key: t.Key}
	for _, v := range t.Values {
		if e, ok := v.(*Error); ok {
			v = e.Text
		}
		switch v.(type) {
		case Text, int, int64, int32, uint64, string:
		default:
			v = fmt.Sprint(v)
		}
		one, err := json.Marshal(v)
		if err != nil {
			return nil, fmt.Errorf("keep text %s: %w", t.Key, err)
		}
		k.Values = append(k.Values, one)
	}
	return json.Marshal(k)
}

// UnmarshalJSON implements json.Unmarshaler. The Text may be from outside: ask Known.
func (t *Text) UnmarshalJSON(data []byte) error {
	var k kept
	if err := json.Unmarshal(data, &k); err != nil {
		return fmt.Errorf("read text: %w", err)
	}
	*t = Text{Key: k.Key}
	for _, one := range k.Values {
		v, err := valueOf(one)
		if err != nil {
			return fmt.Errorf("read text %s: %w", k.Key, err)
		}
		t.Values = append(t.Values, v)
	}
	return nil
}

func valueOf(one json.RawMessage) (any, error) {
	var whole int64
	if json.Unmarshal(one, &whole) == nil {
		return whole, nil
	}
	var words string
	if json.Unmarshal(one, &words) == nil {
		return words, nil
	}
	var t Text
	err := json.Unmarshal(one, &t)
	return t, err
}

// plainKey marks words that are no sentence of ours.
const plainKey = "="

// Plain gives words that stand in no catalogue, because they are not ours: what
// another program or another side answered, or words already in the person's
// language. They read the same in every language.
func Plain(words string) Text {
	if words == "" {
		return Text{}
	}
	return Text{Key: plainKey, Values: []any{words}}
}

// Error is a text as an error: what a reader finds wrong with the material it reads, said
// to people where it is shown.
type Error struct {
	Text
	Cause error // what it is for the program; may be nil
}

// Fault gives the error that says the text of a key.
func Fault(key string, values ...any) error { return &Error{Text: Say(key, values...)} }

// Error says it in German, as our logs do.
func (e *Error) Error() string { return e.In(German) }

// Unwrap gives the cause.
func (e *Error) Unwrap() error { return e.Cause }

// Empty tells whether there is nothing to say.
func (t Text) Empty() bool { return t.Key == "" }

// Known tells whether the sentence can be said: its key stands in the catalogues, with a
// place for each of its values, in one form of it at least. It is asked of a Text that
// came from outside.
func (t Text) Known() bool {
	switch t.Key {
	case plainKey:
		return len(t.Values) == 1
	case listKey:
		return len(t.Values) > 0
	case timeKey:
		return len(t.Values) == 1 && t.timed(German) != ""
	}
	sentence, ok := texts(German)[t.Key]
	return ok && len(t.Values) == max(Places(sentence), Places(texts(German)[t.Key+commandsEnd]))
}

// commandsEnd ends the key of the form a sentence has on the command line, where it
// names commands and options; every other face says the sentence without.
const commandsEnd = ".cli"

// commands marks a language as that of the command line.
const commands = "-cli"

// Commands gives a language as the command line speaks it: where a sentence has a form
// that names the command or option to use, In says that one.
func Commands(language string) string { return language + commands }

// Places counts the places of a sentence.
func Places(sentence string) int {
	most := 0
	Fill(sentence, func(i int) (string, bool) {
		most = max(most, i+1)
		return "", true
	})
	return most
}

// inLanguage is what a value has that is itself said in a language.
type inLanguage interface{ In(language string) string }

// In gives the sentence in a language, "de" or "en". A key that stands in no
// catalogue shows itself, so that it is seen in a test.
func (t Text) In(language string) string {
	switch t.Key {
	case "":
		return ""
	case plainKey:
		return written(language, t.Values[0])
	case listKey:
		return t.listed(language)
	case timeKey:
		return t.timed(language)
	}
	sentence, ok := sentenceOf(t.Key, language)
	if !ok {
		return t.Key
	}
	return Fill(sentence, func(i int) (string, bool) {
		if i >= len(t.Values) {
			return "", false
		}
		return written(language, t.Values[i]), true
	})
}

func sentenceOf(key, language string) (sentence string, ok bool) {
	language, typed := strings.CutSuffix(language, commands)
	if typed {
		if sentence, ok = texts(language)[key+commandsEnd]; ok {
			return sentence, true
		}
	}
	sentence, ok = texts(language)[key]
	return sentence, ok
}

// String gives the sentence in German, the language of our papers and logs.
func (t Text) String() string { return t.In(German) }

func written(language string, v any) string {
	if late, ok := v.(inLanguage); ok {
		return late.In(language)
	}
	return fmt.Sprint(v)
}

// Has tells whether a key stands in the catalogue of a language.
func Has(language, key string) bool { _, ok := texts(language)[key]; return ok }

var german, english = sync.OnceValue(load(German)), sync.OnceValue(load(English))

func load(language string) func() map[string]string {
	return func() map[string]string {
		all, err := assets.Texts(language)
		if err != nil {
			return nil // keys show themselves; assets' own test opens every catalogue
		}
		return all
	}
}

func texts(language string) map[string]string {
	if language == English {
		return english()
	}
	return german()
}

// listKey marks several values in a row; the first stands between the others.
const listKey = "+"

// List gives several values as one, between them a separator or a Text ("or").
func List[T any](between any, items []T) Text {
	l := Text{Key: listKey, Values: []any{between}}
	for _, i := range items {
		l.Values = append(l.Values, i)
	}
	return l
}

func (t Text) listed(language string) string {
	if len(t.Values) == 0 {
		return ""
	}
	words := make([]string, len(t.Values)-1)
	for i, item := range t.Values[1:] {
		words[i] = written(language, item)
	}
	return strings.Join(words, written(language, t.Values[0]))
}
