package pack

import (
	"context"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"laufzettel/app/work/office"
	"laufzettel/transfer/aip"
	"laufzettel/transfer/check"
	"laufzettel/transfer/mapping"
	"laufzettel/transfer/pdfa"
	"laufzettel/transfer/record"
	"laufzettel/transfer/report"
)

// spec describes the new representation out of the earlier package alone: the
// same object with the same statements, other files, the earlier package named.
func (c *conversion) spec(ctx context.Context, pid string, at time.Time) (aip.Spec, error) {
	d := c.pkg.Metadata()
	s := aip.Spec{PID: pid, ReferenceCode: d.ReferenceCode, EarlierPID: d.PID, Ordered: at,
		Program: aip.Agent{Name: office.Program, Version: office.Version, Type: "software"},
		Files:   c.files, Events: c.events, Agents: c.agents, Decisions: d.Decisions, Relations: d.Relations}
	name, content, err := c.pkg.Message(ctx)
	if err != nil {
		return s, err
	}
	if content != nil {
		s.Descriptive, s.DescriptiveName, s.DescriptiveType = content, path.Base(name), "Nachricht der Lieferung"
	}
	c.administrative(&s, d.Administrative)
	s.Accession.ID = d.AccessionID
	object, chain := rebuilt(d.Objects)
	s.Object, s.Chain = object, chain
	c.closure(&s, d.Closure)
	s.Folders = c.pkg.Folders()
	s.Published = d.Closure == nil && s.Profile.Closure.Years == 0
	if c.final != nil {
		return s, c.final.describeFinal(ctx, c, &s)
	}
	return s, c.cover(&s)
}

// cover puts a sheet on the new representation: what was converted with which program,
// and how the results were checked.
func (c *conversion) cover(s *aip.Spec) error {
	sheet := coverOf(s, c.packer.Contents.KindNamed(c.kind))
	sheet.Findings = fmt.Sprintf("Umgewandelt: %s von %d. Die Prüfung der Lieferung steht auf dem Deckblatt der früheren Repräsentation.",
		plural(c.made, "Dokument", "Dokumente"), sheet.Documents)
	for _, a := range c.agents {
		if !slices.ContainsFunc(sheet.Checks, func(d check.Done) bool { return d.Tool == a.Name }) {
			name := "conversion"
			if a.Name == pdfa.Tool() {
				name = "pdfa"
			}
			sheet.Checks = append(sheet.Checks, check.Done{Name: name, State: check.Full, Tool: a.Name})
		}
	}
	for _, d := range s.Decisions {
		if d.Kind == "exception" {
			sheet.Exceptions = append(sheet.Exceptions, report.Exception{Reason: d.Text, Person: d.Person, Time: d.Time})
		}
	}
	return addCover(s, sheet)
}

// administrative takes MAPPING-2 over: what the program knows goes to its place,
// statements of a profile's own mapping are kept word for word.
func (c *conversion) administrative(s *aip.Spec, values []mapping.Value) {
	known := mapping.Default().AIP
	own := map[string]string{}
	stamp := func(v string) time.Time { t, _ := time.Parse(time.RFC3339, v); return t } // "" and other words give none
	for _, v := range values {
		switch v.Name {
		case "archive":
			s.Archive = v.Value
		case "agency":
			s.Profile.Agency = v.Value
		case "agencyId":
			s.Profile.AgencyID = v.Value
		case "profileId":
			s.Profile.ID = v.Value
		case "contact":
			s.Profile.Contact.Name = v.Value
		case "source":
			s.Profile.Source = v.Value
		case "environment":
			s.Profile.Environment = v.Value
		case "accessionNumber":
			s.Accession.Number = v.Value
		case "offered":
			s.Accession.Offered = stamp(v.Value)
		case "delivered":
			s.Accession.Delivered = stamp(v.Value)
		default:
			if _, ok := known[v.Name]; !ok {
				own[v.Name] = "const:" + v.Value
			}
		}
	}
	s.Profile.Mapping.AIP = own
}

// closure gives the profile of the new package the period that leads to the same
// last closed day; what a person decided later counts for both anyway.
func (c *conversion) closure(s *aip.Spec, sealed *aip.Closure) {
	if sealed == nil || s.Object == nil {
		return
	}
	until, err := strconv.Atoi(record.Date(sealed.Until).Year())
	if err != nil {
		return
	}
	from, err := strconv.Atoi(mapping.Span(s.Object).To.Year())
	if err != nil || sealed.Cautious && s.Ordered.Year() > from {
		from = s.Ordered.UTC().Year()
	}
	s.Profile.Closure.Years, s.Profile.Closure.Description = max(1, until-from), sealed.Description
}

// rebuilt makes record objects of a description: the packaged one and its parents.
func rebuilt(entries []*aip.Entry) (object *record.Object, chain []*record.Object) {
	for _, e := range entries {
		o := objectOf(e)
		if !e.Context {
			for _, child := range e.Children {
				addBelow(o, child)
			}
			return o, nil
		}
		if found, rest := rebuilt(e.Children); found != nil {
			return found, append([]*record.Object{o}, rest...)
		}
	}
	return nil, nil
}

func addBelow(parent *record.Object, e *aip.Entry) {
	o := objectOf(e)
	o.ContextOnly = e.Context
	parent.Add(o)
	for _, child := range e.Children {
		addBelow(o, child)
	}
}

// objectOf takes the statements of an entry; those the default mapping does not
// know stay as they are named.
func objectOf(e *aip.Entry) *record.Object {
	o := &record.Object{ID: e.ID, Kind: e.Kind, Number: e.Number, Retention: record.Retention{Years: -1}}
	for _, v := range e.Fields {
		switch v.Name {
		case "reference":
			o.Reference = v.Value
		case "subject":
			o.Subject = v.Value
		case "from":
			o.Span.From, o.Span.Derived = record.Date(v.Value), o.Span.Derived || v.Derived
		case "to":
			o.Span.To, o.Span.Derived = record.Date(v.Value), o.Span.Derived || v.Derived
		case "date":
			o.Date = record.Date(v.Value)
		case "received":
			o.Received = record.Date(v.Value)
		case "type":
			o.Type = v.Value
		case "leadUnit":
			o.LeadUnit = v.Value
		case "note":
			o.Note = v.Value
		case "medium":
			o.Medium = v.Value
		case "confidentiality":
			o.Confidentiality = v.Value
		case "plan":
			o.Plan.Reference, o.Plan.Title, _ = strings.Cut(v.Value, " ")
		default:
			o.Fields = append(o.Fields, record.Field{Name: v.Name, Value: v.Value})
		}
	}
	return o
}
