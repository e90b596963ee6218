// Package sift narrows, orders and samples the units of an appraisal: facets,
// sorting by any column, and selection by rule for mass case files (issue 6.4).
// It is what window and command line share, works on plain values and decides
// nothing: a rule selects, a person decides.
package sift

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Item is one unit of the list with everything a facet or a column asks of it.
type Item struct {
	ID         string   `json:"id"`
	Number     string   `json:"number,omitempty"` // full number: "63.2-0147/03"
	Title      string   `json:"title,omitempty"`
	Words      string   `json:"-"`              // further words of the description
	Plan       string   `json:"plan,omitempty"` // Kennzeichen of the filing plan position
	Agency     string   `json:"agency,omitempty"`
	From       int      `json:"from,omitempty"` // years of the Laufzeit, 0: unknown
	To         int      `json:"to,omitempty"`
	Suggestion string   `json:"suggestion,omitempty"` // Aussonderungsart or Vorschlag as delivered: A, B, V or ""
	Free       string   `json:"free,omitempty"`       // Aussonderungsart in the agency's own words
	Model      string   `json:"model,omitempty"`      // what the appraisal model proposes: A, B, V or ""
	Letter     string   `json:"letter,omitempty"`     // A, V, "" while open
	Reasoned   bool     `json:"reasoned,omitempty"`
	Documents  int      `json:"documents"`
	Files      int      `json:"files"`
	Bytes      int64    `json:"bytes"`
	Formats    []string `json:"formats,omitempty"` // short names, sorted, each once
	Paper      bool     `json:"paper,omitempty"`   // has parts that are not electronic (A37)
	Twin       bool     `json:"twin,omitempty"`    // a file of it lies elsewhere too: in the portion or in the catalog
	Gap        bool     `json:"gap,omitempty"`     // the numbering has gaps
	Remark     bool     `json:"remark,omitempty"`  // the agency has remarked on it (A35)
	Changed    bool     `json:"changed,omitempty"` // another than in the earlier delivery (A36)
}

// Filter is what a list is narrowed to. The zero value narrows nothing; every
// field in force must hold.
type Filter struct {
	Show       string // "", "open", "A", "V"
	Text       string // words of number, title and description
	Word       string // words in the text of the documents; resolved by the caller
	Suggestion string // "", "A", "B", "V", "-" (none given)
	Model      string // the same for the model's proposal
	Free       string // the free Aussonderungsart, whole
	Plan       string // beginning of number or filing plan position
	Agency     string
	Format     string // short name of a format
	From, To   int    // Laufzeit touches these years
	MinBytes   int64
	MaxBytes   int64
	Unreasoned bool // decided without a reason
	Differs    bool // decided otherwise than proposed
	Paper      bool
	Twin       bool
	Gap        bool
	Remark     bool
	Changed    bool
}

// Any reports whether the filter narrows anything.
func (f Filter) Any() bool { return f != Filter{} }

// Facets counts what is in force beside Show and Text.
func (f Filter) Facets() int {
	n := 0
	for _, on := range []bool{f.Word != "", f.Suggestion != "", f.Model != "", f.Free != "", f.Plan != "", f.Agency != "", f.Format != "",
		f.From > 0, f.To > 0,
		f.MinBytes > 0, f.MaxBytes > 0, f.Unreasoned, f.Differs, f.Paper, f.Twin, f.Gap, f.Remark, f.Changed} {
		if on {
			n++
		}
	}
	return n
}

// Sieve is a filter made ready for many items.
type Sieve struct {
	f           Filter
	text, plan  string
	withWord    map[string]bool // ids whose documents hold Filter.Word
	agency, fmt string
}

// NewSieve makes f ready. withWord names the units whose text holds f.Word; it is
// asked only where f.Word is set.
func NewSieve(f Filter, withWord map[string]bool) *Sieve {
	return &Sieve{f: f, text: Fold(f.Text), plan: strings.ToLower(strings.TrimSpace(f.Plan)), withWord: withWord, agency: Fold(f.Agency),
		fmt: f.Format}
}

// Match tells whether an item passes. folded is Fold of number, title and words
// where the caller has it at hand; "": it is made.
func (s *Sieve) Match(it *Item, folded string) bool {
	f := &s.f
	if s.text != "" {
		if folded == "" {
			folded = Fold(it.Number + " " + it.Title + " " + it.Words)
		}
		if !strings.Contains(folded, s.text) {
			return false
		}
	}
	switch {
	case f.Show == "open" && it.Letter != "", (f.Show == "A" || f.Show == "V") && it.Letter != f.Show,
		f.Word != "" && !s.withWord[it.ID],
		!wants(f.Suggestion, it.Suggestion), !wants(f.Model, it.Model), f.Free != "" && it.Free != f.Free,
		s.plan != "" && !strings.HasPrefix(strings.ToLower(it.Number), s.plan) && !strings.HasPrefix(strings.ToLower(it.Plan), s.plan),
		s.agency != "" && !strings.Contains(Fold(it.Agency), s.agency),
		s.fmt != "" && !slices.Contains(it.Formats, s.fmt),
		f.From > 0 && it.To < f.From, f.To > 0 && (it.From == 0 || it.From > f.To),
		it.Bytes < f.MinBytes, f.MaxBytes > 0 && it.Bytes > f.MaxBytes,
		f.Unreasoned && (it.Letter == "" || it.Reasoned),
		f.Differs && !differs(it),
		f.Paper && !it.Paper, f.Twin && !it.Twin, f.Gap && !it.Gap, f.Remark && !it.Remark, f.Changed && !it.Changed:
		return false
	}
	return true
}

func wants(want, got string) bool { return want == "" || want == got || want == "-" && got == "" }

// differs tells whether something was decided against a proposal.
func differs(it *Item) bool {
	against := func(p string) bool { return (p == "A" || p == "V") && p != it.Letter }
	return it.Letter != "" && (against(it.Suggestion) || against(it.Model))
}

var umlauts = strings.NewReplacer("ä", "ae", "ö", "oe", "ü", "ue", "ß", "ss")

// Fold makes spellings equal: case, umlauts and ß.
func Fold(s string) string {
	return umlauts.Replace(strings.ToLower(norm.NFC.String(strings.TrimSpace(s))))
}

// Order is the column a list is sorted by; the zero value is the order of the
// delivery, with its tree.
type Order struct {
	By   string // one of Columns, "" = as delivered
	Down bool   // from the greatest
}

// Columns are what a list can be sorted by.
var Columns = []string{"number", "title", "plan", "span", "suggestion", "model", "decision", "agency", "documents", "bytes", "format"}

// Sort orders items; equal ones stay as they were delivered.
func Sort(items []*Item, o Order) {
	if o.By == "" {
		return
	}
	slices.SortStableFunc(items, func(a, b *Item) int {
		c := o.compare(a, b)
		if o.Down {
			return -c
		}
		return c
	})
}

func (o Order) compare(a, b *Item) int {
	switch o.By {
	case "title":
		return natural(Fold(a.Title), Fold(b.Title))
	case "plan":
		return cmp.Or(natural(a.Plan, b.Plan), natural(a.Number, b.Number))
	case "span":
		return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To))
	case "suggestion":
		return strings.Compare(a.Suggestion, b.Suggestion)
	case "model":
		return strings.Compare(a.Model, b.Model)
	case "decision":
		return strings.Compare(a.Letter, b.Letter)
	case "agency":
		return strings.Compare(Fold(a.Agency), Fold(b.Agency))
	case "documents":
		return cmp.Compare(a.Documents, b.Documents)
	case "bytes":
		return cmp.Compare(a.Bytes, b.Bytes)
	case "format":
		return strings.Compare(strings.Join(a.Formats, " "), strings.Join(b.Formats, " "))
	default:
		return natural(a.Number, b.Number)
	}
}

// natural compares so that 63.2-9 stands before 63.2-10.
func natural(a, b string) int {
	x, y := []rune(a), []rune(b)
	i, j := 0, 0
	for i < len(x) && j < len(y) {
		if unicode.IsDigit(x[i]) && unicode.IsDigit(y[j]) {
			m, n := digitsAt(x, i), digitsAt(y, j)
			p, q := strings.TrimLeft(string(x[i:m]), "0"), strings.TrimLeft(string(y[j:n]), "0")
			if c := cmp.Or(cmp.Compare(len(p), len(q)), strings.Compare(p, q)); c != 0 {
				return c
			}
			i, j = m, n
			continue
		}
		if x[i] != y[j] {
			return cmp.Compare(x[i], y[j])
		}
		i, j = i+1, j+1
	}
	return cmp.Compare(len(x)-i, len(y)-j)
}

func digitsAt(s []rune, i int) int {
	for i < len(s) && unicode.IsDigit(s[i]) {
		i++
	}
	return i
}

// Kept is what decisions would keep, destroy and leave open.
type Kept struct {
	Archive Sum `json:"archive"`
	Destroy Sum `json:"destroy"`
	Open    Sum `json:"open"`
}

// Sum counts units with their content.
type Sum struct {
	Units     int   `json:"units"`
	Documents int   `json:"documents"`
	Files     int   `json:"files"`
	Bytes     int64 `json:"bytes"`
}

func (s *Sum) add(it *Item) {
	s.Units++
	s.Documents += it.Documents
	s.Files += it.Files
	s.Bytes += it.Bytes
}

// Total sums up items by what holds for them.
func Total(items []Item) Kept {
	var k Kept
	for i := range items {
		switch items[i].Letter {
		case "A":
			k.Archive.add(&items[i])
		case "V":
			k.Destroy.add(&items[i])
		default:
			k.Open.add(&items[i])
		}
	}
	return k
}

// Value is one value of a facet with how often it occurs.
type Value struct {
	Value string `json:"value"`
	Count int    `json:"count"`
}

// Values lists what occurs in the items, most frequent first.
func Values(items []Item, of func(*Item) []string) []Value {
	n := map[string]int{}
	for i := range items {
		for _, v := range of(&items[i]) {
			if v != "" {
				n[v]++
			}
		}
	}
	out := make([]Value, 0, len(n))
	for v, c := range n {
		out = append(out, Value{v, c})
	}
	slices.SortFunc(out, func(a, b Value) int { return cmp.Or(cmp.Compare(b.Count, a.Count), natural(a.Value, b.Value)) })
	return out
}
