package reading

import (
	"slices"
	"strings"

	"laufzettel/app/work/intake"
	"laufzettel/transfer/aip"
	"laufzettel/transfer/record"
	"laufzettel/viewer/catalog"
)

// fill takes reference, subject and span from the packaged object; its parents
// are found by their words.
func fill(it *catalog.Item, entries []*aip.Entry) {
	for _, e := range entries {
		subject, reference := e.Field("subject").Value, e.Field("reference").Value
		if e.Context {
			it.Keywords = strings.TrimSpace(it.Keywords + " " + reference + " " + subject)
			fill(it, e.Children)
			continue
		}
		it.Kind, it.Filing, it.Subject = e.Called(), reference, subject
		it.Keywords = strings.TrimSpace(it.Keywords + " " + keywords(e) + heldWords(e.Children))
		it.From, it.To = e.Field("from").Value, e.Field("to").Value
		return
	}
}

// heldWords are the titles and statements of what a unit holds beside documents: folders of a share,
// also empty ones, and Vorgänge of an Akte are found by their names, and the package with them.
func heldWords(entries []*aip.Entry) string {
	var words strings.Builder
	for _, e := range entries {
		if e.Kind == record.Document {
			continue
		}
		for _, f := range e.Fields {
			if f.Name != intake.FieldPath && f.Name != intake.FieldModified && f.Value != "" { // a folder lies in those above it
				words.WriteString(" " + f.Value)
			}
		}
		words.WriteString(heldWords(e.Children))
	}
	return words.String()
}

// titled are fields of a description that stand in columns of the index.
var titled = []string{"subject", "reference", "date", "from", "to"}

// keywords are the further statements about an object, which are found by their
// words: the index fields of every kind (B5, C11, D6, F1).
func keywords(e *aip.Entry) string {
	var words []string
	for _, f := range e.Fields {
		if !slices.Contains(titled, f.Name) {
			words = append(words, f.Value)
		}
	}
	return strings.Join(words, " ")
}
