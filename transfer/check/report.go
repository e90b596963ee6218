package check

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"laufzettel/transfer/record"
	"laufzettel/transfer/wording"
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
	Reason string    `json:"reason,omitempty"` // German, as papers say it; must be set unless State is done
	// Why is Reason as keys and values, for those who read another language. Reports
	// of earlier versions have none.
	Why []wording.Text `json:"why,omitempty"`
}

// As gives d with its state and, sentence by sentence, why it is not more.
func (d Done) As(state DoneState, why ...wording.Text) Done {
	d.State, d.Why, d.Reason = state, why, saying(why, wording.German)
	return d
}

// Of gives d as said of one part of the delivery.
func (d Done) Of(part string) Done {
	if d.Reason == "" {
		return d.As(d.State, wording.Plain(part+":"))
	}
	return d.As(d.State, append([]wording.Text{wording.Plain(part + ":")}, d.why()...)...)
}

// In is the reason in a language.
func (d Done) In(language string) string { return saying(d.why(), language) }

// why are the sentences of the reason; those of no key, or of one that is no longer
// said, stand as the report has them.
func (d Done) why() []wording.Text {
	if len(d.Why) == 0 || slices.ContainsFunc(d.Why, func(t wording.Text) bool { return !t.Known() }) {
		return []wording.Text{wording.Plain(d.Reason)}
	}
	return d.Why
}

func saying(why []wording.Text, language string) string {
	words := make([]string, len(why))
	for i, t := range why {
		words[i] = t.In(language)
	}
	return strings.Join(words, " ")
}

// FileCount are the numbers of files of a portion.
type FileCount struct {
	Listed    int   `json:"listed"`
	Delivered int   `json:"delivered"`
	Bytes     int64 `json:"bytes"`
	// Folders are those a share names on their own; EmptyFolders, of any delivery, hold no
	// file, not even deeper down.
	Folders      int `json:"folders,omitempty"`
	EmptyFolders int `json:"emptyFolders,omitempty"`
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

// Result is one check with what it found: Failed and Warned count findings by severity.
// Shared marks a check of the kind's own whose findings the codes do not tell apart from
// those of its neighbours: Failed and Warned are then those of all of them together.
type Result struct {
	Done
	Failed, Warned int
	Shared         bool
}

// families are the checks whose findings are known by the beginning of their code.
var families = []struct{ check, codes string }{
	{"completeness", "VOL-"}, {"fixity", "FIX-"}, {"names", "NAM-"}, {"format", "FMT-"}, {"format-list", "FMT-"}, {"pdfa", "PDF-"},
	{"owed-pdfa", "PDF-"},
	{"schema", "SCH-"}, {"xml", "XML-"}, {"utf-8", "TXT-"}, {"agency", "AGR-"}, {"virus", "VIR-"}, {"signatures", "SIG-"},
	{"signed", "SIG-"},
	{"container", "CNT-"}, {"nested", "CNT-"}, {"slip", "SLP-"}, {StopRule, "VSA-"},
}

// Results gives the checks with what they found, in the order a person reads them: what
// failed, what warned, what was not or not wholly made, what passed. A check has passed
// only where no finding can be its own.
func (r *Report) Results() []Result {
	var owned []string
	for _, f := range families {
		owned = append(owned, f.codes)
	}
	out := make([]Result, 0, len(r.Checks))
	for _, d := range r.Checks {
		var codes []string
		for _, f := range families {
			if f.check == d.Name {
				codes = append(codes, f.codes)
			}
		}
		o := Result{Done: d, Shared: codes == nil}
		o.Failed, o.Warned = r.weigh(func(code string) bool {
			if o.Shared {
				return !begins(code, owned)
			}
			return begins(code, codes)
		})
		out = append(out, o)
	}
	slices.SortStableFunc(out, func(a, b Result) int { return a.rank() - b.rank() })
	return out
}

// weigh counts errors and warnings of some codes.
func (r *Report) weigh(of func(code string) bool) (failed, warned int) {
	for _, f := range r.Findings {
		if !of(f.Code) {
			continue
		}
		switch f.Severity {
		case Error:
			failed += f.Weight()
		case Warning:
			warned += f.Weight()
		}
	}
	return failed, warned
}

func begins(code string, any []string) bool {
	return slices.ContainsFunc(any, func(p string) bool { return strings.HasPrefix(code, p) })
}

func (o Result) rank() int {
	switch {
	case o.Failed > 0:
		return 0
	case o.Warned > 0:
		return 1
	case o.State != Full:
		return 2
	}
	return 3
}

// Mandatory are the checks without which a portion is not called faultless.
var Mandatory = []string{"completeness", "fixity", "format", "schema"}

// Whole reports whether every mandatory check that stands in the report was made wholly.
func (r *Report) Whole() bool {
	return !slices.ContainsFunc(r.Checks, func(d Done) bool { return d.State != Full && slices.Contains(Mandatory, d.Name) })
}

// Kept is a report as it is stored: with the texts its findings were made of, which the
// JSON of a report leaves out.
type Kept struct{ *Report }

type keptReport struct {
	*Report
	Words map[int]*Words `json:"words,omitempty"` // by place among the findings
}

// MarshalJSON implements json.Marshaler.
func (k Kept) MarshalJSON() ([]byte, error) {
	return json.Marshal(keptReport{k.Report, WordsOf(k.Findings)})
}

// UnmarshalJSON implements json.Unmarshaler.
func (k Kept) UnmarshalJSON(data []byte) error {
	in := keptReport{Report: k.Report}
	if err := json.Unmarshal(data, &in); err != nil {
		return fmt.Errorf("read report: %w", err)
	}
	PutWords(k.Findings, in.Words)
	return nil
}

// WordsOf gives the texts of findings by their place, for what is stored.
func WordsOf(findings []Finding) (words map[int]*Words) {
	for i, f := range findings {
		if f.Words != nil {
			if words == nil {
				words = map[int]*Words{}
			}
			words[i] = f.Words
		}
	}
	return words
}

// PutWords gives findings their texts back.
func PutWords(findings []Finding, words map[int]*Words) {
	for i, w := range words {
		if i >= 0 && i < len(findings) {
			findings[i].Words = w
		}
	}
}
