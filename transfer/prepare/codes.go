package prepare

import "laufzettel/transfer/check"

// Codes are the findings of the clerk's side: what is wrong with the material
// (PRE-001 …) and what differs between the clerk's check and the archive's
// (PRE-020 …).
var Codes = []check.Code{codeLeftOut, codeNoEntry, codeNoPartner, codeCheck8, codeCount, codeOlderProfile, codeOtherRule, codeOtherFile, codeOtherResult, codeSidecar, codeSidecarSignature, codeSenderUnknown, codeSenderOther, codeSenderMissing, codeOmitted}

var (
	exception = []check.WayOut{check.AcceptException, check.ReturnAll}

	codeLeftOut = check.Code{ID: "PRE-001", Severity: check.Warning, Source: "C5", Ways: exception,
		Title:    "Eine Datei des Materials gehört zu keinem Teil der Portion und wurde nicht übernommen.",
		Remedy:   "Bitte prüfen, ob sie gebraucht wird; wenn ja, so benennen, dass sie erkannt wird, wenn nein, aus dem Material nehmen.",
		TitleEN:  "A file of the material belongs to no part of the portion and was not taken.",
		RemedyEN: "Please see whether it is needed; rename or remove it."}
	codeNoEntry = check.Code{ID: "PRE-002", Severity: check.Error, Source: "C4", Ways: exception,
		Title:    "Zu einer Datei lässt sich der Registereintrag nicht feststellen: weder ihr Name noch ihr Inhalt nennt ihn.",
		Remedy:   "Bitte die Datei nach dem Eintrag benennen, etwa „12_U0.xml“.",
		TitleEN:  "The register entry of a file cannot be told: neither its name nor its content states it.",
		RemedyEN: "Please name the file after the entry, for example “12_U0.xml”."}
	codeNoPartner = check.Code{ID: "PRE-003", Severity: check.Error, Source: "C1; C3", Ways: exception,
		Title:    "Zu einer Beurkundung liegt nur eine der beiden Dateien vor.",
		Remedy:   "Bitte die fehlende XML- oder PDF-Datei gleichen Namens dazulegen.",
		TitleEN:  "Only one of the two files of a certification is there.",
		RemedyEN: "Please add the missing XML or PDF file of the same name."}
	codeCheck8 = check.Code{ID: "PRE-004", Severity: check.Error, Source: "C6; BKK-Arbeitshilfe 3.3.3 Nr. 8", Ways: exception,
		Title:    "Eine Datei, die die Rückgrat-XML nennt, liegt nicht in der Portion (Prüfung 8).",
		Remedy:   "Bitte die Datei zum Material legen und die Portion neu bauen.",
		TitleEN:  "A file that the backbone names is not in the portion (check 8).",
		RemedyEN: "Please add the file and build the portion again."}

	codeCount = check.Code{ID: "PRE-005", Severity: check.Error, Source: "C1; C5", Ways: exception,
		Title:    "Die Zahl der Einträge stimmt nicht mit dem Abschlussvermerk überein.",
		Remedy:   "Bitte die fehlenden Einträge dazulegen, ihren Wegfall begründen oder die angegebene Zahl berichtigen.",
		TitleEN:  "The number of entries is not the one the closing note states.",
		RemedyEN: "Please add the missing entries, give a reason for their omission or correct the number stated."}

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
	codeOmitted = check.Code{ID: "PRE-029", Severity: check.Note, Source: "C1; C6; G6",
		Title:    "Ein Registereintrag ist nicht in der Portion; die Stelle nennt den Grund.",
		Remedy:   "Bitte die Begründung ansehen und bei Zweifeln die Stelle fragen.",
		TitleEN:  "A register entry is not in the portion; the agency gives the reason.",
		RemedyEN: "Please look at the reason and ask the agency where in doubt."}
)
