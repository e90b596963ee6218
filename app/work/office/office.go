// Package office is the ground floor of a workspace: its folder, clock, settings,
// database and transaction, who acts and what they may, keys, the signed log, papers
// and the register of copies. It knows no delivery's way; every other room of
// app/work stands on it.
//
// A workspace is one folder: laufzettel.db, settings.json, inbox/ (portions as
// delivered), packages/, letters/, receipts/, schemas/, keys/, cache/. It may be
// open in the window and in the CLI at once; it never lies on a network share.
package office

import (
	"context"
	"laufzettel/app/settings"
	"laufzettel/app/store"
	"laufzettel/appraisal/merge"
	"laufzettel/sync/channel"
	"laufzettel/sync/loan"
	"laufzettel/sync/queue"
	"laufzettel/sync/sign"
	"laufzettel/transfer"
	"laufzettel/transfer/check"
	"laufzettel/transfer/people"
	"laufzettel/transfer/profile"
)

// Office is the workspace as every room needs it: place, clock, settings, database, who
// acts. Safe for concurrent use.
type Office struct {
	Keys *Keys
	Log  *Log

	Channel  *channel.Service
	Portions *transfer.Portions
	Profiles *profile.Store
	Queue    *queue.SQL

	Dir      string
	People   *people.Register
	Settings *settings.Store
	Opts     Options
	Store    *store.Store
	Told     error
	Who      *Session
	Witness  *Witness
	Renewal  *Renewal

	ruled map[string]string // agreements the policy in force brings, by id
}

// Keys are the keys of this machine for the channel.
type Keys struct {
	Office *Office
	Log    *Log

	Channel *channel.Service

	Opened *sign.Opened // keys opened in this run
}

// Log enters signed events and hands of persons, and verifies what was entered (G14).
type Log struct {
	Office *Office

	Ledger *merge.Ledger
	Loans  *loan.Store
	// Beside is the folder whose papers and checkpoints bear witness to the log, where
	// it is not the workspace itself.
	Beside string
}

// Papers writes letters and reports and registers them with their portion.
type Papers struct {
	Office *Office
	Log    *Log

	Portions *transfer.Portions
	Profiles *profile.Store
	Engine   *check.Engine
}

// Index is what the proof that no copy is left asks of the catalog (G13): whether it
// holds rows of a package, and nothing of what they say.
type Index interface {
	Holds(ctx context.Context, pid string) (bool, error)
}

// Copies registers every copy of what was delivered and proves which are gone (A23).
type Copies struct {
	Office *Office
	Log    *Log

	Catalog  Index
	Portions *transfer.Portions
	Journal  *check.SQLJournal
}
