package aip

import "laufzettel/transfer/check"

// ways is what a person can do with a package that does not verify: nothing of
// it can be accepted as it is.
var ways = []check.WayOut{check.ReturnAll, check.Stop}

// The findings about packages. Codes are stable and never reused.
var (
	codeUnreadable = check.Code{ID: "AIP-001", Severity: check.Error, Title: "Das Archivpaket lässt sich nicht lesen.", Remedy: "Bitte eine andere Kopie des Pakets prüfen.",
		TitleEN: "The package cannot be read.", RemedyEN: "Please check another copy of the package.", Source: "A15", Ways: ways}
	codeStructure = check.Code{ID: "AIP-002", Severity: check.Error, Title: "Der Aufbau des Archivpakets stimmt nicht.", Remedy: "Bitte eine andere Kopie des Pakets prüfen; dieses Paket hat das Programm so nicht geschrieben.",
		TitleEN: "The structure of the package is wrong.", RemedyEN: "Please check another copy; the program did not write the package like this.", Source: "CSIPSTR1, CSIPSTR4", Ways: ways}
	codeMissingFile = check.Code{ID: "AIP-003", Severity: check.Error, Title: "Im METS genannt, aber nicht im Archivpaket.", Remedy: "Bitte die Datei aus einer anderen Kopie des Pakets wiederherstellen lassen.",
		TitleEN: "Named in METS, but not in the package.", RemedyEN: "Please have the file restored from another copy.", Source: "CSIP 2.2", Ways: ways}
	codeExtraFile = check.Code{ID: "AIP-004", Severity: check.Error, Title: "Im Archivpaket, aber im METS nicht genannt.", Remedy: "Das Paket wurde nach dem Versiegeln verändert. Bitte eine andere Kopie prüfen.",
		TitleEN: "In the package, but not named in METS.", RemedyEN: "The package was changed after sealing. Please check another copy.", Source: "CSIP 2.2", Ways: ways}
	codeDigest = check.Code{ID: "AIP-005", Severity: check.Error, Title: "Prüfsumme weicht ab.", Remedy: "Die Datei wurde nach dem Versiegeln verändert oder beschädigt. Bitte eine andere Kopie des Pakets prüfen.",
		TitleEN: "The checksum differs.", RemedyEN: "The file was changed or damaged after sealing. Please check another copy.", Source: "CSIP 2.2, @CHECKSUM", Ways: ways}
	codeSize = check.Code{ID: "AIP-006", Severity: check.Error, Title: "Die Größe weicht ab.", Remedy: "Die Datei wurde nach dem Versiegeln verändert oder abgeschnitten. Bitte eine andere Kopie des Pakets prüfen.",
		TitleEN: "The size differs.", RemedyEN: "The file was changed or cut after sealing. Please check another copy.", Source: "CSIP 2.2, @SIZE", Ways: ways}
	codeMETS = check.Code{ID: "AIP-007", Severity: check.Error, Title: "Das METS-Dokument entspricht nicht seinem Schema.", Remedy: "Bitte eine andere Kopie des Pakets prüfen.",
		TitleEN: "The METS document does not match its schema.", RemedyEN: "Please check another copy.", Source: "A14", Ways: ways}
	codePREMIS = check.Code{ID: "AIP-008", Severity: check.Error, Title: "Das PREMIS-Dokument fehlt oder entspricht nicht seinem Schema.", Remedy: "Bitte eine andere Kopie des Pakets prüfen.",
		TitleEN: "The PREMIS document is missing or does not match its schema.", RemedyEN: "Please check another copy.", Source: "A14", Ways: ways}
	codeDescription = check.Code{ID: "AIP-009", Severity: check.Error, Title: "Die Beschreibung des Pakets fehlt oder entspricht nicht ihrem Schema.", Remedy: "Bitte eine andere Kopie des Pakets prüfen.",
		TitleEN: "The description of the package is missing or does not match its schema.", RemedyEN: "Please check another copy.", Source: "A14", Ways: ways}
	codeDisagree = check.Code{ID: "AIP-010", Severity: check.Error, Title: "METS, PREMIS und Beschreibung widersprechen einander.", Remedy: "Das Paket wurde nach dem Versiegeln verändert. Bitte eine andere Kopie prüfen.",
		TitleEN: "METS, PREMIS and description contradict each other.", RemedyEN: "The package was changed after sealing. Please check another copy.", Source: "A15", Ways: ways}
	codeSeal = check.Code{ID: "AIP-011", Severity: check.Error, Title: "Das METS-Dokument wurde nach dem Versiegeln verändert.", Remedy: "Bitte eine andere Kopie des Pakets prüfen.",
		TitleEN: "The METS document was changed after sealing.", RemedyEN: "Please check another copy.", Source: "A15", Ways: ways}
	codeNewer = check.Code{ID: "AIP-012", Severity: check.Error, Title: "Das Archivpaket stammt von einer neueren Fassung des Programms.", Remedy: "Bitte das Paket mit der neueren Fassung öffnen. Am Paket selbst ist nichts auszusetzen.",
		TitleEN: "The package was made by a newer version of the program.", RemedyEN: "Please open it with the newer version.", Source: "design.md 9", Ways: []check.WayOut{check.Stop}}
	codeMissing = check.Code{ID: "AIP-013", Severity: check.Warning, Title: "Eine Pflichtangabe der Beschreibung fehlt.", Remedy: "Bitte die Angabe nachliefern oder die Annahme mit Ausnahme begründen.",
		TitleEN: "A mandatory statement of the description is missing.", RemedyEN: "Please deliver the statement later, or accept with an exception.", Source: "A16, P5.1.1",
		Ways: []check.WayOut{check.ReturnAll, check.AskForFiles, check.AcceptException, check.Stop}}
	codeDerived = check.Code{ID: "AIP-014", Severity: check.Note, Title: "Eine Pflichtangabe fehlt in der Nachricht und wurde aus den Dokumenten abgeleitet.", Remedy: "Keine Handlung nötig. Der Wert ist als abgeleitet gekennzeichnet; die Schutzfrist ist vorsichtig berechnet.",
		TitleEN: "A mandatory statement is missing in the message and was derived from the documents.", RemedyEN: "Nothing to do. The value is marked as derived.", Source: "A38"}
)

// Codes are all findings this room utters.
var Codes = []check.Code{codeUnreadable, codeStructure, codeMissingFile, codeExtraFile, codeDigest, codeSize, codeMETS, codePREMIS,
	codeDescription, codeDisagree, codeSeal, codeNewer, codeMissing, codeDerived}
