package register

import (
	"bytes"
	"fmt"
	"maps"
	"slices"

	"laufzettel/transfer/seed"
)

// Defect is a mutation of a sound sample that causes the finding it is named by.
type Defect = seed.Defect[*Portion]

// sampleBackbone is the backbone of the sample.
const sampleBackbone = "623456-S-1989.xml"

// inBackbone changes the bytes of the written backbone.
func inBackbone(change func([]byte) []byte) func(map[string][]byte) {
	return func(files map[string][]byte) { files[sampleBackbone] = change(files[sampleBackbone]) }
}

func swap(from, to string) func(map[string][]byte) {
	return inBackbone(func(b []byte) []byte { return bytes.Replace(b, []byte(from), []byte(to), 1) })
}

// beside lays a further file into the portion.
func beside(name, data string) func(map[string][]byte) {
	return func(files map[string][]byte) { files[name] = []byte(data) }
}

// first gives the first certification of the first entry.
func (p *Portion) first() *Part { return &p.Backbone.Entries[0].Records[0] }

// Defects gives one defect per finding code of this room.
func Defects() map[string]Defect { return maps.Clone(defects) }

var defects = map[string]Defect{
	"REG-001": {What: "die Rückgrat-XML bricht ab", Files: inBackbone(func(b []byte) []byte { return b[:len(b)/2] })},
	"REG-002": {What: "die Rückgrat-XML bringt eine DOCTYPE mit", Files: swap("?>", "?><!DOCTYPE a [<!ENTITY e \"x\">]>")},
	"REG-003": {What: "die Rückgrat-XML ist zu tief verschachtelt", Files: inBackbone(func(b []byte) []byte {
		deep := append(bytes.Repeat([]byte("<t>"), 100), bytes.Repeat([]byte("</t>"), 100)...)
		return bytes.Replace(b, []byte("<Kopf>"), append([]byte("<Kopf>"), deep...), 1)
	})},
	"REG-004": {What: "zwei Rückgrat-Dateien liegen bei", Files: beside("623456-S-1990.xml", "<Rueckgrat/>")},
	"REG-005": {What: "die Rückgrat-XML hat einen fremden Aufbau", Files: beside(sampleBackbone, "<Register><Band>1</Band></Register>")},
	"REG-010": {What: "eine Angabe im Kopf fehlt", Change: func(p *Portion) { p.Backbone.Head.Software = "" }},
	"REG-011": {What: "eine Angabe im Kopf hat eine falsche Form", Change: func(p *Portion) { p.Backbone.Head.Created = "02.11.2026" }},
	"REG-012": {What: "die Rückgrat-XML heißt anders als ihr Kopf", Files: func(files map[string][]byte) {
		files["623457-S-1989.xml"] = files[sampleBackbone]
		delete(files, sampleBackbone)
	}},
	"REG-013": {What: "der Kopf nennt eine falsche Zahl der Grundbeurkundungen",
		Change: func(p *Portion) { p.Backbone.Head.BaseEntries = "99" }},
	"REG-014": {What: "eine Erstbeurkundung ist nicht geliefert", Change: func(p *Portion) { p.remove(p.first().XML) }},
	"REG-015": {What: "der Kopf nennt eine falsche Anzahl der Dateien", Change: func(p *Portion) { p.Backbone.Head.Files = "7777" }},
	"REG-016": {What: "eine Eintragsnummer fehlt", Files: swap("<Nummer>1</Nummer>", "")},
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
	"REG-028": {What: "zwei Beurkundungen sind vertauscht", Change: func(p *Portion) {
		a, b := p.Find(p.first().XML), p.Find(p.Backbone.Entries[1].Records[0].XML)
		a.Data, b.Data = b.Data, a.Data
	}},
	"REG-029": {What: "eine PDF-Datei liegt unter zwei Einträgen", Change: func(p *Portion) {
		p.Find(p.first().PDF).Data = p.Find(p.Backbone.Entries[1].Records[0].PDF).Data
	}},
	"REG-030": {What: "der Abschlussvermerk ist kein PDF", Change: func(p *Portion) {
		p.rename(p.Backbone.Head.ClosingNote, "abschluss.doc")
		p.Backbone.Head.ClosingNote = "abschluss.doc"
	}},
	"REG-031": {What: "bei den überholten Abschlussvermerken liegt etwas anderes", Files: beside(Superseded+"/notiz.txt", "Notiz\n")},
	"REG-032": {What: "überholte Abschlussvermerke liegen bei", Files: beside(Superseded+"/alt.pdf", "%PDF-1.4\n")},
	"REG-033": {What: "die PDF-Datei einer Beurkundung ist kein PDF/A",
		Change: func(p *Portion) { p.Find(p.first().PDF).Data = plainPDF("Eintrag 1") }},
	"REG-034": {What: "ein überholter Abschlussvermerk ist kein PDF/A", Change: func(p *Portion) {
		p.add(Superseded+"/alt.pdf", plainPDF("Abschlussvermerk"))
		p.Count()
	}},
	"REG-035": {What: "eine Beurkundung ist noch signiert", Change: func(p *Portion) {
		p.Find(p.first().PDF).Data = append(bytes.Clone(p.Find(p.first().PDF).Data), "%/ByteRange"...)
	}},
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
	"REG-051": {What: "ein Eintrag fehlt überall", Change: func(p *Portion) {
		i := max(0, min(1, len(p.Backbone.Entries)-2)) // behind the last one nothing is missing
		e := p.Backbone.Entries[i]
		for _, part := range slices.Concat(e.Records, e.Notes) {
			p.remove(part.XML)
			p.remove(part.PDF)
		}
		p.Backbone.Entries = slices.Delete(p.Backbone.Entries, i, i+1)
		p.Count()
	}},
	"REG-050": {What: "die Fortführungsfrist läuft noch", Change: func(p *Portion) { p.Backbone.Head.ClosingDate = "2020-01-04" }},
}

// plainPDF is a PDF of one empty page that claims no PDF/A.
func plainPDF(title string) []byte {
	var b bytes.Buffer
	b.WriteString("%PDF-1.4\n")
	var at []int
	for i, o := range []string{"<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[3 0 R]/Count 1>>",
		"<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]>>", "<</Title(" + title + ")>>"} {
		at = append(at, b.Len())
		fmt.Fprintf(&b, "%d 0 obj\n%s\nendobj\n", i+1, o)
	}
	from := b.Len()
	b.WriteString("xref\n0 5\n0000000000 65535 f \n")
	for _, o := range at {
		fmt.Fprintf(&b, "%010d 00000 n \n", o)
	}
	fmt.Fprintf(&b, "trailer<</Size 5/Root 1 0 R/Info 4 0 R>>\nstartxref\n%d\n%%%%EOF\n", from)
	return b.Bytes()
}
