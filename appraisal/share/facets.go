package share

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"laufzettel/transfer/record"
)

// Facets a share can be narrowed by.
const (
	FacetExtension = "extension"
	FacetFormat    = "format"
	FacetYear      = "year"   // of the last change
	FacetSize      = "size"   // class of size
	FacetDepth     = "depth"  // folders above the file
	FacetLength    = "length" // class of path length
	FacetDecision  = "decision"
	FacetSpecial   = "special"
)

// FacetNames are all facets in the order they are shown.
var FacetNames = []string{FacetExtension, FacetFormat, FacetYear, FacetSize, FacetDepth, FacetLength, FacetDecision, FacetSpecial}

// Value is one value of a facet with what it stands for.
type Value struct {
	Value string `json:"value"`
	Sum
}

var sizeClasses = []struct {
	below int64
	name  string
}{{1, "0"}, {1 << 10, "<1KB"}, {100 << 10, "<100KB"}, {1 << 20, "<1MB"}, {10 << 20, "<10MB"}, {100 << 20, "<100MB"}, {1 << 30, "<1GB"}}

// longPath is the length of a path Windows programs break at.
const longPath = 260

// Facet gives the value of one facet for a file, "" where it has none.
func (t *Tree) Facet(f *File, facet string) string {
	switch facet {
	case FacetExtension:
		return strings.ToLower(strings.TrimPrefix(path.Ext(f.Path), "."))
	case FacetFormat:
		return f.Format
	case FacetYear:
		if f.Modified != 0 {
			return strconv.Itoa(time.Unix(f.Modified, 0).UTC().Year())
		}
	case FacetSize:
		for _, c := range sizeClasses {
			if f.Size < c.below {
				return c.name
			}
		}
		return "≥1GB"
	case FacetDepth:
		return strconv.Itoa(t.Folders[f.Folder].Depth)
	case FacetLength:
		n := len([]rune(f.Path))
		if n > longPath {
			return fmt.Sprintf(">%d", longPath)
		}
		return fmt.Sprintf("≤%d", max(50, (n+49)/50*50))
	case FacetDecision:
		return string(f.Letter)
	case FacetSpecial:
		return string(f.Special)
	}
	return ""
}

// mostValues is how many values of one facet are shown; the rest is one line.
const mostValues = 200

// Rest names the values of a facet beyond those shown.
const Rest = "…"

// Facets counts the values of every facet below a folder, the most bytes first; years,
// depths and lengths in their order.
func (t *Tree) Facets(below int32) map[string][]Value {
	return t.facets(func(take func(n int32)) { t.FilesBelow(below, take) })
}

// FacetsOf counts the values of every facet over some files.
func (t *Tree) FacetsOf(files []int32) map[string][]Value {
	return t.facets(func(take func(n int32)) {
		for _, n := range files {
			take(n)
		}
	})
}

func (t *Tree) facets(each func(take func(n int32))) map[string][]Value {
	by := map[string]map[string]*Sum{}
	for _, name := range FacetNames {
		by[name] = map[string]*Sum{}
	}
	each(func(n int32) {
		f := &t.Files[n]
		for _, name := range FacetNames {
			v := t.Facet(f, name)
			if v == "" && name == FacetSpecial {
				continue
			}
			s := by[name][v]
			if s == nil {
				s = &Sum{}
				by[name][v] = s
			}
			s.add(f.Size)
		}
	})
	out := map[string][]Value{}
	for name, values := range by {
		var list []Value
		for v, s := range values {
			list = append(list, Value{v, *s})
		}
		slices.SortFunc(list, func(a, b Value) int {
			if x, err := strconv.Atoi(strings.TrimLeft(a.Value, "≤>")); err == nil && name != FacetExtension {
				if y, err := strconv.Atoi(strings.TrimLeft(b.Value, "≤>")); err == nil {
					return cmp.Or(cmp.Compare(x, y), strings.Compare(a.Value, b.Value))
				}
			}
			return cmp.Or(cmp.Compare(b.Bytes, a.Bytes), cmp.Compare(b.Files, a.Files), strings.Compare(a.Value, b.Value))
		})
		if len(list) > mostValues {
			rest := Value{Value: Rest}
			for _, v := range list[mostValues:] {
				rest.Files, rest.Bytes = rest.Files+v.Files, rest.Bytes+v.Bytes
			}
			list = append(list[:mostValues:mostValues], rest)
		}
		out[name] = list
	}
	return out
}

// Choice narrows files by facets: all named must hold.
type Choice map[string]string

// ParseChoice reads "extension=tmp,year=1998". Error: a sentence for the person.
func ParseChoice(s string) (Choice, error) {
	c := Choice{}
	for part := range strings.SplitSeq(s, ",") {
		name, value, ok := strings.Cut(strings.TrimSpace(part), "=")
		if !ok || !slices.Contains(FacetNames, name) {
			return nil, fmt.Errorf("„%s“ ist keine Auswahl. Möglich sind %s, jeweils mit =Wert", part, strings.Join(FacetNames, ", "))
		}
		c[name] = value
	}
	return c, nil
}

// String is the choice as it was written, in the order of the facets.
func (c Choice) String() string {
	var parts []string
	for _, name := range FacetNames {
		if v, ok := c[name]; ok {
			parts = append(parts, name+"="+v)
		}
	}
	return strings.Join(parts, ",")
}

// Chosen gives the files below a folder that a choice means.
func (t *Tree) Chosen(below int32, c Choice) (out []int32) {
	t.FilesBelow(below, func(n int32) {
		for name, v := range c {
			if !strings.EqualFold(t.Facet(&t.Files[n], name), v) {
				return
			}
		}
		out = append(out, n)
	})
	slices.Sort(out)
	return out
}

// Exception is what below a decided folder is decided otherwise.
type Exception struct {
	Path   string        `json:"path"`
	File   bool          `json:"file,omitempty"`
	Letter record.Rating `json:"rating"`
	Reason string        `json:"reason,omitempty"`
}

// Exceptions lists what below a folder is decided on its own, in path order.
func (t *Tree) Exceptions(below int32) (out []Exception) {
	t.Below(below, func(i int32) {
		f := &t.Folders[i]
		if f.Decided && i != below {
			out = append(out, Exception{Path: f.Path, Letter: f.Letter, Reason: f.Reason})
		}
		for _, n := range f.Own {
			if x := &t.Files[n]; x.Own {
				out = append(out, Exception{Path: x.Path, File: true, Letter: x.Letter, Reason: x.Reason})
			}
		}
	})
	slices.SortFunc(out, func(a, b Exception) int { return strings.Compare(a.Path, b.Path) })
	return out
}

// Top gives the first n files below a folder in an order, without ordering the others.
func (t *Tree) Top(below int32, n int, before func(a, b *File) bool) []int32 {
	compare := func(a, b int32) int {
		switch {
		case before(&t.Files[a], &t.Files[b]):
			return -1
		case before(&t.Files[b], &t.Files[a]):
			return 1
		}
		return cmp.Compare(a, b)
	}
	var out []int32
	last := int32(-1) // of the first n found so far: what comes after it is out
	shrink := func() {
		slices.SortFunc(out, compare)
		if out = out[:min(n, len(out))]; len(out) == n && n > 0 {
			last = out[n-1]
		}
	}
	t.FilesBelow(below, func(i int32) {
		if last >= 0 && compare(i, last) > 0 {
			return
		}
		if out = append(out, i); len(out) >= 4*n {
			shrink()
		}
	})
	shrink()
	return out
}
