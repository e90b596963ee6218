package report

import "time"

// Transition is the note on a norm that went from the interim to the final archive
// (Überführungsvermerk, E9): since when it is not in force, where that stands, which
// package holds it now, and what is known of its signatures, which nobody renews any more.
type Transition struct {
	Meta          Meta      `json:"meta"`
	Title         string    `json:"title"` // of the norm
	ReferenceCode string    `json:"referenceCode"`
	Earlier       string    `json:"earlier"` // package of the interim archive
	Digest        string    `json:"digest"`  // its SHA-512
	PID           string    `json:"pid"`     // package of the final archive
	Promulgated   string    `json:"promulgated,omitempty"`
	Repealed      string    `json:"repealed"` // ISO day
	HandedOver    time.Time `json:"handedOver"`
	Reason        string    `json:"reason"`
	Person        string    `json:"person"`
	Files         int       `json:"files"`
	Signatures    []Pair    `json:"signatures,omitempty"` // document and what was found of its signature
}

// TransitionNote lays the note out.
func TransitionNote(t Transition) Document {
	d := t.Meta.document("transition-note", say("paper.transition.title"), joined(", ", t.Title, t.ReferenceCode), t)
	d.Blocks = []Block{
		Paragraph{Text: say("paper.transition.intro", t.Person, moment(t.HandedOver))},
		append(t.Meta.identity(), KeyValues{
			{Label: say("paper.transition.norm"), Value: t.Title}, {Label: say("paper.column.reference-code"), Value: t.ReferenceCode},
			{Label: say("paper.transition.promulgated"), Value: isoDay(t.Promulgated)},
			{Label: say("paper.transition.repealed"), Value: isoDay(t.Repealed)},
			{Label: say("paper.transition.reason"), Value: t.Reason}, {Label: say("paper.label.extent"), Value: counted(t.Files, "file")},
			{Label: say("paper.transition.earlier"), Value: t.Earlier, Mono: true},
			{Label: say("paper.transition.digest"), Value: t.Digest, Mono: true},
			{Label: say("paper.transition.pid"), Value: t.PID, Mono: true},
		}...),
		Heading{1, say("paper.transition.signatures", number(len(t.Signatures)))}, Paragraph{Text: say("paper.transition.documented")},
	}
	if len(t.Signatures) > 0 {
		d.Blocks = append(d.Blocks, KeyValues(t.Signatures))
	}
	d.Blocks = append(d.Blocks, Signature{Name: t.Person, Role: t.Meta.Archive.Name})
	d.Blocks = append(d.Blocks, t.Meta.provenance()...)
	return d
}

// isoDay writes a day of the material as people read it; what is none stays as it is.
func isoDay(s string) string {
	if t, err := time.Parse(time.DateOnly, s); err == nil {
		return t.Format("02.01.2006")
	}
	return s
}
