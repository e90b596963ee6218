package siard

import "laufzettel/transfer/check"

var (
	wholeWays = []check.WayOut{check.ReturnAll, check.AcceptException, check.Stop}
	allWays   = []check.WayOut{check.ReturnAll, check.AskForFiles, check.AcceptException, check.Stop}
	refuse    = []check.WayOut{check.ReturnAll, check.Stop}
)

var (
	codeNoMetadata    = check.Code{ID: "SRD-001", Severity: check.Error, Source: "eCH-0165 P_4.2", Ways: refuse}
	codeSyntax        = check.Code{ID: "SRD-002", Severity: check.Error, Source: "eCH-0165 M_5; G5", Ways: refuse}
	codeVersion       = check.Code{ID: "SRD-003", Severity: check.Warning, Source: "eCH-0165 version", Ways: wholeWays}
	codeVersionFolder = check.Code{ID: "SRD-004", Severity: check.Warning, Source: "eCH-0165 P_4.2 siardversion",
		Ways: wholeWays}
	codeRows  = check.Code{ID: "SRD-005", Severity: check.Error, Source: "eCH-0165 rows", Ways: wholeWays}
	codeTable = check.Code{ID: "SRD-006", Severity: check.Error, Source: "eCH-0165 T_6; G5", Ways: allWays}
	// A warning: it covers a stretch of the ZIP, not a file, and differs in three of
	// the five public samples that are sound.
	codeDigest     = check.Code{ID: "SRD-007", Severity: check.Warning, Source: "eCH-0165 messageDigest", Ways: wholeWays}
	codeDigestOpen = check.Code{ID: "SRD-008", Severity: check.Note, Source: "eCH-0165 messageDigest; G2"}
	codeExternal   = check.Code{ID: "SRD-009", Severity: check.Warning, Source: "eCH-0165 lobFolder", Ways: allWays}
	codeFolder     = check.Code{ID: "SRD-010", Severity: check.Error, Source: "eCH-0165 folder; G5", Ways: wholeWays}
	codeUnpacked   = check.Code{ID: "SRD-011", Severity: check.Warning, Source: "eCH-0165 P_4.1", Ways: wholeWays}
	codeNoTables   = check.Code{ID: "SRD-012", Severity: check.Note, Source: "eCH-0165 tables"}
	codeReference  = check.Code{ID: "SRD-013", Severity: check.Warning, Source: "eCH-0165 foreignKey", Ways: wholeWays}
	codeNoSchema   = check.Code{ID: "SRD-014", Severity: check.Warning, Source: "eCH-0165 metadata.xsd",
		Ways: wholeWays}
)

// Codes are all finding codes of this room.
var Codes = []check.Code{
	codeNoMetadata, codeSyntax, codeVersion, codeVersionFolder, codeRows, codeTable, codeDigest, codeDigestOpen, codeExternal,
	codeFolder, codeUnpacked, codeNoTables, codeReference, codeNoSchema,
}
