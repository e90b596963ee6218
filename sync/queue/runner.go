package queue

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"sync"
	"time"

	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
)

// Worker does one job. report may be called often and from any goroutine. A nil
// error means done for good; any other error is sorted by its failure.Kind. When
// ctx ends the worker returns soon, with what it had reached kept elsewhere.
type Worker func(ctx context.Context, j Job, report func(done, total int64)) error

// Runner takes jobs and gives them to workers. Only one Runner works on a queue
// at a time: Lock says how.
type Runner struct {
	Store   Store
	Workers map[Kind]Worker
	// Lock is the file that only one runner holds; "" = none (tests).
	Lock string
	// Parallel is how many jobs run at once; 0 means 1.
	Parallel int
	// Lease is how long a job is held without a heartbeat; 0 means a minute.
	Lease time.Duration
	// Poll is how often the queue is looked at for changes made by another
	// program; 0 means two seconds.
	Poll   time.Duration
	Now    func() time.Time // nil: the system's clock
	Chance func() float64   // nil: random; spreads the backoff
	Log    *slog.Logger     // nil: no log; never holds names or titles
	// Changed (may be nil) is told every job this runner has taken or ended.
	Changed func(Job)
	// Progress (may be nil) is told every report of a worker at once; the database
	// gets it with the next heartbeat.
	Progress func(id string, done, total int64)

	wake chan struct{}
	once sync.Once
}

// Summary counts what a run did.
type Summary struct{ Done, Retry, NeedsUser, NeedsAdmin, Damaged, Cancelled, Stopped int }

func (s *Summary) count(state State) {
	switch state {
	case Done:
		s.Done++
	case Retry:
		s.Retry++
	case NeedsUser:
		s.NeedsUser++
	case NeedsAdmin:
		s.NeedsAdmin++
	case Damaged:
		s.Damaged++
	case Cancelled:
		s.Cancelled++
	case Waiting:
		s.Stopped++
	}
}

func (r *Runner) init() {
	r.once.Do(func() {
		r.wake = make(chan struct{}, 1)
		if r.Parallel == 0 {
			r.Parallel = 1
		}
		if r.Lease == 0 {
			r.Lease = time.Minute
		}
		if r.Poll == 0 {
			r.Poll = 2 * time.Second
		}
		if r.Now == nil {
			r.Now = time.Now
		}
		if r.Chance == nil {
			r.Chance = rand.Float64
		}
		if r.Log == nil {
			r.Log = slog.New(slog.DiscardHandler)
		}
	})
}

// Wake makes a waiting Run look at the queue at once.
func (r *Runner) Wake() {
	r.init()
	select {
	case r.wake <- struct{}{}:
	default:
	}
}

// RunOnce works until no job is due and gives what happened. A busy lock is
// ErrRunnerBusy. When ctx ends the jobs go back and cost no attempt; RunOnce then
// returns nil like after any other stop that was asked for.
func (r *Runner) RunOnce(ctx context.Context) (Summary, error) {
	return r.run(ctx, false)
}

// Run works until ctx ends.
func (r *Runner) Run(ctx context.Context) error {
	_, err := r.run(ctx, true)
	return err
}

func (r *Runner) run(ctx context.Context, forever bool) (sum Summary, err error) {
	r.init()
	if r.Lock != "" {
		lock, err := acquire(r.Lock)
		if err != nil {
			return sum, err
		}
		defer func() { err = errors.Join(err, lock.Release()) }()
	}
	// Holding the lock means that whoever held these jobs is dead.
	if _, err := r.Store.Rescue(ctx, r.Now(), r.Lock != ""); err != nil {
		return sum, stopped(ctx, err)
	}
	ended := make(chan ending)
	running := 0
	jobs, stopJobs := context.WithCancel(ctx)
	defer func() {
		stopJobs()
		for ; running > 0; running-- { // err is set; collect what still runs
			sum.count((<-ended).job.State)
		}
	}()
	for {
		if ctx.Err() == nil && running < r.Parallel {
			j, err := r.Store.Lease(ctx, owner, r.Now(), r.Lease)
			switch {
			case err == nil:
				running++
				r.told(j)
				go func() { ended <- r.work(jobs, j) }()
				continue
			case !errors.Is(err, ErrNoJob):
				return sum, stopped(ctx, err)
			}
		}
		if running == 0 && (!forever || ctx.Err() != nil) {
			return sum, nil
		}
		if err := r.wait(ctx, ended, &running, &sum); err != nil {
			return sum, err
		}
	}
}

// owner names the holder in the table. One process has one runner per queue and
// the lock keeps other processes out; the name only has to differ from "".
const owner = "runner"

type ending struct {
	job Job
	err error
}

// wait blocks until something may have changed.
func (r *Runner) wait(ctx context.Context, ended chan ending, running *int, sum *Summary) error {
	timer := time.NewTimer(r.Poll)
	defer timer.Stop()
	stop := ctx.Done()
	if ctx.Err() != nil {
		stop = nil // only the endings are waited for
	}
	select {
	case e := <-ended:
		*running--
		sum.count(e.job.State)
		return e.err
	case <-stop:
	case <-r.wake:
	case <-timer.C:
	}
	return nil
}

func (r *Runner) told(j Job) {
	r.Log.Info("job", "id", j.ID, "state", string(j.State), "attempt", j.Attempt)
	if r.Changed != nil {
		r.Changed(j)
	}
}

// work runs one job with its heartbeat and writes its end down.
func (r *Runner) work(ctx context.Context, j Job) ending {
	jobCtx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	p := &progress{done: j.Done, total: j.Total}
	beat := make(chan struct{})
	go func() {
		defer close(beat)
		r.heartbeat(jobCtx, j.ID, p, cancel)
	}()
	err := r.call(jobCtx, j, func(done, total int64) {
		p.report(done, total)
		if r.Progress != nil {
			r.Progress(j.ID, done, total)
		}
	})
	cause := context.Cause(jobCtx)
	cancel(nil)
	<-beat
	if errors.Is(cause, ErrNotOwner) {
		return ending{job: j, err: nil} // somebody else holds it; it is theirs to end
	}
	res := r.result(j, err, ctx.Err() != nil, errors.Is(cause, ErrCancelled))
	// The end is written even while the program stops.
	end := context.WithoutCancel(ctx)
	if _, err := r.Store.Heartbeat(end, j.ID, owner, r.Now().Add(r.Lease), p.now().done, p.now().total); err != nil &&
		!errors.Is(err, ErrNotOwner) {
		return ending{job: j, err: err}
	}
	ended, err := r.Store.Finish(end, j.ID, owner, r.Now(), res)
	if err != nil {
		return ending{job: j, err: err}
	}
	r.told(ended)
	return ending{job: ended}
}

// call runs the worker; a panic ends the job, not the program.
func (r *Runner) call(ctx context.Context, j Job, report func(done, total int64)) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = failure.Wrap(failure.Bug, "work on job "+j.ID, bugHint, fmt.Errorf("panic: %v", p))
		}
	}()
	work, ok := r.Workers[j.Kind]
	if !ok {
		return failure.New(failure.Bug, "work on job of kind "+string(j.Kind), bugHint)
	}
	return work(ctx, j, report)
}

var bugHint = wording.Say("hint.queue.own-fault")

// ErrCancelled is the cause of a worker's context when a person cancelled its
// job; a worker may use it to tidy up elsewhere.
var ErrCancelled = errors.New("cancelled by a person")

// heartbeat renews the lease at a third of its length and stops the worker when
// a person cancelled or the lease is lost.
func (r *Runner) heartbeat(ctx context.Context, id string, p *progress, cancel context.CancelCauseFunc) {
	tick := time.NewTicker(min(r.Lease/3, r.Poll))
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		now := p.now()
		asked, err := r.Store.Heartbeat(ctx, id, owner, r.Now().Add(r.Lease), now.done, now.total)
		switch {
		case errors.Is(err, ErrNotOwner):
			cancel(ErrNotOwner)
		case err != nil:
			r.Log.Warn("heartbeat", "id", id, "error", err) // the lease outlives some of them
		case asked:
			cancel(ErrCancelled)
		}
	}
}

// result sorts a worker's end into an event.
func (r *Runner) result(j Job, err error, stopping, cancelled bool) Result {
	if err == nil {
		return Result{Event: Succeeded}
	}
	if cancelled {
		return Result{Event: CancelObeyed}
	}
	if stopping && (failure.Canceled(err) || failure.KindOf(err) == failure.Transient) {
		return Result{Event: Stopped}
	}
	res := Result{Reason: failure.HintOf(err).In(wording.German), Detail: err.Error()}
	switch failure.KindOf(err) {
	case failure.Transient:
		var asked time.Duration
		if e, ok := errors.AsType[*failure.Error](err); ok {
			asked = e.After
		}
		res.Event = FailedRetry
		res.NotBefore = r.Now().Add(Backoff(j.Attempt, asked, r.Chance()))
	case failure.Refused:
		res.Event = FailedUser
	case failure.Damaged:
		res.Event = FailedDamage
	case failure.Setup, failure.Bug:
		res.Event = FailedAdmin
	}
	if res.Reason == "" {
		res.Reason = bugHint.In(wording.German)
	}
	return res
}

// stopped hides the errors a store gives because the program stops.
func stopped(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return nil
	}
	return err
}

// progress is what a worker reported last.
type progress struct {
	mu          sync.Mutex
	done, total int64
}

func (p *progress) report(done, total int64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.done, p.total = done, total
}

type bytesDone struct{ done, total int64 }

func (p *progress) now() bytesDone {
	p.mu.Lock()
	defer p.mu.Unlock()
	return bytesDone{p.done, p.total}
}
