package catalog

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// ownContext is from how many letters on the context of a place is sought here and not by
// the index: its snippet() weighs every place against every other, and a word may stand a
// hundred thousand times in one text.
const ownContext = 8192

// mostWeighed is how many places of a long text are weighed against one another.
const mostWeighed = 200

// before are the words shown before a place that has others behind it.
const before = 2

// token is one word of a text: where it stands and which term it belongs to.
type token struct {
	from, to int
	term     int // number of the term + 1, 0 = none
}

// wanted is a term as its words read folded.
type wanted struct {
	words  []string
	prefix bool
}

func wantedOf(terms []term) (list []wanted, longest int) {
	for _, t := range terms {
		if words := strings.FieldsFunc(fold(t.text), notWord); !t.not && len(words) > 0 {
			list = append(list, wanted{words, t.prefix})
			longest = max(longest, len(words))
		}
	}
	return list, longest
}

// reads reports whether a word is the one wanted, in one of the spellings the index knows.
func (w wanted) reads(i int, word, folded string) bool {
	want := w.words[i]
	if w.prefix && i == len(w.words)-1 {
		return strings.HasPrefix(folded, want) || strings.HasPrefix(bare(word), want)
	}
	return folded == want || bare(word) == want
}

// bare gives a word in lower case without the marks of its letters.
func bare(word string) string {
	for i := range len(word) {
		if word[i] >= 0x80 {
			return strings.Map(func(r rune) rune {
				if unicode.Is(unicode.Mn, r) {
					return -1
				}
				return unicode.ToLower(r)
			}, norm.NFD.String(word))
		}
	}
	return strings.ToLower(word)
}

// within gives some words around the best of the first places of a long text: the one with
// the most different terms. It walks the text once and stops behind the last place weighed.
func within(text string, terms []term) []Span {
	wants, longest := wantedOf(terms)
	var tokens []token
	var hits []int // tokens a place begins at
	last := make([][2]string, 0, longest)
	for from, to := range words(text) {
		if len(hits) > mostWeighed && len(tokens) > hits[len(hits)-1]+contextWords {
			break
		}
		tokens = append(tokens, token{from: from, to: to})
		word := text[from:to]
		if last = append(last, [2]string{word, fold(word)}); len(last) > longest {
			last = last[1:]
		}
		for n, w := range wants {
			if len(hits) <= mostWeighed && w.ends(last) {
				begin := len(tokens) - len(w.words)
				hits = append(hits, begin)
				for i := begin; i < len(tokens); i++ {
					tokens[i].term = n + 1
				}
			}
		}
	}
	return cut(text, tokens, best(tokens, hits, len(wants)))
}

// ends reports whether the last words are those wanted.
func (w wanted) ends(last [][2]string) bool {
	if len(last) < len(w.words) {
		return false
	}
	for i, word := range last[len(last)-len(w.words):] {
		if !w.reads(i, word[0], word[1]) {
			return false
		}
	}
	return true
}

// words gives begin and end of each word of a text.
func words(text string) func(yield func(from, to int) bool) {
	return func(yield func(from, to int) bool) {
		from := -1
		for i, r := range text {
			switch {
			case notWord(r) && from >= 0:
				if !yield(from, i) {
					return
				}
				from = -1
			case !notWord(r) && from < 0:
				from = i
			}
		}
		if from >= 0 {
			yield(from, len(text))
		}
	}
}

// best chooses the place behind which most different terms stand, the first of equals, and
// says where its context begins: a place alone stands in the middle.
func best(tokens []token, hits []int, terms int) (from int) {
	most := 0
	for _, h := range hits {
		seen := make([]bool, terms+1)
		n := 0
		for _, t := range tokens[h:min(h+contextWords-before, len(tokens))] {
			if t.term > 0 && !seen[t.term] {
				seen[t.term] = true
				n++
			}
		}
		if n > most {
			from, most = h-before, n
			if n == 1 {
				from = h - contextWords/2
			}
		}
	}
	return max(from, 0)
}

// cut gives the words from a token on, those of terms marked.
func cut(text string, tokens []token, from int) []Span {
	if len(tokens) == 0 {
		return nil
	}
	to := min(from+contextWords, len(tokens))
	var marked strings.Builder
	if from > 0 {
		marked.WriteString("… ")
	}
	for i, t := range tokens[from:to] {
		if i > 0 {
			marked.WriteString(text[tokens[from+i-1].to:t.from])
		}
		word := text[t.from:t.to]
		if t.term > 0 {
			word = open + word + shut
		}
		marked.WriteString(word)
	}
	rest := strings.TrimSpace(text[tokens[to-1].to:])
	switch {
	case to == len(tokens) && strings.IndexFunc(rest, func(r rune) bool { return !notWord(r) }) < 0:
		marked.WriteString(rest) // the full stop behind the last word
	default:
		marked.WriteString(" …")
	}
	return spans(strings.Join(strings.Fields(marked.String()), " "))
}
