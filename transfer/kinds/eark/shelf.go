package eark

import (
	"laufzettel/transfer/kind"
	"laufzettel/transfer/kind/sample"
)

// New is the kind for the shelf.
func New() kind.Kind {
	return kind.Kind{Name: "eark", Check: Kind{}, Codes: Codes, Builder: sipBuilder{}, Place: 8,
		Samples: makers, Material: sample.PlainMaterial}
}
