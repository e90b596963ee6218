package register

import (
	"fmt"

	"laufzettel/transfer/check"
	"laufzettel/transfer/record"
)

var _ check.Dividing = Kind{}

// entryType marks the documents of the tree that are entries of the register.
const entryType = "Registereintrag"

// SplitsByFiles implements check.Dividing.
func (Kind) SplitsByFiles() bool { return true }

// Divide implements check.Dividing: the archive may split a large portion for
// ingest (C10, 3.2.1). An entry is never torn apart; what belongs to the register
// as a whole lies in the first part, and every part carries the backbone as its
// description.
func (Kind) Divide(unit *record.Object, maxFiles int) []check.Division {
	if maxFiles <= 0 || unit.Kind != record.Case || record.Count([]*record.Object{unit}).Files <= maxFiles {
		return nil
	}
	var parts [][]*record.Object
	var papers, part []*record.Object
	files := 0
	for _, c := range unit.Children {
		if c.Type != entryType {
			papers = append(papers, c)
		}
	}
	files = record.Count(papers).Files
	for _, c := range unit.Children {
		if c.Type != entryType {
			continue
		}
		n := record.Count([]*record.Object{c}).Files
		if len(part) > 0 && files+n > maxFiles {
			parts, part, files = append(parts, part), nil, 0
		}
		part, files = append(part, c), files+n
	}
	if len(part) > 0 {
		parts = append(parts, part)
	}
	out := make([]check.Division, 0, len(parts))
	for i, entries := range parts {
		title := fmt.Sprintf("Teil %d von %d, Einträge %s – %s", i+1, len(parts), entries[0].Number, entries[len(entries)-1].Number)
		o := *unit
		o.ID, o.Subject = fmt.Sprintf("%s-Teil-%d", unit.ID, i+1), unit.Subject+" ("+title+")"
		o.Children = entries
		if i == 0 {
			o.Children = append(papers[:len(papers):len(papers)], entries...)
		}
		out = append(out, check.Division{Object: &o, Relation: check.RelationPart, Title: title})
	}
	return out
}
