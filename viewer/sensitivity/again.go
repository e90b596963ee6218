package sensitivity

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// What tells a name once tells it for the whole text: a file that says "Antragsteller:
// Ulvo Quirrel" on its first page says "Quirrel erschien heute" on its tenth.

// wholeText is what a search does when every word has been looked at: what only a line as
// a whole, or what stands elsewhere in the text, tells.
type wholeText struct{ f *finder }

// look adds what the whole text tells to the hits of its words.
func (wt wholeText) look() {
	wt.forms()
	wt.joined()
	wt.again()
	wt.bracketed()
}

// notLearned are the rules whose names are not sure enough to learn from.
var notLearned = map[string]bool{"name-greeting": true, "name-again": true}

// learned gives the words that are names in this text, by the hits so far.
func (wt wholeText) learned() map[string]bool {
	out := map[string]bool{}
	for _, h := range wt.f.hits {
		if h.Kind != Name || notLearned[h.Rule] {
			continue
		}
		rest := wt.f.text[h.Offset:h.end()]
		for rest != "" {
			w := nameWord.FindString(rest)
			if w == "" {
				_, n := utf8.DecodeRuneInString(rest)
				rest = rest[n:]
				continue
			}
			rest = rest[len(w):]
			if utf8.RuneCountInString(w) > 2 && w != strings.ToUpper(w) && !wt.f.role(w) && !wt.f.sets.doubtful[w] &&
				!wt.f.common(w, false) && !wt.f.sets.particles[strings.ToLower(w)] {
				out[w] = true
			}
		}
	}
	return out
}

// again takes every further mention of a name the text itself told.
func (wt wholeText) again() {
	known := wt.learned()
	if len(known) == 0 {
		return
	}
	wt.f.hits = merged(wt.f.hits)
	names := slices.Clone(wt.f.hits) // in order of their place
	wt.forget(known)
	for at := 0; at < len(wt.f.text) && len(wt.f.hits) < maxHits; {
		c, size := utf8.DecodeRuneInString(wt.f.text[at:])
		if !unicode.IsLetter(c) {
			at += size
			continue
		}
		end, _, _ := wt.f.src.run(at)
		for len(names) > 0 && (names[0].Kind != Name || names[0].end() <= at) {
			names = names[1:]
		}
		if len(names) > 0 && names[0].Offset <= at {
			at = end
			continue
		}
		if unicode.IsUpper(c) && wt.f.text[max(0, at-1):at] != "-" {
			wt.mention(known, at, end)
		}
		at = end
	}
}

// forget takes out of the words learned those the text uses as common nouns as well: with
// an article before them, or with a small first letter.
func (wt wholeText) forget(known map[string]bool) {
	last := ""
	for at := 0; at < len(wt.f.text) && len(known) > 0; {
		c, size := utf8.DecodeRuneInString(wt.f.text[at:])
		if !unicode.IsLetter(c) {
			if c != ' ' && c != '\n' && c != '\r' {
				last = ""
			}
			at += size
			continue
		}
		end, _, _ := wt.f.src.run(at)
		w := wt.f.text[at:end]
		if unicode.IsLower(c) {
			delete(known, capital(w))
		} else if wt.f.sets.articles[strings.ToLower(last)] {
			delete(known, w)
		}
		last, at = w, end
	}
}

// mention adds the word at a place if it is one of the names known, or its genitive.
func (wt wholeText) mention(known map[string]bool, at, end int) {
	end = wt.f.wordEnd(at, end)
	w := wt.f.text[at:end]
	if bare := strings.TrimRight(w, "’'"); known[bare] {
		wt.f.person("name-again", at, at+len(bare))
	} else if bare, cut := strings.CutSuffix(bare, "s"); cut && known[bare] {
		wt.f.person("name-again", at, at+len(bare))
	} else if part, _, cut := strings.Cut(w, "-"); cut && known[part] && !wt.f.common(w, false) {
		wt.f.person("name-again", at, end)
	}
}
