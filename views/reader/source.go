// Package reader is the reading room (Magazin, Lesesaal): search over what was
// kept, results with context, and the view of one package: documents by date,
// page, description and integrity, computed now. Closed objects show what may be
// known of them and no more (A25); what the search gives is filtered below, in
// viewer/catalog, this screen only shows it. The presenter knows no Fyne.
// Requirements A21, A22, A24, A25; look.md 4; mockup 06.
package reader

import (
	"context"
	"time"

	"laufzettel/viewer"
	"laufzettel/viewer/catalog"
)

// Source is all of the workspace that this screen may see. All methods run off
// the UI thread.
type Source interface {
	// Search asks the catalog for a day decided by the source; Day and Granted of
	// the query are its business.
	Search(ctx context.Context, q catalog.Query) (catalog.Results, error)
	// Facets are the values to filter by.
	Facets(ctx context.Context) (catalog.Facets, error)
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
