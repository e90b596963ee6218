package website

import (
	"encoding/xml"
	"fmt"
	"io"
	"strings"

	"laufzettel/transfer/failure"
	"laufzettel/transfer/snapshot"
	"laufzettel/transfer/wording"
	"laufzettel/transfer/xmlwalk"
)

// Namespace is that of the description; its last part is the version.
const Namespace = "urn:laufzettel:schema:website:1.0"

// Schema is the built-in schema of the description.
const Schema = "website-description.xsd"

// DocumentName is the name the description has in what we write.
const DocumentName = "webbereich.xml"

// Description is the document that describes a snapshot of a web area (B3, F1), as
// written.
type Description struct {
	XMLName    xml.Name    `xml:"urn:laufzettel:schema:website:1.0 Webbereich" json:"-"`
	Version    string      `xml:"version,attr" json:"-"`
	Agency     string      `xml:"Behoerde>Name" json:"agency"`
	AgencyID   string      `xml:"Behoerde>Kennung,omitempty" json:"agencyId,omitempty"`
	Domain     string      `xml:"Domain" json:"domain"`
	Start      string      `xml:"Startseite,omitempty" json:"start,omitempty"`
	Crawled    string      `xml:"Crawl" json:"crawled"` // date or date and time
	Quality    *Quality    `xml:"Qualitaet,omitempty" json:"quality,omitempty"`
	Parts      []Part      `xml:"Bestandteil" json:"parts"`
	Statements []Statement `xml:"Angabe" json:"statements"`
	Pages      []Page      `xml:"Referenzseite" json:"pages"`
}

// PartKind is what a part of the delivery is.
type PartKind string

// The parts of a delivery. PDF and ISO are the two representations of B3.
const (
	PartPDF   PartKind = "pdf"   // Repräsentation 1: content as PDF/A
	PartISO   PartKind = "iso"   // Repräsentation 2: ISO image near to the original environment
	PartCrawl PartKind = "crawl" // what the crawler delivered: mirror, WARC, WACZ, log
)

// Part is one file or folder of the delivery.
type Part struct {
	Kind      PartKind `xml:"art,attr" json:"kind"`
	Name      string   `xml:"name,attr" json:"name"` // path; of a crawl the folder
	Size      string   `xml:"groesse,attr,omitempty" json:"size,omitempty"`
	Algorithm string   `xml:"verfahren,attr,omitempty" json:"algorithm,omitempty"` // SHA-256, SHA-512
	Digest    string   `xml:"pruefsumme,attr,omitempty" json:"digest,omitempty"`
	Tool      string   `xml:"werkzeug,attr,omitempty" json:"tool,omitempty"` // what made it
	Files     string   `xml:"dateien,attr,omitempty" json:"files,omitempty"`
}

// Verdict judges a crawl by eye (F13; source 004, P0b.4).
type Verdict string

// The verdicts on a crawl.
const (
	Good   Verdict = "gut"
	Enough Verdict = "ausreichend"
	Poor   Verdict = "unzureichend"
)

// Quality is the verdict of a person on a crawl, made before packaging.
type Quality struct {
	Verdict Verdict `xml:"urteil,attr" json:"verdict"`
	Person  string  `xml:"person,attr" json:"person"`
	Date    string  `xml:"datum,attr" json:"date"`
	Note    string  `xml:",chardata" json:"note"`
}

// Statement is one of the 81 statements (F1). Where Omitted is set the statement
// is not made, for the reason given there.
type Statement struct {
	Number  int           `xml:"nr,attr" json:"number"`
	Step    string        `xml:"schritt,attr" json:"step"`
	Type    snapshot.Type `xml:"typ,attr" json:"type"`
	Label   string        `xml:"name,attr" json:"label"`
	Omitted string        `xml:"entfaellt,attr,omitempty" json:"omitted,omitempty"`
	Value   string        `xml:",chardata" json:"value"`
}

// Page is a reference page: one that is looked at in place of the whole site (F7).
type Page struct {
	URL     string `xml:"adresse,attr" json:"url"`
	Title   string `xml:"bezeichnung,attr,omitempty" json:"title,omitempty"`
	Checks  string `xml:"geprueft,attr,omitempty" json:"checks,omitempty"`  // which functions are looked at
	Outcome string `xml:"ergebnis,attr,omitempty" json:"outcome,omitempty"` // in Ordnung, fehlt, fehlerhaft; "" = not yet
	Person  string `xml:"person,attr,omitempty" json:"person,omitempty"`
	Date    string `xml:"datum,attr,omitempty" json:"date,omitempty"`
	Note    string `xml:",chardata" json:"note"`
}

// Statement finds a statement by its number; the zero Statement where it is not there.
func (d *Description) Statement(n int) Statement {
	for _, s := range d.Statements {
		if s.Number == n {
			return s
		}
	}
	return Statement{}
}

// Stated gives the value of a statement, "" where it is unknown or not made.
func (d *Description) Stated(n int) string {
	if v := d.Statement(n).Value; snapshot.Known(v) {
		return v
	}
	return ""
}

// Facts are statements by number that the program knows.
type Facts map[int]string

// Defaults are statements by number that an archive sets for all its snapshots or
// for one project. Only AVA and TMD.
type Defaults map[int]string

// Describe makes the 81 statements: what the program knows, then what a person or
// a set of defaults states; what nobody knows is "unbekannt", and what is not made says
// "entfällt" with the reason. Error: Refused where a person states a LOG field, which
// nobody may edit, a number that does not exist, or a value of another type or range.
func Describe(facts Facts, defaults Defaults, edits map[int]string) ([]Statement, error) {
	for _, stated := range []map[int]string{defaults, edits} {
		for n, value := range stated {
			def, ok := snapshot.Of(n)
			switch {
			case !ok:
				return nil, failure.New(failure.Refused, "describe snapshot", wording.Say("hint.website.unknown-statement", n))
			case def.Type == snapshot.LOG:
				return nil, failure.New(failure.Refused, "describe snapshot",
					wording.Say("hint.website.statement-is-log-date", n, def.Label))
			}
			if want, bad := snapshot.Fault(n, value); bad {
				return nil, failure.New(failure.Refused, "describe snapshot",
					wording.Say("hint.website.statement-form", n, def.Label, shown(value), want))
			}
		}
	}
	out := make([]Statement, 0, 81)
	for _, def := range snapshot.All() {
		s := Statement{Number: def.Number, Step: def.Step, Type: def.Type, Label: def.Label}
		s.Value = clean(first(edits[def.Number], facts[def.Number], defaults[def.Number]))
		if s.Value == "" {
			s.Value, s.Omitted = unstated(def)
		}
		out = append(out, s)
	}
	return out, nil
}

func first(list ...string) string {
	for _, s := range list {
		if strings.TrimSpace(s) != "" {
			return s
		}
	}
	return ""
}

// clean keeps what XML 1.0 can hold.
func clean(s string) string {
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		if r < ' ' && r != '\n' && r != '\t' || r == 0xFFFE || r == 0xFFFF {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(s, "�")))
}

// mandatory are the statements every description must make (B3).
var mandatory = []struct {
	label string
	at    func(*Description) string
}{
	{"Name der Behörde", func(d *Description) string { return d.Agency }},
	{"Domain des Webbereichs", func(d *Description) string { return d.Domain }},
	{"Datum des Crawls", func(d *Description) string { return d.Crawled }},
}

// Bounds of a description.
const (
	maxDocument   = 32 << 20
	maxStatements = 1000
	maxParts      = 100_000
)

// ReadDescription reads a description. The error says what is wrong with it.
func ReadDescription(r io.Reader) (*Description, error) {
	var d Description
	if err := xmlwalk.Read(r, maxDocument, nil, &d); err != nil {
		return nil, err
	}
	if len(d.Statements) > maxStatements || len(d.Parts) > maxParts || len(d.Pages) > maxStatements {
		return nil, wording.Fault("found.check.document-large")
	}
	return &d, nil
}

// WriteDescription writes a description.
func WriteDescription(w io.Writer, d Description) error {
	d.XMLName, d.Version = xml.Name{}, "1.0"
	if err := xmlwalk.Write(w, d); err != nil {
		return fmt.Errorf("write description of snapshot: %w", err)
	}
	return nil
}
