package export

import (
	"laufzettel/transfer/kind"
)

// New is the kind for the shelf.
func New() kind.Kind {
	return kind.Kind{Name: Name, Check: Kind{}, Codes: Codes, Builder: exportBuilder{}, Place: 3, Samples: makers, Material: material}
}
