package dms

import "laufzettel/transfer/check"

// The findings of this room. Ids are stable and never reused.
var (
	allWays   = []check.WayOut{check.ReturnAll, check.AskForFiles, check.AcceptException, check.Stop}
	wholeWays = []check.WayOut{check.ReturnAll, check.Stop}

	codeUnreadable = check.Code{ID: "DMS-001", Severity: check.Error, Source: "004 P5.1.1; K12", Ways: wholeWays}
	codeSeveral    = check.Code{ID: "DMS-002", Severity: check.Error, Source: "004 P5.1.1", Ways: wholeWays}
	codeMissing    = check.Code{ID: "DMS-003", Severity: check.Error, Source: "004 P5.1.1", Ways: allWays}
	codeAmbiguous  = check.Code{ID: "DMS-004", Severity: check.Error, Source: "004 P5.1.2; A7", Ways: allWays}
	codeName       = check.Code{ID: "DMS-005", Severity: check.Error, Source: "004 P5.1.2; G5", Ways: allWays}
	codeShared     = check.Code{ID: "DMS-006", Severity: check.Warning, Source: "004 P5.1.2", Ways: allWays}
	codeDiffers    = check.Code{ID: "DMS-007", Severity: check.Warning, Source: "004 P5.1.1", Ways: allWays}
	codeNoFile     = check.Code{ID: "DMS-008", Severity: check.Warning, Source: "004 P5.1.2; A37", Ways: allWays}
	codeDate       = check.Code{ID: "DMS-009", Severity: check.Warning, Source: "004 P5.1.1", Ways: allWays}
	codeUnknown    = check.Code{ID: "DMS-010", Severity: check.Warning, Source: "004 P5.1.1", Ways: allWays}
	codePlace      = check.Code{ID: "DMS-011", Severity: check.Error, Source: "004 P5.1.1", Ways: allWays}
	codeEmpty      = check.Code{ID: "DMS-012", Severity: check.Note, Source: "004 P5.1.1"}
	codeRating     = check.Code{ID: "DMS-013", Severity: check.Warning, Source: "A30", Ways: allWays}
	codeRestricted = check.Code{ID: "DMS-014", Severity: check.Warning, Source: "G15", Ways: allWays}
	codeDigest     = check.Code{ID: "DMS-015", Severity: check.Warning, Source: "G4", Ways: allWays}
)

// Codes are all finding codes of this room.
var Codes = []check.Code{
	codeUnreadable, codeSeveral, codeMissing, codeAmbiguous, codeName, codeShared, codeDiffers, codeNoFile, codeDate, codeUnknown,
	codePlace, codeEmpty, codeRating,
	codeRestricted, codeDigest,
}
