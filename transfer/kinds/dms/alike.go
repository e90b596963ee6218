package dms

import (
	"strings"

	"laufzettel/transfer/kind/sample"
)

// inTable changes the bytes of the table.
func inTable(by func([]byte) []byte) func(*sample.Parcel, *sample.Order) error {
	return sample.Change(TableName, by)
}

// exportAlike is what a plain export may hold and looks like what it may not.
var exportAlike = map[string]sample.Defect{
	"DMS-001": {What: "hinter den Zeilen der Tabelle stehen leere", Apply: inTable(func(d []byte) []byte { return append(d, "\n\n"...) })},
	"DMS-002": {What: "eine genannte Datei heißt fast wie die Tabelle", Apply: inRowsAs("ablage/" + TableName + ".txt")},
	"DMS-003": {What: "ein Dokument hat nur ein Jahr als Datum", Apply: set("Datum", "2004")},
	"DMS-004": {What: "ein Dateiname hat doppelte Schrägstriche",
		Apply: inFirst(func(s map[string]string) { s["Datei"] = strings.Replace(s["Datei"], "/", "//", 1) })},
	"DMS-005": {What: "ein Dateiname beginnt mit ./", Apply: inFirst(func(s map[string]string) { s["Datei"] = "./" + s["Datei"] })},
	"DMS-007": {What: "eine Akte hat in jeder Zeile denselben Titel", Apply: inRows(func(_ int, s map[string]string) {
		s["Aktentitel"] = "Wohnpark, Neubau"
	})},
	"DMS-009": {What: "ein Datum ist deutsch geschrieben", Apply: set("Datum", "17.03.2004")},
	"DMS-010": {What: "ein Vorgang hat einen Betreff aus einem Wort", Apply: set("Vorgangstitel", "Zaun")},
	"DMS-013": {What: "eine Aussonderungsart ist klein geschrieben", Apply: inFirst(func(s map[string]string) {
		s["Aussonderungsart"] = strings.ToLower(s["Aussonderungsart"])
	})},
	"DMS-014": {What: "ein Dokument ist ausdrücklich offen", Apply: set("Vertraulichkeit", "offen")},
}

// inRowsAs gives the first file another name, in the table and in the delivery.
func inRowsAs(name string) func(*sample.Parcel, *sample.Order) error {
	return func(p *sample.Parcel, o *sample.Order) error {
		return inFirst(func(s map[string]string) {
			if m := p.Find(s["Datei"]); m != nil {
				m.Name, s["Datei"] = name, name
			}
		})(p, o)
	}
}
