package schema

import (
	"bufio"
	"io"
	"regexp"
	"strings"

	"laufzettel/transfer/check"
)

// maxValueLine bounds a line of a document that is searched for a value, maxValue how much
// of the value a finding tells.
const (
	maxValueLine = 64 << 10
	maxValue     = 80
)

// elementNamed is the element a sentence of ours names.
var elementNamed = regexp.MustCompile(`im Element „([^“]+)“`)

// tellValues says of findings about the form of a value what the value is: the engine
// gives the line only. The document is read once more, up to the last line asked for;
// what is not found there is left out.
func tellValues(findings []check.Finding, open func() (io.ReadCloser, error)) {
	asked, last := map[int][]int{}, 0
	for i, f := range findings {
		if f.Found == "" && f.Line > 0 && elementNamed.MatchString(f.Message) {
			asked[f.Line] = append(asked[f.Line], i)
			last = max(last, f.Line)
		}
	}
	if last == 0 {
		return
	}
	f, err := open()
	if err != nil {
		return
	}
	defer f.Close() // opened for reading
	in, _, err := utf8Reader(f)
	if err != nil {
		return
	}
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, maxValueLine)
	for n := 1; n <= last && lines.Scan(); n++ {
		for _, i := range asked[n] {
			findings[i].Found = valueIn(lines.Text(), elementNamed.FindStringSubmatch(findings[i].Message)[1])
		}
	}
}

// valueIn gives the text of an element that stands in one line, "" where it does not.
func valueIn(line, name string) string {
	local := name[strings.LastIndexByte(name, ':')+1:]
	m := regexp.MustCompile(`<(?:[\w.-]+:)?` + regexp.QuoteMeta(local) + `(?:\s[^>]*)?>([^<]*)<`).FindStringSubmatch(line)
	if m == nil {
		return ""
	}
	value := strings.TrimSpace(m[1])
	if r := []rune(value); len(r) > maxValue {
		value = string(r[:maxValue]) + "…"
	}
	return "„" + value + "“"
}
