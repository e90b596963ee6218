package wording

import (
	"regexp"
	"strconv"
	"strings"
	"sync"
)

// sample is one German sentence with places, as it is found again.
type sample struct {
	key    string
	form   *regexp.Regexp
	places []int // which place each group of the form fills
	length int   // of what is not a place
}

// sentences are those under one beginning of keys.
type sentences struct {
	whole   map[string]string // sentence without places → key
	samples []sample
}

var known sync.Map // beginning of keys → *sentences

// Recognised gives the text of a German sentence that is kept as a sentence: what other
// records keep in words, and what was stored before it was kept as a text. Only sentences
// whose keys begin with prefix are looked at, those inside others too; any other reads as
// it stands.
func Recognised(prefix, sentence string) Text {
	all, ok := known.Load(prefix)
	if !ok {
		all, _ = known.LoadOrStore(prefix, sentencesOf(prefix))
	}
	s := all.(*sentences)
	if key, ok := s.whole[sentence]; ok {
		return Say(key)
	}
	best, found := sample{}, []string(nil)
	for _, x := range s.samples {
		if m := x.form.FindStringSubmatch(sentence); m != nil && x.length > best.length {
			best, found = x, m[1:]
		}
	}
	if found == nil {
		return Plain(sentence)
	}
	values := make([]any, len(found))
	for group, place := range best.places {
		values[place] = found[group]
		if inner := Recognised(prefix, found[group]); inner.Key != plainKey && !inner.Empty() {
			values[place] = inner // a sentence inside a sentence
		}
	}
	return Say(best.key, values...)
}

// FaultAt says what is wrong with a field of a document of ours: of a profile, of a layout,
// of a layout in a profile. Its sentences are those under "fault.".
func FaultAt(field, kept string) Text { return Say("fault.at", field, Recognised("fault.", kept)) }

// EachRecognised gives several kept sentences as one text, between them a blank.
func EachRecognised(prefix string, kept []string) Text {
	all := make([]Text, len(kept))
	for i, sentence := range kept {
		all[i] = Recognised(prefix, sentence)
	}
	return List(" ", all)
}

func sentencesOf(prefix string) *sentences {
	out := &sentences{whole: map[string]string{}}
	for key, sentence := range texts(German) {
		switch {
		case !strings.HasPrefix(key, prefix):
		case Places(sentence) == 0:
			if before, twice := out.whole[sentence]; !twice || key < before {
				out.whole[sentence] = key
			}
		default:
			if x, ok := sampleOf(key, sentence); ok {
				out.samples = append(out.samples, x)
			}
		}
	}
	return out
}

var placeForm = regexp.MustCompile(`\{(\d+)\}`)

// sampleOf makes the form of a sentence; false where a place stands in it twice, or it is
// nothing but places.
func sampleOf(key, sentence string) (x sample, ok bool) {
	x.key = key
	form, at := strings.Builder{}, 0
	form.WriteString(`(?s)^`)
	for _, m := range choiceForm.FindAllString(sentence, -1) {
		if placeForm.MatchString(m) { // a place that only one of two forms has
			return x, false
		}
	}
	seen := map[int]bool{}
	for _, m := range placeForm.FindAllStringSubmatchIndex(sentence, -1) {
		place, err := strconv.Atoi(sentence[m[2]:m[3]])
		if err != nil || seen[place] {
			return x, false
		}
		seen[place] = true
		form.WriteString(eitherForm(sentence[at:m[0]]) + `(.*?)`)
		x.length += m[0] - at
		x.places, at = append(x.places, place), m[1]
	}
	form.WriteString(eitherForm(sentence[at:]) + `$`)
	x.length += len(sentence) - at
	for place := range len(x.places) {
		if !seen[place] {
			return x, false
		}
	}
	var err error
	x.form, err = regexp.Compile(form.String())
	return x, err == nil && x.length > 2
}

var choiceForm = regexp.MustCompile(`\[(?:\d+:)?([^\[\]|]*)\|([^\[\]|]*)\]`)

// eitherForm makes the form of words between places, whose choices stand in one of their
// two forms.
func eitherForm(words string) string {
	out, at := "", 0
	for _, m := range choiceForm.FindAllStringSubmatchIndex(words, -1) {
		one, many := words[m[2]:m[3]], words[m[4]:m[5]]
		out += regexp.QuoteMeta(words[at:m[0]]) + "(?:" + regexp.QuoteMeta(one) + "|" + regexp.QuoteMeta(many) + ")"
		at = m[1]
	}
	return out + regexp.QuoteMeta(words[at:])
}
