// Package accession keeps the books of accessions from announcement to the proof that
// no copy is left: deadlines, acts, letters, clearances, destruction, closing.
package accession

import (
	"context"

	"laufzettel/app/work/appraise"
	"laufzettel/app/work/intake"
	"laufzettel/app/work/office"
	"laufzettel/app/work/outbox"
	"laufzettel/app/work/pack"
	"laufzettel/app/work/reading"
	"laufzettel/appraisal"
	"laufzettel/appraisal/counsel"
	"laufzettel/appraisal/share"
	"laufzettel/sync/channel"
	"laufzettel/sync/loan"
	"laufzettel/sync/receipt"
	"laufzettel/transfer"
	"laufzettel/transfer/check"
	"laufzettel/transfer/prepare"
	"laufzettel/transfer/profile"
)

// Books are the accession books.
type Books struct {
	Office   *office.Office
	Log      *office.Log
	Papers   *office.Papers
	Intake   *intake.Intake
	Replies  *appraise.Replies
	Packer   *pack.Packer
	Outbox   *outbox.Outbox
	Lending  *outbox.Lending
	Ending   *Ending
	Clearing *Clearing

	Channel  *channel.Service
	Loans    *loan.Store
	Portions *transfer.Portions
	Profiles *profile.Store
	Receipts *receipt.Store
}

// Index is what ending an accession does with the catalog: its packages leave it.
type Index interface {
	Remove(ctx context.Context, pids ...string) error
}

// Ending clears, destroys, concludes and closes accessions.
type Ending struct {
	Office   *office.Office
	Log      *office.Log
	Papers   *office.Papers
	Copies   *office.Copies
	Intake   *intake.Intake
	Contents *intake.Contents
	Desk     *appraise.Desk
	Replies  *appraise.Replies
	Uses     *reading.Uses
	Packer   *pack.Packer
	Outbox   *outbox.Outbox
	Books    *Books

	Book     *appraisal.Book
	Catalog  Index
	Counsel  *counsel.Office
	Notes    *share.Notes
	Loans    *loan.Store
	Portions *transfer.Portions
	Registry *check.Registry
	Journal  *check.SQLJournal
}

// Clearing exchanges clearances for deletion with the offices that delivered.
type Clearing struct {
	Office *office.Office
	Log    *office.Log
	Outbox *outbox.Outbox
	Books  *Books
	Ending *Ending

	Loans    *loan.Store
	Portions *transfer.Portions
	Prepare  *prepare.Store
}
