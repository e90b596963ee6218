package window

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"laufzettel/transfer/failure"
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
)

// Step is how far a work is. Total 0: not known.
type Step struct {
	Phase       string
	At, Of      int
	Done, Total int64
}

// Work is one thing running in the background.
type Work struct {
	Key   string // portion id, or "receive:" with a path
	Verb  Verb
	Title string
	Step
	Waits bool          // for a free place
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
func (s *Works) Start(key string, verb Verb, title string, do func(context.Context, func(Step)) error) (wait func(context.Context) error, err error) {
	ctx, cancel := context.WithCancel(s.ctx)
	k := &running{Work: Work{Key: key, Verb: verb, Title: title, Waits: true}, cancel: cancel, ended: make(chan struct{})}
	s.mu.Lock()
	if s.find(key) != nil || s.ctx.Err() != nil {
		s.mu.Unlock()
		cancel()
		return nil, failure.New(failure.Refused, "start "+string(verb)+" of "+key, "Daran wird gerade schon gearbeitet. Bitte das Ende abwarten oder abbrechen.")
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
			err = failure.Wrap(failure.Damaged, string(k.Verb)+" "+k.Key, "Das Programm ist bei dieser Arbeit auf einen eigenen Fehler gestoßen. Das bisher Getane ist gesichert.", fmt.Errorf("panic: %v", r))
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
		if step.Total > step.Done {
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

// hint gives the German sentence of an error, or the fallback.
func hint(err error, fallback string) string {
	if e, ok := errors.AsType[*failure.Error](err); ok && e.Hint != "" {
		return e.Hint
	}
	return fallback
}
