package ech0160

import "laufzettel/transfer/check"

var (
	wholeWays = []check.WayOut{check.ReturnAll, check.AcceptException, check.Stop}
	allWays   = []check.WayOut{check.ReturnAll, check.AskForFiles, check.AcceptException, check.Stop}
	refuse    = []check.WayOut{check.ReturnAll, check.Stop}
)

var (
	codeNoMetadata = check.Code{ID: "ECH-001", Severity: check.Error, Source: "eCH-0160 4.2", Ways: refuse,
		Title:    "Die Datei header/metadata.xml fehlt. Ohne sie ist nicht beschrieben, was geliefert wurde.",
		Remedy:   "Bitte das Paket neu ausgeben und neu liefern.",
		TitleEN:  "The file header/metadata.xml is missing. Without it nothing describes what was delivered.",
		RemedyEN: "Please export the package again and deliver it again."}
	codeSyntax = check.Code{ID: "ECH-002", Severity: check.Error, Source: "eCH-0160 4.2; G5", Ways: refuse,
		Title:    "Die Datei metadata.xml lässt sich nicht bis zum Ende lesen. Was danach kommt, ist nicht geprüft.",
		Remedy:   "Bitte das Paket neu ausgeben und neu liefern.",
		TitleEN:  "The file metadata.xml cannot be read to its end. What follows was not checked.",
		RemedyEN: "Please export the package again and deliver it again."}
	codeVersion = check.Code{ID: "ECH-003", Severity: check.Warning, Source: "eCH-0160 schemaVersion", Ways: wholeWays,
		Title:    "Die Version des Schemas ist nicht bekannt. Gelesen wurde nach den Regeln der Version 1.2.",
		Remedy:   "Bitte nach eCH-0160 1.0 bis 1.2 liefern oder die neue Version mit dem Archiv vereinbaren.",
		TitleEN:  "The schema version is not known. The rules of version 1.2 were applied.",
		RemedyEN: "Please deliver by eCH-0160 1.0 to 1.2 or agree the new version with the archive."}
	codeNoSchema = check.Code{ID: "ECH-004", Severity: check.Warning, Source: "eCH-0160 4.2", Ways: wholeWays,
		Title:    "Der Ordner header/xsd mit den Schemas fehlt. Der Standard verlangt, dass sie mitreisen.",
		Remedy:   "Bitte die Schemas der verwendeten Version beilegen.",
		TitleEN:  "The folder header/xsd with the schemas is missing. The standard wants them to travel along.",
		RemedyEN: "Please add the schemas of the version used."}
	codeFileTwice = check.Code{ID: "ECH-005", Severity: check.Error, Source: "eCH-0160 inhaltsverzeichnis", Ways: wholeWays,
		Title:    "Das Inhaltsverzeichnis nennt dieselbe Datei mehrmals.",
		Remedy:   "Bitte das Inhaltsverzeichnis neu erstellen; jede Datei steht einmal darin.",
		TitleEN:  "The table of contents names the same file more than once.",
		RemedyEN: "Please make the table of contents again; each file stands in it once."}
	codeIDTwice = check.Code{ID: "ECH-006", Severity: check.Error, Source: "eCH-0160 id (xs:ID)", Ways: wholeWays,
		Title:    "Dieselbe Kennung steht für zwei Einträge. Verweise darauf sind nicht eindeutig.",
		Remedy:   "Bitte jedem Eintrag eine eigene Kennung geben.",
		TitleEN:  "The same id stands for two entries. References to it are ambiguous.",
		RemedyEN: "Please give each entry an id of its own."}
	codeReference = check.Code{ID: "ECH-007", Severity: check.Error, Source: "eCH-0160 dateiRef", Ways: allWays,
		Title:    "Ein Verweis (dateiRef) führt zu keiner Datei des Inhaltsverzeichnisses.",
		Remedy:   "Bitte die Datei nachliefern oder den Verweis berichtigen.",
		TitleEN:  "A reference (dateiRef) leads to no file of the table of contents.",
		RemedyEN: "Please deliver the file or correct the reference."}
	codeUnreferenced = check.Code{ID: "ECH-008", Severity: check.Warning, Source: "eCH-0160 dateiRef", Ways: allWays,
		Title:    "Eine Inhaltsdatei gehört zu keinem Dokument und keinem Dossier. Ihr Zusammenhang ist nicht überliefert.",
		Remedy:   "Bitte angeben, zu welchem Dokument die Datei gehört.",
		TitleEN:  "A content file belongs to no document and no dossier. Its context is not handed down.",
		RemedyEN: "Please state which document the file belongs to."}
	codeNoDigest = check.Code{ID: "ECH-009", Severity: check.Error, Source: "eCH-0160 pruefsumme", Ways: wholeWays,
		Title:    "Für eine Datei fehlt die Prüfsumme oder ihr Verfahren. Ob sie unverändert ankam, lässt sich nicht prüfen.",
		Remedy:   "Bitte Prüfalgorithmus und Prüfsumme ergänzen.",
		TitleEN:  "A file lacks its checksum or the algorithm. Whether it arrived unchanged cannot be checked.",
		RemedyEN: "Please add algorithm and checksum."}
	codeName = check.Code{ID: "ECH-010", Severity: check.Error, Source: "eCH-0160 inhaltsverzeichnis; G5", Ways: refuse,
		Title:    "Ein Name im Inhaltsverzeichnis ist kein Datei- oder Ordnername. Er wurde nicht verwendet.",
		Remedy:   "Bitte im Inhaltsverzeichnis einfache Namen ohne Pfadangaben verwenden.",
		TitleEN:  "A name in the table of contents is no name of a file or folder. It was not used.",
		RemedyEN: "Please use plain names without paths in the table of contents."}
	codeType = check.Code{ID: "ECH-011", Severity: check.Error, Source: "eCH-0160 ablieferungstyp", Ways: wholeWays,
		Title:    "Ablieferungstyp und Aufbau widersprechen sich (GEVER, FILES).",
		Remedy:   "Bitte den Ablieferungstyp berichtigen.",
		TitleEN:  "Type of submission and structure contradict each other (GEVER, FILES).",
		RemedyEN: "Please correct the type of submission."}
	codePackage = check.Code{ID: "ECH-012", Severity: check.Warning, Source: "eCH-0160 paketTyp", Ways: wholeWays,
		Title:    "Das Paket ist kein SIP. Abgeliefert werden SIP; AIP und DIP entstehen im Archiv.",
		Remedy:   "Bitte klären, warum dieses Paket geliefert wurde.",
		TitleEN:  "The package is no SIP. SIPs are delivered; AIPs and DIPs arise in the archive.",
		RemedyEN: "Please clarify why this package was delivered."}
	codeNoFile = check.Code{ID: "ECH-013", Severity: check.Warning, Source: "eCH-0160 dokument, erscheinungsform", Ways: allWays,
		Title:    "Ein digitales Dokument nennt keine Datei.",
		Remedy:   "Bitte die Datei nachliefern oder das Dokument als nicht digital kennzeichnen.",
		TitleEN:  "A digital document names no file.",
		RemedyEN: "Please deliver the file or mark the document as not digital."}
	codeSpan = check.Code{ID: "ECH-014", Severity: check.Warning, Source: "eCH-0160 entstehungszeitraum", Ways: wholeWays,
		Title:    "Ein Entstehungszeitraum endet vor seinem Beginn.",
		Remedy:   "Bitte die Daten berichtigen.",
		TitleEN:  "A period of creation ends before it begins.",
		RemedyEN: "Please correct the dates."}
	codeEmpty = check.Code{ID: "ECH-015", Severity: check.Note, Source: "eCH-0160 dossier",
		Title:    "Ein Dossier enthält weder Dokumente noch Dateien.",
		Remedy:   "Bitte prüfen, ob etwas fehlt.",
		TitleEN:  "A dossier holds neither documents nor files.",
		RemedyEN: "Please check whether something is missing."}
	codeNoRecords = check.Code{ID: "ECH-016", Severity: check.Warning, Source: "eCH-0160 ordnungssystem", Ways: wholeWays,
		Title:    "Das Paket beschreibt kein einziges Dossier.",
		Remedy:   "Bitte prüfen, ob beim Ausgeben Unterlagen verloren gingen.",
		TitleEN:  "The package does not describe a single dossier.",
		RemedyEN: "Please check whether records were lost on export."}
)

// Codes are all finding codes of this room.
var Codes = []check.Code{
	codeNoMetadata, codeSyntax, codeVersion, codeNoSchema, codeFileTwice, codeIDTwice, codeReference, codeUnreferenced, codeNoDigest,
	codeName, codeType, codePackage, codeNoFile, codeSpan, codeEmpty, codeNoRecords,
}
