package check

// XMLEntities is the code of an XML file that declares entities and was not evaluated.
const XMLEntities = "XML-002"

// ways out that most codes share.
var (
	allWays   = []WayOut{ReturnAll, AskForFiles, AcceptException, Stop}
	wholeWays = []WayOut{ReturnAll, AcceptException, Stop}
	stopWays  = []WayOut{Stop}
)

// unopened are findings that say in other words that a file cannot be opened.
var unopened = []string{"PDF-025", "CHK-001", "CNT-010"}

// Codes of the engine: completeness, digests, formats, names, readability and
// the agreement. Texts follow look.md, section 6.
var (
	// CodeMissing is what something names that came along and that did not come itself.
	CodeMissing  = Code{ID: "VOL-001", Severity: Error, Source: "A7; 004 P3.1", Ways: allWays}
	codeUnlisted = Code{ID: "VOL-002", Severity: Error, Source: "A7; 004 P3.1", Ways: allWays,
		Tells: []string{"CNT-006", "CNT-012", "CNT-013"}} // whether it is wanted at all comes before what it is
	codeSize             = Code{ID: "VOL-003", Severity: Error, Source: "A7; G3", Ways: allWays}
	CodeRespelled        = Code{ID: "VOL-004", Severity: Warning, Source: "A7; G5", Ways: allWays}
	codeSpelledOtherwise = Code{ID: "VOL-006", Severity: Error, Source: "A7; G5",
		Ways: []WayOut{ReturnAll, AskForFiles, Stop}}
	codeMoved    = Code{ID: "VOL-007", Severity: Warning, Source: "A7; A36; G4", Ways: allWays}
	codeNoDigest = Code{ID: "FIX-001", Severity: Note, Source: "G2; G4"}
	// CodeDigestDiffers is a file whose bytes are not those a list speaks of.
	CodeDigestDiffers      = Code{ID: "FIX-002", Severity: Error, Source: "G4; A6; 004 P2.3", Ways: allWays}
	codeDigestConflict     = Code{ID: "FIX-003", Severity: Error, Source: "G4", Ways: allWays}
	codeDigestUnknown      = Code{ID: "FIX-004", Severity: Note, Source: "G2; G4"}
	codeListUnusable       = Code{ID: "FIX-005", Severity: Warning, Source: "G4", Ways: wholeWays}
	codeDigestMalformed    = Code{ID: "FIX-006", Severity: Warning, Source: "G4", Ways: allWays}
	codeFormatUnknown      = Code{ID: "FMT-001", Severity: Warning, Source: "A8; 004 P3.2", Ways: allWays}
	codeFormatExtension    = Code{ID: "FMT-002", Severity: Warning, Source: "A8", Ways: allWays, Tells: []string{"PDF-025"}}
	codeFormatNotAgreed    = Code{ID: "FMT-003", Severity: Error, Source: "A8; 004 P3.3", Ways: allWays}
	codeNameLong           = Code{ID: "NAM-007", Severity: Warning, Source: "G5", Ways: allWays}
	codeFileUnreadable     = Code{ID: "CNT-005", Severity: Error, Source: "G1; G3", Ways: allWays}
	codeFileEmpty          = Code{ID: "CNT-006", Severity: Warning, Source: "G3", Ways: allWays, Tells: unopened}
	codeNotOpenable        = Code{ID: "CNT-012", Severity: Error, Source: "A8; E3; 004 P3.2", Ways: allWays, Tells: unopened}
	codeHardlyOpenable     = Code{ID: "CNT-013", Severity: Warning, Source: "A8", Ways: allWays, Tells: unopened}
	codeRestricted         = Code{ID: "CNT-014", Severity: Warning, Source: "A8", Ways: allWays, Tells: unopened}
	codeContainerExtension = Code{ID: "CNT-015", Severity: Note, Source: "A8; G5"}
	codeNestedUnread       = Code{ID: "CNT-010", Severity: Error, Source: "A28; G5", Ways: allWays}
	codeNestedCut          = Code{ID: "CNT-011", Severity: Warning, Source: "A28; G1", Ways: allWays}
	codeNotUTF8            = Code{ID: "TXT-001", Severity: Warning, Source: "A29; 004 3.3", Ways: allWays}
	codeXMLBroken          = Code{ID: "XML-001", Severity: Error, Source: "A29; C5", Ways: allWays}
	codeXMLEntities        = Code{ID: XMLEntities, Severity: Error, Source: "G5", Ways: []WayOut{ReturnAll, AskForFiles, Stop}}
	codeXMLDoctype         = Code{ID: "XML-003", Severity: Note, Source: "G5"}
	codeXMLPartly          = Code{ID: "XML-004", Severity: Note, Source: "G2"}
	codeToolFailed         = Code{ID: "CHK-001", Severity: Warning, Source: "G1; G2", Ways: allWays}
	codeRuleFailed         = Code{ID: "CHK-002", Severity: Error, Source: "G1; G2", Ways: wholeWays}
	codeNotThisKind        = Code{ID: "KND-001", Severity: Error, Source: "G3", Ways: []WayOut{ReturnAll, Stop}}
	codeKindUnreadable     = Code{ID: "KND-002", Severity: Error, Source: "G1; G3", Ways: []WayOut{ReturnAll, Stop}}
	codeFuture             = Code{ID: "PLA-001", Severity: Note, Source: "A16; A38"}
	codeEarly              = Code{ID: "PLA-002", Severity: Note, Source: "A16; A38"}
	codeOutside            = Code{ID: "PLA-003", Severity: Note, Source: "A16; A38"}
	codeGarbled            = Code{ID: "PLA-004", Severity: Note, Source: "A29"}
	codePlaceholder        = Code{ID: "PLA-005", Severity: Note, Source: "A16"}
	codeLostLetters        = Code{ID: "PLA-006", Severity: Note, Source: "A29"}
	codeNearMiss           = Code{ID: "KND-004", Severity: Error, Source: "G3; K10", Ways: []WayOut{ReturnAll, Stop}}
	codeKindNotAgreed      = Code{ID: "AGR-001", Severity: Error, Source: "A27; A31", Ways: wholeWays}
	codeAgencyDiffers      = Code{ID: "AGR-002", Severity: Error, Source: "A1; 004 P1.3", Ways: wholeWays}
	codeUnwritten          = Code{ID: "AGR-003", Severity: Note, Source: "A16; A32"}
)

// CodeUnrecognised is what no kind knows and nobody can pass as it is (E1).
var CodeUnrecognised = Code{ID: "KND-003", Severity: Error, Source: "G3; 004 P2.3",
	Ways: []WayOut{ReturnAll, Stop}}

// codeNothing is a delivery without a single file of anybody: nobody can pass that as
// faultless, whatever it is called.
var codeNothing = Code{ID: "KND-006", Severity: Error, Source: "G3; 004 P3.1", Ways: []WayOut{ReturnAll, Stop}}

// CodeLitter is what the system or an office program left and nothing names (E9).
var CodeLitter = Code{ID: "VOL-005", Severity: Note, Source: "A7; E9"}

// CodeFolderEmpty is a folder without any file.
var CodeFolderEmpty = Code{ID: "CNT-020", Severity: Note, Source: "E18; G2", Ways: allWays}

// CodeBeside is a file that lies beside the containers of a drop.
var CodeBeside = Code{ID: "KND-005", Severity: Note, Source: "G3; 004 P2.3"}

// CodeTwin is a container that lies in a drop a second time, byte for byte.
var CodeTwin = Code{ID: "KND-007", Severity: Note, Source: "G3; 004 P1.5, P2.3"}

// CodeClassified may be uttered by a kind's Read for material classified from
// VS-Vertraulich up (G15). With such a finding the engine reads no file: no
// digest, no identification, no index.
var CodeClassified = Code{ID: "VSA-001", Severity: Error, Source: "G15", Ways: stopWays}

// Codes are all finding codes of the engine.
var Codes = []Code{
	CodeMissing, codeUnlisted, codeSize, CodeRespelled, CodeLitter, codeSpelledOtherwise, codeMoved,
	codeNoDigest, CodeDigestDiffers, codeDigestConflict, codeDigestUnknown, codeListUnusable, codeDigestMalformed,
	codeFormatUnknown, codeFormatExtension, codeFormatNotAgreed,
	codeNameLong, codeFileUnreadable, codeFileEmpty, CodeFolderEmpty,
	codeNotOpenable, codeHardlyOpenable, codeRestricted, codeContainerExtension, codeNestedUnread, codeNestedCut,
	codeNotUTF8, codeXMLBroken, codeXMLEntities, codeXMLDoctype, codeXMLPartly,
	codeToolFailed, codeRuleFailed,
	codeNotThisKind, codeKindUnreadable, CodeUnrecognised, codeNothing, CodeBeside, CodeTwin, codeNearMiss, codeKindNotAgreed,
	codeAgencyDiffers, codeUnwritten, codeLayoutValue, codeLayoutFile, codeLayoutMisfit,
	codeFuture, codeEarly, codeOutside, codeGarbled, codePlaceholder, codeLostLetters,
	CodeClassified,
}
