package signature

import "laufzettel/transfer/check"

// The findings of this room. Ids are stable and never reused.
var (
	allWays = []check.WayOut{check.ReturnAll, check.AskForFiles, check.AcceptException, check.Stop}

	codeChanged = check.Code{ID: "SIG-001", Severity: check.Error, Source: "E6", Ways: allWays,
		Title:    "Elektronische Signatur passt nicht zum Inhalt. Mindestens ein Byte wurde nach dem Signieren verändert.",
		Remedy:   "Bitte das unveränderte Original erneut liefern.",
		TitleEN:  "The electronic signature does not fit the content. At least one byte was changed after signing.",
		RemedyEN: "Please deliver the unchanged original again."}
	codeExpired = check.Code{ID: "SIG-002", Severity: check.Warning, Source: "E6", Ways: allWays,
		Title:    "Zertifikat der Signatur ist abgelaufen. Der Inhalt ist unverändert, die Gültigkeit der Signatur aber nicht mehr ohne Weiteres nachweisbar.",
		Remedy:   "Bitte prüfen, ob die Signatur rechtzeitig erneuert wurde, und Nachweise dazu mitliefern.",
		TitleEN:  "The certificate of the signature has expired. The content is unchanged, but the validity of the signature can no longer be shown directly.",
		RemedyEN: "Please check whether the signature was renewed in time and deliver the evidence."}
	codeUnknown = check.Code{ID: "SIG-003", Severity: check.Warning, Source: "E6", Ways: allWays,
		Title:    "Aussteller des Zertifikats ist nicht bekannt. Der Inhalt ist unverändert; wer signiert hat, ist nicht bestätigt.",
		Remedy:   "Bitte das Zertifikat des Ausstellers mitliefern oder dem Archiv nennen.",
		TitleEN:  "The issuer of the certificate is not known. The content is unchanged; who signed is not confirmed.",
		RemedyEN: "Please deliver the issuer's certificate or name it to the archive."}
	codeUnreadable = check.Code{ID: "SIG-004", Severity: check.Error, Source: "E6", Ways: allWays,
		Title:    "Elektronische Signatur ist nicht lesbar und wurde nicht geprüft.",
		Remedy:   "Bitte das Original mit unbeschädigter Signatur erneut liefern.",
		TitleEN:  "The electronic signature cannot be read and was not verified.",
		RemedyEN: "Please deliver the original with an undamaged signature again."}
	codePartly = check.Code{ID: "SIG-005", Severity: check.Warning, Source: "E6", Ways: allWays,
		Title:    "Signatur umfasst nicht die ganze Datei. Nach dem Signieren wurde etwas angefügt.",
		Remedy:   "Bitte prüfen, was nach dem Signieren ergänzt wurde, und dem Archiv den Grund nennen.",
		TitleEN:  "The signature does not cover the whole file. Something was added after signing.",
		RemedyEN: "Please check what was added after signing and tell the archive the reason."}
)

// Codes are all finding codes of this room.
var Codes = []check.Code{
	codeChanged, codeExpired, codeUnknown, codeUnreadable, codePartly,
}
