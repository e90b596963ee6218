package share

import (
	"cmp"
	"fmt"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

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
	FacetOwner     = "owner"  // of the file, as the file system told
	FacetAuthor    = "author" // as the file tells
)

// FacetNames are all facets in the order they are shown.
var FacetNames = []string{FacetExtension, FacetFormat, FacetYear, FacetSize, FacetDepth, FacetLength, FacetDecision, FacetSpecial,
	FacetOwner, FacetAuthor}

// Value is one value of a facet with what it stands for.
type Value struct {
	Value string `json:"value"`
	Sum
}

// class is one class of size.
type class struct {
	below int64
	name  string
}

var sizeClasses = []class{{1, "0"}, {1 << 10, "<1KB"}, {100 << 10, "<100KB"}, {1 << 20, "<1MB"},
	{10 << 20, "<10MB"}, {100 << 20, "<100MB"}, {1 << 30, "<1GB"}}

func sizeClass(size int64) int {
	i := slices.IndexFunc(sizeClasses, func(c class) bool { return size < c.below })
	if i < 0 {
		return len(sizeClasses)
	}
	return i
}

func sizeName(class int) string {
	if class == len(sizeClasses) {
		return "≥1GB"
	}
	return sizeClasses[class].name
}

// longPath is the length of a path Windows programs break at, lengthStep what lengths are
// told by.
const (
	longPath   = 260
	lengthStep = 50
)

// length counts the signs of the path of a file.
func (t *Tree) length(f *File) int {
	n := utf8.RuneCountInString(f.Name)
	if f.Folder > 0 {
		n += 1 + utf8.RuneCountInString(t.Folders[f.Folder].Path)
	}
	return n
}

// lengthClass gives the step that a path of so many signs is no longer than; 0 where it is
// too long.
func lengthClass(n int) int {
	if n > longPath {
		return 0
	}
	return max(1, (n+lengthStep-1)/lengthStep)
}

func lengthName(class int) string {
	if class == 0 {
		return ">" + strconv.Itoa(longPath)
	}
	return "≤" + strconv.Itoa(class*lengthStep)
}

// yearOf gives the year of a date, 0 where there is none.
func yearOf(at int64) int {
	if at == 0 {
		return 0
	}
	return time.Unix(at, 0).UTC().Year()
}

func yearName(year int) string {
	if year == 0 {
		return ""
	}
	return strconv.Itoa(year)
}

// extension writes what stands behind the last dot of a name.
func extension(ext string) string { return strings.ToLower(strings.TrimPrefix(ext, ".")) }

// Facet gives the value of one facet for a file, "" where it has none.
func (t *Tree) Facet(f *File, facet string) string {
	switch facet {
	case FacetExtension:
		return extension(path.Ext(f.Name))
	case FacetFormat:
		return f.Format
	case FacetYear:
		return yearName(yearOf(f.Modified))
	case FacetSize:
		return sizeName(sizeClass(f.Size))
	case FacetDepth:
		return strconv.Itoa(t.Folders[f.Folder].Depth)
	case FacetLength:
		return lengthName(lengthClass(t.length(f)))
	case FacetDecision:
		return string(f.Letter)
	case FacetSpecial:
		return string(f.Special)
	case FacetOwner:
		return f.Owner
	case FacetAuthor:
		return f.Author
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
	by := t.count(each)
	for _, name := range []string{FacetSpecial, FacetOwner, FacetAuthor} {
		delete(by[name], "")
	}
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

// Said is the choice as it may stand in reasons, papers and the log: owners and authors
// are not named there.
func (c Choice) Said() string {
	c = maps.Clone(c)
	for _, name := range []string{FacetOwner, FacetAuthor} {
		if _, ok := c[name]; ok {
			c[name] = Rest
		}
	}
	return c.String()
}

// Chosen gives the files below a folder that a choice means.
func (t *Tree) Chosen(below int32, c Choice) (out []int32) {
	var means []func(n int32) bool
	for name, v := range c {
		means = append(means, t.meant(name, v))
	}
	t.FilesBelow(below, func(n int32) {
		for _, m := range means {
			if !m(n) {
				return
			}
		}
		out = append(out, n)
	})
	return out
}

// Exception is what below a decided folder is decided otherwise.
type Exception struct {
	Path   string        `json:"path"`
	File   bool          `json:"file,omitempty"`
	Letter record.Rating `json:"rating"`
	Reason string        `json:"reason,omitempty"`
}

// Exceptions lists what below a folder is decided on its own, in path order: all that begins
// with its path stands together.
func (t *Tree) Exceptions(below int32) []Exception {
	within := t.Folders[below].Path
	if within == "" {
		return t.exceptions
	}
	within += "/"
	place := func(x Exception, at string) int { return strings.Compare(x.Path, at) }
	from, _ := slices.BinarySearchFunc(t.exceptions, within, place)
	to, _ := slices.BinarySearchFunc(t.exceptions, within[:len(within)-1]+"0", place) // the sign behind the slash
	return t.exceptions[from:to:to]
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
