// Package mapping holds which statement of a delivery goes into which field of
// what we write: the control list (MAPPING-1), the administrative statements
// (MAPPING-2), the description (MAPPING-3) and the technical statements
// (MAPPING-4) of a package (requirements A4, A12, A16, A32; source 004 P1.8,
// P4.1, P5.1.1, P5.1.2). It has one vocabulary of sources, one default, one merge
// with what a profile says and one check; docs/mapping.md is made from it.
//
// The tables are data of a profile: field name → source.
package mapping

import (
	"maps"
	"slices"
	"strings"

	"laufzettel/transfer/record"
)

// Tables are MAPPING-1 to MAPPING-4 as data: field name → source. What a table
// does not name is as Default says; an empty source leaves a field out.
type Tables struct {
	ControlList map[string]string `json:"controlList,omitempty"` // MAPPING-1: Ab_Lis → Kon_Lis
	AIP         map[string]string `json:"aip,omitempty"`         // MAPPING-2
	Descriptive map[string]string `json:"descriptive,omitempty"` // MAPPING-3
	Technical   map[string]string `json:"technical,omitempty"`   // MAPPING-4
}

// Table is one of the four; it bounds what a source can reach.
type Table uint8

// The four tables, in the order of their numbers.
const (
	ControlList Table = 1 << iota
	AIP
	Descriptive
	Technical
)

// All are the four tables.
var All = []Table{ControlList, AIP, Descriptive, Technical}

// String gives the name the sources use: "MAPPING-1".
func (t Table) String() string {
	return map[Table]string{ControlList: "MAPPING-1", AIP: "MAPPING-2", Descriptive: "MAPPING-3", Technical: "MAPPING-4"}[t]
}

// Field gives the name of the table in the JSON form of a profile.
func (t Table) Field() string {
	return map[Table]string{ControlList: "controlList", AIP: "aip", Descriptive: "descriptive", Technical: "technical"}[t]
}

// Of gives one table of the four.
func (m Tables) Of(t Table) map[string]string {
	switch t {
	case ControlList:
		return m.ControlList
	case AIP:
		return m.AIP
	case Descriptive:
		return m.Descriptive
	default:
		return m.Technical
	}
}

// Equal reports whether two profiles say the same.
func (m Tables) Equal(other Tables) bool {
	return !slices.ContainsFunc(All, func(t Table) bool { return !maps.Equal(m.Of(t), other.Of(t)) })
}

// everyField is the field that takes over every further statement of the delivery
// by its own name (B5, C11, D6, F1), allFields the source that belongs to it.
const (
	everyField = "*"
	allFields  = "object.fields"
)

// Default gives the built-in tables.
func Default() Tables {
	return Tables{
		ControlList: map[string]string{
			"Aktenzeichen": "dossier.reference", "Aktenbetreff": "dossier.subject", "Kennzeichen": "object.reference",
			"Betreff":      "object.subject",
			"Laufzeit von": "object.from", "Laufzeit bis": "object.to", "Bewertung": "object.rating", "Objekt-ID": "object.id",
			"Provenienz": "list.agency", "Behördenkennung": "list.agencyId", "Profil": "list.profileId",
			"Datum der Abgabeliste": "list.created",
		},
		AIP: map[string]string{
			"archive": "archive.name", "agency": "profile.agency", "agencyId": "profile.agencyId", "profileId": "profile.id",
			"contact": "profile.contact", "accessionId": "accession.id", "accessionNumber": "accession.number",
			"offered": "accession.offered", "delivered": "accession.delivered", "formats": "package.formats",
			"source": "profile.source", "environment": "profile.environment", "earlierPackage": "package.earlier",
		},
		Descriptive: map[string]string{ // <level>.<field>
			"dossier.*": allFields, "case.*": allFields, "document.*": allFields,
			"dossier.reference": "object.reference", "dossier.subject": "object.subject", "dossier.from": "object.from",
			"dossier.to":   "object.to",
			"dossier.plan": "object.plan", "dossier.leadUnit": "object.leadUnit",
			"case.reference": "object.reference", "case.subject": "object.subject", "case.from": "object.from", "case.to": "object.to",
			"case.type": "object.type", "case.leadUnit": "object.leadUnit", "case.note": "object.note", "case.medium": "object.medium",
			"case.confidentiality": "object.confidentiality", "case.plan": "object.plan",
			"document.subject": "object.subject", "document.date": "object.date", "document.reference": "object.reference",
			"document.received": "object.received", "document.type": "object.type", "document.medium": "object.medium",
			"document.note": "object.note",
		},
		Technical: map[string]string{
			"formatName": "file.format.name", "formatVersion": "file.format.version", "mime": "file.format.mime",
			"registry": "file.format.registry",
			"size":     "file.size", "fileName": "file.original", "objectId": "file.object", "referenceCode": "package.referenceCode",
			"significantProperties": "file.properties", "environment": "profile.environment", "viewPath": "file.viewPath",
		},
	}
}

// InForce gives the tables that hold: the default with what a profile says over
// it, field by field; an empty source leaves a field out.
func (m Tables) InForce() Tables {
	out := Default()
	for _, t := range All {
		base := out.Of(t)
		for field, source := range m.Of(t) {
			if strings.TrimSpace(source) == "" {
				delete(base, field)
				continue
			}
			base[field] = source
		}
	}
	return out
}

// levels are the kinds of objects with fields of their own in MAPPING-3.
var levels = []record.Kind{record.Dossier, record.Case, record.Document}

// Level gives the part of a MAPPING-3 table for one kind, without the prefix.
func Level(table map[string]string, kind record.Kind) map[string]string {
	out := map[string]string{}
	for field, source := range table {
		if rest, ok := strings.CutPrefix(field, string(kind)+"."); ok {
			out[rest] = source
		}
	}
	return out
}

// mandatory are the fields of MAPPING-3 that must not be empty (source 004, P5.1.1).
var mandatory = map[record.Kind][]string{
	record.Dossier: {"reference"}, record.Case: {"reference", "from", "to"}, record.Document: {"date"},
}

// fields gives the names of a table in order.
func fields(table map[string]string) []string { return slices.Sorted(maps.Keys(table)) }
