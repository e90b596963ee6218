package generate

import (
	"fmt"
	"strconv"
	"time"

	"laufzettel/transfer/fixity"
	"laufzettel/transfer/kind/sample"
	"laufzettel/transfer/record"
)

func (b *builder) dossier(i int) (*record.Object, error) {
	year := 2004 + i%12
	d := &record.Object{ID: b.Source.UUID(), Kind: record.Dossier, Reference: fmt.Sprintf("63.2-%04d", 139+8*i),
		Subject: projects[i%len(projects)],
		Plan:    record.PlanUnit{Reference: "63.2", Title: "Bauaufsicht, Großvorhaben"}, LeadUnit: "Bauaufsichtsamt, Sachgebiet 2",
		Span:   record.DateSpan{From: record.Date(fmt.Sprintf("%d-01-07", year)), To: record.Date(fmt.Sprintf("%d-12-19", year+6))},
		Rating: record.RatingAppraise, Origin: record.OriginMessage, Retention: record.Retention{Years: 10}}
	for k := range b.Cases {
		c, err := b.caseOf(d, i*b.Cases+k, k, year)
		if err != nil {
			return nil, err
		}
		if !b.flat {
			d.Add(c)
		}
	}
	return d, nil
}

func (b *builder) caseOf(d *record.Object, n, k, year int) (*record.Object, error) {
	from := b.Source.Day(time.Date(year, 1, 10, 0, 0, 0, 0, time.UTC), 300)
	c := &record.Object{ID: b.Source.UUID(), Kind: record.Case, Reference: fmt.Sprintf("%s/%02d", d.Reference, k+1),
		Subject: matters[(n)%len(matters)],
		Plan:    d.Plan, LeadUnit: d.LeadUnit, Rating: record.Rating(b.Ratings[n%len(b.Ratings)]), Origin: record.OriginMessage,
		Suggestion: []record.Rating{record.RatingArchive, record.RatingDestroy}[n%2], Retention: record.Retention{Years: 10}}
	last := from
	for i := range b.Documents {
		last = last.AddDate(0, 0, 5+b.Source.IntN(60))
		doc, err := b.document(c, i, last)
		if err != nil {
			return nil, err
		}
		if !b.flat {
			c.Add(doc)
		}
	}
	c.Span = record.DateSpan{From: record.Date(from.Format(time.DateOnly)), To: record.Date(last.Format(time.DateOnly))}
	return c, nil
}

func (b *builder) document(c *record.Object, i int, date time.Time) (*record.Object, error) {
	doc := &record.Object{ID: b.Source.UUID(), Kind: record.Document, Number: strconv.Itoa(i + 1),
		Reference: fmt.Sprintf("%s-%d", c.Reference, i+1),
		Subject:   b.Source.Pick(papers) + " zu " + c.Subject, Date: record.Date(date.Format(time.DateOnly)), Type: "Schreiben"}
	name := b.Mix[b.files%len(b.Mix)]
	if b.Size > 0 {
		name = "txt" // files of a size are text: under another ending nobody could open them
	}
	kind := contents[name]
	b.files++
	m := sample.Member{Name: b.messages.PrimaryFileName(b.Version, b.Source.UUID(), "Dokument", kind.ext)}
	hashed := b.messages.Hashes(b.Version) // the message states a digest
	if err := b.fill(&m, name, caption{title: doc.Subject, office: b.Agency.Name, date: date, pages: 1 + i%4}, hashed &&
		!b.flat); err != nil {
		return nil, err
	}
	var digests []record.Digest
	if hashed && !b.flat {
		sum, err := digest(m)
		if err != nil {
			return nil, err
		}
		digests = []record.Digest{{Algorithm: "SHA-256", Value: sum}}
	}
	doc.Versions = []record.Version{{Number: "1", Renditions: []record.Rendition{{FormatCode: b.messages.FormatCode(kind.ext,
		kind.archival),
		File: record.PrimaryFile{Name: m.Name, Original: papers[i%len(papers)] + "." + kind.ext, Digests: digests}}}}}
	switch {
	case b.maker.NoFiles || b.bare:
		return doc, nil
	case b.take != nil:
		return doc, b.take(m)
	}
	b.Members = append(b.Members, m)
	return doc, nil
}

// fill gives a member its content; where nobody asks for the content only the
// source goes on.
func (b *builder) fill(m *sample.Member, name string, c caption, needed bool) error {
	if b.Size > 0 {
		m.Open = filler(b.Source.Uint64(), b.Size)
		return nil
	}
	c.author = b.Source.Pick(persons)
	if b.bare && !needed {
		contents[name].skip(b.Source, c)
		return nil
	}
	data, err := contents[name].make(b.Source, c)
	if err != nil {
		return fmt.Errorf("make %s: %w", name, err)
	}
	m.Data = data
	return nil
}

func digest(m sample.Member) (string, error) {
	k, err := m.Content().Measure(fixity.SHA256)
	return k.Digests[string(fixity.SHA256)], err
}
