package xdomea

import (
	"cmp"
	"context"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"

	"laufzettel/transfer/container"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/kind"
	"laufzettel/transfer/record"
	"laufzettel/transfer/wording"
)

// Table implements Tabler: a row for each Vorgang of the message with its rating
// and files, rows for files the message names without bringing them, or brings
// without naming them (A1, A7).
func (b recordsBuilder) Table(ctx context.Context, src kind.Source, t kind.Table) (*kind.Plan, error) {
	t.Columns(kind.Column{Key: "reference", Label: "Aktenzeichen", LabelEN: "Reference"},
		kind.Column{Key: "subject", Label: "Betreff", LabelEN: "Subject", Wide: true},
		kind.Column{Key: "span", Label: "Laufzeit", LabelEN: "Period"}, kind.Column{Key: "rating", Label: "Bewertung", LabelEN: "Rating"},
		kind.Column{Key: "documents", Label: "Dokumente", LabelEN: "Documents", Right: true},
		kind.Column{Key: "files", Label: "Dateien", LabelEN: "Files", Right: true})
	m, err := Delivered(ctx, src.Tree)
	if err != nil {
		return nil, failure.Wrap(failure.Refused, "read message", wording.Say("hint.xdomea.no-message-found"), err)
	}
	there := map[string]string{} // by base name
	err = src.Tree.Files(ctx, func(e container.Entry) error { there[path.Base(e.Path)] = e.Path; return nil })
	if err != nil {
		return nil, err
	}
	named := map[string]bool{}
	for o := range record.All(m.Objects) {
		if o.Kind == record.Case {
			t.Add(caseRow(o, there, named))
		} else if caseOf(o) == nil { // a document that hangs in no case
			for f := range o.Files() {
				named[path.Base(f.Name)] = true
			}
		}
	}
	for _, n := range slices.Sorted(maps.Keys(there)) {
		message := strings.HasSuffix(strings.ToLower(n), ".xml") && strings.Contains(n, "."+m.Type)
		if !named[n] && !message && n != kind.SlipName && n != kind.ListName {
			t.Add(kind.Row{Cells: []string{"", there[n], "", "", "", ""}, Files: []string{there[n]},
				Faults: []kind.RowFault{kind.Warn("Die Datei liegt im Ordner, die Nachricht nennt sie nicht.")}})
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

func caseRow(o *record.Object, there map[string]string, named map[string]bool) kind.Row {
	r := kind.Row{}
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
				r.Faults = append(r.Faults, kind.Wrong("Die Nachricht nennt „"+name+"“, die Datei liegt aber nicht im Ordner."))
			}
		}
	}
	if o.Rating == "" {
		r.Faults = append(r.Faults, kind.Warn("Der Vorgang trägt keine Bewertung."))
	}
	if o.Subject == "" {
		r.Faults = append(r.Faults, kind.Warn("Der Vorgang hat keinen Betreff."))
	}
	r.Cells = []string{cmp.Or(o.Reference, o.ID), o.Subject, o.Span.String(), string(o.Rating), strconv.Itoa(documents),
		strconv.Itoa(files)}
	return r
}
