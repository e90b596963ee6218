package slip

import "laufzettel/transfer/check"

// The findings of this room. Ids are stable and never reused.
var (
	codeSlip = check.Code{ID: "SLP-001", Severity: check.Error, Source: "A1, P1.3",
		Ways: []check.WayOut{check.ReturnAll, check.Stop}}
	codeProfile = check.Code{ID: "SLP-002", Severity: check.Error, Source: "A1, P1.3",
		Ways: []check.WayOut{check.ReturnAll, check.AcceptException, check.Stop}}
	codeAgency = check.Code{ID: "SLP-003", Severity: check.Error, Source: "A1, P1.3",
		Ways: []check.WayOut{check.ReturnAll, check.AcceptException, check.Stop}}
	codeListMissing = check.Code{ID: "SLP-004", Severity: check.Error, Source: "A1, P1.2",
		Ways: []check.WayOut{check.ReturnAll, check.AskForFiles, check.Stop}}
	codeContainerDigest = check.Code{ID: "SLP-005", Severity: check.Error, Source: "A6, P2.5",
		Ways: []check.WayOut{check.ReturnAll, check.Stop}}
	codeContainerMissing = check.Code{ID: "SLP-006", Severity: check.Error, Source: "A6, P2.3",
		Ways: []check.WayOut{check.ReturnAll, check.AskForFiles, check.Stop}}
	codeAccessionUnknown = check.Code{ID: "SLP-007", Severity: check.Error, Source: "A1, P2.4",
		Ways: []check.WayOut{check.ReturnAll, check.AcceptException, check.Stop}}
	codeAccessionDiffers = check.Code{ID: "SLP-008", Severity: check.Error, Source: "A2, P1.4",
		Ways: []check.WayOut{check.ReturnAll, check.AcceptException, check.Stop}}
	codeAccessionRunning = check.Code{ID: "SLP-009", Severity: check.Error, Source: "A2, P1.5",
		Ways: []check.WayOut{check.Stop}}
	codeList = check.Code{ID: "SLP-010", Severity: check.Error, Source: "A1, A4",
		Ways: []check.WayOut{check.ReturnAll, check.Stop}}
	codeStatus = check.Code{ID: "SLP-011", Severity: check.Warning, Source: "A1",
		Ways: []check.WayOut{check.ReturnAll, check.AcceptException, check.Stop}}
	codeOverdue = check.Code{ID: "SLP-012", Severity: check.Warning, Source: "A3, P1.6",
		Ways: []check.WayOut{check.ReturnAll, check.AcceptException, check.Stop}}
	codeNear     = check.Code{ID: "SLP-013", Severity: check.Note, Source: "A3, P1.7"}
	codeNoDigest = check.Code{ID: "SLP-014", Severity: check.Warning, Source: "A6, P2.2",
		Ways: []check.WayOut{check.ReturnAll, check.AcceptException, check.Stop}}
	codeNotNamed = check.Code{ID: "SLP-015", Severity: check.Error, Source: "A6, A7",
		Ways: []check.WayOut{check.ReturnAll, check.AcceptException, check.Stop}}
	codeCaseNotInMessage = check.Code{ID: "SLP-016", Severity: check.Error, Source: "A4, A7; 004 P3.1",
		Ways: []check.WayOut{check.ReturnAll, check.AskForFiles, check.AcceptException, check.Stop}}
	codeCaseNotInList = check.Code{ID: "SLP-017", Severity: check.Error, Source: "A4, A7; 004 P3.1",
		Ways: []check.WayOut{check.ReturnAll, check.AcceptException, check.Stop}}
	codeListSubject = check.Code{ID: "SLP-018", Severity: check.Error, Source: "A4, A7; 004 P3.1",
		Ways: []check.WayOut{check.ReturnAll, check.AcceptException, check.Stop}}
	codeListSpan = check.Code{ID: "SLP-019", Severity: check.Error, Source: "A4, A7; 004 P3.1",
		Ways: []check.WayOut{check.ReturnAll, check.AcceptException, check.Stop}}
	codeListReference = check.Code{ID: "SLP-020", Severity: check.Error, Source: "A4, A7; 004 P3.1",
		Ways: []check.WayOut{check.ReturnAll, check.AcceptException, check.Stop}}
	codeFileNotInMessage = check.Code{ID: "SLP-021", Severity: check.Error, Source: "A4, A7; 004 P3.1",
		Ways: []check.WayOut{check.ReturnAll, check.AskForFiles, check.AcceptException, check.Stop}}
	codeFileNotInList = check.Code{ID: "SLP-022", Severity: check.Error, Source: "A4, A7; 004 P3.1",
		Ways: []check.WayOut{check.ReturnAll, check.AcceptException, check.Stop}}
	codeAwaited = check.Code{ID: "SLP-024", Severity: check.Warning, Source: "A6, P2.3",
		Ways: []check.WayOut{check.AskForFiles, check.AcceptException, check.Stop}}
	codeOtherOffice = check.Code{ID: "SLP-025", Severity: check.Warning, Source: "A1, P2.4",
		Ways: []check.WayOut{check.ReturnAll, check.AcceptException, check.Stop}}
	codeForeignID = check.Code{ID: "SLP-031", Severity: check.Error, Source: "A1, A2; 004 P2.4",
		Ways: []check.WayOut{check.ReturnAll, check.AcceptException, check.Stop}}
	codeNotKept    = check.Code{ID: "SLP-030", Severity: check.Note, Source: "A1, P2.4"}
	codeListRating = check.Code{ID: "SLP-026", Severity: check.Error, Source: "A4, A7; 004 P1.1, P3.1",
		Ways: []check.WayOut{check.ReturnAll, check.AcceptException, check.Stop}}
	codeListDossier = check.Code{ID: "SLP-027", Severity: check.Error, Source: "A4, A7; 004 P3.1",
		Ways: []check.WayOut{check.ReturnAll, check.AcceptException, check.Stop}}
	codeFileSpelling = check.Code{ID: "SLP-028", Severity: check.Warning, Source: "A4, A7; 004 P3.1",
		Ways: []check.WayOut{check.ReturnAll, check.AcceptException, check.Stop}}
	codeContainerRenamed = check.Code{ID: "SLP-029", Severity: check.Error, Source: "A6, P2.3",
		Ways: []check.WayOut{check.AcceptException, check.Stop}}
	codeNoProfiles = check.Code{ID: "SLP-023", Severity: check.Note, Source: "A4, A7; 004 P3.1"}
)

// Codes lists every finding this room can utter.
var Codes = []check.Code{
	codeSlip, codeProfile, codeAgency, codeListMissing,
	codeContainerDigest, codeContainerMissing, codeAccessionUnknown, codeAccessionDiffers,
	codeAccessionRunning, codeList, codeStatus, codeOverdue,
	codeNear, codeNoDigest, codeNotNamed,
	codeCaseNotInMessage, codeCaseNotInList, codeListSubject, codeListSpan, codeListReference, codeFileNotInMessage, codeFileNotInList,
	codeNoProfiles, codeAwaited, codeOtherOffice, codeListRating, codeListDossier, codeFileSpelling, codeContainerRenamed, codeNotKept,
	codeForeignID,
}
