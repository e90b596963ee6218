package report

import (
	"io"
	"strconv"
	"strings"
	"time"

	"laufzettel/transfer/sheet"
)

// table writes rows as spreadsheets open them; a return inside a value would end
// its line there.
func table(w io.Writer, rows [][]string) error {
	for _, r := range rows {
		for i := range r {
			r[i] = strings.ReplaceAll(r[i], "\r", "")
		}
	}
	return sheet.Write(w, rows...)
}

func stamp(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.Format(time.RFC3339)
}

// WriteAppraisalCSV writes the list of decisions as CSV: what AppraisalList shows,
// with program and version of the delivery in every row.
func WriteAppraisalCSV(w io.Writer, l Appraisal) error {
	rows := [][]string{{"ID", say("paper.column.reference"), say("paper.column.subject"), say("paper.column.span"),
		say("paper.column.proposal"), say("paper.column.rating"), say("paper.column.origin"), say("paper.column.reason"),
		say("paper.column.decided-by"), say("paper.column.decided-at"),
		say("paper.column.released-by"), say("paper.column.released-at"), say("paper.column.portion"), say("paper.column.delivery"),
		say("paper.label.accession-id"), say("paper.column.program")}}
	for _, o := range l.Objects {
		rows = append(rows, []string{o.ID, o.Reference, o.Subject, o.Span, o.Suggestion, rated(o.Rating), o.Origin, o.Reason, o.By,
			stamp(o.At),
			o.ReleasedBy, stamp(o.ReleasedAt), l.Meta.Portion, l.Meta.Delivery, l.Meta.AccessionID, l.Meta.Program})
	}
	return table(w, rows)
}

// rated spells a rating for a list; what is not decided is "offen".
func rated(r string) string {
	if r == "A" || r == "V" {
		return r
	}
	return say("paper.format.open")
}

// WriteDraftCSV writes the list that goes to the agency for remarks (A35); the
// last three columns are for its answer. columns names them all.
func WriteDraftCSV(w io.Writer, l Appraisal, columns []string) error {
	rows := [][]string{append([]string(nil), columns...)}
	for _, o := range l.Objects {
		rows = append(rows, []string{o.ID, o.Reference, o.Subject, o.Span, o.Suggestion, rated(o.Rating), o.Reason, "", "", ""})
	}
	return table(w, rows)
}

// WriteDestructionCSV writes the Kassationsliste as CSV.
func WriteDestructionCSV(w io.Writer, l Destruction) error {
	rows := [][]string{{"ID", say("paper.column.reference"), say("paper.column.subject"), say("paper.column.plan"),
		say("paper.column.span"), say("paper.column.code"), say("paper.column.ground"), say("paper.column.legal-basis"),
		say("paper.column.decided-by"), say("paper.column.decided-at"), say("paper.column.released-by"), say("paper.column.released-at"),
		say("paper.column.files"), say("paper.column.bytes"), say("paper.column.destroyed-by"), say("paper.column.destroyed-at"),
		say("paper.column.portion"), say("paper.column.delivery"), say("paper.label.accession-id"), say("paper.column.program")}}
	for _, o := range l.Objects {
		subject := o.Subject
		if !l.WithNames {
			subject = ""
		}
		rows = append(rows, []string{o.ID, o.Reference, subject, o.Plan, o.Span, o.ReferenceCode, o.Reason, o.Basis, o.DecidedBy,
			stamp(o.Decided), o.ReleasedBy, stamp(o.Released),
			strconv.Itoa(o.Files), strconv.FormatInt(o.Bytes, 10), l.DoneBy, stamp(l.Done), l.Meta.Portion, l.Meta.Delivery,
			l.Meta.AccessionID, l.Meta.Program})
	}
	return table(w, rows)
}

// DraftLetter is the letter that asks the agency for remarks before the final
// word (A35).
func DraftLetter(l Appraisal, due time.Time) Document {
	l.Draft = true
	d := AppraisalList(l)
	d.Kind, d.Letter = "appraisal-draft", l.Meta.letter(false)
	until := say("paper.list.draft-return")
	if !due.IsZero() {
		until = say("paper.list.draft-until", day(due))
	}
	text := []Block{
		Paragraph{Text: say("paper.letter.salutation")},
		Paragraph{Text: say("paper.list.draft-before")},
		Paragraph{Text: say("paper.list.draft-how", until)},
	}
	d.Blocks = append(text, d.Blocks...)
	return d
}

// Verdict is the letter that tells the agency the outcome of the appraisal.
type Verdict struct {
	Meta      Meta        `json:"meta"`
	Archive   int         `json:"archive"`
	Documents int         `json:"documents"`
	Files     int         `json:"files"`
	Bytes     int64       `json:"bytes"`
	Destroy   int         `json:"destroy"`
	Objects   []Appraised `json:"objects"`
	Message   string      `json:"message,omitempty"` // name of the 0502 that goes with it
	Draft     bool        `json:"draft,omitempty"`   // the appraisal is not finished: nothing of it holds yet
}

// VerdictLetter lays the letter out.
func VerdictLetter(v Verdict) Document {
	d := v.Meta.document("appraisal-letter", say("paper.verdict.title"),
		joined(", ", v.Meta.Agency.Name, v.Meta.Accession, v.Meta.Portion), v)
	d.Letter = v.Meta.letter(v.Draft)
	extent := counted(v.Documents, "document")
	if v.Files > 0 { // an offer has none: what it announces is not "0 bytes"
		extent = joined(", ", extent, counted(v.Files, "file"), size(v.Bytes))
	}
	archive := counted(v.Archive, "case")
	if v.Archive > 0 {
		archive += " (" + extent + ")"
	}
	d.Blocks = []Block{
		Paragraph{Text: say("paper.letter.salutation")},
		Paragraph{Text: say("paper.verdict.sum", counted(v.Archive+v.Destroy, "case"), archive, counted(v.Destroy, "case"))},
		v.Meta.identity(),
	}
	if v.Message != "" {
		d.Blocks = append(d.Blocks, Paragraph{Text: say("paper.verdict.message", v.Message)})
	}
	rows := make([][]string, 0, len(v.Objects))
	for _, o := range v.Objects {
		rows = append(rows, []string{joined("\n", o.Reference, o.ID), o.Subject, rated(o.Rating), o.Reason})
	}
	d.Blocks = append(d.Blocks,
		Heading{1, say("paper.list.cases")},
		Table{Columns: []Column{{Title: say("paper.column.reference-id"), Weight: 3.4}, {Title: say("paper.column.subject"), Weight: 4},
			{Title: say("paper.column.rating"), Weight: 1.6}, {Title: say("paper.column.reason"), Weight: 4}},
			Rows: rows, Empty: say("paper.list.none")},
		Notice{Hint, say("paper.letter.keep")},
		Paragraph{Text: say("paper.letter.regards")}, Signature{Name: v.Meta.Person, Role: v.Meta.Archive.Name})
	d.Blocks = append(d.Blocks, v.Meta.provenance()...)
	return d
}

// PaperPart is one object that is not, or not wholly, electronic (A37).
type PaperPart struct {
	ID        string `json:"id"`
	Kind      string `json:"kind"` // German: Akte, Vorgang, Dokument
	Reference string `json:"reference,omitempty"`
	Subject   string `json:"subject,omitempty"`
	Span      string `json:"span,omitempty"`
	Medium    string `json:"medium"`
	Rating    string `json:"rating,omitempty"`
}

// Papers is the letter that asks the agency for the parts on paper.
type Papers struct {
	Meta  Meta        `json:"meta"`
	Parts []PaperPart `json:"parts"`
}

// PaperLetter lays the letter out.
func PaperLetter(p Papers) Document {
	d := p.Meta.document("paper-letter", say("paper.paper-parts.title"),
		joined(", ", p.Meta.Agency.Name, p.Meta.Accession, p.Meta.Portion), p)
	d.Letter = p.Meta.letter(false)
	rows := make([][]string, 0, len(p.Parts))
	for _, x := range p.Parts {
		rows = append(rows, []string{joined("\n", x.Reference, x.ID), joined("\n", x.Kind, x.Subject), x.Span, x.Medium, x.Rating})
	}
	d.Blocks = []Block{
		Paragraph{Text: say("paper.letter.salutation")},
		Paragraph{Text: say("paper.paper-parts.ask", counted(len(p.Parts), "object"))},
		p.Meta.identity(),
		Heading{1, say("paper.paper-parts.heading")},
		Table{Columns: []Column{{Title: say("paper.column.reference-id"), Weight: 3.4},
			{Title: say("paper.column.kind-subject"), Weight: 4}, {Title: say("paper.column.span"), Weight: 2},
			{Title: say("paper.column.medium"), Weight: 2.2}, {Title: say("paper.column.rating-short"), Weight: 1}},
			Rows: rows, Empty: say("paper.paper-parts.none")},
		Paragraph{Text: say("paper.letter.regards")}, Signature{Name: p.Meta.Person, Role: p.Meta.Archive.Name},
	}
	d.Blocks = append(d.Blocks, p.Meta.provenance()...)
	return d
}

// WritePaperCSV writes the parts on paper as CSV.
func WritePaperCSV(w io.Writer, p Papers) error {
	rows := [][]string{{"ID", say("paper.column.kind"), say("paper.column.reference"), say("paper.column.subject"),
		say("paper.column.span"), say("paper.column.medium"), say("paper.column.rating"), say("paper.column.portion"),
		say("paper.column.program")}}
	for _, x := range p.Parts {
		rows = append(rows, []string{x.ID, x.Kind, x.Reference, x.Subject, x.Span, x.Medium, x.Rating, p.Meta.Portion, p.Meta.Program})
	}
	return table(w, rows)
}
