package kind

import (
	"laufzettel/transfer/check"
)

// Codes are the findings about material a portion is made of.
var Codes = []check.Code{CodeLeftOut, CodeOmitted}

var (
	acceptable = []check.WayOut{check.AcceptException, check.ReturnAll}

	CodeLeftOut = check.Code{ID: "PRE-001", Severity: check.Warning, Source: "C5", Ways: acceptable,
		Title:    "Eine Datei des Materials gehört zu keinem Teil der Portion und wurde nicht übernommen.",
		Remedy:   "Bitte prüfen, ob sie gebraucht wird; wenn ja, so benennen, dass sie erkannt wird, wenn nein, aus dem Material nehmen.",
		TitleEN:  "A file of the material belongs to no part of the portion and was not taken.",
		RemedyEN: "Please see whether it is needed; rename or remove it."}
	CodeOmitted = check.Code{ID: "PRE-029", Severity: check.Note, Source: "C1; C6; G6",
		Title:    "Ein Registereintrag ist nicht in der Portion; die Stelle nennt den Grund.",
		Remedy:   "Bitte die Begründung ansehen und bei Zweifeln die Stelle fragen.",
		TitleEN:  "A register entry is not in the portion; the agency gives the reason.",
		RemedyEN: "Please look at the reason and ask the agency where in doubt."}
)
