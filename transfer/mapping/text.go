package mapping

import (
	"fmt"
	"iter"
	"strings"
)

// Limits of tables read from outside.
const (
	maxFields = 2000
	maxText   = 2000    // of a source, in bytes
	maxName   = 200     // of a field, in bytes
	maxTable  = 4 << 20 // of a table in its text form, in bytes
)

const (
	constant = "const:" // a fixed text, up to the end
	further  = "field:" // any other statement of an object by its own name
)

// alternatives parts a source: paths with "|" between them, a fixed text up to the
// end. In MAPPING-1 the former names and "=Text" are taken for what they mean.
func alternatives(source string, list bool) iter.Seq[string] {
	return func(yield func(string) bool) {
		rest := strings.TrimSpace(source)
		if text, ok := strings.CutPrefix(rest, "="); ok && list {
			rest = constant + text
		}
		for rest != "" {
			var path string
			if strings.HasPrefix(rest, constant) {
				path, rest = rest, ""
			} else {
				path, rest, _ = strings.Cut(rest, "|")
				path, rest = strings.TrimSpace(path), strings.TrimSpace(rest)
			}
			if now, ok := former[path]; ok && list {
				path = now
			}
			if path != "" && !yield(path) {
				return
			}
		}
	}
}

// Parse reads a table as it is typed: one "field = source" a line; an empty source
// leaves the field out. nil for an empty text. The error is a German sentence that
// names the line. Whether the sources exist says Check.
func Parse(text string) (map[string]string, error) {
	if len(text) > maxTable {
		return nil, fmt.Errorf("die Zuordnung ist größer als 4 MB")
	}
	var out map[string]string
	for line := range strings.SplitSeq(text, "\n") {
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		field, source, ok := strings.Cut(line, "=")
		field, source = strings.TrimSpace(field), strings.TrimSpace(source)
		if !ok || field == "" {
			return nil, fmt.Errorf("die Zeile „%s“ hat nicht die Form „Feld = Quelle“", line)
		}
		if _, twice := out[field]; twice {
			return nil, fmt.Errorf("das Feld „%s“ steht zweimal da", field)
		}
		if len(out) == maxFields {
			return nil, fmt.Errorf("die Zuordnung hat mehr als %d Felder", maxFields)
		}
		if out == nil {
			out = map[string]string{}
		}
		out[field] = source
	}
	return out, nil
}

// Text writes a table as Parse reads it, in the order of the fields.
func Text(table map[string]string) string {
	lines := make([]string, 0, len(table))
	for _, field := range fields(table) {
		lines = append(lines, strings.TrimSpace(field+" = "+table[field]))
	}
	return strings.Join(lines, "\n")
}
