package aip

import (
	"fmt"
	"strconv"

	"laufzettel/transfer/mapping"
)

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
	span := mapping.Span(s.Object)
	c := &Closure{Description: rule.Description, Cautious: s.Object.Span.To == ""}
	year, err := strconv.Atoi(span.To.Year())
	if err != nil || c.Cautious && s.Ordered.Year() > year {
		// Documents can show when a Vorgang was alive, never that it had ended.
		year, c.Cautious = s.Ordered.UTC().Year(), true
	}
	c.Until = fmt.Sprintf("%04d-12-31", year+rule.Years)
	return c
}
