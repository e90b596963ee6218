package norm

import (
	"bytes"
	"maps"
	"slices"
	"strings"

	"laufzettel/transfer/seed"
)

// renamed gives a file another name, also where the message names it.
func (c *Container) renamed(was, to string) {
	c.Files[to] = c.Files[was]
	delete(c.Files, was)
	if i := slices.Index(c.Named, was); i >= 0 {
		c.Named[i] = to
	}
}

// inMetadata changes the metadata of both editions.
func inMetadata(old, to string) func(*Pair) {
	return func(p *Pair) {
		for _, c := range []*Container{p.Original, p.Issue} {
			c.Files["metadaten.xml"] = bytes.Replace(c.Files["metadaten.xml"], []byte(old), []byte(to), 1)
		}
	}
}

// titled gives the norm another title, in messages and metadata.
func titled(title string) func(*Pair) {
	return func(p *Pair) {
		inMetadata(p.Original.Title, title)(p)
		p.Original.Title, p.Issue.Title = title, title
	}
}

// otherHex writes the signature, which no digest covers, in the other case of letters.
func otherHex(pdf []byte) []byte {
	out := bytes.Clone(pdf)
	from := bytes.Index(out, []byte("/Contents <30")) + len("/Contents <")
	to := from + bytes.IndexByte(out[from:], '>')
	copy(out[from:to], bytes.ToUpper(out[from:to]))
	if bytes.Equal(out, pdf) {
		copy(out[from:to], bytes.ToLower(out[from:to]))
	}
	return out
}

// alike is what a pair may be and looks like what it may not.
var alike = map[string]Defect{
	"NRM-001": {What: "die Nachricht heißt nach einem Prozess in Großbuchstaben", Change: func(p *Pair) {
		p.Original.Message = strings.ToUpper(p.Original.Process) + strings.TrimPrefix(p.Original.Message, p.Original.Process)
	}},
	"NRM-009": {What: "die Metadaten sind zuletzt genannt", Change: func(p *Pair) {
		p.Issue.Named = append(p.Issue.Named[1:], p.Issue.Named[0])
	}},
	"NRM-014": {What: "eine zweite Anlage der Ausgabenorm ist richtig benannt", Change: func(p *Pair) {
		name := sampleName + "__an__anlg__2.pdf"
		p.Issue.Files[name] = p.Issue.Files[sampleName+"__an__anlg__1.pdf"]
		p.Issue.Named = append(p.Issue.Named, name)
	}},
	"NRM-017": {What: "die Revisionsdaten lassen die Aufbewahrungsdauer leer, mit Leerzeichen", Change: func(p *Pair) {
		p.Original.Files["Originalnorm.xml"] = bytes.Replace(p.Original.Files["Originalnorm.xml"],
			[]byte("<Aufbewahrungsdauer></Aufbewahrungsdauer>"), []byte("<Aufbewahrungsdauer> </Aufbewahrungsdauer>"), 1)
	}},
	"NRM-018": {What: "die beiden Container kommen in anderer Schreibung der Endung", Files: func(f map[string][]byte) {
		for name, data := range maps.Clone(f) {
			if to, ok := strings.CutSuffix(name, ".zip"); ok {
				delete(f, name)
				f[to+".ZIP"] = data
			}
		}
	}},
	"NRM-002": {What: "die Akte ist eine der Verordnungen", Change: func(p *Pair) {
		p.Original.Dossier, p.Issue.Dossier = "II_Verordnungen_Originalnorm_2012", "II_Verordnungen_Ausgabenorm_2012"
	}},
	"NRM-003": {What: "der Titel spricht von der anderen Fassung", Change: titled("Gesetz über Originalnorm und Ausgabenorm")},
	"NRM-004": {What: "die Verkündung ist vom letzten Tag des Jahres", Change: inMetadata(sampleDay, "2012-12-31")},
	"NRM-005": {What: "der Titel ist kurz", Change: titled("BauO")},
	"NRM-006": {What: "eine XML-Datei liegt bei", Change: func(p *Pair) {
		p.Original.Files["anlage.xml"] = []byte("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<Anlage/>\n")
		p.Original.Named = append(p.Original.Named, "anlage.xml")
	}},
	"NRM-007": {What: "die Bemerkung im Kopf einer PDF/A-Datei ist eine andere", Change: func(p *Pair) {
		name := sampleName + "__an.pdf"
		p.Issue.Files[name] = seed.Marked(p.Issue.Files[name], 9_999)
	}},
	"NRM-008": {What: "die Metadaten heißen englisch", Change: func(p *Pair) { p.Issue.renamed("metadaten.xml", "metadata.xml") }},
	"NRM-010": {What: "die Revisionsdaten heißen wie in der Quelle, mit Schreibfehler",
		Change: func(p *Pair) { p.Original.renamed("Originalnorm.xml", "Orginalnorm.xml") }},
	"NRM-011": {What: "die Nachricht nennt eine Datei, die fast wie die Revisionsdaten heißt", Change: func(p *Pair) {
		p.Original.renamed("gesetz.pdf", "Originalnorm.pdf")
	}},
	"NRM-012": {What: "die signierte Originalnorm hat einen anderen Namen",
		Change: func(p *Pair) { p.Original.renamed("gesetz.pdf", "verkuendet.pdf") }},
	"NRM-013": {What: "vor dem Namen des Hauptdokuments steht eine UUID", Change: func(p *Pair) {
		p.Issue.renamed(sampleName+"__an.pdf", p.Issue.id(9)+"_"+sampleName+"__an.pdf")
	}},
	"NRM-015": {What: "die Ausgabenorm schreibt den Titel in Großbuchstaben",
		Change: func(p *Pair) { p.Issue.Title = strings.ToUpper(p.Issue.Title) }},
	"NRM-016": {What: "die Container liegen in einem Ordner", Files: func(f map[string][]byte) {
		for name, data := range maps.Clone(f) {
			delete(f, name)
			f["gvbl-2012/"+name] = data
		}
	}},
	"NRM-019": {What: "ein zweites Paar liegt bei", Files: func(f map[string][]byte) {
		for name, data := range maps.Clone(f) {
			f[strings.Replace(name, "7a1c0f52", "7a1c0f53", 1)] = data
		}
	}},
	"SIG-001": {What: "die Signatur ist in der anderen Schreibung der Hexadezimalzahlen geschrieben", Change: func(p *Pair) {
		p.Original.Files["gesetz.pdf"] = otherHex(signedSample)
	}},
}
