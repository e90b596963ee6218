package report

import (
	"fmt"
	"time"
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
	d := h.Meta.document("handover-protocol", "Übergabeniederschrift", joined(", ", h.Title, h.Meta.Portion), h)
	d.Author = h.Meta.Agency.Name
	d.Blocks = []Block{
		Paragraph{Text: fmt.Sprintf("%s übergibt die unten genannte Portion an das Archiv. Verantwortlich ist %s.", orElse(h.Meta.Agency.Name, "Die Stelle"), joined(", ", h.Responsible, h.Contact))},
		append(h.Meta.identity(), KeyValues{
			{Label: "Art", Value: h.Kind}, {Label: "Verantwortliche Person", Value: h.Responsible}, {Label: "Erreichbar unter", Value: h.Contact},
			{Label: "Übergeben", Value: moment(h.HandedOver)}, {Label: "Weg", Value: h.Way},
			{Label: "Umfang", Value: count(h.Files, "Datei", "Dateien") + ", " + size(h.Bytes)},
		}...),
		Heading{1, "Versicherte Angaben"}, KeyValues(h.Statements),
	}
	if len(h.Read) > 0 {
		d.Blocks = append(d.Blocks, Heading{2, "Aus den Dateien gelesen"}, KeyValues(h.Read))
	}
	if len(h.Omitted) > 0 {
		d.Blocks = append(d.Blocks, Heading{2, "Einträge, die nicht in der Portion sind"}, KeyValues(h.Omitted))
	}
	if len(h.Corrections) > 0 {
		d.Blocks = append(d.Blocks, Heading{2, "Mit Begründung berichtigt"}, KeyValues(h.Corrections))
	}
	d.Blocks = append(d.Blocks, Heading{1, "Selbstprüfung"}, Notice{Good, h.Result},
		KeyValues{{Label: "Geprüft", Value: moment(h.Checked)}, {Label: "Profil", Value: h.Profile}})
	d.Blocks = append(d.Blocks, signatures("Aufgelöste Signaturen", "Jede Signatur wurde vor dem Auflösen geprüft; Name und Zeitpunkt stehen in der Rückgrat-XML. PDF-Dateien sind in ihrer letzten Fassung ohne Signatur neu geschrieben, "+
		"mit gleicher PDF/A-Stufe und gleichen Seiten. Die signierten Originale bleiben bei der Stelle, bis alle Bestätigungen vorliegen.", h.Signed, h.Signers)...)
	d.Blocks = append(d.Blocks, signatures("Signaturen, die in ihrer Datei bleiben",
		"Diese Dateien gehen, wie es mit dem Archiv vereinbart ist, unverändert und mit ihrer Signatur an das Archiv; die Signatur ist gelesen, aber nicht aufgelöst. Name und Zeitpunkt stehen auch in der Rückgrat-XML.", h.Kept, h.Keepers)...)
	d.Blocks = append(d.Blocks, Heading{1, "Prüfsummen (SHA-512)"}, KeyValues(monoPairs(h.Sealed)))
	if h.Files > len(h.Hashes) {
		d.Blocks = append(d.Blocks, Paragraph{Text: "Die Portion hat mehr Dateien, als hier einzeln stehen können. Die Prüfsumme jeder Datei steht in der oben genannten Liste; deren Prüfsumme deckt alle."})
	}
	rows := make([][]string, 0, len(h.Hashes))
	for _, p := range h.Hashes {
		rows = append(rows, []string{p.Label, p.Value})
	}
	if len(rows) > 0 {
		d.Blocks = append(d.Blocks, Table{Columns: []Column{{Title: "Datei", Weight: 4}, {Title: "SHA-512", Weight: 8, Mono: true}}, Rows: rows})
	}
	d.Blocks = append(d.Blocks, Paragraph{Text: "Ich versichere, dass die Portion vollständig ist und die Angaben zutreffen."}, Signature{Name: h.Responsible, Role: h.Meta.Agency.Name})
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
		out = append(out, Paragraph{Text: fmt.Sprintf("Dazu %s weitere.", grouped(int64(more)))})
	}
	return out
}
