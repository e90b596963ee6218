package register

import (
	"slices"
	"time"

	"laufzettel/transfer/kind"
)

// New is the kind for the shelf; now is the clock the update period is judged by.
func New(now func() time.Time) kind.Kind {
	return kind.Kind{Name: Name, Check: Kind{Now: now}, Codes: slices.Concat(Codes, PrepareCodes), Builder: registerBuilder{}, Place: 1,
		Samples: makers, Material: material}
}
