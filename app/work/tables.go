package work

import (
	"laufzettel/app/store"
	"laufzettel/app/work/office"
	"laufzettel/appraisal"
	"laufzettel/appraisal/counsel"
	"laufzettel/appraisal/merge"
	"laufzettel/appraisal/sample"
	"laufzettel/appraisal/share"
	"laufzettel/sync/channel"
	"laufzettel/sync/door"
	"laufzettel/sync/loan"
	"laufzettel/sync/queue"
	"laufzettel/sync/receipt"
	"laufzettel/transfer"
	"laufzettel/transfer/check"
	"laufzettel/transfer/convert"
	"laufzettel/transfer/copies"
	"laufzettel/transfer/events"
	"laufzettel/transfer/people"
	"laufzettel/transfer/prepare"
	"laufzettel/transfer/profile"
	"laufzettel/viewer/access"
	"laufzettel/viewer/blacken"
	"laufzettel/viewer/catalog"
	"laufzettel/viewer/contained"
	"laufzettel/viewer/fulltext"
	"laufzettel/viewer/recognised"
	"laufzettel/viewer/sensitivity/found"
)

// rooms are the owners of tables, in the order of their dependencies.
func rooms() []store.Room {
	return []store.Room{
		{Name: events.Room, Migrations: events.Migrations},
		{Name: office.TreeRoom, Migrations: office.TreeMigrations},
		{Name: transfer.Room, Migrations: transfer.Migrations},
		{Name: profile.Room, Migrations: profile.Migrations},
		{Name: check.Room, Migrations: check.Migrations},
		{Name: appraisal.Room, Migrations: appraisal.Migrations},
		{Name: counsel.Room, Migrations: counsel.Migrations},
		{Name: people.Room, Migrations: people.Migrations},
		{Name: copies.Room, Migrations: copies.Migrations},
		{Name: queue.Room, Migrations: queue.Migrations},
		{Name: receipt.Room, Migrations: receipt.Migrations},
		{Name: channel.Room, Migrations: channel.Migrations},
		{Name: door.Room, Migrations: door.Migrations},
		{Name: merge.Room, Migrations: merge.Migrations},
		{Name: loan.Room, Migrations: loan.Migrations},
		{Name: catalog.Room, Migrations: catalog.Migrations},
		{Name: access.Room, Migrations: access.Migrations},
		{Name: convert.Room, Migrations: convert.Migrations},
		{Name: prepare.Room, Migrations: prepare.Migrations},
		{Name: fulltext.Room, Migrations: fulltext.Migrations},
		{Name: found.Room, Migrations: found.Migrations},
		{Name: recognised.Room, Migrations: recognised.Migrations},
		{Name: blacken.Room, Migrations: blacken.Migrations},
		{Name: contained.Room, Migrations: contained.Migrations},
		{Name: share.Room, Migrations: share.Migrations},
		{Name: sample.Room, Migrations: sample.Migrations},
	}
}
