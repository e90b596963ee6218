package xdomea

import (
	"bytes"
	"crypto/sha512"
	"encoding/hex"
	"regexp"
	"slices"
	"strings"

	"laufzettel/transfer/kind/sample"
	"laufzettel/transfer/record"
)

func upperProcess(o *sample.Order) string { return FileName(o.Version, upper(o.Process), codeOf(o), 1) }

// ending gives a file name another end behind its UUID.
func ending(with string) func(string) string {
	return func(was string) string { return was[:36] + with }
}

// onFirstDay makes the document one of the first day of its Vorgang, which lasted one day.
var onFirstDay = inCase(func(c *record.Object) { c.Span.To, c.Children[0].Date = c.Span.From, c.Span.From })

// emptied takes a Vorgang its documents and their files.
func emptied(at int) change {
	return func(p *sample.Parcel, o *sample.Order) error {
		c := o.Roots[0].Children[at]
		for _, d := range c.Children {
			for f := range d.Files() {
				p.Remove(f.Name)
			}
		}
		c.Children = nil
		return rewrite(p, o, nil)
	}
}

// longDigest states a SHA-512 of the first file.
func longDigest(p *sample.Parcel, o *sample.Order) error {
	f := firstFile(o)
	data, err := p.Find(f.File.Name).Bytes()
	if err != nil {
		return err
	}
	sum := sha512.Sum512(data)
	f.File.Digests = []record.Digest{{Algorithm: "SHA-512", Value: hex.EncodeToString(sum[:])}}
	return rewrite(p, o, nil)
}

// transferAlike is what a transfer may say and looks like what it may not.
var transferAlike = map[string]sample.Defect{
	"XDO-001": {What: "hinter der Nachricht steht eine Bemerkung",
		Apply: inMessage(func(x []byte) []byte { return append(x, "<!-- Ende -->\n"...) })},
	"XDO-002": {What: "die Nachricht nennt DOCTYPE in einer Bemerkung", Apply: inText(`\?>`, "?>\n<!-- <!DOCTYPE a> -->")},
	"XDO-003": {What: "eine Bemerkung enthält dreihundert Anfänge von Elementen",
		Apply: inText("<xdomea:AllgemeineMetadaten>", "<xdomea:AllgemeineMetadaten><!-- "+strings.Repeat("<a>", 300)+" -->")},
	"XDO-004": {What: "der Namensraum hat ein anderes Präfix",
		Apply: inMessage(func(x []byte) []byte {
			return regexp.MustCompile(`(</?|xmlns:)xdomea([:=])`).ReplaceAll(x, []byte("${1}x$2"))
		})},
	"XDO-006": {What: "eine Bemerkung steht, wo ein unbekanntes Element stünde",
		Apply: inText("<xdomea:AllgemeineMetadaten>", "<xdomea:AllgemeineMetadaten><!-- Raumklima 19 -->")},
	"XDO-007": {What: "eine zweite XML-Datei ist ein Primärdokument", Apply: func(p *sample.Parcel, o *sample.Order) error {
		f := firstFile(o)
		m := p.Find(f.File.Name)
		to := strings.TrimSuffix(m.Name, ".pdf") + ".xml"
		m.Name, f.File.Name, f.File.Digests, f.FormatCode = to, to, nil, FormatCode("xml", false)
		if err := m.Change(func([]byte) []byte { return []byte("<antrag/>\n") }); err != nil {
			return err
		}
		return rewrite(p, o, nil)
	}},
	"XDO-010": {What: "der Name des Nachrichtentyps fehlt, sein Code stimmt", Apply: inText(`\s*<name>[^<]*</name>`, "")},
	"XDO-013": {What: "die ProzessID im Kopf ist groß geschrieben", Apply: inHead(func(h *Head) { h.ProcessID = upper(h.ProcessID) })},
	"XDO-023": {What: "zwei Vorgänge tragen denselben Betreff", Apply: inTree(func(o *sample.Order) {
		o.Roots[0].Children[1].Subject = o.Roots[0].Children[0].Subject
	})},
	"XDO-024": {What: "eine ID ist in Großbuchstaben geschrieben", Apply: inCase(func(c *record.Object) { c.ID = upper(c.ID) })},
	"XDO-030": {What: "Anfang und Ende einer Laufzeit sind derselbe Tag", Apply: inTree(func(o *sample.Order) {
		c := o.Roots[0].Children[0]
		c.Span.From, c.Span.To = c.Children[0].Date, c.Children[0].Date
	})},
	"XDO-033": {What: "ein Datum ist der 29. Februar eines Schaltjahrs",
		Apply: inTree(func(o *sample.Order) {
			c := o.Roots[0].Children[0]
			c.Span.From, c.Span.To, c.Children[0].Date = "2004-02-01", "2004-03-01", "2004-02-29"
		})},
	"XDO-034": {What: "ein Kennzeichen ist eine bloße Zahl", Apply: inCase(func(c *record.Object) { c.Reference = "17" })},
	"XDO-040": {What: "ein zum Vernichten vorgeschlagener Vorgang ist mit B zu bewerten", Apply: inCase(func(c *record.Object) {
		c.Rating, c.Suggestion = record.RatingAppraise, record.RatingDestroy
	})},
	"XDO-044": {What: "das Medium ist als elektronisch angegeben", Apply: inCase(func(c *record.Object) { c.Medium = "001" })},
	"XDO-045": {What: "ein Vorgang ist ausdrücklich offen", Apply: inCase(func(c *record.Object) { c.Confidentiality = "003" })},
	"XDO-046": {What: "ein Betreff nennt die Verschlusssachenanweisung",
		Apply: inCase(func(c *record.Object) { c.Subject = "Schulung zur Verschlusssachenanweisung" })},
	"XDO-053": {What: "ein Hashwert ist groß geschrieben", Apply: inMessage(func(x []byte) []byte {
		return regexp.MustCompile(`(Wert>)([0-9a-f]+)<`).ReplaceAllFunc(x, func(m []byte) []byte {
			return slices.Concat([]byte("Wert>"), bytes.ToUpper(m[len("Wert>"):len(m)-1]), []byte("<"))
		})
	})},
	"PLA-001": {What: "ein Dokument ist vom Tag der Nachricht", Apply: inTree(func(o *sample.Order) {
		c := o.Roots[0].Children[0]
		day := record.Date(o.Clock.Format("2006-01-02"))
		c.Children[0].Date, c.Span.To = day, day
		o.Roots[0].Span.To = day
	})},
	"PLA-002": {What: "ein Dokument ist von 1871", Apply: inTree(func(o *sample.Order) {
		c := o.Roots[0].Children[0]
		c.Children[0].Date, c.Span.From, o.Roots[0].Span.From = "1871-03-01", "1871-03-01", "1871-03-01"
	})},
	"PLA-004": {What: "ein Betreff enthält das Wort São und ein ä",
		Apply: inCase(func(c *record.Object) { c.Subject = "Städtepartnerschaft mit São Paulo" })},
	"PLA-005": {What: "ein Betreff ist kurz", Apply: inCase(func(c *record.Object) { c.Subject = "Zaun" })},
	"PLA-006": {What: "ein Betreff enthält Fragezeichen",
		Apply: inCase(func(c *record.Object) { c.Subject = "Neubau?? Anfrage der Stadt" })},
	"VSA-001": {What: "ein Betreff spricht von einem Geheimnis",
		Apply: inCase(func(c *record.Object) { c.Subject = "Steuergeheimnis, Auskünfte" })},
	"XDO-011": {What: "der Container ist nach dem Prozess in Großbuchstaben benannt", Apply: containerNamed(func(o *sample.Order) string {
		return strings.TrimSuffix(ContainerName(o.Version, upper(o.Process), codeOf(o), 1), ".zip")
	})},
	"XDO-012": {What: "der Container heißt frei und nennt die Zahl 0501",
		Apply: containerNamed(always("Lieferung zur Anbietung 0501"))},
	"XDO-014": {What: "die Nachricht ist nach dem Prozess in Großbuchstaben benannt", Apply: messageNamed(upperProcess)},
	"XDO-015": {What: "die Nachricht heißt frei und nennt die Zahl 0501", Apply: messageNamed(always("Nachricht zur Anbietung 0501.xml"))},
	"XDO-016": {What: "die Nachricht ist nach ihrem Prozess benannt, groß geschrieben", Apply: messageNamed(upperProcess)},
	"XDO-017": {What: "die ProzessID ist eine UUID in Großbuchstaben", Apply: inHead(func(h *Head) { h.ProcessID = upper(h.ProcessID) })},
	"XDO-020": {What: "die UUID, mit der ein Dateiname beginnt, ist groß geschrieben",
		Apply: fileNamed(func(was string) string { return upper(was[:36]) + was[36:] })},
	"XDO-021": {What: "ein Dateiname nennt ein Wort nach einem Unterstrich", Apply: fileNamed(ending("_akte.pdf"))},
	"XDO-022": {What: "zwei Dokumente hießen im Fachverfahren gleich", Apply: inTree(func(o *sample.Order) {
		o.Roots[0].Children[1].Children[0].Versions[0].Renditions[0].File.Original = firstFile(o).File.Original
	})},
	"XDO-025": {What: "ein Dateiname hat ein Leerzeichen in der Mitte", Apply: fileNamed(ending("_Antrag 2.pdf"))},
	"XDO-031": {What: "die Laufzeit eines Vorgangs ist ein einziger Tag", Apply: onFirstDay},
	"XDO-032": {What: "ein Dokument ist vom ersten Tag seines Vorgangs", Apply: onFirstDay},
	"XDO-042": {What: "ein Betreff spricht von der Bewertung nach Absprache",
		Apply: inCase(func(c *record.Object) { c.Subject = "Bewertung nach Absprache, Antrag" })},
	"XDO-050": {What: "alle Vorgänge sind archivwürdig", Apply: inTree(func(o *sample.Order) {
		for _, c := range o.Roots[0].Children {
			c.Rating = record.RatingArchive
		}
	})},
	"XDO-051": {What: "das Format ist ein sonstiges mit Namen", Apply: inFile(func(r *record.Rendition) {
		r.FormatCode, r.FormatName = "100", "Bauplan"
	})},
	"XDO-052": {What: "das Format ist ein sonstiges, sein Name ein Wort", Apply: inFile(func(r *record.Rendition) {
		r.FormatCode, r.FormatName = "100", "PDF"
	})},
	"XDO-054": {What: "ein Hashwert ist nach SHA-512 gebildet (nur 4.0.0)", Apply: since4(longDigest)},
	"XDO-055": {What: "jede Datei hat einen Hashwert, einer davon nach SHA-512 (nur 4.0.0)", Apply: since4(longDigest)},
	"XDO-056": {What: "die einzige Version eines Dokuments trägt die Nummer 7",
		Apply: inDocument(func(d *record.Object) { d.Versions[0].Number = "7" })},
	"XDO-057": {What: "nur einer von zwei Vorgängen enthält ein Dokument", Apply: emptied(1)},
	"XDO-071": {What: "eine Bemerkung nennt die Nachricht die dritte von zweien (nur 4.0.0)",
		Apply: since4(inText(`\?>`, "?>\n<!-- Nachricht 3 von 2 -->"))},
	"XDO-081": {What: "die Akte über den Vorgängen steht nur zum Zusammenhang da (nur 4.0.0)",
		Apply: since4(inTree(func(o *sample.Order) { o.Roots[0].ContextOnly = true }))},
	"PLA-003": {What: "ein Dokument ist vom ersten Tag seines Vorgangs", Apply: onFirstDay},
	"VOL-004": {What: "eine Datei ist in Nachricht und Container groß geschrieben",
		Apply: fileNamed(func(was string) string { return upper(was[:36]) + was[36:] })},
	"VOL-005": {What: "ein Primärdokument heißt fast wie eine Begleitdatei", Apply: fileNamed(ending("_Thumbs.pdf"))},
	"VOL-007": {What: "eine Datei heißt in Nachricht und Container wie vom Scanner (nur 4.0.0)",
		Apply: since4(fileNamed(ending("_scan0001.pdf")))},
}
