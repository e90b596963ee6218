package accession

import (
	"slices"
	"testing"
)

// What a closing tells never runs backwards or beyond its total, and ends before it (G11).
func TestStepper(t *testing.T) {
	var told []int
	s := &stepper{total: 3, tell: func(done, total int) {
		if total != 3 {
			t.Errorf("total %d, want 3", total)
		}
		told = append(told, done)
	}}
	for range 3 {
		s.next()
	}
	if want := []int{0, 1, 2}; !slices.Equal(told, want) {
		t.Errorf("told %v, want %v", told, want)
	}
	silent := &stepper{total: 1}
	silent.next() // nobody asks
}
