package sensitivity

import (
	"laufzettel/transfer/pattern"
	"strings"
	"unicode"
	"unicode/utf8"
)

// source is the text that is searched, as it lies around a place: numbers and the words
// beside them are read from it, and nothing of it is kept.
type source string

// run gives the end of a run of letters and digits.
func (t source) run(at int) (end, letters, digits int) {
	end = at
	for end < len(t) {
		c, size := utf8.DecodeRuneInString(string(t[end:]))
		switch {
		case unicode.IsDigit(c):
			digits++
		case unicode.IsLetter(c) || unicode.Is(unicode.Mn, c):
			letters++
		default:
			return end, letters, digits
		}
		end += size
	}
	return end, letters, digits
}

// window gives up to n bytes from at, cut at a whole character.
func (t source) window(at, n int) string {
	s := string(t[at:])
	if len(s) > n {
		for n > 0 && !utf8.RuneStart(s[n]) {
			n--
		}
		s = s[:n]
	}
	return s
}

// before gives up to n bytes before at, cut at a whole character.
func (t source) before(at, n int) string {
	from := max(0, at-n)
	for from < at && !utf8.RuneStart(t[from]) {
		from++
	}
	return string(t[from:at])
}

// leaders fill the room between a word and what belongs to it: dots, strokes, blanks.
var leaders = pattern.Of(`(?:[ \x{00a0}\t]*[.·…_][ \x{00a0}\t]*){3,}|[ \x{00a0}\t]{2,}`)

// led gives what before gives, with leaders made one blank.
func (t source) led(at, n int) string {
	s := t.before(at, 3*n)
	if strings.Contains(s, "  ") || strings.Contains(s, "..") || strings.Contains(s, ". .") || strings.ContainsAny(s, "\t_…·") {
		s = leaders.ReplaceAllString(s, " ")
	}
	return source(s).before(len(s), n)
}

// starts tells whether a number may begin here: not inside a decimal number.
func (t source) starts(at int) bool {
	if at < 2 {
		return true
	}
	c := t[at-1]
	return c != ',' && c != '.' || !digit(t[at-2]) || !digit(t[at]) || c == ',' && t.commaRow(at)
}

// commaRow tells whether a line is the row of a table parted by commas: then a comma
// between digits makes no decimal number.
func (t source) commaRow(at int) bool {
	head, rest := t.before(at, 160), t.window(at, 160)
	head = head[strings.LastIndexByte(head, '\n')+1:]
	rest, _, _ = strings.Cut(rest, "\n")
	return strings.Count(head, ",")-strings.Count(head, ", ")+strings.Count(rest, ",")-strings.Count(rest, ", ") >= 4
}

// ends tells whether a number may end here: no letter or digit follows, nor a decimal.
func (t source) ends(at int) bool {
	c, size := utf8.DecodeRuneInString(string(t[at:]))
	if size == 0 {
		return true
	}
	if unicode.IsLetter(c) || unicode.IsDigit(c) {
		return false
	}
	next := t[at+size:]
	return c != ',' && c != '.' || next == "" || !digit(next[0]) || c == ',' && t.commaRow(at)
}

// spell reads n letters and digits from at, with gaps between them: at most as many as
// half the number is long, one of them the end of a line (two of a long number); or every sign stands alone, as
// in the boxes of a form. It ends at a sign that is neither. ok is false where the number
// is shorter, longer or spread further. more are further signs that may stand between.
func (t source) spell(at, n int, more string) (signs []byte, end int, ok bool) {
	signs = make([]byte, 0, n)
	gaps, lines := 0, 0
	for i := at; i < len(t); {
		c := t[i]
		if c < utf8.RuneSelf && (digit(c) || letter(c) || c >= 'a' && c <= 'z') {
			if signs, i = append(signs, c), i+1; len(signs) == n {
				return signs, i, t.ends(i) && (gaps <= n/2 || gaps == n-1)
			}
			continue
		}
		from := i
		for i < len(t) && i-from < maxGap {
			size, line := gap(string(t[i:]))
			if size == 0 && strings.IndexByte(more, t[i]) >= 0 {
				size = 1
			}
			if size == 0 {
				break
			}
			if i += size; line {
				lines++
			}
		}
		if gaps++; i == from || lines > max(1, n/10) || gaps > n/2 && gaps != len(signs) {
			return signs, 0, false
		}
	}
	return signs, 0, false
}

// boxed tells whether n signs stand alone or with strokes between: what happens to pass
// in a table needs a word that tells what it is.
func (t source) boxed(at, end, n int) bool {
	s := string(t[at:end])
	return strings.Contains(s, "|") || len(s) >= 2*n-1
}
