package xdomea

import (
	"laufzettel/transfer/kind"
)

// New is the kind for the shelf.
func New() kind.Kind {
	return kind.Kind{Name: "xdomea", Check: Kind{}, Codes: Codes, Builder: recordsBuilder{}, Place: 5, Messages: Messages{},
		Samples: makers(), Material: material}
}
