package website

import "laufzettel/transfer/check"

var (
	allWays   = []check.WayOut{check.ReturnAll, check.AskForFiles, check.AcceptException, check.Stop}
	wholeWays = []check.WayOut{check.ReturnAll, check.Stop}
)

// Findings about a web area, its description and its crawl.
var (
	codeDescription = check.Code{ID: "WEB-001", Severity: check.Error, Source: "B3; 004 P0b.8", Ways: wholeWays,
		Title:    "Die Beschreibung des Webbereichs ist nicht lesbar.",
		Remedy:   "Bitte die Beschreibung neu erzeugen und neu liefern.",
		TitleEN:  "The description of the web area cannot be read.",
		RemedyEN: "Please make the description again and deliver it again."}
	codeMissing = check.Code{ID: "WEB-003", Severity: check.Error, Source: "B3; F1", Ways: allWays,
		Title:    "In der Beschreibung des Webbereichs fehlt eine Pflichtangabe.",
		Remedy:   "Bitte die Angabe ergänzen und die Beschreibung neu liefern.",
		TitleEN:  "A mandatory statement is missing in the description of the web area.",
		RemedyEN: "Please add the statement and deliver the description again."}
	codeForm = check.Code{ID: "WEB-004", Severity: check.Error, Source: "B3; F1", Ways: allWays,
		Title:    "Eine Angabe der Beschreibung hat nicht die vorgeschriebene Form.",
		Remedy:   "Bitte die Angabe berichtigen und die Beschreibung neu liefern.",
		TitleEN:  "A statement of the description has not the prescribed form.",
		RemedyEN: "Please correct the statement and deliver the description again."}
	codeNoContent = check.Code{ID: "WEB-005", Severity: check.Error, Source: "B3", Ways: allWays,
		Title:    "Die Lieferung enthält keinen Webbereich, nur Beschreibungen.",
		Remedy:   "Bitte den Crawl oder seine Repräsentationen liefern.",
		TitleEN:  "The delivery holds no web area, only descriptions.",
		RemedyEN: "Please deliver the crawl or its representations."}
	codeNoPDF = check.Code{ID: "WEB-006", Severity: check.Warning, Source: "B3; 004 P0b.6", Ways: allWays,
		Title:    "Das Web-PDF (Repräsentation 1) fehlt. Der reine Inhalt liegt nicht in einem Archivformat vor.",
		Remedy:   "Bitte das Web-PDF als PDF/A nachliefern oder den Verzicht vereinbaren.",
		TitleEN:  "The Web-PDF (representation 1) is missing. The mere content is not at hand in an archival format.",
		RemedyEN: "Please deliver the Web-PDF as PDF/A or agree to do without."}
	codeNoDescription = check.Code{ID: "WEB-007", Severity: check.Note, Source: "B3; F1",
		Title:    "Dem Webbereich liegt keine Beschreibung bei. Behörde, Domain und Datum des Crawls sind nur aus dem Protokoll zu erschließen.",
		Remedy:   "Bitte eine Beschreibung mitliefern (website describe).",
		TitleEN:  "No description comes with the web area. Agency, domain and date of the crawl can only be taken from the log.",
		RemedyEN: "Please deliver a description (website describe)."}
	codeNoISO = check.Code{ID: "WEB-008", Severity: check.Warning, Source: "B3; 004 P0b.6", Ways: allWays,
		Title:    "Das ISO-Abbild (Repräsentation 2) fehlt.",
		Remedy:   "Bitte das ISO-Abbild nachliefern oder den Verzicht vereinbaren.",
		TitleEN:  "The ISO image (representation 2) is missing.",
		RemedyEN: "Please deliver the ISO image or agree to do without."}
	codeISO = check.Code{ID: "WEB-009", Severity: check.Error, Source: "B3; ECMA-119", Ways: allWays,
		Title:    "Das ISO-Abbild lässt sich nicht lesen.",
		Remedy:   "Bitte das ISO-Abbild neu erzeugen und neu liefern.",
		TitleEN:  "The ISO image cannot be read.",
		RemedyEN: "Please make the ISO image again and deliver it again."}
	codeISODiffers = check.Code{ID: "WEB-010", Severity: check.Error, Source: "B3", Ways: allWays,
		Title:    "Das ISO-Abbild enthält nicht denselben Webbereich wie der mitgelieferte Crawl.",
		Remedy:   "Bitte das ISO-Abbild aus diesem Crawl neu erzeugen.",
		TitleEN:  "The ISO image does not hold the same web area as the crawl delivered with it.",
		RemedyEN: "Please make the ISO image from this crawl again."}
	codeNoLog = check.Code{ID: "WEB-011", Severity: check.Warning, Source: "F4; 003 3.4.8", Ways: allWays,
		Title:    "Das Protokoll des Crawlers fehlt. Ob der Webbereich vollständig gesammelt wurde, lässt sich nicht nachvollziehen.",
		Remedy:   "Bitte das Protokoll (hts-log.txt) mitliefern.",
		TitleEN:  "The crawler's log is missing. Whether the web area was gathered completely cannot be followed.",
		RemedyEN: "Please deliver the log (hts-log.txt)."}
	codeUnfinished = check.Code{ID: "WEB-012", Severity: check.Warning, Source: "F4; 003 3.4.8", Ways: allWays,
		Title:    "Der Crawl ist laut Protokoll nicht zu Ende gelaufen. Teile des Webbereichs können fehlen.",
		Remedy:   "Bitte den Crawl wiederholen oder bestätigen, dass er ausreicht.",
		TitleEN:  "According to the log the crawl did not run to its end. Parts of the web area may be missing.",
		RemedyEN: "Please repeat the crawl or confirm that it is sufficient."}
	codeCrawlErrors = check.Code{ID: "WEB-013", Severity: check.Note, Source: "F4; 003 3.4.2",
		Title:    "Das Protokoll des Crawlers nennt Fehler oder Warnungen. Fehlerseiten werden mit archiviert.",
		Remedy:   "Bitte prüfen, ob die genannten Adressen zum Webbereich gehören.",
		TitleEN:  "The crawler's log names errors or warnings. Error pages are archived too.",
		RemedyEN: "Please check whether the addresses named belong to the web area."}
	codeNotThere = check.Code{ID: "WEB-014", Severity: check.Error, Source: "F4; A7", Ways: allWays,
		Title:    "Eine Datei, die der Crawler geschrieben hat, fehlt im Spiegel.",
		Remedy:   "Bitte die Datei nachliefern oder den Crawl neu liefern.",
		TitleEN:  "A file the crawler wrote is missing in the mirror.",
		RemedyEN: "Please deliver the file or the crawl again."}
	codeCounts = check.Code{ID: "WEB-015", Severity: check.Warning, Source: "F4", Ways: allWays,
		Title:    "Die Zahl der Dateien im Spiegel weicht von der Zahl im Protokoll des Crawlers ab.",
		Remedy:   "Bitte klären, ob Dateien fehlen oder hinzugekommen sind.",
		TitleEN:  "The number of files in the mirror differs from the number in the crawler's log.",
		RemedyEN: "Please clarify whether files are missing or were added."}
	codeNotJudged = check.Code{ID: "WEB-016", Severity: check.Note, Source: "F13; 004 P0b.4",
		Title:    "Die Güte des Crawls ist nicht nach Augenschein beurteilt.",
		Remedy:   "Bitte den Webbereich ansehen und das Urteil in der Beschreibung festhalten.",
		TitleEN:  "The quality of the crawl was not judged by eye.",
		RemedyEN: "Please look at the web area and record the verdict in the description."}
	codePoor = check.Code{ID: "WEB-017", Severity: check.Warning, Source: "F13; 004 P0b.4", Ways: allWays,
		Title:    "Die Güte des Crawls ist als unzureichend beurteilt.",
		Remedy:   "Bitte das Profil des Crawlers anpassen und den Crawl wiederholen.",
		TitleEN:  "The quality of the crawl was judged insufficient.",
		RemedyEN: "Please adjust the crawler's profile and repeat the crawl."}
	codeStatistics = check.Code{ID: "WEB-018", Severity: check.Error, Source: "F1; F3", Ways: allWays,
		Title:    "Größe oder Zahl der Dateien in der Beschreibung stimmt nicht mit dem gelieferten Crawl überein.",
		Remedy:   "Bitte prüfen, ob der Crawl vollständig ist, und ihn oder die Beschreibung berichtigen.",
		TitleEN:  "Size or number of files in the description does not fit the crawl delivered.",
		RemedyEN: "Please check whether the crawl is complete and correct it or the description."}
	codeStatement = check.Code{ID: "WEB-019", Severity: check.Error, Source: "F1; 003 4.4", Ways: allWays,
		Title:    "Eine der 81 Angaben trägt eine falsche Nummer, Art oder Bezeichnung.",
		Remedy:   "Bitte die Beschreibung mit dem Programm neu erzeugen.",
		TitleEN:  "One of the 81 statements has a wrong number, type or label.",
		RemedyEN: "Please make the description again with the program."}
	codeNoSlip = check.Code{ID: "WEB-020", Severity: check.Note, Source: "004 P0b.10",
		Title:    "Der Lieferung liegen Laufzettel und Abgabeliste nicht bei. Sie können auch neben dem Container liegen.",
		Remedy:   "Bitte Laufzettel und Abgabeliste mitliefern.",
		TitleEN:  "Routing slip and transfer list are not inside the delivery. They may lie beside the container.",
		RemedyEN: "Please deliver routing slip and transfer list."}
)

// Findings about WARC and ARC files.
var (
	codeSyntax = check.Code{ID: "WRC-001", Severity: check.Error, Source: "ISO 28500 4", Ways: allWays,
		Title:    "Die WARC- oder ARC-Datei ist nicht bis zum Ende lesbar. Was danach kommt, ist nicht geprüft.",
		Remedy:   "Bitte die Datei neu erzeugen oder eine unbeschädigte Kopie liefern.",
		TitleEN:  "The WARC or ARC file cannot be read to its end. What follows was not checked.",
		RemedyEN: "Please make the file again or deliver an undamaged copy."}
	codeCut = check.Code{ID: "WRC-002", Severity: check.Error, Source: "ISO 28500 4", Ways: allWays,
		Title:    "Die WARC- oder ARC-Datei ist abgeschnitten oder beschädigt.",
		Remedy:   "Bitte eine vollständige Kopie der Datei liefern.",
		TitleEN:  "The WARC or ARC file is cut or damaged.",
		RemedyEN: "Please deliver a complete copy of the file."}
	codeEnd = check.Code{ID: "WRC-003", Severity: check.Error, Source: "ISO 28500 4", Ways: allWays,
		Title:    "Nach einem Satz der WARC-Datei fehlt das vorgeschriebene Ende. Seine Länge stimmt vermutlich nicht.",
		Remedy:   "Bitte die Datei neu erzeugen.",
		TitleEN:  "The prescribed end is missing after a record of the WARC file. Its length is probably wrong.",
		RemedyEN: "Please make the file again."}
	codeField = check.Code{ID: "WRC-004", Severity: check.Error, Source: "ISO 28500 5", Ways: allWays,
		Title:    "Ein Pflichtfeld im Kopf eines Satzes fehlt oder hat nicht die vorgeschriebene Form.",
		Remedy:   "Bitte die Datei mit einem Programm nach ISO 28500 neu erzeugen.",
		TitleEN:  "A mandatory field in the header of a record is missing or has not the prescribed form.",
		RemedyEN: "Please make the file again with a program after ISO 28500."}
	codeBlock = check.Code{ID: "WRC-005", Severity: check.Error, Source: "ISO 28500 5.8; A7", Ways: allWays,
		Title:    "Die Prüfsumme eines Satzes (WARC-Block-Digest) stimmt nicht. Der Satz wurde verändert.",
		Remedy:   "Bitte eine unveränderte Kopie der Datei liefern.",
		TitleEN:  "The digest of a record (WARC-Block-Digest) does not fit. The record was changed.",
		RemedyEN: "Please deliver an unchanged copy of the file."}
	codePayload = check.Code{ID: "WRC-006", Severity: check.Error, Source: "ISO 28500 5.9; A7", Ways: allWays,
		Title:    "Die Prüfsumme eines Inhalts (WARC-Payload-Digest) stimmt nicht.",
		Remedy:   "Bitte eine unveränderte Kopie der Datei liefern oder den Grund nennen.",
		TitleEN:  "The digest of a content (WARC-Payload-Digest) does not fit.",
		RemedyEN: "Please deliver an unchanged copy of the file or state the reason."}
	codeDigestOpen = check.Code{ID: "WRC-007", Severity: check.Note, Source: "ISO 28500 5.8; G2",
		Title:    "Eine Prüfsumme in der WARC-Datei ließ sich nicht vergleichen: Ihr Verfahren ist nicht bekannt.",
		Remedy:   "Bitte ein übliches Verfahren verwenden (SHA-1, SHA-256).",
		TitleEN:  "A digest in the WARC file could not be compared: its algorithm is not known.",
		RemedyEN: "Please use a common algorithm (SHA-1, SHA-256)."}
	codeOneStream = check.Code{ID: "WRC-008", Severity: check.Error, Source: "ISO 28500 Annex D", Ways: allWays,
		Title:    "Die WARC-Datei ist nicht satzweise gepackt. Einzelne Seiten lassen sich daraus nicht aufschlagen.",
		Remedy:   "Bitte die Datei satzweise neu packen (zum Beispiel warcio recompress).",
		TitleEN:  "The WARC file is not compressed record by record. Single pages cannot be opened from it.",
		RemedyEN: "Please compress the file again record by record (for example warcio recompress)."}
	codeBracketed = check.Code{ID: "WRC-009", Severity: check.Note, Source: "ISO 28500 5.13",
		Title:    "Die Adresse eines Satzes steht in spitzen Klammern, wie ältere Programme sie schreiben. Sie wurde ohne Klammern gelesen.",
		Remedy:   "Keine Abhilfe nötig.",
		TitleEN:  "The address of a record stands in angle brackets as older programs write it. It was read without them.",
		RemedyEN: "No remedy needed."}
	codeType = check.Code{ID: "WRC-010", Severity: check.Note, Source: "ISO 28500 5.5",
		Title:    "Ein Satz hat eine Art, die der Standard nicht kennt. Er wird aufbewahrt, aber nicht gezeigt.",
		Remedy:   "Bitte klären, was der Satz enthält.",
		TitleEN:  "A record has a type the standard does not know. It is kept but not shown.",
		RemedyEN: "Please clarify what the record holds."}
	codeTwice = check.Code{ID: "WRC-011", Severity: check.Warning, Source: "ISO 28500 5.2", Ways: allWays,
		Title:    "Eine Satzkennung (WARC-Record-ID) kommt mehrmals vor. Verweise auf den Satz sind nicht eindeutig.",
		Remedy:   "Bitte prüfen, ob Sätze doppelt geliefert wurden.",
		TitleEN:  "A record id (WARC-Record-ID) occurs more than once. References to the record are ambiguous.",
		RemedyEN: "Please check whether records were delivered twice."}
	codeNoOriginal = check.Code{ID: "WRC-012", Severity: check.Warning, Source: "ISO 28500 6.7", Ways: allWays,
		Title:    "Ein Satz verweist auf einen früher gespeicherten Inhalt (revisit), der nicht mitgeliefert ist. Die Seite lässt sich nicht zeigen.",
		Remedy:   "Bitte auch die Datei mit dem ursprünglichen Inhalt liefern.",
		TitleEN:  "A record refers to content stored earlier (revisit) that is not delivered. The page cannot be shown.",
		RemedyEN: "Please deliver the file with the original content too."}
	codeNoAnswer = check.Code{ID: "WRC-013", Severity: check.Warning, Source: "ISO 28500 6", Ways: allWays,
		Title:    "Die Datei enthält keine einzige Antwort eines Webservers. Es gibt nichts zu zeigen.",
		Remedy:   "Bitte prüfen, ob die richtige Datei geliefert wurde.",
		TitleEN:  "The file holds not a single answer of a web server. There is nothing to show.",
		RemedyEN: "Please check whether the right file was delivered."}
	codeARC = check.Code{ID: "WRC-014", Severity: check.Note, Source: "ISO 28500; ARC 1.0",
		Title:    "Die Datei hat das ältere Format ARC. Es kennt keine Prüfsummen je Satz.",
		Remedy:   "Keine Abhilfe nötig; neue Crawls bitte als WARC liefern.",
		TitleEN:  "The file has the older format ARC, which knows no digests per record.",
		RemedyEN: "No remedy needed; please deliver new crawls as WARC."}
)

// Findings about WACZ files.
var (
	codePackage = check.Code{ID: "WCZ-001", Severity: check.Error, Source: "WACZ 1.1 datapackage.json", Ways: wholeWays,
		Title:    "Die Datei datapackage.json der WACZ-Datei ist nicht lesbar oder keine nach dem Standard.",
		Remedy:   "Bitte die WACZ-Datei neu erzeugen.",
		TitleEN:  "The file datapackage.json of the WACZ file cannot be read or is none after the standard.",
		RemedyEN: "Please make the WACZ file again."}
	codeResource = check.Code{ID: "WCZ-002", Severity: check.Error, Source: "WACZ 1.1 resources", Ways: allWays,
		Title:    "Eine Datei der WACZ-Datei hat keine brauchbare Prüfsumme in datapackage.json.",
		Remedy:   "Bitte die WACZ-Datei mit SHA-256 oder MD5 je Datei neu erzeugen.",
		TitleEN:  "A file of the WACZ file has no usable digest in datapackage.json.",
		RemedyEN: "Please make the WACZ file again with SHA-256 or MD5 per file."}
	codePart = check.Code{ID: "WCZ-003", Severity: check.Error, Source: "WACZ 1.1 directory layout", Ways: allWays,
		Title:    "Ein vorgeschriebener Teil der WACZ-Datei fehlt.",
		Remedy:   "Bitte die WACZ-Datei vollständig neu erzeugen.",
		TitleEN:  "A prescribed part of the WACZ file is missing.",
		RemedyEN: "Please make the WACZ file again completely."}
	codeIndex = check.Code{ID: "WCZ-004", Severity: check.Error, Source: "WACZ 1.1 indexes; CDXJ", Ways: allWays,
		Title:    "Eine Zeile im Verzeichnis der WACZ-Datei (CDXJ) ist nicht lesbar.",
		Remedy:   "Bitte das Verzeichnis neu erzeugen.",
		TitleEN:  "A line in the index of the WACZ file (CDXJ) cannot be read.",
		RemedyEN: "Please make the index again."}
	codeNowhere = check.Code{ID: "WCZ-005", Severity: check.Error, Source: "WACZ 1.1 indexes", Ways: allWays,
		Title:    "Das Verzeichnis der WACZ-Datei führt zu einem Satz, den es dort nicht gibt.",
		Remedy:   "Bitte das Verzeichnis neu erzeugen.",
		TitleEN:  "The index of the WACZ file leads to a record that is not there.",
		RemedyEN: "Please make the index again."}
	codeNotIndexed = check.Code{ID: "WCZ-006", Severity: check.Warning, Source: "WACZ 1.1 indexes", Ways: allWays,
		Title:    "Eine gespeicherte Antwort steht nicht im Verzeichnis der WACZ-Datei. Andere Programme finden sie nicht.",
		Remedy:   "Bitte das Verzeichnis neu erzeugen.",
		TitleEN:  "A stored answer does not stand in the index of the WACZ file. Other programs do not find it.",
		RemedyEN: "Please make the index again."}
	codePage = check.Code{ID: "WCZ-007", Severity: check.Warning, Source: "WACZ 1.1 pages", Ways: allWays,
		Title:    "Eine Seite aus der Seitenliste (pages.jsonl) ist nicht gespeichert.",
		Remedy:   "Bitte klären, ob die Seite beim Sammeln verloren ging.",
		TitleEN:  "A page of the page list (pages.jsonl) is not stored.",
		RemedyEN: "Please clarify whether the page was lost while gathering."}
	codePages = check.Code{ID: "WCZ-008", Severity: check.Error, Source: "WACZ 1.1 pages", Ways: allWays,
		Title:    "Eine Zeile der Seitenliste (pages.jsonl) ist nicht lesbar.",
		Remedy:   "Bitte die Seitenliste neu erzeugen.",
		TitleEN:  "A line of the page list (pages.jsonl) cannot be read.",
		RemedyEN: "Please make the page list again."}
	codeSigned = check.Code{ID: "WCZ-009", Severity: check.Note, Source: "WACZ Signing 0.1; G2",
		Title:    "Die WACZ-Datei ist elektronisch signiert. Die Prüfsumme des Pakets wurde verglichen, die Signatur selbst nicht geprüft.",
		Remedy:   "Keine Abhilfe nötig.",
		TitleEN:  "The WACZ file is signed electronically. The digest of the package was compared, the signature itself was not checked.",
		RemedyEN: "No remedy needed."}
	codeInner = check.Code{ID: "WCZ-010", Severity: check.Error, Source: "WACZ 1.1 resources; A7", Ways: allWays,
		Title:    "Die Prüfsumme oder Größe einer Datei innerhalb einer WACZ-Datei stimmt nicht.",
		Remedy:   "Bitte eine unveränderte Kopie der WACZ-Datei liefern.",
		TitleEN:  "The digest or size of a file inside a WACZ file does not fit.",
		RemedyEN: "Please deliver an unchanged copy of the WACZ file."}
)

// Codes are all finding codes of this room.
var Codes = []check.Code{
	codeDescription, codeMissing, codeForm, codeNoContent, codeNoPDF, codeNoDescription, codeNoISO, codeISO, codeISODiffers, codeNoLog, codeUnfinished, codeCrawlErrors, codeNotThere, codeCounts, codeNotJudged, codePoor, codeStatistics, codeStatement, codeNoSlip, codeSyntax, codeCut, codeEnd, codeField, codeBlock, codePayload, codeDigestOpen, codeOneStream, codeBracketed, codeType, codeTwice, codeNoOriginal, codeNoAnswer, codeARC, codePackage, codeResource, codePart, codeIndex, codeNowhere, codeNotIndexed, codePage, codePages, codeSigned, codeInner,
}
