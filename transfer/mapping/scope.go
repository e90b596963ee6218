package mapping

import (
	"slices"
	"strings"
	"time"
	"unicode"

	"laufzettel/transfer/record"
)

// Value is one field as it is written. Derived says that the source gave none and
// it was computed from what is there (A38).
type Value struct {
	Name    string `json:"name"`
	Value   string `json:"value"`
	Derived bool   `json:"derived,omitempty"`
}

// Scope is what sources can reach. List, Object and File may be nil.
type Scope struct {
	Package   Package
	Archive   string // name
	Accession Accession
	Profile   Profile
	List      *List            // transfer list, for MAPPING-1
	Object    *record.Object   // what the fields are of
	Top       *record.Object   // object the package is of; its parents are Chain
	Chain     []*record.Object // parents of Top, outermost first
	File      *File            // for MAPPING-4
}

// Package is what is known of the package.
type Package struct {
	PID, ReferenceCode, Earlier string
	Formats                     string // PUIDs
	Ordered                     time.Time
}

// Accession is what is known of the transfer.
type Accession struct {
	ID, Number         string
	Offered, Delivered time.Time
}

// Profile is what the agreement says of the agency.
type Profile struct {
	ID, Agency, AgencyID              string
	Contact, ContactUnit, ContactMail string
	Source, Environment               string
}

// List is the head of a transfer list (Ab_Lis).
type List struct {
	Agency, AgencyID, ProfileID string
	Created                     time.Time
}

// File is one computer file of a package.
type File struct {
	Path, Original, Object string
	Size                   int64
	SHA512                 string
	Format                 Format
	Properties, ViewPath   string
}

// Format is the identified format of a file; an unknown PUID is "".
type Format struct{ Name, Version, MIME, PUID string }

// Values evaluates a table in a scope: fields in name order, empty ones left out;
// behind them, where the table asks for it, the further statements of the delivery
// in its own order and words.
func (sc Scope) Values(table map[string]string) []Value {
	var out []Value
	for _, field := range fields(table) {
		if field == everyField {
			continue
		}
		v, derived := sc.value(table[field])
		if v = Legible(v); v != "" {
			out = append(out, Value{Name: field, Value: v, Derived: derived})
		}
	}
	if table[everyField] == allFields && sc.Object != nil {
		for _, f := range sc.Object.Fields {
			if v := (Value{Name: Legible(f.Name), Value: Legible(f.Value)}); v.Name != "" && v.Value != "" {
				out = append(out, v)
			}
		}
	}
	return out
}

// Legible trims v and replaces what XML cannot hold, so that a value read back
// from the package equals the one written.
func Legible(v string) string {
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		if r < 0x20 && r != '\t' && r != '\n' && r != '\r' || r == 0xFFFE || r == 0xFFFF {
			return unicode.ReplacementChar
		}
		return r
	}, strings.ToValidUTF8(v, "\uFFFD")))
}

// value evaluates one source: the first alternative that is not empty wins.
func (sc *Scope) value(source string) (v string, derived bool) {
	for alternative := range alternatives(source, sc.List != nil) {
		if v, derived = sc.one(alternative); v != "" {
			return v, derived
		}
	}
	return "", false
}

func (sc *Scope) one(path string) (string, bool) {
	if text, ok := strings.CutPrefix(path, constant); ok {
		return text, false
	}
	if s := plainNamed[path]; s != nil {
		if sc.File == nil && s.in == Technical || sc.List == nil && s.in == ControlList {
			return "", false
		}
		return s.get(sc), false
	}
	root, rest, _ := strings.Cut(path, ".")
	switch root {
	case "object":
		return ofObject(sc.Object, rest)
	case "dossier", "case", "parent":
		return ofObject(sc.ancestor(root), rest)
	}
	return "", false
}

func ofObject(o *record.Object, name string) (string, bool) {
	if o == nil {
		return "", false
	}
	if field, ok := strings.CutPrefix(name, further); ok {
		for _, f := range o.Fields {
			if f.Name == field {
				return f.Value, false
			}
		}
		return "", false
	}
	if s := statementNamed[name]; s != nil {
		return s.get(o)
	}
	return "", false
}

// ancestor finds the parent, or the nearest object of a kind at or above the
// object, also through the chain of context parents.
func (sc *Scope) ancestor(root string) *record.Object {
	if sc.Object == nil {
		return nil
	}
	if root == "parent" {
		return sc.up(sc.Object)
	}
	for o := sc.Object; o != nil; o = sc.up(o) {
		if o.Kind == record.Kind(root) {
			return o
		}
	}
	return nil
}

// up gives the parent of o; above the package's object stands the Chain.
func (sc *Scope) up(o *record.Object) *record.Object {
	if o == sc.Top && len(sc.Chain) > 0 {
		return sc.Chain[len(sc.Chain)-1]
	}
	if i := slices.Index(sc.Chain, o); i > 0 {
		return sc.Chain[i-1]
	}
	return o.Parent
}
