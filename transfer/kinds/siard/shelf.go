package siard

import (
	"laufzettel/transfer/kind"
)

// New is the kind for the shelf. Nobody prepares it here.
func New() kind.Kind {
	return kind.Kind{Name: "siard", Check: Kind{}, Codes: Codes, Samples: makers}
}
