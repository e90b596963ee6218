package wording

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// choice is a place where the words of a sentence agree with a number: "[Datei|Dateien]"
// with the place before it, "[1:fehlt|fehlen]" with place {1}. The first form stands where
// the number is one.
var choice = regexp.MustCompile(`^\[(?:(\d+):)?([^\[\]|]*)\|([^\[\]|]*)\]`)

// choose gives the form of a choice for a number as it is written.
func choose(one, many, written string) string {
	if written == "1" {
		return one
	}
	return many
}

// Fill replaces the places {0}, {1} … of a sentence by what value gives for them, and the
// choices by the form that agrees with their number, in one pass: what a value says is
// never read as a place. A place without a value stays as it is, and so does a choice.
func Fill(sentence string, value func(i int) (string, bool)) string {
	var out strings.Builder
	last := -1 // the place before
	for sentence != "" {
		at := strings.IndexAny(sentence, "{[")
		if at < 0 {
			break
		}
		out.WriteString(sentence[:at])
		sentence = sentence[at:]
		words, length := "", 0
		if sentence[0] == '[' {
			words, length = agree(sentence, last, value)
		} else if place, n := placeAt(sentence); n > 0 {
			if w, ok := value(place); ok {
				words, length, last = w, n, place
			}
		}
		if length == 0 { // neither: it is a sign of the sentence
			words, length = sentence[:1], 1
		}
		out.WriteString(words)
		sentence = sentence[length:]
	}
	return out.String() + sentence
}

// placeAt reads "{3}" at the beginning of a sentence and gives its length, 0 for none.
func placeAt(sentence string) (place, length int) {
	digits, _, closed := strings.Cut(sentence[1:], "}")
	i, err := strconv.Atoi(digits)
	if !closed || err != nil || i < 0 {
		return 0, 0
	}
	return i, len(digits) + 2
}

// agree reads a choice at the beginning of a sentence and gives the form that agrees with
// its place, and the length of the choice, 0 for none.
func agree(sentence string, last int, value func(i int) (string, bool)) (words string, length int) {
	m := choice.FindStringSubmatch(sentence)
	if m == nil {
		return "", 0
	}
	place := last
	if m[1] != "" {
		place, _ = strconv.Atoi(m[1])
	}
	if place < 0 {
		return "", 0
	}
	number, ok := value(place)
	if !ok {
		return "", 0
	}
	return Fill(choose(m[2], m[3], number), value), len(m[0])
}

// verb is a place of a sentence that is put together by fmt.
var verb = regexp.MustCompile(`%(?:\[(\d+)\])?[-+# 0]*[\d.]*([a-zA-Z%])`)

// Agreed gives a sentence with places for fmt ("%d Dateien") whose choices are made for the
// values that will be put into it.
func Agreed(sentence string, values ...any) string {
	if !strings.Contains(sentence, "|") {
		return sentence
	}
	value := func(i int) (string, bool) {
		if i < 0 || i >= len(values) {
			return "", false
		}
		return fmt.Sprint(values[i]), true
	}
	var out strings.Builder
	next, last := 0, -1 // the verbs so far
	for sentence != "" {
		at := strings.IndexAny(sentence, "%[")
		if at < 0 {
			break
		}
		out.WriteString(sentence[:at])
		sentence = sentence[at:]
		words, length := sentence[:1], 1
		if m := verb.FindStringSubmatchIndex(sentence); m != nil && m[0] == 0 {
			words, length = sentence[:m[1]], m[1]
			if m[2] >= 0 {
				given, _ := strconv.Atoi(sentence[m[2]:m[3]])
				next = given - 1
			}
			if sentence[m[4]:m[5]] != "%" {
				last, next = next, next+1
			}
		} else if w, n := agree(sentence, last, value); n > 0 {
			words, length = w, n
		}
		out.WriteString(words)
		sentence = sentence[length:]
	}
	return out.String() + sentence
}
