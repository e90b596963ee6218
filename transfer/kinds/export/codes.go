package export

import "laufzettel/transfer/check"

// The findings of this room. Ids are stable and never reused.
var (
	allWays   = []check.WayOut{check.ReturnAll, check.AskForFiles, check.AcceptException, check.Stop}
	wholeWays = []check.WayOut{check.ReturnAll, check.Stop}

	codeUnreadable = check.Code{ID: "EXP-001", Severity: check.Error, Source: "B2", Ways: wholeWays,
		Title:    "Metadatendokument des Exports ist nicht lesbar.",
		Remedy:   "Bitte das Metadatendokument neu erzeugen und neu liefern.",
		TitleEN:  "The metadata document of the export cannot be read.",
		RemedyEN: "Please make the metadata document again and deliver again."}
	codeSeveral = check.Code{ID: "EXP-002", Severity: check.Error, Source: "B2", Ways: wholeWays,
		Title:    "Mehr als ein Metadatendokument. Eine Lieferung umfasst genau einen Export.",
		Remedy:   "Bitte je Export eine eigene Lieferung bilden.",
		TitleEN:  "More than one metadata document. A delivery holds exactly one export.",
		RemedyEN: "Please make one delivery per export."}
	codeMissing = check.Code{ID: "EXP-003", Severity: check.Error, Source: "B2; B5; 004 P5a", Ways: allWays,
		Title:    "Angabe im Metadatendokument fehlt.",
		Remedy:   "Bitte die Angabe ergänzen und das Metadatendokument neu liefern.",
		TitleEN:  "A statement is missing in the metadata document.",
		RemedyEN: "Please add the statement and deliver the metadata document again."}
	codeForm = check.Code{ID: "EXP-004", Severity: check.Error, Source: "B2; B5", Ways: allWays,
		Title:    "Angabe im Metadatendokument hat nicht die vorgeschriebene Form.",
		Remedy:   "Bitte die Angabe berichtigen und das Metadatendokument neu liefern.",
		TitleEN:  "A statement in the metadata document has not the prescribed form.",
		RemedyEN: "Please correct the statement and deliver the metadata document again."}
	codeNoData = check.Code{ID: "EXP-005", Severity: check.Error, Source: "B1", Ways: allWays,
		Title:    "Die Lieferung enthält keine Daten, nur Beschreibungen.",
		Remedy:   "Bitte die exportierten Daten liefern.",
		TitleEN:  "The delivery holds no data, only descriptions.",
		RemedyEN: "Please deliver the exported data."}
	codeNoHash = check.Code{ID: "EXP-006", Severity: check.Error, Source: "B1; 004 P0a.3", Ways: allWays,
		Title:    "Zum Container der Daten gibt es keine Prüfsumme. Ob er unverändert ankam, lässt sich nicht nachweisen.",
		Remedy:   "Bitte die Prüfsumme des Containers im Metadatendokument oder in einer Datei daneben angeben.",
		TitleEN:  "There is no digest of the data container. It cannot be shown that it arrived unchanged.",
		RemedyEN: "Please state the container's digest in the metadata document or in a file beside it."}
	codeContainer = check.Code{ID: "EXP-007", Severity: check.Error, Source: "B1", Ways: allWays,
		Title:    "Container der Daten lässt sich nicht öffnen.",
		Remedy:   "Bitte den Container neu als TAR oder ZIP erzeugen und liefern.",
		TitleEN:  "The data container cannot be opened.",
		RemedyEN: "Please make the container again as TAR or ZIP and deliver it."}
	codeNotThere = check.Code{ID: "EXP-008", Severity: check.Error, Source: "B1; A7", Ways: allWays,
		Title:    "Im Container fehlt eine Datei, die das Metadatendokument nennt.",
		Remedy:   "Bitte die Datei nachliefern oder das Metadatendokument berichtigen.",
		TitleEN:  "A file the metadata document names is missing in the container.",
		RemedyEN: "Please deliver the file or correct the metadata document."}
	codeEncoding = check.Code{ID: "EXP-010", Severity: check.Error, Source: "A29; B1", Ways: allWays,
		Title:    "CSV-Datei ist nicht in UTF-8 geschrieben. Umlaute und andere Zeichen sind nicht sicher lesbar.",
		Remedy:   "Bitte die Datei als UTF-8 ausgeben und neu liefern.",
		TitleEN:  "The CSV file is not written in UTF-8. Umlauts and other characters cannot be read reliably.",
		RemedyEN: "Please export the file as UTF-8 and deliver it again."}
	codeColumns = check.Code{ID: "EXP-011", Severity: check.Error, Source: "B1", Ways: allWays,
		Title:    "CSV-Zeile hat eine andere Zahl von Spalten als die Kopfzeile. Ihre Werte lassen sich nicht sicher zuordnen.",
		Remedy:   "Bitte prüfen, ob Trennzeichen in Werten stehen, und die Datei neu ausgeben.",
		TitleEN:  "A CSV row has another number of columns than the heading. Its values cannot be assigned reliably.",
		RemedyEN: "Please check for delimiters inside values and export the file again."}
	codeQuoting = check.Code{ID: "EXP-012", Severity: check.Error, Source: "B1; RFC 4180", Ways: allWays,
		Title:    "Anführungszeichen in der CSV-Datei sind falsch gesetzt. Ab dieser Stelle ist die Datei nicht sicher lesbar.",
		Remedy:   "Bitte die Datei mit richtig gesetzten Anführungszeichen neu ausgeben.",
		TitleEN:  "Quotes in the CSV file are set wrongly. From here on the file cannot be read reliably.",
		RemedyEN: "Please export the file again with correct quotes."}
	codeHeading = check.Code{ID: "EXP-013", Severity: check.Warning, Source: "B1", Ways: allWays,
		Title:    "Spaltenname in der CSV-Kopfzeile fehlt oder kommt doppelt vor.",
		Remedy:   "Bitte jeder Spalte einen eigenen Namen geben.",
		TitleEN:  "A column name in the CSV heading is missing or occurs twice.",
		RemedyEN: "Please give every column its own name."}
	codeRows = check.Code{ID: "EXP-014", Severity: check.Error, Source: "B1; B2", Ways: allWays,
		Title:    "Zahl der CSV-Zeilen stimmt nicht. Das Metadatendokument nennt eine andere Zahl, als die Datei enthält.",
		Remedy:   "Bitte prüfen, ob die Datei vollständig ist, und sie oder die Angabe berichtigen.",
		TitleEN:  "The number of CSV rows is wrong. The metadata document states another number than the file holds.",
		RemedyEN: "Please check whether the file is complete and correct it or the statement."}
	codePartly = check.Code{ID: "EXP-015", Severity: check.Warning, Source: "G2; G5", Ways: allWays,
		Title:    "CSV-Datei wurde nur zum Teil geprüft: Eine Zeile ist länger, als sich prüfen lässt.",
		Remedy:   "Bitte prüfen, ob die Datei richtig erzeugt wurde.",
		TitleEN:  "The CSV file was checked only in part: a row is longer than can be checked.",
		RemedyEN: "Please check how the file was made."}
	codeNoSchema = check.Code{ID: "EXP-016", Severity: check.Warning, Source: "B1", Ways: allWays,
		Title:    "XML-Datei ohne mitgeliefertes Schema. Ihr Aufbau wurde nicht geprüft.",
		Remedy:   "Bitte das Schema der Datei mitliefern.",
		TitleEN:  "An XML file without a delivered schema. Its structure was not checked.",
		RemedyEN: "Please deliver the schema of the file."}
	codeNoSlip = check.Code{ID: "EXP-017", Severity: check.Note, Source: "B2; 004 P0a.7",
		Title:    "Der Lieferung liegen Laufzettel und Abgabeliste nicht bei. Sie können auch neben dem Container liegen.",
		Remedy:   "Bitte Laufzettel und Abgabeliste mitliefern.",
		TitleEN:  "Routing slip and transfer list are not inside the delivery. They may lie beside the container.",
		RemedyEN: "Please deliver routing slip and transfer list."}
)

// Codes are all finding codes of this room.
var Codes = []check.Code{
	codeUnreadable, codeSeveral, codeMissing, codeForm, codeNoData, codeNoHash, codeContainer, codeNotThere, codeEncoding, codeColumns, codeQuoting, codeHeading, codeRows, codePartly, codeNoSchema, codeNoSlip,
}
