package catalog

import (
	"iter"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// German spellings that shall find each other: "Übergabe", "Uebergabe" and
// "Ubergabe"; "Straße" and "Strasse". SQLite's tokenizer already makes ü and u
// one letter. What it does not know is ü = ue and ß = ss: words that hold such
// a letter are indexed a second time in their folded spelling.
var folder = strings.NewReplacer("ä", "ae", "ö", "oe", "ü", "ue", "ß", "ss", "ẞ", "ss")

// fold gives the spelling without umlauts: lower case, ä to ae, ß to ss.
func fold(s string) string { return folder.Replace(strings.ToLower(norm.NFC.String(s))) }

// folding are the letters that make a word be indexed twice.
const folding = "äöüßÄÖÜẞ"

// foldedWords lists the folded spelling of every word of the texts that changes
// by folding, each once. Only letters beyond ASCII do, so of a text only what
// stands around them is looked at.
func foldedWords(texts ...string) string {
	seen := map[string]bool{}
	var list []string
	for _, t := range texts {
		for part := range beyondASCII(t) {
			for w := range strings.FieldsFuncSeq(norm.NFC.String(part), notWord) {
				if !strings.ContainsAny(w, folding) {
					continue
				}
				if f := fold(w); !seen[f] {
					seen[f] = true
					list = append(list, f)
				}
			}
		}
	}
	slices.Sort(list)
	return strings.Join(list, " ")
}

// beyondASCII cuts a text at ASCII signs that no word holds and gives the pieces with
// signs beyond ASCII. Such a sign is no part of a letter, so no word is cut.
func beyondASCII(t string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for len(t) > 0 {
			at := firstBeyond(t)
			if at < 0 {
				return
			}
			from, to := at, at
			for from > 0 && !parts[t[from-1]] {
				from--
			}
			for to < len(t) && !parts[t[to]] {
				to++
			}
			if !yield(t[from:to]) {
				return
			}
			t = t[to:]
		}
	}
}

// firstBeyond gives the place of the first byte beyond ASCII, -1: there is none. Eight
// are looked at in one step: this runs over every byte of every text.
func firstBeyond(t string) int {
	i := 0
	for ; i+8 <= len(t); i += 8 {
		if (t[i]|t[i+1]|t[i+2]|t[i+3]|t[i+4]|t[i+5]|t[i+6]|t[i+7])&0x80 != 0 {
			break
		}
	}
	for ; i < len(t); i++ {
		if t[i] >= 0x80 {
			return i
		}
	}
	return -1
}

// parts marks the ASCII signs between words that no composed letter begins with: signs a
// mark may follow (= and a stroke make ≠) are no border.
var parts = func() (p [256]bool) {
	for _, c := range "\t\n\r !\"#$%&'()*+,-./:;?@[\\]^_`{|}~" {
		p[c] = true
	}
	return p
}()

func notWord(r rune) bool {
	return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.Is(unicode.Mn, r)
}

// term is one wish of a search text.
type term struct {
	text   string
	phrase bool // more than one word, in this order
	prefix bool // word*
	not    bool // -word
}

const maxTerms = 20

// parse splits what a person typed: words, "a phrase", begin*, -without.
func parse(s string) []term {
	var terms []term
	s = strings.Map(func(r rune) rune {
		switch {
		case r == '„', r == '“', r == '”', r == '»', r == '«':
			return '"'
		case unicode.IsControl(r), r == unicode.ReplacementChar:
			return ' ' // a NUL would end the query for SQLite
		}
		return r
	}, s)
	rs := []rune(s)
	for i := 0; i < len(rs) && len(terms) < maxTerms; {
		if unicode.IsSpace(rs[i]) {
			i++
			continue
		}
		var t term
		if rs[i] == '-' && i+1 < len(rs) && !unicode.IsSpace(rs[i+1]) {
			t.not = true
			i++
		}
		end := i
		if rs[i] == '"' {
			i++
			for end = i; end < len(rs) && rs[end] != '"'; end++ {
			}
			t.text = string(rs[i:end])
			i = end + 1
		} else {
			for end = i; end < len(rs) && !unicode.IsSpace(rs[end]) && rs[end] != '"'; end++ {
			}
			t.text = string(rs[i:end])
			i = end
		}
		if i < len(rs) && rs[i] == '*' {
			t.prefix = true
			i++
		}
		if strings.HasSuffix(t.text, "*") {
			t.prefix = true
			t.text = strings.TrimRight(t.text, "*")
		}
		words := strings.FieldsFunc(t.text, notWord)
		t.phrase = len(words) > 1
		if len(words) > 0 {
			terms = append(terms, t)
		}
	}
	return terms
}

// Sought gives what a person who searched so looks for in a document: the words and
// phrases that shall stand there, as they were typed, without signs of the search.
func Sought(query string) []string {
	var out []string
	for _, t := range parse(query) {
		if !t.not {
			out = append(out, t.text)
		}
	}
	return out
}

// match writes the terms as an FTS5 query; "" when nothing is asked for. Every
// word is quoted, so nothing typed can act as an operator.
func match(terms []term) string { return matchIn("", terms) }

// matchIn is match where the words wanted stand in one column; words not wanted
// may stand in none.
func matchIn(column string, terms []term) string {
	var with, without []string
	for _, t := range terms {
		alternatives := []string{quote(t.text, t.prefix)}
		for _, v := range spellings(t) {
			if q := quote(v, t.prefix); !slices.Contains(alternatives, q) {
				alternatives = append(alternatives, q)
			}
		}
		q := "(" + strings.Join(alternatives, " OR ") + ")"
		if t.not {
			without = append(without, q)
		} else {
			with = append(with, q)
		}
	}
	if len(with) == 0 {
		return ""
	}
	q := strings.Join(with, " AND ")
	if column != "" {
		q = "({" + column + "} : (" + q + "))"
	}
	for _, w := range without {
		q = "(" + q + ") NOT " + w
	}
	return q
}

func quote(s string, prefix bool) string {
	q := `"` + strings.ReplaceAll(s, `"`, `""`) + `"`
	if prefix {
		q += " *"
	}
	return q
}

// maxSpellings bounds the spellings of one phrase.
const maxSpellings = 16

// spellings gives the other spellings of a term. A single word is looked up in
// its folded spelling. A phrase runs over words of the text itself, so there
// every ae, oe, ue and ss is tried as the one letter too.
func spellings(t term) []string {
	list := []string{fold(t.text)}
	if !t.phrase {
		return list
	}
	for _, pair := range [][2]string{{"ae", "ä"}, {"oe", "ö"}, {"ue", "ü"}, {"ss", "ß"}} {
		for _, s := range slices.Clone(list) {
			for at := 0; len(list) < maxSpellings; {
				i := strings.Index(s[at:], pair[0])
				if i < 0 {
					break
				}
				list = append(list, s[:at+i]+pair[1]+s[at+i+len(pair[0]):])
				at += i + len(pair[0])
			}
		}
	}
	return list
}
