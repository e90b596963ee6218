package browser

import (
	"context"
	"fmt"
	"log"
	"sync"

	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
	appraise "laufzettel/views/appraise/model"
	"laufzettel/views/words"
)

// keptPlaces is how many portions being appraised are kept at a time.
const keptPlaces = 4

// workplace is the presenter of one portion being appraised. Pages come and go, its
// tree stays: a portion may have a hundred thousand objects. What it does in the
// background goes on beside the pages; what it shows changes under mu only.
type workplace struct {
	portion string
	words   *words.Words
	asking  sync.Mutex // one page at a time: each sets its own filter

	mu      sync.Mutex
	changed *sync.Cond
	p       *appraise.Presenter
	stale   bool // something of the workspace has changed since it was read
	said    string
	stop    func()
}

// Background implements present.Dispatcher.
func (w *workplace) Background(work func()) {
	go func() {
		defer func() {
			if r := recover(); r != nil {
				log.Println("background of an appraisal:", r)
			}
		}()
		work()
	}()
}

// UI implements present.Dispatcher.
func (w *workplace) UI(update func()) {
	w.mu.Lock()
	defer w.mu.Unlock()
	update()
	w.changed.Broadcast()
}

// until waits, with mu held, until something holds or the page is gone.
func (w *workplace) until(ctx context.Context, holds func() bool) error {
	defer context.AfterFunc(ctx, func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		w.changed.Broadcast()
	})()
	for !holds() && ctx.Err() == nil {
		w.changed.Wait()
	}
	return ctx.Err()
}

// The presenter asks nothing of a page but to be told what it says.

// Refresh implements the screen of the presenter.
func (w *workplace) Refresh() {}

// Selected implements it.
func (w *workplace) Selected() {}

// Say implements it: the sentence is shown with the next page.
func (w *workplace) Say(text string, _ func()) { w.said = text }

// Tell implements it.
func (w *workplace) Tell(text string) { w.said = text }

// Refuse implements it.
func (w *workplace) Refuse(err error) { w.said = w.words.Explain(err, err.Error()) }

// Saved implements it.
func (w *workplace) Saved() {}

// Document implements it: pages open what they show themselves.
func (w *workplace) Document(*appraise.Document) {}

// Expect implements it.
func (w *workplace) Expect([]appraise.Document) {}

// workplaces are those that are kept, the last used at the end.
type workplaces struct {
	mu  sync.Mutex
	all []*workplace
}

var errNoPortion = failure.New(failure.Refused, "appraise", wording.Say("browser.noportion"))

// at runs work on the presenter of a portion, read anew where the workspace has
// changed, with its lock held. Error: what kept it from being read.
func (s *appraiseRoom) at(ctx context.Context, portion string, work func(*workplace, *appraise.Presenter) error) error {
	if portion == "" {
		return errNoPortion
	}
	if _, err := s.house.Intake.Portions.Get(ctx, portion); err != nil {
		return err
	}
	w := s.places.find(s, portion)
	w.asking.Lock()
	defer w.asking.Unlock()
	w.mu.Lock()
	defer w.mu.Unlock()
	switch {
	case w.p.Portion.ID == "" || w.p.Err != nil:
		w.stale = false
		w.p.Load(portion)
	case w.stale:
		w.stale = false
		w.p.Reload()
	}
	if err := w.until(ctx, func() bool { return !w.p.Loading }); err != nil {
		return err
	}
	if w.p.Err != nil {
		return w.p.Err
	}
	if w.p.Portion.ID != portion {
		return fmt.Errorf("appraise %s: %w", portion, errNoPortion)
	}
	w.said = ""
	return work(w, w.p)
}

// find gives the workplace of a portion; the one unused for longest makes room.
func (ws *workplaces) find(s *appraiseRoom, portion string) *workplace {
	ws.mu.Lock()
	defer ws.mu.Unlock()
	for i, w := range ws.all {
		if w.portion == portion {
			ws.all = append(append(ws.all[:i:i], ws.all[i+1:]...), w)
			return w
		}
	}
	w := &workplace{portion: portion, words: s.words}
	w.changed = sync.NewCond(&w.mu)
	w.p = appraise.NewPresenter(s.src, w, s.words, w)
	w.p.Advance = false // a page says where to go
	w.stop = s.desk.Hub.Subscribe(func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		w.stale = true
	})
	ws.all = append(ws.all, w)
	if len(ws.all) > keptPlaces {
		ws.all[0].close()
		ws.all = ws.all[1:]
	}
	return w
}

func (w *workplace) close() {
	w.stop()
	w.mu.Lock()
	defer w.mu.Unlock()
	w.p.Close()
}

// close ends all of them.
func (ws *workplaces) close() {
	ws.mu.Lock()
	defer ws.mu.Unlock()
	for _, w := range ws.all {
		w.close()
	}
	ws.all = nil
}
