package check

import (
	"slices"
	"strings"

	"laufzettel/transfer/wording"
)

// maxPerCode is how many findings of one code a report lists one by one; the
// rest is counted. A delivery with every digest wrong must not fill the memory.
const maxPerCode = 10_000

// findingSet collects findings with a limit per code.
type findingSet struct {
	list    []Finding
	perCode map[string]int
	grouped map[string]int // cause → index in list
	errors  bool
}

func newFindingSet() *findingSet {
	return &findingSet{perCode: map[string]int{}, grouped: map[string]int{}}
}

// group adds findings of which those with one cause become one, which keeps expected
// and found of the first and names all files.
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
		if s.perCode[f.Code] <= maxPerCode {
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
