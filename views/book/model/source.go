// Package model is what the accession book shows and offers, without a face: the rows
// with their words, the filters, the details of the accession chosen and the acts on
// it (requirements A3, A19, A31). Whether an act is allowed decides the workspace.
package model

import (
	"context"
	"time"

	"laufzettel/transfer"
	"laufzettel/transfer/slip"
)

// Row is one accession as the book lists it; its words come from the source.
type Row struct {
	ID, Number    string
	Title, Agency string
	Kind          string // label
	State         transfer.AccessionState
	StateWord     string
	Next          Verb // the act its next step is, where that is done here; "" where not
	StepWord      string
	Waits         bool   // the step is for others to do
	Portion       string // the step is about this portion, "" = the accession
	Opened        time.Time
	Files         int
	Bytes         int64
	Extent        string // as announced, where nothing was delivered yet
	Due           time.Time
	DueWhat       string
	DueState      slip.Notice
	Mine          bool // within the competence of the person at work (A3)
	Versions      int
}

// Line is a line of the details: a portion, a letter, an act, a remark.
type Line struct {
	Text, Under string
	At          time.Time
	Portion     string // leads to this portion
	Path        string // opens this paper
}

// Details is an accession with all that was kept with it.
type Details struct {
	Row
	TransferID    string
	Profile       string
	Portions      []Line
	Letters       []Line
	Acts          []Line
	Remarks       []Line
	Deadlines     []Line
	Obstacles     []string // what stands against its clearance
	Needed        []string // confirmations the profile asks for that are not noted yet
	Differs       string   // newest redelivery, "" = none
	CopiesLeft    int      // copies outside the archive, as registered
	Confirmations []Line
	Unreceipted   []string // portions whose bytes were not confirmed to the agency yet (A19)
	Orders        []string // what the orders to destroy say, and who has signed them
	Basis         string   // the legal basis they name, "" = none yet
	Alone         bool     // one person works alone here
	Described     int      // packages whose descriptions can go out as a table
	Table         string   // where the table is written unless a person says otherwise
	TableBack     bool     // a table was taken in and can be undone
	Empty         bool     // nothing has come of it: it can be taken back
	Doomed        int      // Vorgänge released for destruction and not destroyed yet (A17)
}

// Draft is what a person says when opening an accession by hand.
type Draft struct{ Title, Agency, Profile, Extent, Due, For string }

// Copy is one copy outside the archive (G13).
type Copy struct {
	ID          int64
	What, Place string
	Bytes       int64
	Gone        bool
	Out         bool // out of the program's reach: a person does away with it and says so
}

// Verb is an act on an accession.
type Verb string

// The acts.
const (
	DoRemark   Verb = "remark"
	DoDue      Verb = "due" // Text: what; Day
	DoClear    Verb = "clear"
	DoConfirm  Verb = "confirm"  // Text: name of the confirmation; Note
	DoDeletion Verb = "deletion" // Note: how the agency told it
	DoClose    Verb = "close"    // deletes all copies, then closes; Keep; Note: why without a deletion report
	DoReceipt  Verb = "receipt"  // confirms the receipt of the bytes of every portion not confirmed yet
	DoDestroy  Verb = "destroy"  // Text: legal basis
	DoGone     Verb = "gone"     // Text: number of the copy; Note: how it went
	DoFolder   Verb = "folder"   // writes the accession folder and shows it
	DoYear     Verb = "year"     // Text: the year
	DoDiff     Verb = "diff"
	DoOffer    Verb = "offer"     // Text: path of slip or folder
	DoTrial    Verb = "trial"     // Text: path of a delivery; nothing of it stays
	DoTableOut Verb = "table-out" // Text: path of the new file
	// DoTableIn takes a table of descriptions in. Text: its path; Note: why closures become
	// shorter; Day: digest of what was looked at.
	DoTableIn   Verb = "table-in"
	DoTableUndo Verb = "table-undo" // Note: as DoTableIn
	DoDiscard   Verb = "discard"    // Note: why nothing comes of it; the number stays
)

// Action is one act with what was typed for it.
type Action struct {
	Verb            Verb
	Text, Day, Note string
	Keep            bool // closing leaves packages and index to the reading room
}

// Look is what taking a table of descriptions in would do, in words.
type Look struct {
	Digest  string
	Faults  []string // place and remedy; nothing is taken while there is one
	Sum     string
	Shorter []string // closures that become shorter: they need a reason
	Changed bool
}

// Source is all of the workspace this screen may see.
type Source interface {
	Rows(ctx context.Context) ([]Row, error)
	Details(ctx context.Context, id string) (Details, error)
	Copies(ctx context.Context, id string) ([]Copy, error)
	New(ctx context.Context, d Draft) (id string, err error)
	// Act does an act; done is a sentence for the message, may be empty.
	Act(ctx context.Context, id string, a Action) (done string, err error)
	// LookTable reads a table of descriptions and changes nothing.
	LookTable(ctx context.Context, id, path string) (Look, error)
	Open(path string) error
	Subscribe(changed func()) (cancel func())
}
