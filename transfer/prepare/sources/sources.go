// Package sources makes invented source folders for every kind of delivery that
// can be prepared, as the clerk's office would hold them, for tests and trial runs
// (issue 4). It makes no deliveries (transfer/generate does) and knows no real
// person: the kinds say what lies in their folders (kind.Kind.Material).
package sources

import (
	"fmt"
	"sync"

	"laufzettel/transfer/generate"
	"laufzettel/transfer/kind"
	"laufzettel/transfer/kind/sample"
)

// entries is how many entries a register holds where nobody asks for more.
const entries = 4

// Make makes the source folder of a kind. What is needed beside it (a finished page
// for the converter) is written below aside.
func Make(shelf kind.Shelf, name, aside string) (sample.Material, error) {
	return Sized(shelf, name, aside, entries)
}

// Sized makes the source folder of a kind with as many entries, where the kind has such.
func Sized(shelf kind.Shelf, name, aside string, entries int) (sample.Material, error) {
	w := sample.Workshop{Units: entries, Aside: aside, Make: func(p sample.Plan) (*sample.Parcel, error) {
		made, err := generate.Make(shelf, p)
		if err != nil {
			return nil, err
		}
		return &made.Parcel, nil
	}}
	paper := sync.OnceValues(func() ([]byte, error) {
		p, err := w.Make(sample.Plan{Kind: "files", Mix: []string{"pdf"}, Dossiers: 1, Cases: 1, Documents: 1})
		if err != nil {
			return nil, err
		}
		return p.Members[0].Data, nil
	})
	w.Paper = func(string) ([]byte, error) { return paper() } // the same for every title
	for _, k := range shelf {
		if k.Name == name && k.Material != nil {
			return k.Material(w)
		}
	}
	return sample.Material{}, fmt.Errorf("no source for kind %q", name)
}
