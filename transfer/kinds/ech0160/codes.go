package ech0160

import "laufzettel/transfer/check"

var (
	wholeWays = []check.WayOut{check.ReturnAll, check.AcceptException, check.Stop}
	allWays   = []check.WayOut{check.ReturnAll, check.AskForFiles, check.AcceptException, check.Stop}
	refuse    = []check.WayOut{check.ReturnAll, check.Stop}
)

var (
	codeNoMetadata = check.Code{ID: "ECH-001", Severity: check.Error, Source: "eCH-0160 4.2", Ways: refuse}
	codeSyntax     = check.Code{ID: "ECH-002", Severity: check.Error, Source: "eCH-0160 4.2; G5", Ways: refuse}
	codeVersion    = check.Code{ID: "ECH-003", Severity: check.Warning, Source: "eCH-0160 schemaVersion",
		Ways: wholeWays}
	codeNoSchema  = check.Code{ID: "ECH-004", Severity: check.Warning, Source: "eCH-0160 4.2", Ways: wholeWays}
	codeFileTwice = check.Code{ID: "ECH-005", Severity: check.Error, Source: "eCH-0160 inhaltsverzeichnis",
		Ways: wholeWays}
	codeIDTwice      = check.Code{ID: "ECH-006", Severity: check.Error, Source: "eCH-0160 id (xs:ID)", Ways: wholeWays}
	codeReference    = check.Code{ID: "ECH-007", Severity: check.Error, Source: "eCH-0160 dateiRef", Ways: allWays}
	codeUnreferenced = check.Code{ID: "ECH-008", Severity: check.Warning, Source: "eCH-0160 dateiRef", Ways: allWays}
	codeNoDigest     = check.Code{ID: "ECH-009", Severity: check.Error, Source: "eCH-0160 pruefsumme", Ways: wholeWays}
	codeName         = check.Code{ID: "ECH-010", Severity: check.Error, Source: "eCH-0160 inhaltsverzeichnis; G5",
		Ways: refuse}
	codeType    = check.Code{ID: "ECH-011", Severity: check.Error, Source: "eCH-0160 ablieferungstyp", Ways: wholeWays}
	codePackage = check.Code{ID: "ECH-012", Severity: check.Warning, Source: "eCH-0160 paketTyp", Ways: wholeWays}
	codeNoFile  = check.Code{ID: "ECH-013", Severity: check.Warning, Source: "eCH-0160 dokument, erscheinungsform",
		Ways: allWays}
	codeSpan = check.Code{ID: "ECH-014", Severity: check.Warning, Source: "eCH-0160 entstehungszeitraum",
		Ways: wholeWays}
	codeEmpty     = check.Code{ID: "ECH-015", Severity: check.Note, Source: "eCH-0160 dossier"}
	codeNoRecords = check.Code{ID: "ECH-016", Severity: check.Warning, Source: "eCH-0160 ordnungssystem",
		Ways: wholeWays}
)

// Codes are all finding codes of this room.
var Codes = []check.Code{
	codeNoMetadata, codeSyntax, codeVersion, codeNoSchema, codeFileTwice, codeIDTwice, codeReference, codeUnreferenced, codeNoDigest,
	codeName, codeType, codePackage, codeNoFile, codeSpan, codeEmpty, codeNoRecords,
}
