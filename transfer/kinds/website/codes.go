package website

import "laufzettel/transfer/check"

var (
	allWays   = []check.WayOut{check.ReturnAll, check.AskForFiles, check.AcceptException, check.Stop}
	wholeWays = []check.WayOut{check.ReturnAll, check.Stop}
)

// Findings about a web area, its description and its crawl.
var (
	codeDescription   = check.Code{ID: "WEB-001", Severity: check.Error, Source: "B3; 004 P0b.8", Ways: wholeWays}
	codeMissing       = check.Code{ID: "WEB-003", Severity: check.Error, Source: "B3; F1", Ways: allWays}
	codeForm          = check.Code{ID: "WEB-004", Severity: check.Error, Source: "B3; F1", Ways: allWays}
	codeNoContent     = check.Code{ID: "WEB-005", Severity: check.Error, Source: "B3", Ways: allWays}
	codeNoPDF         = check.Code{ID: "WEB-006", Severity: check.Warning, Source: "B3; 004 P0b.6", Ways: allWays}
	codeNoDescription = check.Code{ID: "WEB-007", Severity: check.Note, Source: "B3; F1"}
	codeNoISO         = check.Code{ID: "WEB-008", Severity: check.Warning, Source: "B3; 004 P0b.6", Ways: allWays}
	codeISO           = check.Code{ID: "WEB-009", Severity: check.Error, Source: "B3; ECMA-119", Ways: allWays}
	codeISODiffers    = check.Code{ID: "WEB-010", Severity: check.Error, Source: "B3", Ways: allWays}
	codeNoLog         = check.Code{ID: "WEB-011", Severity: check.Warning, Source: "F4; 003 3.4.8", Ways: allWays}
	codeUnfinished    = check.Code{ID: "WEB-012", Severity: check.Warning, Source: "F4; 003 3.4.8", Ways: allWays}
	codeCrawlErrors   = check.Code{ID: "WEB-013", Severity: check.Note, Source: "F4; 003 3.4.2"}
	codeNotThere      = check.Code{ID: "WEB-014", Severity: check.Error, Source: "F4; A7", Ways: allWays}
	codeCounts        = check.Code{ID: "WEB-015", Severity: check.Warning, Source: "F4", Ways: allWays}
	codeNotJudged     = check.Code{ID: "WEB-016", Severity: check.Note, Source: "F13; 004 P0b.4"}
	codePoor          = check.Code{ID: "WEB-017", Severity: check.Warning, Source: "F13; 004 P0b.4", Ways: allWays}
	codeStatistics    = check.Code{ID: "WEB-018", Severity: check.Error, Source: "F1; F3", Ways: allWays}
	codeStatement     = check.Code{ID: "WEB-019", Severity: check.Error, Source: "F1; 003 4.4", Ways: allWays}
	codeErrorPages    = check.Code{ID: "WEB-021", Severity: check.Note, Source: "F4; 003 3.4.2; 003 7.3.3.2.6"}
	codeValue         = check.Code{ID: "WEB-022", Severity: check.Error, Source: "F1; 003 4.4; 003 7.3.3.2.1", Ways: allWays}
	codeContradiction = check.Code{ID: "WEB-023", Severity: check.Warning, Source: "F1; 003 4.4", Ways: allWays}
	codeNoSlip        = check.Code{ID: "WEB-020", Severity: check.Note, Source: "004 P0b.10"}
)

// Findings about WARC and ARC files.
var (
	codeSyntax     = check.Code{ID: "WRC-001", Severity: check.Error, Source: "ISO 28500 4", Ways: allWays}
	codeCut        = check.Code{ID: "WRC-002", Severity: check.Error, Source: "ISO 28500 4", Ways: allWays}
	codeEnd        = check.Code{ID: "WRC-003", Severity: check.Error, Source: "ISO 28500 4", Ways: allWays}
	codeField      = check.Code{ID: "WRC-004", Severity: check.Error, Source: "ISO 28500 5", Ways: allWays}
	codeBlock      = check.Code{ID: "WRC-005", Severity: check.Error, Source: "ISO 28500 5.8; A7", Ways: allWays}
	codePayload    = check.Code{ID: "WRC-006", Severity: check.Error, Source: "ISO 28500 5.9; A7", Ways: allWays}
	codeDigestOpen = check.Code{ID: "WRC-007", Severity: check.Note, Source: "ISO 28500 5.8; G2"}
	codeOneStream  = check.Code{ID: "WRC-008", Severity: check.Error, Source: "ISO 28500 Annex D", Ways: allWays}
	codeBracketed  = check.Code{ID: "WRC-009", Severity: check.Note, Source: "ISO 28500 5.13"}
	codeType       = check.Code{ID: "WRC-010", Severity: check.Note, Source: "ISO 28500 5.5"}
	codeTwice      = check.Code{ID: "WRC-011", Severity: check.Warning, Source: "ISO 28500 5.2", Ways: allWays}
	codeNoOriginal = check.Code{ID: "WRC-012", Severity: check.Warning, Source: "ISO 28500 6.7", Ways: allWays}
	codeNoAnswer   = check.Code{ID: "WRC-013", Severity: check.Warning, Source: "ISO 28500 6", Ways: allWays}
	codeARC        = check.Code{ID: "WRC-014", Severity: check.Note, Source: "ISO 28500; ARC 1.0"}
)

// Findings about WACZ files.
var (
	codePackage = check.Code{ID: "WCZ-001", Severity: check.Error, Source: "WACZ 1.1 datapackage.json",
		Ways: wholeWays}
	codeResource   = check.Code{ID: "WCZ-002", Severity: check.Error, Source: "WACZ 1.1 resources", Ways: allWays}
	codePart       = check.Code{ID: "WCZ-003", Severity: check.Error, Source: "WACZ 1.1 directory layout", Ways: allWays}
	codeIndex      = check.Code{ID: "WCZ-004", Severity: check.Error, Source: "WACZ 1.1 indexes; CDXJ", Ways: allWays}
	codeNowhere    = check.Code{ID: "WCZ-005", Severity: check.Error, Source: "WACZ 1.1 indexes", Ways: allWays}
	codeNotIndexed = check.Code{ID: "WCZ-006", Severity: check.Warning, Source: "WACZ 1.1 indexes", Ways: allWays}
	codePage       = check.Code{ID: "WCZ-007", Severity: check.Warning, Source: "WACZ 1.1 pages", Ways: allWays}
	codePages      = check.Code{ID: "WCZ-008", Severity: check.Error, Source: "WACZ 1.1 pages", Ways: allWays}
	codeSigned     = check.Code{ID: "WCZ-009", Severity: check.Note, Source: "WACZ Signing 0.1; G2"}
	codeInner      = check.Code{ID: "WCZ-010", Severity: check.Error, Source: "WACZ 1.1 resources; A7", Ways: allWays}
)

// Codes are all finding codes of this room.
var Codes = []check.Code{
	codeDescription, codeMissing, codeForm, codeNoContent, codeNoPDF, codeNoDescription, codeNoISO, codeISO, codeISODiffers, codeNoLog,
	codeUnfinished, codeCrawlErrors, codeNotThere, codeCounts, codeNotJudged, codePoor, codeStatistics, codeStatement, codeNoSlip,
	codeErrorPages, codeValue, codeContradiction, codeSyntax, codeCut, codeEnd, codeField, codeBlock, codePayload, codeDigestOpen,
	codeOneStream, codeBracketed, codeType, codeTwice, codeNoOriginal, codeNoAnswer, codeARC, codePackage, codeResource, codePart,
	codeIndex, codeNowhere, codeNotIndexed, codePage, codePages, codeSigned, codeInner,
}
