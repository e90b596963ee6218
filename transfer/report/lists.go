package report

import (
	"time"
)

// Destruction is the Kassationsliste: what is or was destroyed, why, on whose
// decision and whose release (A17, G18).
type Destruction struct {
	Meta      Meta        `json:"meta"`
	Objects   []Destroyed `json:"objects"`
	Done      time.Time   `json:"done,omitzero"` // zero: ordered, not yet carried out
	DoneBy    string      `json:"doneBy,omitempty"`
	WithNames bool        `json:"withNames"`       // Betreff shown (optional, A18)
	Notes     []string    `json:"notes,omitempty"` // the order it rests on, keys younger than 30 days
}

// DestructionList lays the Kassationsliste out.
func DestructionList(l Destruction) Document {
	if !l.WithNames {
		kept := make([]Destroyed, len(l.Objects))
		for i, o := range l.Objects {
			o.Subject = ""
			kept[i] = o
		}
		l.Objects = kept
	}
	d := l.Meta.document("destruction-list", say("paper.list.destruction"),
		joined(", ", l.Meta.Agency.Name, l.Meta.Accession, l.Meta.Portion), l)
	state := Notice{Caution, say("paper.list.ordered", counted(len(l.Objects), "case"))}
	if !l.Done.IsZero() {
		state = Notice{Good, say("paper.list.destroyed", counted(len(l.Objects), "case"),
			joined(say("paper.list.by"), moment(l.Done), l.DoneBy))}
	}
	rows := make([][]string, 0, len(l.Objects))
	files, bytes := 0, int64(0)
	for _, o := range l.Objects {
		files, bytes = files+o.Files, bytes+o.Bytes
		rows = append(rows, []string{o.ID, joined("\n", o.named(), o.ReferenceCode), joined("\n", o.Reason, o.Basis),
			joined("\n", moment(o.Decided), o.DecidedBy), joined("\n", moment(o.Released), o.ReleasedBy)})
	}
	d.Blocks = []Block{state, append(l.Meta.identity(),
		Pair{Label: say("paper.label.extent"), Value: joined(", ", counted(len(l.Objects), "case"), held(files, bytes))}),
		Heading{1, say("paper.list.cases")},
		Table{Columns: []Column{{Title: say("paper.column.agency-id"), Weight: 3.2, Mono: true},
			{Title: say("paper.column.reference-plan"), Weight: 3.6},
			{Title: say("paper.column.ground-basis"), Weight: 3.2}, {Title: say("paper.column.decided"), Weight: 2.8},
			{Title: say("paper.column.released"), Weight: 2.8}},
			Rows: rows, Empty: say("paper.list.none-ordered")},
		Signature{Name: l.DoneBy, Role: l.Meta.Archive.Name}}
	if len(l.Notes) > 0 {
		d.Blocks = append(d.Blocks, Heading{1, say("paper.list.order")})
		for _, n := range l.Notes {
			d.Blocks = append(d.Blocks, Paragraph{Text: n})
		}
	}
	d.Blocks = append(d.Blocks, l.Meta.provenance()...)
	return d
}

// held is what the archive had of what is destroyed: of an offer it only knows what is
// listed, and "0 bytes" would be said of records that are not empty.
func held(files int, bytes int64) string {
	if files == 0 {
		return say("paper.list.no-files")
	}
	return counted(files, "file") + ", " + size(bytes)
}

// Appraisal is the list of appraisal decisions with reasons (Bewertungsliste).
type Appraisal struct {
	Meta    Meta        `json:"meta"`
	Objects []Appraised `json:"objects"`
	Samples []Sample    `json:"samples,omitempty"` // selections of mass series by a model
	Looked  string      `json:"looked,omitempty"`  // what a second person's look at a sample of V gave
	Draft   bool        `json:"draft,omitempty"`   // out for remarks of the agency (A35)
}

// Appraised is one decision.
type Appraised struct {
	ID         string    `json:"id"`
	Reference  string    `json:"reference,omitempty"`
	Subject    string    `json:"subject,omitempty"`
	Span       string    `json:"span,omitempty"`
	Suggestion string    `json:"suggestion,omitempty"` // Bewertungsvorschlag of the clerk
	Rating     string    `json:"rating"`               // A, B or V; "" = open
	Origin     string    `json:"origin,omitempty"`     // German: where the rating comes from (A30)
	Reason     string    `json:"reason,omitempty"`
	By         string    `json:"by,omitempty"`
	At         time.Time `json:"at,omitzero"`
	ReleasedBy string    `json:"releasedBy,omitempty"` // V: who released the destruction (G18)
	ReleasedAt time.Time `json:"releasedAt,omitzero"`
}

// AppraisalList lays the list of decisions out.
func AppraisalList(l Appraisal) Document {
	title := say("paper.list.appraisal")
	if l.Draft {
		title += say("paper.list.draft-title")
	}
	d := l.Meta.document("appraisal-list", title, joined(", ", l.Meta.Agency.Name, l.Meta.Accession, l.Meta.Portion), l)
	var a, v, open int
	rows := make([][]string, 0, len(l.Objects))
	for _, o := range l.Objects {
		word := say("paper.format.open")
		switch o.Rating {
		case "A":
			a, word = a+1, say("paper.list.archive")
		case "V":
			v, word = v+1, say("paper.list.destroy")
		default:
			open++
			if o.Rating == "B" {
				word = say("paper.list.b-open")
			}
		}
		rows = append(rows, []string{joined("\n", o.Reference, o.ID), o.Subject, o.Span, word, joined("\n", o.Reason, o.Origin),
			joined("\n", o.By, day(o.At))})
	}
	tone := Good
	if open > 0 {
		tone = Caution
	}
	d.Blocks = []Block{
		Notice{tone, say("paper.list.sum", counted(len(l.Objects), "case"), number(a), number(v), number(open))},
		l.Meta.identity(),
	}
	if len(l.Samples) > 0 {
		d.Blocks = append(d.Blocks, Heading{1, say("paper.list.samples")}, samples(l.Samples))
	}
	if l.Looked != "" {
		d.Blocks = append(d.Blocks, Heading{1, say("paper.list.looked")}, Paragraph{Text: l.Looked})
	}
	d.Blocks = append(d.Blocks,
		Heading{1, say("paper.list.decisions")},
		Table{Columns: []Column{{Title: say("paper.column.reference-id"), Weight: 3.2}, {Title: say("paper.column.subject"), Weight: 3.6},
			{Title: say("paper.column.span"), Weight: 2},
			{Title: say("paper.column.rating"), Weight: 2.5}, {Title: say("paper.column.reason-origin"), Weight: 3.4},
			{Title: say("paper.column.by"), Weight: 2.2}},
			Rows: rows, Empty: say("paper.list.none")})
	d.Blocks = append(d.Blocks, l.Meta.provenance()...)
	return d
}

// Sample is a selection for a mass series by a model: its sentence with population and
// result, and what was decided on the selected and on the rest.
type Sample struct {
	Sentence string `json:"sentence"`
	Archive  int    `json:"archive"`
	Destroy  int    `json:"destroy"`
	Open     int    `json:"open,omitempty"`
}

// samples is the table of selections by model.
func samples(list []Sample) Table {
	rows := make([][]string, len(list))
	for i, s := range list {
		rows[i] = []string{s.Sentence, number(s.Archive), number(s.Destroy), number(s.Open)}
	}
	return Table{Columns: []Column{{Title: say("paper.column.model"), Weight: 7}, {Title: say("paper.column.archive"), Weight: 2},
		{Title: say("paper.column.destroy"), Weight: 2}, {Title: say("paper.column.open"), Weight: 1.5}}, Rows: rows}
}
