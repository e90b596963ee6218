package eark

import "laufzettel/transfer/check"

var (
	wholeWays = []check.WayOut{check.ReturnAll, check.AcceptException, check.Stop}
	allWays   = []check.WayOut{check.ReturnAll, check.AskForFiles, check.AcceptException, check.Stop}
	refuse    = []check.WayOut{check.ReturnAll, check.Stop}
)

var (
	codeNoMETS = check.Code{ID: "EAR-001", Severity: check.Error, Source: "CSIPSTR4", Ways: refuse,
		Title:    "Die Datei METS.xml fehlt. Ohne sie ist nicht beschrieben, was das Paket enthält.",
		Remedy:   "Bitte das Paket neu ausgeben und neu liefern.",
		TitleEN:  "The file METS.xml is missing. Without it nothing describes what the package holds.",
		RemedyEN: "Please export the package again and deliver it again."}
	codeSyntax = check.Code{ID: "EAR-002", Severity: check.Error, Source: "CSIPSTR4; G5", Ways: refuse,
		Title:    "Eine METS-Datei lässt sich nicht lesen. Was sie beschreibt, ist nicht geprüft.",
		Remedy:   "Bitte das Paket neu ausgeben und neu liefern.",
		TitleEN:  "A METS file cannot be read. What it describes was not checked.",
		RemedyEN: "Please export the package again and deliver it again."}
	codeMust = check.Code{ID: "EAR-003", Severity: check.Error, Source: "E-ARK CSIP, SIP: MUST", Ways: wholeWays,
		Title:    "Eine Pflichtregel der E-ARK-Spezifikation ist nicht erfüllt.",
		Remedy:   "Bitte das Paket nach der genannten Regel berichtigen und neu liefern.",
		TitleEN:  "A MUST rule of the E-ARK specification is not met.",
		RemedyEN: "Please correct the package by the rule named and deliver it again."}
	codeShould = check.Code{ID: "EAR-004", Severity: check.Warning, Source: "E-ARK CSIP, SIP: SHOULD", Ways: wholeWays,
		Title:    "Eine Soll-Regel der E-ARK-Spezifikation ist nicht erfüllt.",
		Remedy:   "Bitte künftige Pakete nach der genannten Regel erstellen.",
		TitleEN:  "A SHOULD rule of the E-ARK specification is not met.",
		RemedyEN: "Please make future packages by the rule named."}
	codeMay = check.Code{ID: "EAR-005", Severity: check.Note, Source: "E-ARK CSIP, SIP: MAY",
		Title:    "Von einer Kann-Regel der E-ARK-Spezifikation ist kein Gebrauch gemacht.",
		Remedy:   "Es ist nichts zu tun; die Angabe würde das Paket besser beschreiben.",
		TitleEN:  "No use was made of a MAY rule of the E-ARK specification.",
		RemedyEN: "Nothing need be done; the statement would describe the package better."}
	codePath = check.Code{ID: "EAR-006", Severity: check.Error, Source: "CSIP24, CSIP79, CSIP110; G5", Ways: refuse,
		Title:    "Ein Verweis führt aus dem Paket hinaus. Er wurde nicht verfolgt.",
		Remedy:   "Bitte nur Verweise angeben, die im Paket beginnen.",
		TitleEN:  "A reference leads out of the package. It was not followed.",
		RemedyEN: "Please state only references that start in the package."}
	codeRepresentation = check.Code{ID: "EAR-007", Severity: check.Error, Source: "CSIP109, CSIP110, CSIPSTR12", Ways: allWays,
		Title:    "Der Verweis auf eine Repräsentation führt zu keiner METS-Datei. Die Repräsentation ist nicht beschrieben.",
		Remedy:   "Bitte die METS-Datei der Repräsentation mitliefern.",
		TitleEN:  "The reference to a representation leads to no METS file. The representation is not described.",
		RemedyEN: "Please deliver the METS file of the representation too."}
	codeIDTwice = check.Code{ID: "EAR-008", Severity: check.Error, Source: "METS ID (xs:ID)", Ways: wholeWays,
		Title:    "Dieselbe Kennung steht in einer METS-Datei zweimal. Verweise darauf sind nicht eindeutig.",
		Remedy:   "Bitte jedem Element eine eigene Kennung geben.",
		TitleEN:  "The same id stands twice in a METS file. References to it are ambiguous.",
		RemedyEN: "Please give each element an id of its own."}
	codeTooMany = check.Code{ID: "EAR-009", Severity: check.Error, Source: "G5", Ways: wholeWays,
		Title:    "Das Paket nennt mehr Repräsentationen, als sich prüfen lassen.",
		Remedy:   "Bitte das Paket teilen.",
		TitleEN:  "The package names more representations than can be checked.",
		RemedyEN: "Please split the package."}
)

// Codes are all finding codes of this room. Which rule of the specification is
// meant stands in Finding.Rule.
var Codes = []check.Code{codeNoMETS, codeSyntax, codeMust, codeShould, codeMay, codePath, codeRepresentation, codeIDTwice, codeTooMany}

// codeOf gives the code of a level.
func codeOf(level Level) check.Code {
	switch level {
	case Must:
		return codeMust
	case Should:
		return codeShould
	}
	return codeMay
}
