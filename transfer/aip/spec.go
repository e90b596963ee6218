// Package aip reads and writes archival packages (AIP, one per Vorgang and
// representation) and accession packages (what belongs to a whole accession):
// TAR files in the E-ARK CSIP 2.2 layout with METS 1.12, PREMIS 3.0 and our own
// description (urn:laufzettel:aip:description:1), in which MAPPING-2 to MAPPING-4
// of the profile show (requirements A12, A14 to A16, A18, A38; docs/mapping.md).
//
// Writing is deterministic: same Spec, same bytes (G9); the clock is Spec.Ordered.
// A package is sealed once and never rewritten (A15). Every source file's digest
// is verified while it is copied, METS, PREMIS and description are validated
// against the schemas in assets/schemas before the first byte is written (A14).
// Reading trusts nothing: transfer/container refuses hostile archives first.
package aip

import (
	"io"
	"time"

	"laufzettel/transfer/check"
	"laufzettel/transfer/profile"
	"laufzettel/transfer/record"
)

// FormatVersion is the version of the package layout and of the description.
const FormatVersion = "1"

// Spec is all that goes into one archival package.
type Spec struct {
	PID           string // persistent identifier; names the package and this representation
	ReferenceCode string // Archivsignatur, shared by all representations of the object
	EarlierPID    string // package of the earlier representation, "" for the first (A10)

	Object *record.Object   // the Vorgang (or Akte) with everything below it
	Chain  []*record.Object // its parents, outermost first; context, not content

	Profile   profile.Profile // agency, source, environment, closure, mappings
	Archive   string          // name of the archive
	Accession Accession
	Ordered   time.Time // recorded time of the order to build: the clock of the package
	Program   Agent     // this program with its version

	// Relations name the packages that belong to this one (C10, B3, E5).
	Relations []Relation

	Files []File // primary files
	// Folders is the folder tree the files lay in, where it is itself part of what was
	// delivered (shares): every folder, also the empty ones, with its date. Where there
	// is one, the TAR gives folders and files their delivered dates.
	Folders []Folder
	// Tree says that the files lay in such a tree even where no folder lies between.
	Tree          bool
	Documentation []File // further documentation, below documentation/
	Descriptive   []byte // trimmed message of the delivery; may be empty
	// DescriptiveName is the file name of Descriptive, DescriptiveType its METS
	// OTHERMDTYPE, for example "xdomea 3.0.0".
	DescriptiveName string
	DescriptiveType string

	// ContentType names the kind of content (csip:OTHERCONTENTINFORMATIONTYPE); "" = "xdomea".
	ContentType string

	Events    []Event
	Agents    []Agent
	Decisions []Decision
	// Published material has no closure (A25).
	Published bool
}

// Relation names another package that belongs to a package.
type Relation struct {
	Kind          string // check.RelationPart, check.RelationRepresentation, check.RelationEdition
	PID           string
	ReferenceCode string
	Title         string // what the other one is, for people
}

// Accession names the transfer the package comes from.
type Accession struct {
	ID        string // Ü-ID
	Number    string // Zugangsnummer
	Offered   time.Time
	Delivered time.Time
}

// File is one computer file that goes into a package.
type File struct {
	Path     string // path below representations/rep1/data or documentation
	Object   string // id of the record object it belongs to
	Original string // original name, "" = Path
	Format   check.Format
	Digests  map[string]string // known digests by canonical algorithm; md5, sha-1, sha-256, sha-384 and sha-512 are verified while copying
	Size     int64
	Modified time.Time // as delivered; zero = Spec.Ordered
	// Properties are significant properties for MAPPING-4, ViewPath the way to show it.
	Properties string
	ViewPath   string
	Open       func() (io.ReadCloser, error)
	// Attachments are the files coded into a mail; PREMIS describes each (A28).
	Attachments []check.Attachment
}

// Folder is one folder of a delivered tree.
type Folder struct {
	Path     string    // below representations/rep1/data
	Modified time.Time // as delivered; zero = not known
}

// Event is one step of the history of the object, for PREMIS.
type Event struct {
	Time    time.Time
	Type    string // "ingestion", "format identification", "fixity check", "validation", "appraisal", …
	Outcome string
	Agent   string // Agent.ID or Agent.Name; unknown ones become a person
	Detail  string
}

// Agent is a person, organisation or program that took part.
type Agent struct {
	ID      string // "" = Name
	Name    string
	Type    string // person, organization, software; "" = software where Version is set, else person
	Version string
}

// Decision is what a person decided about the object, in words: the appraisal,
// an exception with its reason (A33), the acceptance.
type Decision struct {
	Kind   string // appraisal, exception, acceptance
	Text   string
	Code   string // finding code of an exception
	Path   string
	Person string
	Time   time.Time
}

// Summary is what was written.
type Summary struct {
	PID    string
	Root   string // top folder inside the TAR
	Size   int64  // bytes of the TAR
	SHA512 string // lower-case hex
	Files  int
	Pieces string // SHA-256 (32 raw bytes each) of every PieceSize bytes; only of files of more than one piece
}

// AccessionSpec is all that goes into an accession package: ingest report,
// letters, slips, lists, receipts and decisions, made after ingest, found by the
// Ü-ID and linked from every package of the accession (A18, design.md 4).
type AccessionSpec struct {
	PID       string
	Accession Accession
	Profile   profile.Profile
	Archive   string
	Ordered   time.Time
	Program   Agent
	Files     []File // Path begins with its kind: reports/, letters/, slips/, lists/, receipts/, decisions/
	Packages  []Link
	Events    []Event
	Agents    []Agent
	Decisions []Decision
}

// Link names one package of an accession.
type Link struct {
	PID           string `json:"pid"`
	ReferenceCode string `json:"referenceCode,omitempty"`
	SHA512        string `json:"sha512,omitempty"`
}
