package model

import (
	"slices"
	"strconv"
	"strings"

	"laufzettel/appraisal/sift"
)

// Chips: what of the list is shown.
const (
	ShowAll  = ""
	ShowOpen = "open"
	ShowA    = "A"
	ShowV    = "V"
)

var Shows = [...]string{ShowAll, ShowOpen, ShowA, ShowV}

// Counts are the numbers of the head and the chips.
type Counts struct{ Total, Open, A, V, Unreleased int }

// tree is the portion as the list needs it. It belongs to the UI thread.
type tree struct {
	Objects  []Object
	Index    map[string]int
	parent   []int // -1 for roots
	end      []int // first index after the subtree
	folded   []string
	Verdicts map[string]Verdict
	Closed   map[string]bool
	Done     []int // decided units in the subtree
	Units    []int // units in the subtree
	Counts   Counts
	Visible  []int
	place    []int           // of an object among the visible rows, -1: not visible
	facts    []Facts         // by index, nil before they are read
	words    map[string]bool // units whose text holds the word of the filter
	Order    sift.Order
	Kept     sift.Kept // what the decisions would keep
}

func NewTree(p Portion) *tree {
	t := &tree{Objects: p.Objects, Verdicts: p.Verdicts, Index: make(map[string]int, len(p.Objects)), Closed: map[string]bool{}}
	n := len(p.Objects)
	if t.Verdicts == nil {
		t.Verdicts = map[string]Verdict{}
	}
	t.parent, t.end = make([]int, n), make([]int, n)
	t.Done, t.Units, t.folded = make([]int, n), make([]int, n), make([]string, n)
	var stack []int
	for i, o := range p.Objects {
		t.Index[o.ID] = i
		for len(stack) > 0 && p.Objects[stack[len(stack)-1]].Level >= o.Level {
			t.end[stack[len(stack)-1]] = i
			stack = stack[:len(stack)-1]
		}
		t.parent[i] = -1
		if len(stack) > 0 {
			t.parent[i] = stack[len(stack)-1]
		}
		stack = append(stack, i)
	}
	for _, i := range stack {
		t.end[i] = n
	}
	t.place = make([]int, n)
	t.Count()
	t.Narrow(sift.Filter{})
	return t
}

// Count computes the numbers anew.
func (t *tree) Count() {
	t.Counts, t.Kept = Counts{}, sift.Kept{}
	for i := len(t.Objects) - 1; i >= 0; i-- {
		t.Done[i], t.Units[i] = 0, 0
	}
	for i := len(t.Objects) - 1; i >= 0; i-- {
		if t.Objects[i].Kind == Unit {
			t.Units[i]++
			t.Counts.Total++
			switch t.Letter(i) {
			case "A":
				t.Counts.A++
				t.Done[i]++
			case "V":
				t.Counts.V++
				t.Done[i]++
				if !t.Verdict(i).Released {
					t.Counts.Unreleased++
				}
			default:
				t.Counts.Open++
			}
			t.keep(i)
		}
		if p := t.parent[i]; p >= 0 {
			t.Units[p] += t.Units[i]
			t.Done[p] += t.Done[i]
		}
	}
}

func (t *tree) Verdict(i int) Verdict { return t.Verdicts[t.Objects[i].ID] }

func (t *tree) Letter(i int) string {
	v := t.Verdict(i)
	if v.Conflict {
		return ""
	}
	return v.Letter
}

// Leaf tells whether a row has no rows below it.
func (t *tree) Leaf(i int) bool { return t.end[i] == i+1 }

// keep adds a unit to what the decisions would keep.
func (t *tree) keep(i int) {
	sum := &t.Kept.Open
	switch t.Letter(i) {
	case "A":
		sum = &t.Kept.Archive
	case "V":
		sum = &t.Kept.Destroy
	}
	f := t.fact(i)
	sum.Units++
	sum.Documents += t.Objects[i].Documents
	sum.Files += f.Files
	sum.Bytes += f.Bytes
}

// take puts the facts of the files beside the objects.
func (t *tree) take(facts map[string]Facts) {
	t.facts = make([]Facts, len(t.Objects))
	for id, f := range facts {
		if i, ok := t.Index[id]; ok {
			t.facts[i] = f
		}
	}
}

func (t *tree) fact(i int) Facts {
	if t.facts == nil {
		return Facts{}
	}
	return t.facts[i]
}

// item is a unit as the sieve sees it.
func (t *tree) item(i int) sift.Item {
	o, v := t.Objects[i], t.Verdict(i)
	f := t.fact(i)
	return sift.Item{ID: o.ID, Number: t.Number(i), Title: o.Title, Words: o.Words, Plan: o.Plan, Agency: o.Agency, From: o.From, To: o.To,
		Suggestion: o.Suggestion, Free: o.Free, Model: f.Model, Letter: t.Letter(i), Reasoned: v.Reason != "", Documents: o.Documents,
		Files: f.Files, Bytes: max(f.Bytes, o.Bytes),
		Formats: f.Formats, Paper: o.Paper, Twin: f.Twin, Gap: f.Gap, Remark: f.Remark, Changed: f.Changed}
}

// Items are all units, for facets and rules.
func (t *tree) Items() []sift.Item {
	out := make([]sift.Item, 0, t.Counts.Total)
	for i := range t.Objects {
		if t.Objects[i].Kind == Unit {
			out = append(out, t.item(i))
		}
	}
	return out
}

// Flat tells whether the list is sorted by a column: then there are units only.
func (t *tree) Flat() bool { return t.Order.By != "" }

// Narrow computes the visible rows. Under a filter the ways to the found rows
// are open; a sorted list has no tree.
func (t *tree) Narrow(f sift.Filter) {
	t.Visible = t.Visible[:0]
	switch {
	case t.Flat():
		t.sorted(f)
	case !f.Any():
		for i := 0; i < len(t.Objects); {
			t.Visible = append(t.Visible, i)
			if t.Closed[t.Objects[i].ID] {
				i = t.end[i]
			} else {
				i++
			}
		}
	default:
		t.found(f)
	}
	for i := range t.place {
		t.place[i] = -1
	}
	for row, i := range t.Visible {
		t.place[i] = row
	}
}

// found are the rows that match with the ways to them.
func (t *tree) found(f sift.Filter) {
	sieve := sift.NewSieve(f, t.words)
	keep := make([]bool, len(t.Objects))
	for i := range t.Objects {
		if !t.matches(i, f, sieve) {
			continue
		}
		for j := i; j >= 0 && !keep[j]; j = t.parent[j] {
			keep[j] = true
		}
	}
	for i, k := range keep {
		if k {
			t.Visible = append(t.Visible, i)
		}
	}
}

// sorted are the matching units in the order of a column.
func (t *tree) sorted(f sift.Filter) {
	sieve := sift.NewSieve(f, t.words)
	var list []*sift.Item
	for i := range t.Objects {
		if t.Objects[i].Kind == Unit && t.matches(i, f, sieve) {
			it := t.item(i)
			list = append(list, &it)
		}
	}
	sift.Sort(list, t.Order)
	for _, it := range list {
		t.Visible = append(t.Visible, t.Index[it.ID])
	}
}

// Matching counts the units a filter would leave.
func (t *tree) Matching(f sift.Filter) int {
	if !f.Any() {
		return t.Counts.Total
	}
	sieve, n := sift.NewSieve(f, t.words), 0
	for i := range t.Objects {
		if t.Objects[i].Kind == Unit && t.matches(i, f, sieve) {
			n++
		}
	}
	return n
}

func (t *tree) matches(i int, f sift.Filter, sieve *sift.Sieve) bool {
	if t.Objects[i].Kind != Unit && (f.Show != ShowAll || f.Facets() > 0) {
		return false // chips and facets speak of what is decided one by one
	}
	it := t.item(i)
	folded := ""
	if f.Text != "" {
		folded = t.text(i)
	}
	return sieve.Match(&it, folded)
}

// text is what the list search looks at, computed when first asked for.
func (t *tree) text(i int) string {
	if t.folded[i] == "" {
		o := t.Objects[i]
		full := o.Number
		if p := t.parent[i]; p >= 0 && strings.HasPrefix(o.Number, "/") {
			full = t.Objects[p].Number + o.Number
		}
		t.folded[i] = sift.Fold(full + " " + o.Title + " " + o.Words)
	}
	return t.folded[i]
}

// Row gives the place of an object among the visible rows, -1 when not visible.
func (t *tree) Row(id string) int {
	i, ok := t.Index[id]
	if !ok {
		return -1
	}
	return t.place[i]
}

// uncover opens the ways to an object.
func (t *tree) uncover(id string) {
	i, ok := t.Index[id]
	if !ok {
		return
	}
	for j := t.parent[i]; j >= 0; j = t.parent[j] {
		delete(t.Closed, t.Objects[j].ID)
	}
}

// next gives the nearest unit after (by 1) or before (by -1) index i for which
// want holds, going round; -1 if there is none. only limits to visible rows, in
// their order.
func (t *tree) next(i, by int, only bool, want func(int) bool) int {
	if only {
		return t.nextVisible(i, by, want)
	}
	n := len(t.Objects)
	for range n {
		if i += by; i >= n {
			i = 0
		} else if i < 0 {
			i = n - 1
		}
		if t.Objects[i].Kind == Unit && want(i) {
			return i
		}
	}
	return -1
}

// nextVisible goes along the rows; what is hidden stands before the first visible
// row behind it.
func (t *tree) nextVisible(i, by int, want func(int) bool) int {
	n := len(t.Visible)
	row := -1
	switch {
	case i >= len(t.Objects):
		row = n
	case i >= 0 && t.place[i] >= 0:
		row = t.place[i]
	case i >= 0 && !t.Flat():
		row, _ = slices.BinarySearch(t.Visible, i)
		if by > 0 {
			row--
		}
	}
	for range n {
		if row += by; row >= n {
			row = 0
		} else if row < 0 {
			row = n - 1
		}
		if i := t.Visible[row]; t.Objects[i].Kind == Unit && want(i) {
			return i
		}
	}
	return -1
}

// Label is the full number and title of an object.
func (t *tree) Label(i int) string {
	o := t.Objects[i]
	if p := t.parent[i]; p >= 0 && strings.HasPrefix(o.Number, "/") {
		return strings.TrimSpace(t.Objects[p].Number + o.Number + " " + o.Title)
	}
	return strings.TrimSpace(o.Number + " " + o.Title)
}

// Number is the full number of an object.
func (t *tree) Number(i int) string {
	o := t.Objects[i]
	if p := t.parent[i]; p >= 0 && strings.HasPrefix(o.Number, "/") {
		return t.Objects[p].Number + o.Number
	}
	return o.Number
}

// Proposals are the values of the facets Vorschlag and Modell; "-" stands for none.
var Proposals = [...]string{"A", "B", "V", "-"}

// maxChips is how many values of a facet are offered as chips; the rest is typed.
const maxChips = 6

func Top(values []sift.Value) []string {
	var out []string
	for _, x := range values[:min(len(values), maxChips)] {
		out = append(out, x.Value)
	}
	return out
}

// FacetCount shows how many facets are in force.
func FacetCount(f sift.Filter) string {
	if n := f.Facets(); n > 0 {
		return " " + strconv.Itoa(n)
	}
	return ""
}
