package appraise

import (
	"slices"
	"strings"

	"laufzettel/appraisal/sift"
)

// Chips: what of the list is shown.
const (
	showAll  = ""
	showOpen = "open"
	showA    = "A"
	showV    = "V"
)

var shows = [...]string{showAll, showOpen, showA, showV}

// counts are the numbers of the head and the chips.
type counts struct{ total, open, a, v, unreleased int }

// tree is the portion as the list needs it. It belongs to the UI thread.
type tree struct {
	objects  []Object
	index    map[string]int
	parent   []int // -1 for roots
	end      []int // first index after the subtree
	folded   []string
	verdicts map[string]Verdict
	closed   map[string]bool
	done     []int // decided units in the subtree
	units    []int // units in the subtree
	counts   counts
	visible  []int
	place    []int           // of an object among the visible rows, -1: not visible
	facts    []Facts         // by index, nil before they are read
	words    map[string]bool // units whose text holds the word of the filter
	order    sift.Order
	kept     sift.Kept // what the decisions would keep
}

func newTree(p Portion) *tree {
	t := &tree{objects: p.Objects, verdicts: p.Verdicts, index: make(map[string]int, len(p.Objects)), closed: map[string]bool{}}
	n := len(p.Objects)
	if t.verdicts == nil {
		t.verdicts = map[string]Verdict{}
	}
	t.parent, t.end = make([]int, n), make([]int, n)
	t.done, t.units, t.folded = make([]int, n), make([]int, n), make([]string, n)
	var stack []int
	for i, o := range p.Objects {
		t.index[o.ID] = i
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
	t.count()
	t.narrow(sift.Filter{})
	return t
}

// count computes the numbers anew.
func (t *tree) count() {
	t.counts, t.kept = counts{}, sift.Kept{}
	for i := len(t.objects) - 1; i >= 0; i-- {
		t.done[i], t.units[i] = 0, 0
	}
	for i := len(t.objects) - 1; i >= 0; i-- {
		if t.objects[i].Kind == Unit {
			t.units[i]++
			t.counts.total++
			switch t.letter(i) {
			case "A":
				t.counts.a++
				t.done[i]++
			case "V":
				t.counts.v++
				t.done[i]++
				if !t.verdict(i).Released {
					t.counts.unreleased++
				}
			default:
				t.counts.open++
			}
			t.keep(i)
		}
		if p := t.parent[i]; p >= 0 {
			t.units[p] += t.units[i]
			t.done[p] += t.done[i]
		}
	}
}

func (t *tree) verdict(i int) Verdict { return t.verdicts[t.objects[i].ID] }

func (t *tree) letter(i int) string {
	v := t.verdict(i)
	if v.Conflict {
		return ""
	}
	return v.Letter
}

// leaf tells whether a row has no rows below it.
func (t *tree) leaf(i int) bool { return t.end[i] == i+1 }

// keep adds a unit to what the decisions would keep.
func (t *tree) keep(i int) {
	sum := &t.kept.Open
	switch t.letter(i) {
	case "A":
		sum = &t.kept.Archive
	case "V":
		sum = &t.kept.Destroy
	}
	f := t.fact(i)
	sum.Units++
	sum.Documents += t.objects[i].Documents
	sum.Files += f.Files
	sum.Bytes += f.Bytes
}

// take puts the facts of the files beside the objects.
func (t *tree) take(facts map[string]Facts) {
	t.facts = make([]Facts, len(t.objects))
	for id, f := range facts {
		if i, ok := t.index[id]; ok {
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
	o, v := t.objects[i], t.verdict(i)
	f := t.fact(i)
	return sift.Item{ID: o.ID, Number: t.number(i), Title: o.Title, Words: o.Words, Plan: o.Plan, Agency: o.Agency, From: o.From, To: o.To,
		Suggestion: o.Suggestion, Model: f.Model, Letter: t.letter(i), Reasoned: v.Reason != "", Documents: o.Documents, Files: f.Files, Bytes: max(f.Bytes, o.Bytes),
		Formats: f.Formats, Paper: o.Paper, Twin: f.Twin, Gap: f.Gap, Remark: f.Remark, Changed: f.Changed}
}

// items are all units, for facets and rules.
func (t *tree) items() []sift.Item {
	out := make([]sift.Item, 0, t.counts.total)
	for i := range t.objects {
		if t.objects[i].Kind == Unit {
			out = append(out, t.item(i))
		}
	}
	return out
}

// flat tells whether the list is sorted by a column: then there are units only.
func (t *tree) flat() bool { return t.order.By != "" }

// narrow computes the visible rows. Under a filter the ways to the found rows
// are open; a sorted list has no tree.
func (t *tree) narrow(f sift.Filter) {
	t.visible = t.visible[:0]
	switch {
	case t.flat():
		t.sorted(f)
	case !f.Any():
		for i := 0; i < len(t.objects); {
			t.visible = append(t.visible, i)
			if t.closed[t.objects[i].ID] {
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
	for row, i := range t.visible {
		t.place[i] = row
	}
}

// found are the rows that match with the ways to them.
func (t *tree) found(f sift.Filter) {
	sieve := sift.NewSieve(f, t.words)
	keep := make([]bool, len(t.objects))
	for i := range t.objects {
		if !t.matches(i, f, sieve) {
			continue
		}
		for j := i; j >= 0 && !keep[j]; j = t.parent[j] {
			keep[j] = true
		}
	}
	for i, k := range keep {
		if k {
			t.visible = append(t.visible, i)
		}
	}
}

// sorted are the matching units in the order of a column.
func (t *tree) sorted(f sift.Filter) {
	sieve := sift.NewSieve(f, t.words)
	var list []*sift.Item
	for i := range t.objects {
		if t.objects[i].Kind == Unit && t.matches(i, f, sieve) {
			it := t.item(i)
			list = append(list, &it)
		}
	}
	sift.Sort(list, t.order)
	for _, it := range list {
		t.visible = append(t.visible, t.index[it.ID])
	}
}

func (t *tree) matches(i int, f sift.Filter, sieve *sift.Sieve) bool {
	if t.objects[i].Kind != Unit && (f.Show != showAll || f.Facets() > 0) {
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
		o := t.objects[i]
		full := o.Number
		if p := t.parent[i]; p >= 0 && strings.HasPrefix(o.Number, "/") {
			full = t.objects[p].Number + o.Number
		}
		t.folded[i] = sift.Fold(full + " " + o.Title + " " + o.Words)
	}
	return t.folded[i]
}

// row gives the place of an object among the visible rows, -1 when not visible.
func (t *tree) row(id string) int {
	i, ok := t.index[id]
	if !ok {
		return -1
	}
	return t.place[i]
}

// uncover opens the ways to an object.
func (t *tree) uncover(id string) {
	i, ok := t.index[id]
	if !ok {
		return
	}
	for j := t.parent[i]; j >= 0; j = t.parent[j] {
		delete(t.closed, t.objects[j].ID)
	}
}

// next gives the nearest unit after (by 1) or before (by -1) index i for which
// want holds, going round; -1 if there is none. only limits to visible rows, in
// their order.
func (t *tree) next(i, by int, only bool, want func(int) bool) int {
	if only {
		return t.nextVisible(i, by, want)
	}
	n := len(t.objects)
	for range n {
		if i += by; i >= n {
			i = 0
		} else if i < 0 {
			i = n - 1
		}
		if t.objects[i].Kind == Unit && want(i) {
			return i
		}
	}
	return -1
}

// nextVisible goes along the rows; what is hidden stands before the first visible
// row behind it.
func (t *tree) nextVisible(i, by int, want func(int) bool) int {
	n := len(t.visible)
	row := -1
	switch {
	case i >= len(t.objects):
		row = n
	case i >= 0 && t.place[i] >= 0:
		row = t.place[i]
	case i >= 0 && !t.flat():
		row, _ = slices.BinarySearch(t.visible, i)
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
		if i := t.visible[row]; t.objects[i].Kind == Unit && want(i) {
			return i
		}
	}
	return -1
}

// label is the full number and title of an object.
func (t *tree) label(i int) string {
	o := t.objects[i]
	if p := t.parent[i]; p >= 0 && strings.HasPrefix(o.Number, "/") {
		return strings.TrimSpace(t.objects[p].Number + o.Number + " " + o.Title)
	}
	return strings.TrimSpace(o.Number + " " + o.Title)
}

// number is the full number of an object.
func (t *tree) number(i int) string {
	o := t.objects[i]
	if p := t.parent[i]; p >= 0 && strings.HasPrefix(o.Number, "/") {
		return t.objects[p].Number + o.Number
	}
	return o.Number
}
