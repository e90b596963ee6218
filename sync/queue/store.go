package queue

import (
	"context"
	"errors"
	"time"
)

// ErrNoJob says that there is no such job, or none that may be taken now.
var ErrNoJob = errors.New("no such job")

// ErrNotOwner says that the lease has gone to somebody else or was taken away.
var ErrNotOwner = errors.New("the lease is lost")

// Result is how a holder ends its work on a job.
type Result struct {
	Event     Event // Succeeded, a Failed…, Stopped or CancelObeyed
	NotBefore time.Time
	Reason    string // German
	Detail    string
}

// Store keeps jobs. Memory and SQL pass one conformance suite.
//
// Every method that changes a job logs the transition with it. Errors: ErrNoJob
// for an unknown id; *ImpossibleError when the state forbids it; ErrNotOwner when
// a holder comes too late.
type Store interface {
	// Enqueue adds a waiting job; the same id again changes nothing.
	Enqueue(ctx context.Context, j Job) error
	// Lease takes the job that is due longest for owner, or gives ErrNoJob; also
	// while the queue is paused.
	Lease(ctx context.Context, owner string, now time.Time, lease time.Duration) (Job, error)
	// Heartbeat renews the lease, notes progress and tells whether to cancel.
	Heartbeat(ctx context.Context, id, owner string, until time.Time, done, total int64) (cancel bool, err error)
	// Finish ends the holder's work.
	Finish(ctx context.Context, id, owner string, now time.Time, r Result) (Job, error)
	// Rescue returns running jobs whose lease has run out, or all of them, when the
	// caller knows that no holder lives; it gives their number.
	Rescue(ctx context.Context, now time.Time, all bool) (int, error)
	// TryNow lets a job be taken at once; the count of attempts stays.
	TryNow(ctx context.Context, id string, now time.Time) error
	// Cancel gives a job up; a running one when its holder notices.
	Cancel(ctx context.Context, id string, now time.Time) error
	// Pause stops or resumes taking jobs.
	Pause(ctx context.Context, paused bool) error
	Paused(ctx context.Context) (bool, error)
	// Get gives one job, List all in the order they came, Open those that are not final.
	Get(ctx context.Context, id string) (Job, error)
	List(ctx context.Context) ([]Job, error)
	Open(ctx context.Context) ([]Job, error)
	// NextDue is when the next job may be taken; ok is false when none will be.
	NextDue(ctx context.Context) (due time.Time, ok bool, err error)
	// Log gives the transitions of a job, or of all for "", oldest first.
	Log(ctx context.Context, id string) ([]Transition, error)
}
