package report

import (
	"time"
)

// Receipt is the letter that confirms the receipt of bytes, the first of the
// three separate acts of A19. It says nothing about archiving.
type Receipt struct {
	Meta     Meta      `json:"meta"`
	Received time.Time `json:"received"`
	Files    int       `json:"files"`
	Bytes    int64     `json:"bytes"`
	Digests  []Pair    `json:"digests,omitempty"` // algorithm or file name with value
	Text     []string  `json:"text,omitempty"`    // free paragraphs of the archive
	Signer   string    `json:"signer,omitempty"`
	Draft    bool      `json:"draft,omitempty"`
}

// ReceiptLetter lays the confirmation of receipt out as a letter.
func ReceiptLetter(r Receipt) Document {
	d := r.Meta.document("receipt-letter", say("paper.receipt.title", r.Meta.Portion),
		joined(", ", r.Meta.Accession, r.Meta.AccessionID), r)
	d.Letter = r.Meta.letter(r.Draft)
	d.Blocks = []Block{
		Paragraph{Text: say("paper.letter.salutation")},
		Paragraph{Text: say("paper.receipt.received", moment(r.Received), counted(r.Files, "file"), size(r.Bytes))},
		r.Meta.identity(),
	}
	if len(r.Digests) > 0 {
		d.Blocks = append(d.Blocks, Heading{2, say("paper.receipt.sums")}, KeyValues(monoPairs(r.Digests)))
	}
	for _, t := range r.Text {
		d.Blocks = append(d.Blocks, Paragraph{Text: t})
	}
	d.Blocks = append(d.Blocks,
		Notice{Hint, say("paper.receipt.only")},
		Paragraph{Text: say("paper.letter.regards")},
		Signature{Name: orElse(r.Signer, r.Meta.Person), Role: r.Meta.Archive.Name})
	d.Blocks = append(d.Blocks, r.Meta.provenance()...)
	return d
}

func monoPairs(in []Pair) []Pair {
	out := make([]Pair, len(in))
	for i, p := range in {
		p.Mono = true
		out[i] = p
	}
	return out
}

// Clearance is the clearance for deletion at the source, the last act of A19: by
// a named person, after every receipt of the accession was verified.
type Clearance struct {
	Meta          Meta        `json:"meta"`
	Archived      []Archived  `json:"archived"`
	Destroyed     []Destroyed `json:"destroyed,omitempty"`
	Confirmations []Step      `json:"confirmations"` // receipts and confirmations it rests on
	ClearedBy     string      `json:"clearedBy"`
	Cleared       time.Time   `json:"cleared"`
	Text          []string    `json:"text,omitempty"`
	Draft         bool        `json:"draft,omitempty"`
}

// ClearanceLetter lays the clearance for deletion out as a letter.
func ClearanceLetter(c Clearance) Document {
	d := c.Meta.document("clearance-letter", say("paper.clearance.title", c.Meta.Portion),
		joined(", ", c.Meta.Accession, c.Meta.AccessionID), c)
	d.Letter = c.Meta.letter(c.Draft)
	d.Blocks = []Block{
		Paragraph{Text: say("paper.letter.salutation")},
		Paragraph{Text: say("paper.clearance.clears", orElse(c.ClearedBy, say("paper.clearance.the-archive")), moment(c.Cleared))},
		Paragraph{Text: say("paper.clearance.delete")},
		c.Meta.identity(),
		Heading{2, say("paper.clearance.rests")}, stepsTable(c.Confirmations),
		Heading{2, say("paper.ingest.archived", number(len(c.Archived)))}, archivedTable(c.Archived),
		Heading{2, say("paper.ingest.destroyed", number(len(c.Destroyed)))}, destroyedTable(c.Destroyed),
	}
	for _, t := range c.Text {
		d.Blocks = append(d.Blocks, Paragraph{Text: t})
	}
	d.Blocks = append(d.Blocks, Paragraph{Text: say("paper.letter.regards")}, Signature{Name: c.ClearedBy, Role: c.Meta.Archive.Name})
	d.Blocks = append(d.Blocks, c.Meta.provenance()...)
	return d
}
