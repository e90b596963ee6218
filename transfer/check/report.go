package check

import (
	"slices"
	"strings"

	"laufzettel/transfer/record"
)

// Verdict is what the program found; what a person decides is a portion's state.
type Verdict string

// The verdicts.
const (
	Accepted   Verdict = "accepted"   // no finding of severity error
	Rejected   Verdict = "rejected"   // at least one
	Unreadable Verdict = "unreadable" // could not be opened or recognised
)

// DoneState says how far a check went.
type DoneState string

// States of a check.
const (
	Full    DoneState = "done"
	Partial DoneState = "partial"
	NotDone DoneState = "not-done"
)

// Done tells of one check whether it was made, with what, and why not (G2).
type Done struct {
	Name   string    `json:"name"`
	State  DoneState `json:"state"`
	Tool   string    `json:"tool,omitempty"`
	Reason string    `json:"reason,omitempty"` // German; must be set unless State is done
}

// FileCount are the numbers of files of a portion.
type FileCount struct {
	Listed    int   `json:"listed"`
	Delivered int   `json:"delivered"`
	Bytes     int64 `json:"bytes"`
}

// FormatCount counts the files of one format.
type FormatCount struct {
	PUID  string `json:"puid"`
	Name  string `json:"name"`
	Count int    `json:"count"`
}

// Report is the outcome of a check; its JSON form is the contract of cli.md.
type Report struct {
	Portion  string        `json:"portion"`
	Kind     string        `json:"kind"`
	Standard string        `json:"standard,omitempty"`
	Agency   Agency        `json:"agency"`
	Verdict  Verdict       `json:"verdict"`
	Files    FileCount     `json:"files"`
	Findings []Finding     `json:"findings"`
	Checks   []Done        `json:"checks"`
	Formats  []FormatCount `json:"formats"`
	Objects  record.Counts `json:"objects"`
	Seconds  float64       `json:"seconds"`
}

// rank orders severities for showing.
func (s Severity) rank() int {
	return slices.Index([]Severity{Error, Warning, Note}, s)
}

// Settle sorts the findings (severity, code, path, line) and sets the verdict
// unless it is Unreadable already.
func (r *Report) Settle() {
	slices.SortStableFunc(r.Findings, func(a, b Finding) int {
		if c := a.Severity.rank() - b.Severity.rank(); c != 0 {
			return c
		}
		if c := strings.Compare(a.Code, b.Code); c != 0 {
			return c
		}
		if c := a.Further - b.Further; c != 0 {
			return c // what stands for the rest comes last
		}
		if c := strings.Compare(a.Path, b.Path); c != 0 {
			return c
		}
		return a.Line - b.Line
	})
	if r.Verdict == Unreadable {
		return
	}
	r.Verdict = Accepted
	if slices.ContainsFunc(r.Findings, func(f Finding) bool { return f.Severity == Error }) {
		r.Verdict = Rejected
	}
}

// Count gives how many findings have the severity, listed or not.
func (r *Report) Count(s Severity) int {
	n := 0
	for _, f := range r.Findings {
		if f.Severity == s {
			n += f.Weight()
		}
	}
	return n
}
