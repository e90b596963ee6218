package eark

import "laufzettel/transfer/check"

var (
	wholeWays = []check.WayOut{check.ReturnAll, check.AcceptException, check.Stop}
	allWays   = []check.WayOut{check.ReturnAll, check.AskForFiles, check.AcceptException, check.Stop}
	refuse    = []check.WayOut{check.ReturnAll, check.Stop}
)

var (
	codeNoMETS = check.Code{ID: "EAR-001", Severity: check.Error, Source: "CSIPSTR4", Ways: refuse}
	codeSyntax = check.Code{ID: "EAR-002", Severity: check.Error, Source: "CSIPSTR4; G5", Ways: refuse}
	codeMust   = check.Code{ID: "EAR-003", Severity: check.Error, Source: "E-ARK CSIP, SIP: MUST", Ways: wholeWays}
	codeShould = check.Code{ID: "EAR-004", Severity: check.Warning, Source: "E-ARK CSIP, SIP: SHOULD",
		Ways: wholeWays}
	codeMay            = check.Code{ID: "EAR-005", Severity: check.Note, Source: "E-ARK CSIP, SIP: MAY"}
	codePath           = check.Code{ID: "EAR-006", Severity: check.Error, Source: "CSIP24, CSIP79, CSIP110; G5", Ways: refuse}
	codeRepresentation = check.Code{ID: "EAR-007", Severity: check.Error, Source: "CSIP109, CSIP110, CSIPSTR12",
		Ways: allWays}
	codeIDTwice = check.Code{ID: "EAR-008", Severity: check.Error, Source: "METS ID (xs:ID)", Ways: wholeWays}
	codeTooMany = check.Code{ID: "EAR-009", Severity: check.Error, Source: "G5", Ways: wholeWays}
)

// Codes are all finding codes of this room. Which rule of the specification is
// meant stands in Finding.Rule.
var Codes = []check.Code{codeNoMETS, codeSyntax, codeMust, codeShould, codeMay, codePath, codeRepresentation, codeIDTwice, codeTooMany}

// codeOf gives the code of a level.
func codeOf(level Level) check.Code {
	switch level {
	case Must:
		return codeMust
	case Should:
		return codeShould
	}
	return codeMay
}
