package handelsregister

import (
	"bytes"
	"crypto/md5" //nolint:gosec // the working paper asks for md5 (1.2)
	"encoding/hex"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"

	"laufzettel/transfer/seed"
)

// only leaves the first company, and of its Belegakten those with the extensions.
func (d *Delivery) only(extensions ...string) {
	d.Companies = d.Companies[:1]
	maps.DeleteFunc(d.Files, func(p string, _ []byte) bool {
		return strings.HasPrefix(p, "belege/") && !(strings.HasPrefix(p, "belege/"+d.Companies[0].Number) &&
			slices.Contains(extensions, path.Ext(p)))
	})
	d.Count()
}

// relisted changes a file and what the checksum list says of it.
func relisted(name string, by func([]byte) []byte) func(map[string][]byte) {
	return func(f map[string][]byte) {
		was := f[name]
		f[name] = by(slices.Clone(was))
		f[checksumList] = bytes.Replace(f[checksumList], summed(was), summed(f[name]), 1)
	}
}

func summed(b []byte) []byte {
	sum := md5.Sum(b) //nolint:gosec // as above
	return []byte(hex.EncodeToString(sum[:]))
}

// alike is what a delivery may be and looks like what it may not.
var alike = map[string]Defect{
	"HRG-001": {What: "die Zeilen der Liste enden wie unter Unix", Change: func(d *Delivery) {
		d.LineEnd = "\n"
		d.Count()
	}},
	"HRG-002": {What: "ein Name hat seltene Buchstaben in UTF-8", Change: inCompany(func(c *Company) { c.Name = "Łódź Größe & Çelik AG" })},
	"HRG-004": {What: "ein Name enthält ein Semikolon", Change: inCompany(func(c *Company) { c.Name = "Müller; Söhne AG" })},
	"HRG-005": {What: "der Sitz ist ein kurzer Name", Change: inCompany(func(c *Company) { c.Seat = "Ay" })},
	"HRG-006": {What: "ein Datum ist der 29. Februar eines Schaltjahrs", Change: inCompany(func(c *Company) { c.Opened = "1952-02-29" })},
	"HRG-007": {What: "zwei Firmen heißen gleich", Change: func(d *Delivery) {
		d.Companies[1].Name = d.Companies[0].Name
		d.Count()
	}},
	"HRG-008": {What: "eine Firma ist am Tag ihrer Gründung gelöscht", Change: inCompany(func(c *Company) { c.Deleted = c.Opened })},
	"HRG-013": {What: "ein Name enthält Anführungszeichen in der Mitte",
		Change: inCompany(func(c *Company) { c.Name = `Gasthof "Zum Bären" AG` })},
	"HRG-021": {What: "eine Angabe in den Metadaten ist ein einziges Zeichen", Change: func(d *Delivery) { d.Statements.Source = "X" }},
	"HRG-032": {What: "eine Belegakte hat ihre Endung in Großbuchstaben", Change: func(d *Delivery) {
		p := d.firstDocument(".pdf")
		d.Files[p[:len(p)-4]+".PDF"] = d.Files[p]
		delete(d.Files, p)
		d.Count()
	}},
	"HRG-034": {What: "von der Dokumentation fehlen nur die Codelisten", Change: func(d *Delivery) {
		delete(d.Files, codesName)
		d.Count()
	}},
	"HRG-003": {What: "die Spalten stehen in anderer Reihenfolge", Change: func(d *Delivery) {
		slices.Reverse(d.Headings)
		d.Count()
	}},
	"HRG-009": {What: "die Liste nennt eine einzige Firma", Change: func(d *Delivery) { d.only(".pdf", ".tif") }},
	"HRG-010": {What: "eine Zeile der Liste ist lang, aber nicht zu lang",
		Change: inCompany(func(c *Company) { c.Name = strings.Repeat("Vereinigte ", 400) + "Mühlen AG" })},
	"HRG-011": {What: "ein Sitz enthält Semikolons", Change: inCompany(func(c *Company) { c.Seat = "Musterwil; Süd; Mühlgraben" })},
	"HRG-012": {What: "über der Kopfzeile steht eine leere Zeile",
		Files: relisted(listName, func(b []byte) []byte { return append([]byte("\r\n"), b...) })},
	"HRG-020": {What: "hinter den Metadaten steht eine Bemerkung",
		Files: relisted(metadataName, func(b []byte) []byte { return append(b, "<!-- Ende -->\n"...) })},
	"HRG-022": {What: "die Extraktion nennt ihre Zeitzone", Change: func(d *Delivery) { d.Statements.Extracted += "+01:00" }},
	"HRG-023": {What: "die Anzahl der Dateien zählt Metadaten und Prüfsummenliste nicht mit",
		Change: func(d *Delivery) { d.Statements.Files = strconv.Itoa(len(d.Files) + 1) }},
	"HRG-024": {What: "der Umfang ist auf ganze MB aufgerundet", Change: func(d *Delivery) { d.Statements.Megabytes = "1" }},
	"HRG-025": {What: "zwei Firmen sind am selben Tag gelöscht", Change: func(d *Delivery) {
		d.Companies[1].Deleted = d.Companies[0].Deleted
		d.Count()
	}},
	"HRG-026": {What: "die Zahl der Datensätze hat eine führende Null",
		Change: func(d *Delivery) { d.Statements.Records[0].Count = "0" + d.Statements.Records[0].Count }},
	"HRG-027": {What: "die Extraktion ist vom Tag der jüngsten Löschung",
		Change: func(d *Delivery) { d.Statements.Extracted = d.Statements.To + "T08:00:00" }},
	"HRG-028": {What: "die Metadaten nennen eine Auswahl", Change: func(d *Delivery) { d.Statements.Selection = "Auswahl" }},
	"HRG-030": {What: "die Prüfsummenliste hat ihre Endung in Großbuchstaben", Files: func(f map[string][]byte) {
		f["PRUEFSUMMEN.MD5"] = f[checksumList]
		delete(f, checksumList)
	}},
	"HRG-031": {What: "die Prüfsummenliste enthält ein ü in UTF-8", Files: func(f map[string][]byte) {
		f[checksumList] = append([]byte("# Geprüft am 2.11.2026\r\n"), f[checksumList]...)
	}},
	"HRG-033": {What: "es liegt eine einzige Belegakte bei", Change: func(d *Delivery) { d.only(".pdf") }},
	"HRG-035": {What: "eine Belegakte nennt die Firmennummer ohne Punkte und Striche", Change: func(d *Delivery) {
		was := "belege/" + d.Companies[1].Number + "_Statuten.pdf"
		d.Files["belege/"+plainNumber(d.Companies[1].Number)+"_Statuten.pdf"] = d.Files[was]
		delete(d.Files, was)
		d.Count()
	}},
	"HRG-036": {What: "eine Firma hat eine weitere Belegakte", Change: func(d *Delivery) {
		d.Files["belege/"+d.Companies[1].Number+"_Nachtrag.pdf"] = d.Files[d.firstDocument(".pdf")]
		d.Count()
	}},
	"HRG-037": {What: "es liegen zwei Prüfsummenlisten bei",
		Files: func(f map[string][]byte) { f["pruefsummen-2.md5"] = f[checksumList] }},
	"HRG-040": {What: "die Bemerkung im Kopf einer PDF-Datei ist eine andere", Change: func(d *Delivery) {
		p := d.firstDocument(".pdf")
		d.Files[p] = seed.Marked(d.Files[p], 9_999)
		d.Count()
	}},
	"HRG-041": {What: "hinter dem Bild einer TIFF-Datei steht ein Byte", Change: func(d *Delivery) {
		p := d.firstDocument(".tif")
		d.Files[p] = append(slices.Clone(d.Files[p]), 0)
		d.Count()
	}},
}
