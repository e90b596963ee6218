package norm

import "laufzettel/transfer/check"

// The findings of this room. Ids are stable and never reused.
var (
	allWays = []check.WayOut{check.ReturnAll, check.AskForFiles, check.AcceptException, check.Stop}

	codeMessageName     = check.Code{ID: "NRM-001", Severity: check.Warning, Source: "E1", Ways: allWays}
	codeDossierTitle    = check.Code{ID: "NRM-002", Severity: check.Error, Source: "E2", Ways: allWays}
	codeMixed           = check.Code{ID: "NRM-003", Severity: check.Error, Source: "E1", Ways: allWays}
	codeYear            = check.Code{ID: "NRM-004", Severity: check.Error, Source: "E2", Ways: allWays}
	codeCaseTitle       = check.Code{ID: "NRM-005", Severity: check.Error, Source: "E2", Ways: allWays}
	codeFormat          = check.Code{ID: "NRM-006", Severity: check.Error, Source: "E3", Ways: allWays}
	codeNotPDFA         = check.Code{ID: "NRM-007", Severity: check.Error, Source: "E3; E4", Ways: allWays}
	codeNoMetadata      = check.Code{ID: "NRM-008", Severity: check.Error, Source: "E3", Ways: allWays}
	codeMetadataUnnamed = check.Code{ID: "NRM-009", Severity: check.Error, Source: "E3", Ways: allWays}
	codeNoRevision      = check.Code{ID: "NRM-010", Severity: check.Error, Source: "E3", Ways: allWays}
	codeRevisionNamed   = check.Code{ID: "NRM-011", Severity: check.Error, Source: "E3", Ways: allWays}
	codeUnsigned        = check.Code{ID: "NRM-012", Severity: check.Error, Source: "E1; E6", Ways: allWays}
	codeNoMain          = check.Code{ID: "NRM-013", Severity: check.Error, Source: "E3", Ways: allWays}
	codeIssueName       = check.Code{ID: "NRM-014", Severity: check.Warning, Source: "E3", Ways: allWays}
	codeNoPartner       = check.Code{ID: "NRM-015", Severity: check.Warning, Source: "E1; E5", Ways: allWays}
	codeAlone           = check.Code{ID: "NRM-016", Severity: check.Note, Source: "E1; E5"}
	codeRetention       = check.Code{ID: "NRM-017", Severity: check.Note, Source: "E3; E5"}
	codeForeign         = check.Code{ID: "NRM-018", Severity: check.Error, Source: "E1", Ways: allWays}
	codeMany            = check.Code{ID: "NRM-019", Severity: check.Error, Source: "G5",
		Ways: []check.WayOut{check.ReturnAll, check.Stop}}
)

// Codes are all finding codes of this room.
var Codes = []check.Code{
	codeMessageName, codeDossierTitle, codeMixed, codeYear, codeCaseTitle, codeFormat, codeNotPDFA, codeNoMetadata, codeMetadataUnnamed,
	codeNoRevision, codeRevisionNamed, codeUnsigned, codeNoMain, codeIssueName, codeNoPartner, codeAlone, codeRetention, codeForeign,
	codeMany,
}
