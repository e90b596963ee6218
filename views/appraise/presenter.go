package appraise

import (
	"context"
	"slices"
	"strings"

	"laufzettel/appraisal/sift"
	"laufzettel/transfer/failure"
	"laufzettel/views/words"
)

type dispatcher interface {
	Background(func())
	UI(func())
}

// screen is what the presenter asks of the view.
type screen interface {
	refresh()                     // everything may have changed
	selected()                    // another object is selected, the rest is as it was
	say(text string, undo func()) // toast
	saved()                       // status bar
	document(doc *Document)       // show this document of the selected object, nil: none
	expect(list []Document)       // will probably be shown next
}

// presenter holds the state of the screen; all fields belong to the UI thread.
type presenter struct {
	src   Source
	run   dispatcher
	words *words.Words
	view  screen

	choices []Choice
	portion Portion
	tree    *tree
	loading bool
	err     error // of loading

	filter       sift.Filter
	hits         Hits   // of the word in the filter
	indexed      [2]int // files of the word index: done, total
	surveyed     bool   // the facts of the files are there
	surveyErr    error
	indexing     context.CancelFunc
	current      string          // selected object
	marked       map[string]bool // units marked for one decision
	markedReason string          // of a selection by rule, "" else
	anchor       string
	advance      bool // go to the next open one after A or V

	details    map[string]Details // cache
	order      []string           // of the cache
	detailsErr error
	document   map[string]string  // chosen document per object
	cancel     context.CancelFunc // of the details in flight
	ahead      context.CancelFunc // of the details fetched beforehand
	gen        int

	queue      []action
	busy       bool
	failed     error  // of the last decision
	last       string // "/02 Baugenehmigung → A"
	lastLetter string
	drafts     map[string]string
	truth      map[string]Verdict // stored verdicts of objects that show one not yet stored
}

const keptDetails = 60

func newPresenter(src Source, run dispatcher, w *words.Words, view screen) *presenter {
	return &presenter{src: src, run: run, words: w, view: view, advance: true, marked: map[string]bool{},
		details: map[string]Details{}, document: map[string]string{}, drafts: map[string]string{}, truth: map[string]Verdict{}, tree: newTree(Portion{})}
}

// load opens a portion; "" chooses the first that has something open.
func (p *presenter) load(id string) {
	if id != "" && id == p.portion.ID && p.err == nil {
		return
	}
	p.gen++
	gen := p.gen
	p.loading, p.err = true, nil
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
				t = newTree(portion) // off the UI thread: 100,000 objects
			}
		}
		p.run.UI(func() {
			if gen != p.gen {
				return
			}
			p.loading, p.err, p.choices = false, err, choices
			if t != nil {
				p.take(portion, t)
			}
			p.view.refresh()
			p.selectFirst()
			if t != nil {
				p.survey()
				p.index()
			}
		})
	})
	p.view.refresh()
}

// reload reads the portion anew.
func (p *presenter) reload() {
	id := p.portion.ID
	p.portion.ID = ""
	p.load(id)
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

func (p *presenter) take(portion Portion, t *tree) {
	p.portion, p.tree = portion, t
	p.filter, p.marked, p.current = sift.Filter{}, map[string]bool{}, ""
	p.hits, p.indexed, p.surveyed, p.surveyErr = Hits{}, [2]int{}, false, nil
	p.details, p.order, p.document = map[string]Details{}, nil, map[string]string{}
	p.drafts = map[string]string{}
	for k, v := range portion.Drafts {
		p.drafts[k] = v
	}
	p.failed, p.last, p.truth = nil, "", map[string]Verdict{} // what waits in the queue is stored all the same
}

// selectFirst goes to the first open object, else to the first.
func (p *presenter) selectFirst() {
	i := p.tree.next(len(p.tree.objects)-1, 1, false, func(i int) bool { return p.tree.letter(i) == "" })
	if i < 0 {
		i = p.tree.next(len(p.tree.objects)-1, 1, false, func(int) bool { return true })
	}
	if i >= 0 {
		p.choose(i)
	}
}

// choose selects the object at an index and opens the ways to it.
func (p *presenter) choose(i int) {
	id := p.tree.objects[i].ID
	if p.tree.row(id) < 0 {
		if p.filter.Any() {
			p.filter, p.tree.words = sift.Filter{}, nil // it would be invisible under the filter
		}
		if p.tree.flat() && p.tree.objects[i].Kind != Unit {
			p.tree.order = sift.Order{} // a sorted list has no Akten
		}
		p.tree.uncover(id)
		p.tree.narrow(p.filter)
		p.setCurrent(id)
		p.view.refresh()
		return
	}
	p.setCurrent(id)
	p.view.selected()
}

// pick selects a visible row.
func (p *presenter) pick(row int) {
	if row < 0 || row >= len(p.tree.visible) {
		return
	}
	id := p.tree.objects[p.tree.visible[row]].ID
	if id != p.current {
		p.setCurrent(id)
		p.view.selected()
	}
}

func (p *presenter) setCurrent(id string) {
	p.current, p.detailsErr = id, nil
	p.stop()
	if d, ok := p.details[id]; ok {
		p.showDocument(d)
		p.prefetch()
		return
	}
	p.view.document(nil)
	ctx, cancel := context.WithCancel(context.Background())
	p.cancel = cancel
	gen, portion := p.gen, p.portion.ID
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
			if p.current != id {
				return
			}
			p.detailsErr = err
			if err == nil {
				p.showDocument(d)
				p.prefetch()
			}
			p.view.selected()
		})
	})
}

// stop cancels what is being fetched.
func (p *presenter) stop() {
	for _, c := range []*context.CancelFunc{&p.cancel, &p.ahead} {
		if *c != nil {
			(*c)()
			*c = nil
		}
	}
}

func (p *presenter) keep(id string, d Details) {
	p.details[id] = d
	p.order = append(p.order, id)
	if len(p.order) > keptDetails {
		if old := p.order[0]; old != p.current {
			delete(p.details, old)
		}
		p.order = p.order[1:]
	}
}

// showDocument shows the chosen document of the selected object, first the first
// that has a date.
func (p *presenter) showDocument(d Details) {
	if len(d.Documents) == 0 {
		p.view.document(nil)
		return
	}
	i := p.documentIndex(d)
	p.view.document(&d.Documents[i])
}

func (p *presenter) documentIndex(d Details) int {
	if id, ok := p.document[p.current]; ok {
		if i := slices.IndexFunc(d.Documents, func(x Document) bool { return x.ID == id }); i >= 0 {
			return i
		}
	}
	return first(d)
}

func first(d Details) int {
	return max(0, slices.IndexFunc(d.Documents, func(x Document) bool { return x.Date != "" }))
}

// turn goes to the next or previous document of the object.
func (p *presenter) turn(by int) {
	d, ok := p.details[p.current]
	if !ok {
		return
	}
	p.pickDocument(p.documentIndex(d) + by)
}

// pickDocument shows document i.
func (p *presenter) pickDocument(i int) {
	d, ok := p.details[p.current]
	if !ok || i < 0 || i >= len(d.Documents) {
		return
	}
	p.document[p.current] = d.Documents[i].ID
	p.view.document(&d.Documents[i])
	p.view.selected()
	p.prefetch()
}

// prefetch names what will probably be shown next: the next document of this
// object and the first of the next open one, whose details are fetched for it.
func (p *presenter) prefetch() {
	var list []Document
	d := p.details[p.current]
	if i := p.documentIndex(d) + 1; i < len(d.Documents) {
		list = append(list, d.Documents[i])
	}
	i, ok := p.tree.index[p.current]
	if !ok {
		return
	}
	j := p.tree.next(i, 1, true, func(k int) bool { return k != i && p.tree.letter(k) == "" })
	if j < 0 || j == i {
		p.view.expect(list)
		return
	}
	id := p.tree.objects[j].ID
	if next, ok := p.details[id]; ok {
		p.view.expect(withFirst(list, next))
		return
	}
	p.view.expect(list)
	ctx, cancel := context.WithCancel(context.Background())
	p.ahead = cancel
	gen, portion, current := p.gen, p.portion.ID, p.current
	p.run.Background(func() {
		if ctx.Err() != nil {
			return // another one was selected meanwhile
		}
		next, err := p.src.Details(ctx, portion, id)
		p.run.UI(func() {
			if gen != p.gen || err != nil {
				return // told when it is really selected
			}
			if _, ok := p.details[id]; !ok {
				p.keep(id, next)
			}
			if p.current == current {
				p.view.expect(withFirst(list, next))
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

// step goes to the next or previous unit of the list.
func (p *presenter) step(by int) {
	i, ok := p.tree.index[p.current]
	if !ok {
		i = -1
	}
	if j := p.tree.next(i, by, true, func(int) bool { return true }); j >= 0 && p.tree.ahead(i, j) == (by > 0) {
		p.choose(j)
	}
}

// stepOpen goes to the next or previous open unit, round and round.
func (p *presenter) stepOpen(by int) bool {
	i := p.tree.index[p.current]
	j := p.tree.next(i, by, p.filter.Any(), func(k int) bool { return k != i && p.tree.letter(k) == "" })
	if j < 0 && p.filter.Any() {
		j = p.tree.next(i, by, false, func(k int) bool { return k != i && p.tree.letter(k) == "" })
	}
	if j < 0 {
		return false
	}
	p.choose(j)
	return true
}

// ends goes to the first (by 1) or last (by -1) unit.
func (p *presenter) ends(by int) {
	from := -1
	if by < 0 {
		from = len(p.tree.objects)
	}
	if j := p.tree.next(from, by, true, func(int) bool { return true }); j >= 0 {
		p.choose(j)
	}
}

// toggle opens or closes a visible row.
func (p *presenter) toggle(row int) {
	if row < 0 || row >= len(p.tree.visible) || p.filter.Any() {
		return
	}
	i := p.tree.visible[row]
	if p.tree.leaf(i) {
		return
	}
	id := p.tree.objects[i].ID
	p.tree.closed[id] = !p.tree.closed[id]
	p.tree.narrow(p.filter)
	if p.tree.row(p.current) < 0 {
		p.setCurrent(id)
	}
	p.view.refresh()
}

// narrow puts a filter in force; the selection stays where it can.
func (p *presenter) narrow(f sift.Filter) {
	f.Text = strings.TrimSpace(f.Text)
	f.Word = strings.TrimSpace(f.Word)
	if f == p.filter {
		return
	}
	word := f.Word != p.filter.Word
	p.filter = f
	if word {
		p.lookUp()
	}
	p.relist()
}

// relist computes the rows anew.
func (p *presenter) relist() {
	p.tree.narrow(p.filter)
	if p.tree.row(p.current) < 0 {
		if j := p.tree.next(p.tree.index[p.current], 1, true, func(int) bool { return true }); j >= 0 {
			p.setCurrent(p.tree.objects[j].ID)
		}
	}
	p.view.refresh()
}

// mark marks or unmarks the selected unit.
func (p *presenter) mark() {
	i, ok := p.tree.index[p.current]
	if !ok || p.tree.objects[i].Kind != Unit {
		return
	}
	if p.marked[p.current] {
		delete(p.marked, p.current)
	} else {
		p.marked[p.current] = true
	}
	p.anchor = p.current
	p.view.refresh()
}

// markOn marks the selected unit, goes on and marks that one too.
func (p *presenter) markOn() {
	if i, ok := p.tree.index[p.current]; ok && p.tree.objects[i].Kind == Unit {
		p.marked[p.current] = true
	}
	before := p.current
	p.step(1)
	if p.current != before {
		p.marked[p.current] = true
	}
	p.view.refresh()
}

// markAll marks every unit of the list as filtered; again: none.
func (p *presenter) markAll() {
	all := map[string]bool{}
	for _, i := range p.tree.visible {
		if p.tree.objects[i].Kind == Unit {
			all[p.tree.objects[i].ID] = true
		}
	}
	if len(p.marked) == len(all) {
		all = map[string]bool{}
	}
	p.marked = all
	p.view.refresh()
}

// unmark takes all marks away; false if there was none.
func (p *presenter) unmark() bool {
	if len(p.marked) == 0 {
		return false
	}
	p.marked, p.markedReason = map[string]bool{}, ""
	p.view.refresh()
	return true
}

// close drops what is under way.
func (p *presenter) close() {
	p.gen++
	p.stop()
	if p.indexing != nil {
		p.indexing()
	}
}

// sum gives documents and bytes of the units below an object or of a list.
func (p *presenter) sum(ids []string) (units, documents int, bytes int64) {
	seen := map[int]bool{}
	for _, id := range ids {
		i, ok := p.tree.index[id]
		if !ok {
			continue
		}
		for j := i; j < p.tree.end[i]; j++ {
			if p.tree.objects[j].Kind == Unit && !seen[j] {
				seen[j] = true
				units++
				documents += p.tree.objects[j].Documents
				bytes += p.tree.objects[j].Bytes
			}
		}
	}
	return units, documents, bytes
}
