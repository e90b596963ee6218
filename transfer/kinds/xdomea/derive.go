package xdomea

import "laufzettel/transfer/record"

// deriveSpan fills missing ends of the Laufzeit of dossiers and cases from the
// documents below and marks the span as derived (A38); the message itself stays
// untouched. It gives the first and last day met in o and below. The depth of
// the tree is bounded by maxDepth.
func deriveSpan(o *record.Object) (first, last record.Date) {
	take := func(from, to record.Date) {
		if from != "" && (first == "" || from < first) {
			first = from
		}
		if to != "" && to > last {
			last = to
		}
	}
	for _, c := range o.Children {
		take(deriveSpan(c))
	}
	if o.Kind == record.Document {
		day := o.Date
		if day == "" {
			day = o.Received
		}
		take(day, day)
		return first, last
	}
	s := &o.Span
	if (s.From == "" && first != "") || (s.To == "" && last != "") {
		if s.From == "" {
			s.From = first
		}
		if s.To == "" {
			s.To = last
		}
		s.Derived = true
	}
	take(s.From, s.To)
	return first, last
}
