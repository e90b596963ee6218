// Package model is what the appraisal shows and offers, without a face: the tree of
// records with facets and order, what is selected and marked, decisions with undo as
// they are written down one after the other, and the contact sheet (requirements A13
// to A17).
package model

import (
	"context"
	"slices"
	"strings"

	"laufzettel/appraisal/sift"
	"laufzettel/transfer/failure"
	"laufzettel/views/present"
	"laufzettel/views/words"
)

// screen is what the presenter asks of the view.
type screen interface {
	Refresh()                     // everything may have changed
	Selected()                    // another object is selected, the rest is as it was
	Say(text string, undo func()) // toast
	Tell(text string)             // toast without a tick: nothing was done
	Refuse(err error)             // what stopped a step, until it is read
	Saved()                       // status bar
	Document(doc *Document)       // show this document of the selected object, nil: none
	Expect(list []Document)       // will probably be shown next
}

// Presenter holds the state of the screen; all fields belong to the UI thread.
type Presenter struct {
	src   Source
	run   present.Dispatcher
	words *words.Words
	View  screen

	Choices []Choice
	Portion Portion
	Tree    *tree
	Loading bool
	Err     error // of loading

	Filter       sift.Filter
	hits         Hits   // of the word in the filter
	answered     string // the word they are of
	Indexed      [2]int // files of the word index: done, total
	Surveyed     bool   // the facts of the files are there
	surveyErr    error
	indexing     context.CancelFunc
	Current      string          // selected object
	Marked       map[string]bool // units marked for one decision
	left         []string        // what the last selection by rule has left
	leftReason   string
	MarkedReason string // of a selection by rule, "" else
	anchor       string
	Advance      bool // go to the next open one after A or V

	Details    map[string]Details // cache
	order      []string           // of the cache
	DetailsErr error
	document   map[string]string  // chosen document per object
	cancel     context.CancelFunc // of the details in flight
	ahead      context.CancelFunc // of the details fetched beforehand
	gen        int

	queue      []action
	Busy       bool
	Failed     error  // of the last decision
	Last       string // "/02 Baugenehmigung → A"
	LastLetter string
	Drafts     map[string]string
	truth      map[string]Verdict // stored verdicts of objects that show one not yet stored
}

const keptDetails = 60

func NewPresenter(src Source, run present.Dispatcher, w *words.Words, view screen) *Presenter {
	return &Presenter{src: src, run: run, words: w, View: view, Advance: true, Marked: map[string]bool{},
		Details: map[string]Details{}, document: map[string]string{}, Drafts: map[string]string{}, truth: map[string]Verdict{},
		Tree: NewTree(Portion{})}
}

// Load opens a portion; "" chooses the first that has something open.
func (p *Presenter) Load(id string) {
	if id != "" && id == p.Portion.ID && p.Err == nil {
		return
	}
	p.gen++
	gen := p.gen
	p.Loading, p.Err = true, nil
	p.run.Background(func() {
		ctx := context.Background()
		choices, err := p.src.Portions(ctx)
		if id == "" && err == nil {
			id = choose(choices)
		}
		var portion Portion
		var t *tree
		if err == nil && id != "" {
			if portion, err = p.src.Load(ctx, id); err == nil {
				t = NewTree(portion) // off the UI thread: 100,000 objects
			}
		}
		p.run.UI(func() {
			if gen != p.gen {
				return
			}
			p.Loading, p.Err, p.Choices = false, err, choices
			if t != nil {
				p.take(portion, t)
			}
			p.View.Refresh()
			if i := p.Tree.begin(); i >= 0 {
				p.Choose(i)
			}
			if t != nil {
				p.Survey()
				p.index()
			}
		})
	})
	p.View.Refresh()
}

// Reload reads the portion anew.
func (p *Presenter) Reload() {
	id := p.Portion.ID
	p.Portion.ID = ""
	p.Load(id)
}

func choose(choices []Choice) string {
	for _, c := range choices {
		if c.Open > 0 {
			return c.ID
		}
	}
	if len(choices) > 0 {
		return choices[0].ID
	}
	return ""
}

func (p *Presenter) take(portion Portion, t *tree) {
	p.Portion, p.Tree = portion, t
	p.Filter, p.Marked, p.Current = sift.Filter{}, map[string]bool{}, ""
	p.hits, p.answered, p.Indexed, p.Surveyed, p.surveyErr = Hits{}, "", [2]int{}, false, nil
	p.Details, p.order, p.document = map[string]Details{}, nil, map[string]string{}
	p.Drafts = map[string]string{}
	for k, v := range portion.Drafts {
		p.Drafts[k] = v
	}
	p.Failed, p.Last, p.truth = nil, "", map[string]Verdict{} // what waits in the queue is stored all the same
}

// begin is the first open object, else the first, below 0 where there is none.
func (t *tree) begin() int {
	i := t.next(len(t.Objects)-1, 1, false, func(i int) bool { return t.Letter(i) == "" })
	if i < 0 {
		i = t.next(len(t.Objects)-1, 1, false, func(int) bool { return true })
	}
	return i
}

// Choose selects the object at an index and opens the ways to it.
func (p *Presenter) Choose(i int) {
	id := p.Tree.Objects[i].ID
	if p.Tree.Row(id) < 0 {
		if p.Filter.Any() {
			p.Filter, p.Tree.words = sift.Filter{}, nil // it would be invisible under the filter
		}
		if p.Tree.Flat() && p.Tree.Objects[i].Kind != Unit {
			p.Tree.Order = sift.Order{} // a sorted list has no Akten
		}
		p.Tree.uncover(id)
		p.Tree.Narrow(p.Filter)
		p.setCurrent(id)
		p.View.Refresh()
		return
	}
	p.setCurrent(id)
	p.View.Selected()
}

// Pick selects a visible row.
func (p *Presenter) Pick(row int) {
	if row < 0 || row >= len(p.Tree.Visible) {
		return
	}
	id := p.Tree.Objects[p.Tree.Visible[row]].ID
	if id != p.Current {
		p.setCurrent(id)
		p.View.Selected()
	}
}

func (p *Presenter) setCurrent(id string) {
	p.Current, p.DetailsErr = id, nil
	p.stop()
	if d, ok := p.Details[id]; ok {
		p.ShowDocument(d)
		p.prefetch()
		return
	}
	p.View.Document(nil)
	ctx, cancel := context.WithCancel(context.Background())
	p.cancel = cancel
	gen, portion := p.gen, p.Portion.ID
	p.run.Background(func() {
		if ctx.Err() != nil {
			return // another one was selected meanwhile
		}
		d, err := p.src.Details(ctx, portion, id)
		p.run.UI(func() {
			if gen != p.gen || failure.Canceled(err) {
				return
			}
			if err == nil {
				p.keep(id, d)
			}
			if p.Current != id {
				return
			}
			p.DetailsErr = err
			if err == nil {
				p.ShowDocument(d)
				p.prefetch()
			}
			p.View.Selected()
		})
	})
}

// stop cancels what is being fetched.
func (p *Presenter) stop() {
	for _, c := range []*context.CancelFunc{&p.cancel, &p.ahead} {
		if *c != nil {
			(*c)()
			*c = nil
		}
	}
}

func (p *Presenter) keep(id string, d Details) {
	p.Details[id] = d
	p.order = append(p.order, id)
	if len(p.order) > keptDetails {
		if old := p.order[0]; old != p.Current {
			delete(p.Details, old)
		}
		p.order = p.order[1:]
	}
}

// ShowDocument shows the chosen document of the selected object, first the first
// that has a date.
func (p *Presenter) ShowDocument(d Details) {
	if len(d.Documents) == 0 {
		p.View.Document(nil)
		return
	}
	i := p.DocumentIndex(d)
	p.View.Document(&d.Documents[i])
}

func (p *Presenter) DocumentIndex(d Details) int {
	if id, ok := p.document[p.Current]; ok {
		if i := slices.IndexFunc(d.Documents, func(x Document) bool { return x.ID == id }); i >= 0 {
			return i
		}
	}
	return first(d)
}

func first(d Details) int {
	return max(0, slices.IndexFunc(d.Documents, func(x Document) bool { return x.Date != "" }))
}

// Turn goes to the next or previous document of the object.
func (p *Presenter) Turn(by int) {
	d, ok := p.Details[p.Current]
	if !ok {
		return
	}
	p.PickDocument(p.DocumentIndex(d) + by)
}

// Onward goes to the next or previous document of the object, then to the next or previous
// unit of the list; false at its ends.
func (p *Presenter) Onward(by int) bool {
	d, ok := p.Details[p.Current]
	if i := p.DocumentIndex(d) + by; ok && i >= 0 && i < len(d.Documents) {
		p.PickDocument(i)
		return true
	}
	before := p.Current
	p.Step(by)
	return p.Current != before
}

// PickDocument shows document i.
func (p *Presenter) PickDocument(i int) {
	d, ok := p.Details[p.Current]
	if !ok || i < 0 || i >= len(d.Documents) {
		return
	}
	p.document[p.Current] = d.Documents[i].ID
	p.View.Document(&d.Documents[i])
	p.View.Selected()
	p.prefetch()
}

// prefetch names what will probably be shown next: the next document of this
// object and the first of the next open one, whose details are fetched for it.
func (p *Presenter) prefetch() {
	var list []Document
	d := p.Details[p.Current]
	if i := p.DocumentIndex(d) + 1; i < len(d.Documents) {
		list = append(list, d.Documents[i])
	}
	i, ok := p.Tree.Index[p.Current]
	if !ok {
		return
	}
	j := p.Tree.next(i, 1, true, func(k int) bool { return k != i && p.Tree.Letter(k) == "" })
	if j < 0 || j == i {
		p.View.Expect(list)
		return
	}
	id := p.Tree.Objects[j].ID
	if next, ok := p.Details[id]; ok {
		p.View.Expect(withFirst(list, next))
		return
	}
	p.View.Expect(list)
	ctx, cancel := context.WithCancel(context.Background())
	p.ahead = cancel
	gen, portion, current := p.gen, p.Portion.ID, p.Current
	p.run.Background(func() {
		if ctx.Err() != nil {
			return // another one was selected meanwhile
		}
		next, err := p.src.Details(ctx, portion, id)
		p.run.UI(func() {
			if gen != p.gen || err != nil {
				return // told when it is really selected
			}
			if _, ok := p.Details[id]; !ok {
				p.keep(id, next)
			}
			if p.Current == current {
				p.View.Expect(withFirst(list, next))
			}
		})
	})
}

func withFirst(list []Document, d Details) []Document {
	if len(d.Documents) == 0 {
		return list
	}
	return append(list[:len(list):len(list)], d.Documents[first(d)])
}

// Step goes to the next or previous unit of the list.
func (p *Presenter) Step(by int) {
	i, ok := p.Tree.Index[p.Current]
	if !ok {
		i = -1
	}
	if j := p.Tree.next(i, by, true, func(int) bool { return true }); j >= 0 && p.Tree.ahead(i, j) == (by > 0) {
		p.Choose(j)
	}
}

// StepOpen goes to the next or previous open unit, round and round.
func (p *Presenter) StepOpen(by int) bool {
	i := p.Tree.Index[p.Current]
	j := p.Tree.next(i, by, p.Filter.Any(), func(k int) bool { return k != i && p.Tree.Letter(k) == "" })
	if j < 0 && p.Filter.Any() {
		j = p.Tree.next(i, by, false, func(k int) bool { return k != i && p.Tree.Letter(k) == "" })
	}
	if j < 0 {
		return false
	}
	p.Choose(j)
	return true
}

// Ends goes to the first (by 1) or last (by -1) unit.
func (p *Presenter) Ends(by int) {
	from := -1
	if by < 0 {
		from = len(p.Tree.Objects)
	}
	if j := p.Tree.next(from, by, true, func(int) bool { return true }); j >= 0 {
		p.Choose(j)
	}
}

// Toggle opens or closes a visible row.
func (p *Presenter) Toggle(row int) {
	if row < 0 || row >= len(p.Tree.Visible) || p.Filter.Any() {
		return
	}
	i := p.Tree.Visible[row]
	if p.Tree.Leaf(i) {
		return
	}
	id := p.Tree.Objects[i].ID
	p.Tree.Closed[id] = !p.Tree.Closed[id]
	p.Tree.Narrow(p.Filter)
	if p.Tree.Row(p.Current) < 0 {
		p.setCurrent(id)
	}
	p.View.Refresh()
}

// Narrow puts a filter in force; the selection stays where it can.
func (p *Presenter) Narrow(f sift.Filter) {
	f.Text = strings.TrimSpace(f.Text)
	f.Word = strings.TrimSpace(f.Word)
	if f == p.Filter {
		return
	}
	word := f.Word != p.Filter.Word
	p.Filter = f
	if word {
		p.lookUp()
	}
	p.relist()
}

// relist computes the rows anew.
func (p *Presenter) relist() {
	p.Tree.Narrow(p.Filter)
	if p.Tree.Row(p.Current) < 0 {
		if j := p.Tree.next(p.Tree.Index[p.Current], 1, true, func(int) bool { return true }); j >= 0 {
			p.setCurrent(p.Tree.Objects[j].ID)
		}
	}
	p.View.Refresh()
}

// Mark marks or unmarks the selected unit.
func (p *Presenter) Mark() {
	i, ok := p.Tree.Index[p.Current]
	if !ok || p.Tree.Objects[i].Kind != Unit {
		return
	}
	if p.Marked[p.Current] {
		delete(p.Marked, p.Current)
	} else {
		p.Marked[p.Current] = true
	}
	p.anchor = p.Current
	p.View.Refresh()
}

// MarkOn marks the selected unit, goes on and marks that one too.
func (p *Presenter) MarkOn() {
	if i, ok := p.Tree.Index[p.Current]; ok && p.Tree.Objects[i].Kind == Unit {
		p.Marked[p.Current] = true
	}
	before := p.Current
	p.Step(1)
	if p.Current != before {
		p.Marked[p.Current] = true
	}
	p.View.Refresh()
}

// MarkAll marks every unit of the list as filtered; again: none.
func (p *Presenter) MarkAll() {
	all := map[string]bool{}
	for _, i := range p.Tree.Visible {
		if p.Tree.Objects[i].Kind == Unit {
			all[p.Tree.Objects[i].ID] = true
		}
	}
	if len(p.Marked) == len(all) {
		all = map[string]bool{}
	}
	p.Marked = all
	p.View.Refresh()
}

// Unmark takes all marks away; false if there was none.
func (p *Presenter) Unmark() bool {
	if len(p.Marked) == 0 {
		return false
	}
	p.Marked, p.MarkedReason = map[string]bool{}, ""
	p.View.Refresh()
	return true
}

// Close drops what is under way.
func (p *Presenter) Close() {
	p.gen++
	p.stop()
	if p.indexing != nil {
		p.indexing()
	}
}

// Sum gives documents and bytes of the units below an object or of a list.
func (p *Presenter) Sum(ids []string) (units, documents int, bytes int64) {
	seen := map[int]bool{}
	for _, id := range ids {
		i, ok := p.Tree.Index[id]
		if !ok {
			continue
		}
		for j := i; j < p.Tree.end[i]; j++ {
			if p.Tree.Objects[j].Kind == Unit && !seen[j] {
				seen[j] = true
				units++
				documents += p.Tree.Objects[j].Documents
				bytes += max(p.Tree.fact(j).Bytes, p.Tree.Objects[j].Bytes)
			}
		}
	}
	return units, documents, bytes
}
