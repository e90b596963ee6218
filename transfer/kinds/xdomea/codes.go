package xdomea

import "laufzettel/transfer/check"

// The findings of this room. Ids are stable and never reused.
var (
	codeSyntax = check.Code{ID: "XDO-001", Severity: check.Error, Source: "A29, XML 1.0",
		Ways: []check.WayOut{check.ReturnAll, check.Stop}}
	codeDoctype = check.Code{ID: "XDO-002", Severity: check.Error, Source: "G5",
		Ways: []check.WayOut{check.ReturnAll, check.Stop}}
	codeLimit = check.Code{ID: "XDO-003", Severity: check.Error, Source: "G5",
		Ways: []check.WayOut{check.ReturnAll, check.Stop}}
	codeVersion = check.Code{ID: "XDO-004", Severity: check.Error, Source: "A30",
		Ways: []check.WayOut{check.ReturnAll, check.Stop}}
	codeLenient        = check.Code{ID: "XDO-005", Severity: check.Note, Source: "A30"}
	codeUnknownElement = check.Code{ID: "XDO-006", Severity: check.Note, Source: "xdomea XSD"}
	codeSeveral        = check.Code{ID: "XDO-007", Severity: check.Error, Source: "xdomea, Dateinamen", Tells: []string{"VOL-002"},
		Ways: []check.WayOut{check.ReturnAll, check.Stop, check.AcceptException}}
	codeTypeCode = check.Code{ID: "XDO-010", Severity: check.Error, Source: "A30, xdomea Kopf",
		Ways: []check.WayOut{check.ReturnAll, check.Stop}}
	codeContainerName = check.Code{ID: "XDO-011", Severity: check.Warning, Source: "xdomea, Dateinamen",
		Ways: []check.WayOut{check.ReturnAll, check.AcceptException, check.Stop}}
	codeContainerType = check.Code{ID: "XDO-012", Severity: check.Error, Source: "xdomea, Dateinamen",
		Ways: []check.WayOut{check.ReturnAll, check.AcceptException, check.Stop}}
	codeContainerProcess = check.Code{ID: "XDO-013", Severity: check.Error, Source: "xdomea, Dateinamen",
		Ways: []check.WayOut{check.ReturnAll, check.AcceptException, check.Stop}}
	codeMessageName = check.Code{ID: "XDO-014", Severity: check.Warning, Source: "xdomea, Dateinamen",
		Ways: []check.WayOut{check.ReturnAll, check.AcceptException, check.Stop}}
	codeMessageType = check.Code{ID: "XDO-015", Severity: check.Error, Source: "xdomea, Dateinamen",
		Ways: []check.WayOut{check.ReturnAll, check.AcceptException, check.Stop}}
	codeMessageProcess = check.Code{ID: "XDO-016", Severity: check.Error, Source: "xdomea, Dateinamen",
		Ways: []check.WayOut{check.ReturnAll, check.AcceptException, check.Stop}}
	codeProcessID = check.Code{ID: "XDO-017", Severity: check.Error, Source: "xdomea Kopf",
		Ways: []check.WayOut{check.ReturnAll, check.Stop}}
	codeFileName = check.Code{ID: "XDO-020", Severity: check.Error, Source: "xdomea stringDateinameType",
		Ways: []check.WayOut{check.ReturnAll, check.AskForFiles, check.AcceptException, check.Stop}}
	codeFilePath = check.Code{ID: "XDO-021", Severity: check.Error, Source: "xdomea, Dateinamen, G5",
		Ways: []check.WayOut{check.ReturnAll, check.Stop}}
	codeFileTwice = check.Code{ID: "XDO-022", Severity: check.Warning, Source: "xdomea Primaerdokument",
		Ways: []check.WayOut{check.ReturnAll, check.AskForFiles, check.AcceptException, check.Stop}}
	codeFileBlank   = check.Code{ID: "XDO-025", Severity: check.Note, Source: "xdomea stringDateinameType"}
	codeObjectTwice = check.Code{ID: "XDO-023", Severity: check.Error, Source: "xdomea Identifikation",
		Ways: []check.WayOut{check.ReturnAll, check.AcceptException, check.Stop}}
	codeObjectID = check.Code{ID: "XDO-024", Severity: check.Error, Source: "xdomea Identifikation",
		Ways: []check.WayOut{check.ReturnAll, check.AcceptException, check.Stop}}
	codeSpanOrder = check.Code{ID: "XDO-030", Severity: check.Error, Source: "A16, A25",
		Ways: []check.WayOut{check.ReturnAll, check.AcceptException, check.Stop}}
	codeSpanMissing = check.Code{ID: "XDO-031", Severity: check.Warning, Source: "A16, A38",
		Ways: []check.WayOut{check.ReturnAll, check.AcceptException, check.Stop}}
	codeDocumentDate = check.Code{ID: "XDO-032", Severity: check.Warning, Source: "A16, A38",
		Ways: []check.WayOut{check.ReturnAll, check.AcceptException, check.Stop}}
	codeDate = check.Code{ID: "XDO-033", Severity: check.Error, Source: "XML Schema xs:date", Tells: []string{"XDO-031", "XDO-032"},
		Ways: []check.WayOut{check.ReturnAll, check.AcceptException, check.Stop}}
	codeReference = check.Code{ID: "XDO-034", Severity: check.Warning, Source: "A16, A38",
		Ways: []check.WayOut{check.ReturnAll, check.AcceptException, check.Stop}}
	codeDestroyDelivered = check.Code{ID: "XDO-040", Severity: check.Warning, Source: "A30",
		Ways: []check.WayOut{check.ReturnAll, check.AcceptException, check.Stop}}
	codeAppraiseDelivered = check.Code{ID: "XDO-041", Severity: check.Note, Source: "A13"}
	codeFreeRating        = check.Code{ID: "XDO-042", Severity: check.Warning, Source: "A30, AussonderungsartKonfigurierbar",
		Ways: []check.WayOut{check.ReturnAll, check.AcceptException, check.Stop}}
	codeMedium     = check.Code{ID: "XDO-044", Severity: check.Note, Source: "A37"}
	codeClassified = check.Code{ID: "XDO-045", Severity: check.Error, Source: "G15",
		Ways: []check.WayOut{check.Stop}}
	codeRestricted = check.Code{ID: "XDO-046", Severity: check.Warning, Source: "G15",
		Ways: []check.WayOut{check.ReturnAll, check.AcceptException, check.Stop}}
	codeClosedList = check.Code{ID: "XDO-050", Severity: check.Error, Source: "xdomea Codelisten",
		Ways: []check.WayOut{check.ReturnAll, check.AcceptException, check.Stop}}
	codeOpenList = check.Code{ID: "XDO-051", Severity: check.Warning, Source: "xdomea Codelisten",
		Ways: []check.WayOut{check.ReturnAll, check.AcceptException, check.Stop}}
	codeOtherFormat = check.Code{ID: "XDO-052", Severity: check.Warning, Source: "xdomea Format",
		Ways: []check.WayOut{check.ReturnAll, check.AcceptException, check.Stop}}
	codeHashValue = check.Code{ID: "XDO-053", Severity: check.Error, Source: "xdomea 4.0 Hash, G4",
		Ways: []check.WayOut{check.ReturnAll, check.AcceptException, check.Stop}}
	codeHashAlgorithm = check.Code{ID: "XDO-054", Severity: check.Warning, Source: "xdomea 4.0 Hash, G4",
		Ways: []check.WayOut{check.ReturnAll, check.AcceptException, check.Stop}}
	codeHashMissing = check.Code{ID: "XDO-055", Severity: check.Note, Source: "xdomea 4.0 Hash"}
	codeNoFile      = check.Code{ID: "XDO-056", Severity: check.Error, Source: "A7; 004 P3.1, P3.2",
		Ways: []check.WayOut{check.ReturnAll, check.AskForFiles, check.AcceptException, check.Stop}}
	codeNoDocument = check.Code{ID: "XDO-057", Severity: check.Error, Source: "A7; 004 P3.1",
		Ways: []check.WayOut{check.ReturnAll, check.AcceptException, check.Stop}}
	codeNotArchival = check.Code{ID: "XDO-058", Severity: check.Error, Source: "A8; xdomea Codeliste dateiformat",
		Ways: []check.WayOut{check.ReturnAll, check.AskForFiles, check.AcceptException, check.Stop}}
	codeNotDelivered = check.Code{ID: "XDO-060", Severity: check.Error, Source: "A30",
		Ways: []check.WayOut{check.ReturnAll, check.AskForFiles, check.AcceptException, check.Stop}}
	codeDecidedDestroy = check.Code{ID: "XDO-061", Severity: check.Error, Source: "A30", Tells: []string{"XDO-040"},
		Ways: []check.WayOut{check.ReturnAll, check.AcceptException, check.Stop}}
	codeNotOffered = check.Code{ID: "XDO-062", Severity: check.Error, Source: "A30",
		Ways: []check.WayOut{check.ReturnAll, check.AcceptException, check.Stop}}
	codeSpanChanged = check.Code{ID: "XDO-063", Severity: check.Error, Source: "A30",
		Ways: []check.WayOut{check.ReturnAll, check.AcceptException, check.Stop}}
	codeSubjectChanged = check.Code{ID: "XDO-064", Severity: check.Error, Source: "A30",
		Ways: []check.WayOut{check.ReturnAll, check.AcceptException, check.Stop}}
	codeReferenceChanged = check.Code{ID: "XDO-065", Severity: check.Warning, Source: "A30",
		Ways: []check.WayOut{check.ReturnAll, check.AcceptException, check.Stop}}
	codeRatedUnknown = check.Code{ID: "XDO-066", Severity: check.Error, Source: "A30",
		Ways: []check.WayOut{check.ReturnAll, check.AcceptException, check.Stop}}
	codeOfferAgency = check.Code{ID: "XDO-067", Severity: check.Warning, Source: "A30; 004 P1.3, P2.4",
		Ways: []check.WayOut{check.ReturnAll, check.AcceptException, check.Stop}}
	codeOfferedMissing = check.Code{ID: "XDO-068", Severity: check.Warning, Source: "A30; 004 P1.8, P3.1",
		Ways: []check.WayOut{check.ReturnAll, check.AskForFiles, check.AcceptException, check.Stop}}
	codePartMissing = check.Code{ID: "XDO-070", Severity: check.Warning, Source: "xdomea 4.0 GesamtanzahlNachrichtenProTyp",
		Ways: []check.WayOut{check.ReturnAll, check.AskForFiles, check.AcceptException, check.Stop}}
	codePartNumber = check.Code{ID: "XDO-071", Severity: check.Error, Source: "xdomea 4.0 LfdNrNachrichtProTyp",
		Ways: []check.WayOut{check.ReturnAll, check.AcceptException, check.Stop}}
	codePartTwice = check.Code{ID: "XDO-072", Severity: check.Error, Source: "xdomea 4.0 LfdNrNachrichtProTyp",
		Ways: []check.WayOut{check.ReturnAll, check.AcceptException, check.Stop}}
	codeFurther = check.Code{ID: "XDO-073", Severity: check.Note, Source: "A30; xdomea Kopf",
		Ways: []check.WayOut{check.AcceptException, check.Stop}}
	codeAgain = check.Code{ID: "XDO-074", Severity: check.Warning, Source: "A30, A36; xdomea Kopf",
		Ways: []check.WayOut{check.ReturnAll, check.AcceptException, check.Stop}}
	codeContext = check.Code{ID: "XDO-081", Severity: check.Warning, Source: "xdomea 4.0 Kontextobjekt",
		Ways: []check.WayOut{check.ReturnAll, check.AcceptException, check.Stop}}
)

// Codes lists every finding this room can utter.
var Codes = []check.Code{
	codeSyntax, codeDoctype, codeLimit, codeVersion,
	codeLenient, codeUnknownElement, codeSeveral, codeTypeCode,
	codeContainerName, codeContainerType, codeContainerProcess, codeMessageName,
	codeMessageType, codeMessageProcess, codeProcessID, codeFileName,
	codeFilePath, codeFileTwice, codeFileBlank, codeObjectTwice, codeObjectID,
	codeSpanOrder, codeSpanMissing, codeDocumentDate, codeDate,
	codeReference, codeDestroyDelivered, codeAppraiseDelivered, codeFreeRating,
	codeMedium, codeClassified, codeRestricted, codeClosedList, codeOpenList,
	codeOtherFormat, codeHashValue, codeHashAlgorithm, codeHashMissing,
	codeNoFile, codeNoDocument, codeNotArchival,
	codeNotDelivered, codeDecidedDestroy, codeNotOffered, codeSpanChanged,
	codeSubjectChanged, codeReferenceChanged, codeRatedUnknown, codeOfferAgency, codeOfferedMissing, codePartMissing,
	codePartNumber, codePartTwice, codeFurther, codeAgain, codeContext,
}
