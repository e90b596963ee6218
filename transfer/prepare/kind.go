package prepare

import (
	"context"
	"crypto/x509"
	"slices"
	"time"

	"laufzettel/transfer/check"
	"laufzettel/transfer/container"
	"laufzettel/transfer/fixity"
)

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
	Dir    string   // the folder itself, for programs that want one
	Values Values   // valid, with defaults
	Set    Defaults // the named set of defaults in force, zero = none
	Reason Values
	Roots  *x509.CertPool // issuers of certificates at hand, nil = none
	// Formats recognises files for kinds that name formats, nil = none at hand.
	Formats check.Identifier
	Now     time.Time
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
	Finish func(ctx context.Context, s *Site) error
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

// builders in the order they are offered. A new kind adds one line.
func builders() []Builder {
	return []Builder{registerBuilder{}, companiesBuilder{}, exportBuilder{}, siteBuilder{}, recordsBuilder{}, normBuilder{}, bagBuilder{}, sipBuilder{}, filesBuilder{}}
}

// Kinds names what can be prepared, in the order they are offered.
func Kinds() (out []string) {
	for _, b := range builders() {
		out = append(out, b.Kind())
	}
	return out
}

// For finds the builder of a kind.
func For(kind string) (Builder, bool) {
	all := builders()
	i := slices.IndexFunc(all, func(b Builder) bool { return b.Kind() == kind })
	if i < 0 {
		return nil, false
	}
	return all[i], true
}

// officeFields are the statements every delivery makes (A1, A27).
func officeFields() []Field {
	return []Field{
		{Key: "agency", Label: "Abgebende Stelle", LabelEN: "Delivering agency", Help: "Name der Behörde, wie er im Profil des Archivs steht", Form: Text, Required: true, Step: StepOffice},
		{Key: "agencyId", Label: "Behördenkennung", LabelEN: "Agency id", Help: "Kennung der Behörde", Form: Name, Required: true, Step: StepOffice},
		{Key: "profile", Label: "Profilkennung", LabelEN: "Profile id", Help: "Kennung des Profils, das mit dem Archiv vereinbart ist", Form: Name, Required: true, Default: "ohne-Profil", Step: StepOffice},
		{Key: "person", Label: "Verantwortliche Person", LabelEN: "Responsible person", Help: "Wer für die Abgabe einsteht; der Name steht in der Übergabeniederschrift", Form: Text, Required: true, Step: StepOffice},
		{Key: "contact", Label: "Erreichbar unter", LabelEN: "Contact", Help: "Telefon oder E-Mail der verantwortlichen Person", Form: Text, Step: StepOffice},
	}
}
