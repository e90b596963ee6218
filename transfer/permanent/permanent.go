// Package permanent holds what is never destroyed, with the source of each rule
// (design what-stays; requirements B4, C9, E9). The table is data, permanent.json.
// What it does not name is appraised: Belegakten of commercial registers (source 002:
// whole or selection), databases as such, Sammelakten.
package permanent

import (
	_ "embed"
	"encoding/json"
	"slices"

	"laufzettel/transfer/record"
)

// Basis is what a row stands on.
type Basis string

const (
	// Law cannot be switched off.
	Law Basis = "law"
	// Concept may be switched off in the profile, with a reason.
	Concept Basis = "concept"
)

// Row says of one kind of delivery that it is never destroyed.
type Row struct {
	Kind   string `json:"kind"` // name of the kind of delivery (cli.md)
	Basis  Basis  `json:"basis"`
	Source string `json:"source"`           // where it is said
	What   string `json:"what"`             // German, for people
	Except string `json:"except,omitempty"` // German, what of it comes up for a decision
}

//go:embed permanent.json
var raw []byte

var rows = func() (out []Row) {
	if err := json.Unmarshal(raw, &out); err != nil {
		panic("permanent.json: " + err.Error())
	}
	return out
}()

// Of finds the row of a kind of delivery.
func Of(kind string) (Row, bool) {
	i := slices.IndexFunc(rows, func(r Row) bool { return r.Kind == kind })
	if i < 0 {
		return Row{}, false
	}
	return rows[i], true
}

// Holds says whether the row keeps an object. What the kind itself puts up for a
// decision is excepted: the object or the nearest parent with a rating of the kind is B.
func (r Row) Holds(o *record.Object) bool {
	if r.Except == "" {
		return true
	}
	for ; o != nil; o = o.Parent {
		if o.Origin == record.OriginKind && o.Rating != record.RatingOpen {
			return o.Rating != record.RatingAppraise
		}
	}
	return true
}
