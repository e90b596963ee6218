package present

import (
	"cmp"
	"slices"
	"strings"
	"testing"
)

func TestArrangement_Columns(t *testing.T) {
	ids := []string{"number", "title", "state", "due"}
	for _, c := range []struct {
		name, kept, want string
	}{
		{"as the list comes", "", "number title state due"},
		{"in the person's order", `{"order":["due","title","number","state"]}`, "due title number state"},
		{"a column that is gone is passed over", `{"order":["due","gone","title","number","state"]}`, "due title number state"},
		{"one named twice stands once", `{"order":["due","due","title","number","state"]}`, "due title number state"},
		{"a new one stands behind its neighbour", `{"order":["due","title","number"]}`, "due title state number"},
		{"a new first one stands first", `{"order":["due","title","state"]}`, "number due title state"},
		{"what cannot be read is no arrangement", `{"order":"due"`, "number title state due"},
	} {
		if got := strings.Join(ReadArrangement(c.kept).Columns(ids), " "); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

func TestArrangement_Changes(t *testing.T) {
	ids := []string{"a", "b", "c"}
	var a Arrangement
	if a.Write() != "" {
		t.Errorf("nothing changed writes %q", a.Write())
	}
	a.Move(ids, "a", 1)
	a.Move(ids, "c", 9)
	a.Move(ids, "x", 1)
	a.Toggle("b")
	a.SetWidth("c", 120)
	a.SetWidth("a", 1)
	a.SortBy("c")
	b := ReadArrangement(a.Write())
	if got := strings.Join(b.Columns(ids), ""); got != "bac" {
		t.Errorf("order %q, want bac", got)
	}
	if b.Shows("b") || !b.Shows("a") {
		t.Errorf("hidden %v, want b alone", b.Hidden)
	}
	for _, c := range []struct {
		id                 string
		start, least, want float32
	}{{"c", 80, 40, 120}, {"c", 80, 150, 150}, {"a", 80, 10, narrowest}, {"b", 80, 40, 80}} {
		if got := b.Width(c.id, c.start, c.least); got != c.want {
			t.Errorf("width of %s is %v, want %v", c.id, got, c.want)
		}
	}
	b.Toggle("b")
	if !b.Shows("b") {
		t.Error("b does not come back")
	}
	for _, want := range []struct {
		sort string
		desc bool
	}{{"c", true}, {"", false}, {"c", false}} {
		if b.SortBy("c"); b.Sort != want.sort || b.Desc != want.desc {
			t.Errorf("sorted by %q %v, want %v", b.Sort, b.Desc, want)
		}
	}
	if b.SortBy("a"); b.Sort != "a" || b.Desc {
		t.Errorf("another column sorts %q %v, want a upwards", b.Sort, b.Desc)
	}
	if got := ReadArrangement(`{"widths":{"a":-3,"b":99999,"c":50}}`).Widths; len(got) != 1 || got["c"] != 50 {
		t.Errorf("widths %v taken, want c alone", got)
	}
}

func TestSorted(t *testing.T) {
	rows := []string{"b1", "a1", "b2", "a2"}
	byFirst := func(i, j int) int { return cmp.Compare(rows[i][0], rows[j][0]) }
	for _, c := range []struct {
		name    string
		compare func(a, b int) int
		desc    bool
		want    []int
	}{
		{"as it comes", nil, true, []int{0, 1, 2, 3}},
		{"upwards, equal ones in their order", byFirst, false, []int{1, 3, 0, 2}},
		{"downwards, equal ones in their order", byFirst, true, []int{0, 2, 1, 3}},
	} {
		if got := Sorted(len(rows), c.compare, c.desc); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}
