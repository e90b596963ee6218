package bagit

import (
	"laufzettel/transfer/kind"
)

// New is the kind for the shelf.
func New() kind.Kind {
	return kind.Kind{Name: "bagit", Check: Kind{}, Codes: Codes, Builder: bagBuilder{}, Place: 7, Samples: makers}
}
