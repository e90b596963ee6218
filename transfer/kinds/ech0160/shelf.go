package ech0160

import (
	"laufzettel/transfer/kind"
)

// New is the kind for the shelf. Nobody prepares it here.
func New() kind.Kind {
	return kind.Kind{Name: "ech0160", Check: Kind{}, Codes: Codes, Samples: makers}
}
