package appraise

import (
	"context"
)

// Outlined is Appraisal down to the units: their documents are counted and not
// loaded, so that a portion of a million files costs what its units cost. Kinds that
// divide units or relate them by their documents come whole. For everybody who asks
// what holds for units.
func (dk *Desk) Outlined(ctx context.Context, id string) (*Appraisal, error) {
	p, err := dk.Portions.Get(ctx, id)
	if err != nil {
		return nil, err
	}
	roots, err := dk.Contents.Outline(ctx, p)
	if err != nil {
		return nil, err
	}
	return dk.AppraisalOf(ctx, p, roots)
}
