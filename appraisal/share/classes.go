package share

import (
	"path"
	"strconv"
	"strings"
)

// classes are the values of a file that hang on its path, its size and its date, found once:
// to count them again for another folder or choice takes no look at texts.
type classes struct {
	of    []classed
	exts  []string // as written, by classed.ext
	years []int    // by classed.year
}

type classed struct {
	ext, year    uint32
	size, length uint8
}

// Classify finds the classes of all files, so that nothing that is shown later waits for it.
func (t *Tree) Classify() {
	t.once.Do(func() {
		c := classes{of: make([]classed, len(t.Files))}
		exts, years := map[string]uint32{}, map[int]uint32{}
		for i := range t.Files {
			f := &t.Files[i]
			ext := path.Ext(f.Name)
			e, known := exts[ext]
			if !known {
				e = uint32(len(c.exts))
				exts[ext], c.exts = e, append(c.exts, ext)
			}
			year := yearOf(f.Modified)
			y, known := years[year]
			if !known {
				y = uint32(len(c.years))
				years[year], c.years = y, append(c.years, year)
			}
			c.of[i] = classed{e, y, uint8(sizeClass(f.Size)), uint8(lengthClass(t.length(f)))}
		}
		t.classes = c
	})
}

// tally counts the files that have one value of a facet. Of what many files have in common
// the value is made once, by the key it hangs on.
type tally[K comparable] struct {
	at   map[K]*Sum
	last K
	sum  *Sum
}

func (y *tally[K]) add(k K, bytes int64) {
	if y.sum == nil || k != y.last {
		if y.at == nil {
			y.at = map[K]*Sum{}
		}
		if y.last, y.sum = k, y.at[k]; y.sum == nil {
			y.sum = &Sum{}
			y.at[k] = y.sum
		}
	}
	y.sum.add(bytes)
}

// named adds up what was counted by the value it stands for.
func (y *tally[K]) named(name func(K) string) map[string]*Sum {
	out := valued{}
	for k, s := range y.at {
		out.add(name(k), *s)
	}
	return out
}

// valued are sums by the value of a facet.
type valued map[string]*Sum

func (v valued) add(value string, s Sum) {
	if v[value] == nil {
		v[value] = &Sum{}
	}
	v[value].Files, v[value].Bytes = v[value].Files+s.Files, v[value].Bytes+s.Bytes
}

// row counts by small whole numbers.
type row []Sum

func (r *row) add(class int, bytes int64) {
	for len(*r) <= class {
		*r = append(*r, Sum{})
	}
	(*r)[class].add(bytes)
}

func (r row) named(name func(int) string) map[string]*Sum {
	out := valued{}
	for k, s := range r {
		if s.Files > 0 {
			out.add(name(k), s)
		}
	}
	return out
}

// count adds up the values of every facet.
func (t *Tree) count(each func(take func(n int32))) map[string]map[string]*Sum {
	t.Classify()
	var sorts tally[*Sort]
	var verdicts tally[*Verdict]
	exts := make(row, len(t.classes.exts))
	var years, sizes, depths, lengths row
	each(func(n int32) {
		f, c := &t.Files[n], t.classes.of[n]
		exts[c.ext].add(f.Size)
		years.add(int(c.year), f.Size)
		sizes.add(int(c.size), f.Size)
		lengths.add(int(c.length), f.Size)
		depths.add(t.Folders[f.Folder].Depth, f.Size)
		sorts.add(f.Sort, f.Size)
		verdicts.add(f.Verdict, f.Size)
	})
	return map[string]map[string]*Sum{
		FacetExtension: exts.named(func(k int) string { return extension(t.classes.exts[k]) }),
		FacetFormat:    sorts.named(func(s *Sort) string { return s.Format }),
		FacetYear:      years.named(func(k int) string { return yearName(t.classes.years[k]) }),
		FacetSize:      sizes.named(sizeName),
		FacetDepth:     depths.named(strconv.Itoa),
		FacetLength:    lengths.named(lengthName),
		FacetDecision:  verdicts.named(func(v *Verdict) string { return string(v.Letter) }),
		FacetSpecial:   sorts.named(func(s *Sort) string { return string(s.Special) }),
		FacetOwner:     sorts.named(func(s *Sort) string { return s.Owner }),
		FacetAuthor:    sorts.named(func(s *Sort) string { return s.Author }),
	}
}

// meant gives whether a file has a value of a facet; what many files have in common is asked once.
func (t *Tree) meant(facet, value string) func(n int32) bool {
	t.Classify()
	is := func(n int32) bool { return strings.EqualFold(t.Facet(&t.Files[n], facet), value) }
	of := t.classes.of
	switch facet {
	case FacetExtension:
		return asked(func(n int32) uint32 { return of[n].ext }, is)
	case FacetYear:
		return asked(func(n int32) uint32 { return of[n].year }, is)
	case FacetSize:
		return asked(func(n int32) uint8 { return of[n].size }, is)
	case FacetLength:
		return asked(func(n int32) uint8 { return of[n].length }, is)
	case FacetDepth:
		return asked(func(n int32) int { return t.Folders[t.Files[n].Folder].Depth }, is)
	case FacetDecision:
		return asked(func(n int32) *Verdict { return t.Files[n].Verdict }, is)
	}
	return asked(func(n int32) *Sort { return t.Files[n].Sort }, is)
}

// asked asks for each key the first time it is met.
func asked[K comparable](key func(n int32) K, is func(n int32) bool) func(n int32) bool {
	known := map[K]bool{}
	var last K
	holds, begun := false, false
	return func(n int32) bool {
		k := key(n)
		if begun && k == last {
			return holds
		}
		v, met := known[k]
		if !met {
			v = is(n)
			known[k] = v
		}
		last, holds, begun = k, v, true
		return v
	}
}
