package eark

import (
	"laufzettel/transfer/kind"
)

// New is the kind for the shelf.
func New() kind.Kind {
	return kind.Kind{Name: "eark", Check: Kind{}, Codes: Codes, Builder: sipBuilder{}, Place: 8, Samples: makers}
}
