// Package register reads, checks and writes portions of the German civil
// registers as the BKK working paper "Anforderungen an die Anbieterung und
// Aussonderung elektronischer Personenstandsregister", part I, version 2.0 of
// 2012-06-01 asks for (source 000; requirements C1–C12): a backbone XML with the
// statements of 3.2.2, one XML and one PDF/A per certification and note, the
// schema with its documentation and the closing note of the year.
//
// No public schema of the backbone exists (standards.md 5.5). The room has a
// vocabulary of its own, assets/schemas/register-backbone.xsd, and reads any
// other layout by paths (see Layout). Registers are kept whole (C9) and are never
// converted; only superseded closing notes come up for a decision.
package register

import (
	"strconv"
	"strings"

	"laufzettel/transfer/pattern"
)

// Namespace is that of our backbone; its last part is the version.
const Namespace = "urn:laufzettel:schema:register:1.0"

// Schema is the built-in schema of the backbone, SampleSchema the one of the
// sample certificates.
const (
	Schema       = "register-backbone.xsd"
	SampleSchema = "register-entry.xsd"
)

// Superseded is the folder of older closing notes (3.2.1 no. 7).
const Superseded = "Ueberholte_Abschlussvermerke"

// Standard names the working paper for reports.
const Standard = "BKK-Arbeitshilfe Teil I 2.0"

// Backbone is the Rückgrat-XML.
type Backbone struct {
	Head    Head
	Entries []Entry
}

// Head holds the statements of 3.2.2, as written.
type Head struct {
	Office, OfficeNumber        string
	Holder, HolderAddress       string // datenhaltende Stelle
	Person, PersonContact       string
	ArchiveFirst, ArchiveSecond string // archives in charge of first and security register
	Year, Type, Source          string
	ClosingNote, ClosingDate    string // file name; date where stated
	BaseEntries                 string
	Software, SoftwareVersion   string
	Files                       string
	SchemaFile, SchemaVersion   string
	Documentation               string // file name, where stated
	Created                     string
	lines                       map[string]int // line by layout key
	namespace                   string         // of the root element
}

// Entry is one Registereintrag.
type Entry struct {
	Number   string
	Terms    []Term // search terms in order
	Disposal string // Verfügungsnummer
	Records  []Part // urkundlicher Teil: first and follow-up certifications
	Notes    []Part // Hinweisteil
	Line     int
}

// Term is one search term.
type Term struct{ Name, Value string }

// Part is one certification or note with its two files.
type Part struct {
	Signer, Signed string // may stand in the certificate XML instead (note 3)
	XML, PDF       string // file names
	SchemaVersion  string // of the original XML
	Line           int
}

// types of register by letter (3.2.2).
var typeNames = []struct{ letter, name string }{
	{"G", "Geburtenregister"}, {"E", "Eheregister"}, {"L", "Lebenspartnerschaftsregister"}, {"S", "Sterberegister"},
}

// Letter gives G, E, L or S for a register type by name or letter, "" if unknown.
func Letter(registerType string) string {
	for _, t := range typeNames {
		if strings.EqualFold(t.letter, registerType) || strings.EqualFold(t.name, registerType) {
			return t.letter
		}
	}
	return ""
}

// TypeName gives the German name of a register type, or the text as it is.
func TypeName(registerType string) string {
	l := Letter(registerType)
	for _, t := range typeNames {
		if t.letter == l {
			return t.name
		}
	}
	return registerType
}

// periods are the update periods in years after the last closing note, PStG § 5
// (5) as told in 2.3.1; a profile may state others.
var periods = map[string]int{"G": 110, "E": 80, "L": 80, "S": 30}

// Stem gives <Standesamtsnummer>-<Registerart>-<Jahr>, the name of the backbone
// without its extension.
func (h Head) Stem() string { return h.OfficeNumber + "-" + Letter(h.Type) + "-" + h.Year }

var (
	backboneName = pattern.Of(`^([0-9A-Za-z]{1,20})-([GELS])-([0-9]{4})\.xml$`)
	partName     = pattern.Of(`^([0-9A-Za-z]{1,20}-[GELS]-[0-9]{4})-([0-9A-Za-z]{1,20})-([UH])([0-9]{1,6})\.(xml|pdf)$`)
)

// fileName is a name of a dependent file taken apart (3.2.4, 3.2.5).
type fileName struct {
	stem, entry, letter, ext string
	number                   int
}

func parseName(name string) (fileName, bool) {
	m := partName.FindStringSubmatch(name)
	if m == nil {
		return fileName{}, false
	}
	n, err := strconv.Atoi(m[4])
	if err != nil || strconv.Itoa(n) != m[4] {
		return fileName{}, false
	}
	return fileName{stem: m[1], entry: m[2], letter: m[3], number: n, ext: m[5]}, true
}

// PartName gives the name of a dependent file: letter U or H, number from 0.
func (h Head) PartName(entry, letter string, number int, ext string) string {
	return h.Stem() + "-" + entry + "-" + letter + strconv.Itoa(number) + "." + ext
}
