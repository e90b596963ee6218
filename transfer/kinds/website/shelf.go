package website

import (
	"laufzettel/transfer/kind"
)

// New is the kind for the shelf.
func New() kind.Kind {
	return kind.Kind{Name: Name, Check: Kind{}, Codes: Codes, Builder: siteBuilder{}, Place: 4, Samples: makers(), Material: material}
}
