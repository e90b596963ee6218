package dms

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"maps"
	"slices"
	"strings"

	"laufzettel/transfer/kind/sample"
	"laufzettel/transfer/record"
)

// makers make plain exports in our own table.
var makers = []sample.Maker{{Name: Name, Make: makeExport, Defects: exportDefects, Alike: exportAlike}}

// makeExport puts the invented records into a table and their files into a folder.
func makeExport(o *sample.Order) (*sample.Parcel, error) {
	data, err := table(o, func(int, map[string]string) {})
	if err != nil {
		return nil, err
	}
	p := &sample.Parcel{Name: fmt.Sprintf("dms-%d", o.Seed), Members: []sample.Member{{Name: TableName, Data: data}}}
	for _, m := range o.Members {
		m.Name = "ablage/" + m.Name
		p.Members = append(p.Members, m)
	}
	return p, nil
}

// table writes the rows of the records, each as change leaves it; rows count from 1.
func table(o *sample.Order, change func(n int, row map[string]string)) ([]byte, error) {
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	w.Comma = ';'
	rows := [][]string{columns}
	for obj := range record.All(o.Roots) {
		for _, row := range rowsOf(obj) {
			said := map[string]string{"Stelle": o.Agency.Name, "Behördenkennung": o.Agency.ID, "System": "Muster-Ablage 3"}
			above(said, obj)
			maps.Copy(said, row)
			if said["Datei"] != "" {
				said["Datei"] = "ablage/" + said["Datei"]
			}
			change(len(rows), said)
			cells := make([]string, 0, len(columns))
			for _, c := range columns {
				cells = append(cells, said[c])
			}
			rows = append(rows, cells)
		}
	}
	if err := w.WriteAll(rows); err != nil {
		return nil, fmt.Errorf("write table of the export: %w", err)
	}
	return b.Bytes(), nil
}

// inRows writes the table anew with changed rows.
func inRows(change func(n int, row map[string]string)) func(*sample.Parcel, *sample.Order) error {
	return func(p *sample.Parcel, o *sample.Order) error {
		data, err := table(o, change)
		if err != nil {
			return err
		}
		return sample.Change(TableName, func([]byte) []byte { return data })(p, o)
	}
}

// inFirst changes the first row.
func inFirst(change func(row map[string]string)) func(*sample.Parcel, *sample.Order) error {
	return inRows(func(n int, row map[string]string) {
		if n == 1 {
			change(row)
		}
	})
}

// set gives the first row values: column and value in turn.
func set(values ...string) func(*sample.Parcel, *sample.Order) error {
	return inFirst(func(row map[string]string) {
		for i := 0; i+1 < len(values); i += 2 {
			row[values[i]] = values[i+1]
		}
	})
}

// addRow puts a row about something without documents behind the others.
func addRow(values ...string) func(*sample.Parcel, *sample.Order) error {
	return sample.Change(TableName, func(data []byte) []byte {
		cells := make([]string, len(columns))
		for i := 0; i+1 < len(values); i += 2 {
			cells[slices.Index(columns, values[i])] = values[i+1]
		}
		return append(data, strings.Join(cells, ";")+"\n"...)
	})
}

var exportDefects = map[string]sample.Defect{
	"VOL-001": {What: "eine genannte Datei fehlt", Apply: sample.Drop("ablage/")},
	"VOL-002": {What: "eine Datei liegt bei, die niemand nennt",
		Apply: sample.Add(sample.Member{Name: "ablage/Nachtrag.txt", Data: []byte("steht nicht darin\n")})},
	"FIX-002": {What: "die Prüfsumme einer Datei stimmt nicht", Apply: set("Prüfsumme", strings.Repeat("0", 64), "Verfahren", "SHA-256")},
	"VSA-001": {What: "ein Dokument ist als geheim eingestuft", Apply: set("Vertraulichkeit", "VS-Geheim")},
	"DMS-001": {What: "die Tabelle hat keine Zeile", Apply: sample.Change(TableName,
		func(d []byte) []byte { return d[:bytes.IndexByte(d, '\n')+1] })},
	"DMS-002": {What: "zwei Tabellen", Apply: twoTables},
	"DMS-003": {What: "ein Dokument hat kein Datum", Apply: set("Datum", "")},
	"DMS-004": {What: "ein Dateiname liegt in zwei Ordnern", Apply: twice},
	"DMS-005": {What: "ein Dateiname führt aus der Lieferung hinaus",
		Apply: inFirst(func(s map[string]string) { s["Datei"] = "../" + s["Datei"] })},
	"DMS-006": {What: "zwei Dokumente nennen dieselbe Datei", Apply: sharedFile},
	"DMS-007": {What: "eine Akte hat zwei Titel", Apply: set("Aktentitel", "Ein anderer Titel")},
	"DMS-008": {What: "ein Dokument nennt keine Datei", Apply: set("Datei", "")},
	"DMS-009": {What: "ein Datum ist keines", Apply: set("Datum", "Frühjahr 2004")},
	"DMS-010": {What: "ein Vorgang hat keinen Betreff", Apply: set("Vorgangstitel", "")},
	"DMS-011": {What: "eine Anlage gehört zu keinem Dokument", Apply: set("Anlage zu", "gibt-es-nicht")},
	"DMS-012": {What: "ein Vorgang ohne Dokumente", Apply: addRow("Aktenzeichen", "99.9", "Aktentitel", "Leere Akte", "Vorgang", "99.9/1",
		"Vorgangstitel", "Ohne Inhalt")},
	"DMS-013": {What: "eine Aussonderungsart ist unbekannt", Apply: set("Aussonderungsart", "X")},
	"DMS-014": {What: "ein Dokument ist VS-NfD", Apply: set("Vertraulichkeit", "VS-NfD")},
	"DMS-015": {What: "eine Prüfsumme ist nach keinem bekannten Verfahren", Apply: set("Prüfsumme", "00ff", "Verfahren", "ROT13")},
}

func twoTables(p *sample.Parcel, _ *sample.Order) error {
	m, err := p.Member(TableName)
	if err != nil {
		return err
	}
	data, err := m.Bytes()
	m.Name = "teil1/" + TableName
	p.Members = append(p.Members, sample.Member{Name: "teil2/" + TableName, Data: data})
	return err
}

// twice puts the first file into a second folder and leaves its bare name in the table.
func twice(p *sample.Parcel, o *sample.Order) error {
	i := slices.IndexFunc(p.Members, func(m sample.Member) bool { return strings.HasPrefix(m.Name, "ablage/") })
	m := p.Members[i]
	base := strings.TrimPrefix(m.Name, "ablage/")
	m.Name = "zweite/" + base
	p.Members = append(p.Members, m)
	return inFirst(func(s map[string]string) { s["Datei"] = base })(p, o)
}

func sharedFile(p *sample.Parcel, o *sample.Order) error {
	name := ""
	return inRows(func(n int, row map[string]string) {
		if n == 1 {
			name = row["Datei"]
		}
		row["Datei"] = name
	})(p, o)
}
