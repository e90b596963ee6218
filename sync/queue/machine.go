package queue

import (
	"fmt"
	"time"
)

// Event is what happens to a job.
type Event string

// The events; docs/queue.md says who raises them.
const (
	Leased       Event = "leased"        // the runner takes it
	Succeeded    Event = "succeeded"     // the worker is done
	FailedRetry  Event = "failed_retry"  // failure.Transient
	FailedUser   Event = "failed_user"   // failure.Refused
	FailedAdmin  Event = "failed_admin"  // failure.Setup, and Bug
	FailedDamage Event = "failed_damage" // failure.Damaged
	Stopped      Event = "stopped"       // the program closes; costs no attempt
	Rescued      Event = "rescued"       // the lease ran out or its holder died
	TriedNow     Event = "tried_now"     // a person asks to try again
	CancelAsked  Event = "cancel_asked"  // a person gives it up
	CancelObeyed Event = "cancel_obeyed" // the worker stopped because of that
)

// transitions is the whole state machine; what is not here cannot happen.
var transitions = map[State]map[Event]State{
	Waiting: {Leased: Running, CancelAsked: Cancelled},
	Retry:   {Leased: Running, TriedNow: Waiting, CancelAsked: Cancelled},
	Running: {
		Succeeded: Done, FailedRetry: Retry, FailedUser: NeedsUser, FailedAdmin: NeedsAdmin, FailedDamage: Damaged,
		Stopped: Waiting, Rescued: Waiting, CancelAsked: Running, CancelObeyed: Cancelled,
	},
	NeedsUser:  {TriedNow: Waiting, CancelAsked: Cancelled},
	NeedsAdmin: {TriedNow: Waiting, CancelAsked: Cancelled},
	Damaged:    {TriedNow: Waiting, CancelAsked: Cancelled},
	Done:       {},
	Cancelled:  {},
}

// ImpossibleError says that an event cannot happen to a job in its state.
type ImpossibleError struct {
	JobID string
	State State
	Event Event
}

// Error names state and event.
func (e *ImpossibleError) Error() string {
	return fmt.Sprintf("job %s is %s: %s is not possible", e.JobID, e.State, e.Event)
}

// change carries what an event needs to know.
type change struct {
	now       time.Time
	owner     string        // Leased
	lease     time.Duration // Leased
	notBefore time.Time     // FailedRetry
	reason    string        // the failures
	detail    string
}

// apply makes one transition. It is the only place where a state changes.
func apply(j Job, event Event, c change) (Job, Transition, error) {
	if j.Cancel {
		switch event {
		case Stopped, Rescued, FailedRetry, FailedUser, FailedAdmin:
			event = CancelObeyed // a person's wish outlives the holder
		}
	}
	to, ok := transitions[j.State][event]
	if !ok {
		return j, Transition{}, &ImpossibleError{j.ID, j.State, event}
	}
	now := stamp(c.now)
	t := Transition{JobID: j.ID, At: now, From: j.State, To: to, Event: event}
	if j.State == Running && to != Running {
		j.LeaseUntil, j.Owner = time.Time{}, ""
		j.Cancel = j.Cancel && to == Cancelled
	}
	switch event {
	case Leased:
		j.Attempt++
		j.Owner, j.LeaseUntil = c.owner, stamp(c.now.Add(c.lease))
	case Stopped:
		j.Attempt-- // closing the program is no failure
		j.NotBefore = now
	case Rescued, TriedNow:
		j.NotBefore = now // the wait is over, the count stays
	case FailedRetry:
		j.NotBefore = stamp(c.notBefore)
	case CancelAsked:
		j.Cancel = j.State == Running
	}
	switch event {
	case FailedRetry, FailedUser, FailedAdmin, FailedDamage:
		j.Reason, j.Detail = c.reason, c.detail
	case Succeeded, TriedNow:
		j.Reason, j.Detail = "", ""
	}
	if to.Final() {
		j.Finished = now
	}
	j.State = to
	t.Attempt, t.Reason = j.Attempt, j.Reason
	return j, t, nil
}

const (
	backoffBase = 5 * time.Second
	backoffCap  = 30 * time.Minute
)

// A time further ahead than this was stamped by a clock that went wrong, and the
// job does not wait for it: a new job waits for nothing, a pause after a failure is
// at most 30 minutes or what the other side asks for, at most a day. Leases are
// shorter.
const (
	shortestWait = time.Minute
	longestWait  = 25 * time.Hour
)

// Backoff is how long to wait after the given attempt (from 1) failed: 5 s
// doubled each time up to 30 min, spread by chance (0 to 1) over four fifths to
// six fifths of that, and never less than what the other side asked for.
func Backoff(attempt int, asked time.Duration, chance float64) time.Duration {
	wait := backoffCap
	if shift := max(attempt, 1) - 1; shift < 10 {
		wait = min(backoffBase<<shift, backoffCap)
	}
	wait = time.Duration(float64(wait) * (0.8 + 0.4*chance))
	return max(wait, asked)
}
