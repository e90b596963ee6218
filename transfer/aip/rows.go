package aip

import (
	"iter"
	"maps"
	"slices"
	"strings"
)

// AllFiles walks every file of the description, those of objects first.
func (d Description) AllFiles() iter.Seq[FileEntry] {
	return func(yield func(FileEntry) bool) {
		var walk func(e *Entry) bool
		walk = func(e *Entry) bool {
			for _, f := range e.Files {
				if !yield(f) {
					return false
				}
			}
			for _, c := range e.Children {
				if !walk(c) {
					return false
				}
			}
			return true
		}
		for _, e := range d.Objects {
			if !walk(e) {
				return
			}
		}
		for _, f := range d.Files {
			if !yield(f) {
				return
			}
		}
	}
}

// Difference is what two packages do not share; it compares content, not clocks.
type Difference struct {
	OnlyA   []string // paths of data files
	OnlyB   []string
	Changed []string // same path, other digest
	Fields  []FieldDifference
}

// FieldDifference is one statement that differs; an absent one is "".
type FieldDifference struct {
	Object string // id of the object, "" = the package
	Name   string
	A, B   string
}

// Equal reports whether nothing differs.
func (d Difference) Equal() bool {
	return len(d.OnlyA)+len(d.OnlyB)+len(d.Changed)+len(d.Fields) == 0
}

// Diff compares two packages: data files by path and digest, descriptions by
// object and field.
func Diff(a, b *Package) Difference {
	var d Difference
	left, right := a.sums(), b.sums()
	for _, name := range slices.Sorted(maps.Keys(left)) {
		switch sum, ok := right[name]; {
		case !ok:
			d.OnlyA = append(d.OnlyA, name)
		case sum != left[name]:
			d.Changed = append(d.Changed, name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(right)) {
		if _, ok := left[name]; !ok {
			d.OnlyB = append(d.OnlyB, name)
		}
	}
	fa, fb := a.description.statements(), b.description.statements()
	both := maps.Clone(fa)
	maps.Copy(both, fb)
	keys := slices.SortedFunc(maps.Keys(both), func(x, y [2]string) int {
		if c := strings.Compare(x[0], y[0]); c != 0 {
			return c
		}
		return strings.Compare(x[1], y[1])
	})
	for _, k := range keys {
		if fa[k] != fb[k] {
			d.Fields = append(d.Fields, FieldDifference{Object: k[0], Name: k[1], A: fa[k], B: fb[k]})
		}
	}
	return d
}

func (p *Package) sums() map[string]string {
	out := map[string]string{}
	for _, l := range p.listed {
		if l.Use == "Data" {
			out[l.Path] = l.SHA512
		}
	}
	return out
}

// statements gives every field by object id and name.
func (d Description) statements() map[[2]string]string {
	out := map[[2]string]string{}
	put := func(object, name, v string) {
		key := [2]string{object, name}
		switch have := out[key]; {
		case v == "":
		case have != "": // a statement that stands there several times
			out[key] = have + "; " + v
		default:
			out[key] = v
		}
	}
	put("", "pid", d.PID)
	put("", "referenceCode", d.ReferenceCode)
	put("", "accession", d.AccessionID)
	put("", "earlier", d.EarlierPID)
	if d.Closure != nil {
		put("", "closedUntil", d.Closure.Until)
	}
	for _, v := range d.Administrative {
		put("", v.Name, v.Value)
	}
	for _, x := range d.Decisions {
		put("", "decision."+x.Kind+"."+x.Code+x.Path, x.Text)
	}
	for _, r := range d.Relations {
		put("", "relation."+r.Kind, r.PID)
	}
	var walk func(e *Entry)
	walk = func(e *Entry) {
		for _, v := range e.Fields {
			put(e.ID, v.Name, v.Value)
		}
		for _, c := range e.Children {
			walk(c)
		}
	}
	for _, e := range d.Objects {
		walk(e)
	}
	return out
}
