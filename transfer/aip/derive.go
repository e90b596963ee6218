package aip

import (
	"fmt"
	"strconv"
	"time"

	"laufzettel/transfer/record"
)

// Span gives the Laufzeit of an object. Ends the message leaves out are derived
// from the dates of the documents below it and marked (A38).
func Span(o *record.Object) record.DateSpan {
	s := o.Span
	if s.From != "" && s.To != "" || o.Kind == record.Document {
		return s
	}
	var first, last record.Date
	for d := range record.All([]*record.Object{o}) {
		for _, x := range []record.Date{docDate(d), d.Span.From, d.Span.To} {
			if x == "" {
				continue
			}
			if first == "" || before(x, first) {
				first = x
			}
			if last == "" || before(last, x) {
				last = x
			}
		}
	}
	if s.From == "" && first != "" {
		s.From, s.Derived = first, true
	}
	if s.To == "" && last != "" {
		s.To, s.Derived = last, true
	}
	return s
}

func docDate(o *record.Object) record.Date {
	if o.Kind != record.Document {
		return ""
	}
	d, _ := DocumentDate(o)
	return d
}

// before compares dates of unequal exactness by their common start.
func before(a, b record.Date) bool {
	n := min(len(a), len(b))
	return a[:n] < b[:n]
}

// DocumentDate gives the date of a document: as stated, else derived from the
// date of receipt or from the date of its first file (A38).
func DocumentDate(o *record.Object) (d record.Date, derived bool) {
	if o.Date != "" {
		return o.Date, false
	}
	if o.Received != "" {
		return o.Received, true
	}
	for f := range o.Files() {
		if len(f.Created) >= 10 {
			if _, err := time.Parse("2006-01-02", f.Created[:10]); err == nil {
				return record.Date(f.Created[:10]), true
			}
		}
	}
	return "", false
}

// Closure is the computed closure period (Schutzfrist, A25).
type Closure struct {
	Until       string `json:"until"`                 // last closed day, YYYY-MM-DD
	Description bool   `json:"description,omitempty"` // the description is closed too
	// Cautious says that the end of the Laufzeit is not certain, so the closure
	// was computed on the cautious side (A38).
	Cautious bool `json:"cautious,omitempty"`
}

// ClosureOf computes the closure of a package from the end of the Laufzeit and
// the rule of the profile; nil where none applies. An unknown end counts as the
// year of the order: the latest it can be.
func ClosureOf(s *Spec) *Closure {
	rule := s.Profile.Closure
	if s.Published || s.Object == nil || rule.Years <= 0 {
		return nil
	}
	span := Span(s.Object)
	c := &Closure{Description: rule.Description, Cautious: s.Object.Span.To == ""}
	year, err := strconv.Atoi(span.To.Year())
	if err != nil || c.Cautious && s.Ordered.Year() > year {
		// Documents can show when a Vorgang was alive, never that it had ended.
		year, c.Cautious = s.Ordered.UTC().Year(), true
	}
	c.Until = fmt.Sprintf("%04d-12-31", year+rule.Years)
	return c
}
