package siard

import "laufzettel/transfer/check"

var (
	wholeWays = []check.WayOut{check.ReturnAll, check.AcceptException, check.Stop}
	allWays   = []check.WayOut{check.ReturnAll, check.AskForFiles, check.AcceptException, check.Stop}
	refuse    = []check.WayOut{check.ReturnAll, check.Stop}
)

var (
	codeNoMetadata = check.Code{ID: "SRD-001", Severity: check.Error, Source: "eCH-0165 P_4.2", Ways: refuse,
		Title:    "Die Datei header/metadata.xml fehlt. Ohne sie lässt sich das Datenbankarchiv nicht deuten.",
		Remedy:   "Bitte die Datenbank neu als SIARD ausgeben und neu liefern.",
		TitleEN:  "The file header/metadata.xml is missing. Without it the database archive cannot be interpreted.",
		RemedyEN: "Please export the database again as SIARD and deliver it again."}
	codeSyntax = check.Code{ID: "SRD-002", Severity: check.Error, Source: "eCH-0165 M_5; G5", Ways: refuse,
		Title:    "Die Datei metadata.xml lässt sich nicht bis zum Ende lesen. Was danach kommt, ist nicht geprüft.",
		Remedy:   "Bitte die Datenbank neu als SIARD ausgeben und neu liefern.",
		TitleEN:  "The file metadata.xml cannot be read to its end. What follows was not checked.",
		RemedyEN: "Please export the database again as SIARD and deliver it again."}
	codeVersion = check.Code{ID: "SRD-003", Severity: check.Warning, Source: "eCH-0165 version", Ways: wholeWays,
		Title:    "Die SIARD-Version ist nicht bekannt. Geprüft wurde nach den Regeln der Version 2.2.",
		Remedy:   "Bitte als SIARD 2.2 liefern oder die Version mit dem Archiv vereinbaren.",
		TitleEN:  "The SIARD version is not known. The rules of version 2.2 were applied.",
		RemedyEN: "Please deliver as SIARD 2.2 or agree the version with the archive."}
	codeVersionFolder = check.Code{ID: "SRD-004", Severity: check.Warning, Source: "eCH-0165 P_4.2 siardversion", Ways: wholeWays,
		Title:    "Der Ordner header/siardversion passt nicht zur Version in metadata.xml. Formaterkennung kann daran scheitern.",
		Remedy:   "Bitte die Datenbank mit einem aktuellen Programm neu ausgeben.",
		TitleEN:  "The folder header/siardversion does not fit the version in metadata.xml. Format identification may fail on it.",
		RemedyEN: "Please export the database again with a current program."}
	codeRows = check.Code{ID: "SRD-005", Severity: check.Error, Source: "eCH-0165 rows", Ways: wholeWays,
		Title:    "Die Zahl der Datensätze einer Tabelle weicht von der Angabe in metadata.xml ab.",
		Remedy:   "Bitte klären, ob Datensätze fehlen, und die Datenbank neu ausgeben.",
		TitleEN:  "The number of records of a table differs from the statement in metadata.xml.",
		RemedyEN: "Please clarify whether records are missing and export the database again."}
	codeTable = check.Code{ID: "SRD-006", Severity: check.Error, Source: "eCH-0165 T_6; G5", Ways: allWays,
		Title:    "Eine Tabelle lässt sich nicht bis zum Ende lesen. Ihre Datensätze sind nicht vollständig geprüft.",
		Remedy:   "Bitte die Datenbank neu als SIARD ausgeben und neu liefern.",
		TitleEN:  "A table cannot be read to its end. Its records were not checked completely.",
		RemedyEN: "Please export the database again as SIARD and deliver it again."}
	// A warning: it covers a stretch of the ZIP, not a file, and differs in three of
	// the five public samples that are sound.
	codeDigest = check.Code{ID: "SRD-007", Severity: check.Warning, Source: "eCH-0165 messageDigest", Ways: wholeWays,
		Title:    "Die Prüfsumme über die Tabellen (messageDigest) passt nicht. Das Archiv wurde nach dem Erstellen verändert oder neu gepackt; was davon zutrifft, ist daraus nicht zu erkennen.",
		Remedy:   "Bitte bestätigen, dass das Archiv nur neu gepackt wurde, oder die Datenbank neu ausgeben.",
		TitleEN:  "The checksum over the tables (messageDigest) does not fit. The archive was changed or packed again after it was made; which of both cannot be told from it.",
		RemedyEN: "Please confirm that the archive was only packed again, or export the database again."}
	codeDigestOpen = check.Code{ID: "SRD-008", Severity: check.Note, Source: "eCH-0165 messageDigest; G2",
		Title:    "Die Prüfsumme über die Tabellen (messageDigest) ließ sich nicht vergleichen.",
		Remedy:   "Bitte das Archiv als ZIP-Datei liefern, in der die Tabellen vor dem Kopf stehen.",
		TitleEN:  "The checksum over the tables (messageDigest) could not be compared.",
		RemedyEN: "Please deliver the archive as a ZIP file in which the tables come before the header."}
	codeExternal = check.Code{ID: "SRD-009", Severity: check.Warning, Source: "eCH-0165 lobFolder", Ways: allWays,
		Title:    "Große Objekte liegen außerhalb des Archivs. Sie sind nicht Teil dieser Datei und wurden nicht geprüft.",
		Remedy:   "Bitte die ausgelagerten Dateien mitliefern oder die Datenbank mit eingeschlossenen Objekten ausgeben.",
		TitleEN:  "Large objects lie outside the archive. They are not part of this file and were not checked.",
		RemedyEN: "Please deliver the external files too, or export the database with objects included."}
	codeFolder = check.Code{ID: "SRD-010", Severity: check.Error, Source: "eCH-0165 folder; G5", Ways: wholeWays,
		Title:    "Ein Schema oder eine Tabelle nennt keinen eigenen Ordner. Ihre Daten lassen sich nicht zuordnen.",
		Remedy:   "Bitte die Datenbank neu als SIARD ausgeben.",
		TitleEN:  "A schema or table names no folder of its own. Its data cannot be assigned.",
		RemedyEN: "Please export the database again as SIARD."}
	codeUnpacked = check.Code{ID: "SRD-011", Severity: check.Warning, Source: "eCH-0165 P_4.1", Ways: wholeWays,
		Title:    "Das Datenbankarchiv ist nicht als ZIP-Datei geliefert. SIARD ist eine einzelne ZIP-Datei mit der Endung .siard.",
		Remedy:   "Bitte die .siard-Datei selbst liefern, nicht ihren entpackten Inhalt.",
		TitleEN:  "The database archive is not delivered as a ZIP file. SIARD is one ZIP file with extension .siard.",
		RemedyEN: "Please deliver the .siard file itself, not its unpacked content."}
	codeNoTables = check.Code{ID: "SRD-012", Severity: check.Note, Source: "eCH-0165 tables",
		Title:    "Das Datenbankarchiv beschreibt keine einzige Tabelle.",
		Remedy:   "Bitte prüfen, ob beim Ausgeben Tabellen fehlten.",
		TitleEN:  "The database archive does not describe a single table.",
		RemedyEN: "Please check whether tables were left out on export."}
	codeReference = check.Code{ID: "SRD-013", Severity: check.Warning, Source: "eCH-0165 foreignKey", Ways: wholeWays,
		Title:    "Ein Fremdschlüssel verweist auf eine Tabelle, die das Archiv nicht enthält.",
		Remedy:   "Bitte klären, ob die Tabelle absichtlich fehlt.",
		TitleEN:  "A foreign key refers to a table that the archive does not hold.",
		RemedyEN: "Please clarify whether the table is left out on purpose."}
	codeNoSchema = check.Code{ID: "SRD-014", Severity: check.Warning, Source: "eCH-0165 metadata.xsd", Ways: wholeWays,
		Title:    "Die Datei header/metadata.xsd fehlt. Der Standard verlangt, dass das Schema mitreist.",
		Remedy:   "Bitte das Schema der verwendeten Version beilegen.",
		TitleEN:  "The file header/metadata.xsd is missing. The standard wants the schema to travel along.",
		RemedyEN: "Please add the schema of the version used."}
)

// Codes are all finding codes of this room.
var Codes = []check.Code{
	codeNoMetadata, codeSyntax, codeVersion, codeVersionFolder, codeRows, codeTable, codeDigest, codeDigestOpen, codeExternal,
	codeFolder, codeUnpacked, codeNoTables, codeReference, codeNoSchema,
}
