package window

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"laufzettel/app/settings"
	"laufzettel/transfer"
	"laufzettel/transfer/check"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
)

// atOnce is how many checks and packagings run at the same time; the engine of
// one check uses all cores already.
const atOnce = 2

// Verb is what a work does.
type Verb string

// The verbs.
const (
	Receiving Verb = "receive"
	Checking  Verb = "check"
	Packaging Verb = "package"
	// Converting makes second representations (A10).
	Converting Verb = "convert"
	// Indexing adds the words of finished packages to the index.
	Indexing Verb = "index"
)

// Step is how far a work is. Total 0: not known.
type Step struct {
	Phase       string
	Item        string // what of the phase is worked on: the name of a package
	At, Of      int
	Done, Total int64
}

// settled is how long a phase is measured before a time left is told.
const settled = 5 * time.Second

// FilesPerSecond is the rate where files are what is counted, 0 in other phases and while
// it is not measured.
func (w Work) FilesPerSecond() float64 {
	if w.Verb == Checking && w.Phase == check.PhaseReadFiles {
		return w.Rate
	}
	return 0
}

// things reports whether a work counts neither bytes nor files: packages, rules.
func (w Work) things() bool {
	return w.Verb == Packaging || w.Verb == Converting || w.Verb == Indexing || w.Verb == Checking && w.Phase != check.PhaseReadFiles
}

// Work is one thing running in the background.
type Work struct {
	Key   string // portion id, or "receive:" with a path
	Verb  Verb
	Title string
	Step
	Waits bool          // for a free place
	Again bool          // it goes on after the program had ended under it
	Rate  float64       // per second; 0: not measured yet
	Left  time.Duration // 0: not measured yet
}

// running is a Work with what moves it.
type running struct {
	Work
	began  time.Time // of the phase
	before int64     // done when the phase began to be measured
	cancel context.CancelFunc
	ended  chan struct{}
	err    error
}

// Works runs what takes longer than a key press: one work per key, its progress
// for the screens, its end told to the hub. A work outlives the screen that began
// it and ends with Close. Safe for concurrent use.
type Works struct {
	ctx    context.Context
	cancel context.CancelFunc
	hub    *Hub
	now    func() time.Time
	places chan struct{}
	wg     sync.WaitGroup

	mu     sync.Mutex
	all    []*running
	faults map[string]error // by key, of the last work that failed
}

// NewWorks makes a runner of works.
func NewWorks(hub *Hub, now func() time.Time) *Works {
	ctx, cancel := context.WithCancel(context.Background())
	return &Works{ctx: ctx, cancel: cancel, hub: hub, now: now, places: make(chan struct{}, atOnce), faults: map[string]error{}}
}

// Start begins a work and gives what waits for its end; the end of the waiting
// context ends the waiting only. Error: Refused while the key has a work.
func (s *Works) Start(key string, verb Verb, title string, do func(context.Context, func(Step)) error) (wait func(context.Context) error,
	err error) {
	ctx, cancel := context.WithCancel(s.ctx)
	k := &running{Work: Work{Key: key, Verb: verb, Title: title, Waits: true}, cancel: cancel, ended: make(chan struct{})}
	s.mu.Lock()
	if s.find(key) != nil || s.ctx.Err() != nil {
		s.mu.Unlock()
		cancel()
		return nil, failure.New(failure.Refused, "start "+string(verb)+" of "+key, wording.Say("hint.window.already-at-work"))
	}
	s.all = append(s.all, k)
	delete(s.faults, key)
	s.wg.Add(1)
	s.mu.Unlock()
	s.hub.Notify()
	go s.run(ctx, k, do)
	return func(ctx context.Context) error {
		select {
		case <-k.ended:
			return k.err
		case <-ctx.Done():
			return ctx.Err()
		}
	}, nil
}

// goesOn notes that the work of a key was begun in an earlier life of the program.
func (s *Works) goesOn(key string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if k := s.find(key); k != nil {
		k.Again = true
	}
}

// closing tells whether works end because the program does.
func (s *Works) closing() bool { return s.ctx.Err() != nil }

func (s *Works) run(ctx context.Context, k *running, do func(context.Context, func(Step)) error) {
	defer s.wg.Done()
	err := s.placed(ctx, k, do)
	s.mu.Lock()
	s.all = slices.DeleteFunc(s.all, func(x *running) bool { return x == k })
	k.err = err
	if err != nil && !failure.Canceled(err) {
		s.faults[k.Key] = err
	}
	s.mu.Unlock()
	k.cancel()
	close(k.ended)
	s.hub.Notify()
}

// placed waits for a place and does the work; a panic ends only that work.
func (s *Works) placed(ctx context.Context, k *running, do func(context.Context, func(Step)) error) (err error) {
	select {
	case s.places <- struct{}{}:
		defer func() { <-s.places }()
	case <-ctx.Done():
		return ctx.Err()
	}
	defer func() {
		if r := recover(); r != nil {
			err = failure.Wrap(failure.Damaged, string(k.Verb)+" "+k.Key, wording.Say("hint.window.own-fault"), fmt.Errorf("panic: %v", r))
		}
	}()
	s.step(k, Step{})
	return do(ctx, func(step Step) { s.step(k, step) })
}

// step notes progress; rate and rest are measured from the start of the phase.
func (s *Works) step(k *running, step Step) {
	s.mu.Lock()
	now := s.now()
	if k.Waits || step.Phase != k.Phase {
		k.began, k.before = now, step.Done
		k.Rate, k.Left = 0, 0
	}
	k.Waits, k.Step = false, step
	if took := now.Sub(k.began); took >= time.Second && step.Done > k.before {
		k.Rate = float64(step.Done-k.before) / took.Seconds()
		if step.Total > step.Done && took >= settled {
			k.Left = time.Duration(float64(step.Total-step.Done) / k.Rate * float64(time.Second)).Round(time.Second)
		} else {
			k.Left = 0
		}
	}
	s.mu.Unlock()
	s.hub.Notify()
}

func (s *Works) find(key string) *running {
	i := slices.IndexFunc(s.all, func(x *running) bool { return x.Key == key })
	if i < 0 {
		return nil
	}
	return s.all[i]
}

// Of gives the work of a key, nil if none runs.
func (s *Works) Of(key string) *Work {
	s.mu.Lock()
	defer s.mu.Unlock()
	if k := s.find(key); k != nil {
		w := k.Work
		return &w
	}
	return nil
}

// All gives all works, oldest first.
func (s *Works) All() []Work {
	s.mu.Lock()
	defer s.mu.Unlock()
	var out []Work
	for _, k := range s.all {
		out = append(out, k.Work)
	}
	return out
}

// Fault gives why the last work of a key failed, nil if it did not.
func (s *Works) Fault(key string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.faults[key]
}

// Cancel stops the work of a key; what it has done stays.
func (s *Works) Cancel(key string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if k := s.find(key); k != nil {
		k.cancel()
	}
}

// Close cancels all works and waits until they have ended.
func (s *Works) Close() {
	s.mu.Lock()
	s.cancel()
	s.mu.Unlock()
	s.wg.Wait()
}

// underWay and packUnderWay begin the keys under which a check and a packaging that run are kept
// beside the settings: what still stands there at the next start was interrupted. Behind it
// stands the portion; the value is the kind it is checked as, or the most files of a package.
const (
	underWay     = "check.under-way."
	packUnderWay = "package.under-way."
)

// asItIs is the value where nothing was chosen.
const asItIs = "-"

// begun notes that something runs. It is a help for the next start: a file that cannot be
// written now does not stop it.
func (d *Desk) begun(key, chosen string) { d.keep(key, cmp.Or(chosen, asItIs)) }

// ended takes the note away, unless the program ends under it.
func (d *Desk) ended(key string, err error) {
	if failure.Canceled(err) && d.Works.closing() {
		return
	}
	d.keep(key, "")
}

func (d *Desk) keep(key, value string) {
	_ = d.W.Office.Settings.Change(func(s *settings.Settings) {
		kept := map[string]string{}
		for k, v := range s.Kept {
			kept[k] = v
		}
		delete(kept, key)
		if value != "" {
			kept[key] = value
		}
		s.Kept = kept
	})
}

// wasInterrupted gives what was begun on a portion and does not run, "" for nothing.
func (d *Desk) wasInterrupted(id string) Verb {
	kept := d.W.Office.Settings.Get().Kept
	switch {
	case d.Works.Of(id) != nil:
		return ""
	case kept[underWay+id] != "":
		return Checking
	case kept[packUnderWay+id] != "":
		return Packaging
	}
	return ""
}

// Resume goes on with the checks and packagings the program ended under; each says so in its
// row. What is no longer to be done is forgotten.
func (d *Desk) Resume(ctx context.Context) error {
	var ends []error
	for key, chosen := range d.W.Office.Settings.Get().Kept {
		chosen = strings.TrimPrefix(chosen, asItIs)
		if id, ok := strings.CutPrefix(key, underWay); ok {
			ends = append(ends, d.resume(ctx, key, id, func() error { return d.checkAs(ctx, id, chosen) },
				transfer.Arrived, transfer.Recognised, transfer.Checked))
		} else if id, ok := strings.CutPrefix(key, packUnderWay); ok {
			ends = append(ends, d.resume(ctx, key, id, func() error {
				_, err := d.packing(ctx, id, chosen)
				return err
			}, transfer.Accepted, transfer.AcceptedWithException, transfer.Appraised))
		}
	}
	d.completeIndex(ctx)
	return errors.Join(ends...)
}

// resume goes on with one of them while the portion is in a state for it.
func (d *Desk) resume(ctx context.Context, key, id string, do func() error, in ...transfer.State) error {
	p, err := d.W.Intake.Portions.Get(ctx, id)
	if failure.KindOf(err) == failure.Refused || err == nil && !slices.Contains(in, p.State) {
		d.keep(key, "")
		return nil
	}
	if err == nil {
		err = do()
	}
	if err == nil {
		d.Works.goesOn(id)
	}
	return err
}

// indexKey is the key of the work on the index; no portion is named so.
const indexKey = "index:"

// completeIndex adds the words of finished packages to the index in the background. What
// fails is done by the next search, which tells it.
func (d *Desk) completeIndex(ctx context.Context) {
	if n, err := d.W.Room.IndexDue(ctx); n == 0 || err != nil {
		return
	}
	// Refused where it is under way: that one takes along what came meanwhile.
	_, _ = d.Works.Start(indexKey, Indexing, "", func(ctx context.Context, step func(Step)) error {
		return d.W.Room.CompleteIndex(ctx, func(done, total int) { step(Step{Done: int64(done), Total: int64(total)}) })
	})
}
