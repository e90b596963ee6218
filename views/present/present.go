// Package present carries work of presenters across threads: snapshots that are
// loaded in the background and shown on the UI thread, and single actions. It
// knows neither Fyne nor any room of the business. Results that come after Close, or after a
// newer question was asked, are dropped.
package present

import (
	"context"
	"errors"
)

// Dispatcher is where work crosses threads; kit.Live in the program, presenttest.Cranked
// in tests.
type Dispatcher interface {
	Background(work func())
	UI(update func())
}

// Loader loads snapshots of T. All methods belong to the UI thread.
type Loader[T any] struct {
	run     Dispatcher
	load    func(context.Context) (T, error)
	show    func(T, error)
	ctx     context.Context
	cancel  context.CancelFunc
	running bool
	again   bool
	age     int
}

// NewLoader makes a loader; load runs in the background, show on the UI thread.
func NewLoader[T any](run Dispatcher, load func(context.Context) (T, error), show func(T, error)) *Loader[T] {
	l := &Loader[T]{run: run, load: load, show: show}
	l.ctx, l.cancel = context.WithCancel(context.Background())
	return l
}

// Context ends with Close.
func (l *Loader[T]) Context() context.Context { return l.ctx }

// Reload asks for a fresh snapshot. While one is under way, any number of calls
// make one more load.
func (l *Loader[T]) Reload() {
	if l.ctx.Err() != nil {
		return
	}
	if l.running {
		l.again = true
		return
	}
	l.running = true
	age := l.age
	ctx := l.ctx
	l.run.Background(func() {
		got, err := l.load(ctx)
		l.run.UI(func() { l.arrived(age, got, err) })
	})
}

// Restart forgets the load under way: its result is dropped when it comes. For a
// change of what is asked for.
func (l *Loader[T]) Restart() {
	l.age++
	l.running, l.again = false, false
	l.Reload()
}

func (l *Loader[T]) arrived(age int, got T, err error) {
	if l.ctx.Err() != nil || age != l.age {
		return
	}
	l.running = false
	if !errors.Is(err, context.Canceled) {
		l.show(got, err)
	}
	if l.again {
		l.again = false
		l.Reload()
	}
}

// Close cancels the work; nothing is shown afterwards.
func (l *Loader[T]) Close() { l.cancel() }

// Do runs one action in the background and tells its outcome on the UI thread. A
// cancelled context is not an error to be shown and done is not called.
func Do(ctx context.Context, run Dispatcher, work func(context.Context) error, done func(error)) {
	run.Background(func() {
		err := work(ctx)
		run.UI(func() {
			if ctx.Err() == nil && !errors.Is(err, context.Canceled) {
				done(err)
			}
		})
	})
}
