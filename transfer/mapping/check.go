package mapping

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"laufzettel/transfer/record"
)

// Fault is one field of a profile's tables that cannot be written as it stands.
type Fault struct {
	Table   Table
	Field   string
	Text    string // German sentence: what is wrong
	Nearest string // the right name nearest to the wrong one, "" where there is none
}

// String gives the sentences for the person who enters the table.
func (f Fault) String() string {
	if f.Nearest == "" {
		return f.Text
	}
	return f.Text + " Am nächsten kommt „" + f.Nearest + "“."
}

// Check names every entry that would never be written: a source that does not
// exist or that its table cannot reach, a field without its level, a field left out
// that nobody writes; and entries that the text form cannot hold. In the order of
// the tables and fields; nil: all good.
func (m Tables) Check() []Fault {
	var out []Fault
	base := Default()
	for _, t := range All {
		table := m.Of(t)
		if len(table) > maxFields {
			out = append(out, Fault{Table: t, Text: fmt.Sprintf("Die Zuordnung hat mehr als %d Felder.", maxFields)})
			continue
		}
		for _, field := range fields(table) {
			c := checker{t, field, base.Of(t)}
			out = append(out, c.entry(strings.TrimSpace(table[field]))...)
		}
	}
	return out
}

// checker looks at one field.
type checker struct {
	table Table
	field string
	base  map[string]string // the default
}

func (c checker) fault(nearest, text string, args ...any) []Fault {
	return []Fault{{Table: c.table, Field: c.field, Text: fmt.Sprintf(text, args...), Nearest: nearest}}
}

func (c checker) entry(source string) []Fault {
	if faults := c.name(); faults != nil {
		return faults
	}
	if source == "" {
		return c.leftOut()
	}
	if len(source) > maxText {
		return c.fault("", "Die Quelle des Feldes „%s“ ist länger als %d Zeichen.", c.field, maxText)
	}
	if strings.ContainsFunc(source, unicode.IsControl) {
		return c.fault("", "Die Quelle des Feldes „%s“ enthält ein Steuerzeichen oder einen Zeilenumbruch.", c.field)
	}
	return c.source(source)
}

// name looks at the field itself. Fields of our own are the archive's choice; in
// MAPPING-3 each stands on a level.
func (c checker) name() []Fault {
	shown := c.field
	if len(shown) > maxName {
		return c.fault("", "Der Feldname „%s…“ ist länger als %d Zeichen.", strings.ToValidUTF8(shown[:40], ""), maxName)
	}
	if c.field == "" || strings.TrimSpace(c.field) != c.field || strings.Contains(c.field, "=") ||
		strings.ContainsFunc(c.field, unicode.IsControl) || strings.ToValidUTF8(c.field, "") != c.field {
		return c.fault("", "Das Feld „%s“ hat keinen Namen oder einen mit Leerraum am Rand, Gleichheits- oder Steuerzeichen.", c.field)
	}
	if c.table != Descriptive {
		return nil
	}
	level, rest, _ := strings.Cut(c.field, ".")
	if rest != "" && slices.Contains(levels, record.Kind(level)) {
		return nil
	}
	return c.fault(nearestField(c.field), "Das Feld „%s“ wird nie geschrieben: Es braucht eine Ebene davor, dossier., case. oder document.",
		c.field)
}

// leftOut looks at a field that shall not be written.
func (c checker) leftOut() []Fault {
	if _, ok := c.base[c.field]; !ok {
		return c.fault(Closest(c.field, fields(c.base)), "Das Feld „%s“ lässt sich nicht weglassen: Die Vorgabe schreibt es gar nicht.",
			c.field)
	}
	level, rest, _ := strings.Cut(c.field, ".")
	if c.table == Descriptive && slices.Contains(mandatory[record.Kind(level)], rest) {
		return c.fault("", "Das Feld „%s“ lässt sich nicht weglassen: Es ist eine Pflichtangabe.", c.field)
	}
	return nil
}

// source looks at every alternative.
func (c checker) source(source string) (out []Fault) {
	level, rest, _ := strings.Cut(c.field, ".")
	every := c.table == Descriptive && rest == everyField
	if every != (source == allFields) {
		return c.fault("", "Das Feld „*“ und die Quelle „%s“ gehören in MAPPING-3 zusammen; bei „%s“ steht nur eines von beiden.",
			allFields, c.field)
	}
	if every {
		return nil
	}
	paths := slices.Collect(alternatives(source, c.table == ControlList))
	if len(paths) == 0 {
		return c.fault("", "Das Feld „%s“ wird nie geschrieben: Seine Quelle „%s“ nennt nichts.", c.field, source)
	}
	for _, path := range paths {
		if text, ok := strings.CutPrefix(path, constant); ok {
			if Legible(text) == "" {
				out = append(out, c.fault("", "Der feste Text des Feldes „%s“ ist leer.", c.field)...)
			}
			continue
		}
		out = append(out, c.path(path, level)...)
	}
	return out
}

// path looks at one path.
func (c checker) path(path, level string) []Fault {
	root, rest, _ := strings.Cut(path, ".")
	tree := slices.ContainsFunc(roots, func(r struct{ name, words string }) bool { return r.name == root })
	if c.table == Descriptive && level == string(record.Dossier) && root == string(record.Case) {
		return c.fault("object."+rest, "Das Feld „%s“ wird so nie geschrieben: Über einer Akte steht kein Vorgang („%s“).", c.field, path)
	}
	if name, ok := strings.CutPrefix(rest, further); ok && tree {
		switch {
		case c.table == ControlList:
			return c.fault("", "Das Feld „%s“ wird so nie geschrieben: Weitere Angaben („%s“) stehen nicht in der Abgabeliste.", c.field,
				path)
		case strings.TrimSpace(name) == "":
			return c.fault("", "Das Feld „%s“ wird so nie geschrieben: Hinter „%s“ fehlt der Name der Angabe.", c.field, path)
		}
		return nil
	}
	if reaches(c.table, root, rest) || plainNamed[path] != nil && plainNamed[path].in&c.table != 0 {
		return nil
	}
	if in := reachedBy(path, root, rest); in != "" {
		return c.fault("", "Das Feld „%s“ wird so nie geschrieben: Die Quelle „%s“ gibt es nur in %s, nicht in %s.", c.field, path, in,
			c.table)
	}
	near := nearest(path, c.table)
	if text, ok := strings.CutPrefix(path, "="); ok {
		near = constant + text
	}
	return c.fault(near, "Das Feld „%s“ wird so nie geschrieben: Eine Quelle „%s“ gibt es nicht.", c.field, path)
}

// reachedBy names the tables that can reach a path, "" for none.
func reachedBy(path, root, rest string) string {
	var out []string
	for _, t := range All {
		if s := plainNamed[path]; s != nil && s.in&t != 0 || reaches(t, root, rest) {
			out = append(out, t.String())
		}
	}
	return strings.Join(out, ", ")
}
