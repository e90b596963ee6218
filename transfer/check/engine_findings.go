package check

import (
	"slices"
	"strings"

	"laufzettel/transfer/wording"
)

// maxPerCode is how many places of one code a report lists one by one, be they findings
// of their own or in groups; the rest is counted. A delivery with every digest wrong, or
// a share of two hundred thousand files of no known format, must not fill the memory.
const maxPerCode = 10_000

// findingSet collects findings with a limit per code.
type findingSet struct {
	list    []Finding
	perCode map[string]int
	grouped map[string]int // cause → index in list
	errors  bool
	every   bool // all places are listed, however many
}

func newFindingSet() *findingSet {
	return &findingSet{perCode: map[string]int{}, grouped: map[string]int{}}
}

// group adds findings of which those with one cause become one, which keeps expected
// and found of the first and names all files that are listed.
func (s *findingSet) group(fs ...Finding) {
	for _, f := range fs {
		cause := f.Code + "\x00" + string(f.Severity) + "\x00" + f.Message
		i, there := s.grouped[cause]
		if !there || len(s.list[i].Paths) >= maxPerCode {
			if s.add(f); len(s.list) > 0 && s.list[len(s.list)-1].Path == f.Path {
				s.grouped[cause] = len(s.list) - 1
			}
			continue
		}
		if s.perCode[f.Code]++; s.perCode[f.Code] > maxPerCode && !s.every {
			continue
		}
		first := &s.list[i]
		if len(first.Paths) == 0 {
			first.Paths = []string{first.Path}
		}
		first.Paths = append(first.Paths, f.Path)
	}
}

func (s *findingSet) add(fs ...Finding) {
	for _, f := range fs {
		s.errors = s.errors || f.Severity == Error
		s.perCode[f.Code]++
		if s.perCode[f.Code] <= maxPerCode || s.every {
			s.list = append(s.list, f)
		}
	}
}

func (s *findingSet) hasError() bool { return s.errors }

// all gives the findings and, per code over the limit, one that tells the rest.
func (s *findingSet) all() []Finding {
	out := append([]Finding{}, s.list...)
	var over []string
	for code, n := range s.perCode {
		if n > maxPerCode {
			over = append(over, code)
		}
	}
	slices.SortFunc(over, strings.Compare)
	for _, code := range over {
		i := slices.IndexFunc(out, func(f Finding) bool { return f.Code == code })
		more := Finding{Code: code, Severity: out[i].Severity, Remedy: out[i].Remedy, Further: s.perCode[code] - maxPerCode}
		if w := out[i].Words; w != nil {
			more.Words = &Words{Remedy: w.Remedy}
		}
		out = append(out, more.Titled(wording.Say("said.check.further", more.Further)))
	}
	return out
}

// EachOf gives a code for many places: one finding that names those a report lists, and one
// that counts the rest where there are more.
func EachOf(c Code, paths []string) []Finding {
	s := newFindingSet()
	for _, p := range paths {
		s.group(c.At(p))
	}
	return s.all()
}

// oneCause leaves out what another finding tells already: consequences of it, the same in
// other words, a value that does not fit where it is said what it ought to be. What is left
// out was never harder than what tells it.
func oneCause(list []Finding) []Finding {
	tellers, values := map[string][]int{}, map[string][]int{}
	for i, f := range list {
		for _, p := range f.paths() {
			if len(f.Tells) > 0 {
				tellers[p] = append(tellers[p], i)
			}
		}
		if f.Found != "" && !f.General {
			key := f.Path + "\x00" + bareValue(f.Found)
			values[key] = append(values[key], i)
		}
	}
	if len(tellers) == 0 && !slices.ContainsFunc(list, func(f Finding) bool { return f.General }) {
		return list
	}
	out := make([]Finding, 0, len(list))
	for i, f := range list {
		if f.General && takeTeller(list, values, f) {
			continue
		}
		left := slices.DeleteFunc(f.paths(), func(p string) bool {
			return slices.ContainsFunc(tellers[p], func(t int) bool { return t != i && list[t].tellsOf(f) })
		})
		switch {
		case len(left) == 0:
			continue
		case len(f.Paths) > 0 && len(left) < len(f.Paths):
			f.Path, f.Paths = left[0], left
			if len(left) == 1 {
				f.Paths = nil
			}
		}
		out = append(out, f)
	}
	return out
}

// paths are the places of f, a copy.
func (f Finding) paths() []string {
	if len(f.Paths) > 0 {
		return slices.Clone(f.Paths)
	}
	return []string{f.Path}
}

// tellsOf reports whether f tells what g says of the same path.
func (f Finding) tellsOf(g Finding) bool {
	return slices.Contains(f.Tells, g.Code) && f.Severity.rank() <= g.Severity.rank() &&
		(f.Object == "" || g.Object == "" || f.Object == g.Object)
}

// takeTeller finds who names the value of a general finding and uses it up: each names one
// place. It stands at its line, or at that of the object the value belongs to, before it.
func takeTeller(list []Finding, values map[string][]int, f Finding) bool {
	key, best := f.Path+"\x00"+bareValue(f.Found), -1
	if f.Found == "" {
		return false
	}
	for n, i := range values[key] {
		if t := list[i]; t.Line > 0 && t.Line <= f.Line && t.Severity.rank() <= f.Severity.rank() &&
			(best < 0 || t.Line > list[values[key][best]].Line) {
			best = n
		}
	}
	if best < 0 {
		return false
	}
	values[key] = slices.Delete(values[key], best, best+1)
	return true
}

// bareValue is a value without the marks papers put around it.
func bareValue(v string) string { return strings.TrimSpace(strings.Trim(v, "„“")) }
