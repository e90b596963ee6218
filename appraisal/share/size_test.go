package share

import (
	"fmt"
	"testing"
	"unsafe"

	"laufzettel/transfer/record"
)

// A share of a million files has to fit into what a laptop can spare: a file is no larger
// than this, and what many files have in common is there once.
func TestFile_SharesWhatIsCommon(t *testing.T) {
	const most = 88
	if got := unsafe.Sizeof(File{}); got > most {
		t.Errorf("a file takes %d bytes, want at most %d", got, most)
	}
	tree := New("P")
	for i := range 100 {
		tree.Add(fmt.Sprintf("a/%03d.txt", i), File{Size: 1, Key: KeyOf(fmt.Sprint(i % 50)), Sort: &Sort{Format: "Plain Text"}})
	}
	tree.Settle()
	for i := range tree.Files {
		tree.Belongs(i, fmt.Sprint("P-", i), "P-O1", 7)
	}
	tree.Decide(func(id string) (record.Rating, string, bool) {
		return record.RatingDestroy, "Doppel", id == "P-O1" || id == "P-3"
	},
		func(f *File) string { return f.Unit })
	sorts, verdicts := map[*Sort]int{}, map[*Verdict]int{}
	for _, f := range tree.Files {
		sorts[f.Sort]++
		verdicts[f.Verdict]++
	}
	if len(sorts) != 1 || len(verdicts) != 1 {
		t.Errorf("%d sorts and %d verdicts, want one each", len(sorts), len(verdicts))
	}
	if f := tree.Files[3]; f.Letter != record.RatingDestroy || !f.Own || f.Unit != "P-O1" || f.Format != "Plain Text" || tree.Files[4].Own {
		t.Errorf("%+v %+v %+v", f, *f.Sort, *f.Verdict)
	}
	if groups := tree.EqualFiles(); len(groups) != 50 || len(groups[0].Members) != 2 || groups[0].Members[1] != groups[0].Members[0]+50 {
		t.Errorf("%d groups of equal files, the first %v", len(groups), groups[0])
	}
}
