// Package reading is the reading room: what is held, shown, searched, handed out and
// copied, and who may see it.
package reading

import (
	"sync"

	"laufzettel/app/work/appraise"
	"laufzettel/app/work/intake"
	"laufzettel/app/work/office"
	"laufzettel/sync/channel"
	"laufzettel/transfer"
	"laufzettel/transfer/check"
	"laufzettel/viewer"
	"laufzettel/viewer/access"
	"laufzettel/viewer/catalog"
	"laufzettel/viewer/child"
	"laufzettel/viewer/contained"
	tables "laufzettel/viewer/siard"
)

// Room opens what is held: packages, deliveries, files of others, the holdings. What
// reads content is not reached past it: Open and its like give an Opened.
type Room struct {
	Office   *office.Office
	Copies   *office.Copies
	Intake   *intake.Intake
	Gate     *Gate
	Uses     *Uses
	Child    *child.Pool
	Portions *transfer.Portions
	Engine   *check.Engine
	Journal  *check.SQLJournal

	desk      *appraise.Desk
	catalog   *catalog.Catalog
	opener    *viewer.Opener
	tables    tables.Reader
	contained *contained.Store
	filling   chan struct{} // holds who completes the index
}

// Gate keeps what decides about showing: closures, laws, grants, what is in ingest.
type Gate struct {
	Office   *office.Office
	Log      *office.Log
	Intake   *intake.Intake
	Portions *transfer.Portions

	room    *Room
	access  *access.Store
	catalog *catalog.Catalog
}

// Uses keeps what is given out of the reading room, and the reader's place itself.
type Uses struct {
	Office  *office.Office
	Log     *office.Log
	Copies  *office.Copies
	Channel *channel.Service

	Sweep   func() error
	leaving sync.Mutex
}

// Stores are what the reading room works with; nobody else gets at the content
// behind Access, Catalog, Opener and Tables.
type Stores struct {
	Office   *office.Office
	Log      *office.Log
	Copies   *office.Copies
	Intake   *intake.Intake
	Desk     *appraise.Desk
	Access   *access.Store
	Catalog  *catalog.Catalog
	Child    *child.Pool
	Opener   *viewer.Opener
	Tables   tables.Reader
	Portions *transfer.Portions
	Engine   *check.Engine
	Journal  *check.SQLJournal
	Channel  *channel.Service
	// Contained are the notes on what objects hold.
	Contained *contained.Store
}

// Furnish wires the room, its gate and its uses to the stores and to each other.
func (rm *Room) Furnish(gt *Gate, u *Uses, s Stores) {
	*rm = Room{
		Office: s.Office, Copies: s.Copies, Intake: s.Intake, Gate: gt, Uses: u, Child: s.Child, Portions: s.Portions,
		Engine: s.Engine, Journal: s.Journal, desk: s.Desk, catalog: s.Catalog, opener: s.Opener, tables: s.Tables,
		contained: s.Contained, filling: make(chan struct{}, 1),
	}
	*gt = Gate{
		Office: s.Office, Log: s.Log, Intake: s.Intake, Portions: s.Portions, room: rm, access: s.Access, catalog: s.Catalog,
	}
	u.Office, u.Log, u.Copies, u.Channel = s.Office, s.Log, s.Copies, s.Channel
}
