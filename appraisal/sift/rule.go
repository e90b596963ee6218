package sift

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"sort"
	"strconv"
	"strings"
	"unicode"
)

// RuleKind is how mass case files are selected.
type RuleKind string

// The kinds of rules.
const (
	EveryNth  RuleKind = "nth"    // every A-th of the candidates, beginning at number B
	ByLetter  RuleKind = "letter" // first letter of the title is one of A
	ByDigit   RuleKind = "digit"  // the number ends with one of A
	TimeSlice RuleKind = "years"  // Laufzeit touches the years A to B
	ByChance  RuleKind = "chance" // A of them by chance, repeatable by the seed B
)

// RuleKinds are all of them, in the order they are offered.
var RuleKinds = []RuleKind{EveryNth, ByLetter, ByDigit, TimeSlice, ByChance}

// Rule selects among candidates. The same rule on the same candidates always
// selects the same; its sentence goes into the reason of every decision.
type Rule struct {
	Kind       RuleKind
	A, B       string // values of the two fields, as typed
	Exceptions string // numbers that are selected in any case, separated by commas
}

// Problem names the first field that cannot be read: "a", "b" or "".
func (r Rule) Problem() string {
	number := func(s string, least, most int) bool {
		n, err := strconv.Atoi(strings.TrimSpace(s))
		return err == nil && n >= least && n <= most
	}
	switch r.Kind {
	case EveryNth:
		if !number(r.A, 1, 1_000_000) {
			return "a"
		}
		if n, _ := strconv.Atoi(strings.TrimSpace(r.A)); !number(r.B, 1, n) {
			return "b"
		}
	case ByLetter:
		if strings.TrimFunc(r.A, func(c rune) bool { return !unicode.IsLetter(c) }) == "" {
			return "a"
		}
	case ByDigit:
		if len(digits(r.A)) == 0 {
			return "a"
		}
	case TimeSlice:
		if !number(r.A, 1000, 2999) {
			return "a"
		}
		if !number(r.B, 1000, 2999) {
			return "b"
		}
	case ByChance:
		if !number(r.A, 1, 1_000_000) {
			return "a"
		}
		if !number(r.B, 0, 1_000_000_000) {
			return "b"
		}
	}
	return ""
}

func (r Rule) number(s string) int {
	n, _ := strconv.Atoi(strings.TrimSpace(s)) // Problem was asked before
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

// Pick gives the places of the selected among the candidates, ascending.
func (r Rule) Pick(candidates []*Item) []int {
	chosen := map[int]bool{}
	switch r.Kind {
	case EveryNth:
		for n := r.number(r.B) - 1; n >= 0 && n < len(candidates); n += max(1, r.number(r.A)) {
			chosen[n] = true
		}
	case ByLetter:
		want := []rune(strings.ToUpper(r.A))
		for n, it := range candidates {
			if c, ok := firstLetter(it.Title); ok && slices.Contains(want, c) {
				chosen[n] = true
			}
		}
	case ByDigit:
		for n, it := range candidates {
			number := strings.TrimRightFunc(it.Number, func(c rune) bool { return !unicode.IsDigit(c) })
			for _, d := range digits(r.A) {
				if strings.HasSuffix(number, d) {
					chosen[n] = true
				}
			}
		}
	case TimeSlice:
		for n, it := range candidates {
			if it.From > 0 && it.From <= r.number(r.B) && it.To >= r.number(r.A) {
				chosen[n] = true
			}
		}
	case ByChance:
		random := rand.New(rand.NewPCG(uint64(r.number(r.B)), 0))
		for _, n := range random.Perm(len(candidates))[:min(r.number(r.A), len(candidates))] {
			chosen[n] = true
		}
	}
	r.except(candidates, chosen)
	out := make([]int, 0, len(chosen))
	for i := range chosen {
		out = append(out, i)
	}
	sort.Ints(out)
	return out
}

// except adds what is named, by full number or by the part behind the slash.
func (r Rule) except(candidates []*Item, chosen map[int]bool) {
	named := map[string]bool{}
	for f := range strings.SplitSeq(r.Exceptions, ",") {
		if f = strings.TrimSpace(f); f != "" {
			named[f] = true
		}
	}
	for n, it := range candidates {
		if _, part, ok := strings.Cut(it.Number, "/"); named[it.Number] || named[it.ID] || ok && named["/"+part] {
			chosen[n] = true
		}
	}
}

func firstLetter(s string) (rune, bool) {
	for _, c := range strings.ToUpper(s) {
		if unicode.IsLetter(c) {
			return c, true
		}
	}
	return 0, false
}

// Sentence writes the rule for the reason, in the language of the record: what
// was selected out of how many, with start and seed, so that anyone can repeat it.
func (r Rule) Sentence(chosen, of int) string {
	a, b := strings.TrimSpace(r.A), strings.TrimSpace(r.B)
	text := Sampled
	switch r.Kind {
	case EveryNth:
		text += fmt.Sprintf("jeder %s. Vorgang, beginnend beim %s.", a, b)
	case ByLetter:
		text += "Titel mit Anfangsbuchstabe " + a + "."
	case ByDigit:
		text += "Nummer mit Endziffer " + a + "."
	case TimeSlice:
		text += "Laufzeit berührt " + a + " bis " + b + "."
	case ByChance:
		text += a + " durch Zufall, Startwert " + b + "."
	}
	if e := strings.TrimSpace(r.Exceptions); e != "" {
		text += " Außerdem: " + e + "."
	}
	return text + fmt.Sprintf(" %d von %d offenen.", chosen, of)
}
