package register

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"laufzettel/transfer/record"
)

func entries(n, files int) *record.Object {
	unit := &record.Object{ID: "r", Kind: record.Case, Subject: "Sterberegister 1989"}
	file := func(name string) record.Version {
		return record.Version{Renditions: []record.Rendition{{File: record.PrimaryFile{Name: name}}}}
	}
	unit.Add(&record.Object{ID: "rueckgrat", Kind: record.Document, Versions: []record.Version{file("r.xml")}})
	for i := range n {
		e := &record.Object{ID: fmt.Sprint("e", i+1), Kind: record.Document, Type: entryType, Number: fmt.Sprint(i + 1)}
		for k := range files {
			e.Versions = append(e.Versions, file(fmt.Sprintf("%d-%d", i, k)))
		}
		unit.Add(e)
	}
	return unit
}

// A register is split between entries only, whatever the limit, and no file is
// lost or twice (C10).
func TestDivide(t *testing.T) {
	for _, c := range []struct {
		name                     string
		entries, files, maxFiles int
		want                     []int // files per part
	}{
		{"no limit", 5, 2, 0, nil},
		{"fits", 5, 2, 11, nil},
		{"two parts", 5, 2, 7, []int{7, 4}},
		{"an entry larger than the limit stays whole", 3, 4, 3, []int{5, 4, 4}},
		{"no entries", 0, 0, 1, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			unit := entries(c.entries, c.files)
			var got []int
			ids := map[string]bool{}
			for _, d := range (Kind{}).Divide(unit, c.maxFiles) {
				got = append(got, record.Count([]*record.Object{d.Object}).Files)
				if ids[d.Object.ID] || d.Object.ID == unit.ID || d.Object.Subject == unit.Subject || d.Title == "" {
					t.Errorf("part %q %q %q", d.Object.ID, d.Object.Subject, d.Title)
				}
				ids[d.Object.ID] = true
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("files per part (-want +got):\n%s", diff)
			}
		})
	}
}
