package export

import (
	"bytes"
)

// alike is what an export may hold and looks like what it may not.
var alike = map[string]Defect{
	"EXP-001": {What: "hinter dem Metadatendokument steht eine Bemerkung",
		Files: func(f map[string][]byte) { f[DocumentName] = append(f[DocumentName], "<!-- Ende -->\n"...) }},
	"EXP-003": {What: "der Kurzname des Verfahrens ist ein Buchstabe", Change: inDocument(func(d *Description) { d.ShortName = "B" })},
	"EXP-004": {What: "die Laufzeit ist ein einziger Tag", Change: inDocument(func(d *Description) { d.To = d.From })},
	"EXP-010": {What: "eine CSV-Datei enthält seltene Buchstaben in UTF-8", Change: inCSV("zwei", "zwölf Łódź ₣")},
	"EXP-011": {What: "ein Komma steht in Anführungszeichen", Change: inCSV("zwei", "zwei, drei")},
	"EXP-012": {What: "ein Anführungszeichen im Text ist verdoppelt", Change: inCSV("zwei", `zw""ei`)},
	"EXP-013": {What: "zwei Spalten heißen fast gleich", Change: inCSV("Betrag", "Nummer2")},
	"EXP-014": {What: "das Metadatendokument nennt keine Zahl der Zeilen",
		Change: inDocument(func(d *Description) { d.Files[1].Rows = "" })},
	"EXP-015": {What: "eine CSV-Zeile ist lang, aber nicht zu lang", Change: func(d *Delivery) {
		d.Loose["gebuehren.csv"] = bytes.Replace(d.Loose["gebuehren.csv"], []byte("zwei"), digits(2000), 1)
	}},
	"EXP-016": {What: "das Schema nennt eine Bemerkung", Change: func(d *Delivery) {
		d.Loose["bezirke.xsd"] = bytes.Replace(d.Loose["bezirke.xsd"], []byte("?>"), []byte("?>\n<!-- Bezirke -->"), 1)
	}},
}
