package register

import "laufzettel/transfer/check"

// The findings of this room. Ids are stable and never reused.
var (
	allWays   = []check.WayOut{check.ReturnAll, check.AskForFiles, check.AcceptException, check.Stop}
	wholeWays = []check.WayOut{check.ReturnAll, check.Stop}

	codeSyntax = check.Code{ID: "REG-001", Severity: check.Error, Source: "C2; XML 1.0", Ways: wholeWays,
		Title:    "Rückgrat-XML ist kein wohlgeformtes XML und konnte nicht gelesen werden.",
		Remedy:   "Bitte die Rückgrat-XML neu erzeugen und die Portion neu liefern.",
		TitleEN:  "The backbone XML is not well-formed and could not be read.",
		RemedyEN: "Please make the backbone again and deliver the portion again."}
	codeDoctype = check.Code{ID: "REG-002", Severity: check.Error, Source: "G5", Ways: wholeWays,
		Title:    "Rückgrat-XML enthält eine DOCTYPE. Sie wird aus Sicherheitsgründen nicht gelesen.",
		Remedy:   "Bitte die Rückgrat-XML ohne DOCTYPE erzeugen und neu liefern.",
		TitleEN:  "The backbone XML contains a DOCTYPE. For security it is not read.",
		RemedyEN: "Please make the backbone without DOCTYPE and deliver again."}
	codeLimit = check.Code{ID: "REG-003", Severity: check.Error, Source: "G5", Ways: wholeWays,
		Title:    "Rückgrat-XML überschreitet eine Sicherheitsgrenze für Größe oder Verschachtelung und wurde nicht zu Ende gelesen.",
		Remedy:   "Bitte prüfen, ob die Rückgrat-XML richtig erzeugt wurde, und das Archiv verständigen.",
		TitleEN:  "The backbone XML passes a safety limit of size or nesting and was not read to its end.",
		RemedyEN: "Please check how the backbone was made and tell the archive."}
	codeSeveral = check.Code{ID: "REG-004", Severity: check.Error, Source: "C1; 000 3.2.1", Ways: wholeWays,
		Title:    "Mehr als eine Rückgrat-XML. Eine Portion umfasst genau eine Registerart und einen Jahrgang.",
		Remedy:   "Bitte je Registerart und Jahrgang eine eigene Portion liefern.",
		TitleEN:  "More than one backbone XML. A portion holds exactly one register type and year.",
		RemedyEN: "Please deliver one portion per register type and year."}
	codeLayout = check.Code{ID: "REG-005", Severity: check.Error, Source: "C2; 000 3.2.2", Ways: wholeWays,
		Title:    "Aufbau der Rückgrat-XML nicht bekannt. Keine der erwarteten Angaben steht am erwarteten Ort; die Portion wurde nicht geprüft.",
		Remedy:   "Bitte dem Archiv ein Muster der Rückgrat-XML geben, damit das Profil die Pfade nennen kann.",
		TitleEN:  "The layout of the backbone XML is not known. No expected statement stands where it should; the portion was not checked.",
		RemedyEN: "Please give the archive a sample of the backbone so that the profile can name its paths."}
	codeHeadMissing = check.Code{ID: "REG-010", Severity: check.Error, Source: "C2; 000 3.2.2", Ways: allWays,
		Title:    "Angabe im Kopf der Rückgrat-XML fehlt.",
		Remedy:   "Bitte die Angabe ergänzen und die Rückgrat-XML neu liefern.",
		TitleEN:  "A statement is missing in the head of the backbone XML.",
		RemedyEN: "Please add the statement and deliver the backbone again."}
	codeHeadValue = check.Code{ID: "REG-011", Severity: check.Error, Source: "C2; 000 3.2.2", Ways: allWays,
		Title:    "Angabe im Kopf der Rückgrat-XML hat nicht die vorgeschriebene Form.",
		Remedy:   "Bitte die Angabe berichtigen und die Rückgrat-XML neu liefern.",
		TitleEN:  "A statement in the head of the backbone XML has not the prescribed form.",
		RemedyEN: "Please correct the statement and deliver the backbone again."}
	codeBackboneName = check.Code{ID: "REG-012", Severity: check.Error, Source: "C1; 000 3.2.2", Ways: allWays,
		Title:    "Name der Rückgrat-XML passt nicht zu ihrem Kopf. Vorgeschrieben ist Standesamtsnummer, Registerart (G, E, L, S) und Jahr.",
		Remedy:   "Bitte Namen und Kopf vergleichen, den falschen Teil berichtigen und neu liefern.",
		TitleEN:  "The name of the backbone XML does not fit its head. Prescribed are office number, register type (G, E, L, S) and year.",
		RemedyEN: "Please compare name and head, correct the wrong one and deliver again."}
	codeCountEntries = check.Code{ID: "REG-013", Severity: check.Error, Source: "C2; 000 3.2.2", Ways: allWays,
		Title:    "Zahl der Grundbeurkundungen stimmt nicht. Der Kopf nennt eine andere Zahl, als die Rückgrat-XML Einträge hat.",
		Remedy:   "Bitte prüfen, ob Einträge fehlen, und die Rückgrat-XML neu liefern.",
		TitleEN:  "The number of base entries is wrong. The head states another number than the backbone has entries.",
		RemedyEN: "Please check whether entries are missing and deliver the backbone again."}
	codeCountFirst = check.Code{ID: "REG-014", Severity: check.Error, Source: "C5; 000 3.2.2", Ways: allWays,
		Title:    "Zahl der Erstbeurkundungen stimmt nicht. Es sind mehr oder weniger XML-Dateien U0 geliefert, als die Rückgrat-XML Einträge hat.",
		Remedy:   "Bitte die fehlenden Dateien nachliefern oder die Rückgrat-XML berichtigen.",
		TitleEN:  "The number of first certifications is wrong. More or fewer XML files U0 were delivered than the backbone has entries.",
		RemedyEN: "Please deliver the missing files or correct the backbone."}
	codeCountFiles = check.Code{ID: "REG-015", Severity: check.Error, Source: "C2; 000 3.2.2", Ways: allWays,
		Title:    "Anzahl aller Dateien stimmt nicht. Der Kopf nennt eine andere Zahl, als Dateien geliefert sind.",
		Remedy:   "Bitte prüfen, ob Dateien fehlen, und die Portion vollständig liefern.",
		TitleEN:  "The number of all files is wrong. The head states another number than files were delivered.",
		RemedyEN: "Please check whether files are missing and deliver the whole portion."}
	codeEntryNumber = check.Code{ID: "REG-016", Severity: check.Error, Source: "C3; 000 3.2.2", Ways: allWays,
		Title:    "Eintragsnummer fehlt oder kommt mehrfach vor.",
		Remedy:   "Bitte jedem Eintrag seine eigene Nummer geben und die Rückgrat-XML neu liefern.",
		TitleEN:  "An entry number is missing or occurs more than once.",
		RemedyEN: "Please give every entry its own number and deliver the backbone again."}
	codeTerms = check.Code{ID: "REG-017", Severity: check.Warning, Source: "C3; 000 3.2.2", Ways: allWays,
		Title:    "Eintrag ohne Suchbegriffe. Er lässt sich in der Portion nicht suchen.",
		Remedy:   "Bitte die Suchbegriffe des Eintrags ergänzen.",
		TitleEN:  "An entry without search terms. It cannot be searched for.",
		RemedyEN: "Please add the search terms of the entry."}
	codeDisposal = check.Code{ID: "REG-018", Severity: check.Warning, Source: "C3; 000 3.2.2", Ways: allWays,
		Title:    "Eintrag ohne Verfügungsnummer.",
		Remedy:   "Bitte die Verfügungsnummer ergänzen oder dem Archiv den Grund nennen.",
		TitleEN:  "An entry without Verfügungsnummer.",
		RemedyEN: "Please add the number or tell the archive the reason."}
	codeNoRecord = check.Code{ID: "REG-019", Severity: check.Error, Source: "C3; 000 3.2.2", Ways: allWays,
		Title:    "Eintrag ohne urkundlichen Teil. Die Erstbeurkundung fehlt.",
		Remedy:   "Bitte die Erstbeurkundung mit XML- und PDF-Datei nachliefern.",
		TitleEN:  "An entry without certification part. The first certification is missing.",
		RemedyEN: "Please deliver the first certification with XML and PDF file."}
	codePartFile = check.Code{ID: "REG-020", Severity: check.Error, Source: "C1; C3; 000 3.2.1", Ways: allWays,
		Title:    "Beurkundung oder Hinweis nennt nicht beide Dateien. Zu jedem Teil gehören eine XML- und eine PDF/A-Datei.",
		Remedy:   "Bitte die fehlende Datei liefern und in der Rückgrat-XML nennen.",
		TitleEN:  "A certification or note does not name both files. Every part needs an XML and a PDF/A file.",
		RemedyEN: "Please deliver the missing file and name it in the backbone."}
	codePartSchema = check.Code{ID: "REG-021", Severity: check.Warning, Source: "C3; 000 3.2.3", Ways: allWays,
		Title:    "Schema-Version der ursprünglichen XML fehlt bei einer Beurkundung oder einem Hinweis.",
		Remedy:   "Bitte die Schema-Version in der Rückgrat-XML ergänzen.",
		TitleEN:  "The schema version of the original XML is missing for a certification or note.",
		RemedyEN: "Please add the schema version in the backbone."}
	codePartName = check.Code{ID: "REG-022", Severity: check.Error, Source: "C4; 000 3.2.4, 3.2.5", Ways: allWays,
		Title:    "Dateiname folgt nicht der Vorschrift <Nummer>-<G/E/L/S>-<Jahr>-<Eintrag>-U<n> oder -H<n>.",
		Remedy:   "Bitte die Datei richtig benennen und die Rückgrat-XML anpassen.",
		TitleEN:  "A file name does not follow the rule <number>-<G/E/L/S>-<year>-<entry>-U<n> or -H<n>.",
		RemedyEN: "Please name the file as prescribed and adapt the backbone."}
	codePartGap = check.Code{ID: "REG-023", Severity: check.Error, Source: "C4; 000 3.2.4", Ways: allWays,
		Title:    "Folgenummern haben eine Lücke. Sie zählen ab 0 ohne Sprung.",
		Remedy:   "Bitte die fehlende Beurkundung oder den fehlenden Hinweis nachliefern.",
		TitleEN:  "Follow-up numbers have a gap. They count from 0 without a jump.",
		RemedyEN: "Please deliver the missing certification or note."}
	codePartPair = check.Code{ID: "REG-024", Severity: check.Error, Source: "C4; 000 3.2.4, 3.2.5", Ways: allWays,
		Title:    "XML- und PDF-Datei eines Teils tragen verschiedene Namen. Sie gehören womöglich nicht zusammen.",
		Remedy:   "Bitte prüfen, welche Dateien zusammengehören, und die Rückgrat-XML berichtigen.",
		TitleEN:  "The XML and PDF file of a part have different names. They may not belong together.",
		RemedyEN: "Please check which files belong together and correct the backbone."}
	codeFileTwice = check.Code{ID: "REG-025", Severity: check.Error, Source: "C5", Ways: allWays,
		Title:    "Datei ist in der Rückgrat-XML mehrfach genannt.",
		Remedy:   "Bitte jede Datei genau einmal nennen.",
		TitleEN:  "A file is named more than once in the backbone.",
		RemedyEN: "Please name every file exactly once."}
	codeSigner = check.Code{ID: "REG-026", Severity: check.Error, Source: "C3; 000 3.2.2 Anm. 3, 3.3.3 Nr. 1", Ways: allWays,
		Title:    "Name des Signierenden oder Datum der Signatur fehlt. Die Angabe steht weder in der Rückgrat-XML noch in der Beurkundung.",
		Remedy:   "Bitte Name und Datum aus der Signatur nachtragen.",
		TitleEN:  "The signer's name or the date of the signature is missing. It stands neither in the backbone nor in the certificate.",
		RemedyEN: "Please add name and date from the signature."}
	codeSigned = check.Code{ID: "REG-027", Severity: check.Warning, Source: "C3; 000 3.2.2", Ways: allWays,
		Title:    "Datum der Signatur hat nicht die Form JJJJ-MM-TT.",
		Remedy:   "Bitte das Datum berichtigen.",
		TitleEN:  "The date of the signature has not the form YYYY-MM-DD.",
		RemedyEN: "Please correct the date."}
	codeClosingFormat = check.Code{ID: "REG-030", Severity: check.Error, Source: "C1; 000 3.2.1 Nr. 6", Ways: allWays,
		Title:    "Abschlussvermerk ist keine PDF-Datei.",
		Remedy:   "Bitte den letzten Abschlussvermerk als PDF/A liefern.",
		TitleEN:  "The closing note is not a PDF file.",
		RemedyEN: "Please deliver the last closing note as PDF/A."}
	codeSupersededOther = check.Code{ID: "REG-031", Severity: check.Warning, Source: "C1; 000 3.2.1 Nr. 7", Ways: allWays,
		Title:    "Im Ordner Ueberholte_Abschlussvermerke liegt eine Datei, die kein PDF ist.",
		Remedy:   "Bitte dort nur ältere Abschlussvermerke als PDF/A ablegen.",
		TitleEN:  "The folder Ueberholte_Abschlussvermerke holds a file that is no PDF.",
		RemedyEN: "Please put only older closing notes as PDF/A there."}
	codeSuperseded = check.Code{ID: "REG-032", Severity: check.Note, Source: "C9; 000 3.2.1 Nr. 7",
		Title:    "Überholte Abschlussvermerke liegen bei. Nur über sie ist zu entscheiden; die Arbeitshilfe empfiehlt die Kassation.",
		Remedy:   "Die Stelle muss nichts tun; das Archiv entscheidet.",
		TitleEN:  "Superseded closing notes are enclosed. Only they come up for a decision; the working paper recommends destruction.",
		RemedyEN: "The agency need not act; the archive decides."}
	codeNoSchema = check.Code{ID: "REG-040", Severity: check.Error, Source: "C1; 000 3.2.1 Nr. 2", Ways: allWays,
		Title:    "XPSR-Schema fehlt. Die XML-Dateien lassen sich ohne das Schema nicht prüfen und nicht dauerhaft verstehen.",
		Remedy:   "Bitte das zum Zeitpunkt der Aussonderung genutzte Schema mitliefern.",
		TitleEN:  "The XPSR schema is missing. Without it the XML files can neither be checked nor understood in the long run.",
		RemedyEN: "Please deliver the schema used at the time of the transfer."}
	codeNoDocumentation = check.Code{ID: "REG-041", Severity: check.Error, Source: "C1; 000 3.2.1 Nr. 3", Ways: allWays,
		Title:    "Dokumentation des Schemas fehlt.",
		Remedy:   "Bitte die Dokumentation des Schemas als PDF/A mitliefern.",
		TitleEN:  "The documentation of the schema is missing.",
		RemedyEN: "Please deliver the documentation of the schema as PDF/A."}
	codeDocumentationFormat = check.Code{ID: "REG-042", Severity: check.Warning, Source: "C1; 000 3.2.3", Ways: allWays,
		Title:    "Dokumentation des Schemas ist keine PDF-Datei.",
		Remedy:   "Bitte die Dokumentation als PDF/A liefern.",
		TitleEN:  "The documentation of the schema is not a PDF file.",
		RemedyEN: "Please deliver the documentation as PDF/A."}
	codeForeignNamespace = check.Code{ID: "REG-043", Severity: check.Error, Source: "C5; 000 3.2.3", Ways: allWays,
		Title:    "XML-Datei gehört zu keinem mitgelieferten Schema und wurde deshalb nicht dagegen geprüft.",
		Remedy:   "Bitte die Datei in das mitgelieferte Schema überführen oder dessen Schema mitliefern.",
		TitleEN:  "An XML file belongs to no delivered schema and was therefore not checked against one.",
		RemedyEN: "Please transform the file into the delivered schema or deliver its schema."}
	codeCoded = check.Code{ID: "REG-044", Severity: check.Warning, Source: "C5; 000 3.2.3, 3.3.3 Nr. 2", Ways: allWays,
		Title:    "Kodierter Wert ist im mitgelieferten Schema nicht erklärt. Ob die Dokumentation ihn erklärt, muss eine Person nachsehen.",
		Remedy:   "Bitte die Bedeutung des Wertes im Schema oder in seiner Dokumentation angeben.",
		TitleEN:  "A coded value is not explained in the delivered schema. Whether the documentation explains it must be looked up by a person.",
		RemedyEN: "Please state the meaning of the value in the schema or its documentation."}
	codePeriod = check.Code{ID: "REG-050", Severity: check.Warning, Source: "C12; 000 2.3.1, 2.3.3", Ways: allWays,
		Title:    "Fortführungsfrist ist noch nicht abgelaufen. Das Register wäre noch nicht abzugeben.",
		Remedy:   "Bitte prüfen, ob die Portion zu früh gebildet wurde.",
		TitleEN:  "The update period is not over. The register should not be transferred yet.",
		RemedyEN: "Please check whether the portion was made too early."}
)

// Codes are all finding codes of this room.
var Codes = []check.Code{
	codeSyntax, codeDoctype, codeLimit, codeSeveral, codeLayout, codeHeadMissing, codeHeadValue, codeBackboneName, codeCountEntries, codeCountFirst, codeCountFiles, codeEntryNumber, codeTerms, codeDisposal, codeNoRecord, codePartFile, codePartSchema, codePartName, codePartGap, codePartPair, codeFileTwice, codeSigner, codeSigned, codeClosingFormat, codeSupersededOther, codeSuperseded, codeNoSchema, codeNoDocumentation, codeDocumentationFormat, codeForeignNamespace, codeCoded, codePeriod,
}
