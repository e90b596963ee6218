package norm

import "laufzettel/transfer/check"

// The findings of this room. Ids are stable and never reused.
var (
	allWays = []check.WayOut{check.ReturnAll, check.AskForFiles, check.AcceptException, check.Stop}

	codeMessageName = check.Code{ID: "NRM-001", Severity: check.Warning, Source: "E1", Ways: allWays,
		Title:    "Name der xdomea-Nachricht folgt nicht der Vereinbarung <uuid>_Aussonderung.Aussonderung.0503.xml.",
		Remedy:   "Bitte die Nachricht wie vereinbart benennen.",
		TitleEN:  "The name of the xdomea message does not follow the agreement <uuid>_Aussonderung.Aussonderung.0503.xml.",
		RemedyEN: "Please name the message as agreed."}
	codeDossierTitle = check.Code{ID: "NRM-002", Severity: check.Error, Source: "E2", Ways: allWays,
		Title:    "Akte ist nicht wie vereinbart benannt (zum Beispiel I_Gesetze_Originalnorm_2012).",
		Remedy:   "Bitte die Akte nach Teil, Fassung und Verkündungsjahr benennen und neu liefern.",
		TitleEN:  "A dossier is not named as agreed (for example I_Gesetze_Originalnorm_2012).",
		RemedyEN: "Please name the dossier by part, edition and year of promulgation and deliver again."}
	codeMixed = check.Code{ID: "NRM-003", Severity: check.Error, Source: "E1", Ways: allWays,
		Title:    "Originalnorm und Ausgabenorm liegen im selben Container. Vereinbart ist je Fassung ein eigener.",
		Remedy:   "Bitte Originalnorm und Ausgabenorm in zwei Containern liefern.",
		TitleEN:  "Originalnorm and Ausgabenorm lie in the same container. One container per edition is agreed.",
		RemedyEN: "Please deliver Originalnorm and Ausgabenorm in two containers."}
	codeYear = check.Code{ID: "NRM-004", Severity: check.Error, Source: "E2", Ways: allWays,
		Title:    "Jahr in der Bezeichnung der Akte ist nicht das Verkündungsjahr der Norm.",
		Remedy:   "Bitte die Norm in die Akte ihres Verkündungsjahres stellen und neu liefern.",
		TitleEN:  "The year in the dossier's name is not the year of promulgation.",
		RemedyEN: "Please put the norm into the dossier of its year of promulgation and deliver again."}
	codeCaseTitle = check.Code{ID: "NRM-005", Severity: check.Error, Source: "E2", Ways: allWays,
		Title:    "Vorgang trägt nicht den Titel der Norm.",
		Remedy:   "Bitte den Titel der Norm als Betreff des Vorgangs angeben.",
		TitleEN:  "A case does not carry the title of the norm.",
		RemedyEN: "Please give the title of the norm as subject of the case."}
	codeFormat = check.Code{ID: "NRM-006", Severity: check.Error, Source: "E3", Ways: allWays,
		Title:    "Datei ist weder PDF/A noch XML. Andere Formate sind für Normen nicht vereinbart.",
		Remedy:   "Bitte die Datei als PDF/A liefern oder weglassen.",
		TitleEN:  "A file is neither PDF/A nor XML. Other formats are not agreed for norms.",
		RemedyEN: "Please deliver the file as PDF/A or leave it out."}
	codeNotPDFA = check.Code{ID: "NRM-007", Severity: check.Error, Source: "E3; E4", Ways: allWays,
		Title:    "PDF-Datei der Norm ist kein gültiges PDF/A.",
		Remedy:   "Bitte die Datei als PDF/A ausgeben und neu liefern.",
		TitleEN:  "A PDF file of the norm is no valid PDF/A.",
		RemedyEN: "Please export the file as PDF/A and deliver again."}
	codeNoMetadata = check.Code{ID: "NRM-008", Severity: check.Error, Source: "E3", Ways: allWays,
		Title:    "Metadaten der Norm (metadaten.xml) fehlen.",
		Remedy:   "Bitte metadaten.xml mitliefern und in der Nachricht nennen.",
		TitleEN:  "The metadata of the norm (metadaten.xml) are missing.",
		RemedyEN: "Please deliver metadaten.xml and name it in the message."}
	codeMetadataUnnamed = check.Code{ID: "NRM-009", Severity: check.Error, Source: "E3", Ways: allWays,
		Title:    "Metadaten der Norm (metadaten.xml) sind in der Nachricht nicht genannt.",
		Remedy:   "Bitte metadaten.xml in der xdomea-Nachricht nennen.",
		TitleEN:  "The metadata of the norm (metadaten.xml) are not named in the message.",
		RemedyEN: "Please name metadaten.xml in the xdomea message."}
	codeNoRevision = check.Code{ID: "NRM-010", Severity: check.Error, Source: "E3", Ways: allWays,
		Title:    "Revisionsdaten (Originalnorm.xml oder Ausgabenorm.xml) fehlen.",
		Remedy:   "Bitte die Revisionsdaten mitliefern, ohne sie in der Nachricht zu nennen.",
		TitleEN:  "The revision data (Originalnorm.xml or Ausgabenorm.xml) are missing.",
		RemedyEN: "Please deliver the revision data without naming them in the message."}
	codeRevisionNamed = check.Code{ID: "NRM-011", Severity: check.Error, Source: "E3", Ways: allWays,
		Title:    "Revisionsdaten sind in der Nachricht genannt. Vereinbart ist, dass sie beiliegen und nicht genannt werden.",
		Remedy:   "Bitte den Verweis auf die Revisionsdaten aus der Nachricht nehmen.",
		TitleEN:  "The revision data are named in the message. It is agreed that they are enclosed and not named.",
		RemedyEN: "Please take the reference to the revision data out of the message."}
	codeUnsigned = check.Code{ID: "NRM-012", Severity: check.Warning, Source: "E1; E6", Ways: allWays,
		Title:    "Originalnorm trägt keine elektronische Signatur.",
		Remedy:   "Bitte das signierte Original liefern oder dem Archiv den Grund nennen.",
		TitleEN:  "The Originalnorm carries no electronic signature.",
		RemedyEN: "Please deliver the signed original or tell the archive the reason."}
	codeNoMain = check.Code{ID: "NRM-013", Severity: check.Error, Source: "E3", Ways: allWays,
		Title:    "Hauptdokument der Ausgabenorm (<Name>__an.pdf) fehlt.",
		Remedy:   "Bitte das Hauptdokument liefern.",
		TitleEN:  "The main document of the Ausgabenorm (<Name>__an.pdf) is missing.",
		RemedyEN: "Please deliver the main document."}
	codeIssueName = check.Code{ID: "NRM-014", Severity: check.Warning, Source: "E3", Ways: allWays,
		Title:    "Dateiname der Ausgabenorm folgt nicht der Vereinbarung (__an, __an__report, __an__pdfa1a, __an__anlg__).",
		Remedy:   "Bitte die Datei wie vereinbart benennen.",
		TitleEN:  "A file name of the Ausgabenorm does not follow the agreement (__an, __an__report, __an__pdfa1a, __an__anlg__).",
		RemedyEN: "Please name the file as agreed."}
	codeNoPartner = check.Code{ID: "NRM-015", Severity: check.Warning, Source: "E1; E5", Ways: allWays,
		Title:    "Gegenstück fehlt. Zu jeder Norm gehören Originalnorm und Ausgabenorm.",
		Remedy:   "Bitte den fehlenden Container nachliefern oder dem Archiv den Grund nennen.",
		TitleEN:  "The counterpart is missing. Every norm has an Originalnorm and an Ausgabenorm.",
		RemedyEN: "Please deliver the missing container or tell the archive the reason."}
	codeAlone = check.Code{ID: "NRM-016", Severity: check.Note, Source: "E1; E5",
		Title:    "Die Norm kam allein. Ihr Gegenstück (Originalnorm oder Ausgabenorm) kommt in einem eigenen Container.",
		Remedy:   "Die Stelle muss nichts tun, wenn das Gegenstück gesondert geliefert wird.",
		TitleEN:  "The norm came alone. Its counterpart (Originalnorm or Ausgabenorm) comes in a container of its own.",
		RemedyEN: "The agency need not act if the counterpart is delivered separately."}
	codeRetention = check.Code{ID: "NRM-017", Severity: check.Note, Source: "E3; E5",
		Title:    "Revisionsdaten nennen eine Aufbewahrungsdauer. Vereinbart ist, sie leer zu lassen und später zu senden.",
		Remedy:   "Bitte die Aufbewahrungsdauer künftig leer lassen.",
		TitleEN:  "The revision data state a retention period. It is agreed to leave it empty and send it later.",
		RemedyEN: "Please leave the retention period empty in future."}
	codeForeign = check.Code{ID: "NRM-018", Severity: check.Error, Source: "E1", Ways: allWays,
		Title:    "Container in der Lieferung gehört zu keiner Norm oder lässt sich nicht öffnen.",
		Remedy:   "Bitte nur Container mit Originalnorm oder Ausgabenorm liefern.",
		TitleEN:  "A container in the delivery belongs to no norm or cannot be opened.",
		RemedyEN: "Please deliver only containers with Originalnorm or Ausgabenorm."}
	codeMany = check.Code{ID: "NRM-019", Severity: check.Error, Source: "G5", Ways: []check.WayOut{check.ReturnAll, check.Stop},
		Title:    "Lieferung hält mehr Container mit Normen, als zusammen geprüft werden. Keiner wurde gelesen.",
		Remedy:   "Bitte die Normen auf mehrere Lieferungen verteilen.",
		TitleEN:  "The delivery holds more containers of norms than are checked together. None was read.",
		RemedyEN: "Please spread the norms over several deliveries."}
)

// Codes are all finding codes of this room.
var Codes = []check.Code{
	codeMessageName, codeDossierTitle, codeMixed, codeYear, codeCaseTitle, codeFormat, codeNotPDFA, codeNoMetadata, codeMetadataUnnamed, codeNoRevision, codeRevisionNamed, codeUnsigned, codeNoMain, codeIssueName, codeNoPartner, codeAlone, codeRetention, codeForeign, codeMany,
}
