// Package export reads, checks and writes exports from specialist systems (source
// 004, P0a and the a-variants; requirements B1, B2, B4, B5, A29): CSV, XML with
// its schema, SIARD or whole database files, singly or packed as TAR or ZIP with
// a digest, and a descriptive metadata document
// (assets/schemas/export-description.xsd). Exports are always archival (B4).
//
// CSV is checked for UTF-8, a constant number of columns and quoting after
// RFC 4180; XML against the schemas that travel along. What is inside a database
// file is not looked at here (SIARD has its own kind).
package export

import (
	"encoding/xml"
	"fmt"
	"io"
	"strings"
	"time"

	"laufzettel/transfer/wording"
	"laufzettel/transfer/xmlwalk"
)

// Namespace is that of the metadata document; its last part is the version.
const Namespace = "urn:laufzettel:schema:export:1.0"

// Schema is the built-in schema of the metadata document.
const Schema = "export-description.xsd"

// DocumentName is the name the metadata document has in what we write.
const DocumentName = "export.xml"

// Description is the metadata document, as written.
type Description struct {
	XMLName   xml.Name `xml:"urn:laufzettel:schema:export:1.0 Export"`
	Version   string   `xml:"version,attr"`
	System    string   `xml:"Verfahren>Name"`
	ShortName string   `xml:"Verfahren>Kurzname"`
	Program   string   `xml:"Verfahren>Programm,omitempty"`
	Release   string   `xml:"Verfahren>Version,omitempty"`
	Agency    string   `xml:"Behoerde>Name"`
	AgencyID  string   `xml:"Behoerde>Kennung,omitempty"`
	From      string   `xml:"Laufzeit>Von"`
	To        string   `xml:"Laufzeit>Bis"`
	Created   string   `xml:"Erstellt"`
	About     string   `xml:"Beschreibung,omitempty"`
	Files     []File   `xml:"Datei"`
}

// File is one file of the export; a name inside a data container is written
// container!name.
type File struct {
	Name      string `xml:"name,attr"`
	Size      string `xml:"groesse,attr,omitempty"`
	Algorithm string `xml:"verfahren,attr,omitempty"` // MD5, SHA-1, SHA-256, SHA-512
	Digest    string `xml:"pruefsumme,attr,omitempty"`
	Rows      string `xml:"zeilen,attr,omitempty"` // without the heading
	Delimiter string `xml:"trennzeichen,attr,omitempty"`
}

// statements are the mandatory fields of the index (B5, P5a) and of B2.
var statements = []struct {
	label string
	at    func(*Description) string
}{
	{"Name des Verfahrens", func(d *Description) string { return d.System }},
	{"Kurzname des Verfahrens", func(d *Description) string { return d.ShortName }},
	{"Name der Behörde", func(d *Description) string { return d.Agency }},
	{"Laufzeit von", func(d *Description) string { return d.From }},
	{"Laufzeit bis", func(d *Description) string { return d.To }},
	{"Erstellt", func(d *Description) string { return d.Created }},
}

const (
	maxDocument = 64 << 20
	maxFiles    = 1_000_000
)

// ReadDescription reads a metadata document. The error says what is wrong with it.
func ReadDescription(r io.Reader) (*Description, error) {
	var d Description
	if err := xmlwalk.Read(r, maxDocument, xmlwalk.Latin, &d); err != nil {
		return nil, err
	}
	if len(d.Files) > maxFiles {
		return nil, wording.Fault("found.check.document-large")
	}
	return &d, nil
}

// WriteDescription writes a metadata document (B2).
func WriteDescription(w io.Writer, d Description) error {
	d.XMLName, d.Version = xml.Name{}, "1.0"
	if err := xmlwalk.Write(w, d); err != nil {
		return fmt.Errorf("write metadata document: %w", err)
	}
	return nil
}

func day(s string) (time.Time, bool) {
	t, err := time.Parse(time.DateOnly, strings.TrimSpace(s))
	return t, err == nil
}
