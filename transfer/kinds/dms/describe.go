package dms

import (
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"maps"
	"strings"

	"laufzettel/transfer/check"
	"laufzettel/transfer/container"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/layout"
	"laufzettel/transfer/record"
	"laufzettel/transfer/wording"
)

// columns are those of our own table, in order; Own reads them.
var columns = []string{"Stelle", "Behördenkennung", "System", "Erstellt", "Aktenplan", "Aktenplantitel", "Aktenzeichen", "Aktentitel",
	"Teil von", "Akte von", "Akte bis", "Federführung",
	"Vorgang", "Vorgangstitel", "Vorgang von", "Vorgang bis", "Aussonderungsart", "Dokument", "Anlage zu", "Geschäftszeichen", "Betreff",
	"Datum", "Eingang", "Dokumenttyp", "Fassung",
	"Datei", "Prüfsumme", "Verfahren", "Medium", "Vertraulichkeit", "Bemerkung"}

// Describe implements check.Describing by our own layout.
func (k Kind) Describe(ctx context.Context, t container.Tree) (check.Describer, error) {
	found, err := tables(ctx, t)
	if err != nil {
		return nil, err
	}
	if len(found) == 0 {
		return nil, lost(fmt.Errorf("no description in %s", t.Name()))
	}
	return k.DescribeBy(ctx, t, Own(found[0]))
}

// DescribeBy implements check.DescribingBy: the rows of one object in our own table,
// never those of others, which may have been destroyed.
func (Kind) DescribeBy(ctx context.Context, t container.Tree, l *layout.Layout) (check.Describer, error) {
	d, b, _, err := assemble(ctx, t, l)
	if err != nil {
		return nil, err
	}
	if d == nil || len(d.roots) == 0 {
		return nil, lost(errors.New("no documents in " + t.Name()))
	}
	b.list(d)
	x := &describer{d: d, by: map[string]*record.Object{}}
	for o := range record.All(d.roots) {
		x.by[o.ID] = o
	}
	return x, nil
}

func lost(err error) error {
	return failure.Wrap(failure.Damaged, "read description of the export", wording.Say("hint.dms.description-lost"), err)
}

type describer struct {
	d  *delivery
	by map[string]*record.Object
}

// Description implements check.Describer.
func (x *describer) Description(object string) (name, standard string, data []byte, err error) {
	o := x.by[object]
	if o == nil {
		return "", "", nil, failure.New(failure.Refused, "describe "+object, wording.Say("hint.dms.object-gone"))
	}
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	w.Comma = ';'
	if err := w.Write(columns); err != nil {
		return "", "", nil, fmt.Errorf("write description: %w", err)
	}
	for each := range record.All([]*record.Object{o}) {
		for _, row := range rowsOf(each) {
			said := map[string]string{"Stelle": x.d.head.agency, "Behördenkennung": x.d.head.agencyID, "System": x.d.head.system,
				"Erstellt": x.d.head.created}
			above(said, each)
			maps.Copy(said, row)
			cells := make([]string, 0, len(columns))
			for _, c := range columns {
				cells = append(cells, said[c])
			}
			if err := w.Write(cells); err != nil {
				return "", "", nil, fmt.Errorf("write description: %w", err)
			}
		}
	}
	w.Flush()
	return TableName, "Laufzettel DMS-Export " + Standard, b.Bytes(), w.Error()
}

// above puts what stands over a document into its row: the innermost Vorgang and Akte.
func above(said map[string]string, o *record.Object) {
	for ; o != nil; o = o.Parent {
		switch {
		case o.Kind == record.Case && said["Vorgang"] == "":
			said["Vorgang"], said["Vorgangstitel"] = orElse(o.Reference, noCase), o.Subject
			said["Vorgang von"], said["Vorgang bis"], said["Aussonderungsart"] = span(o, o.Span.From), span(o, o.Span.To), string(o.Rating)
		case o.Kind == record.Dossier && said["Aktenzeichen"] == "":
			said["Aktenzeichen"], said["Aktentitel"] = orElse(o.Reference, noDossier), o.Subject
			said["Akte von"], said["Akte bis"], said["Federführung"] = span(o, o.Span.From), span(o, o.Span.To), o.LeadUnit
			said["Aktenplan"], said["Aktenplantitel"] = o.Plan.Reference, o.Plan.Title
			if o.Parent != nil {
				said["Teil von"] = o.Parent.Reference
			}
		}
	}
}

// span gives a date that was stated; what was computed is computed again.
func span(o *record.Object, d record.Date) string {
	if o.Span.Derived {
		return ""
	}
	return string(d)
}

// rowsOf gives the rows of one object: of a document one for every file, of an Akte or
// a Vorgang without documents one.
func rowsOf(o *record.Object) (out []map[string]string) {
	if o.Kind != record.Document {
		if len(o.Children) == 0 {
			return []map[string]string{{}}
		}
		return nil
	}
	base := map[string]string{"Dokument": o.ID, "Geschäftszeichen": o.Reference, "Betreff": orElse(o.Subject, "ohne Betreff"),
		"Datum": string(o.Date), "Eingang": string(o.Received), "Dokumenttyp": o.Type,
		"Medium": o.Medium, "Vertraulichkeit": o.Confidentiality, "Bemerkung": o.Note}
	if o.Attachment() {
		base["Anlage zu"] = o.Parent.ID
	}
	for _, v := range o.Versions {
		for _, r := range v.Renditions {
			row := map[string]string{"Fassung": v.Number, "Datei": r.File.Name}
			maps.Copy(row, base)
			if len(r.File.Digests) > 0 {
				row["Prüfsumme"], row["Verfahren"] = r.File.Digests[0].Value, strings.ToUpper(r.File.Digests[0].Algorithm)
			}
			out = append(out, row)
		}
	}
	if len(out) == 0 {
		return []map[string]string{base}
	}
	return out
}
