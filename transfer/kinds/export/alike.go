package export

import (
	"bytes"
	"regexp"
	"strings"
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
	"EXP-002": {What: "eine zweite XML-Datei hält Daten", Change: func(d *Delivery) {
		d.Loose["weiteres.xml"] = bytes.Replace(d.Loose["bezirke.xml"], []byte("Nord"), []byte("Süd"), 1)
		d.Description.Files = append(d.Description.Files, File{Name: "weiteres.xml"})
	}},
	"EXP-005": {What: "alle Daten liegen im Container", Change: func(d *Delivery) {
		d.Loose, d.Description.Files = map[string][]byte{}, d.Description.Files[:1]
	}},
	"EXP-006": {What: "die Prüfsummen sind in Großbuchstaben geschrieben", Files: func(f map[string][]byte) {
		f[DocumentName] = regexp.MustCompile(`[0-9a-f]{64}`).ReplaceAllFunc(f[DocumentName], bytes.ToUpper)
	}},
	"EXP-007": {What: "ein Name im Container ist länger als hundert Zeichen", Change: func(d *Delivery) {
		long := strings.Repeat("genehmigungen-", 9) + ".csv"
		d.Packed[long] = d.Packed["genehmigungen.csv"]
		delete(d.Packed, "genehmigungen.csv")
		d.Description.Files[0].Name = tarName + "!" + long
	}},
	"EXP-008": {What: "eine zweite genannte Datei liegt im Container", Change: func(d *Delivery) {
		d.Packed["nachtrag.csv"] = d.Packed["genehmigungen.csv"]
		d.Description.Files = append(d.Description.Files, File{Name: tarName + "!nachtrag.csv", Delimiter: ";"})
	}},
}
