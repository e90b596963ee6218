package present

import (
	"encoding/json"
	"slices"
	"sort"
)

// Arrangement is how one person likes a list to stand: order, widths and choice of its
// columns, and by which of them it is sorted. The zero value is as the list comes. What
// it says about columns that do not exist any more is passed over.
type Arrangement struct {
	Order  []string           `json:"order,omitempty"`  // ids in the order of the person
	Widths map[string]float32 `json:"widths,omitempty"` // in units before text scaling
	Hidden []string           `json:"hidden,omitempty"`
	Sort   string             `json:"sort,omitempty"` // id, "" = the order of the list itself
	Desc   bool               `json:"desc,omitempty"`
}

// The bounds of a kept width, in units.
const (
	narrowest = 16
	widest    = 2000
)

// ReadArrangement reads what Write wrote; what cannot be read is the zero value, since
// it is only a liking.
func ReadArrangement(text string) Arrangement {
	var a Arrangement
	if json.Unmarshal([]byte(text), &a) != nil {
		return Arrangement{}
	}
	for id, w := range a.Widths {
		if w < narrowest || w > widest {
			delete(a.Widths, id)
		}
	}
	return a
}

// Write gives the arrangement as it is kept, "" for the zero value.
func (a Arrangement) Write() string {
	if len(a.Order) == 0 && len(a.Widths) == 0 && len(a.Hidden) == 0 && a.Sort == "" {
		return ""
	}
	raw, err := json.Marshal(a)
	if err != nil {
		return ""
	}
	return string(raw)
}

// Columns gives all ids in the order of the person; one that is new stands where the
// list puts it.
func (a Arrangement) Columns(ids []string) []string {
	var out []string
	for _, id := range a.Order {
		if slices.Contains(ids, id) && !slices.Contains(out, id) {
			out = append(out, id)
		}
	}
	for i, id := range ids {
		if slices.Contains(out, id) {
			continue
		}
		at := 0
		if i > 0 {
			at = slices.Index(out, ids[i-1]) + 1
		}
		out = slices.Insert(out, at, id)
	}
	return out
}

// Shows tells whether a column is shown.
func (a Arrangement) Shows(id string) bool { return !slices.Contains(a.Hidden, id) }

// Width gives the width of a column, start where the person set none, never below least.
func (a Arrangement) Width(id string, start, least float32) float32 {
	if w, ok := a.Widths[id]; ok {
		return max(least, w)
	}
	return start
}

// SetWidth keeps the width of a column.
func (a *Arrangement) SetWidth(id string, w float32) {
	if a.Widths == nil {
		a.Widths = map[string]float32{}
	}
	a.Widths[id] = min(max(narrowest, w), widest)
}

// Toggle shows a hidden column or hides a shown one.
func (a *Arrangement) Toggle(id string) {
	if i := slices.Index(a.Hidden, id); i >= 0 {
		a.Hidden = slices.Delete(slices.Clone(a.Hidden), i, i+1)
		return
	}
	a.Hidden = append(slices.Clone(a.Hidden), id)
}

// Move shifts a column by places among all of ids; at an end it stays.
func (a *Arrangement) Move(ids []string, id string, by int) {
	order := a.Columns(ids)
	from := slices.Index(order, id)
	if from < 0 {
		return
	}
	to := min(max(0, from+by), len(order)-1)
	order = slices.Delete(order, from, from+1)
	a.Order = slices.Insert(order, to, id)
}

// SortBy sorts by a column: first upwards, then downwards, then as the list comes.
func (a *Arrangement) SortBy(id string) {
	switch {
	case a.Sort != id:
		a.Sort, a.Desc = id, false
	case !a.Desc:
		a.Desc = true
	default:
		a.Sort, a.Desc = "", false
	}
}

// Sorted gives the places of n rows in the order of compare, turned round if desc; equal
// rows keep the order of the list. Without compare it is that order.
func Sorted(n int, compare func(a, b int) int, desc bool) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	if compare == nil {
		return out
	}
	sort.SliceStable(out, func(i, j int) bool {
		c := compare(out[i], out[j])
		if desc {
			c = -c
		}
		return c < 0
	})
	return out
}
