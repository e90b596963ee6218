package bagit

import (
	"laufzettel/transfer/kind"
	"laufzettel/transfer/kind/sample"
)

// New is the kind for the shelf.
func New() kind.Kind {
	return kind.Kind{Name: "bagit", Check: Kind{}, Codes: Codes, Builder: bagBuilder{}, Place: 7,
		Samples: makers, Material: sample.PlainMaterial}
}
