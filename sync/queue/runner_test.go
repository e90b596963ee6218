package queue_test

import (
	"context"
	"errors"
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"

	"laufzettel/sync/queue"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
)

func runner(s queue.Store, w queue.Worker) *queue.Runner {
	return &queue.Runner{Store: s, Workers: map[queue.Kind]queue.Worker{queue.Upload: w}, Chance: func() float64 { return 0.5 }}
}

func TestRunner_SortsTheEndOfAJob(t *testing.T) {
	tests := []struct {
		name   string
		err    error
		want   queue.State
		reason string
	}{
		{"success", nil, queue.Done, ""},
		{"transient", failure.New(failure.Transient, "send", wording.Plain("später")), queue.Retry, "später"},
		{"refused", failure.New(failure.Refused, "send", wording.Plain("anders")), queue.NeedsUser, "anders"},
		{"setup", failure.New(failure.Setup, "send", wording.Plain("Verwaltung")), queue.NeedsAdmin, "Verwaltung"},
		{"damaged", failure.New(failure.Damaged, "send", wording.Plain("Alarm")), queue.Damaged, "Alarm"},
		{"bug", errors.New("nobody sorted it"), queue.NeedsAdmin, "*"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := &queue.Memory{}
				must(t, s.Enqueue(t.Context(), job("A", time.Now())))
				r := runner(s, func(_ context.Context, j queue.Job, report func(int64, int64)) error {
					report(3, 4)
					return tt.err
				})
				if _, err := r.RunOnce(t.Context()); err != nil {
					t.Fatal(err)
				}
				j, err := s.Get(t.Context(), "A")
				if err != nil || j.State != tt.want || (tt.reason != "*" && j.Reason != tt.reason) ||
					(tt.want != queue.Done && j.Reason == "") {
					t.Errorf("job %+v, %v; want %s with %q", j, err, tt.want, tt.reason)
				}
				if j.Done != 3 || j.Total != 4 {
					t.Errorf("progress %d of %d was not kept", j.Done, j.Total)
				}
			})
		})
	}
}

func TestRunner_APanicEndsTheJobOnly(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &queue.Memory{}
		must(t, s.Enqueue(t.Context(), job("A", time.Now())))
		must(t, s.Enqueue(t.Context(), job("B", time.Now())))
		sum, err := runner(s, func(_ context.Context, j queue.Job, _ func(int64, int64)) error {
			if j.ID == "A" {
				panic("broken")
			}
			return nil
		}).RunOnce(t.Context())
		if err != nil || sum.Done != 1 || sum.NeedsAdmin != 1 {
			t.Errorf("RunOnce = %+v, %v", sum, err)
		}
	})
}

func TestRunner_StoppingCostsNoAttempt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &queue.Memory{}
		must(t, s.Enqueue(t.Context(), job("A", time.Now())))
		ctx, stop := context.WithCancel(t.Context())
		begun := make(chan struct{})
		r := runner(s, func(ctx context.Context, _ queue.Job, _ func(int64, int64)) error {
			close(begun)
			<-ctx.Done()
			return ctx.Err()
		})
		done := make(chan error)
		go func() { done <- r.Run(ctx) }()
		<-begun
		stop()
		if err := <-done; err != nil {
			t.Errorf("Run = %v", err)
		}
		if j, err := s.Get(t.Context(), "A"); err != nil || j.State != queue.Waiting || j.Attempt != 0 {
			t.Errorf("job after a clean stop: %+v, %v", j, err)
		}
	})
}

func TestRunner_RetriesAfterTheWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &queue.Memory{}
		must(t, s.Enqueue(t.Context(), job("A", time.Now())))
		ctx, stop := context.WithCancel(t.Context())
		var at []time.Duration
		start := time.Now()
		r := runner(s, func(context.Context, queue.Job, func(int64, int64)) error {
			at = append(at, time.Since(start))
			if len(at) == 3 {
				stop()
				return nil
			}
			return &failure.Error{Kind: failure.Transient, Op: "send", Hint: wording.Plain("später"), After: 12 * time.Second}
		})
		r.Poll = time.Second
		must(t, r.Run(ctx))
		if len(at) != 3 || at[1] < 12*time.Second || at[1] > 14*time.Second || at[2]-at[1] < 12*time.Second {
			t.Errorf("tried at %v; want not sooner than asked for", at)
		}
		if j, err := s.Get(t.Context(), "A"); err != nil || j.State != queue.Done || j.Attempt != 3 {
			t.Errorf("job: %+v, %v", j, err)
		}
	})
}

func TestRunner_ObeysACancellation(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &queue.Memory{}
		must(t, s.Enqueue(t.Context(), job("A", time.Now())))
		r := runner(s, func(ctx context.Context, _ queue.Job, _ func(int64, int64)) error {
			must(t, s.Cancel(ctx, "A", time.Now()))
			<-ctx.Done() // the heartbeat tells
			return ctx.Err()
		})
		sum, err := r.RunOnce(t.Context())
		if err != nil || sum.Cancelled != 1 {
			t.Errorf("RunOnce = %+v, %v", sum, err)
		}
	})
}

func TestRunner_ALongJobKeepsItsLease(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &queue.Memory{}
		must(t, s.Enqueue(t.Context(), job("A", time.Now())))
		r := runner(s, func(ctx context.Context, _ queue.Job, _ func(int64, int64)) error {
			select {
			case <-time.After(time.Hour):
			case <-ctx.Done():
				return ctx.Err()
			}
			if n, err := s.Rescue(ctx, time.Now(), false); n != 0 || err != nil {
				t.Errorf("the lease ran out under a living worker: %d, %v", n, err)
			}
			return nil
		})
		if sum, err := r.RunOnce(t.Context()); err != nil || sum.Done != 1 {
			t.Errorf("RunOnce = %+v, %v", sum, err)
		}
	})
}

func TestRunner_SeveralAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &queue.Memory{}
		for _, id := range []string{"A", "B", "C"} {
			must(t, s.Enqueue(t.Context(), job(id, time.Now())))
		}
		start := time.Now()
		r := runner(s, func(context.Context, queue.Job, func(int64, int64)) error {
			time.Sleep(time.Minute)
			return nil
		})
		r.Parallel = 2
		if sum, err := r.RunOnce(t.Context()); err != nil || sum.Done != 3 {
			t.Errorf("RunOnce = %+v, %v", sum, err)
		}
		if took := time.Since(start); took < 2*time.Minute || took > 2*time.Minute+10*time.Second {
			t.Errorf("three jobs of a minute, two at once, took %v", took)
		}
	})
}

func TestRunner_OnlyOneHoldsTheLock(t *testing.T) {
	s, lock := &queue.Memory{}, filepath.Join(t.TempDir(), "runner.lock")
	must(t, s.Enqueue(t.Context(), job("A", time.Now())))
	first := runner(s, func(ctx context.Context, _ queue.Job, _ func(int64, int64)) error {
		second := runner(s, nil)
		second.Lock = lock
		if _, err := second.RunOnce(ctx); !errors.Is(err, queue.ErrRunnerBusy) {
			t.Errorf("a second runner: %v, want ErrRunnerBusy", err)
		}
		return nil
	})
	first.Lock = lock
	if sum, err := first.RunOnce(t.Context()); err != nil || sum.Done != 1 {
		t.Errorf("RunOnce = %+v, %v", sum, err)
	}
	if _, err := first.RunOnce(t.Context()); err != nil {
		t.Errorf("the lock was not given back: %v", err)
	}
}

func TestRunner_LockMeansTheOldHolderIsDead(t *testing.T) {
	s := &queue.Memory{}
	must(t, s.Enqueue(t.Context(), job("A", time.Now())))
	if _, err := s.Lease(t.Context(), "killed", time.Now(), time.Hour); err != nil {
		t.Fatal(err)
	}
	r := runner(s, func(context.Context, queue.Job, func(int64, int64)) error { return nil })
	r.Lock = filepath.Join(t.TempDir(), "runner.lock")
	if sum, err := r.RunOnce(t.Context()); err != nil || sum.Done != 1 {
		t.Errorf("RunOnce = %+v, %v; want the orphan done without waiting for its lease", sum, err)
	}
}
