// Package schema validates XML against XSD 1.0 schemas that a person or a
// delivery brings along; none is built in (design.md 4). A Store is a folder of
// schemas taken in from files, folders or ZIPs, a Set the schemas of one
// collection, compiled on demand.
//
// Nothing is ever loaded from a network: includes and imports are resolved
// inside the collection, through its OASIS catalog or by file name. What the
// engine cannot do (DTD, some patterns) is told as "not checked", never as
// "does not fit". The package is the only importer of github.com/jacoelho/xsd.
package schema

import (
	"runtime/debug"
	"sync"

	"laufzettel/transfer/check"
)

// Codes of the findings of this room.
var (
	codeMismatch = check.Code{
		ID: "SCH-001", Severity: check.Error, Source: "A1; A14; C5",
		Ways:     []check.WayOut{check.ReturnAll, check.AskForFiles, check.AcceptException, check.Stop},
		Title:    "Datei passt nicht zu ihrem Schema.",
		Remedy:   "Bitte die genannte Stelle berichtigen lassen, neu ausgeben und neu liefern.",
		TitleEN:  "The file does not fit its schema.",
		RemedyEN: "Please have the place named corrected, export again and deliver again.",
	}
	codeNotUsed = check.Code{
		ID: "SCH-002", Severity: check.Note, Source: "G2",
		Title:    "Schema nicht anwendbar. Die Datei wurde nicht oder nur zum Teil gegen ihr Schema geprüft.",
		Remedy:   "Bitte das vollständige Schema hinzufügen; die Stelle muss nichts tun.",
		TitleEN:  "Schema not usable. The file was not or only partly checked against its schema.",
		RemedyEN: "Please add the complete schema; the agency need not act.",
	}
	codeNoXML = check.Code{
		ID: "SCH-003", Severity: check.Error, Source: "A29; C5",
		Ways:     []check.WayOut{check.ReturnAll, check.AskForFiles, check.AcceptException, check.Stop},
		Title:    "Datei ist kein lesbares XML. Sie ließ sich nicht gegen ihr Schema prüfen.",
		Remedy:   "Bitte die Datei neu ausgeben und nachliefern.",
		TitleEN:  "The file is no readable XML. It could not be checked against its schema.",
		RemedyEN: "Please export the file again and deliver it.",
	}
)

// Codes are all finding codes of this room.
var Codes = []check.Code{codeMismatch, codeNotUsed, codeNoXML}

// Tool names the validating engine and its version for reports (G2).
var Tool = sync.OnceValue(func() string {
	const name = "github.com/jacoelho/xsd"
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, m := range info.Deps {
			if m.Path == name {
				return "jacoelho/xsd " + m.Version
			}
		}
	}
	return "jacoelho/xsd"
})
