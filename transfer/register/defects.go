package register

import (
	"bytes"
	"maps"
	"slices"
)

// Defect is a mutation of a sound portion that causes the finding it is named by.
type Defect struct {
	What string // German, for the help
	// Change works on the portion, Bytes on the written backbone; either may be nil.
	Change func(*Portion)
	Bytes  func([]byte) []byte
	// Rename gives the backbone another name; "" keeps it.
	Rename string
	More   []File // further files
}

// Apply makes the files of a portion with one defect.
func (d Defect) Apply(p *Portion) ([]File, error) {
	if d.Change != nil {
		d.Change(p)
	}
	files, err := p.All()
	if err != nil {
		return nil, err
	}
	for i := range files {
		if files[i].Path != p.Backbone.Head.Stem()+".xml" {
			continue
		}
		if d.Bytes != nil {
			files[i].Data = d.Bytes(files[i].Data)
		}
		if d.Rename != "" {
			files[i].Path = d.Rename
		}
	}
	return append(files, d.More...), nil
}

func swap(from, to string) func([]byte) []byte {
	return func(b []byte) []byte { return bytes.Replace(b, []byte(from), []byte(to), 1) }
}

// first gives the first certification of the first entry.
func (p *Portion) first() *Part { return &p.Backbone.Entries[0].Records[0] }

// Defects gives one defect per finding code of this room.
func Defects() map[string]Defect { return maps.Clone(defects) }

var defects = map[string]Defect{
	"REG-001": {What: "die Rückgrat-XML bricht ab", Bytes: func(b []byte) []byte { return b[:len(b)/2] }},
	"REG-002": {What: "die Rückgrat-XML bringt eine DOCTYPE mit", Bytes: swap("?>", "?><!DOCTYPE a [<!ENTITY e \"x\">]>")},
	"REG-003": {What: "die Rückgrat-XML ist zu tief verschachtelt", Bytes: func(b []byte) []byte {
		deep := append(bytes.Repeat([]byte("<t>"), 100), bytes.Repeat([]byte("</t>"), 100)...)
		return bytes.Replace(b, []byte("<Kopf>"), append([]byte("<Kopf>"), deep...), 1)
	}},
	"REG-004": {What: "zwei Rückgrat-Dateien liegen bei", More: []File{{"623456-S-1990.xml", []byte("<Rueckgrat/>")}}},
	"REG-005": {What: "die Rückgrat-XML hat einen fremden Aufbau", Bytes: func([]byte) []byte { return []byte("<Register><Band>1</Band></Register>") }},
	"REG-010": {What: "eine Angabe im Kopf fehlt", Change: func(p *Portion) { p.Backbone.Head.Software = "" }},
	"REG-011": {What: "eine Angabe im Kopf hat eine falsche Form", Change: func(p *Portion) { p.Backbone.Head.Created = "02.11.2026" }},
	"REG-012": {What: "die Rückgrat-XML heißt anders als ihr Kopf", Rename: "623457-S-1989.xml"},
	"REG-013": {What: "der Kopf nennt eine falsche Zahl der Grundbeurkundungen", Change: func(p *Portion) { p.Backbone.Head.BaseEntries = "99" }},
	"REG-014": {What: "eine Erstbeurkundung ist nicht geliefert", Change: func(p *Portion) { p.remove(p.first().XML) }},
	"REG-015": {What: "der Kopf nennt eine falsche Anzahl der Dateien", Change: func(p *Portion) { p.Backbone.Head.Files = "7777" }},
	"REG-016": {What: "eine Eintragsnummer fehlt", Bytes: swap("<Nummer>1</Nummer>", "")},
	"REG-017": {What: "ein Eintrag hat keine Suchbegriffe", Change: func(p *Portion) { p.Backbone.Entries[0].Terms = nil }},
	"REG-018": {What: "eine Verfügungsnummer fehlt", Change: func(p *Portion) { p.Backbone.Entries[0].Disposal = "" }},
	"REG-019": {What: "ein Eintrag hat keinen urkundlichen Teil", Change: func(p *Portion) { p.Backbone.Entries[0].Records = nil }},
	"REG-020": {What: "eine Beurkundung nennt keine PDF-Datei", Change: func(p *Portion) { p.first().PDF = "" }},
	"REG-021": {What: "die Schema-Version der Ursprungs-XML fehlt", Change: func(p *Portion) { p.first().SchemaVersion = "" }},
	"REG-022": {What: "eine Datei ist falsch benannt", Change: func(p *Portion) {
		p.rename(p.first().XML, "623456-S-1989-1.xml")
		p.first().XML = "623456-S-1989-1.xml"
	}},
	"REG-023": {What: "die Folgenummern haben eine Lücke", Change: func(p *Portion) {
		h, last := p.Backbone.Head, p.first()
		for _, f := range []*string{&last.XML, &last.PDF} {
			to := h.PartName("1", "U", 2, (*f)[len(*f)-3:])
			p.rename(*f, to)
			*f = to
		}
	}},
	"REG-024": {What: "XML und PDF gehören zu verschiedenen Folgenummern", Change: func(p *Portion) {
		to := p.Backbone.Head.PartName("1", "U", 5, "pdf")
		p.rename(p.first().PDF, to)
		p.first().PDF = to
	}},
	"REG-025": {What: "eine Datei ist zweimal genannt", Change: func(p *Portion) {
		e := &p.Backbone.Entries[0]
		e.Records = append(e.Records, e.Records[0])
	}},
	"REG-026": {What: "Name und Datum der Signatur fehlen", Change: func(p *Portion) { p.first().Signer, p.first().Signed = "", "" }},
	"REG-027": {What: "das Datum der Signatur hat eine falsche Form", Change: func(p *Portion) { p.first().Signed = "4.1.1989" }},
	"REG-030": {What: "der Abschlussvermerk ist kein PDF", Change: func(p *Portion) {
		p.rename(p.Backbone.Head.ClosingNote, "abschluss.doc")
		p.Backbone.Head.ClosingNote = "abschluss.doc"
	}},
	"REG-031": {What: "bei den überholten Abschlussvermerken liegt etwas anderes", More: []File{{Superseded + "/notiz.txt", []byte("Notiz\n")}}},
	"REG-032": {What: "überholte Abschlussvermerke liegen bei", More: []File{{Superseded + "/alt.pdf", []byte("%PDF-1.4\n")}}},
	"REG-040": {What: "das Schema fehlt", Change: func(p *Portion) { p.remove(p.Backbone.Head.SchemaFile) }},
	"REG-041": {What: "die Dokumentation des Schemas fehlt", Change: func(p *Portion) {
		p.remove(p.Backbone.Head.Documentation)
		p.Backbone.Head.Documentation = ""
	}},
	"REG-042": {What: "die Dokumentation des Schemas ist kein PDF", Change: func(p *Portion) {
		p.rename(p.Backbone.Head.Documentation, "doku.txt")
		p.Backbone.Head.Documentation = "doku.txt"
	}},
	"REG-043": {What: "eine Beurkundung gehört zu keinem Schema", Change: func(p *Portion) {
		p.Find(p.first().XML).Data = []byte(`<Akte xmlns="urn:fremd"><Text>Eintrag eins</Text></Akte>`)
	}},
	"REG-044": {What: "ein kodierter Wert ist nicht erklärt", Change: func(p *Portion) {
		f := p.Find(p.first().XML)
		f.Data = bytes.Replace(slices.Clone(f.Data), []byte("<Geschlecht>w"), []byte("<Geschlecht>x"), 1)
	}},
	"REG-050": {What: "die Fortführungsfrist läuft noch", Change: func(p *Portion) { p.Backbone.Head.ClosingDate = "2020-01-04" }},
}
