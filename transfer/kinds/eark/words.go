package eark

import (
	"strings"

	"laufzettel/transfer/wording"
)

// keyRule begins the keys of the rules on folders, and of the one whose path is none: they
// have words of their own.
const keyRule = "want.eark."

// cardinalityWords are the cardinalities of the specification in words.
var cardinalityWords = map[string]string{"1..1": keyRule + "exactly-once", "0..1": keyRule + "at-most-once",
	"1..n": keyRule + "at-least-once"}

// words says what a rule asks for to people who know no path language (E11): where, and
// how often.
func (r *Rule) words() wording.Text {
	if wording.Has(wording.German, keyRule+r.ID) {
		return wording.Say(keyRule + r.ID)
	}
	steps := steps(r.Path)
	last, _ := steps[len(steps)-1].(string) // no attribute has a condition
	out := wording.Say("want.eark.element", wording.List(" › ", steps))
	if name, ok := strings.CutPrefix(last, "@"); ok {
		out = wording.Say("want.eark.attribute", name, wording.List(" › ", steps[:len(steps)-1]))
	}
	if often := cardinalityWords[r.Cardinality]; often != "" {
		return wording.Say(often, out)
	}
	return out
}

// steps takes a path apart at the slashes outside of conditions and says the conditions
// in words.
func steps(path string) (out []any) {
	depth, from := 0, 0
	for i := range len(path) {
		switch path[i] {
		case '[':
			depth++
		case ']':
			depth--
		case '/':
			if depth == 0 {
				out, from = append(out, step(path[from:i])), i+1
			}
		}
	}
	return append(out, step(path[from:]))
}

// step says one element: its name, or a text where it has a condition.
func step(s string) any {
	name, cond, ok := strings.Cut(s, "[")
	if !ok {
		return s
	}
	cond = strings.TrimSuffix(cond, "]")
	attr, value, _ := strings.Cut(strings.TrimPrefix(cond, "@"), "=")
	begins := strings.Contains(value, "starts-with")
	value = strings.NewReplacer("[", "", "]", "", "starts-with(", "", ")", "", "'", "").Replace(value)
	if begins {
		value += "…"
	}
	return wording.Say("want.eark.condition", name, attr, value)
}
