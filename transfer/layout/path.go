package layout

import (
	"fmt"
	"strconv"
	"strings"
)

// step is one part of a path: a name, "*", an attribute, with what it must fulfil.
type step struct {
	name      string // local name, "*" = any; of a table the heading, "#3" = the third column
	attribute bool
	file      bool // "~name": something about the file itself
	tests     []test
}

// test is "[2]" or "[@attribute=value]", of a table "[column=value]".
type test struct {
	position    int
	name, value string
}

// steps is a parsed path; absolute ones count from the top of the document.
type steps struct {
	list     []step
	absolute bool
}

// aboutFile are the statements about a file itself.
var aboutFile = []string{"~name", "~stem", "~extension", "~path", "~folder"}

// scanner cuts a text at separators that stand outside of brackets and quotes.
func cut(s string, sep byte) (out []string) {
	depth, from := 0, 0
	quoted := false
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '\'':
			quoted = !quoted
		case quoted:
		case c == '[':
			depth++
		case c == ']':
			depth--
		case c == sep && depth == 0:
			out = append(out, s[from:i])
			from = i + 1
		}
	}
	return append(out, s[from:])
}

// alternatives are the paths of "a|b".
func alternatives(s string) (out []string) {
	for _, p := range cut(s, '|') {
		if p = strings.TrimSpace(p); p != "" {
			out = append(out, p)
		}
	}
	return out
}

// parsePath reads one path; of a table it is one column.
func parsePath(s string, table bool) (steps, error) {
	var p steps
	s = strings.TrimSpace(s)
	if s == "" || s == "/" || s == "." {
		return steps{absolute: s == "/"}, nil
	}
	parts := []string{s}
	if !table {
		p.absolute = strings.HasPrefix(s, "/")
		parts = cut(strings.TrimPrefix(s, "/"), '/')
	}
	for i, part := range parts {
		st, err := parseStep(strings.TrimSpace(part), table)
		if err != nil {
			return steps{}, err
		}
		if (st.attribute || st.file) && i != len(parts)-1 {
			return steps{}, fmt.Errorf("%w: hinter „%s“ steht nichts mehr", errPath, st.name)
		}
		p.list = append(p.list, st)
	}
	return p, nil
}

func parseStep(s string, table bool) (st step, err error) {
	name, rest, tested := s, "", false
	if i := openBracket(s); i >= 0 {
		name, rest, tested = s[:i], s[i:], true
	}
	name = strings.TrimSpace(name)
	if !table && strings.HasPrefix(name, "@") {
		st.attribute, name = true, name[1:]
	}
	if strings.HasPrefix(name, "~") {
		for _, known := range aboutFile {
			st.file = st.file || known == name
		}
		if !st.file {
			return st, fmt.Errorf("%w: von der Datei selbst gibt es %s", errPath, strings.Join(aboutFile, ", "))
		}
	}
	quoted := len(name) > 1 && strings.HasPrefix(name, "'") && strings.HasSuffix(name, "'")
	if quoted {
		name = name[1 : len(name)-1]
	} else if i := strings.IndexByte(name, ':'); i >= 0 && !table {
		name = name[i+1:] // a prefix says nothing: names count by their local part
	}
	if st.name = name; name == "" && !(table && tested) {
		return st, fmt.Errorf("%w: ein Name fehlt", errPath)
	}
	for rest != "" {
		end := strings.IndexByte(rest, ']')
		if rest[0] != '[' || end < 0 {
			return st, fmt.Errorf("%w: eine Klammer [ ] ist nicht geschlossen", errPath)
		}
		t, err := parseTest(rest[1:end], table)
		if err != nil {
			return st, err
		}
		st.tests, rest = append(st.tests, t), rest[end+1:]
	}
	if st.attribute && len(st.tests) > 0 {
		return st, fmt.Errorf("%w: ein Attribut hat keine Klammer", errPath)
	}
	return st, nil
}

// openBracket is where the first bracket outside of quotes stands.
func openBracket(s string) int {
	quoted := false
	for i := 0; i < len(s); i++ {
		if s[i] == '\'' {
			quoted = !quoted
		} else if s[i] == '[' && !quoted {
			return i
		}
	}
	return -1
}

func parseTest(s string, table bool) (test, error) {
	s = strings.TrimSpace(s)
	if n, err := strconv.Atoi(s); err == nil && n > 0 {
		return test{position: n}, nil
	}
	name, value, ok := strings.Cut(s, "=")
	name, value = strings.TrimSpace(name), strings.Trim(strings.TrimSpace(value), "'\"")
	if !table {
		attr, is := strings.CutPrefix(name, "@")
		if !is {
			return test{}, fmt.Errorf("%w: in der Klammer steht eine Nummer oder @Attribut=Wert", errPath)
		}
		name = attr
		if i := strings.IndexByte(name, ':'); i >= 0 {
			name = name[i+1:]
		}
	}
	if !ok || name == "" {
		return test{}, fmt.Errorf("%w: in der Klammer steht eine Nummer oder Name=Wert", errPath)
	}
	return test{name: strings.Trim(name, "'"), value: value}, nil
}

// join puts a path below another; an absolute one stays as it is.
func (p steps) join(q steps) steps {
	if q.absolute {
		return q
	}
	return steps{list: append(append([]step{}, p.list...), q.list...), absolute: true}
}

// under reports whether p counts from q.
func (p steps) under(q steps) bool {
	if len(p.list) < len(q.list) {
		return false
	}
	for i := range q.list {
		if !p.list[i].equal(q.list[i]) {
			return false
		}
	}
	return true
}

func (s step) equal(o step) bool {
	if s.name != o.name || s.attribute != o.attribute || len(s.tests) != len(o.tests) {
		return false
	}
	for i := range s.tests {
		if s.tests[i] != o.tests[i] {
			return false
		}
	}
	return true
}
