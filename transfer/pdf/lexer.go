package pdf

import (
	"bytes"
	"math"
	"strconv"
)

// Lexer reads PDF values from a buffer. The zero value with Buf set is usable.
type Lexer struct {
	Buf   []byte
	Pos   int
	Lint  *Lint
	Obj   int  // number of the object being read, for Lint
	Short bool // the end of the buffer was reached while more was expected
	Deep  bool // nesting was cut off
	// Direct is set for content streams, where "1 0 R" is no reference.
	Direct bool
	// Copy gives strings of their own instead of parts of Buf, so that a short string
	// does not keep a long buffer.
	Copy bool
}

const maxDepth = 100

type classes [256]uint8

const (
	isSpace = 1 << iota
	isDelim
	isDigit
)

var class = func() (c classes) {
	for _, b := range []byte{0, '\t', '\n', '\f', '\r', ' '} {
		c[b] |= isSpace
	}
	for _, b := range []byte("()<>[]{}/%") {
		c[b] |= isDelim
	}
	for b := '0'; b <= '9'; b++ {
		c[b] |= isDigit
	}
	return c
}()

// IsSpace tells whether b is a PDF white-space character.
func IsSpace(b byte) bool { return class[b]&isSpace != 0 }

// IsEOL tells whether b is one of the end-of-line characters.
func IsEOL(b byte) bool { return b == '\r' || b == '\n' }

type closer byte // ']' or '>' as a value of Next
type end struct{}

// End is what Next gives at the end of the buffer.
var End any = end{}

// Skip moves over white space and comments.
func (l *Lexer) Skip() {
	for l.Pos < len(l.Buf) {
		b := l.Buf[l.Pos]
		switch {
		case class[b]&isSpace != 0:
			l.Pos++
		case b == '%':
			for l.Pos < len(l.Buf) && !IsEOL(l.Buf[l.Pos]) {
				l.Pos++
			}
		default:
			return
		}
	}
	l.Short = true
}

// Next gives the next value or Keyword, or End.
func (l *Lexer) Next() any { return l.value(0) }

func (l *Lexer) value(depth int) any {
	l.Skip()
	if l.Pos >= len(l.Buf) {
		return End
	}
	b := l.Buf[l.Pos]
	switch b {
	case '/':
		l.Pos++
		return l.name()
	case '(':
		l.Pos++
		return l.literal()
	case '<':
		if l.Pos+1 < len(l.Buf) && l.Buf[l.Pos+1] == '<' {
			l.Pos += 2
			return l.dict(depth)
		}
		l.Pos++
		return l.hex()
	case '[':
		l.Pos++
		return l.array(depth)
	case ']', '}', '{', ')':
		l.Pos++
		return closer(b)
	case '>':
		l.Pos++
		if l.Pos < len(l.Buf) && l.Buf[l.Pos] == '>' {
			l.Pos++
		}
		return closer('>')
	case '+', '-', '.', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9':
		return l.number()
	}
	return l.keyword()
}

func (l *Lexer) token() []byte {
	start := l.Pos
	for l.Pos < len(l.Buf) && class[l.Buf[l.Pos]]&(isSpace|isDelim) == 0 {
		l.Pos++
	}
	if l.Pos == len(l.Buf) {
		l.Short = true
	}
	return l.Buf[start:l.Pos]
}

func (l *Lexer) keyword() any {
	t := l.token()
	switch string(t) {
	case "true":
		return true
	case "false":
		return false
	case "null":
		return nil
	}
	if len(t) == 0 { // a stray delimiter; never stand still
		l.Pos++
		return closer('?')
	}
	if op, ok := operators[string(t)]; ok {
		return op
	}
	return Keyword(t)
}

func (l *Lexer) number() any {
	t := l.token()
	n, whole, ok := integer(t)
	if !ok {
		return l.real(t)
	}
	if l.Lint != nil {
		if n > 0 {
			l.Lint.MaxInt.most(float64(n), l.Obj)
		} else if float64(n) < l.Lint.MinInt.Value {
			l.Lint.MinInt = Mark{float64(n), l.Obj}
		}
	}
	if !l.Direct && whole && n <= math.MaxInt32 {
		if r, ok := l.reference(int(n)); ok {
			return r
		}
	}
	return n
}

// integer reads t as an integer; whole says it has no sign. Values beyond int64
// are clamped.
func integer(t []byte) (n int64, whole, ok bool) {
	i, neg := 0, false
	if len(t) > 0 && (t[0] == '+' || t[0] == '-') {
		neg, i = t[0] == '-', 1
	}
	if i == len(t) {
		return 0, false, false
	}
	for _, b := range t[i:] {
		if class[b]&isDigit == 0 {
			return 0, false, false
		}
		if n > (math.MaxInt64-9)/10 {
			n = math.MaxInt64 - 9
			continue
		}
		n = n*10 + int64(b-'0')
	}
	if neg {
		n = -n
	}
	return n, i == 0, true
}

func (l *Lexer) real(t []byte) any {
	f, err := strconv.ParseFloat(string(t), 64)
	if err != nil && !math.IsInf(f, 0) {
		// Tolerate "--5" and "1.2.3" the way viewers do, but remember it.
		if l.Lint != nil {
			note(&l.Lint.InvalidNum, l.Obj)
		}
		if !numberLike(t) {
			return Keyword(t)
		}
		return float64(0)
	}
	if l.Lint != nil {
		a := math.Abs(f)
		l.Lint.MaxReal.most(a, l.Obj)
		if nonZero(t) && (l.Lint.MinReal.Value == 0 || a < l.Lint.MinReal.Value) {
			l.Lint.MinReal = Mark{max(a, math.SmallestNonzeroFloat64), l.Obj}
		}
	}
	return f
}

func nonZero(t []byte) bool { return bytes.ContainsAny(t, "123456789") }

func numberLike(t []byte) bool {
	for _, b := range t {
		if class[b]&isDigit == 0 && b != '.' && b != '-' && b != '+' {
			return false
		}
	}
	return true
}

// reference looks ahead for "gen R".
func (l *Lexer) reference(num int) (Ref, bool) {
	p, b := l.Pos, l.Buf
	for p < len(b) && class[b[p]]&isSpace != 0 {
		p++
	}
	gen, digits := 0, 0
	for p < len(b) && class[b[p]]&isDigit != 0 && digits < 6 {
		gen = gen*10 + int(b[p]-'0')
		p++
		digits++
	}
	if digits == 0 {
		l.Short = l.Short || p == len(b)
		return Ref{}, false
	}
	q := p
	for p < len(b) && class[b[p]]&isSpace != 0 {
		p++
	}
	if p >= len(b) {
		l.Short = true
		return Ref{}, false
	}
	if q == p || b[p] != 'R' {
		return Ref{}, false
	}
	if p+1 < len(b) && class[b[p+1]]&(isSpace|isDelim) == 0 {
		return Ref{}, false
	}
	l.Short = l.Short || p+1 >= len(b)
	l.Pos = p + 1
	return Ref{num, gen}, true
}

func unhex(b byte) int {
	switch {
	case b >= '0' && b <= '9':
		return int(b - '0')
	case b >= 'a' && b <= 'f':
		return int(b-'a') + 10
	case b >= 'A' && b <= 'F':
		return int(b-'A') + 10
	}
	return -1
}

func (l *Lexer) name() Name {
	t := l.token()
	if bytes.IndexByte(t, '#') >= 0 {
		out := make([]byte, 0, len(t))
		for i := 0; i < len(t); i++ {
			if t[i] == '#' && i+2 < len(t) && unhex(t[i+1]) >= 0 && unhex(t[i+2]) >= 0 {
				out = append(out, byte(unhex(t[i+1])<<4|unhex(t[i+2])))
				i += 2
				continue
			}
			out = append(out, t[i])
		}
		t = out
	}
	if l.Lint != nil {
		l.Lint.MaxName.most(float64(len(t)), l.Obj)
	}
	return Name(t)
}

func (l *Lexer) literal() String {
	start, depth, plain := l.Pos, 1, true
	for i := l.Pos; i < len(l.Buf); i++ {
		switch l.Buf[i] {
		case '\\':
			plain = false
			i++
		case '\r':
			plain = false
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				l.Pos = i + 1
				s := l.Buf[start:i]
				if !plain {
					s = unescape(s)
				}
				return l.str(s)
			}
		}
	}
	l.Short = true
	l.Pos = len(l.Buf)
	return l.str(unescape(l.Buf[start:]))
}

func (l *Lexer) str(s []byte) String {
	if l.Lint != nil {
		l.Lint.MaxString.most(float64(len(s)), l.Obj)
	}
	if l.Copy {
		s = bytes.Clone(s)
	}
	return String(s)
}

func unescape(s []byte) []byte {
	out := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		b := s[i]
		if b == '\r' {
			if i+1 < len(s) && s[i+1] == '\n' {
				i++
			}
			b = '\n'
		} else if b == '\\' {
			if i++; i >= len(s) {
				break
			}
			switch e := s[i]; {
			case e == 'n':
				b = '\n'
			case e == 'r':
				b = '\r'
			case e == 't':
				b = '\t'
			case e == 'b':
				b = '\b'
			case e == 'f':
				b = '\f'
			case e == '\r':
				if i+1 < len(s) && s[i+1] == '\n' {
					i++
				}
				continue
			case e == '\n':
				continue
			case e >= '0' && e <= '7':
				v, j := 0, 0
				for ; j < 3 && i+j < len(s) && s[i+j] >= '0' && s[i+j] <= '7'; j++ {
					v = v<<3 | int(s[i+j]-'0')
				}
				i += j - 1
				b = byte(v)
			default:
				b = e
			}
		}
		out = append(out, b)
	}
	return out
}

func (l *Lexer) hex() String {
	var out []byte
	n, hi, bad := 0, 0, false
	for ; l.Pos < len(l.Buf); l.Pos++ {
		b := l.Buf[l.Pos]
		if b == '>' {
			l.Pos++
			if n%2 == 1 {
				out = append(out, byte(hi<<4))
			}
			if l.Lint != nil {
				if n%2 == 1 {
					note(&l.Lint.OddHex, l.Obj)
				}
				if bad {
					note(&l.Lint.BadHex, l.Obj)
				}
			}
			return l.str(out)
		}
		if class[b]&isSpace != 0 {
			continue
		}
		v := unhex(b)
		if v < 0 {
			bad, v = true, 0
		}
		if n++; n%2 == 1 {
			hi = v
		} else {
			out = append(out, byte(hi<<4|v))
		}
	}
	l.Short = true
	return l.str(out)
}

func (l *Lexer) array(depth int) Array {
	a := Array{}
	if depth >= maxDepth {
		l.Deep = true
		return a
	}
	for {
		before := l.Pos
		v := l.value(depth + 1)
		if v == End {
			return a
		}
		if c, ok := v.(closer); ok {
			if c == ']' {
				if l.Lint != nil {
					l.Lint.MaxArray.most(float64(len(a)), l.Obj)
				}
				return a
			}
			if c == '>' { // unbalanced: leave it to the dictionary around
				l.Pos = max(before, 0)
				if depth == 0 {
					l.Pos++ // nobody around: never stand still
				}
				return a
			}
			continue
		}
		if k, ok := v.(Keyword); ok && !l.Direct && (k == "endobj" || k == "stream") {
			return a
		}
		a = append(a, v)
	}
}

func (l *Lexer) dict(depth int) Dict {
	d := Dict{}
	if depth >= maxDepth {
		l.Deep = true
		return d
	}
	for {
		k := l.value(depth + 1)
		key, ok := k.(Name)
		if !ok {
			c, closed := k.(closer)
			if k == End || closed && c == '>' {
				if l.Lint != nil {
					l.Lint.MaxDict.most(float64(len(d)), l.Obj)
				}
				return d
			}
			if w, ok := k.(Keyword); ok && (w == "endobj" || w == "stream") {
				l.Pos -= len(w)
				return d
			}
			continue
		}
		v := l.value(depth + 1)
		if v == End {
			return d
		}
		if c, ok := v.(closer); ok {
			if c == '>' {
				return d
			}
			continue
		}
		if v == nil { // a null value equals absence (ISO 32000-1, 7.3.7)
			delete(d, key)
		} else {
			d[key] = v
		}
	}
}

// InlineData is called after the operator ID: it skips one white space and gives
// the data up to EI. n is the length where it is known, else -1.
func (l *Lexer) InlineData(n int) []byte {
	if l.Pos < len(l.Buf) && IsSpace(l.Buf[l.Pos]) {
		l.Pos++
	}
	start := l.Pos
	if n >= 0 && start+n <= len(l.Buf) {
		p := start + n
		for p < len(l.Buf) && IsSpace(l.Buf[p]) {
			p++
		}
		if p > start+n && bytes.HasPrefix(l.Buf[p:], []byte("EI")) {
			l.Pos = p + 2
			return l.Buf[start : start+n]
		}
	}
	for i := start; i+1 < len(l.Buf); i++ {
		if l.Buf[i] != 'E' || l.Buf[i+1] != 'I' || i > start && !IsSpace(l.Buf[i-1]) {
			continue
		}
		if i+2 < len(l.Buf) && !IsSpace(l.Buf[i+2]) || !textFollows(l.Buf[i+2:]) {
			continue
		}
		l.Pos = i + 2
		if i > start {
			i--
		}
		return l.Buf[start:i]
	}
	l.Pos = len(l.Buf)
	return l.Buf[start:]
}

// textFollows guesses that b goes on with operators, not with image data.
func textFollows(b []byte) bool {
	for i := 0; i < len(b) && i < 12; i++ {
		if c := b[i]; c > 126 || c < 32 && !IsSpace(c) {
			return false
		}
	}
	return true
}
