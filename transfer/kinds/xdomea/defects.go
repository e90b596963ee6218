package xdomea

import (
	"bytes"
	"regexp"
	"slices"
	"strings"

	"laufzettel/transfer/failure"
	"laufzettel/transfer/kind/sample"
	"laufzettel/transfer/record"
	"laufzettel/transfer/wording"
)

var messageDefects = map[string]sample.Defect{
	"FIX-002": {What: "ein Byte unter einem Hash der Nachricht ist verändert (nur 4.0.0)",
		Apply: func(p *sample.Parcel, o *sample.Order) error {
			if !(Messages{}).Hashes(o.Version) {
				return failure.New(failure.Refused, "change a byte under a hash", wording.Say("hint.xdomea.digests-need-version"))
			}
			return p.Members[len(p.Members)-1].Change(sample.FlipMiddle)
		}},
	"XDO-001": {What: "die Nachricht bricht mitten im XML ab", Apply: inMessage(func(x []byte) []byte { return x[:len(x)*2/3] })},
	"XDO-002": {What: "die Nachricht bringt eine Entität mit (DOCTYPE)", Apply: inMessage(func(x []byte) []byte {
		return bytes.Replace(x, []byte("?>"), []byte("?>\n<!DOCTYPE a [<!ENTITY e SYSTEM \"file:///etc/hostname\">]>"), 1)
	})},
	"XDO-006": {What: "die Nachricht enthält ein unbekanntes Element", Apply: inMessage(func(x []byte) []byte {
		return bytes.Replace(x, []byte("<xdomea:AllgemeineMetadaten>"),
			[]byte("<xdomea:AllgemeineMetadaten><xdomea:Raumklima>19</xdomea:Raumklima>"), 1)
	})},
	"XDO-010": {What: "der Nachrichtentyp im Kopf ist ein anderer", Apply: inMessage(func(x []byte) []byte {
		return bytes.Replace(x, []byte("<code>0503</code>"), []byte("<code>0501</code>"), 1)
	})},
	"XDO-013": {What: "die ProzessID im Kopf ist eine andere", Apply: func(p *sample.Parcel, o *sample.Order) error {
		return rewrite(p, o, func(d *Draft) { d.Head.ProcessID = o.Source.UUID() })
	}},
	"XDO-023": {What: "zwei Objekte tragen dieselbe ID", Apply: func(p *sample.Parcel, o *sample.Order) error {
		cases := o.Roots[0].Children
		cases[len(cases)-1].ID = cases[0].ID
		return rewrite(p, o, nil)
	}},
	"XDO-030": {What: "eine Laufzeit endet vor ihrem Beginn", Apply: func(p *sample.Parcel, o *sample.Order) error {
		s := &o.Roots[0].Children[0].Span
		s.From, s.To = "2012-05-01", "2010-05-01"
		return rewrite(p, o, nil)
	}},
	"XDO-045": {What: "ein Vorgang ist VS-Vertraulich", Apply: func(p *sample.Parcel, o *sample.Order) error {
		o.Roots[0].Children[0].Confidentiality = "004"
		return rewrite(p, o, nil)
	}},
}

// change is what is done to a delivery.
type change = func(*sample.Parcel, *sample.Order) error

// inTree changes the records and writes the message anew.
func inTree(by func(o *sample.Order)) change {
	return func(p *sample.Parcel, o *sample.Order) error {
		by(o)
		return rewrite(p, o, nil)
	}
}

// inCase and inDocument change the first Vorgang and its first document.
func inCase(by func(*record.Object)) change {
	return inTree(func(o *sample.Order) { by(o.Roots[0].Children[0]) })
}

func inDocument(by func(*record.Object)) change {
	return inCase(func(c *record.Object) { by(c.Children[0]) })
}

func inHead(by func(*Head)) change {
	return func(p *sample.Parcel, o *sample.Order) error { return rewrite(p, o, func(d *Draft) { by(&d.Head) }) }
}

// inText changes the first match in the message; none is a fault of the sample.
func inText(pattern, text string) change {
	re := regexp.MustCompile(pattern)
	return inMessage(func(x []byte) []byte {
		at := re.FindSubmatchIndex(x)
		if at == nil {
			return x
		}
		return slices.Concat(x[:at[0]], re.Expand(nil, []byte(text), x, at), x[at[1]:])
	})
}

// since4 refuses where the version of the message has no such statement.
func since4(then change) change {
	return func(p *sample.Parcel, o *sample.Order) error {
		if !(Messages{}).Hashes(o.Version) {
			return failure.New(failure.Refused, "change a statement of 4.0", wording.Say("hint.xdomea.digests-need-version"))
		}
		return then(p, o)
	}
}

// messageNamed gives the file of the message another name, files the first primary file one,
// in the message and in the container.
func messageNamed(name func(*sample.Order) string) change {
	return func(p *sample.Parcel, o *sample.Order) error {
		p.Find(messageNameOf(o)).Name = name(o)
		return nil
	}
}

func containerNamed(name func(*sample.Order) string) change {
	return func(p *sample.Parcel, o *sample.Order) error {
		p.Name = name(o)
		return nil
	}
}

func fileNamed(name func(was string) string) change {
	return func(p *sample.Parcel, o *sample.Order) error {
		f := firstFile(o)
		to := name(f.File.Name)
		p.Find(f.File.Name).Name = to
		f.File.Name = to
		return rewrite(p, o, nil)
	}
}

// lying gives the first primary file another name in the container alone.
func lying(name func(was string) string) change {
	return func(p *sample.Parcel, o *sample.Order) error {
		f := p.Find(firstFile(o).File.Name)
		f.Name = name(f.Name)
		return nil
	}
}

// firstFile is the first rendition of the records.
func firstFile(o *sample.Order) *record.Rendition {
	return &o.Roots[0].Children[0].Children[0].Versions[0].Renditions[0]
}

func inFile(by func(*record.Rendition)) change {
	return inTree(func(o *sample.Order) { by(firstFile(o)) })
}

// nested writes elements nobody knows into one another, in the metadata of the Akte.
func nested(depth int) change {
	return inText("<xdomea:AllgemeineMetadaten>", "<xdomea:AllgemeineMetadaten>"+strings.Repeat("<xdomea:Fach>", depth)+
		strings.Repeat("</xdomea:Fach>", depth))
}

func added(name func(*sample.Order) string, data string) change {
	return func(p *sample.Parcel, o *sample.Order) error {
		p.Members = append(p.Members, sample.Member{Name: name(o), Data: []byte(data)})
		return nil
	}
}

func upper(s string) string { return strings.ToUpper(s) }

func always(s string) func(*sample.Order) string { return func(*sample.Order) string { return s } }

// transferDefects spoil a transfer: what an offer has no files for, or is not asked.
var transferDefects = map[string]sample.Defect{
	"XDO-003": {What: "Elemente sind dreihundertfach ineinander geschachtelt", Apply: nested(300)},
	"XDO-004": {What: "der Namensraum gehört zu keiner Version", Apply: inText(`schema:\d`, "schema:19")},
	"XDO-007": {What: "zwei Nachrichten liegen im Container", Apply: func(p *sample.Parcel, o *sample.Order) error {
		data, err := p.Find(messageNameOf(o)).Bytes()
		p.Members = append(p.Members, sample.Member{Name: FileName(o.Version, o.Source.UUID(), codeOf(o), 2), Data: data})
		return err
	}},
	"XDO-011": {What: "der Container heißt nach Gutdünken", Apply: containerNamed(always("Lieferung-2026"))},
	"XDO-012": {What: "der Container heißt wie eine Anbietung", Apply: containerNamed(func(o *sample.Order) string {
		return strings.TrimSuffix(ContainerName(o.Version, o.Process, TypeOffer, 1), ".zip")
	})},
	"XDO-014": {What: "die Nachricht heißt nach Gutdünken", Apply: messageNamed(always("nachricht.xml"))},
	"XDO-015": {What: "die Nachricht heißt wie eine Anbietung",
		Apply: messageNamed(func(o *sample.Order) string { return FileName(o.Version, o.Process, TypeOffer, 1) })},
	"XDO-016": {What: "die Nachricht ist nach einem anderen Prozess benannt",
		Apply: messageNamed(func(o *sample.Order) string { return FileName(o.Version, o.Source.UUID(), codeOf(o), 1) })},
	"XDO-017": {What: "die ProzessID ist keine UUID", Apply: inText(`(ProzessID>)[^<]*<`, "${1}Aussonderung 2026<")},
	"XDO-020": {What: "ein Dateiname beginnt nicht mit einer UUID", Apply: fileNamed(func(string) string { return "Antrag.pdf" })},
	"XDO-021": {What: "ein Dateiname enthält eine Ordnerangabe", Apply: fileNamed(func(was string) string { return "akte/" + was })},
	"XDO-022": {What: "zwei Dokumente nennen dieselbe Datei", Apply: inTree(func(o *sample.Order) {
		o.Roots[0].Children[1].Children[0].Versions[0].Renditions[0].File = firstFile(o).File
	})},
	"XDO-024": {What: "die ID eines Vorgangs ist keine UUID", Apply: inCase(func(c *record.Object) { c.ID = "Vorgang-1" })},
	"XDO-025": {What: "ein Dateiname hat ein Leerzeichen am Ende", Apply: inText(`(Dateiname>[^<]+)<`, "$1 <")},
	"XDO-031": {What: "ein Vorgang hat keine Laufzeit", Apply: inCase(func(c *record.Object) { c.Span = record.DateSpan{} })},
	"XDO-032": {What: "ein Dokument hat kein Datum", Apply: inDocument(func(d *record.Object) { d.Date = "" })},
	"XDO-033": {What: "ein Datum gibt es im Kalender nicht",
		Apply: inText(`(DatumDesSchreibens>)[^<]*<`, "${1}2005-02-30<")},
	"XDO-034": {What: "ein Vorgang hat kein Kennzeichen", Apply: inCase(func(c *record.Object) { c.Reference = "" })},
	"XDO-040": {What: "ein Vorgang ist zum Vernichten vorgesehen",
		Apply: inCase(func(c *record.Object) { c.Rating = record.RatingDestroy })},
	"XDO-041": {What: "ein Vorgang ist noch zu bewerten", Apply: inCase(func(c *record.Object) { c.Rating = record.RatingAppraise })},
	"XDO-042": {What: "die Aussonderungsart ist freier Text",
		Apply: inCase(func(c *record.Object) { c.Rating, c.RatingFree = record.RatingOpen, "nach Absprache" })},
	"XDO-044": {What: "ein Vorgang liegt auf Papier vor", Apply: inCase(func(c *record.Object) { c.Medium = "003" })},
	"XDO-046": {What: "ein Vorgang ist VS-NfD", Apply: inCase(func(c *record.Object) { c.Confidentiality = "002" })},
	"XDO-050": {What: "die Aussonderungsart ist keine des Standards", Apply: inText(`(?s)(aussonderungsart".*?<code>)[ABV]<`, "${1}Q<")},
	"XDO-051": {What: "ein Dateiformat steht in keiner Codeliste", Apply: inFile(func(r *record.Rendition) { r.FormatCode = "987" })},
	"XDO-052": {What: "das Format ist ein sonstiges ohne Namen",
		Apply: inFile(func(r *record.Rendition) { r.FormatCode, r.FormatName = "100", "" })},
	"XDO-053": {What: "ein Hashwert ist zu kurz (nur 4.0.0)", Apply: since4(inText(`(Wert>)[0-9a-f]{40}`, "$1"))},
	"XDO-054": {What: "ein Hashverfahren kennt niemand (nur 4.0.0)", Apply: since4(inText(`<code>SHA-256<`, "<code>ROT-13<"))},
	"XDO-055": {What: "die Nachricht nennt keine Hashwerte (nur 4.0.0)", Apply: since4(inTree(func(o *sample.Order) {
		for obj := range record.All(o.Roots) {
			for v := range obj.Versions {
				for r := range obj.Versions[v].Renditions {
					obj.Versions[v].Renditions[r].File.Digests = nil
				}
			}
		}
	}))},
	"XDO-056": {What: "ein Dokument nennt keine Datei", Apply: inDocument(func(d *record.Object) { d.Versions = nil })},
	"XDO-057": {What: "kein Vorgang enthält ein Dokument", Apply: inTree(func(o *sample.Order) {
		for _, root := range o.Roots {
			for _, c := range root.Children {
				c.Children = nil
			}
		}
	})},
	"XDO-071": {What: "die Nachricht zählt sich als dritte von zweien (nur 4.0.0)",
		Apply: since4(inHead(func(h *Head) { h.Number, h.Total = 3, 2 }))},
	"XDO-081": {What: "ein Vorgang steht nur zum Zusammenhang da und enthält Dokumente (nur 4.0.0)",
		Apply: since4(inCase(func(c *record.Object) { c.ContextOnly = true }))},
	"PLA-001": {What: "ein Dokument ist aus der Zukunft", Apply: inDocument(func(d *record.Object) { d.Date = "2093-05-04" })},
	"PLA-002": {What: "ein Datum ist ein Platzhalter", Apply: inDocument(func(d *record.Object) { d.Date = "1601-01-01" })},
	"PLA-003": {What: "ein Dokument ist älter als sein Vorgang", Apply: inDocument(func(d *record.Object) { d.Date = "1995-01-01" })},
	"PLA-004": {What: "ein Betreff ist doppelt kodiert", Apply: inCase(func(c *record.Object) { c.Subject = "Neubau am MÃ¼hlgraben" })},
	"PLA-005": {What: "ein Betreff ist ein Platzhalter", Apply: inCase(func(c *record.Object) { c.Subject = "xxx" })},
	"PLA-006": {What: "in einem Betreff sind Zeichen verloren",
		Apply: inCase(func(c *record.Object) { c.Subject = "Neubau am M\ufffdhlgraben" })},
	"VOL-004": {What: "eine Datei ist groß geschrieben, wo die Nachricht klein schreibt", Apply: lying(upper)},
	"VOL-005": {What: "eine Begleitdatei des Betriebssystems liegt bei", Apply: added(always("Thumbs.db"), "Vorschaubilder")},
	"VOL-007": {What: "eine Datei liegt unter einem anderen Namen (nur 4.0.0)",
		Apply: since4(lying(func(string) string { return "scan0001.pdf" }))},
}
