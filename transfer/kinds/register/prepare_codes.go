package register

import (
	"laufzettel/transfer/check"
)

// PrepareCodes are the findings about the material a portion is made of.
var PrepareCodes = []check.Code{codeNoEntry, codeNoPartner, codeCheck8, codeCount}

var (
	excusable = []check.WayOut{check.AcceptException, check.ReturnAll}

	codeNoEntry = check.Code{ID: "PRE-002", Severity: check.Error, Source: "C4", Ways: excusable,
		Title:    "Zu einer Datei lässt sich der Registereintrag nicht feststellen: weder ihr Name noch ihr Inhalt nennt ihn.",
		Remedy:   "Bitte die Datei nach dem Eintrag benennen, etwa „12_U0.xml“.",
		TitleEN:  "The register entry of a file cannot be told: neither its name nor its content states it.",
		RemedyEN: "Please name the file after the entry, for example “12_U0.xml”."}
	codeNoPartner = check.Code{ID: "PRE-003", Severity: check.Error, Source: "C1; C3", Ways: excusable,
		Title:    "Zu einer Beurkundung liegt nur eine der beiden Dateien vor.",
		Remedy:   "Bitte die fehlende XML- oder PDF-Datei gleichen Namens dazulegen.",
		TitleEN:  "Only one of the two files of a certification is there.",
		RemedyEN: "Please add the missing XML or PDF file of the same name."}
	codeCheck8 = check.Code{ID: "PRE-004", Severity: check.Error, Source: "C6; BKK-Arbeitshilfe 3.3.3 Nr. 8", Ways: excusable,
		Title:    "Eine Datei, die die Rückgrat-XML nennt, liegt nicht in der Portion (Prüfung 8).",
		Remedy:   "Bitte die Datei zum Material legen und die Portion neu bauen.",
		TitleEN:  "A file that the backbone names is not in the portion (check 8).",
		RemedyEN: "Please add the file and build the portion again."}
	codeCount = check.Code{ID: "PRE-005", Severity: check.Error, Source: "C1; C5", Ways: excusable,
		Title:    "Die Zahl der Einträge stimmt nicht mit dem Abschlussvermerk überein.",
		Remedy:   "Bitte die fehlenden Einträge dazulegen, ihren Wegfall begründen oder die angegebene Zahl berichtigen.",
		TitleEN:  "The number of entries is not the one the closing note states.",
		RemedyEN: "Please add the missing entries, give a reason for their omission or correct the number stated."}
)
