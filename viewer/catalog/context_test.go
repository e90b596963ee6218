package catalog_test

import (
	"fmt"
	"strings"
	"testing"

	"laufzettel/viewer/catalog"
)

// shown writes the context of a place, hits in brackets.
func shown(spans []catalog.Span) string {
	var b strings.Builder
	for _, s := range spans {
		if s.Hit {
			b.WriteString("[" + s.Text + "]")
		} else {
			b.WriteString(s.Text)
		}
	}
	return b.String()
}

// A long text is cut by us: around the place where most of the words stand, whatever else
// it repeats, in every spelling the index finds.
func TestSearch_contextOfLongTexts(t *testing.T) {
	filler := strings.Repeat("Wasser und ", 100_000) // the same word a hundred thousand times
	late := strings.Repeat("Blatt ohne Belang, ", 20_000)
	for i, tt := range []struct{ name, text, ask, want string }{
		{"dense", filler + "Ende", "Wasser", "[Wasser] und [Wasser] und"},
		{"best place", strings.Repeat("Wasser steht hier. ", 100) + "Der Pegel des Wassers: Wasser im Keller, Pegel 3. " + late,
			"wasser pegel", "[Pegel]"},
		{"late", late + "Die Tiefgarage am Markt.", "tiefgarage", "[Tiefgarage] am Markt"},
		{"phrase", strings.Repeat("Gebäude ", 50) + late + "Übergabe des Gebäudes an die Stadt", `"Übergabe des Gebäudes"`,
			"[Übergabe] [des] [Gebäudes] an die Stadt"},
		{"folded", late + "Das Mühlwehr bricht.", "muehlwehr", "Das [Mühlwehr] bricht"},
		{"without dots", late + "Das Mühlwehr bricht.", "muhlwehr", "Das [Mühlwehr] bricht"},
		{"beginning", late + "Grundwasserstände (Anlage)", "Grundwasser*", "[Grundwasserstände] (Anlage"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c, _ := openCatalog(t)
			id := fmt.Sprintf("p%d", i)
			if err := c.Put(t.Context(), catalog.Item{PID: id, Kind: "case", Subject: "Akte",
				Documents: []catalog.Document{{ID: "d", Title: "Dok", Text: tt.text}}}); err != nil {
				t.Fatal(err)
			}
			got, err := c.Search(t.Context(), catalog.Query{Text: tt.ask, Day: today})
			if err != nil || len(got.Items) != 1 || len(got.Items[0].Places) == 0 {
				t.Fatalf("%+v, %v", got, err)
			}
			place := got.Items[0].Places[0]
			if said := shown(place.Context); !strings.Contains(said, tt.want) || len(strings.Fields(said)) > 24 {
				t.Errorf("%q does not show %q", said, tt.want)
			}
		})
	}
}
