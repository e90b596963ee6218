package model

import (
	"context"
	"slices"
	"strings"

	"laufzettel/viewer"
)

// maxOnward is how many documents without a hit are passed over before a person is asked
// to go on: each has to be opened and read.
const maxOnward = 100

// Carry takes the words of the search that led to a document into the one shown next, and
// into those after it, until other words are typed. Where they do not stand together, each is looked
// for by itself: the search that led here wanted all of them somewhere.
func (p *Presenter) Carry(terms []string) {
	p.terms, p.Query, p.fresh = slices.Clone(terms), strings.Join(terms, " "), true
}

// find looks for the words as they stand, then one by one.
func find(ctx context.Context, s viewer.Searcher, query string, terms []string) ([]viewer.Hit, error) {
	hits, err := s.Search(ctx, query)
	if err != nil || len(hits) > 0 || len(terms) < 2 {
		return hits, err
	}
	for _, t := range terms {
		more, err := s.Search(ctx, t)
		if err != nil {
			return nil, err
		}
		hits = append(hits, more...)
	}
	slices.SortStableFunc(hits, func(a, b viewer.Hit) int { return a.Page - b.Page })
	return hits[:min(len(hits), viewer.MaxHits)], nil
}

// goOnward leads from the last hit of a document to the first one of the next document
// that has one, from the first back to the last; false: there is no document to go to.
func (p *Presenter) goOnward(by int) bool {
	if p.Onward == nil || p.Query == "" {
		return false
	}
	p.heading, p.passed = by, 0
	return p.pass()
}

// pass shows the next document on the way to a hit; the way ends where there is none.
func (p *Presenter) pass() bool {
	by := p.heading
	if by == 0 {
		return false
	}
	p.passed++
	if p.passed > maxOnward || !p.Onward(by) {
		p.heading = 0
		if p.NoMore != nil {
			p.NoMore(p.passed > maxOnward)
		}
		return false
	}
	return true
}

// arrive ends the way at a document with hits.
func (p *Presenter) arrive() {
	if p.heading < 0 {
		p.Hit = len(p.Hits) - 1
	}
	p.heading = 0
}
