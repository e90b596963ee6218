// Package model is what the reading room shows and offers, without a face: the search
// with its facets and pages, the package opened with its documents, relations and
// evidence, and what staff can do beside. What a reader may see decides the source,
// never this package.
package model

import (
	"context"
	"io"
	"time"

	"laufzettel/viewer"
	"laufzettel/viewer/access"
	"laufzettel/viewer/catalog"
)

// Source is all of the workspace that this screen may see. All methods run off
// the UI thread.
type Source interface {
	// Search asks the catalog for a day decided by the source; Day and Granted of
	// the query are its business.
	Search(ctx context.Context, q catalog.Query) (catalog.Results, error)
	// Facets are the values to filter a query by, with what each would give.
	Facets(ctx context.Context, q catalog.Query) (catalog.Facets, error)
	// Package opens one object by persistent identifier or reference code.
	// catalog.ErrUnknown: there is none that may be known.
	Package(ctx context.Context, key string) (Package, error)
	// OpenFile opens a package file that was dropped or chosen and gives its key.
	OpenFile(ctx context.Context, path string) (key string, err error)
	// Pick lets a person choose a package file; context.Canceled: none.
	Pick(ctx context.Context, title string) (path string, err error)
	// Document opens a document; original asks for the delivered rendition.
	Document(ctx context.Context, pid, document string, original bool) (viewer.Document, error)
	// Evidence opens a report, the METS and PREMIS table or the events.
	Evidence(ctx context.Context, pid, id string) (viewer.Document, error)
	// OpenSource opens an attachment inside a document.
	OpenSource(ctx context.Context, src viewer.Source) (viewer.Document, error)
	// Verify computes the digests of the package now. step may be called from
	// any goroutine.
	Verify(ctx context.Context, pid string, step func(done, total int)) (Integrity, error)
	// UseCopy makes a use copy (A23) and tells where it lies and until when.
	UseCopy(ctx context.Context, pid string) (UseCopy, error)
	// Grant notes a granted application; from then on the object is open for it.
	Grant(ctx context.Context, pid, application string) error
	// Outside opens a copy of a document with the system's program.
	Outside(ctx context.Context, pid, document string) error
}

// Package is one object as the reader may see it.
type Package struct {
	PID           string
	ReferenceCode string
	Title         string // "Vorgang 02: Ausleitung am Mühlwehr"
	Context       string // "Akte 66.1-0031 Musterbach, Gewässernutzung"
	Closure       catalog.Closure
	// Closed says that documents may not be shown today.
	Closed    bool
	Groups    []Group    // description of the object: Signatur, Laufzeit, Stelle …
	Documents []Document // by date, undated first; empty where closed
	Evidence  []Evidence
	Related   []Related     // packages that belong to it, also where closed
	Formats   []FormatShare // most bytes first; empty where closed
	Citation  string        // Archiv, Bestand, Signatur
	Portions  string        // accession
	// Site says that the package holds an archived web area (SiteSource).
	Site bool
}

// Related is a package that belongs to the one shown: a part, a representation, the
// other edition of a norm (B3, C10, E5).
type Related struct {
	Kind  string // "Repräsentation"
	Title string
	PID   string
	Here  bool // it can be opened from here
}

// Group is a part of a description.
type Group struct {
	Title string
	Pairs []Pair
}

// Pair is a line of a description.
type Pair struct {
	Label, Value string
	Missing      bool
}

// Document is one document of a package.
type Document struct {
	ID       string
	Date     string // "1998-03-12", "1998-03", "1998" or ""
	Title    string
	Folder   string // where it lay in a file share, "" for others
	Format   string // "PDF/A-2b"
	Length   string // "3 S.", "2 Anlagen"
	Original string // short name of the delivered format, "" where it is the same
	Pairs    []Pair
	Unseen   string // no view path: what is missing and when it is expected (A22)
}

// FormatShare is what one format takes of a package.
type FormatShare struct {
	Name  string
	Files int
	Bytes int64
}

// Evidence is a document about the package.
type Evidence struct {
	ID, Title, Icon string
	Count           int // 0: not counted
}

// Integrity is the outcome of Verify.
type Integrity struct {
	Files, Sound int
	Algorithm    string
	At           time.Time
	Broken       []string // paths whose digest differs or that are missing
}

// UseCopy is a copy for a reader.
type UseCopy struct {
	Path  string
	Until time.Time
}

// LeaveSource is what a Source can do beside that keeps something open for one
// reader.
type LeaveSource interface {
	// Leave ends the reader's session: what a number opened is closed again.
	Leave() error
}

// DeskSource is what a Source can do beside for the archive's staff: closures,
// granted applications, copies and exports (A20, A25). All methods run off the UI
// thread and refuse at a reader's place.
type DeskSource interface {
	// Laws are the closure tables to decide by.
	Laws(ctx context.Context) ([]access.Law, error)
	// ConfirmLaw notes that the archive compared a table with the law in force.
	ConfirmLaw(ctx context.Context, id string) error
	// Decide keeps the closure of an object by the table of a law.
	Decide(ctx context.Context, pid, law string, f access.Facts) (access.Period, error)
	// Propose gives what the documents say for a closure by a law; the purpose goes into the
	// log. personal: who asks marks the object as on persons.
	Propose(ctx context.Context, pid, law, purpose string, personal bool) (Proposal, error)
	// Take decides the closure that is proposed.
	Take(ctx context.Context, pid, law, purpose string, personal bool) (access.Period, error)
	// Grants are the applications in force today.
	Grants(ctx context.Context) ([]access.Grant, error)
	// AddGrant notes an application with reader, rights and last day.
	AddGrant(ctx context.Context, g access.Grant) error
	// Revoke ends what an application opened, on one object.
	Revoke(ctx context.Context, application, pid string) error
	// HandOut writes a copy for a reader to a place the person chooses, as a
	// folder or one ZIP. context.Canceled: none was chosen.
	HandOut(ctx context.Context, pid string, zip bool) (Handed, error)
	// Descriptions writes what a query finds as "ead" or "csv" to a place the
	// person chooses.
	Descriptions(ctx context.Context, form string, q catalog.Query, fonds, isil string) (n int, path string, err error)
	// ContentNote gives the note on what an object holds, a draft where nobody confirmed
	// one; of a closed object neither.
	ContentNote(ctx context.Context, pid string) (ContentNote, error)
	ConfirmNote(ctx context.Context, pid, text string) error
	RemoveNote(ctx context.Context, pid string) error
}

// Proposal is a closure proposed by what stands in the documents; it decides nothing.
type Proposal struct {
	Marked          bool // somebody or a group of the Aktenplan marks the object as on persons
	Published       bool
	Lines           []Ground
	Period, Without access.Period // proposed; by the Laufzeit alone
	Searched        int           // documents
	Unread, Partial int           // of them without readable text, searched in part
	Yields          []string
}

// Ground is one reason of a proposal: rule, legal ground, documents by number.
type Ground struct {
	Rule, Ground string
	Documents    []int
}

// ContentNote is what an object holds in words; without a person it is a draft.
type ContentNote struct {
	Text, Person string
	At           time.Time
}

// Handed is a copy for a reader.
type Handed struct {
	Path          string
	Files         int
	Sound, Signed bool
}

// SaveSource is what a Source can do beside for the archive's staff: parts of a
// document become files of their own, as rights allow (A23, A25).
type SaveSource interface {
	// SavePart writes a part of a document into a new file the person chooses, or
	// with use into a use copy that ends by itself. context.Canceled: no place was
	// chosen.
	SavePart(ctx context.Context, pid, name string, use bool, write func(ctx context.Context, out io.Writer) error) (SavedPart, error)
}

// SavedPart is a part of a document saved as a file.
type SavedPart struct {
	Path  string
	Bytes int64
	Until time.Time // last day of a use copy, zero for other files
}

// PlaceSource is what a Source can do beside at a reader's place.
type PlaceSource interface {
	// LeavePlace ends it: name and passphrase are those of an administrator's own
	// key. The window is built anew afterwards. Refused for everybody else.
	LeavePlace(ctx context.Context, name, pass string) error
}

// PrintSource is what a Source can do beside that takes documents to paper.
type PrintSource interface {
	// Print gives a document to the printer, or to the program it is printed from;
	// Path of the copy is "" where nothing was opened. Refused without the right.
	Print(ctx context.Context, pid, document string, original bool) (UseCopy, error)
}

// SiteSource is what a Source can do beside whose packages may hold an archived
// web area.
type SiteSource interface {
	// OpenSite shows the web area of a package in the system browser. Closed
	// objects are refused.
	OpenSite(ctx context.Context, pid string) error
}
