package layout

import (
	"fmt"

	"laufzettel/transfer/snapshot"
)

const (
	ofB2  = "004 P0a; B2"
	ofB3  = "004 P0b.8; B3"
	of003 = "003 4.4"
)

// exported is what the metadata document of an export from a specialist system says.
var exported = Asked{Kind: "export", Label: "Export aus einem Fachverfahren (Metadatendokument)", Main: "export", Known: []string{"system",
	"created"}, Groups: []AskedGroup{
	{Name: "export", Label: "Angaben zum Export", Statements: []AskedStatement{
		must("004 P5a; B5", "system", "Name des Verfahrens"), must("004 P5a; B5", "shortName", "Kurzname des Verfahrens"), may(ofB2,
			"program", "Programm"),
		may(ofB2, "release", "Programmversion"), must("004 P5a; B5", "agency", "Name der Behörde"), may(ofB2, "agencyId",
			"Behördenkennung"),
		must("004 P5a; B5", "from", "Laufzeit von"), must("004 P5a; B5", "to", "Laufzeit bis"), must(ofB2, "created",
			"Zeitpunkt des Exports"),
		may(ofB2, "about", "Beschreibung")}},
	{Name: "file", Label: "Datei des Exports", Many: true, Optional: true, Statements: []AskedStatement{
		must("B1", "name", "Dateiname"), may("B1", "size", "Größe in Bytes"), may("B1; 004 P0a.3", "digest", "Prüfsumme"), may("B1",
			"algorithm", "Verfahren der Prüfsumme"),
		may("B2", "rows", "Zahl der Zeilen (ohne Kopfzeile)"), may("B2", "delimiter", "Trennzeichen")}}}}

// area is what the description of a snapshot of a web area says, the 81 statements among it.
var area = Asked{Kind: "website", Label: "Schnappschuss eines Webbereichs (Beschreibung)", Main: "snapshot", Known: []string{"domain",
	"crawled"}, Groups: []AskedGroup{
	{Name: "snapshot", Label: "Angaben zum Schnappschuss", Statements: append([]AskedStatement{
		must(ofB3, "agency", "Name der Behörde"), may(ofB3, "agencyId", "Behördenkennung"), must(ofB3, "domain", "Domain des Webbereichs"),
		may(ofB3, "start", "Startseite"),
		must(ofB3, "crawled", "Datum des Crawls"), may("004 P0b.4; F13", "verdict", "Güte des Crawls (gut, ausreichend, unzureichend)"),
		may("004 P0b.4; F13", "judge", "Wer die Güte beurteilt hat"), may("004 P0b.4; F13", "judged", "Tag der Beurteilung"),
		may("004 P0b.4; F13", "remark", "Bemerkung zur Güte")}, numbered()...)},
	{Name: "page", Label: "Referenzseite", Many: true, Optional: true, Statements: []AskedStatement{
		must("003 4.5; F7", "url", "Adresse"), may("003 4.5; F7", "title", "Bezeichnung"), may("003 4.5; F7", "checks", "Was geprüft wird"),
		may("003 4.5; F7", "outcome", "Ergebnis (in Ordnung, fehlt, fehlerhaft)"), may("003 4.5; F7", "person", "Wer geprüft hat"),
		may("003 4.5; F7", "date", "Tag der Prüfung"),
		may("003 4.5; F7", "note", "Vermerk")}},
	{Name: "part", Label: "Bestandteil der Lieferung", Many: true, Optional: true, Statements: []AskedStatement{
		must(ofB3, "name", "Datei oder Ordner"), must(ofB3, "kind", "Art (pdf, iso, crawl)"), may(ofB3, "size", "Größe in Bytes"),
		may(ofB3, "digest", "Prüfsumme"),
		may(ofB3, "algorithm", "Verfahren der Prüfsumme"), may(ofB3, "tool", "Werkzeug")}}}}

// numbered are the 81 statements, n1 to n81.
func numbered() (out []AskedStatement) {
	for _, d := range snapshot.All() {
		out = append(out, may(of003, fmt.Sprintf("n%d", d.Number), fmt.Sprintf("%d %s (Schritt %s, %s)", d.Number, d.Label, d.Step,
			d.Type)))
	}
	return out
}
