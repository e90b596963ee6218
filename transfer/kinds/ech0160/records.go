package ech0160

import (
	"encoding/xml"
	"path"
	"strings"

	"laufzettel/transfer/check"
	"laufzettel/transfer/record"
	"laufzettel/transfer/xmlwalk"
)

// submission reads ablieferung.
func (r *reader) submission() error {
	return r.w.Children(func(el xml.StartElement) error {
		switch el.Name.Local {
		case "ablieferungstyp":
			return r.text(&r.p.submission)
		case "ordnungssystem":
			return r.system()
		}
		before := len(r.p.fields)
		if err := r.flat(el, "", &r.p.fields); err != nil {
			return err
		}
		for _, f := range r.p.fields[before:] {
			switch f.Name {
			case "ablieferndeStelle":
				r.p.agency = f.Value
			case "ablieferungsnummer":
				r.p.number = f.Value
			}
		}
		return nil
	})
}

// system reads ordnungssystem or a position of it: its own statements and what
// hangs below. Objects of FILES may hang at the system itself.
func (r *reader) system() error {
	return r.w.Children(func(el xml.StartElement) error {
		switch el.Name.Local {
		case "ordnungssystemposition":
			return r.position(el)
		case "name":
			return r.text(&r.p.title)
		}
		return r.rooted(el)
	})
}

// rooted reads a dossier or mappe that hangs at a position.
func (r *reader) rooted(el xml.StartElement) error {
	if el.Name.Local != "dossier" && el.Name.Local != "mappe" {
		return nil
	}
	o, err := r.object(el, record.Dossier, 0)
	if o != nil {
		r.p.roots = append(r.p.roots, o)
	}
	return err
}

func (r *reader) position(el xml.StartElement) error {
	r.identify(xmlwalk.Attr(el, "id"), r.w.Line())
	r.plan = append(r.plan, record.PlanUnit{})
	at := &r.plan[len(r.plan)-1]
	defer func() { r.plan = r.plan[:len(r.plan)-1] }()
	return r.w.Children(func(el xml.StartElement) error {
		switch el.Name.Local {
		case "nummer":
			return r.text(&at.Reference)
		case "titel":
			return r.text(&at.Title)
		case "ordnungssystemposition":
			err := r.position(el)
			at = &r.plan[len(r.plan)-1] // the slice may have moved
			return err
		}
		return r.rooted(el)
	})
}

// maxNesting bounds dossiers in dossiers; the walker bounds the elements.
const maxNesting = 64

// object reads dossier, mappe, vorgang or dokument.
func (r *reader) object(el xml.StartElement, kind record.Kind, depth int) (*record.Object, error) {
	o := &record.Object{ID: xmlwalk.Attr(el, "id"), Kind: kind, Line: r.w.Line(), Retention: record.Retention{Years: -1}}
	if n := xmlwalk.Attr(el, "reihung") + xmlwalk.Attr(el, "order"); n != "" {
		o.Number = n
	}
	r.identify(o.ID, o.Line)
	if len(r.plan) > 0 && kind == record.Dossier {
		o.Plan = r.plan[len(r.plan)-1]
	}
	if kind == record.Dossier {
		r.p.dossiers++
	}
	part := func(el xml.StartElement) error {
		if to := r.textOf(o, el.Name.Local); to != nil {
			return r.text(to)
		}
		switch el.Name.Local {
		case "dossier", "mappe", "vorgang", "dokument":
			return r.child(o, el, depth)
		case "dateiRef":
			return r.ref(o, el)
		}
		return r.statement(o, el)
	}
	if kind != record.Case || o.ID != "" {
		return o, r.w.Children(part)
	}
	text, err := r.w.TextOr(part)
	if text != "" {
		o.Note = text // see child
	}
	return o, err
}

// textOf says where a simple element of an object is kept.
func (r *reader) textOf(o *record.Object, name string) *string {
	switch name {
	case "titel":
		return &o.Subject
	case "aktenzeichen":
		return &o.Reference
	case "federfuehrendeOrganisationseinheit", "federfuehrung":
		return &o.LeadUnit
	case "klassifizierungskategorie":
		return &o.Confidentiality
	case "erscheinungsform":
		return &o.Medium
	case "dokumenttyp":
		return &o.Type
	case "bemerkung":
		return &o.Note
	}
	return nil
}

func (r *reader) child(o *record.Object, el xml.StartElement, depth int) error {
	if depth >= maxNesting {
		return xmlwalk.ErrLimit
	}
	kind := map[string]record.Kind{"dossier": record.Dossier, "mappe": record.Dossier, "vorgang": record.Case,
		"dokument": record.Document}[el.Name.Local]
	c, err := r.object(el, kind, depth+1)
	switch {
	case err != nil || c == nil:
		return err
	case kind == record.Case && c.ID == "" && len(c.Children)+len(c.Fields) == 0 && c.Subject == "" && c.Note != "":
		// The published schemas know vorgang as mere text: what was done with the
		// documents of the dossier (dossier.xsd 1.0 to 1.2). It is no object.
		o.Fields = append(o.Fields, record.Field{Name: el.Name.Local, Value: c.Note})
	default:
		o.Add(c)
	}
	return nil
}

// statement keeps what has no place in the tree as a field, and takes the dates
// out of it.
func (r *reader) statement(o *record.Object, el xml.StartElement) error {
	name := el.Name.Local
	before := len(o.Fields)
	if err := r.flat(el, "", &o.Fields); err != nil {
		return err
	}
	get := func(suffix string) record.Date {
		for _, f := range o.Fields[before:] {
			if strings.HasSuffix(f.Name, suffix) {
				return date(f.Value)
			}
		}
		return ""
	}
	switch name {
	case "entstehungszeitraum":
		o.Span = record.DateSpan{From: get("von/datum"), To: get("bis/datum")}
		if o.Kind == record.Document {
			o.Date = o.Span.From
		}
		if o.Span.From != "" && o.Span.To != "" && cut(o.Span.To, o.Span.From) < cut(o.Span.From, o.Span.To) {
			r.say(codeSpan.At(r.at).On(o.Line).Of(o.ID).Want("", o.Span.String()))
		}
	case "registrierdatum":
		if o.Received = get("datum"); o.Date == "" {
			o.Date = o.Received
		}
	}
	return nil
}

// cut brings two dates to the precision they share.
func cut(d, other record.Date) string { return string(d[:min(len(d), len(other))]) }

// date takes xs:date, xs:dateTime or xs:gYear; "keine Angabe" is none.
func date(s string) record.Date {
	if len(s) < 4 || strings.Trim(s[:4], "0123456789") != "" {
		return ""
	}
	return record.Date(s[:min(len(s), 10)])
}

// ref reads dateiRef: one or more ids, from 1.2 on with version and
// representation.
func (r *reader) ref(o *record.Object, el xml.StartElement) error {
	version, line := xmlwalk.Attr(el, "version"), r.w.Line()
	name := xmlwalk.Attr(el, "repraesentation")
	text, err := r.w.Text()
	if err != nil {
		return err
	}
	holder := o
	if o.Kind != record.Document { // FILES: files may hang at the dossier itself
		holder = &record.Object{ID: o.ID + "#" + text, Kind: record.Document, Line: line, Retention: record.Retention{Years: -1}}
		o.Add(holder)
	}
	for _, id := range strings.Fields(text) {
		if version == "" {
			version = "1"
		}
		v := versionOf(holder, version)
		v.Renditions = append(v.Renditions, record.Rendition{FormatName: name, File: record.PrimaryFile{Name: id, Line: line}})
		r.refs = append(r.refs, reference{id: id, line: line, to: holder})
	}
	return nil
}

func versionOf(o *record.Object, number string) *record.Version {
	for i := range o.Versions {
		if o.Versions[i].Number == number {
			return &o.Versions[i]
		}
	}
	o.Versions = append(o.Versions, record.Version{Number: number})
	return &o.Versions[len(o.Versions)-1]
}

// join puts the files of the table of contents where they are referred to, and
// tells what does not fit.
func (r *reader) join() {
	for _, ref := range r.refs {
		d := r.p.byID[ref.id]
		if d == nil {
			r.say(codeReference.At(r.at).On(ref.line).Of(ref.to.ID).Want("", ref.id))
			continue
		}
		d.used = true
	}
	for o := range record.All(r.p.roots) {
		for v := range o.Versions {
			kept := o.Versions[v].Renditions[:0]
			for _, x := range o.Versions[v].Renditions {
				if d := r.p.byID[x.File.Name]; d != nil {
					x.File = record.PrimaryFile{Name: d.path, Original: d.original, Line: x.File.Line}
					for _, c := range d.declared(r.at) {
						x.File.Digests = append(x.File.Digests, record.Digest{Algorithm: c.Algorithm, Value: c.Value})
					}
					if o.Subject == "" {
						o.Subject = path.Base(d.path)
					}
					kept = append(kept, x)
				}
			}
			o.Versions[v].Renditions = kept
		}
		r.judge(o)
	}
}

// judge tells what is odd about one object.
func (r *reader) judge(o *record.Object) {
	say := func(c check.Code) { r.say(c.At(r.at).On(o.Line).Of(o.ID).Want("", o.Label())) }
	switch {
	case o.Kind == record.Dossier && len(o.Children) == 0 && o.Medium != "nicht digital":
		say(codeEmpty)
	case o.Kind == record.Document && o.Medium == "digital" && len(o.Versions) == 0:
		say(codeNoFile)
	}
}
