package prepare

import (
	"laufzettel/transfer/check"
)

// Codes are the findings of the clerk's side: what differs between the clerk's check
// and the archive's (PRE-020 …). What is wrong with the material is told by
// kind.Codes and the kinds (PRE-001 …).
var Codes = []check.Code{codeOlderProfile, codeOtherRule, codeOtherFile, codeOtherResult, codeSidecar, codeSidecarSignature,
	codeSenderUnknown, codeSenderOther, codeSenderMissing}

var (
	exception = []check.WayOut{check.AcceptException, check.ReturnAll}

	codeOlderProfile = check.Code{ID: "PRE-020", Severity: check.Note, Source: "G6"}
	codeOtherRule    = check.Code{ID: "PRE-021", Severity: check.Note, Source: "G6"}
	codeOtherFile    = check.Code{ID: "PRE-022", Severity: check.Error, Source: "G6; C7",
		Ways: []check.WayOut{check.ReturnAll, check.AskForFiles, check.AcceptException}}
	codeOtherResult      = check.Code{ID: "PRE-023", Severity: check.Note, Source: "G6"}
	codeSidecar          = check.Code{ID: "PRE-024", Severity: check.Warning, Source: "G6", Ways: exception}
	codeSidecarSignature = check.Code{ID: "PRE-025", Severity: check.Warning, Source: "G6; G14", Ways: exception}
	codeSenderUnknown    = check.Code{ID: "PRE-026", Severity: check.Warning, Source: "G6; G14", Ways: exception}
	codeSenderOther      = check.Code{ID: "PRE-027", Severity: check.Warning, Source: "G6; G14", Ways: exception}
	codeSenderMissing    = check.Code{ID: "PRE-028", Severity: check.Note, Source: "G6; G14"}
)
