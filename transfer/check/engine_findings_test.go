package check

import (
	"fmt"
	"testing"
)

// More findings of a code than a report lists are counted, and stand behind those
// listed.
func TestFindingSet_CountsWhatItDoesNotList(t *testing.T) {
	const all = maxPerCode + 500
	s := newFindingSet()
	s.add(Finding{Code: "AAA-001", Severity: Warning, Path: "einzeln.txt", Message: "Einmal."})
	for i := range all {
		s.add(Finding{Code: "TXT-001", Severity: Warning, Path: fmt.Sprintf("%06d.txt", all-i), Message: "Kein UTF-8."})
	}
	r := &Report{Findings: s.all()}
	r.Settle()
	if got := r.Count(Warning); got != all+1 {
		t.Errorf("%d warnings, want %d", got, all+1)
	}
	if len(r.Findings) != maxPerCode+2 || Weigh(r.Findings) != all+1 {
		t.Errorf("%d findings that stand for %d", len(r.Findings), Weigh(r.Findings))
	}
	last := r.Findings[len(r.Findings)-1]
	if last.Further != 500 || last.Path != "" || r.Findings[1].Message != "Kein UTF-8." {
		t.Errorf("last %+v, first of the code %+v", last, r.Findings[1])
	}
}

// What has one cause is one finding with all places, and no more places of a code are
// listed than of findings of their own; put together for themselves all are.
func TestFindingSet_BoundsPlacesOfOneCause(t *testing.T) {
	const all = 2*maxPerCode + 7
	var list []Finding
	for i := range all {
		list = append(list, Finding{Code: "FMT-001", Severity: Warning, Path: fmt.Sprintf("%06d.txt", i), Message: "Nicht erkannt."})
	}
	s := newFindingSet()
	s.group(list...)
	r := &Report{Findings: s.all()}
	r.Settle()
	if got := r.Count(Warning); got != all || len(r.Findings) != 2 || len(r.Findings[0].Paths) != maxPerCode ||
		r.Findings[1].Further != all-maxPerCode {
		t.Errorf("%d warnings in %d findings, want %d: %d places, %d further", got, len(r.Findings), all, len(r.Findings[0].Paths),
			r.Findings[1].Further)
	}
	if together := Together(list); Weigh(together) != all {
		t.Errorf("put together: %d, want %d", Weigh(together), all)
	}
}
