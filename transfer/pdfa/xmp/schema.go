package xmp

import (
	_ "embed" // the table of predefined schemas
	"strings"
	"sync"
)

//go:embed predefined.txt
var predefined string

// Edition is the edition of the XMP specification a part of ISO 19005 cites.
type Edition int

// The editions.
const (
	XMP2004 Edition = 4 // ISO 19005-1
	XMP2005 Edition = 5 // ISO 19005-2 and -3
)

// Type is the value type of a property or field.
type Type struct {
	Array   Kind // Simple where it is no array
	LangAlt bool
	Base    string
}

// ParseType reads a value type as extension schemas write it, for example
// "bag Text", "Lang Alt" or "closed Choice of Integer".
func ParseType(s string) Type {
	t := Type{}
	words := strings.Fields(s)
	for len(words) > 0 {
		switch w := strings.ToLower(words[0]); {
		case w == "bag" && len(words) > 1:
			t.Array = Bag
		case w == "seq" && len(words) > 1:
			t.Array = Seq
		case w == "alt" && len(words) > 1:
			t.Array = Alt
		case w == "lang" && len(words) == 2 && strings.EqualFold(words[1], "alt"):
			t.LangAlt = true
			return t
		case (w == "closed" || w == "open" || w == "choice" || w == "of") && len(words) > 1:
		default:
			t.Base = strings.Join(words, " ")
			return t
		}
		words = words[1:]
	}
	return t
}

type key struct {
	ns, name string
	edition  Edition // 0 for extension schemas
}

// table is a set of properties and structures.
type table struct {
	props   map[key]Type
	structs map[string]structure
	names   map[string]bool // namespaces of the predefined schemas
}

type structure struct {
	ns     string
	fields map[string]Type
}

var builtin = sync.OnceValue(func() *table {
	t := &table{props: map[key]Type{}, structs: map[string]structure{}, names: map[string]bool{}}
	ns := ""
	var st *structure
	for line := range strings.SplitSeq(predefined, "\n") {
		w := strings.Fields(line)
		switch {
		case len(w) < 2 || w[0] == "#":
		case w[0] == "schema":
			ns, st = w[2], nil
			t.names[ns] = true
		case w[0] == "struct":
			st = &structure{ns: w[2], fields: map[string]Type{}}
			t.structs[w[1]] = *st
		default:
			name, in := w[0], []Edition{XMP2004, XMP2005}
			switch name[0] {
			case '+':
				name, in = name[1:], in[1:]
			case '-':
				name, in = name[1:], in[:1]
			}
			ty := tableType(w[1:])
			if st != nil {
				st.fields[name] = ty
				continue
			}
			for _, e := range in {
				t.props[key{ns, name, e}] = ty
			}
		}
	}
	return t
})

func tableType(w []string) Type {
	switch w[0] {
	case "bag", "seq", "alt":
		return ParseType(w[0] + " " + w[1])
	case "Lang":
		return Type{LangAlt: true}
	}
	return Type{Base: w[0]} // closed choices are kept in the table for readers; no validator tests them
}

// simpleTypes are the basic value types of the specification.
var simpleTypes = map[string]bool{"Text": true, "Integer": true, "Real": true, "Boolean": true, "Date": true, "URI": true,
	"URL": true, "MIMEType": true, "ProperName": true, "AgentName": true, "Locale": true, "GPSCoordinate": true,
	"RenditionClass": true, "XPath": true, "Rational": true, "Choice": true}

// uncheckedTypes are structures whose fields are not checked here.
var uncheckedTypes = map[string]bool{"ProjectLink": true, "Timecode": true, "Time": true, "Marker": true, "Media": true,
	"timeScaleStretch": true, "resampleParams": true, "beatSpliceStretch": true}

// Predefined gives the type of a property of a predefined schema.
func Predefined(e Edition, ns, name string) (Type, bool) {
	t, ok := builtin().props[key{ns, name, e}]
	return t, ok
}
