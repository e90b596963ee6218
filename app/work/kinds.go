package work

import (
	"time"

	"laufzettel/transfer/aip"
	"laufzettel/transfer/check"
	"laufzettel/transfer/guard"
	"laufzettel/transfer/kind"
	"laufzettel/transfer/kinds"
	"laufzettel/transfer/pdfa"
	"laufzettel/transfer/prepare"
	"laufzettel/transfer/schema"
	"laufzettel/transfer/signature"
	"laufzettel/transfer/slip"
)

// Kinds is the shelf of delivery kinds the house works with; now is the clock.
func Kinds(now func() time.Time) kind.Shelf { return kinds.All(now) }

// Codes is the registry of every finding the program can utter.
func Codes() (*check.Registry, error) {
	own := [][]check.Code{check.Codes, check.ContainerCodes, schema.Codes, pdfa.Codes, slip.Codes, guard.Codes, aip.Codes, signature.Codes,
		prepare.Codes}
	return check.NewRegistry(append(own, Kinds(time.Now).Codes()...)...)
}
