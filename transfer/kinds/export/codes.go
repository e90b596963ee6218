package export

import "laufzettel/transfer/check"

// The findings of this room. Ids are stable and never reused.
var (
	allWays   = []check.WayOut{check.ReturnAll, check.AskForFiles, check.AcceptException, check.Stop}
	wholeWays = []check.WayOut{check.ReturnAll, check.Stop}

	codeUnreadable = check.Code{ID: "EXP-001", Severity: check.Error, Source: "B2", Ways: wholeWays}
	codeSeveral    = check.Code{ID: "EXP-002", Severity: check.Error, Source: "B2", Ways: wholeWays}
	codeMissing    = check.Code{ID: "EXP-003", Severity: check.Error, Source: "B2; B5; 004 P5a", Ways: allWays}
	codeForm       = check.Code{ID: "EXP-004", Severity: check.Error, Source: "B2; B5", Ways: allWays}
	codeNoData     = check.Code{ID: "EXP-005", Severity: check.Error, Source: "B1", Ways: allWays}
	codeNoHash     = check.Code{ID: "EXP-006", Severity: check.Error, Source: "B1; 004 P0a.3", Ways: allWays}
	codeContainer  = check.Code{ID: "EXP-007", Severity: check.Error, Source: "B1", Ways: allWays}
	codeNotThere   = check.Code{ID: "EXP-008", Severity: check.Error, Source: "B1; A7", Ways: allWays}
	codeEncoding   = check.Code{ID: "EXP-010", Severity: check.Error, Source: "A29; B1", Ways: allWays}
	codeColumns    = check.Code{ID: "EXP-011", Severity: check.Error, Source: "B1", Ways: allWays}
	codeQuoting    = check.Code{ID: "EXP-012", Severity: check.Error, Source: "B1; RFC 4180", Ways: allWays}
	codeHeading    = check.Code{ID: "EXP-013", Severity: check.Warning, Source: "B1", Ways: allWays}
	codeRows       = check.Code{ID: "EXP-014", Severity: check.Error, Source: "B1; B2", Ways: allWays}
	codePartly     = check.Code{ID: "EXP-015", Severity: check.Warning, Source: "G2; G5", Ways: allWays}
	codeNoSchema   = check.Code{ID: "EXP-016", Severity: check.Warning, Source: "B1", Ways: allWays}
	codeNoSlip     = check.Code{ID: "EXP-017", Severity: check.Note, Source: "B2; 004 P0a.7"}
)

// Codes are all finding codes of this room.
var Codes = []check.Code{
	codeUnreadable, codeSeveral, codeMissing, codeForm, codeNoData, codeNoHash, codeContainer, codeNotThere, codeEncoding, codeColumns,
	codeQuoting, codeHeading, codeRows, codePartly, codeNoSchema, codeNoSlip,
}
