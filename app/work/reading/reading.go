// Package reading is the reading room: what is held, shown, searched, handed out and
// copied, and who may see it.
package reading

import (
	"sync"

	"laufzettel/app/work/intake"
	"laufzettel/app/work/office"
	"laufzettel/sync/channel"
	"laufzettel/transfer"
	"laufzettel/transfer/check"
	"laufzettel/viewer"
	"laufzettel/viewer/access"
	"laufzettel/viewer/catalog"
	"laufzettel/viewer/child"
	tables "laufzettel/viewer/siard"
)

// Room opens what is held: packages, documents, databases, websites, foreign packages.
type Room struct {
	Office *office.Office
	Copies *office.Copies
	Intake *intake.Intake
	Gate   *Gate

	Access   *access.Store
	Catalog  *catalog.Catalog
	Child    *child.Pool
	Opener   *viewer.Opener
	Portions *transfer.Portions
	Engine   *check.Engine
	Journal  *check.SQLJournal

	Tables tables.Reader
}

// Gate decides what may be shown to whom: closure, grants, what is still in ingest.
type Gate struct {
	Office *office.Office
	Log    *office.Log
	Intake *intake.Intake
	Room   *Room

	Access   *access.Store
	Catalog  *catalog.Catalog
	Portions *transfer.Portions
}

// Uses gives out of the reading room: hand-outs, parts, prints, use copies.
type Uses struct {
	Office *office.Office
	Log    *office.Log
	Copies *office.Copies
	Room   *Room
	Gate   *Gate

	Access  *access.Store
	Catalog *catalog.Catalog
	Channel *channel.Service

	Sweep   func() error
	leaving sync.Mutex
}
