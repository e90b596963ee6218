package report

import (
	"fmt"
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
	d := l.Meta.document("destruction-list", "Kassationsliste", joined(", ", l.Meta.Agency.Name, l.Meta.Accession, l.Meta.Portion), l)
	state := Notice{Caution, fmt.Sprintf("%s zur Vernichtung bestimmt. Die Vernichtung ist noch nicht ausgeführt.", count(len(l.Objects), "Vorgang", "Vorgänge"))}
	if !l.Done.IsZero() {
		state = Notice{Good, fmt.Sprintf("%s vernichtet am %s.", count(len(l.Objects), "Vorgang", "Vorgänge"), joined(" durch ", moment(l.Done), l.DoneBy))}
	}
	rows := make([][]string, 0, len(l.Objects))
	files, bytes := 0, int64(0)
	for _, o := range l.Objects {
		files, bytes = files+o.Files, bytes+o.Bytes
		rows = append(rows, []string{o.ID, joined("\n", o.named(), o.ReferenceCode), joined("\n", o.Reason, o.Basis),
			joined("\n", moment(o.Decided), o.DecidedBy), joined("\n", moment(o.Released), o.ReleasedBy)})
	}
	d.Blocks = []Block{state, append(l.Meta.identity(), Pair{Label: "Umfang", Value: count(files, "Datei", "Dateien") + ", " + size(bytes)}),
		Heading{1, "Vorgänge"},
		Table{Columns: []Column{{Title: "ID der Stelle", Weight: 3.2, Mono: true}, {Title: "Kennzeichen, Aktenplan, Laufzeit, Umfang", Weight: 3.6},
			{Title: "Grund, Rechtsgrundlage", Weight: 3.2}, {Title: "Entschieden", Weight: 2.8}, {Title: "Freigegeben", Weight: 2.8}},
			Rows: rows, Empty: "Kein Vorgang ist zur Vernichtung bestimmt."},
		Signature{Name: l.DoneBy, Role: l.Meta.Archive.Name}}
	if len(l.Notes) > 0 {
		d.Blocks = append(d.Blocks, Heading{1, "Auftrag und Schlüssel"})
		for _, n := range l.Notes {
			d.Blocks = append(d.Blocks, Paragraph{Text: n})
		}
	}
	d.Blocks = append(d.Blocks, l.Meta.provenance()...)
	return d
}

// Appraisal is the list of appraisal decisions with reasons (Bewertungsliste).
type Appraisal struct {
	Meta    Meta        `json:"meta"`
	Objects []Appraised `json:"objects"`
	Samples []Sample    `json:"samples,omitempty"` // selections of mass series by a model
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
	title := "Bewertungsliste"
	if l.Draft {
		title += " (Entwurf zur Stellungnahme)"
	}
	d := l.Meta.document("appraisal-list", title, joined(", ", l.Meta.Agency.Name, l.Meta.Accession, l.Meta.Portion), l)
	var a, v, open int
	rows := make([][]string, 0, len(l.Objects))
	for _, o := range l.Objects {
		word := "offen"
		switch o.Rating {
		case "A":
			a, word = a+1, "A archivieren"
		case "V":
			v, word = v+1, "V vernichten"
		default:
			open++
			if o.Rating == "B" {
				word = "B offen"
			}
		}
		rows = append(rows, []string{joined("\n", o.Reference, o.ID), o.Subject, o.Span, word, joined("\n", o.Reason, o.Origin), joined("\n", o.By, day(o.At))})
	}
	tone := Good
	if open > 0 {
		tone = Caution
	}
	d.Blocks = []Block{
		Notice{tone, fmt.Sprintf("%s: %s zu archivieren, %s zu vernichten, %s offen.", count(len(l.Objects), "Vorgang", "Vorgänge"), number(a), number(v), number(open))},
		l.Meta.identity(),
	}
	if len(l.Samples) > 0 {
		d.Blocks = append(d.Blocks, Heading{1, "Auswahl nach Modell"}, samples(l.Samples))
	}
	d.Blocks = append(d.Blocks,
		Heading{1, "Entscheidungen"},
		Table{Columns: []Column{{Title: "Kennzeichen, ID", Weight: 3.2}, {Title: "Betreff", Weight: 3.6}, {Title: "Laufzeit", Weight: 2},
			{Title: "Bewertung", Weight: 2.5}, {Title: "Begründung, Herkunft", Weight: 3.4}, {Title: "Durch", Weight: 2.2}},
			Rows: rows, Empty: "Es liegen keine Vorgänge zur Bewertung vor."})
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
	return Table{Columns: []Column{{Title: "Modell, Grundgesamtheit, Ergebnis", Weight: 7}, {Title: "Archivieren", Weight: 2}, {Title: "Vernichten", Weight: 2}, {Title: "Offen", Weight: 1.5}}, Rows: rows}
}
