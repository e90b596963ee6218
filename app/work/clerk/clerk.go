// Package clerk is the side of the office that delivers: preparations, their
// self-check, hand-over, confirmations and profiles agreed with the archive.
package clerk

import (
	"laufzettel/app/work/accession"
	"laufzettel/app/work/intake"
	"laufzettel/app/work/office"
	"laufzettel/app/work/outbox"
	"laufzettel/sync/channel"
	"laufzettel/sync/queue"
	"laufzettel/transfer"
	"laufzettel/transfer/check"
	"laufzettel/transfer/prepare"
	"laufzettel/transfer/profile"
)

// Clerk keeps the preparations of an office.
type Clerk struct {
	Office   *office.Office
	Log      *office.Log
	Intake   *intake.Intake
	Outbox   *outbox.Outbox
	Lending  *outbox.Lending
	Books    *accession.Books
	Clearing *accession.Clearing

	Channel  *channel.Service
	Portions *transfer.Portions
	Prepare  *prepare.Store
	Profiles *profile.Store
	Engine   *check.Engine
	Journal  *check.SQLJournal
}

// Handover hands a prepared portion over to the archive.
type Handover struct {
	Office *office.Office
	Log    *office.Log
	Intake *intake.Intake
	Clerk  *Clerk

	Channel  *channel.Service
	Prepare  *prepare.Store
	Queue    *queue.SQL
	Registry *check.Registry
}
