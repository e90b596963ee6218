package fixity

import (
	"html"
	"io"
	"laufzettel/transfer/pattern"
	"slices"
	"strings"
)

// maxPage is how much of a page is read, maxTitle how many lines of it may stand before
// the list.
const (
	maxPage  = 16 << 20
	maxTitle = 50
)

// together joins the bytes of a digest that are set apart: 9f:86:d0…, 9F 86 D0…
func together(s string) string {
	if len(s) < 3*16-1 || len(s)%3 != 2 || strings.IndexByte(": -", s[2]) < 0 {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i += 3 {
		if i+2 < len(s) && s[i+2] != s[2] {
			return s
		}
		b.WriteString(s[i : i+2])
	}
	return b.String()
}

// apart is a digest at the end of a line whose bytes are set apart.
var apart = pattern.Of(`(?:[0-9A-Fa-f]{2}[: -]){15,63}[0-9A-Fa-f]{2}"?$`)

// mayBeApart: hexadecimal digits at the end, set apart from those before them.
func mayBeApart(line string) bool {
	line = strings.TrimSuffix(line, `"`)
	n := len(line)
	return n > 3*16-1 && hexadecimal(line[n-2:]) && strings.IndexByte(": -", line[n-3]) >= 0 && hexadecimal(line[n-5:n-3])
}

// closed gives a line with the digest at its end joined.
func closed(line string) string {
	if !mayBeApart(line) {
		return line
	}
	if at := apart.FindStringIndex(line); at != nil {
		return line[:at[0]] + together(strings.TrimSuffix(line[at[0]:], `"`))
	}
	return line
}

// structured is the beginning of JSON or XML: its lines look like fields, and what they say
// of digests hangs on how they are nested (records.go).
var structured = pattern.Of(`^\s*(?:[{<]|\[\s*[{"])`)

// field takes "name: value" or "name = value" apart, as people, YAML and TOML write it;
// ok is false where the name is none a list of digests knows.
func field(line string) (key, value string, ok bool) {
	at := strings.IndexAny(line, ":=")
	if at < 0 {
		return "", "", false
	}
	key = strings.Trim(line[:at], " \t-*\"'`•")
	value = strings.Trim(strings.TrimSuffix(strings.TrimSpace(line[at+1:]), ","), "\"'`")
	name := squeeze.Replace(strings.ToLower(key))
	_, known := columnAlgorithm(name)
	return key, value, value != "" && (known || slices.Contains(pathColumns, name) || slices.Contains(digestColumns, name) ||
		slices.Contains(algorithmColumns, name) || slices.Contains(sizeColumns, name))
}

// isPathField and isDigestField say what a field holds.
func isPathField(key string) bool {
	return slices.Contains(pathColumns, squeeze.Replace(strings.ToLower(key)))
}

func isDigestField(key, value string) bool {
	name := squeeze.Replace(strings.ToLower(key))
	alg, known := columnAlgorithm(name)
	if known {
		_, ok := anyDigest(value, alg.Size())
		return ok
	}
	_, ok := labelled(value)
	return ok && slices.Contains(digestColumns, name)
}

// fields reads blocks of "name: value": one block tells of one file. A block ends where a
// name comes again, or at an empty line once it is whole.
func (p *parser) fields(r io.Reader) error {
	f := &frame{}
	whole := func() bool {
		path, digest := false, false
		for _, key := range f.keys {
			path, digest = path || isPathField(key), digest || isDigestField(key, f.values[key])
		}
		return path && digest
	}
	p.line = func(n int, text string) {
		key, value, ok := field(text)
		if _, again := f.values[key]; ok && again || strings.TrimSpace(text) == "" && whole() {
			p.take(f)
			f = &frame{}
		}
		if !ok {
			return
		}
		if f.line == 0 {
			f.line = n
		}
		f.set(key, value)
	}
	if err := p.lines(r); err != nil {
		return err
	}
	p.take(f)
	return nil
}

var pageHead = pattern.Of(`(?i)^(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)?(?:<!doctype html|<html|<table)`)

// pageText gives what a page in HTML shows, cells set apart by tabs, from the line on with
// which a list begins; ok is false where it is no page or holds no list.
func pageText(text, base string) (shown string, style Style, ok bool) {
	text = strings.TrimLeft(text, " \t\r\n")
	if !pageHead.MatchString(text[:min(len(text), 1024)]) {
		return "", "", false
	}
	shown = html.UnescapeString(shownOnPage(text))
	lines := strings.Split(shown, "\n")
	for i, line := range lines {
		lines[i] = strings.Trim(line, " \t\r\u00a0")
	}
	lines = slices.DeleteFunc(lines, func(l string) bool { return l == "" })
	shown = strings.Join(lines, "\n") + "\n"
	seen := map[string]lineMark{}
	mark := func(line string) lineMark { // the same line is asked once for each that may begin the list
		m, known := seen[line]
		if !known {
			m = markOf(line, base)
			seen[line] = m
		}
		return m
	}
	rest := shown
	for i := 0; i < len(lines) && i < maxTitle; i++ {
		if style := detectLines(rest, base, mark); style != "" {
			return rest, style, true
		}
		rest = rest[len(lines[i])+1:]
	}
	return "", "", false
}
