package register

import (
	"bytes"
	"path"
	"regexp"
	"slices"

	"laufzettel/transfer/seed"
)

// element is the beginning of a tag of a certificate.
var element = regexp.MustCompile(`(</?)([A-Z])`)

// renamed gives a file the head names another name, in both places.
func (p *Portion) renamed(at *string, to string) {
	p.rename(*at, to)
	*at = to
}

// older adds a superseded closing note.
func older(name string) func(*Portion) {
	return func(p *Portion) {
		p.add(path.Join(Superseded, name), seed.Marked(p.Find(p.Backbone.Head.ClosingNote).Data, 8_888))
		p.Count()
	}
}

// secondNote gives the first entry one more note.
func secondNote(p *Portion) {
	e, h := &p.Backbone.Entries[0], p.Backbone.Head
	was := e.Notes[0]
	part := was
	part.XML, part.PDF = h.PartName(e.Number, "H", 1, "xml"), h.PartName(e.Number, "H", 1, "pdf")
	p.add(part.XML, p.Find(was.XML).Data)
	p.add(part.PDF, seed.Marked(p.Find(was.PDF).Data, 7_777))
	e.Notes = append(slices.Clone(e.Notes), part)
	p.Count()
}

// alike is what a portion may be and looks like what it may not.
var alike = map[string]Defect{
	"REG-001": {What: "hinter der Rückgrat-XML steht eine Bemerkung",
		Files: inBackbone(func(b []byte) []byte { return append(b, "<!-- Ende -->\n"...) })},
	"REG-002": {What: "die Rückgrat-XML nennt DOCTYPE in einer Bemerkung", Files: swap("?>", "?><!-- <!DOCTYPE a> -->")},
	"REG-003": {What: "eine Bemerkung enthält hundert Anfänge von Elementen", Files: inBackbone(func(b []byte) []byte {
		return bytes.Replace(b, []byte("<Kopf>"), []byte("<Kopf><!-- "+string(bytes.Repeat([]byte("<t>"), 100))+" -->"), 1)
	})},
	"REG-010": {What: "eine Angabe im Kopf ist ein einziges Zeichen", Change: func(p *Portion) { p.Backbone.Head.Software = "X" }},
	"REG-011": {What: "der Tag der Erstellung ist der 29. Februar eines Schaltjahrs",
		Change: func(p *Portion) { p.Backbone.Head.Created = "2024-02-29" }},
	"REG-017": {What: "ein Suchbegriff hat nur einen Buchstaben", Change: func(p *Portion) { p.Backbone.Entries[0].Terms[0].Value = "Y" }},
	"REG-018": {What: "eine Verfügungsnummer ist eine bloße Zahl", Change: func(p *Portion) { p.Backbone.Entries[0].Disposal = "7" }},
	"REG-021": {What: "die Schema-Version der Ursprungs-XML ist eine ältere", Change: func(p *Portion) { p.first().SchemaVersion = "0.8" }},
	"REG-025": {What: "zwei Einträge haben denselben Familiennamen", Change: func(p *Portion) {
		p.Backbone.Entries[1].Terms = slices.Clone(p.Backbone.Entries[1].Terms)
		p.Backbone.Entries[1].Terms[0].Value = p.Backbone.Entries[0].Terms[0].Value
	}},
	"REG-026": {What: "der Signierende steht nur mit Nachnamen", Change: func(p *Portion) { p.first().Signer = "Berger" }},
	"REG-027": {What: "das Datum der Signatur ist der 29. Februar eines Schaltjahrs",
		Change: func(p *Portion) { p.first().Signed = "1992-02-29" }},
	"REG-044": {What: "ein kodierter Wert ist der andere erklärte", Change: func(p *Portion) {
		f := p.Find(p.first().XML)
		f.Data = bytes.Replace(slices.Clone(f.Data), []byte("<Geschlecht>w"), []byte("<Geschlecht>m"), 1)
	}},
	"REG-050": {What: "die Fortführungsfrist ist am Tag vor der Lieferung abgelaufen",
		Change: func(p *Portion) { p.Backbone.Head.ClosingDate = "1990-12-31" }},
	"REG-004": {What: "ein überholter Abschlussvermerk heißt wie eine Rückgrat-Datei", Change: older("623456-S-1988.pdf")},
	"REG-005": {What: "vor dem Wurzelelement steht eine Anweisung für die Anzeige",
		Files: swap("?>", "?><?xml-stylesheet href=\"anzeige.xsl\"?>")},
	"REG-012": {What: "um die Nummer des Standesamts stehen Leerzeichen", Files: swap("<Nummer>623456<", "<Nummer> 623456 <")},
	"REG-013": {What: "die Zahl der Grundbeurkundungen hat eine führende Null",
		Change: func(p *Portion) { p.Backbone.Head.BaseEntries = "0" + p.Backbone.Head.BaseEntries }},
	"REG-014": {What: "ein Eintrag hat nur seine Erstbeurkundung", Change: func(p *Portion) {
		e := &p.Backbone.Entries[0]
		p.remove(e.Records[1].XML)
		p.remove(e.Records[1].PDF)
		e.Records = e.Records[:1]
		p.Count()
	}},
	"REG-015": {What: "die Anzahl der Dateien hat eine führende Null",
		Change: func(p *Portion) { p.Backbone.Head.Files = "0" + p.Backbone.Head.Files }},
	"REG-016": {What: "um eine Eintragsnummer stehen Leerzeichen", Files: swap("<Nummer>1</Nummer>", "<Nummer> 1 </Nummer>")},
	"REG-019": {What: "ein Eintrag hat keinen Hinweisteil", Change: func(p *Portion) {
		e := &p.Backbone.Entries[0]
		for _, part := range e.Notes {
			p.remove(part.XML)
			p.remove(part.PDF)
		}
		e.Notes = nil
		p.Count()
	}},
	"REG-020": {What: "vor dem Namen einer PDF-Datei steht ein Leerzeichen", Files: swap("<PDF><Datei>", "<PDF><Datei> ")},
	"REG-022": {What: "ein Eintrag hat einen zweiten Hinweis, dessen Dateien richtig benannt sind", Change: secondNote},
	"REG-023": {What: "die Folgebeurkundung steht vor der Erstbeurkundung",
		Change: func(p *Portion) { slices.Reverse(p.Backbone.Entries[0].Records) }},
	"REG-024": {What: "Hinweis und Folgebeurkundung tragen dieselbe Folgenummer", Change: secondNote},
	"REG-028": {What: "zwei Beurkundungen lauten gleich bis auf die Eintragsnummer", Change: func(p *Portion) {
		p.Find(p.Backbone.Entries[1].Records[0].XML).Data = bytes.Replace(p.Find(p.first().XML).Data, []byte("<Eintrag>1<"),
			[]byte("<Eintrag>2<"), 1)
	}},
	"REG-029": {What: "zwei PDF-Dateien desselben Eintrags sind gleich", Change: func(p *Portion) {
		p.Find(p.Backbone.Entries[0].Records[1].PDF).Data = p.Find(p.first().PDF).Data
	}},
	"REG-030": {What: "der Abschlussvermerk hat seine Endung in Großbuchstaben", Change: func(p *Portion) {
		p.renamed(&p.Backbone.Head.ClosingNote, "abschluss.PDF")
	}},
	"REG-031": {What: "ein überholter Abschlussvermerk hat seine Endung in Großbuchstaben", Change: older("alt.PDF")},
	"REG-032": {What: "der Abschlussvermerk sagt im Namen, dass er nicht überholt ist", Change: func(p *Portion) {
		p.renamed(&p.Backbone.Head.ClosingNote, "Abschlussvermerk_nicht_ueberholt.pdf")
	}},
	"REG-033": {What: "die Bemerkung im Kopf einer PDF/A-Datei ist eine andere", Change: func(p *Portion) {
		f := p.Find(p.first().PDF)
		f.Data = seed.Marked(f.Data, 9_999)
	}},
	"REG-034": {What: "ein überholter Abschlussvermerk ist PDF/A", Change: older("alt.pdf")},
	"REG-035": {What: "eine Ursprungs-XML spricht von der aufgelösten Signatur", Change: func(p *Portion) {
		f := p.Find(p.first().XML)
		f.Data = append(slices.Clone(f.Data), "<!-- /ByteRange, Signatur aufgelöst -->\n"...)
	}},
	"REG-040": {What: "das Schema hat einen anderen Namen", Change: func(p *Portion) {
		p.renamed(&p.Backbone.Head.SchemaFile, "s.xsd")
	}},
	"REG-041": {What: "die Dokumentation des Schemas hat einen kurzen Namen", Change: func(p *Portion) {
		p.renamed(&p.Backbone.Head.Documentation, "d.pdf")
	}},
	"REG-042": {What: "die Dokumentation hat ihre Endung in Großbuchstaben", Change: func(p *Portion) {
		p.renamed(&p.Backbone.Head.Documentation, "dokumentation.PDF")
	}},
	"REG-043": {What: "eine Beurkundung schreibt ihren Namensraum mit Kürzel", Change: func(p *Portion) {
		f := p.Find(p.first().XML)
		f.Data = bytes.ReplaceAll(element.ReplaceAll(f.Data, []byte("${1}b:$2")), []byte("xmlns="), []byte("xmlns:b="))
	}},
	"REG-051": {What: "die Einträge stehen in verkehrter Reihenfolge", Change: func(p *Portion) { slices.Reverse(p.Backbone.Entries) }},
}
