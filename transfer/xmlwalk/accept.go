package xmlwalk

import (
	"bytes"
	"sync"
	"unicode/utf8"
)

// acceptor reads an XML document and says whether it is well-formed beyond doubt: then the
// check has nothing to say about it but its document type and its encoding. Where anything
// is unusual it doubts, and a full reader decides. So only one direction has to hold: what
// is accepted has no other finding. It allocates nothing but the stack of open names.
//
// The document comes in pieces: take says how much of a piece it has read, the rest
// must stand at the beginning of the next.
type acceptor struct {
	begun bool
	root  bool
	names []byte // open names, one behind the other
	open  []int  // where each begins
	text  int    // bytes of text since the last markup

	lines int // ended before the root
	Seen
}

// Seen is what is to be said of an accepted document.
type Seen struct {
	Doctype int    // line of the document type, 0 = none
	Charset string // declared encoding of one byte a character, "" = UTF-8
}

// Classes of bytes.
const (
	endsText  uint8 = 1 << iota // < & ] and forbidden controls
	endsValue                   // < & quotes and forbidden controls
	inName                      // may stand in a name
	startName                   // may begin a name
	isSpace
)

var classes = func() (t [256]uint8) {
	for c := range 0x20 {
		t[c] = endsText | endsValue
	}
	for _, c := range "\t\n\r " {
		t[c] = isSpace
	}
	for _, c := range "<&]" {
		t[c] |= endsText
	}
	for _, c := range "<&\"'" {
		t[c] |= endsValue
	}
	for c := 'a'; c <= 'z'; c++ {
		t[c] |= inName | startName
		t[c-'a'+'A'] |= inName | startName
	}
	for c := '0'; c <= '9'; c++ {
		t[c] |= inName
	}
	t['_'] |= inName | startName
	for _, c := range ":-." {
		t[c] |= inName
	}
	return t
}()

// Limits against hostile XML, of the check: nesting, and the size of one token in bytes,
// which encoding/xml holds in memory.
const (
	MostDepth = 1000
	MostToken = 32 << 20
)

// Limits of what is accepted; beyond them a full reader decides.
const (
	acceptedAttributes = 32
	acceptedText       = MostToken / 2
	acceptedWindow     = 64 << 10 // bytes of one tag, comment or instruction in a document read in pieces
	longestReference   = 12
)

var acceptors = sync.Pool{New: func() any { return &acceptor{} }}

// Accepts says whether a document in memory is well-formed beyond doubt, and what is to be
// said of it nevertheless.
func Accepts(doc []byte) (seen Seen, ok bool) {
	a, _ := acceptors.Get().(*acceptor)
	defer acceptors.Put(a)
	*a = acceptor{names: a.names[:0], open: a.open[:0]}
	n, ok := a.take(doc, true)
	return a.Seen, ok && n == len(doc) && a.whole()
}

// whole reports whether the document is complete.
func (a *acceptor) whole() bool { return a.root && len(a.open) == 0 }

// take reads whole pieces of markup and text; last says that nothing follows. It
// gives the bytes read, and false where it doubts.
func (a *acceptor) take(b []byte, last bool) (n int, ok bool) {
	if !last {
		b = b[:wholeRunes(b)]
	}
	i := 0
	if !a.begun {
		k, charset, ok := declaration(b, last)
		if !ok || k < 0 {
			return 0, ok
		}
		i, a.begun, a.Charset = k, true, charset
	}
	if a.Charset == "" && (!utf8.Valid(b) || bytes.Contains(b, []byte("\xef\xbf\xbe")) || bytes.Contains(b, []byte("\xef\xbf\xbf"))) {
		return 0, false
	}
	for {
		k, ok := a.chars(b, i, last)
		if !ok {
			return 0, false
		}
		if i = k; i == len(b) || b[i] != '<' {
			a.count(b[:i])
			return i, true // a reference or a ] may go on in the next piece
		}
		end, ok := a.markup(b, i+1)
		switch {
		case !ok:
			return 0, false
		case end == 0:
			a.count(b[:i])
			return i, !last // not complete
		}
		i, a.text = end, 0
	}
}

// count counts lines as long as a document type may follow.
func (a *acceptor) count(b []byte) {
	if !a.root {
		a.lines += bytes.Count(b, []byte{'\n'})
	}
}

// wholeRunes gives the length without a character cut at the end.
func wholeRunes(b []byte) int {
	for k := 1; k <= min(3, len(b)); k++ {
		if c := b[len(b)-k]; utf8.RuneStart(c) {
			if !utf8.FullRune(b[len(b)-k:]) {
				return len(b) - k
			}
			break
		}
	}
	return len(b)
}

// chars reads text up to the next markup or as far as is certain.
func (a *acceptor) chars(b []byte, i int, last bool) (int, bool) {
	from := i
	if len(a.open) == 0 {
		for i < len(b) && classes[b[i]]&isSpace != 0 {
			i++
		}
		a.text += i - from
		return i, (i == len(b) || b[i] == '<') && a.text < acceptedText
	}
	for {
		for i < len(b) && classes[b[i]]&endsText == 0 {
			i++
		}
		if i == len(b) || b[i] == '<' {
			break
		}
		if len(b)-i < longestReference && !last {
			break
		}
		k := 1
		switch b[i] {
		case '&':
			k, _ = reference(b[i:])
		case ']':
			if bytes.HasPrefix(b[i:], []byte("]]>")) {
				k = 0
			}
		default:
			k = 0
		}
		if k == 0 {
			return i, false
		}
		i += k
	}
	a.text += i - from
	return i, a.text < acceptedText
}

// markup reads what follows a "<"; 0: it is not complete.
func (a *acceptor) markup(b []byte, i int) (end int, ok bool) {
	if i == len(b) {
		return 0, true
	}
	switch b[i] {
	case '/':
		return a.endTag(b, i+1)
	case '!':
		return a.special(b, i+1)
	case '?':
		return instruction(b, i+1)
	}
	return a.startTag(b, i)
}

func (a *acceptor) endTag(b []byte, i int) (int, bool) {
	if len(a.open) == 0 {
		return 0, false
	}
	from := a.open[len(a.open)-1]
	name := a.names[from:]
	if len(b)-i < len(name) {
		return 0, true
	}
	if !bytes.HasPrefix(b[i:], name) {
		return 0, false
	}
	i = spaces(b, i+len(name))
	if i == len(b) {
		return 0, true
	}
	if b[i] != '>' {
		return 0, false
	}
	a.open, a.names = a.open[:len(a.open)-1], a.names[:from]
	return i + 1, true
}

// special reads a comment, before the root a document type without declarations of
// its own or, inside the root, a CDATA section; all else that begins with "<!" is
// doubted.
func (a *acceptor) special(b []byte, i int) (int, bool) {
	const cdata, doctype = "[CDATA[", "DOCTYPE"
	rest := b[i:]
	switch {
	case len(rest) < len(cdata) && (len(rest) < 2 || bytes.HasPrefix([]byte(cdata), rest) || bytes.HasPrefix([]byte(doctype), rest)):
		return 0, true
	case bytes.HasPrefix(rest, []byte(doctype)) && !a.root && a.Doctype == 0:
		k, ok := plainDoctype(rest)
		if k == 0 || !ok {
			return 0, ok
		}
		a.Doctype = 1 + a.lines + bytes.Count(b[:i+k], []byte{'\n'})
		return i + k, true
	case bytes.HasPrefix(rest, []byte("--")):
		k := bytes.Index(rest[2:], []byte("--"))
		if k < 0 || 2+k+2 == len(rest) {
			return 0, true
		}
		if rest[2+k+2] != '>' || controls(rest[2:2+k]) {
			return 0, false
		}
		return i + 2 + k + 3, true
	case bytes.HasPrefix(rest, []byte(cdata)) && len(a.open) > 0:
		k := bytes.Index(rest[len(cdata):], []byte("]]>"))
		if k < 0 {
			return 0, true
		}
		if controls(rest[len(cdata) : len(cdata)+k]) {
			return 0, false
		}
		return i + len(cdata) + k + 3, true
	}
	return 0, false
}

// instruction reads a processing instruction; one called xml is doubted.
func instruction(b []byte, i int) (int, bool) {
	k := bytes.Index(b[i:], []byte("?>"))
	if k < 0 {
		return 0, true
	}
	end := nameEnd(b[:i+k], i)
	if end == 0 || b[end-1] == ':' || bytes.EqualFold(b[i:end], []byte("xml")) || end < i+k && classes[b[end]]&isSpace == 0 ||
		controls(b[end:i+k]) {
		return 0, false
	}
	return i + k + 2, true
}

func (a *acceptor) startTag(b []byte, i int) (int, bool) {
	to := nameEnd(b, i)
	if to == len(b) {
		return 0, true
	}
	if to == 0 {
		return 0, false
	}
	name, closed := b[i:to], false
	var seen [acceptedAttributes][2]int
	i = to
	for count := 0; ; count++ {
		gap := i
		i = spaces(b, i)
		if i == len(b) {
			return 0, true
		}
		if b[i] == '>' {
			i++
			break
		}
		if b[i] == '/' {
			if i+1 == len(b) {
				return 0, true
			}
			if b[i+1] != '>' {
				return 0, false
			}
			i, closed = i+2, true
			break
		}
		if i == gap || count == len(seen) {
			return 0, false
		}
		from := i
		to, end, ok := attribute(b, i)
		if !ok || end == 0 {
			return 0, ok
		}
		for _, s := range seen[:count] {
			if bytes.Equal(b[s[0]:s[1]], b[from:to]) {
				return 0, false
			}
		}
		seen[count], i = [2]int{from, to}, end
	}
	if len(a.open) == 0 && a.root || len(a.open) >= MostDepth-1 {
		return 0, false
	}
	a.root = true
	if !closed {
		a.open, a.names = append(a.open, len(a.names)), append(a.names, name...)
	}
	return i, true
}

// attribute reads name="value"; to is the end of the name, end 0: not complete.
func attribute(b []byte, i int) (to, end int, ok bool) {
	to = nameEnd(b, i)
	if to == 0 {
		return 0, 0, false
	}
	i = spaces(b, to)
	if i == len(b) {
		return 0, 0, true
	}
	if b[i] != '=' {
		return 0, 0, false
	}
	i = spaces(b, i+1)
	if i == len(b) {
		return 0, 0, true
	}
	quote := b[i]
	if quote != '"' && quote != '\'' {
		return 0, 0, false
	}
	for i++; ; {
		for i < len(b) && classes[b[i]]&endsValue == 0 {
			i++
		}
		if i == len(b) {
			return 0, 0, true
		}
		switch c := b[i]; c {
		case quote:
			return to, i + 1, true
		case '"', '\'':
			i++
		case '&':
			k, _ := reference(b[i:])
			if k == 0 {
				return 0, 0, len(b)-i < longestReference
			}
			i += k
		default:
			return 0, 0, false
		}
	}
}

func spaces(b []byte, i int) int {
	for i < len(b) && classes[b[i]]&isSpace != 0 {
		i++
	}
	return i
}

// nameEnd gives the end of the name at from, 0 where none begins that is right for
// sure: ASCII, at most one colon and none at an end. A name that ends with b may go on.
func nameEnd(b []byte, from int) int {
	if from >= len(b) || classes[b[from]]&startName == 0 {
		return 0
	}
	i, colons := from+1, 0
	for i < len(b) && classes[b[i]]&inName != 0 {
		if b[i] == ':' {
			colons++
		}
		i++
	}
	if i < len(b) && (b[i] >= utf8.RuneSelf || b[i-1] == ':') || colons > 1 {
		return 0
	}
	return i
}

// named are the references that every parser knows without a declaration.
var named = map[string]rune{"lt": '<', "gt": '>', "amp": '&', "quot": '"', "apos": '\''}

// reference gives the length of a reference that every parser knows, and the character; 0
// for others.
func reference(b []byte) (length int, c rune) {
	k := bytes.IndexByte(b[:min(len(b), longestReference)], ';')
	if k < 2 {
		return 0, 0
	}
	if c, ok := named[string(b[1:k])]; ok {
		return k + 1, c
	}
	digits := b[2:k]
	base := rune(10)
	if len(digits) > 0 && digits[0] == 'x' {
		base, digits = 16, digits[1:]
	}
	if b[1] != '#' || len(digits) == 0 || len(digits) > 6 {
		return 0, 0
	}
	for _, d := range digits {
		v := base
		switch {
		case d >= '0' && d <= '9':
			v = rune(d - '0')
		case d >= 'a' && d <= 'f':
			v = rune(d-'a') + 10
		case d >= 'A' && d <= 'F':
			v = rune(d-'A') + 10
		}
		if v >= base {
			return 0, 0
		}
		c = c*base + v
	}
	allowed := c == '\t' || c == '\n' || c == '\r' || c >= 0x20 && c <= 0xD7FF || c >= 0xE000 && c <= 0xFFFD ||
		c >= 0x10000 && c <= utf8.MaxRune
	if !allowed {
		return 0, 0
	}
	return k + 1, c
}

// Stream is Accepts for a document that passes by, through a window.
type Stream struct {
	acceptor acceptor
	window   []byte
	n        int // bytes in the window
	doubt    bool
}

// Write implements io.Writer; it never fails.
func (s *Stream) Write(p []byte) (int, error) {
	if s.window == nil {
		s.window = make([]byte, acceptedWindow)
	}
	for left := p; len(left) > 0 && !s.doubt; {
		k := copy(s.window[s.n:], left)
		left, s.n = left[k:], s.n+k
		used, ok := s.acceptor.take(s.window[:s.n], false)
		s.doubt = !ok || used == 0 && s.n == len(s.window)
		s.n = copy(s.window, s.window[used:s.n])
	}
	return len(p), nil
}

// Accepts reports, at the end, whether the document is well-formed beyond doubt.
func (s *Stream) Accepts() (Seen, bool) {
	if s.doubt {
		return Seen{}, false
	}
	used, ok := s.acceptor.take(s.window[:s.n], true)
	return s.acceptor.Seen, ok && used == s.n && s.acceptor.whole()
}
