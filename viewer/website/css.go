package website

import (
	"strings"
)

// rewriteCSS rewrites every url(…) and @import of a style sheet and leaves all
// else as it is (CSS Syntax Level 3: comments, strings and escapes are told apart).
func rewriteCSS(css string, rewrite func(string) string) string {
	s := &cssScanner{in: css, rewrite: rewrite}
	for s.pos < len(s.in) {
		s.next()
	}
	return s.out.String()
}

type cssScanner struct {
	in      string
	pos     int
	out     strings.Builder
	rewrite func(string) string
	imports bool // an @import waits for its address
}

func (s *cssScanner) copy(n int) {
	n = min(n, len(s.in)-s.pos)
	s.out.WriteString(s.in[s.pos : s.pos+n])
	s.pos += n
}

func (s *cssScanner) next() {
	rest := s.in[s.pos:]
	switch c := rest[0]; {
	case strings.HasPrefix(rest, "/*"):
		if end := strings.Index(rest[2:], "*/"); end >= 0 {
			s.copy(end + 4)
		} else {
			s.copy(len(rest))
		}
	case c == '"' || c == '\'':
		s.quoted()
	case c == '\\':
		s.copy(2)
	case c == '@' && hasFold(rest, "@import"):
		s.imports = true
		s.copy(len("@import"))
	case hasFold(rest, "url(") && !s.insideName():
		s.url()
	case hasFold(rest, "src(") && !s.insideName():
		s.url()
	default:
		if c == ';' || c == '{' || c == '}' {
			s.imports = false
		}
		s.copy(1)
	}
}

// insideName says that the letters before belong to the same name.
func (s *cssScanner) insideName() bool {
	if s.pos == 0 {
		return false
	}
	c := s.in[s.pos-1]
	return c == '-' || c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80
}

func hasFold(s, prefix string) bool {
	return len(s) >= len(prefix) && strings.EqualFold(s[:len(prefix)], prefix)
}

// stringEnd finds the end of the quoted string at the start of s, its quotes
// included.
func stringEnd(s string) int {
	for i := 1; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case s[0], '\n':
			return i + 1
		}
	}
	return len(s)
}

func (s *cssScanner) quoted() {
	end := stringEnd(s.in[s.pos:])
	raw := s.in[s.pos : s.pos+end]
	if !s.imports || len(raw) < 2 {
		s.copy(end)
		return
	}
	s.imports = false
	s.pos += end
	s.out.WriteString(cssString(s.rewrite(unescapeCSS(raw[1 : len(raw)-1]))))
}

func (s *cssScanner) url() {
	name := s.in[s.pos : s.pos+4]
	rest := s.in[s.pos+4:]
	inner := strings.TrimLeft(rest, " \t\r\n\f")
	skipped := len(rest) - len(inner)
	value, used := "", 0
	if inner != "" && (inner[0] == '"' || inner[0] == '\'') {
		end := stringEnd(inner)
		value = strings.Trim(inner[:end], "\"'\n")
		after := strings.TrimLeft(inner[end:], " \t\r\n\f")
		used = len(inner) - len(after)
		if !strings.HasPrefix(after, ")") {
			s.copy(4 + skipped + end)
			return
		}
	} else {
		end := unquotedEnd(inner)
		if end < 0 {
			s.copy(4 + skipped + len(inner))
			return
		}
		value, used = strings.TrimRight(inner[:end], " \t\r\n\f"), end
	}
	s.imports = false
	s.pos += 4 + skipped + used + 1
	s.out.WriteString(name + cssString(s.rewrite(unescapeCSS(value))) + ")")
}

func unquotedEnd(s string) int {
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case ')':
			return i
		}
	}
	return -1
}

// cssString writes an address so that it can stand in a style sheet, also inside
// an attribute.
func cssString(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\' || r == '<' || r == '>' || r < ' ':
			b.WriteString("%" + strings.ToUpper(string("0123456789abcdef"[r>>4&15])+string("0123456789abcdef"[r&15])))
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}

// unescapeCSS removes backslash escapes.
func unescapeCSS(s string) string {
	if !strings.Contains(s, `\`) {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' || i+1 == len(s) {
			b.WriteByte(s[i])
			continue
		}
		n, v := 0, rune(0)
		for n < 6 && i+1+n < len(s) && isHex(s[i+1+n]) {
			v = v<<4 | rune(strings.IndexByte("0123456789abcdef", lower(s[i+1+n])))
			n++
		}
		if n == 0 {
			i++
			b.WriteByte(s[i])
			continue
		}
		b.WriteRune(v)
		i += n
		if i+1 < len(s) && s[i+1] == ' ' {
			i++
		}
	}
	return b.String()
}

func isHex(c byte) bool { return strings.IndexByte("0123456789abcdef", lower(c)) >= 0 }

func lower(c byte) byte {
	if c >= 'A' && c <= 'Z' {
		return c + 'a' - 'A'
	}
	return c
}
