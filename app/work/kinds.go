package work

import (
	"time"

	"laufzettel/transfer/aip"
	"laufzettel/transfer/check"
	"laufzettel/transfer/guard"
	"laufzettel/transfer/kinds/bagit"
	"laufzettel/transfer/kinds/eark"
	"laufzettel/transfer/kinds/ech0160"
	"laufzettel/transfer/kinds/export"
	"laufzettel/transfer/kinds/handelsregister"
	"laufzettel/transfer/kinds/norm"
	"laufzettel/transfer/kinds/register"
	"laufzettel/transfer/kinds/siard"
	"laufzettel/transfer/kinds/website"
	"laufzettel/transfer/kinds/xdomea"
	"laufzettel/transfer/pdfa"
	"laufzettel/transfer/prepare"
	"laufzettel/transfer/schema"
	"laufzettel/transfer/signature"
	"laufzettel/transfer/slip"
)

// kinds are the delivery kinds in the order they are asked; a new kind adds one
// line here.
func kinds(now func() time.Time) []check.Kind {
	return []check.Kind{
		norm.Kind{Now: now}, // before xdomea, whose messages its containers hold
		xdomea.Kind{},
		register.Kind{Now: now},
		handelsregister.Kind{},
		bagit.Kind{},
		eark.Kind{},
		ech0160.Kind{},
		siard.Kind{},
		export.Kind{},
		website.Kind{},
	}
}

// Codes is the registry of every finding the program can utter.
func Codes() (*check.Registry, error) {
	return check.NewRegistry(check.Codes, check.ContainerCodes, schema.Codes, pdfa.Codes, slip.Codes, guard.Codes, aip.Codes, signature.Codes, xdomea.Codes,
		norm.Codes, register.Codes, handelsregister.Codes, bagit.Codes, eark.Codes, ech0160.Codes, siard.Codes, export.Codes, website.Codes, prepare.Codes)
}
