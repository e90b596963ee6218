package handelsregister

import "laufzettel/transfer/check"

// The findings of this room. Ids are stable and never reused.
var (
	allWays   = []check.WayOut{check.ReturnAll, check.AskForFiles, check.AcceptException, check.Stop}
	wholeWays = []check.WayOut{check.ReturnAll, check.Stop}

	codeNoList           = check.Code{ID: "HRG-001", Severity: check.Error, Source: "D1; 002 1.1.1", Ways: wholeWays}
	codeListEncoding     = check.Code{ID: "HRG-002", Severity: check.Error, Source: "D1; 002 3.1.2", Ways: allWays}
	codeColumn           = check.Code{ID: "HRG-003", Severity: check.Error, Source: "D1; 002 3.1.1", Ways: allWays}
	codeRow              = check.Code{ID: "HRG-004", Severity: check.Error, Source: "D1; 002 3.1.2", Ways: allWays}
	codeField            = check.Code{ID: "HRG-005", Severity: check.Error, Source: "D1; 002 3.1.1", Ways: allWays}
	codeDate             = check.Code{ID: "HRG-006", Severity: check.Warning, Source: "D1; 002 3.1.1", Ways: allWays}
	codeNumberTwice      = check.Code{ID: "HRG-007", Severity: check.Warning, Source: "D1; 002 3.1.1", Ways: allWays}
	codeDatesTurned      = check.Code{ID: "HRG-008", Severity: check.Warning, Source: "D1; 002 3.1.1", Ways: allWays}
	codeListEmpty        = check.Code{ID: "HRG-009", Severity: check.Error, Source: "D1; D5", Ways: allWays}
	codeListLimit        = check.Code{ID: "HRG-010", Severity: check.Error, Source: "G5", Ways: wholeWays}
	codeChecksumLimit    = check.Code{ID: "HRG-037", Severity: check.Warning, Source: "G5", Ways: allWays}
	codeNoMetadata       = check.Code{ID: "HRG-020", Severity: check.Error, Source: "D3; 002 1.1.2", Ways: allWays}
	codeStatementMissing = check.Code{ID: "HRG-021", Severity: check.Error, Source: "D3; 002 1.1.2", Ways: allWays}
	codeStatementForm    = check.Code{ID: "HRG-022", Severity: check.Error, Source: "D3; 002 1.1.2", Ways: allWays}
	codeFiles            = check.Code{ID: "HRG-023", Severity: check.Error, Source: "D3; D5; 002 2.1", Ways: allWays}
	codeMegabytes        = check.Code{ID: "HRG-024", Severity: check.Error, Source: "D3; D5; 002 2.1", Ways: allWays}
	codePeriod           = check.Code{ID: "HRG-025", Severity: check.Error, Source: "D3; D5; 002 2.1", Ways: allWays}
	codeRecords          = check.Code{ID: "HRG-026", Severity: check.Error, Source: "D5; 002 2.1", Ways: allWays}
	codeExtraction       = check.Code{ID: "HRG-027", Severity: check.Warning, Source: "D3; D5; 002 2.1", Ways: allWays}
	codeSelection        = check.Code{ID: "HRG-028", Severity: check.Note, Source: "D2; 002 1.1.1"}
	codeNoChecksums      = check.Code{ID: "HRG-030", Severity: check.Error, Source: "D2; 002 1.2, 3.2", Ways: allWays}
	codeChecksumStyle    = check.Code{ID: "HRG-031", Severity: check.Warning, Source: "D2; 002 3.2.1", Ways: allWays}
	codeDocumentFormat   = check.Code{ID: "HRG-032", Severity: check.Error, Source: "D2; 002 1.1.1", Ways: allWays}
	codeNoDocuments      = check.Code{ID: "HRG-033", Severity: check.Warning, Source: "D2; 002 1.1.1", Ways: allWays}
	codeNoDocumentation  = check.Code{ID: "HRG-034", Severity: check.Note, Source: "D2; 002 1.1.1"}
	codePDF              = check.Code{ID: "HRG-040", Severity: check.Error, Source: "D5; 002 2.1", Ways: allWays}
	codeTIFF             = check.Code{ID: "HRG-041", Severity: check.Error, Source: "D5; 002 2.1", Ways: allWays}
	codeSeparator        = check.Code{ID: "HRG-011", Severity: check.Error, Source: "D1; 002 3.1.2", Ways: allWays}
	codeAbove            = check.Code{ID: "HRG-012", Severity: check.Warning, Source: "D1; 002 3.1.2", Ways: allWays}
	codeQuoted           = check.Code{ID: "HRG-013", Severity: check.Warning, Source: "D1; 002 3.1.2", Ways: allWays}
	codeWithout          = check.Code{ID: "HRG-035", Severity: check.Warning, Source: "D1; 002 1.1.1", Ways: allWays}
	codeLoose            = check.Code{ID: "HRG-036", Severity: check.Warning, Source: "D1; 002 1.1.1", Ways: allWays}
)

// Codes are all finding codes of this room.
var Codes = []check.Code{
	codeNoList, codeListEncoding, codeColumn, codeRow, codeField, codeDate, codeNumberTwice, codeDatesTurned, codeListEmpty, codeListLimit,
	codeNoMetadata, codeStatementMissing, codeStatementForm, codeFiles, codeMegabytes, codePeriod, codeRecords, codeExtraction,
	codeSelection, codeNoChecksums, codeChecksumStyle, codeChecksumLimit, codeDocumentFormat, codeNoDocuments, codeNoDocumentation, codePDF,
	codeTIFF,
	codeSeparator, codeAbove, codeQuoted, codeWithout, codeLoose,
}
