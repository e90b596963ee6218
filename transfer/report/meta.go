package report

import (
	"strings"
	"time"

	"laufzettel/transfer/check"
)

// Meta is what every paper carries: parties, clock, tools and the head of the
// event chain at the moment it was made (design.md 3).
type Meta struct {
	Archive   Party     `json:"archive"`
	Agency    Party     `json:"agency,omitzero"` // receiver of letters; contact of the profile (A18)
	Place     string    `json:"place,omitempty"`
	Reference string    `json:"reference,omitempty"` // the archive's own reference (Geschäftszeichen)
	Created   time.Time `json:"created"`             // recorded time of the order; its zone is shown
	Person    string    `json:"person,omitempty"`    // who ordered the paper

	AccessionID string `json:"accessionId,omitempty"` // Ü-ID
	Accession   string `json:"accession,omitempty"`   // Zugangsnummer
	Portion     string `json:"portion,omitempty"`     // name of the delivery
	ProcessID   string `json:"processId,omitempty"`   // ProzessID of the messages
	Delivery    string `json:"delivery,omitempty"`    // version of the delivery that was judged: portion, number, arrival

	Program    string `json:"program"`              // program and version, "Laufzettel 0.1.0"
	Tools      []Tool `json:"tools,omitempty"`      // with versions and signature files
	ChainHead  string `json:"chainHead,omitempty"`  // hex digest of the last event
	ChainCount int    `json:"chainCount,omitempty"` // number of events so far
	Device     string `json:"device,omitempty"`     // device whose chain it is
}

// Tool is one program part or signature file that took part.
type Tool struct {
	Name    string `json:"name"`
	Version string `json:"version,omitempty"`
	Purpose string `json:"purpose,omitempty"` // German: "Formaterkennung"
}

func (m Meta) document(kind, title, subject string, data any) Document {
	return Document{
		Kind: kind, Title: title, Subject: subject, Author: m.Archive.Name, Tool: m.Program,
		Created: m.Created, Language: "de-DE", Data: data,
	}
}

func (m Meta) letter(draft bool) *Letter {
	return &Letter{Sender: m.Archive, Receiver: m.Agency, Reference: m.Reference, Place: m.Place, Draft: draft}
}

// identity are the lines that say which delivery a paper is about.
func (m Meta) identity() KeyValues {
	return KeyValues{
		{Label: say("paper.label.agency"), Value: joined(", ", m.Agency.Name, m.Agency.Unit)},
		{Label: say("paper.column.portion"), Value: m.Portion},
		{Label: say("paper.column.delivery"), Value: m.Delivery},
		{Label: say("paper.label.accession"), Value: m.Accession},
		{Label: say("paper.label.accession-id"), Value: m.AccessionID, Mono: true},
		{Label: say("paper.meta.process"), Value: m.ProcessID, Mono: true},
	}
}

// provenance says how the paper came about; it stands at the end of each.
func (m Meta) provenance() []Block {
	rows := make([][]string, 0, len(m.Tools)+1)
	rows = append(rows, []string{m.Program, say("paper.meta.program")})
	for _, t := range m.Tools {
		rows = append(rows, []string{joined(" ", t.Name, t.Version), t.Purpose})
	}
	head := m.ChainHead
	if head == "" {
		head = say("paper.meta.no-head")
	}
	kv := KeyValues{
		{Label: say("paper.meta.made"), Value: moment(m.Created)},
		{Label: say("paper.meta.made-by"), Value: m.Person},
		{Label: say("paper.meta.device"), Value: m.Device},
		{Label: say("paper.meta.chain"), Value: head, Mono: true},
	}
	if m.ChainCount > 0 {
		kv = append(kv, Pair{Label: say("paper.meta.events"), Value: grouped(int64(m.ChainCount))})
	}
	return []Block{
		Heading{1, say("paper.meta.how")},
		kv,
		Table{Columns: []Column{{Title: say("paper.column.tool-version"), Weight: 6}, {Title: say("paper.column.purpose"), Weight: 5}},
			Rows: rows},
	}
}

// notChecked is the first-class statement of what nobody looked at (G2).
func notChecked(checks []check.Done) Block {
	var missing []string
	for _, c := range checks {
		if c.State == check.Full {
			continue
		}
		reason := c.Reason
		if reason == "" {
			reason = say("paper.meta.no-reason")
		}
		word := say("paper.state.not-done")
		if c.State == check.Partial {
			word = say("paper.meta.partly-checked")
		}
		missing = append(missing, check.Title(c.Name)+" ("+word+"): "+reason)
	}
	if len(missing) == 0 {
		return Notice{Good, say("paper.meta.all-checked")}
	}
	return Notice{Caution, say("paper.meta.unchecked", strings.Join(missing, "\n"))}
}

func joined(sep string, parts ...string) string {
	kept := parts[:0:0]
	for _, p := range parts {
		if p != "" {
			kept = append(kept, p)
		}
	}
	return strings.Join(kept, sep)
}
