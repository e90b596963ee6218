package files

import (
	"laufzettel/transfer/kind"
	"laufzettel/transfer/kind/sample"
)

// New is the kind for the shelf. It recognises nothing: what no other kind takes is
// plain files to the check.
func New() kind.Kind {
	return kind.Kind{Name: "files", Builder: filesBuilder{}, Place: 9, Samples: makers, Material: sample.PlainMaterial}
}
