package mets

import (
	"strconv"

	"github.com/beevik/etree"
)

// Object is one object of PREMIS: entity, representation, file or part of a file.
type Object struct {
	Type            string // intellectualEntity, representation, file, bitstream
	IDs             []Identifier
	Properties      []Identifier // significant properties
	Characteristics *Characteristics
	OriginalName    string
	Relations       []Relation
}

// Characteristics are digest, size and format of a file.
type Characteristics struct {
	Algorithm, Digest string
	Size              int64 // bytes
	Format            Format
}

// Format names a format; Registry and Key where it stands in one.
type Format struct {
	Name, Version, Registry, Key string
	Notes                        []string
}

// Relation ties an object to another.
type Relation struct {
	Type, SubType string
	To            Identifier
}

// Event is what happened to an object, and by whom.
type Event struct {
	ID              Identifier
	Type, Time      string
	Detail, Outcome string
	Note            string // on the outcome, in words
	Agents          []Identifier
	Object          Identifier
}

// Actor is an agent of PREMIS.
type Actor struct {
	ID                  Identifier
	Name, Type, Version string
}

// Rights is a statement of rights that is none of copyright, licence or statute.
type Rights struct {
	ID          Identifier
	Basis, Note string
	Granted     []Grant
	Object      Identifier
}

// Grant is an act that is restricted for a time.
type Grant struct{ Act, Restriction, Start, End string }

// StartPREMIS opens the root element of a PREMIS document.
func (w *Writer) StartPREMIS() {
	w.Start("premis", "xmlns", PREMISNamespace, "xmlns:xsi", xsi, "version", "3.0")
}

func (o Object) element() *etree.Element {
	el := element("object", "xsi:type", o.Type)
	for _, id := range o.IDs {
		identify(el, "object", id)
	}
	for _, p := range o.Properties {
		c := child(el, "significantProperties")
		leaf(c, "significantPropertiesType", p.Type)
		leaf(c, "significantPropertiesValue", p.Value)
	}
	if o.Characteristics != nil {
		o.Characteristics.add(el)
	}
	leaf(el, "originalName", o.OriginalName)
	for _, r := range o.Relations {
		c := child(el, "relationship")
		leaf(c, "relationshipType", r.Type)
		leaf(c, "relationshipSubType", r.SubType)
		identify(c, "relatedObject", r.To)
	}
	return el
}

func (x *Characteristics) add(to *etree.Element) {
	el := child(to, "objectCharacteristics")
	fixity := child(el, "fixity")
	leaf(fixity, "messageDigestAlgorithm", x.Algorithm)
	leaf(fixity, "messageDigest", x.Digest)
	leaf(el, "size", strconv.FormatInt(x.Size, 10))
	format := child(el, "format")
	name := child(format, "formatDesignation")
	leaf(name, "formatName", x.Format.Name)
	leaf(name, "formatVersion", x.Format.Version)
	if x.Format.Key != "" {
		r := child(format, "formatRegistry")
		leaf(r, "formatRegistryName", x.Format.Registry)
		leaf(r, "formatRegistryKey", x.Format.Key)
	}
	for _, n := range x.Format.Notes {
		leaf(format, "formatNote", n)
	}
}

func (e Event) element() *etree.Element {
	el := element("event")
	identify(el, "event", e.ID)
	leaf(el, "eventType", e.Type)
	leaf(el, "eventDateTime", e.Time)
	if e.Detail != "" {
		leaf(child(el, "eventDetailInformation"), "eventDetail", e.Detail)
	}
	if e.Outcome != "" || e.Note != "" {
		info := child(el, "eventOutcomeInformation")
		leaf(info, "eventOutcome", e.Outcome)
		if e.Note != "" {
			leaf(child(info, "eventOutcomeDetail"), "eventOutcomeDetailNote", e.Note)
		}
	}
	for _, a := range e.Agents {
		identify(el, "linkingAgent", a)
	}
	identify(el, "linkingObject", e.Object)
	return el
}

func (a Actor) element() *etree.Element {
	el := element("agent")
	identify(el, "agent", a.ID)
	leaf(el, "agentName", a.Name)
	leaf(el, "agentType", a.Type)
	leaf(el, "agentVersion", a.Version)
	return el
}

func (r Rights) element() *etree.Element {
	el := element("rights")
	s := child(el, "rightsStatement")
	identify(s, "rightsStatement", r.ID)
	leaf(s, "rightsBasis", "Other")
	other := child(s, "otherRightsInformation")
	leaf(other, "otherRightsBasis", r.Basis)
	leaf(other, "otherRightsNote", r.Note)
	for _, g := range r.Granted {
		c := child(s, "rightsGranted")
		leaf(c, "act", g.Act)
		leaf(c, "restriction", g.Restriction)
		term := child(c, "termOfRestriction")
		leaf(term, "startDate", g.Start)
		leaf(term, "endDate", g.End)
	}
	identify(s, "linkingObject", r.Object)
	return el
}

// identify adds an identifier of what of names: object, event, linkingAgent.
func identify(to *etree.Element, of string, id Identifier) {
	el := child(to, of+"Identifier")
	leaf(el, of+"IdentifierType", id.Type)
	leaf(el, of+"IdentifierValue", id.Value)
}

func child(to *etree.Element, name string) *etree.Element {
	el := etree.NewElement(name)
	to.AddChild(el)
	return el
}
