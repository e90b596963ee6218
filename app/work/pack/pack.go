// Package pack builds archival packages, renumbers them and adds representations.
package pack

import (
	"laufzettel/app/work/appraise"
	"laufzettel/app/work/intake"
	"laufzettel/app/work/office"
	"laufzettel/app/work/reading"
	"laufzettel/appraisal/share"
	"laufzettel/sync/queue"
	"laufzettel/transfer"
	"laufzettel/transfer/check"
	"laufzettel/transfer/convert"
	"laufzettel/viewer"
)

// Packer builds archival packages and their further representations.
type Packer struct {
	Office   *office.Office
	Log      *office.Log
	Papers   *office.Papers
	Copies   *office.Copies
	Intake   *intake.Intake
	Contents *intake.Contents
	Desk     *appraise.Desk
	Room     *reading.Room

	Notes      *share.Notes
	Converters *convert.Store
	Opener     *viewer.Opener
	Portions   *transfer.Portions
	Queue      *queue.SQL
	Engine     *check.Engine
	Journal    *check.SQLJournal
}
