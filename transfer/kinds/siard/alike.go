package siard

import (
	"bytes"
	"strings"

	"laufzettel/transfer/kind/sample"
)

// databaseAlike is what a database may hold and looks like what it may not.
var databaseAlike = map[string]sample.Defect{
	"SRD-001": {What: "vor den Metadaten steht eine Bemerkung", Apply: sample.Replace(databaseMeta, "?>", "?>\n<!-- Export -->")},
	"SRD-002": {What: "hinter den Metadaten steht eine Bemerkung",
		Apply: sample.Change(databaseMeta, func(d []byte) []byte { return append(d, "<!-- Ende -->\n"...) })},
	"SRD-005": {What: "um die Zahl der Datensätze stehen Leerzeichen", Apply: sample.Change(databaseMeta, func(d []byte) []byte {
		return bytes.ReplaceAll(bytes.ReplaceAll(d, []byte("<rows>"), []byte("<rows> ")), []byte("</rows>"), []byte(" </rows>"))
	})},
	"SRD-006": {What: "hinter einer Tabelle steht eine Bemerkung",
		Apply: sample.Change(firstTable, func(d []byte) []byte { return append(d, "<!-- Ende -->\n"...) })},
	"SRD-012": {What: "eine Beschreibung der Tabellen enthält eine Bemerkung",
		Apply: sample.Replace(databaseMeta, "<tables>", "<tables><!-- zwei -->")},
	"SRD-013": {What: "ein Fremdschlüssel führt zu einer Tabelle, die es gibt", Apply: sample.Replace(databaseMeta, "</columns>",
		"</columns><foreignKeys><foreignKey><name>f</name><referencedSchema>main</referencedSchema>"+
			"<referencedTable>dokument</referencedTable><reference><column>betreff</column><referenced>betreff</referenced></reference>"+
			"</foreignKey></foreignKeys>")},
	"SCH-001": {What: "eine Tabelle enthält eine Bemerkung zwischen den Werten",
		Apply: sample.Replace(firstTable, "<c3>", "<!-- Tag --><c3>")},
	"SRD-003": {What: "die SIARD-Version ist die frühere 2.1", Apply: func(p *sample.Parcel, o *sample.Order) error {
		for i, m := range p.Members {
			p.Members[i].Name = strings.Replace(m.Name, "header/siardversion/2.2", "header/siardversion/2.1", 1)
		}
		return sample.Replace(databaseMeta, `version="2.2"`, `version="2.1"`)(p, o)
	}},
	"SRD-004": {What: "im Ordner der Version liegt eine leere Datei", Apply: func(p *sample.Parcel, _ *sample.Order) error {
		p.Members = append(p.Members, sample.Member{Name: "header/siardversion/2.2/.leer"})
		return nil
	}},
	"SRD-007": {What: "eine Bemerkung nennt eine Prüfsumme", Apply: sample.Replace(databaseMeta, "<schemas>",
		"<!-- <messageDigest><digestType>MD5</digestType><digest>00FF</digest></messageDigest> --><schemas>")},
	"SRD-008": {What: "eine Bemerkung nennt ein Verfahren, das niemand kennt",
		Apply: sample.Replace(databaseMeta, "<schemas>", "<!-- ROT13 --><schemas>")},
	"SRD-009": {What: "eine Bemerkung nennt einen Ort außerhalb", Apply: sample.Change("content/schema0/table1/table1.xml",
		func(d []byte) []byte { return append(d, "<!-- ../ausgelagert/record0.bin -->\n"...) })},
	"SRD-010": {What: "zwei Tabellen heißen fast gleich",
		Apply: sample.Replace(databaseMeta, "<name>dokument</name>", "<name>vorgang2</name>")},
	"SRD-011": {What: "eine Bemerkung sagt, das Archiv sei zur Probe entpackt worden",
		Apply: sample.Replace(databaseMeta, "<schemas>", "<!-- zur Probe entpackt --><schemas>")},
}
