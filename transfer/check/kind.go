package check

import (
	"context"
	"time"

	"laufzettel/transfer/container"
	"laufzettel/transfer/profile"
	"laufzettel/transfer/record"
)

// Kind is one delivery kind. The engine knows no kind by name: it asks each in
// order of registration until one is certain, takes the most confident, lets it read
// its manifest, reads every file once and then runs the kind's rules.
// Implementations are stateless and safe for concurrent use.
type Kind interface {
	// Names are the values of "kind" this room can give (cli.md), for example
	// xdomea-0501 … xdomea-0507.
	Names() []string
	// Recognise looks at names and first bytes only. Confidence 0 means "not mine".
	Recognise(ctx context.Context, t container.Tree) (Match, error)
	// Read reads the descriptive part into a manifest. Faults of the material are
	// findings; a nil Manifest with findings means unreadable. An error is ours.
	Read(ctx context.Context, t container.Tree, m Match, in ReadInput) (*Manifest, []Finding, error)
	// Rules are run after the one read, in order.
	Rules(m *Manifest) []Rule
}

// Certain is the confidence of a kind that has found its own marker.
const Certain = 100

// Match is the answer to "is this yours".
type Match struct {
	Kind       string // one of Names
	Confidence int    // 0 not mine, 50 perhaps (a container of this shape), 100 certain (own marker found)
	Root       string // folder inside the tree the delivery starts in, "" = top
	Note       string // why, for the protocol
}

// ReadInput is what a kind may use beside the tree.
type ReadInput struct {
	Profile *profile.Profile // nil: nothing is agreed
	Extra   []string         // manifests named by the user (--manifest)
	Schemas Schemas          // nil: none at hand
}

// Schemas validates XML. The implementation is transfer/schema.
type Schemas interface {
	// Validate checks the document at r against the schema for its root namespace.
	// known is false where no schema is at hand: then nothing was checked.
	Validate(ctx context.Context, namespace, path string, t container.Tree) (findings []Finding, known bool, tool string, err error)
}

// Agency is the delivering body as the delivery names it.
type Agency struct {
	Name string `json:"name"`
	ID   string `json:"id,omitempty"`
}

// Role says what a listed file is to the delivery.
type Role string

// Roles of files.
const (
	RoleContent  Role = "content"  // a primary file; must match the agreed formats
	RoleMessage  Role = "message"  // the descriptive document itself
	RoleSchema   Role = "schema"   // schema travelling along
	RoleManifest Role = "manifest" // a checksum list
	RoleSlip     Role = "slip"     // routing slip, transfer list
	RoleDoc      Role = "doc"      // documentation
	RoleOther    Role = "other"    // allowed, not content
)

// Listed is one file that something in the delivery names.
type Listed struct {
	Path     string // inside the tree
	Role     Role
	Size     int64 // declared size, -1 = none declared
	Object   string
	Line     int
	By       string // path of the document that lists it
	Optional bool   // may be missing without a finding
	Digests  []Declared
}

// Declared is one declared digest with its source (G4).
type Declared struct {
	Algorithm string // canonical: md5 sha-1 sha-224 sha-256 sha-384 sha-512 crc32 blake2b-512 sha3-…
	Value     string // lower-case hex
	By        string // path of the list or message that declares it
	Line      int
}

// Manifest is what a kind read: who sends, what is listed, the record tree.
type Manifest struct {
	Kind      string
	Standard  string // version of the standard, "3.0.0"
	Agency    Agency
	ProfileID string
	Process   string    // ProzessID or another id of the procedure, "" if none
	Created   time.Time // when the sender made it; zero if unknown
	Title     string    // a name for people
	// Part and Parts say "message 1 of 2" of the procedure where the standard counts; 0 = it does not.
	Part, Parts int
	Listed      []Listed
	Roots       []*record.Object
	// ListsAll is true where the delivery claims to list every file; only then a
	// delivered, unlisted file is a finding.
	ListsAll bool
	// ExactNames is true where the standard compares names byte by byte: a file under
	// another form of its name is not taken for the listed one.
	ExactNames bool
	// Documents is true where every content file is a document that a person must be
	// able to open: then one that nobody can open is an error.
	Documents bool
	// Dated is true where dates and titles of the record tree are an office's own
	// statements, so that what is hardly true among them is worth telling.
	Dated bool
	// OpenedByKind are extensions (".tif") of files that the kind's own rules open.
	OpenedByKind []string
	Fields       []record.Field // further statements of the head for people and index
	// Payload are folders (with a slash at the end) whose files are what is delivered and
	// nothing else: a list of digests in there is a file like any other, not a statement
	// about the delivery.
	Payload []string
	// Marks are folders (with a slash at the end) that say something by their name and
	// hold no file by the kind's standard: they and what is under them are not told as
	// empty.
	Marks []string
	// ReadsNested says that the rules of the kind check the containers inside the
	// delivery themselves; the engine then leaves them closed.
	ReadsNested bool
	// Unread says that the describing document has a layout nobody here knows: what is
	// listed is what lies there, and only the files themselves are checked (K12).
	Unread bool
	// Undescribed says that the kind reads the material, but found no describing document
	// in our own words: a layout may read one of another hand.
	Undescribed bool
	Detail      any // the room's own document, read by its own rules only
	// Checks the kind made while reading (schema, counts), with tool and reason.
	Checks []Done
}

// Rule is one check over the whole portion after the one read.
type Rule struct {
	Name string // check name of cli.md: completeness, names, counts, …
	Run  func(ctx context.Context, f Facts) ([]Finding, error)
}

// Facts is what is known of a portion after the one read.
type Facts interface {
	Tree() container.Tree
	Manifest() *Manifest
	Profile() *profile.Profile // nil: nothing is agreed
	// File gives what the one read learned of a path.
	File(path string) (FileFact, bool)
	// EachFile walks all delivered files in path order.
	EachFile(ctx context.Context, fn func(FileFact) error) error
	// Related gives earlier messages of the same procedure known to the workspace
	// (0501, 0502, other parts of a 4.0 process); empty in a plain check.
	Related() []Related
}

// Related is an earlier message or decision of the same procedure.
type Related struct {
	Portion  string // id in the workspace
	Manifest *Manifest
	Ratings  map[string]record.Rating // decided ratings by object id, where it is an appraisal (0502)
}

// FileFact is what the one read learned of a file.
type FileFact struct {
	Path    string            `json:"path"`
	Size    int64             `json:"size"`
	Digests map[string]string `json:"digests"` // canonical algorithm → hex
	Format  Format            `json:"format"`
	Damage  string            `json:"damage,omitempty"` // why it could not be read, "" = read
	// Raw is the name as stored, hex, where it had to be decoded (G5).
	Raw string `json:"raw,omitempty"`
	// Findings of the read itself (UTF-8, XML, PDF/A) about this file.
	Findings []Finding `json:"findings,omitempty"`
	Nested   int       `json:"nested,omitempty"` // files inside it that were looked into
	// Attachments of a mail, as far as it could be taken apart (A28).
	Attachments []Attachment `json:"attachments,omitempty"`
	// Obstacle is why nobody can open it as a document (openable.Obstacle), "" = none found.
	Obstacle string `json:"obstacle,omitempty"`
	// Sealed names an archive that was not opened, "" = none.
	Sealed string `json:"sealed,omitempty"`
	PDFA   string `json:"pdfa,omitempty"` // valid | invalid | no-obstacle-found | not-checkable | not-checked
	// Unclaimed: a PDF that does not say it is PDF/A and was held against no flavour.
	Unclaimed bool `json:"unclaimed,omitempty"`
	// NotPDF: called .pdf, and without the head that makes one (ISO 32000-1, 7.5.2).
	NotPDF bool `json:"not_pdf,omitempty"`
	// Signed: a PDF that holds an electronic signature (ISO 32000-1, 12.8).
	Signed bool `json:"signed,omitempty"`
}

// Attachment is one file coded into a mail.
type Attachment struct {
	Name   string `json:"name"`
	Size   int64  `json:"size"`
	SHA512 string `json:"sha512"`
	Format Format `json:"format"`
}

// LacksPDFA reports whether a file was looked at and is no PDF/A, whatever it claims;
// for the kinds whose source asks for PDF/A. A file of another format is none either.
func (f FileFact) LacksPDFA() bool { return f.PDFA == PDFAInvalid || f.Unclaimed || f.OtherThanPDF() }

// OtherThanPDF reports whether a file was read and is no PDF whatever its name says.
func (f FileFact) OtherThanPDF() bool {
	return f.NotPDF && f.Damage == "" && f.Obstacle == "" && f.Size > 0
}

// Format is the result of format identification.
type Format struct {
	PUID    string `json:"puid"` // "" or "UNKNOWN" where nothing matched
	Name    string `json:"name,omitempty"`
	Version string `json:"version,omitempty"`
	MIME    string `json:"mime,omitempty"`
	Basis   string `json:"basis,omitempty"`
	Warning string `json:"warning,omitempty"`
}
