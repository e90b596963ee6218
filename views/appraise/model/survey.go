package model

import (
	"context"

	"laufzettel/appraisal/sift"
	"laufzettel/transfer/failure"
)

// Survey asks for the facts of the files; the list is there before them.
func (p *Presenter) Survey() {
	gen, portion := p.gen, p.Portion.ID
	p.run.Background(func() {
		facts, err := p.src.Survey(context.Background(), portion)
		p.run.UI(func() {
			if gen != p.gen || failure.Canceled(err) {
				return
			}
			p.surveyErr, p.Surveyed = err, err == nil
			if err == nil {
				p.Tree.take(facts)
				p.Tree.Count()
				p.renew()
				if p.Filter.Any() || p.Tree.Flat() {
					p.relist()
					return
				}
			}
			p.View.Refresh()
		})
	})
}

// index builds the word index in the background, until another portion is shown.
func (p *Presenter) index() {
	if p.indexing != nil {
		p.indexing()
	}
	ctx, cancel := context.WithCancel(context.Background())
	p.indexing = cancel
	gen, portion := p.gen, p.Portion.ID
	tell := func(done, total int) {
		p.run.UI(func() {
			if gen == p.gen {
				p.Indexed = [2]int{done, total}
			}
		})
	}
	p.run.Background(func() {
		err := p.src.Index(ctx, portion, tell)
		p.run.UI(func() {
			// Not built is no fault of the appraisal: the filter sheet tells how far it
			// is, a search answers for what is indexed.
			if gen == p.gen && err == nil && p.Filter.Word != "" {
				p.lookUp()
			}
		})
	})
}

// lookUp asks which units hold the word of the filter.
func (p *Presenter) lookUp() {
	p.hits, p.Tree.words, p.answered = Hits{}, nil, ""
	word := p.Filter.Word
	if word == "" {
		return
	}
	gen, portion := p.gen, p.Portion.ID
	p.run.Background(func() {
		hits, err := p.src.Words(context.Background(), portion, word)
		p.run.UI(func() {
			if gen != p.gen || p.Filter.Word != word {
				return
			}
			p.answered = word
			if err != nil {
				p.View.Refuse(err)
				return
			}
			p.hits, p.Tree.words = hits, hits.Units
			p.Indexed = [2]int{hits.Indexed, hits.Total}
			if hits.Indexed < hits.Total {
				p.View.Tell(p.words.T("appraise.word.partial", hits.Indexed, hits.Total))
			}
			p.relist()
		})
	})
}

// LookedUp tells whether the list is narrowed to the word of the filter by now.
func (p *Presenter) LookedUp() bool { return p.Filter.Word == p.answered }

// SortBy sorts the list by a column; the same again turns the direction, "" gives
// the order of the delivery back.
func (p *Presenter) SortBy(column string) {
	o := sift.Order{By: column}
	if column != "" && p.Tree.Order.By == column {
		o.Down = !p.Tree.Order.Down
	}
	p.Tree.Order = o
	p.relist()
}

// ahead tells whether j stands after i in the list.
func (t *tree) ahead(i, j int) bool {
	if i < 0 || t.place[i] < 0 || t.place[j] < 0 {
		return j > i
	}
	return t.place[j] > t.place[i]
}

// renew reads the details anew that were read before the facts, or before a
// proposal or remark changed; what is shown stays until the new ones are there.
func (p *Presenter) renew() {
	id := p.Current
	old, shown := p.Details[id]
	p.Details, p.order = map[string]Details{}, nil
	if !shown {
		if id != "" {
			p.setCurrent(id) // what is on its way was asked for before the facts
		}
		return
	}
	p.keep(id, old)
	gen, portion := p.gen, p.Portion.ID
	p.run.Background(func() {
		d, err := p.src.Details(context.Background(), portion, id)
		p.run.UI(func() {
			if gen != p.gen || err != nil {
				return // the old ones are shown; the next look tells what is wrong
			}
			p.Details[id] = d
			if p.Current == id {
				p.View.Selected()
			}
		})
	})
}

// Showing counts what a chip of the list would leave, with all else of a filter in force.
func (t *tree) Showing(f sift.Filter, show string) int {
	f.Show = ShowAll
	if !f.Any() { // nothing else narrows: what is counted anyway
		return map[string]int{ShowAll: t.Counts.Total, ShowOpen: t.Counts.Open, ShowA: t.Counts.A, ShowV: t.Counts.V}[show]
	}
	f.Show = show
	return t.Matching(f)
}

// Leaving counts what a change of a filter would leave.
func (t *tree) Leaving(f sift.Filter, change func(*sift.Filter)) int {
	change(&f)
	return t.Matching(f)
}
