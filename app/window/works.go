package window

import (
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

// underWay begins the keys under which a check that runs is kept beside the settings: what
// still stands there at the next start was interrupted. Behind it stands the portion; the
// value is the kind it is checked as.
const underWay = "check.under-way."

// asRecognised is the value where no kind was chosen.
const asRecognised = "-"

// begun notes that a check runs. It is a help for the next start: a file that cannot be
// written now does not stop the check.
func (d *Desk) begun(id, kind string) {
	if kind == "" {
		kind = asRecognised
	}
	d.keep(underWay+id, kind)
}

// ended takes the note away, unless the program ends under the check.
func (d *Desk) ended(id string, err error) {
	if failure.Canceled(err) && d.Works.closing() {
		return
	}
	d.keep(underWay+id, "")
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

// wasInterrupted tells whether a check of a portion was begun and does not run.
func (d *Desk) wasInterrupted(id string) bool {
	return d.W.Office.Settings.Get().Kept[underWay+id] != "" && d.Works.Of(id) == nil
}

// Resume goes on with the checks the program ended under; each says so in its row. What
// is no longer to be checked is forgotten.
func (d *Desk) Resume(ctx context.Context) error {
	var ends []error
	for key, kind := range d.W.Office.Settings.Get().Kept {
		id, ok := strings.CutPrefix(key, underWay)
		if !ok {
			continue
		}
		p, err := d.W.Intake.Portions.Get(ctx, id)
		if failure.KindOf(err) == failure.Refused || err == nil && p.State != transfer.Arrived && p.State != transfer.Recognised &&
			p.State != transfer.Checked {
			d.keep(key, "")
			continue
		}
		if err == nil {
			err = d.checkAs(ctx, id, strings.TrimPrefix(kind, asRecognised))
		}
		if err == nil {
			d.Works.goesOn(id)
		}
		ends = append(ends, err)
	}
	d.completeIndex(ctx)
	return errors.Join(ends...)
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
