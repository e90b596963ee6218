package sensitivity

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// What tells a name once tells it for the whole text: a file that says "Antragsteller:
// Ulvo Quirrel" on its first page says "Quirrel erschien heute" on its tenth.

// learnedFrom are the rules that are sure enough to learn from.
var notLearned = map[string]bool{"name-greeting": true, "name-again": true}

// learned gives the words that are names in this text, by the hits so far.
func (f *finder) learned() map[string]bool {
	out := map[string]bool{}
	for _, h := range f.hits {
		if h.Kind != Name || notLearned[h.Rule] {
			continue
		}
		rest := f.text[h.Offset:h.end()]
		for rest != "" {
			w := nameWord.FindString(rest)
			if w == "" {
				_, n := utf8.DecodeRuneInString(rest)
				rest = rest[n:]
				continue
			}
			rest = rest[len(w):]
			if utf8.RuneCountInString(w) > 2 && w != strings.ToUpper(w) && !f.sets.titles[w] && !f.sets.doubtful[w] && !f.common(w, false) &&
				!f.sets.particles[strings.ToLower(w)] && len(f.calls(strings.ToLower(w), false)) == 0 {
				out[w] = true
			}
		}
	}
	return out
}

// again takes every further mention of a name the text itself told.
func (f *finder) again() {
	known := f.learned()
	if len(known) == 0 {
		return
	}
	f.hits = merged(f.hits)
	names := slices.Clone(f.hits) // in order of their place
	f.forget(known)
	for at := 0; at < len(f.text) && len(f.hits) < maxHits; {
		c, size := utf8.DecodeRuneInString(f.text[at:])
		if !unicode.IsLetter(c) {
			at += size
			continue
		}
		end, _, _ := f.src.run(at)
		for len(names) > 0 && (names[0].Kind != Name || names[0].end() <= at) {
			names = names[1:]
		}
		if len(names) > 0 && names[0].Offset <= at {
			at = end
			continue
		}
		if unicode.IsUpper(c) && f.text[max(0, at-1):at] != "-" {
			f.mention(known, at, end)
		}
		at = end
	}
}

// forget takes out of the words learned those the text uses as common nouns as well: with
// an article before them, or with a small first letter.
func (f *finder) forget(known map[string]bool) {
	last := ""
	for at := 0; at < len(f.text) && len(known) > 0; {
		c, size := utf8.DecodeRuneInString(f.text[at:])
		if !unicode.IsLetter(c) {
			if c != ' ' && c != '\n' && c != '\r' {
				last = ""
			}
			at += size
			continue
		}
		end, _, _ := f.src.run(at)
		w := f.text[at:end]
		if unicode.IsLower(c) {
			delete(known, capital(w))
		} else if f.sets.articles[strings.ToLower(last)] {
			delete(known, w)
		}
		last, at = w, end
	}
}

// mention adds the word at a place if it is one of the names known, or its genitive.
func (f *finder) mention(known map[string]bool, at, end int) {
	end = f.wordEnd(at, end)
	w := f.text[at:end]
	if bare := strings.TrimRight(w, "’'"); known[bare] {
		f.person("name-again", at, at+len(bare))
	} else if bare, cut := strings.CutSuffix(bare, "s"); cut && known[bare] {
		f.person("name-again", at, at+len(bare))
	} else if part, _, cut := strings.Cut(w, "-"); cut && known[part] && !f.common(w, false) {
		f.person("name-again", at, end)
	}
}
