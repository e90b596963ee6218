package prepare

import (
	"laufzettel/transfer/check"
)

// Codes are the findings of the clerk's side: what differs between the clerk's check
// and the archive's (PRE-020 …). What is wrong with the material is told by
// kind.Codes and the kinds (PRE-001 …).
var Codes = []check.Code{codeOlderProfile, codeOtherRule, codeOtherFile, codeOtherResult, codeSidecar, codeSidecarSignature, codeSenderUnknown, codeSenderOther, codeSenderMissing}

var (
	exception = []check.WayOut{check.AcceptException, check.ReturnAll}

	codeOlderProfile = check.Code{ID: "PRE-020", Severity: check.Note, Source: "G6",
		Title:    "Die Stelle hat mit einem anderen Stand des Profils geprüft.",
		Remedy:   "Bitte das gültige Profil beim Archiv holen und einlesen.",
		TitleEN:  "The agency checked with another version of the profile.",
		RemedyEN: "Please get the valid profile from the archive and import it."}
	codeOtherRule = check.Code{ID: "PRE-021", Severity: check.Note, Source: "G6",
		Title:    "Eine Regel hat sich seit der Prüfung der Stelle geändert.",
		Remedy:   "Bitte den Stand des Programms auf beiden Seiten angleichen.",
		TitleEN:  "A rule has changed since the agency's check.",
		RemedyEN: "Please bring the program to the same version on both sides."}
	codeOtherFile = check.Code{ID: "PRE-022", Severity: check.Error, Source: "G6; C7", Ways: []check.WayOut{check.ReturnAll, check.AskForFiles, check.AcceptException},
		Title:    "Eine Datei ist nicht mehr die, die die Stelle geprüft hat.",
		Remedy:   "Bitte die Portion noch einmal übergeben; sie hat sich auf dem Weg geändert.",
		TitleEN:  "A file is no longer the one the agency checked.",
		RemedyEN: "Please hand the portion over again; it changed on the way."}
	codeOtherResult = check.Code{ID: "PRE-023", Severity: check.Note, Source: "G6",
		Title:    "Die Prüfung der Stelle und die des Archivs kommen zu verschiedenen Befunden.",
		Remedy:   "Bitte Profil und Stand des Programms auf beiden Seiten vergleichen.",
		TitleEN:  "The agency's check and the archive's come to different findings.",
		RemedyEN: "Please compare profile and program version on both sides."}
	codeSidecar = check.Code{ID: "PRE-024", Severity: check.Warning, Source: "G6", Ways: exception,
		Title:    "Das Ergebnis der Selbstprüfung lässt sich nicht lesen oder gehört zu einer anderen Portion.",
		Remedy:   "Bitte die Portion mit ihrer eigenen Selbstprüfung übergeben.",
		TitleEN:  "The result of the self-check cannot be read or belongs to another portion.",
		RemedyEN: "Please hand over the portion with its own self-check."}
	codeSidecarSignature = check.Code{ID: "PRE-025", Severity: check.Warning, Source: "G6; G14", Ways: exception,
		Title:    "Die Unterschrift unter der Selbstprüfung hält der Prüfung nicht stand.",
		Remedy:   "Bitte die Portion noch einmal prüfen und übergeben.",
		TitleEN:  "The signature of the self-check does not verify.",
		RemedyEN: "Please check and hand over the portion again."}
	codeSenderUnknown = check.Code{ID: "PRE-026", Severity: check.Warning, Source: "G6; G14", Ways: exception,
		Title:    "Die Selbstprüfung ist unterschrieben, aber mit einem Schlüssel, den das Archiv nicht kennt. Wer geprüft hat, ist nicht bestätigt.",
		Remedy:   "Bitte dem Archiv die Schlüsselkarte der Stelle geben und den Fingerabdruck auf anderem Weg vergleichen.",
		TitleEN:  "The self-check is signed, but with a key the archive does not know. Who checked is not confirmed.",
		RemedyEN: "Please give the archive the agency's key card and compare the fingerprint by another way."}
	codeSenderOther = check.Code{ID: "PRE-027", Severity: check.Warning, Source: "G6; G14", Ways: exception,
		Title:    "Die Selbstprüfung ist mit dem Schlüssel einer anderen Stelle unterschrieben.",
		Remedy:   "Bitte klären, wer die Portion gebaut und geprüft hat, und sie mit dem eigenen Schlüssel übergeben.",
		TitleEN:  "The self-check is signed with the key of another agency.",
		RemedyEN: "Please clear up who built and checked the portion, and hand it over with your own key."}
	codeSenderMissing = check.Code{ID: "PRE-028", Severity: check.Note, Source: "G6; G14",
		Title:    "Die Selbstprüfung trägt keine Unterschrift, obwohl das Archiv einen Schlüssel der Stelle kennt.",
		Remedy:   "Bitte die Portion an dem Rechner übergeben, auf dem der Schlüssel der Stelle liegt.",
		TitleEN:  "The self-check carries no signature, although the archive knows a key of the agency.",
		RemedyEN: "Please hand the portion over at the computer that holds the agency's key."}
)
