package siard

import (
	"bytes"

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
}
