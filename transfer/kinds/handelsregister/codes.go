package handelsregister

import "laufzettel/transfer/check"

// The findings of this room. Ids are stable and never reused.
var (
	allWays   = []check.WayOut{check.ReturnAll, check.AskForFiles, check.AcceptException, check.Stop}
	wholeWays = []check.WayOut{check.ReturnAll, check.Stop}

	codeNoList = check.Code{ID: "HRG-001", Severity: check.Error, Source: "D1; 002 1.1.1", Ways: wholeWays,
		Title:    "Liste der gelöschten Firmen fehlt.",
		Remedy:   "Bitte die Liste mit den Spalten Firmennummer, Firmenname, Firmensitz, Eröffnungsdatum und Löschungsdatum liefern.",
		TitleEN:  "The list of deleted companies is missing.",
		RemedyEN: "Please deliver the list with the columns company number, name, seat, founding date and deletion date."}
	codeListEncoding = check.Code{ID: "HRG-002", Severity: check.Error, Source: "D1; 002 3.1.2", Ways: allWays,
		Title:    "Liste der Firmen ist nicht in UTF-8 geschrieben. Umlaute und andere Zeichen sind nicht sicher lesbar.",
		Remedy:   "Bitte die Liste als UTF-8 ausgeben und neu liefern.",
		TitleEN:  "The list of companies is not written in UTF-8. Umlauts and other characters cannot be read reliably.",
		RemedyEN: "Please export the list as UTF-8 and deliver it again."}
	codeColumn = check.Code{ID: "HRG-003", Severity: check.Error, Source: "D1; 002 3.1.1", Ways: allWays,
		Title:    "Pflichtspalte fehlt in der Liste der Firmen.",
		Remedy:   "Bitte die Liste mit allen fünf Pflichtspalten und einer Kopfzeile neu ausgeben.",
		TitleEN:  "A mandatory column is missing in the list of companies.",
		RemedyEN: "Please export the list again with all five mandatory columns and a heading line."}
	codeRow = check.Code{ID: "HRG-004", Severity: check.Error, Source: "D1; 002 3.1.2", Ways: allWays,
		Title:    "Zeile der Liste hat eine andere Zahl von Spalten als die Kopfzeile. Ihre Werte lassen sich nicht sicher zuordnen.",
		Remedy:   "Bitte prüfen, ob Tabulatoren oder Zeilenumbrüche in Werten stehen, und die Liste neu ausgeben.",
		TitleEN:  "A row of the list has another number of columns than the heading. Its values cannot be assigned reliably.",
		RemedyEN: "Please check for tabs or line breaks inside values and export the list again."}
	codeField = check.Code{ID: "HRG-005", Severity: check.Error, Source: "D1; 002 3.1.1", Ways: allWays,
		Title:    "Pflichtfeld einer Firma ist leer.",
		Remedy:   "Bitte den Wert ergänzen und die Liste neu liefern.",
		TitleEN:  "A mandatory field of a company is empty.",
		RemedyEN: "Please add the value and deliver the list again."}
	codeDate = check.Code{ID: "HRG-006", Severity: check.Warning, Source: "D1; 002 3.1.1", Ways: allWays,
		Title:    "Datum in der Liste ist nicht lesbar.",
		Remedy:   "Bitte Daten in einer einheitlichen Form (JJJJ-MM-TT oder TT.MM.JJJJ) ausgeben.",
		TitleEN:  "A date in the list cannot be read.",
		RemedyEN: "Please export dates in one form (YYYY-MM-DD or DD.MM.YYYY)."}
	codeNumberTwice = check.Code{ID: "HRG-007", Severity: check.Warning, Source: "D1; 002 3.1.1", Ways: allWays,
		Title:    "Firmennummer kommt mehrfach vor.",
		Remedy:   "Bitte prüfen, ob die Firma doppelt ausgegeben wurde.",
		TitleEN:  "A company number occurs more than once.",
		RemedyEN: "Please check whether the company was exported twice."}
	codeDatesTurned = check.Code{ID: "HRG-008", Severity: check.Warning, Source: "D1; 002 3.1.1", Ways: allWays,
		Title:    "Löschungsdatum liegt vor dem Eröffnungsdatum.",
		Remedy:   "Bitte die beiden Daten prüfen.",
		TitleEN:  "The deletion date lies before the founding date.",
		RemedyEN: "Please check the two dates."}
	codeListEmpty = check.Code{ID: "HRG-009", Severity: check.Error, Source: "D1; D5", Ways: allWays,
		Title:    "Liste der Firmen enthält keine Firma.",
		Remedy:   "Bitte prüfen, ob die Abfrage richtig war, und die Liste neu ausgeben.",
		TitleEN:  "The list of companies holds no company.",
		RemedyEN: "Please check the query and export the list again."}
	codeListLimit = check.Code{ID: "HRG-010", Severity: check.Error, Source: "G5", Ways: wholeWays,
		Title:    "Liste der Firmen überschreitet eine Sicherheitsgrenze für Zeilen oder Spalten und wurde nicht zu Ende gelesen.",
		Remedy:   "Bitte prüfen, ob die Liste richtig erzeugt wurde, und sie gegebenenfalls aufteilen.",
		TitleEN:  "The list of companies passes a safety limit of rows or columns and was not read to its end.",
		RemedyEN: "Please check how the list was made and split it if needed."}
	codeChecksumLimit = check.Code{ID: "HRG-037", Severity: check.Warning, Source: "G5", Ways: allWays,
		Title:    "Prüfsummenliste wurde nicht gelesen: Es sind zu viele, oder sie ist zu groß.",
		Remedy:   "Bitte die Prüfsummen in höchstens 20 Listen zu je höchstens 256 MB liefern.",
		TitleEN:  "A list of checksums was not read: there are too many, or it is too large.",
		RemedyEN: "Please deliver the checksums in at most 20 lists of at most 256 MB each."}
	codeNoMetadata = check.Code{ID: "HRG-020", Severity: check.Error, Source: "D3; 002 1.1.2", Ways: allWays,
		Title:    "Metadaten der Ablieferung fehlen oder sind nicht lesbar. Ihre Angaben lassen sich nicht mit den Daten vergleichen.",
		Remedy:   "Bitte die Metadaten in elektronischer Form mitliefern.",
		TitleEN:  "The metadata of the delivery are missing or cannot be read. Their statements cannot be compared with the data.",
		RemedyEN: "Please deliver the metadata in electronic form."}
	codeStatementMissing = check.Code{ID: "HRG-021", Severity: check.Error, Source: "D3; 002 1.1.2", Ways: allWays,
		Title:    "Angabe in den Metadaten fehlt.",
		Remedy:   "Bitte die Angabe ergänzen und die Metadaten neu liefern.",
		TitleEN:  "A statement is missing in the metadata.",
		RemedyEN: "Please add the statement and deliver the metadata again."}
	codeStatementForm = check.Code{ID: "HRG-022", Severity: check.Error, Source: "D3; 002 1.1.2", Ways: allWays,
		Title:    "Angabe in den Metadaten ist nicht lesbar.",
		Remedy:   "Bitte die Angabe als Zahl oder Datum schreiben und die Metadaten neu liefern.",
		TitleEN:  "A statement in the metadata cannot be read.",
		RemedyEN: "Please write the statement as a number or date and deliver the metadata again."}
	codeFiles = check.Code{ID: "HRG-023", Severity: check.Error, Source: "D3; D5; 002 2.1", Ways: allWays,
		Title:    "Anzahl der Dateien stimmt nicht. Die Metadaten nennen eine andere Zahl, als geliefert ist.",
		Remedy:   "Bitte prüfen, ob Dateien fehlen, und die Lieferung oder die Angabe berichtigen.",
		TitleEN:  "The number of files is wrong. The metadata state another number than was delivered.",
		RemedyEN: "Please check whether files are missing and correct the delivery or the statement."}
	codeMegabytes = check.Code{ID: "HRG-024", Severity: check.Error, Source: "D3; D5; 002 2.1", Ways: allWays,
		Title:    "Umfang stimmt nicht. Die Metadaten nennen eine andere Größe, als geliefert ist.",
		Remedy:   "Bitte prüfen, ob Dateien fehlen oder unvollständig sind, und die Lieferung oder die Angabe berichtigen.",
		TitleEN:  "The size is wrong. The metadata state another size than was delivered.",
		RemedyEN: "Please check whether files are missing or incomplete and correct the delivery or the statement."}
	codePeriod = check.Code{ID: "HRG-025", Severity: check.Error, Source: "D3; D5; 002 2.1", Ways: allWays,
		Title:    "Zeitraum stimmt nicht. Ältestes Gründungs- oder jüngstes Löschdatum der Liste ist ein anderes als in den Metadaten.",
		Remedy:   "Bitte prüfen, ob die Liste vollständig ist, und die Liste oder die Angabe berichtigen.",
		TitleEN:  "The period is wrong. The oldest founding or youngest deletion date of the list is another than in the metadata.",
		RemedyEN: "Please check whether the list is complete and correct the list or the statement."}
	codeRecords = check.Code{ID: "HRG-026", Severity: check.Error, Source: "D5; 002 2.1", Ways: allWays,
		Title:    "Zahl der Datensätze einer Datei stimmt nicht.",
		Remedy:   "Bitte prüfen, ob die Datei vollständig ist, und sie oder die Angabe berichtigen.",
		TitleEN:  "The number of records of a file is wrong.",
		RemedyEN: "Please check whether the file is complete and correct it or the statement."}
	codeExtraction = check.Code{ID: "HRG-027", Severity: check.Warning, Source: "D3; D5; 002 2.1", Ways: allWays,
		Title:    "Zeitpunkt der Extraktion liegt vor der jüngsten Löschung in der Liste. Eine der beiden Angaben kann nicht stimmen.",
		Remedy:   "Bitte den Zeitpunkt der Extraktion und die Liste prüfen.",
		TitleEN:  "The time of extraction lies before the youngest deletion in the list. One of them cannot be right.",
		RemedyEN: "Please check the time of extraction and the list."}
	codeSelection = check.Code{ID: "HRG-028", Severity: check.Note, Source: "D2; 002 1.1.1",
		Title:    "Die Metadaten sagen nicht, ob die Belegakten vollständig oder in Auswahl geliefert sind.",
		Remedy:   "Bitte „integral“ oder „Auswahl“ angeben.",
		TitleEN:  "The metadata do not say whether all Belegakten or a selection were delivered.",
		RemedyEN: "Please state \"integral\" or \"Auswahl\"."}
	codeNoChecksums = check.Code{ID: "HRG-030", Severity: check.Error, Source: "D2; 002 1.2, 3.2", Ways: allWays,
		Title:    "Liste der Prüfsummen fehlt. Ob die Dateien unverändert ankamen, lässt sich nicht nachweisen.",
		Remedy:   "Bitte eine md5-Liste über alle Dateien mitliefern.",
		TitleEN:  "The list of checksums is missing. It cannot be shown that the files arrived unchanged.",
		RemedyEN: "Please deliver an md5 list over all files."}
	codeChecksumStyle = check.Code{ID: "HRG-031", Severity: check.Warning, Source: "D2; 002 3.2.1", Ways: allWays,
		Title:    "Liste der Prüfsummen hat nicht die vereinbarte Form (UTF-8, md5, Leerschlag und Stern vor dem Namen). Sie wurde trotzdem ausgewertet.",
		Remedy:   "Bitte künftige Listen in der Form von MD5summer in UTF-8 ausgeben.",
		TitleEN:  "The list of checksums has not the agreed form (UTF-8, md5, blank and asterisk before the name). It was used nevertheless.",
		RemedyEN: "Please export future lists in the form of MD5summer in UTF-8."}
	codeDocumentFormat = check.Code{ID: "HRG-032", Severity: check.Error, Source: "D2; 002 1.1.1", Ways: allWays,
		Title:    "Belegakte ist weder PDF noch TIFF.",
		Remedy:   "Bitte die Belegakte als PDF oder TIFF liefern.",
		TitleEN:  "A Belegakte is neither PDF nor TIFF.",
		RemedyEN: "Please deliver the Belegakte as PDF or TIFF."}
	codeNoDocuments = check.Code{ID: "HRG-033", Severity: check.Warning, Source: "D2; 002 1.1.1", Ways: allWays,
		Title:    "Keine Belegakten geliefert.",
		Remedy:   "Bitte die Belegakten liefern oder dem Archiv den Grund nennen.",
		TitleEN:  "No Belegakten were delivered.",
		RemedyEN: "Please deliver the Belegakten or tell the archive the reason."}
	codeNoDocumentation = check.Code{ID: "HRG-034", Severity: check.Note, Source: "D2; 002 1.1.1",
		Title:    "Dokumentation der Anwendung liegt nicht in elektronischer Form bei. Sie kann auch auf Papier kommen.",
		Remedy:   "Bitte die Dokumentation auf Papier oder als Datei nachreichen.",
		TitleEN:  "Documentation of the application is not enclosed in electronic form. It may come on paper.",
		RemedyEN: "Please hand in the documentation on paper or as a file."}
	codePDF = check.Code{ID: "HRG-040", Severity: check.Error, Source: "D5; 002 2.1", Ways: allWays,
		Title:    "PDF-Datei ist nicht lesbar. Mindestens eine Seite lässt sich nicht auswerten.",
		Remedy:   "Bitte die Datei neu ausgeben und nachliefern.",
		TitleEN:  "The PDF file is not readable. At least one page cannot be parsed.",
		RemedyEN: "Please export the file again and deliver it."}
	codeTIFF = check.Code{ID: "HRG-041", Severity: check.Error, Source: "D5; 002 2.1", Ways: allWays,
		Title:    "TIFF-Datei ist nicht lesbar. Mindestens ein Bildverzeichnis ist beschädigt.",
		Remedy:   "Bitte die Datei neu ausgeben und nachliefern.",
		TitleEN:  "The TIFF file is not readable. At least one image directory is damaged.",
		RemedyEN: "Please export the file again and deliver it."}
)

// Codes are all finding codes of this room.
var Codes = []check.Code{
	codeNoList, codeListEncoding, codeColumn, codeRow, codeField, codeDate, codeNumberTwice, codeDatesTurned, codeListEmpty, codeListLimit, codeNoMetadata, codeStatementMissing, codeStatementForm, codeFiles, codeMegabytes, codePeriod, codeRecords, codeExtraction, codeSelection, codeNoChecksums, codeChecksumStyle, codeChecksumLimit, codeDocumentFormat, codeNoDocuments, codeNoDocumentation, codePDF, codeTIFF,
}
