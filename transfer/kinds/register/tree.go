package register

import (
	"path"
	"slices"
	"strings"

	"laufzettel/transfer/record"
)

func supersededID(h Head) string { return h.Stem() + "-" + Superseded }

func (p *portion) entryID(e *Entry) string { return p.b.Head.Stem() + "-" + e.Number }

func field2(f field, v string) record.Field { return record.Field{Name: f.label, Value: v} }

// tree makes the record tree: the year of the register as dossier, in it one case
// that is kept whole (C9) and, where older closing notes are enclosed, a second
// case that comes up for a decision.
func (p *portion) tree() []*record.Object {
	h := p.b.Head
	span := record.DateSpan{}
	if len(h.Year) == 4 {
		span = record.DateSpan{From: record.Date(h.Year + "-01-01"), To: record.Date(h.Year + "-12-31"), Derived: true}
	}
	root := &record.Object{ID: h.Stem(), Kind: record.Dossier, Reference: h.Stem(), Subject: p.title(), Span: span, Type: TypeName(h.Type),
		LeadUnit: h.Office, Rating: record.RatingArchive, Origin: record.OriginKind, Retention: record.Retention{Years: -1}}
	for _, f := range headFields {
		if v := *f.at(&p.b.Head); v != "" {
			root.Fields = append(root.Fields, field2(f, v))
		}
	}
	register := &record.Object{ID: h.Stem() + "-Register", Kind: record.Case, Reference: h.Stem(), Subject: p.title(), Span: span,
		LeadUnit: h.Office,
		Rating:   record.RatingArchive, Origin: record.OriginKind, Retention: record.Retention{Years: -1}, Fields: root.Fields}
	root.Add(register)
	p.papers(register)
	for i := range p.b.Entries {
		register.Add(p.entryObject(&p.b.Entries[i]))
	}
	if len(p.superseded) > 0 {
		old := &record.Object{ID: supersededID(h), Kind: record.Case, Reference: h.Stem(), Subject: "Überholte Abschlussvermerke",
			Span: span, LeadUnit: h.Office,
			Rating: record.RatingAppraise, Origin: record.OriginKind, Suggestion: record.RatingDestroy,
			SuggestionReason: "Die BKK-Arbeitshilfe empfiehlt die Kassation (3.2.1 Nr. 7).", Retention: record.Retention{Years: -1}}
		for _, f := range p.superseded {
			old.Add(paper(h.Stem()+"-"+path.Base(f), "Überholter Abschlussvermerk "+path.Base(f), "", f))
		}
		root.Add(old)
	}
	return []*record.Object{root}
}

// papers adds what belongs to the register as a whole.
func (p *portion) papers(to *record.Object) {
	h := p.b.Head
	if plain(h.ClosingNote) {
		to.Add(paper(h.Stem()+"-Abschlussvermerk", "Abschlussvermerk", record.Date(h.ClosingDate), p.in(h.ClosingNote)))
	}
	to.Add(paper(h.Stem()+"-Rueckgrat", "Rückgrat-XML", record.Date(h.Created), p.at))
	for _, s := range p.beside {
		to.Add(paper(h.Stem()+"-"+path.Base(s), "Angaben zum Register "+path.Base(s), "", s))
	}
	schemas := p.schemas
	if named := p.in(h.SchemaFile); plain(h.SchemaFile) && !slices.Contains(schemas, named) {
		schemas = append(slices.Clone(schemas), named)
	}
	for _, s := range schemas {
		to.Add(paper(h.Stem()+"-"+path.Base(s), "Schema "+path.Base(s), "", s))
	}
	for _, d := range p.docs {
		to.Add(paper(h.Stem()+"-"+path.Base(d), "Dokumentation des Schemas", "", d))
	}
}

func paper(id, subject string, date record.Date, file string) *record.Object {
	return &record.Object{ID: id, Kind: record.Document, Subject: subject, Date: date,
		Versions: []record.Version{{Number: "1", Renditions: []record.Rendition{{File: record.PrimaryFile{Name: file}}}}}}
}

// entryObject makes one Registereintrag with its certifications and notes.
func (p *portion) entryObject(e *Entry) *record.Object {
	var words []string
	o := &record.Object{ID: p.entryID(e), Kind: record.Document, Number: e.Number, Reference: p.entryID(e), Type: entryType, Line: e.Line}
	for _, t := range e.Terms {
		words = append(words, t.Value)
		o.Fields = append(o.Fields, record.Field{Name: t.Name, Value: t.Value})
	}
	if e.Disposal != "" {
		o.Fields = append(o.Fields, record.Field{Name: "Verfügungsnummer", Value: e.Disposal})
	}
	o.Subject = "Eintrag " + e.Number
	if len(words) > 0 {
		o.Subject += ": " + strings.Join(words, ", ")
	}
	for i := range e.Records {
		o.Add(p.partObject(o, e.Records[i], "U", i))
	}
	for i := range e.Notes {
		o.Add(p.partObject(o, e.Notes[i], "H", i))
	}
	if len(e.Records) > 0 {
		o.Date = record.Date(e.Records[0].Signed)
	}
	return o
}

func (p *portion) partObject(entry *record.Object, part Part, letter string, i int) *record.Object {
	n := i
	if f, ok := parseName(part.XML); ok {
		n = f.number
	}
	o := &record.Object{ID: entry.ID + "-" + letter + itoa(i), Kind: record.Document, Number: itoa(i + 1), Subject: partTitle(letter, n),
		Date: record.Date(part.Signed), Line: part.Line}
	for _, f := range []record.Field{{Name: "Signierender", Value: part.Signer}, {Name: "Signaturdatum", Value: part.Signed},
		{Name: "Schema-Version der Ursprungs-XML", Value: part.SchemaVersion}} {
		if f.Value != "" {
			o.Fields = append(o.Fields, f)
		}
	}
	v := record.Version{Number: "1"}
	for _, name := range []string{part.PDF, part.XML} {
		if plain(name) {
			v.Renditions = append(v.Renditions, record.Rendition{File: record.PrimaryFile{Name: p.in(name), Line: part.Line}})
		}
	}
	if len(v.Renditions) > 0 {
		o.Versions = []record.Version{v}
	}
	return o
}

func partTitle(letter string, n int) string {
	switch {
	case letter == "H":
		return "Hinweis " + itoa(n+1)
	case n == 0:
		return "Erstbeurkundung"
	}
	return "Folgebeurkundung " + itoa(n)
}
