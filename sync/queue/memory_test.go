package queue

import (
	"cmp"
	"context"
	"slices"
	"sync"
	"time"
)

// Memory is a Store without a file, for tests and models. The zero value is
// ready.
type Memory struct {
	mu     sync.Mutex
	jobs   []Job // in the order they came
	log    []Transition
	paused bool
}

// Enqueue implements Store.
func (m *Memory) Enqueue(_ context.Context, j Job) error {
	if err := j.check(); err != nil {
		return err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.index(j.ID) < 0 {
		m.jobs = append(m.jobs, j)
	}
	return nil
}

func (m *Memory) index(id string) int {
	return slices.IndexFunc(m.jobs, func(j Job) bool { return j.ID == id })
}

func (m *Memory) apply(id string, guard func(Job) error, event Event, c change) (Job, error) {
	i := m.index(id)
	if i < 0 {
		return Job{}, ErrNoJob
	}
	if err := guard(m.jobs[i]); err != nil {
		return Job{}, err
	}
	j, t, err := apply(m.jobs[i], event, c)
	if err != nil {
		return Job{}, err
	}
	m.jobs[i] = j
	m.log = append(m.log, t)
	return j, nil
}

// Lease implements Store.
func (m *Memory) Lease(_ context.Context, owner string, now time.Time, lease time.Duration) (Job, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.paused {
		return Job{}, ErrNoJob
	}
	best := -1
	for i, j := range m.jobs {
		if due(j, now) && (best < 0 || earlier(j, m.jobs[best])) {
			best = i
		}
	}
	if best < 0 {
		return Job{}, ErrNoJob
	}
	return m.apply(m.jobs[best].ID, anyone, Leased, change{now: now, owner: owner, lease: lease})
}

func due(j Job, now time.Time) bool {
	switch j.State {
	case Waiting:
		return !j.NotBefore.After(now) || j.NotBefore.Sub(now) > shortestWait
	case Retry:
		return !j.NotBefore.After(now) || j.NotBefore.Sub(now) > longestWait
	}
	return false
}

func earlier(a, b Job) bool {
	return cmp.Or(a.NotBefore.Compare(b.NotBefore), a.Created.Compare(b.Created), cmp.Compare(a.ID, b.ID)) < 0
}

// Heartbeat implements Store.
func (m *Memory) Heartbeat(_ context.Context, id, owner string, until time.Time, done, total int64) (bool, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	i := m.index(id)
	if i < 0 {
		return false, ErrNoJob
	}
	if err := heldBy(owner)(m.jobs[i]); err != nil {
		return false, err
	}
	m.jobs[i].LeaseUntil, m.jobs[i].Done, m.jobs[i].Total = stamp(until), done, total
	return m.jobs[i].Cancel, nil
}

// Finish implements Store.
func (m *Memory) Finish(_ context.Context, id, owner string, now time.Time, r Result) (Job, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.apply(id, heldBy(owner), r.Event, r.change(now))
}

// Rescue implements Store.
func (m *Memory) Rescue(_ context.Context, now time.Time, all bool) (int, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	n := 0
	for _, j := range slices.Clone(m.jobs) {
		if j.State == Running && (all || j.LeaseUntil.Before(now) || j.LeaseUntil.Sub(now) > longestWait) {
			if _, err := m.apply(j.ID, anyone, Rescued, change{now: now}); err != nil {
				return n, err
			}
			n++
		}
	}
	return n, nil
}

// TryNow implements Store.
func (m *Memory) TryNow(_ context.Context, id string, now time.Time) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	_, err := m.apply(id, anyone, TriedNow, change{now: now})
	return err
}

// Cancel implements Store.
func (m *Memory) Cancel(_ context.Context, id string, now time.Time) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	_, err := m.apply(id, anyone, CancelAsked, change{now: now})
	return err
}

// Pause implements Store.
func (m *Memory) Pause(_ context.Context, paused bool) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.paused = paused
	return nil
}

// Paused implements Store.
func (m *Memory) Paused(context.Context) (bool, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.paused, nil
}

// Get implements Store.
func (m *Memory) Get(_ context.Context, id string) (Job, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if i := m.index(id); i >= 0 {
		return m.jobs[i], nil
	}
	return Job{}, ErrNoJob
}

// List implements Store.
func (m *Memory) List(context.Context) ([]Job, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Clone(m.jobs), nil
}

// Open implements Store.
func (m *Memory) Open(context.Context) (open []Job, _ error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, j := range m.jobs {
		if !j.State.Final() {
			open = append(open, j)
		}
	}
	return open, nil
}

// NextDue implements Store.
func (m *Memory) NextDue(context.Context) (time.Time, bool, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	var next time.Time
	found := false
	for _, j := range m.jobs {
		if (j.State == Waiting || j.State == Retry) && (!found || j.NotBefore.Before(next)) {
			next, found = j.NotBefore, true
		}
	}
	return next, found && !m.paused, nil
}

// Log implements Store.
func (m *Memory) Log(_ context.Context, id string) ([]Transition, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	var all []Transition
	for _, t := range m.log {
		if id == "" || t.JobID == id {
			all = append(all, t)
		}
	}
	return all, nil
}

// States lists all states.
func States() []State {
	return []State{Waiting, Running, Retry, NeedsUser, NeedsAdmin, Damaged, Done, Cancelled}
}
