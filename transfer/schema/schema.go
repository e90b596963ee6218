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
	codeMismatch = check.Code{ID: "SCH-001", Severity: check.Error, Source: "A1; A14; C5", General: true,
		Ways: []check.WayOut{check.ReturnAll, check.AskForFiles, check.AcceptException, check.Stop}}
	codeNotUsed = check.Code{ID: "SCH-002", Severity: check.Note, Source: "G2"}
	codeNoXML   = check.Code{ID: "SCH-003", Severity: check.Error, Source: "A29; C5",
		Ways: []check.WayOut{check.ReturnAll, check.AskForFiles, check.AcceptException, check.Stop}}
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
