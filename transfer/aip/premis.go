package aip

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"laufzettel/transfer/mapping"
)

// premis writes the PREMIS 3.0 document: the intellectual entity, its
// representation, every file with fixity and format, events, agents and the
// closure as a rights statement.
func (d *draft) premis() []byte {
	w := newXML()
	w.start("premis", "xmlns", nsPREMIS, "xmlns:xsi", "http://www.w3.org/2001/XMLSchema-instance", "version", "3.0")
	d.premisEntity(w)
	for _, p := range d.parts {
		if p.file != nil {
			d.premisFile(w, p)
		}
	}
	agents := d.premisEvents(w)
	for _, a := range agents {
		w.start("agent")
		identifier(w, "agent", "local", a.ID)
		w.leaf("agentName", mapping.Legible(a.Name))
		w.leaf("agentType", a.Type)
		w.leaf("agentVersion", mapping.Legible(a.Version))
		w.end()
	}
	d.premisRights(w)
	w.end()
	return w.bytes()
}

// premisEntity writes the intellectual entity (the Vorgang, or the accession)
// and the representation that this package holds.
func (d *draft) premisEntity(w *xmlWriter) {
	w.start("object", "xsi:type", "intellectualEntity")
	if d.refCode != "" {
		identifier(w, "object", "reference code", d.refCode)
	}
	if d.sourceID != "" {
		identifier(w, "object", "source id", mapping.Legible(d.sourceID))
	}
	if d.kind == KindAccession {
		identifier(w, "object", "accession", orElse(d.accession, d.pid))
	}
	if d.refCode == "" && d.sourceID == "" && d.kind == KindAIP {
		identifier(w, "object", "entity of package", d.pid)
	}
	w.leaf("originalName", d.label)
	relation(w, "structural", "is represented by", "package", d.pid)
	w.end()
	w.start("object", "xsi:type", "representation")
	identifier(w, "object", "package", d.pid)
	if d.earlier != "" {
		relation(w, "derivation", "has source", "package", d.earlier)
	}
	w.end()
}

func (d *draft) premisFile(w *xmlWriter, p *part) {
	f := p.file
	w.start("object", "xsi:type", "file")
	identifier(w, "object", "path", p.path)
	if f.Object != "" {
		identifier(w, "object", "record object", mapping.Legible(f.Object))
	}
	for _, sp := range [][2]string{{"significant properties", f.Properties}, {"view path", f.ViewPath}} {
		if v := mapping.Legible(sp[1]); v != "" {
			w.start("significantProperties")
			w.leaf("significantPropertiesType", sp[0])
			w.leaf("significantPropertiesValue", v)
			w.end()
		}
	}
	w.start("objectCharacteristics")
	w.start("fixity")
	w.leaf("messageDigestAlgorithm", "SHA-512")
	w.leaf("messageDigest", p.sha512)
	w.end()
	w.leaf("size", strconv.FormatInt(p.size, 10))
	w.start("format")
	w.start("formatDesignation")
	name := mapping.Legible(f.Format.Name)
	if name == "" {
		name = "unbekannt"
	}
	w.leaf("formatName", name)
	w.leaf("formatVersion", mapping.Legible(f.Format.Version))
	w.end()
	if puid := f.puid(); puid != "" {
		w.start("formatRegistry")
		w.leaf("formatRegistryName", "PRONOM")
		w.leaf("formatRegistryKey", puid)
		w.end()
	}
	w.leaf("formatNote", mapping.Legible(f.Format.Basis))
	w.leaf("formatNote", mapping.Legible(f.Format.Warning))
	w.end()
	w.end()
	w.leaf("originalName", mapping.Legible(f.original()))
	relation(w, "structural", "is included in", "package", d.pid)
	w.end()
}

// premisEvents writes all events, the building of the package last, and gives
// the agents they name.
func (d *draft) premisEvents(w *xmlWriter) []Agent {
	agents := []Agent{d.program.settled()}
	for _, a := range d.agents {
		if a = a.settled(); !slices.ContainsFunc(agents, func(x Agent) bool { return x.ID == a.ID }) {
			agents = append(agents, a)
		}
	}
	link := func(name string) string {
		if name == "" {
			return ""
		}
		for _, a := range agents {
			if a.ID == name || a.Name == name {
				return a.ID
			}
		}
		agents = append(agents, Agent{Name: name}.settled())
		return name
	}
	events := slices.Clone(d.events)
	slices.SortStableFunc(events, func(a, b Event) int { return a.Time.Compare(b.Time) })
	events = append(events, Event{Time: d.ordered, Type: "information package creation", Outcome: "success", Agent: agents[0].ID,
		Detail: "Archivpaket nach E-ARK CSIP 2.2 gebaut; Prüfsumme jeder Datei beim Kopieren verglichen; METS, PREMIS und Beschreibung gegen ihre Schemata geprüft"})
	for i, e := range events {
		w.start("event")
		identifier(w, "event", "local", fmt.Sprintf("event-%d", i+1))
		w.leaf("eventType", mapping.Legible(orElse(e.Type, "event")))
		w.leaf("eventDateTime", eventTime(e.Time, d.ordered))
		if v := mapping.Legible(e.Detail); v != "" {
			w.start("eventDetailInformation")
			w.leaf("eventDetail", v)
			w.end()
		}
		if v := mapping.Legible(e.Outcome); v != "" {
			w.start("eventOutcomeInformation")
			w.leaf("eventOutcome", v)
			w.end()
		}
		if id := link(mapping.Legible(e.Agent)); id != "" {
			w.start("linkingAgentIdentifier")
			w.leaf("linkingAgentIdentifierType", "local")
			w.leaf("linkingAgentIdentifierValue", id)
			w.end()
		}
		w.start("linkingObjectIdentifier")
		w.leaf("linkingObjectIdentifierType", "package")
		w.leaf("linkingObjectIdentifierValue", d.pid)
		w.end()
		w.end()
	}
	return agents
}

// premisRights writes the closure (A25); material without one has no statement.
func (d *draft) premisRights(w *xmlWriter) {
	c := d.description.Closure
	if c == nil {
		return
	}
	w.start("rights")
	w.start("rightsStatement")
	identifier(w, "rightsStatement", "local", "closure")
	w.leaf("rightsBasis", "Other")
	w.start("otherRightsInformation")
	w.leaf("otherRightsBasis", "Schutzfrist")
	if c.Cautious {
		w.leaf("otherRightsNote", "Das Ende der Laufzeit ist nicht sicher belegt; die Frist ist vorsichtig berechnet.")
	}
	w.end()
	acts := []string{"disseminate content"}
	if c.Description {
		acts = append(acts, "disseminate description")
	}
	for _, act := range acts {
		w.start("rightsGranted")
		w.leaf("act", act)
		w.leaf("restriction", "closed")
		w.start("termOfRestriction")
		w.leaf("startDate", d.ordered.Format(time.DateOnly))
		// A period that is over already ends on the day it begins.
		w.leaf("endDate", max(c.Until, d.ordered.Format(time.DateOnly)))
		w.end()
		w.end()
	}
	w.start("linkingObjectIdentifier")
	w.leaf("linkingObjectIdentifierType", "package")
	w.leaf("linkingObjectIdentifierValue", d.pid)
	w.end()
	w.end()
	w.end()
}

func identifier(w *xmlWriter, of, kind, value string) {
	w.start(of + "Identifier")
	w.leaf(of+"IdentifierType", kind)
	w.leaf(of+"IdentifierValue", value)
	w.end()
}

func relation(w *xmlWriter, kind, sub, idType, id string) {
	w.start("relationship")
	w.leaf("relationshipType", kind)
	w.leaf("relationshipSubType", sub)
	w.start("relatedObjectIdentifier")
	w.leaf("relatedObjectIdentifierType", idType)
	w.leaf("relatedObjectIdentifierValue", id)
	w.end()
	w.end()
}

// settled fills id and type of an agent.
func (a Agent) settled() Agent {
	a.Name, a.ID = mapping.Legible(a.Name), mapping.Legible(a.ID)
	if a.ID == "" {
		a.ID = strings.TrimSpace(a.Name + " " + a.Version)
	}
	if a.Name == "" {
		a.Name = a.ID
	}
	if a.Type == "" {
		a.Type = "person"
		if a.Version != "" {
			a.Type = "software"
		}
	}
	return a
}

func orElse(s, other string) string {
	if s == "" {
		return other
	}
	return s
}

// eventTime writes a time with milliseconds where it has them.
func eventTime(t, other time.Time) string {
	if t.IsZero() {
		t = other
	}
	t = t.UTC()
	if t.Truncate(time.Second).Equal(t.Truncate(time.Millisecond)) {
		return t.Format("2006-01-02T15:04:05Z")
	}
	return t.Format("2006-01-02T15:04:05.000Z")
}
