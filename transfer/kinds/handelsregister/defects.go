package handelsregister

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strings"

	"laufzettel/transfer/seed"
)

// Defect is a mutation of a sound sample that causes the finding it is named by.
type Defect = seed.Defect[*Delivery]

// Defects gives one defect per finding code of this room.
func Defects() map[string]Defect { return maps.Clone(defects) }

// inCompany changes the first company together with checksum and counts.
func inCompany(change func(*Company)) func(*Delivery) {
	return func(d *Delivery) {
		change(&d.Companies[0])
		d.Count()
	}
}

// inList changes the bytes of the list; its checksum then differs too.
func inList(change func([]byte) []byte) func(map[string][]byte) {
	return func(files map[string][]byte) { files[listName] = change(files[listName]) }
}

var defects = map[string]Defect{
	"HRG-001": {What: "die Liste der Firmen fehlt", Files: func(f map[string][]byte) { delete(f, listName) }},
	"HRG-002": {What: "die Liste ist nicht UTF-8", Files: inList(func(b []byte) []byte {
		return bytes.Replace(b, []byte("Groß"),
			[]byte("Gro\xdf"), 1)
	})},
	"HRG-003": {What: "eine Pflichtspalte fehlt", Change: func(d *Delivery) {
		d.Headings = d.Headings[:4]
		d.Count()
		d.Statements.To = "2001-01-01"
	}},
	"HRG-004": {What: "eine Zeile hat eine Spalte zu viel", Change: inCompany(func(c *Company) { c.Name += "\tNachtrag" })},
	"HRG-005": {What: "der Sitz einer Firma fehlt", Change: inCompany(func(c *Company) { c.Seat = "" })},
	"HRG-006": {What: "ein Datum ist nicht lesbar", Change: inCompany(func(c *Company) { c.Opened = "Frühjahr 1950" })},
	"HRG-007": {What: "eine Firmennummer kommt zweimal vor", Change: func(d *Delivery) {
		d.Companies[1].Number = d.Companies[0].Number
		d.Count()
	}},
	"HRG-008": {What: "eine Firma ist vor ihrer Gründung gelöscht", Change: inCompany(func(c *Company) { c.Deleted = "1940-01-01" })},
	"HRG-009": {What: "die Liste ist leer", Change: func(d *Delivery) {
		d.Companies = nil
		d.Count()
		d.Statements.From, d.Statements.To = "1950-01-01", "1990-01-01"
	}},
	"HRG-010": {What: "eine Zeile der Liste ist zu lang", Files: inList(func(b []byte) []byte {
		return append(b, strings.Repeat("x", maxRow+10)...)
	})},
	"HRG-011": {What: "die Liste ist durch Semikolon getrennt",
		Files: inList(func(b []byte) []byte { return bytes.ReplaceAll(b, []byte("\t"), []byte(";")) })},
	"HRG-012": {What: "über der Kopfzeile steht ein Titel",
		Files: inList(func(b []byte) []byte { return append([]byte("Gelöschte Firmen\r\n"), b...) })},
	"HRG-013": {What: "die Werte stehen in Anführungszeichen", Files: inList(func(b []byte) []byte {
		rows := strings.Split(strings.TrimSuffix(string(b), "\r\n"), "\r\n")
		for i, r := range rows {
			rows[i] = `"` + strings.ReplaceAll(r, "\t", "\"\t\"") + `"`
		}
		return []byte(strings.Join(rows, "\r\n") + "\r\n")
	})},
	"HRG-035": {What: "zu einer Firma gibt es keine Belegakte", Change: func(d *Delivery) {
		d.Companies = append(d.Companies, Company{Number: "CH-999.9.999.999-9", Name: "Ohne Beleg", Seat: "Musterstadt",
			Opened: d.Companies[0].Opened, Deleted: d.Companies[0].Deleted})
		d.Count()
	}},
	"HRG-036": {What: "eine Belegakte gehört zu keiner Firma", Change: func(d *Delivery) {
		d.Files["belege/CH99999999999_Anmeldung.pdf"] = d.Files[d.firstDocument(".pdf")]
		d.Count()
	}},
	"HRG-020": {What: "die Metadaten fehlen", Change: func(d *Delivery) { d.NoMetadata = true }},
	"HRG-021": {What: "eine Angabe in den Metadaten fehlt", Change: func(d *Delivery) { d.Statements.Source = "" }},
	"HRG-022": {What: "eine Angabe in den Metadaten ist nicht lesbar", Change: func(d *Delivery) { d.Statements.Megabytes = "einige" }},
	"HRG-023": {What: "die Metadaten nennen eine falsche Anzahl der Dateien", Change: func(d *Delivery) { d.Statements.Files = "77" }},
	"HRG-024": {What: "die Metadaten nennen einen falschen Umfang", Change: func(d *Delivery) { d.Statements.Megabytes = "700.5" }},
	"HRG-025": {What: "die Metadaten nennen einen falschen Zeitraum", Change: func(d *Delivery) { d.Statements.From = "1901-01-01" }},
	"HRG-026": {What: "die Metadaten nennen eine falsche Zahl der Datensätze",
		Change: func(d *Delivery) { d.Statements.Records[0].Count = "99" }},
	"HRG-027": {What: "die Extraktion liegt vor der jüngsten Löschung",
		Change: func(d *Delivery) { d.Statements.Extracted = "1990-01-01T08:00:00" }},
	"HRG-028": {What: "die Metadaten sagen nichts zur Auswahl", Change: func(d *Delivery) { d.Statements.Selection = "" }},
	"HRG-030": {What: "die Prüfsummenliste fehlt", Change: func(d *Delivery) { d.NoList = true }},
	"HRG-031": {What: "die Prüfsummenliste ist nicht UTF-8", Files: func(f map[string][]byte) {
		f[checksumList] = append([]byte("# Gepr\xfcft am 2.11.2026\r\n"), f[checksumList]...)
	}},
	"HRG-037": {What: "es liegen mehr Prüfsummenlisten bei, als gelesen werden", Files: func(f map[string][]byte) {
		for i := range maxLists {
			f[fmt.Sprintf("pruefsummen-%02d.md5", i)] = f[checksumList]
		}
	}},
	"HRG-032": {What: "eine Belegakte ist weder PDF noch TIFF", Change: func(d *Delivery) {
		d.Files["belege/brief.doc"] = []byte("Brief")
		d.Count()
	}},
	"HRG-033": {What: "es liegen keine Belegakten bei", Change: func(d *Delivery) {
		maps.DeleteFunc(d.Files, func(p string, _ []byte) bool { return strings.HasPrefix(p, "belege/") })
		d.Count()
	}},
	"HRG-034": {What: "die Dokumentation fehlt", Change: func(d *Delivery) {
		delete(d.Files, manualName)
		delete(d.Files, codesName)
		d.Count()
	}},
	"HRG-040": {What: "eine PDF-Datei ist beschädigt", Change: func(d *Delivery) {
		p := d.firstDocument(".pdf")
		d.Files[p] = bytes.Replace(slices.Clone(d.Files[p]), []byte("/Kids [3 0 R]"), []byte("/Kids [9 0 R]"), 1)
		if bytes.Contains(d.Files[p], []byte("[3 0 R]")) || !bytes.Contains(d.Files[p], []byte("[9 0 R]")) {
			d.Files[p] = d.Files[p][:len(d.Files[p])/3]
		}
		d.Count()
	}},
	"HRG-041": {What: "eine TIFF-Datei ist abgeschnitten", Change: func(d *Delivery) {
		p := d.firstDocument(".tif")
		d.Files[p] = d.Files[p][:len(d.Files[p])-20]
		d.Count()
	}},
}
