package handelsregister

import (
	"iter"
	"path"
	"slices"
	"strings"

	"laufzettel/transfer/record"
)

// Names of the fields that we count ourselves.
const (
	fieldCompanies = "Firmen in der Liste"
	fieldDocuments = "Belegakten"
	fieldPeriod    = "Zeitraum laut Liste"
)

func sorted(seq iter.Seq[string]) []string { return slices.Sorted(seq) }

// tree makes the record tree: one dossier with one case, in it the papers of the
// delivery and every company with its Belegakten. What is delivered was chosen
// before (1.1.1) and is kept.
func (d *delivery) tree() []*record.Object {
	const id = "handelsregister"
	span := record.DateSpan{From: iso(d.l.From), To: iso(d.l.To), Derived: true}
	title := strings.TrimSpace("Gelöschte Firmen " + span.String())
	rated := func(kind record.Kind, suffix string) *record.Object {
		return &record.Object{ID: id + suffix, Kind: kind, Subject: title, Reference: d.s.Provenance, Span: span, LeadUnit: d.s.Provenance,
			Rating: record.RatingArchive, Origin: record.OriginKind, Retention: record.Retention{Years: -1}, Fields: d.fields()}
	}
	root, all := rated(record.Dossier, ""), rated(record.Case, "-firmen")
	root.Add(all)
	all.Add(paper("liste", "Liste der gelöschten Firmen", d.list))
	if d.metadata != "" {
		all.Add(paper("metadaten", "Metadaten der Ablieferung", d.metadata))
	}
	for _, p := range d.checksums {
		all.Add(paper("pruefsummen-"+path.Base(p), "Prüfsummenliste", p))
	}
	for _, p := range d.manuals {
		all.Add(paper("dokumentation-"+p, path.Base(p), p))
	}
	d.companies(all)
	return []*record.Object{root}
}

func paper(id, subject, file string) *record.Object {
	return &record.Object{ID: id, Kind: record.Document, Subject: subject,
		Versions: []record.Version{{Number: "1", Renditions: []record.Rendition{{File: record.PrimaryFile{Name: file}}}}}}
}

// companies adds a document per company and hangs its Belegakten below; a
// Belegakte whose name names no company stands for itself.
func (d *delivery) companies(all *record.Object) {
	byNumber := map[string]*record.Object{}
	for _, c := range d.l.Companies {
		o := &record.Object{ID: "firma-" + c.Number, Kind: record.Document, Type: "Firma", Reference: c.Number, Subject: c.Name,
			Line: c.Line}
		if t, ok := day(c.Deleted); ok {
			o.Date = iso(t)
		}
		for _, col := range columns {
			o.Fields = append(o.Fields, record.Field{Name: col.title, Value: *col.at(&c)})
		}
		o.Fields = append(o.Fields, c.More...)
		if key := plainNumber(c.Number); key != "" && byNumber[key] == nil {
			byNumber[key] = o
		}
		all.Add(o)
	}
	for _, p := range d.docs {
		doc := paper("beleg-"+p, path.Base(p), p)
		if c := owner(byNumber, p); c != nil {
			c.Add(doc)
		} else {
			all.Add(doc)
		}
	}
}

// owner finds the company whose number stands in the path: as the name of a
// folder or as a word of the file name.
func owner(byNumber map[string]*record.Object, p string) *record.Object {
	stem := strings.TrimSuffix(p, path.Ext(p))
	for _, word := range strings.FieldsFunc(stem, func(r rune) bool { return r == '_' || r == ' ' || r == '/' }) {
		if o := byNumber[plainNumber(word)]; o != nil {
			return o
		}
	}
	return nil
}

// plainNumber leaves letters and digits of a company number.
func plainNumber(s string) string {
	return strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' || r >= 'A' && r <= 'Z' {
			return r
		}
		return -1
	}, strings.ToUpper(s))
}
