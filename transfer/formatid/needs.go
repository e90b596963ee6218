package formatid

import (
	"bytes"
	"reflect"
	"slices"
)

// need is what must stand beside a string for a test to succeed, as far as that
// can be told cheaply: one of some literal texts near it.
type need struct {
	left, right   [][]byte // nil: nothing is known
	before, after int      // how far the test looks
}

// fits reports whether b[i:end] may pass the test; nil needs nothing. Where the
// surroundings are not in b it says yes.
func (n *need) fits(b []byte, i, end int, base int64) bool {
	if n == nil {
		return true
	}
	if n.left != nil && (i >= n.before || base == 0) && !holds(b[max(0, i-n.before):i], n.left) {
		return false
	}
	return n.right == nil || end+n.after > len(b) || holds(b[end:end+n.after], n.right)
}

func holds(b []byte, texts [][]byte) bool {
	return slices.ContainsFunc(texts, func(t []byte) bool { return bytes.Contains(b, t) })
}

// readNeeds finds the needs of tests of signatures that share no test with
// another: a hit that cannot pass has no effect there, because what siegfried
// does at a hit concerns the signatures of that test only.
func readNeeds(tests reflect.Value, st *stage) map[int32]*need {
	needs := map[int32]*need{}
	for _, all := range st.signatures {
		if slices.ContainsFunc(all, func(t int32) bool { return len(st.users[t]) != 1 }) {
			continue
		}
		for _, t := range all {
			if n := readNeed(tests.Index(int(t))); n != nil {
				needs[t] = n
			}
		}
	}
	return needs
}

func readNeed(test reflect.Value) *need {
	incomplete := field(test, "incomplete")
	if field(test, "complete").Len() > 0 || incomplete.Len() == 0 {
		return nil
	}
	left, right := true, true
	for i := range incomplete.Len() {
		left = left && field(incomplete.Index(i), "l").Bool()
		right = right && field(incomplete.Index(i), "r").Bool()
	}
	n := &need{before: int(field(test, "maxLeftDistance").Int()), after: int(field(test, "maxRightDistance").Int())}
	if left {
		n.left = literals(field(test, "left"))
	}
	if right {
		n.right = literals(field(test, "right"))
	}
	if n.left == nil && n.right == nil {
		return nil
	}
	return n
}

// literals gives the texts of the first frames of a side, nil where one of them
// is no plain text.
func literals(nodes reflect.Value) (texts [][]byte) {
	for i := range nodes.Len() {
		text := literal(field(through(nodes.Index(i)).FieldByName("Frame"), "Pattern"))
		if text == nil {
			return nil
		}
		texts = append(texts, text)
	}
	return texts
}

// literal gives the text that a pattern of siegfried is, nil where it is none.
func literal(pattern reflect.Value) []byte {
	pattern = through(pattern)
	text := pattern
	if pattern.Kind() == reflect.Struct {
		text = pattern.FieldByName("Seq")
	}
	if !text.IsValid() || text.Kind() != reflect.Slice || text.Type().Elem().Kind() != reflect.Uint8 || text.Len() == 0 {
		return nil
	}
	switch pattern.Type().Name() {
	case "Sequence", "BMHSequence", "RBMHSequence":
		return text.Bytes()
	}
	return nil
}

// testsOf marks the tests that these signatures use, and those that are possible
// in every file.
func (st *stage) testsOf(signatures []int32) []bool {
	tests := make([]bool, len(st.users))
	for _, s := range slices.Concat(signatures, st.everywhere) {
		for _, t := range st.signatures[s] {
			tests[t] = true
		}
	}
	return tests
}
