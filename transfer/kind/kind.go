// Package kind says what a delivery kind is to the rest of the program: one value with
// all that is known of it. The check, the clerk's side and the generator of trial
// deliveries are handed the shelf of these values (transfer/kinds holds the only list)
// and import this package alone, no concrete kind; a kind imports no other kind.
package kind

import (
	"math"
	"slices"

	"laufzettel/transfer/check"
	"laufzettel/transfer/kind/message"
	"laufzettel/transfer/kind/sample"
)

// Kind is one kind of delivery as a whole. What is nil or empty cannot be done with it.
type Kind struct {
	Name string
	// Check recognises and reads deliveries and brings the rules. Its further
	// capabilities are the optional interfaces of package check: Describing, Dividing,
	// Relating, Receipting.
	Check check.Kind
	Codes []check.Code // every finding the kind can utter
	// Builder makes portions out of a folder of material. Its further capabilities are
	// Tabler, Lister, Numbered and Presetting.
	Builder Builder
	// Place is where it stands in the list a clerk chooses from, 0 = behind the others.
	Place int
	// Messages is the standard of its messages, for kinds that hold such messages and
	// for the names of generated files.
	Messages message.Standard
	// Samples make trial deliveries of it.
	Samples []sample.Maker
	// Material makes an invented folder a portion can be prepared of.
	Material func(sample.Workshop) (sample.Material, error)
}

// Shelf holds the kinds in the order they are asked whether a delivery is theirs.
type Shelf []Kind

// Checks gives the kinds that can be recognised.
func (s Shelf) Checks() (out []check.Kind) {
	for _, k := range s {
		if k.Check != nil {
			out = append(out, k.Check)
		}
	}
	return out
}

// Codes gives the lists of findings of all kinds, and those about any material.
func (s Shelf) Codes() [][]check.Code {
	out := [][]check.Code{Codes}
	for _, k := range s {
		out = append(out, k.Codes)
	}
	return out
}

// Builders gives the kinds that can be prepared, in the order they are offered.
func (s Shelf) Builders() (out []Builder) {
	list := slices.DeleteFunc(slices.Clone(s), func(k Kind) bool { return k.Builder == nil })
	slices.SortStableFunc(list, func(a, b Kind) int { return place(a) - place(b) })
	for _, k := range list {
		out = append(out, k.Builder)
	}
	return out
}

// Prepared names what can be prepared, in the order it is offered.
func (s Shelf) Prepared() (out []string) {
	for _, b := range s.Builders() {
		out = append(out, b.Kind())
	}
	return out
}

// Builder finds the builder of a kind.
func (s Shelf) Builder(kind string) (Builder, bool) {
	for _, k := range s {
		if k.Builder != nil && k.Builder.Kind() == kind {
			return k.Builder, true
		}
	}
	return nil, false
}

// Presetting finds the builder that takes sets of defaults.
func (s Shelf) Presetting() (Presetting, bool) {
	for _, k := range s {
		if b, ok := k.Builder.(Presetting); ok {
			return b, true
		}
	}
	return nil, false
}

// Samples gives the makers of trial deliveries.
func (s Shelf) Samples() (out []sample.Maker) {
	for _, k := range s {
		out = append(out, k.Samples...)
	}
	return out
}

// Messages gives the standard the names and format codes of invented records follow,
// the first on the shelf.
func (s Shelf) Messages() (message.Standard, bool) {
	for _, k := range s {
		if k.Messages != nil {
			return k.Messages, true
		}
	}
	return nil, false
}

// place puts kinds without one behind the others.
func place(k Kind) int {
	if k.Place == 0 {
		return math.MaxInt32
	}
	return k.Place
}
