// Package appraise is the desk where portions are appraised: verdicts, reasons,
// precedents, drafts, the answers to an offer.
package appraise

import (
	"context"

	"laufzettel/app/work/intake"
	"laufzettel/app/work/office"
	"laufzettel/appraisal"
	"laufzettel/appraisal/counsel"
	"laufzettel/transfer"
	"laufzettel/transfer/profile"
	"laufzettel/viewer"
	"laufzettel/viewer/catalog"
	"laufzettel/viewer/fulltext"
)

// Desk is where a portion is appraised.
type Desk struct {
	Office   *office.Office
	Log      *office.Log
	Papers   *office.Papers
	Intake   *intake.Intake
	Contents *intake.Contents
	Replies  *Replies

	Book     *appraisal.Book
	Catalog  *catalog.Catalog
	Counsel  *counsel.Office
	Opener   *viewer.Opener
	Portions *transfer.Portions
	Profiles *profile.Store
	Texts    *fulltext.Index

	MayShow      func(ctx context.Context, portion string) error
	NothingWaits func(ctx context.Context, portion string) error
	trees        trees
}

// Replies writes the answers to a message of the xdomea procedure.
type Replies struct {
	Office *office.Office
	Papers *office.Papers
	Intake *intake.Intake
	Desk   *Desk

	Portions *transfer.Portions
}
