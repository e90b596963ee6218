package sensitivity_test

import (
	"encoding/json"
	"flag"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"laufzettel/viewer/sensitivity/gold"
)

var sheetFiles = flag.String("sheets", "", "files of sheets other programs printed, separated by commas (make sensitivity)")

// printed reads the sheets of a file as make/sensitivity/second.py and third.py print
// them. They name values, not places: an item is looked for behind the one before.
func printed(t *testing.T, name string) []gold.Sheet {
	raw, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	type item struct{ Kind, Form, Value string }
	var read []struct {
		Text        string
		Plant, Near []item
	}
	if err := json.Unmarshal(raw, &read); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	var out []gold.Sheet
	for _, s := range read {
		placed := func(items []item) (list []gold.Item) {
			at := 0
			for _, i := range items {
				from := strings.Index(s.Text[at:], i.Value)
				if from >= 0 {
					from += at
					at = from + len(i.Value)
				} else if from = strings.Index(s.Text, i.Value); from < 0 {
					t.Fatalf("%s: %q does not stand on its sheet", name, i.Value)
				}
				list = append(list, gold.Item{Kind: i.Kind, Form: i.Form, From: from, To: from + len(i.Value)})
			}
			return list
		}
		out = append(out, gold.Sheet{Text: s.Text, Plant: placed(s.Plant), Near: placed(s.Near)})
	}
	return out
}

// The rules against the sheets of other hands, set by set: what is asked holds for all
// draws of a set together. A file is named SET-SEED.json.
func TestSheets(t *testing.T) {
	if *sheetFiles == "" {
		t.Skip("no -sheets named (make sensitivity draws them)")
	}
	draws := map[string][]string{}
	for name := range strings.SplitSeq(*sheetFiles, ",") {
		set, _, _ := strings.Cut(filepath.Base(name), "-")
		draws[set] = append(draws[set], name)
	}
	for _, set := range slices.Sorted(maps.Keys(draws)) {
		t.Run(set, func(t *testing.T) {
			var sheets []gold.Sheet
			for _, name := range draws[set] {
				t.Logf("drawn: %s", filepath.Base(name))
				sheets = append(sheets, printed(t, name)...)
			}
			held(t, judge(sheets))
		})
	}
}
