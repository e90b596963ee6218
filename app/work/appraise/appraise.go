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
	"laufzettel/transfer/convert"
	"laufzettel/transfer/profile"
	"laufzettel/viewer"
	"laufzettel/viewer/fulltext"
	"laufzettel/viewer/recognised"
	"laufzettel/viewer/sensitivity/found"
)

// Digests is what appraising asks of the catalog: which of these digests are held, and
// where. It tells no content (viewer/catalog).
type Digests interface {
	Held(ctx context.Context, digests []string) (map[string]string, error)
}

// Desk is where a portion is appraised.
type Desk struct {
	Office   *office.Office
	Log      *office.Log
	Papers   *office.Papers
	Intake   *intake.Intake
	Contents *intake.Contents
	Replies  *Replies

	Book     *appraisal.Book
	Catalog  Digests
	Counsel  *counsel.Office
	Opener   *viewer.Opener
	Portions *transfer.Portions
	Profiles *profile.Store
	Texts    *fulltext.Index
	Places   *found.Places
	// Recognised is the text an outside program read in pictures of pages.
	Recognised *recognised.Pages

	Sampling     *Sampling // nil: nothing is sampled
	MayShow      func(ctx context.Context, portion string) error
	NothingWaits func(ctx context.Context, portion string) error
	trees        trees
}

// Sensing shows where personal data stand in a portion, and keeps what a person says of it.
type Sensing struct {
	Office   *office.Office
	Log      *office.Log
	Intake   *intake.Intake
	Contents *intake.Contents
	Desk     *Desk

	Portions   *transfer.Portions
	Converters *convert.Store // text recognition is one of them
}

// Replies writes the answers to a message of the xdomea procedure.
type Replies struct {
	Office *office.Office
	Papers *office.Papers
	Intake *intake.Intake
	Desk   *Desk

	Portions *transfer.Portions
}
