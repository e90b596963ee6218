// Package message says what a standard of messages about records can do for others: a
// kind whose containers hold such messages, and the generator, whose records are named
// and coded as the standard wants it. The shelf hands the standard in (transfer/kinds),
// so that no kind knows another.
package message

import (
	"io"
	"time"

	"laufzettel/transfer/check"
	"laufzettel/transfer/record"
)

// Party is a sender or receiver.
type Party struct {
	Name, ID string // ID is the Behördenkennung
	Unit     string
	Contact  string // natural person, as one line
	Mail     string
}

// System is the system a message comes from.
type System struct{ Product, Version, Vendor string }

// Head is what the head of a message says.
type Head struct {
	Version          string // of the standard
	Process          string // ProzessID
	Created          time.Time
	Sender, Receiver Party
	System           System
}

// Standard reads, checks, describes, names and writes messages.
type Standard interface {
	check.Kind
	check.Describing
	// Versions lists the versions that can be written.
	Versions() []string
	// Hashes reports whether messages of the version state digests of their files.
	Hashes(version string) bool
	// FormatCode gives the code of a file format by its extension; archival means PDF/A.
	FormatCode(ext string, archival bool) string
	// PrimaryFileName gives a name for a primary file by the pattern of the version.
	PrimaryFileName(version, uuid, title, ext string) string
	// WriteTransfer writes the message that hands records over, with versions and files.
	WriteTransfer(w io.Writer, h Head, roots []*record.Object) error
}
