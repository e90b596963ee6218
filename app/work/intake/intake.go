// Package intake takes deliveries in: it receives, checks, compares them with what
// was announced, and accepts, claims or returns them. What a portion contains, unit
// by unit, is read here for every room above.
package intake

import (
	"laufzettel/app/work/office"
	"laufzettel/appraisal"
	"laufzettel/transfer"
	"laufzettel/transfer/check"
	"laufzettel/transfer/prepare"
	"laufzettel/transfer/profile"
	"laufzettel/transfer/schema"
)

// Intake receives portions, checks them and decides on them.
type Intake struct {
	Office   *office.Office
	Log      *office.Log
	Papers   *office.Papers
	Contents *Contents
	Claims   *Claims

	Book     *appraisal.Book
	Portions *transfer.Portions
	Prepare  *prepare.Store
	Profiles *profile.Store
	Registry *check.Registry
	Schemas  *schema.Store
	Engine   *check.Engine
	Journal  *check.SQLJournal
}

// Contents reads what a portion contains: units, documents, differences of two portions.
type Contents struct {
	Office *office.Office

	Portions *transfer.Portions
	Engine   *check.Engine
	Journal  *check.SQLJournal

	leaves leaves
}

// Claims writes check reports and claim letters.
type Claims struct {
	Office *office.Office
	Papers *office.Papers
	Intake *Intake

	Portions *transfer.Portions
}
