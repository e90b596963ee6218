package layout

import (
	"slices"
	"strings"
)

// Value is one value read.
type Value struct {
	Name string // of its element or column, or what the layout says
	Text string
	Line int
}

// Record is one record of a group.
type Record struct {
	Group    string
	At       string // path of the file
	Line     int
	Children []*Record // of the groups below, in the order they end

	values map[string][]Value
}

// Get gives the first value of a statement, "" where there is none.
func (r *Record) Get(key string) string {
	if v := r.values[key]; len(v) > 0 {
		return v[0].Text
	}
	return ""
}

// All gives every value of a statement.
func (r *Record) All(key string) []Value { return r.values[key] }

// LineOf is the line of a statement, that of the record where it has none.
func (r *Record) LineOf(key string) int {
	if v := r.values[key]; len(v) > 0 && v[0].Line > 0 {
		return v[0].Line
	}
	return r.Line
}

// raw is a record while it is read: values by slot, not yet in the form of the kind.
type raw struct {
	rec    *Record
	slots  map[int][]Value
	parent *raw
	size   int
}

// slot is one alternative of one path: of a statement, of a key or of a lookup.
type slot struct {
	group string
	key   string // statement; "" = a key, by its use
	use   string // "", "key", "by", "by:SOURCE"
	named string
	path  steps
	order int // among the alternatives
}

// Problem is something of a delivery that the layout does not fit.
type Problem struct {
	Group, Key string
	Text       string // German, of the first
	At         string
	Line       int
	Count      int
}

// Reading is what Apply read.
type Reading struct {
	Files    []string       // that were read, in path order
	Records  map[string]int // by group
	Read     map[string]int // records a statement was read of, by "group.statement"
	Example  map[string]string
	Problems []Problem // one cause one line
	Missing  []Missing // mandatory statements no record has
}

// Missing is one mandatory statement nothing was read of.
type Missing struct {
	Group     string
	Statement AskedStatement
}

// Name is "group.statement".
func (m Missing) Name() string { return m.Group + "." + m.Statement.Key }

// MissingWords names what is missing in German, at most a dozen.
func (r *Reading) MissingWords() string {
	var out []string
	for _, m := range r.Missing {
		if len(out) == maxTold {
			return strings.Join(append(out, "…"), ", ")
		}
		out = append(out, m.Statement.Label)
	}
	return strings.Join(out, ", ")
}

// maxTold bounds what one sentence names.
const maxTold = 12

// maxProblems bounds the causes told apart.
const maxProblems = 1000

func (r *Reading) problem(p Problem) {
	i := slices.IndexFunc(r.Problems, func(q Problem) bool { return q.Group == p.Group && q.Key == p.Key && q.At == p.At })
	if i >= 0 {
		r.Problems[i].Count++
		return
	}
	if len(r.Problems) < maxProblems {
		p.Count = 1
		r.Problems = append(r.Problems, p)
	}
}

// judge says what is missing once all is read.
func (r *Reading) judge(a Asked) {
	for _, g := range a.Groups {
		for _, s := range g.Statements {
			if s.Mandatory && r.Read[g.Name+"."+s.Key] == 0 && (!g.Optional || r.Records[g.Name] > 0) {
				r.Missing = append(r.Missing, Missing{g.Name, s})
			}
		}
	}
}
