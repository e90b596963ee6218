package signature

import "laufzettel/transfer/check"

// The findings of this room. Ids are stable and never reused.
var (
	allWays = []check.WayOut{check.ReturnAll, check.AskForFiles, check.AcceptException, check.Stop}

	codeChanged    = check.Code{ID: "SIG-001", Severity: check.Error, Source: "E6", Ways: allWays}
	codeExpired    = check.Code{ID: "SIG-002", Severity: check.Warning, Source: "E6", Ways: allWays}
	codeUnknown    = check.Code{ID: "SIG-003", Severity: check.Warning, Source: "E6", Ways: allWays}
	codeUnreadable = check.Code{ID: "SIG-004", Severity: check.Error, Source: "E6", Ways: allWays}
	codePartly     = check.Code{ID: "SIG-005", Severity: check.Warning, Source: "E6", Ways: allWays}
	codeNotInForce = check.Code{ID: "SIG-006", Severity: check.Error, Source: "E6; what-stays", Ways: allWays}
	codeEndedSince = check.Code{ID: "SIG-007", Severity: check.Note, Source: "E6; what-stays"}
	codeMisused    = check.Code{ID: "SIG-008", Severity: check.Warning, Source: "E6", Ways: allWays}
	// Revoked when signed, or nothing says when that was; since, with the time attested;
	// since, by a time the signer claims.
	codeRevoked        = check.Code{ID: "SIG-009", Severity: check.Error, Source: "E6; what-stays", Ways: allWays}
	codeRevokedSince   = check.Code{ID: "SIG-010", Severity: check.Note, Source: "E6; what-stays"}
	codeRevokedClaimed = check.Code{ID: "SIG-011", Severity: check.Warning, Source: "E6; what-stays", Ways: allWays}
)

// Codes are all finding codes of this room.
var Codes = []check.Code{
	codeChanged, codeExpired, codeUnknown, codeUnreadable, codePartly, codeNotInForce, codeEndedSince, codeMisused,
	codeRevoked, codeRevokedSince, codeRevokedClaimed,
}
