package aip

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"laufzettel/transfer/check"
	"laufzettel/transfer/mapping"
	"laufzettel/transfer/mets"
)

// premis writes the PREMIS 3.0 document: the intellectual entity, its
// representation, every file with fixity and format, events, agents and the
// closure as a rights statement.
func (d *draft) premis() []byte {
	w := newXML(premisRoom * len(d.parts))
	w.StartPREMIS()
	d.premisEntity(w)
	for _, p := range d.parts {
		if p.file != nil {
			w.Add(d.premisFile(p))
			d.premisAttachments(w, p)
		}
	}
	for _, a := range d.premisEvents(w) {
		w.Add(mets.Actor{ID: local(a.ID), Name: mapping.Legible(a.Name), Type: a.Type, Version: mapping.Legible(a.Version)})
	}
	d.premisRights(w)
	w.End()
	return w.Bytes()
}

// premisEntity writes the intellectual entity (the Vorgang, or the accession)
// and the representation that this package holds.
func (d *draft) premisEntity(w *mets.Writer) {
	entity := mets.Object{Type: "intellectualEntity", OriginalName: d.label,
		Relations: []mets.Relation{{Type: "structural", SubType: "is represented by", To: d.itself()}}}
	if d.refCode != "" {
		entity.IDs = append(entity.IDs, mets.Identifier{Type: "reference code", Value: d.refCode})
	}
	if d.sourceID != "" {
		entity.IDs = append(entity.IDs, mets.Identifier{Type: "source id", Value: mapping.Legible(d.sourceID)})
	}
	if d.kind == KindAccession {
		entity.IDs = append(entity.IDs, mets.Identifier{Type: "accession", Value: orElse(d.accession, d.pid)})
	}
	if d.refCode == "" && d.sourceID == "" && d.kind == KindAIP {
		entity.IDs = append(entity.IDs, mets.Identifier{Type: "entity of package", Value: d.pid})
	}
	w.Add(entity)
	representation := mets.Object{Type: "representation", IDs: []mets.Identifier{d.itself()}}
	if d.earlier != "" {
		representation.Relations = []mets.Relation{{Type: "derivation", SubType: "has source",
			To: mets.Identifier{Type: packageID, Value: d.earlier}}}
	}
	w.Add(representation)
}

// Types of identifiers in PREMIS.
const (
	packageID = "package"
	pathID    = "path"
)

// itself is the identifier of the package.
func (d *draft) itself() mets.Identifier { return mets.Identifier{Type: packageID, Value: d.pid} }

func local(id string) mets.Identifier { return mets.Identifier{Type: "local", Value: id} }

func (d *draft) premisFile(p *part) mets.Object {
	f := p.file
	o := mets.Object{Type: "file", IDs: []mets.Identifier{{Type: pathID, Value: p.path}},
		Characteristics: characteristics(p.sha512, p.size, f.Format),
		OriginalName:    mapping.Legible(f.original()), Relations: []mets.Relation{{Type: "structural", SubType: "is included in",
			To: d.itself()}}}
	if f.Object != "" {
		o.IDs = append(o.IDs, mets.Identifier{Type: "record object", Value: mapping.Legible(f.Object)})
	}
	for _, sp := range [][2]string{{"significant properties", f.Properties}, {"view path", f.ViewPath}} {
		if v := mapping.Legible(sp[1]); v != "" {
			o.Properties = append(o.Properties, mets.Identifier{Type: sp[0], Value: v})
		}
	}
	return o
}

// premisAttachments describes the files coded into a mail: parts of that file, with
// digest and format of what they hold when decoded.
func (d *draft) premisAttachments(w *mets.Writer, p *part) {
	for i, a := range p.file.Attachments {
		w.Add(mets.Object{Type: "bitstream", IDs: []mets.Identifier{{Type: "attachment", Value: fmt.Sprintf("%s!%d", p.path, i+1)}},
			Properties:      []mets.Identifier{{Type: "file name", Value: orElse(mapping.Legible(a.Name), "ohne Namen")}},
			Characteristics: characteristics(a.SHA512, a.Size, a.Format),
			Relations: []mets.Relation{{Type: "structural", SubType: "is included in",
				To: mets.Identifier{Type: pathID, Value: p.path}}}})
	}
}

// characteristics gives digest, size and format of a file or of a part of one.
func characteristics(sha512 string, size int64, format check.Format) *mets.Characteristics {
	return &mets.Characteristics{Algorithm: algorithm, Digest: sha512, Size: size, Format: mets.Format{
		Name: orElse(mapping.Legible(format.Name), "unbekannt"), Version: mapping.Legible(format.Version), Registry: "PRONOM",
		Key:   puidOf(format),
		Notes: []string{mapping.Legible(format.Basis), mapping.Legible(format.Warning)}}}
}

// premisEvents writes all events, the building of the package last, and gives
// the agents they name.
func (d *draft) premisEvents(w *mets.Writer) []Agent {
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
		x := mets.Event{ID: local(fmt.Sprintf("event-%d", i+1)), Type: mapping.Legible(orElse(e.Type, "event")),
			Time:   eventTime(e.Time, d.ordered),
			Detail: mapping.Legible(e.Detail), Object: d.itself()}
		x.Outcome, x.Note = outcome(mapping.Legible(e.Outcome))
		if id := link(mapping.Legible(e.Agent)); id != "" {
			x.Agents = []mets.Identifier{local(id)}
		}
		w.Add(x)
	}
	return agents
}

// The words of the vocabulary eventOutcome of the Library of Congress, which keeps those
// of PREMIS.
const (
	outcomeSuccess = "success"
	outcomeWarning = "warning"
	outcomeFail    = "fail"
)

// outcomes says our words for how something went in those of PREMIS and, where that says
// less, in German.
var outcomes = map[string][2]string{
	"ok": {outcomeSuccess}, "done": {outcomeSuccess}, "accepted": {outcomeSuccess}, "finished": {outcomeSuccess}, "valid": {outcomeSuccess},
	"converted": {outcomeSuccess}, "remarks": {outcomeSuccess, "Stellungnahme"},
	"no-obstacle-found":       {outcomeSuccess, "kein Hindernis gefunden"},
	"accepted-with-exception": {outcomeWarning, "mit Ausnahme angenommen"},
	"partial":                 {outcomeWarning, "in Teilen"},
	"not-conforming":          {outcomeWarning, "die neue Datei weicht von PDF/A ab"},
	"not-checkable":           {outcomeWarning, "nicht prüfbar"},
	"not-checked":             {"", "nicht geprüft"}, "not-done": {"", "nicht geprüft"},
	"rejected": {outcomeFail, "Fehler gefunden"}, "unreadable": {outcomeFail, "nicht lesbar"}, "invalid": {outcomeFail},
	"failed": {outcomeFail}, "halted": {outcomeFail, "angehalten"}, "returned": {outcomeFail, "zurückgegeben"},
	"discarded": {outcomeFail, "verworfen"},
}

// Said says in German how something went, for people who read a list of measures.
func Said(word string) string {
	if said, ok := outcomes[word]; ok && said[1] != "" {
		return said[1]
	}
	switch term, _ := outcome(word); term {
	case outcomeSuccess:
		return "bestanden"
	case outcomeFail:
		return "nicht bestanden"
	}
	return word
}

// outcome gives the outcome of an event in the words of PREMIS and a note on it. What was
// decided (A, V) is neither success nor failure.
func outcome(word string) (term, note string) {
	switch word {
	case outcomeSuccess, outcomeWarning, outcomeFail:
		return word, ""
	}
	if said, ok := outcomes[word]; ok {
		return said[0], said[1]
	}
	return "", word
}

// premisRights writes the closure (A25); material without one has no statement.
func (d *draft) premisRights(w *mets.Writer) {
	c := d.description.Closure
	if c == nil {
		return
	}
	r := mets.Rights{ID: local("closure"), Basis: "Schutzfrist", Object: d.itself()}
	if c.Cautious {
		r.Note = "Das Ende der Laufzeit ist nicht sicher belegt; die Frist ist vorsichtig berechnet."
	}
	acts := []string{"disseminate content"}
	if c.Description {
		acts = append(acts, "disseminate description")
	}
	from := d.ordered.Format(time.DateOnly)
	for _, act := range acts {
		// A period that is over already ends on the day it begins.
		r.Granted = append(r.Granted, mets.Grant{Act: act, Restriction: "closed", Start: from, End: max(c.Until, from)})
	}
	w.Add(r)
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
