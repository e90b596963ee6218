package report

import (
	"fmt"
	"time"

	"laufzettel/transfer/check"
	"laufzettel/transfer/wording"
)

// MaxHashes is how many files a handover protocol lists one by one; of a larger
// portion it names the digest of the list, which covers every one of them.
const MaxHashes = 2000

// Handover is the Übergabeniederschrift (C6; BKK-Arbeitshilfe 3.3.3 no. 8): who
// hands over what, what was asserted, what was checked, and all digests.
type Handover struct {
	Meta        Meta      `json:"meta"`
	Title       string    `json:"title,omitempty"` // of the portion
	Kind        string    `json:"kind"`
	Responsible string    `json:"responsible"`
	Contact     string    `json:"contact,omitempty"`
	HandedOver  time.Time `json:"handedOver"`
	Way         string    `json:"way"`        // German: how it goes to the archive
	Statements  []Pair    `json:"statements"` // what the responsible person asserts
	Read        []Pair    `json:"read,omitempty"`
	Omitted     []Pair    `json:"omitted,omitempty"`     // entries that are not there, with the reason
	Corrections []Pair    `json:"corrections,omitempty"` // read values that were corrected, with the reason
	Checked     time.Time `json:"checked"`
	Result      string    `json:"result"` // German sentence
	Profile     string    `json:"profile,omitempty"`
	Signers     []Step    `json:"signers,omitempty"` // signatures dissolved
	Signed      int       `json:"signed,omitempty"`
	Keepers     []Step    `json:"keepers,omitempty"` // signatures that stay in their file
	Kept        int       `json:"kept,omitempty"`
	Files       int       `json:"files"`
	Bytes       int64     `json:"bytes"`
	Sealed      []Pair    `json:"sealed"` // container and lists with their SHA-512
	Hashes      []Pair    `json:"hashes"` // file with SHA-512, at most MaxHashes
}

// HandoverProtocol lays the Übergabeniederschrift out.
func HandoverProtocol(h Handover) Document {
	d := h.Meta.document("handover-protocol", say("paper.handover.title"), joined(", ", h.Title, h.Meta.Portion), h)
	d.Author = h.Meta.Agency.Name
	d.Blocks = []Block{
		Paragraph{Text: say("paper.handover.intro", orElse(h.Meta.Agency.Name, say("paper.handover.agency")),
			joined(", ", h.Responsible, h.Contact))},
		append(h.Meta.identity(), KeyValues{
			{Label: say("paper.column.kind"), Value: check.KindWords(h.Kind).In(wording.German)},
			{Label: say("paper.handover.responsible"), Value: h.Responsible},
			{Label: say("paper.handover.contact"), Value: h.Contact},
			{Label: say("paper.handover.handed"), Value: moment(h.HandedOver)}, {Label: say("paper.handover.way"), Value: h.Way},
			{Label: say("paper.label.extent"), Value: counted(h.Files, "file") + ", " + size(h.Bytes)},
		}...),
		Heading{1, say("paper.handover.statements")}, KeyValues(h.Statements),
	}
	if len(h.Read) > 0 {
		d.Blocks = append(d.Blocks, Heading{2, say("paper.handover.read")}, KeyValues(h.Read))
	}
	if len(h.Omitted) > 0 {
		d.Blocks = append(d.Blocks, Heading{2, say("paper.handover.omitted")}, KeyValues(h.Omitted))
	}
	if len(h.Corrections) > 0 {
		d.Blocks = append(d.Blocks, Heading{2, say("paper.handover.corrected")}, KeyValues(h.Corrections))
	}
	d.Blocks = append(d.Blocks, Heading{1, say("paper.handover.self-check")}, Notice{Good, h.Result},
		KeyValues{{Label: say("paper.handover.checked"), Value: moment(h.Checked)},
			{Label: say("paper.handover.profile"), Value: h.Profile}})
	d.Blocks = append(d.Blocks, signatures(say("paper.handover.dissolved"), say("paper.handover.dissolved-text"), h.Signed, h.Signers)...)
	d.Blocks = append(d.Blocks, signatures(say("paper.handover.kept"),
		say("paper.handover.kept-text"), h.Kept, h.Keepers)...)
	d.Blocks = append(d.Blocks, Heading{1, say("paper.handover.sums")}, KeyValues(monoPairs(h.Sealed)))
	if h.Files > len(h.Hashes) {
		d.Blocks = append(d.Blocks, Paragraph{Text: say("paper.handover.many-files")})
	}
	rows := make([][]string, 0, len(h.Hashes))
	for _, p := range h.Hashes {
		rows = append(rows, []string{p.Label, p.Value})
	}
	if len(rows) > 0 {
		d.Blocks = append(d.Blocks,
			Table{Columns: []Column{{Title: say("paper.column.file"), Weight: 4}, {Title: "SHA-512", Weight: 8, Mono: true}}, Rows: rows})
	}
	d.Blocks = append(d.Blocks, Paragraph{Text: say("paper.handover.assured")}, Signature{Name: h.Responsible, Role: h.Meta.Agency.Name})
	d.Blocks = append(d.Blocks, h.Meta.provenance()...)
	return d
}

// signatures lays out those of one fate, nothing where there are none.
func signatures(title, text string, all int, shown []Step) []Block {
	if all == 0 {
		return nil
	}
	out := []Block{Heading{1, fmt.Sprintf("%s (%s)", title, number(all))}, Paragraph{Text: text}, stepsTable(shown)}
	if more := all - len(shown); more > 0 {
		out = append(out, Paragraph{Text: say("paper.handover.more", grouped(int64(more)))})
	}
	return out
}
