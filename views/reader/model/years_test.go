package model

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestYears_GapsAndUndatedAreCounted(t *testing.T) {
	p := &Presenter{Open: &Package{Documents: []Document{{Date: "1998-03-12"}, {Date: "1998"}, {Date: ""}, {Date: "2001-05"}, {Date: "x"},
		{Date: "abcd-01"}}}}
	list, undated := p.Years()
	want := []YearCount{{1998, 2}, {1999, 0}, {2000, 0}, {2001, 1}}
	if diff := cmp.Diff(want, list, cmp.AllowUnexported(YearCount{})); diff != "" || undated != 3 {
		t.Errorf("%s, %d undated", diff, undated)
	}
	p.Open.Documents = []Document{{Date: "1001"}, {Date: "2001"}, {Date: "1009-01-01"}}
	list, _ = p.Years()
	if len(list) != 101 || list[0].Count != 2 || list[100].Count != 1 {
		t.Errorf("a thousand years: %d bars, %v", len(list), list[0])
	}
}
