package bagit

import "laufzettel/transfer/check"

var (
	wholeWays = []check.WayOut{check.ReturnAll, check.AcceptException, check.Stop}
	allWays   = []check.WayOut{check.ReturnAll, check.AskForFiles, check.AcceptException, check.Stop}
	refuse    = []check.WayOut{check.ReturnAll, check.Stop}
)

var (
	codeNoDeclaration = check.Code{ID: "BAG-001", Severity: check.Error, Source: "RFC 8493 2.1.1", Ways: wholeWays}
	codeDeclaration   = check.Code{ID: "BAG-002", Severity: check.Error, Source: "RFC 8493 2.1.1", Ways: wholeWays}
	codeVersion       = check.Code{ID: "BAG-003", Severity: check.Warning, Source: "RFC 8493 2.1.1", Ways: wholeWays}
	codeEncoding      = check.Code{ID: "BAG-004", Severity: check.Error, Source: "RFC 8493 2.1.1; 2.2.2", Ways: wholeWays}
	codeNoManifest    = check.Code{ID: "BAG-005", Severity: check.Error, Source: "RFC 8493 2.1.3", Ways: wholeWays}
	codeNoPayload     = check.Code{ID: "BAG-006", Severity: check.Error, Source: "RFC 8493 2.1.2", Ways: wholeWays}
	codeEmpty         = check.Code{ID: "BAG-007", Severity: check.Warning, Source: "RFC 8493 2.1.2", Ways: wholeWays}
	codeLine          = check.Code{ID: "BAG-008", Severity: check.Error, Source: "RFC 8493 2.1.3; 2.2.1; 2.2.3",
		Ways: wholeWays}
	codePath        = check.Code{ID: "BAG-009", Severity: check.Error, Source: "RFC 8493 5.2; G5", Ways: refuse}
	codeOutsideData = check.Code{ID: "BAG-010", Severity: check.Error, Source: "RFC 8493 2.1.3; 2.2.1; 2.2.3",
		Ways: wholeWays}
	codeTwice      = check.Code{ID: "BAG-011", Severity: check.Error, Source: "RFC 8493 2.1.3", Ways: wholeWays}
	codeNotInAll   = check.Code{ID: "BAG-012", Severity: check.Error, Source: "RFC 8493 3 (Complete)", Ways: allWays}
	codeAlgorithm  = check.Code{ID: "BAG-013", Severity: check.Warning, Source: "RFC 8493 2.4", Ways: wholeWays}
	codeSpelling   = check.Code{ID: "BAG-014", Severity: check.Warning, Source: "RFC 8493 5.1.3", Ways: allWays}
	codeFetch      = check.Code{ID: "BAG-015", Severity: check.Note, Source: "RFC 8493 2.2.3; G5"}
	codeNotFetched = check.Code{ID: "BAG-016", Severity: check.Error, Source: "RFC 8493 2.2.3; 3 (Complete)",
		Ways: allWays}
	codeFetchUnlisted = check.Code{ID: "BAG-017", Severity: check.Error, Source: "RFC 8493 2.2.3", Ways: wholeWays}
	codeOxum          = check.Code{ID: "BAG-018", Severity: check.Error, Source: "RFC 8493 2.2.2 Payload-Oxum",
		Ways: wholeWays}
	codeOxumForm = check.Code{ID: "BAG-019", Severity: check.Warning, Source: "RFC 8493 2.2.2 Payload-Oxum",
		Ways: wholeWays}
	codeTagLine       = check.Code{ID: "BAG-020", Severity: check.Warning, Source: "RFC 8493 2.2.2", Ways: wholeWays}
	codeSystemFile    = check.Code{ID: "BAG-021", Severity: check.Warning, Source: "RFC 8493 5.1.4", Ways: allWays}
	codeProfile       = check.Code{ID: "BAG-022", Severity: check.Error, Source: "BagIt Profiles 1.4", Ways: wholeWays}
	codeProfileAbsent = check.Code{ID: "BAG-023", Severity: check.Note, Source: "BagIt Profiles 1.4"}
	codeProfileBroken = check.Code{ID: "BAG-024", Severity: check.Warning, Source: "BagIt Profiles 1.4",
		Ways: wholeWays}
)

// Codes are all finding codes of this room.
var Codes = []check.Code{
	codeNoDeclaration, codeDeclaration, codeVersion, codeEncoding, codeNoManifest, codeNoPayload, codeEmpty, codeLine,
	codePath, codeOutsideData, codeTwice, codeNotInAll, codeAlgorithm, codeSpelling, codeFetch, codeNotFetched,
	codeFetchUnlisted, codeOxum, codeOxumForm, codeTagLine, codeSystemFile, codeProfile, codeProfileAbsent, codeProfileBroken,
}
