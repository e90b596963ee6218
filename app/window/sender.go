package window

import (
	"context"
	"errors"
	"sync"
	"time"

	"laufzettel/app/work"
	"laufzettel/sync/channel"
	"laufzettel/sync/queue"
	"laufzettel/transfer/failure"
)

// sendEvery is how often the sender looks whether a job has become due.
const sendEvery = 2 * time.Second

// Sender works the outbox in the background while the window is open: it sends
// what is due and concludes what is confirmed. Another program that sends from
// the same workspace is left its turn. Safe for concurrent use.
type Sender struct {
	w    *work.House
	hub  *Hub
	wake chan struct{}
	// Stuck is told jobs that a person must look at, from any goroutine; nil: nobody.
	Stuck func(queue.Job)
	// Asking tells whether the passphrase of the key is asked for just now; nil: it never is.
	Asking func() bool

	mu      sync.Mutex
	again   map[string]bool // jobs an earlier life of the program has left
	rates   map[string]*channel.Rate
	done    map[string]int64 // bytes of running jobs, newer than the database has them
	offline time.Time
	heard   time.Time // last answer of the archive, zero: none since the start
	fault   error
	stop    context.CancelFunc // of the round under way
}

// NewSender makes a sender; Run works.
func NewSender(w *work.House, hub *Hub) *Sender {
	return &Sender{w: w, hub: hub, wake: make(chan struct{}, 1), rates: map[string]*channel.Rate{}, done: map[string]int64{}}
}

// Wake has the sender look at the queue at once.
func (s *Sender) Wake() {
	select {
	case s.wake <- struct{}{}:
	default:
	}
}

// Interrupt ends the round under way: running jobs go back and cost no attempt.
func (s *Sender) Interrupt() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.stop != nil {
		s.stop()
	}
}

// Run works until ctx ends.
func (s *Sender) Run(ctx context.Context) {
	tick := time.NewTicker(sendEvery)
	defer tick.Stop()
	s.recall(ctx)
	for first := true; ctx.Err() == nil; first = false {
		if first || s.due(ctx) {
			s.round(ctx)
		}
		select {
		case <-ctx.Done():
		case <-s.wake:
		case <-tick.C:
		}
	}
}

// recall notes what an earlier life of the program has left to be sent: it goes on by itself.
// It is said only; a queue that cannot be read now is told by the round.
func (s *Sender) recall(ctx context.Context) {
	jobs, err := s.w.Outbox.Queue.Open(ctx)
	if err != nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.again = map[string]bool{}
	for _, j := range jobs {
		s.again[j.ID] = !j.State.Stuck()
	}
}

// goesOn tells whether a job was left by an earlier life of the program.
func (s *Sender) goesOn(job string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.again[job]
}

func (s *Sender) due(ctx context.Context) bool {
	if s.w.Doors.OfferDue(ctx) {
		return true
	}
	at, ok, err := s.w.Outbox.Queue.NextDue(ctx)
	return err == nil && ok && !at.After(s.w.Office.Now())
}

func (s *Sender) round(ctx context.Context) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	s.mu.Lock()
	s.stop = cancel
	s.mu.Unlock()
	_, err := s.w.Outbox.SendOnce(ctx, s.progress)
	s.mu.Lock()
	s.stop = nil
	if errors.Is(err, queue.ErrRunnerBusy) {
		s.again = nil // another program sends: nothing has ended under us
	}
	if errors.Is(err, queue.ErrRunnerBusy) || failure.Canceled(err) {
		err = nil
	}
	s.fault = err
	s.mu.Unlock()
	s.hub.Notify()
}

// progress notes speed and whether the archive can be reached.
func (s *Sender) progress(j queue.Job) {
	s.mu.Lock()
	now := s.w.Office.Now()
	switch j.State {
	case queue.Running:
		r := s.rates[j.ID]
		if r == nil {
			r = new(channel.Rate)
			s.rates[j.ID] = r
		}
		r.Add(now, j.Done, j.Total)
		s.done[j.ID] = j.Done
	default:
		delete(s.rates, j.ID)
		delete(s.done, j.ID)
	}
	switch j.State {
	case queue.Retry:
		if s.offline.IsZero() {
			s.offline = now
		}
	case queue.Done:
		s.offline, s.heard = time.Time{}, now
	}
	stuck := s.Stuck
	s.mu.Unlock()
	if stuck != nil && j.State.Stuck() {
		stuck(j)
	}
	s.hub.Notify()
}

// Speed gives rate and rest of a running job, zero where not measured.
func (s *Sender) Speed(job string) (bytesPerSecond int64, left time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if r := s.rates[job]; r != nil {
		if n, left, ok := r.Now(); ok {
			return n, left
		}
	}
	return 0, 0
}

// Done gives how many bytes of a running job the archive has, 0 for others.
func (s *Sender) Done(job string) int64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.done[job]
}

// Offline gives since when the archive cannot be reached, zero if it can.
func (s *Sender) Offline() time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.offline
}

// Heard gives when the archive last answered since the program started, zero if it has not:
// nobody knows then whether it can be reached.
func (s *Sender) Heard() time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.heard
}

// Hear notes an answer of the archive to somebody else than the queue.
func (s *Sender) Hear() {
	s.mu.Lock()
	s.offline, s.heard = time.Time{}, s.w.Office.Now()
	s.mu.Unlock()
}

// Standing is what is known of the channel to the archive.
type Standing string

// The standings.
const (
	ChannelNone    Standing = "none"    // no archive is entered
	ChannelPending Standing = "pending" // the archive has not taken the key yet
	ChannelOffline Standing = "offline" // the last try found no connection
	ChannelFault   Standing = "fault"   // something else stopped the last round
	ChannelUnheard Standing = "unheard" // nobody has asked, or no answer came yet
	ChannelHeard   Standing = "heard"   // the archive has answered since the start
)

// Standing tells what is known of the channel. Status bar, overview and transmission say
// it in words of their own, but never differently: "connected" stands only after an answer.
func (s *Sender) Standing(ctx context.Context) (channel.Peer, Standing) {
	url := s.w.Office.Settings.Get().Channel.URL
	peer, err := s.w.Outbox.Channel.Peer(ctx, url)
	switch {
	case err != nil || url == "" || peer.URL == "":
		return peer, ChannelNone
	case !s.Offline().IsZero():
		return peer, ChannelOffline
	case peer.State == channel.KeyPending:
		return peer, ChannelPending
	case s.Fault() != nil:
		return peer, ChannelFault
	case s.Heard().IsZero():
		return peer, ChannelUnheard
	}
	return peer, ChannelHeard
}

// Fault gives what stopped the last round, nil if nothing did.
func (s *Sender) Fault() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.fault
}
