package appraisal

import (
	"strconv"
	"strings"

	"laufzettel/transfer/record"
)

// maxNumber bounds a running number; what is larger is no count of siblings.
const maxNumber = 100_000

// Gaps gives the running numbers that are missing among the direct children of
// kind below an object, ascending: a document 8 between 7 and 9, a Vorgang 03
// between 02 and 04. Fewer than two numbered children have no gaps.
func Gaps(o *record.Object, kind record.Kind) []int {
	have := map[int]bool{}
	most := 0
	for _, c := range o.Children {
		if c.Kind != kind {
			continue
		}
		if n, ok := running(c); ok {
			have[n] = true
			most = max(most, n)
		}
	}
	if len(have) < 2 {
		return nil
	}
	var missing []int
	for n := 1; n < most; n++ {
		if !have[n] {
			missing = append(missing, n)
		}
	}
	return missing
}

// running reads the number of an object in its container; where none is given,
// what stands behind the last slash of its reference.
func running(o *record.Object) (int, bool) {
	s := strings.TrimSpace(o.Number)
	if s == "" && o.Parent != nil {
		rest, below := strings.CutPrefix(o.Reference, o.Parent.Reference+"/")
		if !below || o.Parent.Reference == "" {
			return 0, false
		}
		s = rest
	}
	n, err := strconv.Atoi(s)
	return n, err == nil && n >= 1 && n <= maxNumber
}
