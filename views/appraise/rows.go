package appraise

import (
	"slices"
	"strings"

	"golang.org/x/text/unicode/norm"
)

// show is the chip in force.
type show int

const (
	showAll show = iota
	showOpen
	showA
	showV
)

// filter is what the list is narrowed to. A filter in force is always visible.
type filter struct {
	show       show
	text       string
	suggestion string // "", "A", "B", "V", "-" (none given)
	from, to   int
	unreasoned bool // decided without a reason
	paper      bool
}

func (f filter) any() bool { return f != filter{} }

// facets tells whether more than chip and search are in force.
func (f filter) facets() bool {
	return f.suggestion != "" || f.from > 0 || f.to > 0 || f.unreasoned || f.paper
}

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
	t.count()
	t.narrow(filter{})
	return t
}

// count computes the numbers anew.
func (t *tree) count() {
	t.counts = counts{}
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

// narrow computes the visible rows. Under a filter the ways to the found rows
// are open.
func (t *tree) narrow(f filter) {
	t.visible = t.visible[:0]
	if !f.any() {
		for i := 0; i < len(t.objects); {
			t.visible = append(t.visible, i)
			if t.closed[t.objects[i].ID] {
				i = t.end[i]
			} else {
				i++
			}
		}
		return
	}
	want := fold(f.text)
	keep := make([]bool, len(t.objects))
	for i := range t.objects {
		if !t.matches(i, f, want) {
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

func (t *tree) matches(i int, f filter, want string) bool {
	o := t.objects[i]
	if o.Kind != Unit && (f.show != showAll || f.facets()) {
		return false // chips and facets speak of what is decided one by one
	}
	if want != "" && !strings.Contains(t.text(i), want) {
		return false
	}
	letter := t.letter(i)
	switch f.show {
	case showOpen:
		if letter != "" {
			return false
		}
	case showA, showV:
		if letter != map[show]string{showA: "A", showV: "V"}[f.show] {
			return false
		}
	}
	if f.suggestion == "-" && o.Suggestion != "" || f.suggestion != "" && f.suggestion != "-" && o.Suggestion != f.suggestion {
		return false
	}
	if f.from > 0 && o.To < f.from || f.to > 0 && (o.From == 0 || o.From > f.to) {
		return false
	}
	if f.unreasoned && (letter == "" || t.verdict(i).Reason != "") {
		return false
	}
	return !f.paper || o.Paper
}

// text is what the list search looks at, computed when first asked for.
func (t *tree) text(i int) string {
	if t.folded[i] == "" {
		o := t.objects[i]
		full := o.Number
		if p := t.parent[i]; p >= 0 && strings.HasPrefix(o.Number, "/") {
			full = t.objects[p].Number + o.Number
		}
		t.folded[i] = fold(full + " " + o.Title + " " + o.Words)
	}
	return t.folded[i]
}

var umlauts = strings.NewReplacer("ä", "ae", "ö", "oe", "ü", "ue", "ß", "ss")

// fold makes spellings equal: case, umlauts and ß.
func fold(s string) string {
	return umlauts.Replace(strings.ToLower(norm.NFC.String(strings.TrimSpace(s))))
}

// row gives the place of an object among the visible rows, -1 when not visible.
func (t *tree) row(id string) int {
	i, ok := t.index[id]
	if !ok {
		return -1
	}
	at, found := slices.BinarySearch(t.visible, i)
	if !found {
		return -1
	}
	return at
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
// want holds, going round; -1 if there is none. only limits to visible rows.
func (t *tree) next(i, by int, only bool, want func(int) bool) int {
	n := len(t.objects)
	for range n {
		if i += by; i >= n {
			i = 0
		} else if i < 0 {
			i = n - 1
		}
		if t.objects[i].Kind != Unit || !want(i) {
			continue
		}
		if only {
			if _, ok := slices.BinarySearch(t.visible, i); !ok {
				continue
			}
		}
		return i
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
