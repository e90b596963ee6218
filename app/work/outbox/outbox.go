// Package outbox sends and fetches: the queue of jobs, what is lent out and taken out
// for work elsewhere, and the other doors through which portions come.
package outbox

import (
	"context"

	"laufzettel/app/work/appraise"
	"laufzettel/app/work/intake"
	"laufzettel/app/work/office"
	"laufzettel/app/work/pack"
	"laufzettel/app/work/reading"
	"laufzettel/appraisal/merge"
	"laufzettel/sync/channel"
	"laufzettel/sync/loan"
	"laufzettel/sync/queue"
	"laufzettel/sync/receipt"
	"laufzettel/transfer"
	"laufzettel/transfer/check"
	"laufzettel/transfer/schema"
)

// Outbox sends packages and messages and fetches what is asked for.
type Outbox struct {
	Office   *office.Office
	Keys     *office.Keys
	Log      *office.Log
	Copies   *office.Copies
	Intake   *intake.Intake
	Contents *intake.Contents
	Room     *reading.Room
	Packer   *pack.Packer
	Lending  *Lending
	Doors    *Doors
	Telling  *Telling

	Channel  *channel.Service
	Loans    *loan.Store
	Portions *transfer.Portions
	Queue    *queue.SQL
	Receipts *receipt.Store
	Schemas  *schema.Store

	Concludes func(ctx context.Context) (more bool, err error)
	Receivers []Receiver

	queued queuedLog
}

// Lending shares portions for appraisal elsewhere and takes the decisions back (G7).
type Lending struct {
	Office *office.Office
	Log    *office.Log
	Copies *office.Copies
	Intake *intake.Intake
	Desk   *appraise.Desk
	Outbox *Outbox

	Channel  *channel.Service
	Ledger   *merge.Ledger
	Loans    *loan.Store
	Portions *transfer.Portions
	Queue    *queue.SQL
	Journal  *check.SQLJournal
}

// Doors are the other ways in and out: folders, SFTP, S3, offered links.
type Doors struct {
	Office *office.Office
	Keys   *office.Keys
	Intake *intake.Intake

	Channel  *channel.Service
	Portions *transfer.Portions
}
