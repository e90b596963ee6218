package kind

import (
	"context"
	"crypto/x509"
	"time"

	"laufzettel/transfer/check"
	"laufzettel/transfer/container"
	"laufzettel/transfer/fixity"
	"laufzettel/transfer/signature"
	"laufzettel/transfer/slip"
)

// MaxShown bounds the lists a preparation keeps for people.
const MaxShown = 200

// Read is one value that was read from the files.
type Read struct {
	Label string `json:"label"` // German
	Value string `json:"value"`
	From  string `json:"from,omitempty"` // file it stands in
	Key   string `json:"key,omitempty"`  // field it fills, "" = none
}

// Signer is a signature that was read (C6): the plain name and the time are kept. One
// around or beside a file is dissolved; one inside a file where the file was written
// anew without it, see Stays.
type Signer struct {
	File   string    `json:"file"`
	Name   string    `json:"name"`
	Signed time.Time `json:"signed,omitzero"`
	Form   string    `json:"form"`
	Result string    `json:"result"` // German, how far the validity could be shown
	// Before and After are the SHA-512 of the file with and without signature, "" where
	// the file itself is as it was.
	Before string `json:"before,omitempty"`
	After  string `json:"after,omitempty"`
}

// Stays says that the file goes out with its signature: one inside a PDF that was not
// written anew (source 000, 2.3 and 3.3.3 ask for its dissolution; nothing may claim it).
func (x Signer) Stays() bool {
	return x.After == "" && (x.Form == string(signature.PAdES) || x.Form == string(signature.Timestamp))
}

// Builder is what one kind of delivery needs to be prepared. Implementations are
// stateless and safe for concurrent use.
type Builder interface {
	// Kind is its name (cli.md).
	Kind() string
	// Fields are the statements it asks for, in the order of the wizard.
	Fields() []Field
	// Plan looks at the source folder and says what the portion will hold. Names
	// and heads may be read; the bytes of the files are read once, later, by the
	// build. What is wrong with the source is told in the plan's findings. Errors:
	// Refused where nothing can be built of it.
	Plan(ctx context.Context, src Source) (*Plan, error)
}

// Source is the material a portion is made of.
type Source struct {
	Tree   container.Tree
	Dir    string // the folder itself, for programs that want one
	Values Values // valid, with defaults
	Set    Values // of the named set of defaults in force, nil = none
	Reason Values
	Roots  *x509.CertPool // issuers of certificates at hand, nil = none
	// Evidence is revocation data at hand, nil = none.
	Evidence *signature.Evidence
	// Formats recognises files for kinds that name formats, nil = none at hand.
	Formats check.Identifier
	Now     time.Time
	// KeepSignatures: the archive's profile wants signed PDFs as they are.
	KeepSignatures bool
}

// Plan says what a portion will hold.
type Plan struct {
	Name       string // of the portion; its container is Name.zip
	Root       string // folder the files lie in inside the container, "" = none
	Copies     []Copy
	Algorithms []fixity.Algorithm // beside SHA-512
	Read       []Read             // what was read from names and heads
	Findings   []check.Finding    // what is wrong with the source, told beforehand
	// Inspect looks at a file while it is read, nil = not needed. It is called
	// from several goroutines.
	Inspect func(ctx context.Context, c Copy, content container.Content) (Inspected, error)
	// Finish writes the descriptive documents once every file is in place.
	Finish func(ctx context.Context, s Site) error
	// Confirmations are needed before deletion where the profile names none (C8).
	Confirmations []string
	Omitted       []Omitted // entries that are not there, with the reason
}

// Copy takes one source file into the portion.
type Copy struct {
	From string // path in the source
	To   string // path in the portion
	// Look: Inspect wants to see this file.
	Look bool
	// Drop: the file is looked at but does not become part of the portion (a
	// detached signature that is dissolved).
	Drop bool
}

// Inspected is what looking at a file brought.
type Inspected struct {
	Note    string // kept in the journal for Finish
	Replace []byte // written instead of the content, nil = the content itself
}

// FieldDefaults is the field that names the set a draft takes its defaults from.
const FieldDefaults = "defaults"

// Presetting is a Builder that can take statements from a named set of defaults that
// holds for many portions (F1).
type Presetting interface {
	Builder
	// InSet reports whether a field may stand in a set.
	InSet(key string) bool
	// SetFault tells in German what is wrong with a value of a set, "" = nothing.
	SetFault(key, value string) string
}

// Lister is a Builder whose delivery has entries of its own for the transfer list; of
// every other kind the portion is one entry (A1).
type Lister interface {
	List(ctx context.Context, v Values, tree container.Tree, files []File, created time.Time) (slip.List, error)
}
