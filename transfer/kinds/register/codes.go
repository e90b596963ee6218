package register

import "laufzettel/transfer/check"

// The findings of this room. Ids are stable and never reused.
var (
	allWays   = []check.WayOut{check.ReturnAll, check.AskForFiles, check.AcceptException, check.Stop}
	wholeWays = []check.WayOut{check.ReturnAll, check.Stop}

	codeSyntax       = check.Code{ID: "REG-001", Severity: check.Error, Source: "C2; XML 1.0", Ways: wholeWays}
	codeDoctype      = check.Code{ID: "REG-002", Severity: check.Error, Source: "G5", Ways: wholeWays}
	codeLimit        = check.Code{ID: "REG-003", Severity: check.Error, Source: "G5", Ways: wholeWays}
	codeSeveral      = check.Code{ID: "REG-004", Severity: check.Error, Source: "C1; 000 3.2.1", Ways: wholeWays}
	codeLayout       = check.Code{ID: "REG-005", Severity: check.Error, Source: "C2; 000 3.2.2", Ways: wholeWays}
	codeHeadMissing  = check.Code{ID: "REG-010", Severity: check.Error, Source: "C2; 000 3.2.2", Ways: allWays}
	codeHeadValue    = check.Code{ID: "REG-011", Severity: check.Error, Source: "C2; 000 3.2.2", Ways: allWays}
	codeBackboneName = check.Code{ID: "REG-012", Severity: check.Error, Source: "C1; 000 3.2.2", Ways: allWays}
	codeCountEntries = check.Code{ID: "REG-013", Severity: check.Error, Source: "C2; 000 3.2.2", Ways: allWays}
	codeCountFirst   = check.Code{ID: "REG-014", Severity: check.Error, Source: "C5; 000 3.2.2", Ways: allWays}
	codeCountFiles   = check.Code{ID: "REG-015", Severity: check.Error, Source: "C2; 000 3.2.2", Ways: allWays}
	codeEntryNumber  = check.Code{ID: "REG-016", Severity: check.Error, Source: "C3; 000 3.2.2", Ways: allWays}
	codeTerms        = check.Code{ID: "REG-017", Severity: check.Warning, Source: "C3; 000 3.2.2", Ways: allWays}
	codeDisposal     = check.Code{ID: "REG-018", Severity: check.Warning, Source: "C3; 000 3.2.2", Ways: allWays}
	codeNoRecord     = check.Code{ID: "REG-019", Severity: check.Error, Source: "C3; 000 3.2.2", Ways: allWays}
	codePartFile     = check.Code{ID: "REG-020", Severity: check.Error, Source: "C1; C3; 000 3.2.1", Ways: allWays}
	codePartSchema   = check.Code{ID: "REG-021", Severity: check.Warning, Source: "C3; 000 3.2.3", Ways: allWays}
	codePartName     = check.Code{ID: "REG-022", Severity: check.Error, Source: "C4; 000 3.2.4, 3.2.5", Ways: allWays}
	codePartGap      = check.Code{ID: "REG-023", Severity: check.Error, Source: "C4; 000 3.2.4", Ways: allWays}
	codePartPair     = check.Code{ID: "REG-024", Severity: check.Error, Source: "C4; 000 3.2.4, 3.2.5", Ways: allWays}
	codeFileTwice    = check.Code{ID: "REG-025", Severity: check.Error, Source: "C5", Ways: allWays}
	codeSigner       = check.Code{ID: "REG-026", Severity: check.Error, Source: "C3; 000 3.2.2 Anm. 3, 3.3.3 Nr. 1",
		Ways: allWays}
	codeSigned          = check.Code{ID: "REG-027", Severity: check.Warning, Source: "C3; 000 3.2.2", Ways: allWays}
	codeClosingFormat   = check.Code{ID: "REG-030", Severity: check.Error, Source: "C1; 000 3.2.1 Nr. 6", Ways: allWays}
	codeSupersededOther = check.Code{ID: "REG-031", Severity: check.Warning, Source: "C1; 000 3.2.1 Nr. 7",
		Ways: allWays}
	codeSuperseded      = check.Code{ID: "REG-032", Severity: check.Note, Source: "C9; 000 3.2.1 Nr. 7"}
	codeNoSchema        = check.Code{ID: "REG-040", Severity: check.Error, Source: "C1; 000 3.2.1 Nr. 2", Ways: allWays}
	codeNoDocumentation = check.Code{ID: "REG-041", Severity: check.Error, Source: "C1; 000 3.2.1 Nr. 3",
		Ways: allWays}
	codeDocumentationFormat = check.Code{ID: "REG-042", Severity: check.Error, Source: "C1; 000 3.2.1 Nr. 3; 3.2.3",
		Ways: allWays}
	codeForeignNamespace = check.Code{ID: "REG-043", Severity: check.Error, Source: "C5; 000 3.2.3", Ways: allWays}
	codeCoded            = check.Code{ID: "REG-044", Severity: check.Warning, Source: "C5; 000 3.2.3, 3.3.3 Nr. 2",
		Ways: allWays}
	codePeriod     = check.Code{ID: "REG-050", Severity: check.Warning, Source: "C12; 000 2.3.1, 2.3.3", Ways: allWays}
	codeOtherEntry = check.Code{ID: "REG-028", Severity: check.Error, Source: "C5; 000 3.2.4", Ways: allWays}
	codeEqualBytes = check.Code{ID: "REG-029", Severity: check.Error, Source: "C5; 000 3.2.4", Ways: allWays}
	codeNotPDFA    = check.Code{ID: "REG-033", Severity: check.Error, Source: "C1; 000 3.2.1 Nr. 1, 3, 6; 3.2.5",
		Ways: allWays}
	codeSupersededPDFA = check.Code{ID: "REG-034", Severity: check.Warning, Source: "C1; 000 3.2.1 Nr. 7",
		Ways: allWays}
	codeStillSigned = check.Code{ID: "REG-035", Severity: check.Note, Source: "C6; 000 2.3, 3.3.3 Nr. 1"}
	codeGap         = check.Code{ID: "REG-051", Severity: check.Warning, Source: "C5; C2", Ways: allWays}
)

// Codes are all finding codes of this room.
var Codes = []check.Code{
	codeSyntax, codeDoctype, codeLimit, codeSeveral, codeLayout, codeHeadMissing, codeHeadValue, codeBackboneName, codeCountEntries,
	codeCountFirst, codeCountFiles, codeEntryNumber, codeTerms, codeDisposal, codeNoRecord, codePartFile, codePartSchema, codePartName,
	codePartGap, codePartPair, codeFileTwice, codeSigner, codeSigned, codeClosingFormat, codeSupersededOther, codeSuperseded, codeNoSchema,
	codeNoDocumentation, codeDocumentationFormat, codeForeignNamespace, codeCoded, codePeriod, codeOtherEntry, codeEqualBytes, codeNotPDFA,
	codeSupersededPDFA, codeStillSigned, codeGap,
}
