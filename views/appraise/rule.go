package appraise

import (
	"math/rand/v2"
	"slices"
	"sort"
	"strconv"
	"strings"
	"unicode"

	"laufzettel/views/words"
)

// ruleKind is how mass case files are selected.
type ruleKind string

// The kinds of rules; the text of a key appraise.rule.<kind> names them.
const (
	everyNth  ruleKind = "nth"    // every nth of the open ones, beginning at a start
	byLetter  ruleKind = "letter" // first letter of the title
	byDigit   ruleKind = "digit"  // last digits of the number
	timeSlice ruleKind = "years"  // Laufzeit touches a range of years
	byChance  ruleKind = "chance" // a number of them by chance, repeatable by its seed
)

var ruleKinds = []ruleKind{everyNth, byLetter, byDigit, timeSlice, byChance}

// rule selects among the open units of the list. The same rule on the same list
// always selects the same; its sentence goes into the reason of every decision.
type rule struct {
	kind       ruleKind
	a, b       string // values of the two fields
	exceptions string // numbers that are selected in any case, separated by commas
}

// problem names the first field that cannot be read: "a", "b" or "".
func (r rule) problem() string {
	number := func(s string, least, most int) bool {
		n, err := strconv.Atoi(strings.TrimSpace(s))
		return err == nil && n >= least && n <= most
	}
	switch r.kind {
	case everyNth:
		if !number(r.a, 1, 1_000_000) {
			return "a"
		}
		if n, _ := strconv.Atoi(strings.TrimSpace(r.a)); !number(r.b, 1, n) {
			return "b"
		}
	case byLetter:
		if strings.TrimFunc(r.a, func(c rune) bool { return !unicode.IsLetter(c) }) == "" {
			return "a"
		}
	case byDigit:
		if len(digits(r.a)) == 0 {
			return "a"
		}
	case timeSlice:
		if !number(r.a, 1000, 2999) {
			return "a"
		}
		if !number(r.b, 1000, 2999) {
			return "b"
		}
	case byChance:
		if !number(r.a, 1, 1_000_000) {
			return "a"
		}
		if !number(r.b, 0, 1_000_000_000) {
			return "b"
		}
	}
	return ""
}

func (r rule) number(s string) int {
	n, _ := strconv.Atoi(strings.TrimSpace(s)) // problem was asked before
	return n
}

// digits splits "0, 5" or "05;17" into endings.
func digits(s string) []string {
	var out []string
	for f := range strings.FieldsFuncSeq(s, func(c rune) bool { return c == ',' || c == ';' || unicode.IsSpace(c) }) {
		if _, err := strconv.Atoi(f); err == nil {
			out = append(out, f)
		}
	}
	return out
}

// candidates are the open units of the list as filtered.
func (t *tree) candidates() []int {
	var out []int
	for _, i := range t.visible {
		if t.objects[i].Kind == Unit && t.letter(i) == "" {
			out = append(out, i)
		}
	}
	return out
}

// pick applies a rule to the candidates; the order is that of the list.
func (t *tree) pick(r rule, candidates []int) []int {
	chosen := map[int]bool{}
	switch r.kind {
	case everyNth:
		for n := r.number(r.b) - 1; n < len(candidates); n += r.number(r.a) {
			chosen[candidates[n]] = true
		}
	case byLetter:
		want := []rune(strings.ToUpper(r.a))
		for _, i := range candidates {
			for _, c := range strings.ToUpper(t.objects[i].Title) {
				if unicode.IsLetter(c) {
					if slices.Contains(want, c) {
						chosen[i] = true
					}
					break
				}
			}
		}
	case byDigit:
		for _, i := range candidates {
			number := strings.TrimRightFunc(t.number(i), func(c rune) bool { return !unicode.IsDigit(c) })
			for _, d := range digits(r.a) {
				if strings.HasSuffix(number, d) {
					chosen[i] = true
				}
			}
		}
	case timeSlice:
		for _, i := range candidates {
			o := t.objects[i]
			if o.From > 0 && o.From <= r.number(r.b) && o.To >= r.number(r.a) {
				chosen[i] = true
			}
		}
	case byChance:
		random := rand.New(rand.NewPCG(uint64(r.number(r.b)), 0))
		for _, n := range random.Perm(len(candidates))[:min(r.number(r.a), len(candidates))] {
			chosen[candidates[n]] = true
		}
	}
	named := map[string]bool{}
	for f := range strings.SplitSeq(r.exceptions, ",") {
		if f = strings.TrimSpace(f); f != "" {
			named[f] = true
		}
	}
	for _, i := range candidates {
		if named[t.number(i)] || named[t.objects[i].Number] {
			chosen[i] = true
		}
	}
	out := make([]int, 0, len(chosen))
	for i := range chosen {
		out = append(out, i)
	}
	sort.Ints(out)
	return out
}

// sentence writes the rule for the reason: what was selected out of how many.
func (r rule) sentence(w *words.Words, chosen, of int) string {
	text := w.T("appraise.rule."+string(r.kind)+".reason", strings.TrimSpace(r.a), strings.TrimSpace(r.b))
	if e := strings.TrimSpace(r.exceptions); e != "" {
		text += " " + w.T("appraise.rule.exceptions.reason", e)
	}
	return text + " " + w.T("appraise.rule.count.reason", chosen, of)
}

// selectBy marks what the rule selects; its sentence becomes the reason of the
// decision on the marked ones.
func (p *presenter) selectBy(r rule) {
	candidates := p.tree.candidates()
	chosen := p.tree.pick(r, candidates)
	p.marked = map[string]bool{}
	for _, i := range chosen {
		p.marked[p.tree.objects[i].ID] = true
	}
	p.markedReason = r.sentence(p.words, len(chosen), len(candidates))
	if len(chosen) > 0 {
		p.choose(chosen[0])
	}
	p.view.refresh()
}
