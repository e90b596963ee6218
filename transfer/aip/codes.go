package aip

import "laufzettel/transfer/check"

// ways is what a person can do with a package that does not verify: nothing of
// it can be accepted as it is.
var ways = []check.WayOut{check.ReturnAll, check.Stop}

// The findings about packages. Codes are stable and never reused.
var (
	codeUnreadable  = check.Code{ID: "AIP-001", Severity: check.Error, Source: "A15", Ways: ways}
	codeStructure   = check.Code{ID: "AIP-002", Severity: check.Error, Source: "CSIPSTR1, CSIPSTR4", Ways: ways}
	codeMissingFile = check.Code{ID: "AIP-003", Severity: check.Error, Source: "CSIP 2.2", Ways: ways}
	codeExtraFile   = check.Code{ID: "AIP-004", Severity: check.Error, Source: "CSIP 2.2", Ways: ways}
	codeDigest      = check.Code{ID: "AIP-005", Severity: check.Error, Source: "CSIP 2.2, @CHECKSUM", Ways: ways}
	codeSize        = check.Code{ID: "AIP-006", Severity: check.Error, Source: "CSIP 2.2, @SIZE", Ways: ways}
	codeMETS        = check.Code{ID: "AIP-007", Severity: check.Error, Source: "A14", Ways: ways}
	codePREMIS      = check.Code{ID: "AIP-008", Severity: check.Error, Source: "A14", Ways: ways}
	codeDescription = check.Code{ID: "AIP-009", Severity: check.Error, Source: "A14", Ways: ways}
	codeDisagree    = check.Code{ID: "AIP-010", Severity: check.Error, Source: "A15", Ways: ways}
	codeSeal        = check.Code{ID: "AIP-011", Severity: check.Error, Source: "A15", Ways: ways}
	codeNewer       = check.Code{ID: "AIP-012", Severity: check.Error, Source: "design.md 9",
		Ways: []check.WayOut{check.Stop}}
)

// Codes are all findings this room utters.
var Codes = []check.Code{codeUnreadable, codeStructure, codeMissingFile, codeExtraFile, codeDigest, codeSize, codeMETS, codePREMIS,
	codeDescription, codeDisagree, codeSeal, codeNewer}
