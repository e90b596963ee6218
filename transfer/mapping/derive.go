package mapping

import (
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
