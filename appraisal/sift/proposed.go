package sift

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
)

// Proposal is a selection an agency has asked for in the free Aussonderungsart of its
// message (AussonderungsartKonfigurierbar), read as a rule. It is a proposal: a person
// takes it or not.
type Proposal struct {
	Text  string `json:"text"`  // as delivered: "Auswahlarchivierung Buchstabe D"
	Rule  Rule   `json:"rule"`  // what we read in it
	Units int    `json:"units"` // how many units bear it
}

// proposals read a text, the most telling first. They are anchored at words, so that a
// "d" in the middle of one is no letter.
var proposals = []struct {
	kind  RuleKind
	match *regexp.Regexp
}{
	{ByLetter, regexp.MustCompile(`(?i)(?:anfangs)?buchstaben?:?\s+((?:[a-zäöü](?:\s*(?:,|;|/|und|u\.)\s*|\s+|\b))+)(?:$|[^a-zäöüß0-9])`)},
	{ByDigit, regexp.MustCompile(`(?i)end(?:ziffern?|nummern?):?\s+(\d{1,3}(?:\s*(?:,|;|/|und)\s*\d{1,3})*)`)},
	{EveryNth, regexp.MustCompile(`(?i)\bjede[rsn]?\s+(\d{1,6})\.`)},
	{TimeSlice, regexp.MustCompile(
		`(?i)(?:jahrg[aä]nge?|jahre?|zeitschnitt|laufzeit)(?:\s+(?:der\s+)?(?:jahre?|von))?:?\s+(\d{4})(?:\s*(?:-|–|bis)\s*(\d{4}))?`)},
	{ByChance, regexp.MustCompile(
		`(?i)(?:zufall\w*|stichprobe)(?:\s+von)?:?\s+(\d{1,6})(?:\s+(?:akten|vorg[aä]ngen?|f[aä]llen?|st[uü]ck))?(?:$|[^\d%\s]|\s+[^%\s])`)},
}

// maxAsked is what a free Aussonderungsart may hold to be read as a rule, in bytes; a
// longer one is a text for a person.
const maxAsked = 1000

var letters = regexp.MustCompile(`(?i)\b[a-zäöü]\b`)

// Proposed reads a free Aussonderungsart as a rule; false: it says nothing we can repeat,
// and nothing is guessed. A selection by chance gets the start value 0.
func Proposed(text string) (Rule, bool) {
	if len(text) > maxAsked {
		return Rule{}, false
	}
	for _, p := range proposals {
		m := p.match.FindStringSubmatch(" " + strings.Join(strings.Fields(text), " "))
		if m == nil {
			continue
		}
		r := Rule{Kind: p.kind, A: strings.TrimSpace(m[1])}
		switch p.kind {
		case ByLetter:
			r.A = strings.ToUpper(strings.Join(letters.FindAllString(m[1], -1), ", "))
		case ByDigit:
			r.A = strings.Join(digits(strings.NewReplacer("und", ",", "/", ",").Replace(m[1])), ", ")
		case EveryNth:
			r.B = "1"
		case TimeSlice:
			r.B = cmp.Or(m[2], m[1])
		case ByChance:
			r.B = "0"
		}
		if r.Problem() == "" {
			return r, true
		}
	}
	return Rule{}, false
}

// Proposals are what the agency has asked for among items, most units first; texts we
// cannot read are left out.
func Proposals(items []*Item) []Proposal {
	n := map[string]int{}
	for _, it := range items {
		if it.Free != "" {
			n[it.Free]++
		}
	}
	var out []Proposal
	for text, units := range n {
		if r, ok := Proposed(text); ok {
			out = append(out, Proposal{text, r, units})
		}
	}
	slices.SortFunc(out, func(a, b Proposal) int { return cmp.Or(cmp.Compare(b.Units, a.Units), cmp.Compare(a.Text, b.Text)) })
	return out
}

// Sampled begins the reason of what a rule has selected, Unsampled that of what it has
// left: the papers gather decisions by them.
const (
	Sampled   = "Auswahl nach Regel: "
	Unsampled = "Nicht ausgewählt. "
)

// Rest writes the reason for what a rule has left: the rule, the population, the result.
func (r Rule) Rest(chosen, of int) string { return Unsampled + r.Sentence(chosen, of) }

// sampleEnd ends the part of a reason that a rule has written; a person's words follow.
var sampleEnd = regexp.MustCompile(` \d[\d.]* von \d[\d.]* offenen\.`)

// SampleOf gives the sentence of the rule a reason was written by, "" where none was.
func SampleOf(reason string) string {
	reason = strings.TrimPrefix(reason, Unsampled)
	if !strings.HasPrefix(reason, Sampled) {
		return ""
	}
	end := sampleEnd.FindStringIndex(reason)
	if end == nil {
		return ""
	}
	return reason[:end[1]]
}
