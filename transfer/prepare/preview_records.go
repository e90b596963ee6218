package prepare

import (
	"cmp"
	"context"
	"maps"
	"path"
	"slices"
	"strings"

	"laufzettel/transfer/container"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/kinds/xdomea"
	"laufzettel/transfer/record"
)

// table implements tabler: a row for each Vorgang of the message with its rating
// and files, rows for files the message names without bringing them, or brings
// without naming them (A1, A7).
func (b recordsBuilder) table(ctx context.Context, src Source, t *tabling) (*Plan, error) {
	t.columns(Column{Key: "reference", Label: "Aktenzeichen", LabelEN: "Reference"}, Column{Key: "subject", Label: "Betreff", LabelEN: "Subject", Wide: true},
		Column{Key: "span", Label: "Laufzeit", LabelEN: "Period"}, Column{Key: "rating", Label: "Bewertung", LabelEN: "Rating"},
		Column{Key: "documents", Label: "Dokumente", LabelEN: "Documents", Right: true}, Column{Key: "files", Label: "Dateien", LabelEN: "Files", Right: true})
	m, err := xdomea.Delivered(ctx, src.Tree)
	if err != nil {
		return nil, failure.Wrap(failure.Refused, "read message", "Im Ordner liegt keine lesbare xdomea-Nachricht. Bitte die Ausgabe des Systems (0503 mit ihren Primärdateien) angeben.", err)
	}
	there := map[string]string{} // by base name
	err = src.Tree.Files(ctx, func(e container.Entry) error { there[path.Base(e.Path)] = e.Path; return nil })
	if err != nil {
		return nil, err
	}
	named := map[string]bool{}
	for o := range record.All(m.Objects) {
		if o.Kind == record.Case {
			t.add(caseRow(o, there, named))
		} else if caseOf(o) == nil { // a document that hangs in no case
			for f := range o.Files() {
				named[path.Base(f.Name)] = true
			}
		}
	}
	for _, n := range slices.Sorted(maps.Keys(there)) {
		message := strings.HasSuffix(strings.ToLower(n), ".xml") && strings.Contains(n, "."+m.Type)
		if !named[n] && !message && n != SlipName && n != ListName {
			t.add(Row{Cells: []string{"", there[n], "", "", "", ""}, Files: []string{there[n]}, Faults: []RowFault{warn("Die Datei liegt im Ordner, die Nachricht nennt sie nicht.")}})
		}
	}
	return b.Plan(ctx, src)
}

func caseOf(o *record.Object) *record.Object {
	for ; o != nil; o = o.Parent {
		if o.Kind == record.Case {
			return o
		}
	}
	return nil
}

func caseRow(o *record.Object, there map[string]string, named map[string]bool) Row {
	r := Row{}
	documents, files := 0, 0
	for x := range record.All([]*record.Object{o}) {
		if x.Kind == record.Document {
			documents++
		}
		for f := range x.Files() {
			files++
			name := path.Base(f.Name)
			named[name] = true
			if at := there[name]; at != "" {
				r.Files = append(r.Files, at)
			} else {
				r.Faults = append(r.Faults, wrong("Die Nachricht nennt „"+name+"“, die Datei liegt aber nicht im Ordner."))
			}
		}
	}
	if o.Rating == "" {
		r.Faults = append(r.Faults, warn("Der Vorgang trägt keine Bewertung."))
	}
	if o.Subject == "" {
		r.Faults = append(r.Faults, warn("Der Vorgang hat keinen Betreff."))
	}
	r.Cells = []string{cmp.Or(o.Reference, o.ID), o.Subject, o.Span.String(), string(o.Rating), itoa(documents), itoa(files)}
	return r
}
