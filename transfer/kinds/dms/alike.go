package dms

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"maps"
	"path"
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
	"DMS-006": {What: "zwei Dateien heißen gleich und liegen in verschiedenen Ordnern", Apply: sameName},
	"DMS-008": {What: "um einen Dateinamen stehen Leerzeichen",
		Apply: inFirst(func(s map[string]string) { s["Datei"] = " " + s["Datei"] + " " })},
	"DMS-011": {What: "ein Dokument ist die Anlage eines anderen", Apply: func(p *sample.Parcel, o *sample.Order) error {
		first := map[string]string{}
		return inRows(func(n int, s map[string]string) {
			if n == 1 {
				first = maps.Clone(s)
				return
			}
			for _, c := range []string{"Vorgang", "Vorgangstitel", "Vorgang von", "Vorgang bis", "Aussonderungsart"} {
				s[c] = first[c]
			}
			s["Anlage zu"] = first["Dokument"]
		})(p, o)
	}},
	"DMS-012": {What: "eine Zeile wiederholt einen Vorgang, der Dokumente hat", Apply: func(p *sample.Parcel, o *sample.Order) error {
		var row map[string]string
		if err := inRows(func(n int, s map[string]string) {
			if n == 1 {
				row = maps.Clone(s)
			}
		})(p, o); err != nil {
			return err
		}
		return addRow("Aktenzeichen", row["Aktenzeichen"], "Vorgang", row["Vorgang"])(p, o)
	}},
	"DMS-015": {What: "das Verfahren einer Prüfsumme ist klein geschrieben", Apply: func(p *sample.Parcel, o *sample.Order) error {
		var failed error
		err := inFirst(func(s map[string]string) {
			m, err := p.Member(s["Datei"])
			if err != nil {
				failed = err
				return
			}
			data, err := m.Bytes()
			failed = err
			sum := sha256.Sum256(data)
			s["Prüfsumme"], s["Verfahren"] = hex.EncodeToString(sum[:]), "sha-256"
		})(p, o)
		return errors.Join(failed, err)
	}},
}

// sameName gives the second file the name of the first, in a folder of its own.
func sameName(p *sample.Parcel, o *sample.Order) error {
	base := ""
	return inRows(func(n int, s map[string]string) {
		if n == 1 {
			base = path.Base(s["Datei"])
			return
		}
		if m := p.Find(s["Datei"]); m != nil && n == 2 {
			m.Name = "ablage/zwei/" + base
			s["Datei"] = m.Name
		}
	})(p, o)
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
