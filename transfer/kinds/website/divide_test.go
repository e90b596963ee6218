package website

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"laufzettel/transfer/record"
)

func TestKind_Divide(t *testing.T) {
	doc := func(id string) *record.Object { return &record.Object{ID: id, Kind: record.Document} }
	for _, c := range []struct {
		name string
		docs []string
		want [][]string
	}{
		{"both representations", []string{"0-beschreibung", "1-pdf-web.pdf", "2-iso-web.iso", "3-spiegel-a"},
			[][]string{{"1-pdf-web.pdf"}, {"0-beschreibung", "2-iso-web.iso", "3-spiegel-a"}}},
		{"PDF and ISO alone", []string{"1-pdf-a.pdf", "2-iso-a.iso"}, [][]string{{"1-pdf-a.pdf"}, {"2-iso-a.iso"}}},
		{"two PDFs stay together", []string{"1-pdf-a.pdf", "1-pdf-b.pdf", "2-iso-a.iso"},
			[][]string{{"1-pdf-a.pdf", "1-pdf-b.pdf"}, {"2-iso-a.iso"}}},
		{"no image", []string{"1-pdf-a.pdf", "3-spiegel-a"}, nil},
		{"no PDF", []string{"2-iso-a.iso", "3-spiegel-a"}, nil},
		{"an archive file", []string{"4-archiv-a.warc"}, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			area := &record.Object{ID: "webbereich", Kind: record.Dossier}
			shot := &record.Object{ID: "schnappschuss", Kind: record.Case}
			area.Add(shot)
			for _, id := range c.docs {
				shot.Add(doc(id))
			}
			for _, unit := range []*record.Object{shot, area} {
				var got [][]string
				for _, d := range (Kind{}).Divide(unit, 1) {
					var ids []string
					for o := range record.All([]*record.Object{d.Object}) {
						if o.Kind == record.Document {
							ids = append(ids, o.ID)
						}
					}
					got = append(got, ids)
				}
				if d := cmp.Diff(c.want, got); d != "" {
					t.Errorf("%s (-want +got)\n%s", unit.ID, d)
				}
			}
			if len(shot.Children) != len(c.docs) || shot.ID != "schnappschuss" {
				t.Error("the unit was changed")
			}
		})
	}
}
