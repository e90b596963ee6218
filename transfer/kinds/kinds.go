// Package kinds is the shelf of the delivery kinds: the only place where they are
// registered. Only the house (app/work), whoever makes trial deliveries and tests take
// from it; everybody else is handed the shelf (transfer/kind).
package kinds

import (
	"time"

	"laufzettel/transfer/kind"
	"laufzettel/transfer/kinds/bagit"
	"laufzettel/transfer/kinds/dms"
	"laufzettel/transfer/kinds/eark"
	"laufzettel/transfer/kinds/ech0160"
	"laufzettel/transfer/kinds/export"
	"laufzettel/transfer/kinds/files"
	"laufzettel/transfer/kinds/handelsregister"
	"laufzettel/transfer/kinds/norm"
	"laufzettel/transfer/kinds/register"
	"laufzettel/transfer/kinds/siard"
	"laufzettel/transfer/kinds/website"
	"laufzettel/transfer/kinds/xdomea"
)

// All gives the kinds in the order they are asked whether a delivery is theirs; a new
// kind adds one line. now is the clock.
func All(now func() time.Time) kind.Shelf {
	return kind.Shelf{
		norm.New(now, xdomea.Messages{}), // before xdomea, whose messages its containers hold
		xdomea.New(),
		register.New(now),
		handelsregister.New(),
		bagit.New(),
		eark.New(),
		ech0160.New(),
		siard.New(),
		export.New(),
		dms.New(),
		website.New(),
		files.New(),
	}
}
