package present_test

import (
	"context"
	"errors"
	"testing"

	"laufzettel/views/present"
)

// crank is a dispatcher that waits for the test.
type crank struct{ works, updates []func() }

func (c *crank) Background(f func()) { c.works = append(c.works, f) }
func (c *crank) UI(f func())         { c.updates = append(c.updates, f) }

func (c *crank) work()   { now := c.works; c.works = nil; each(now) }
func (c *crank) update() { now := c.updates; c.updates = nil; each(now) }

func each(fs []func()) {
	for _, f := range fs {
		f()
	}
}

func TestLoader(t *testing.T) {
	tests := []struct {
		name string
		play func(c *crank, l *present.Loader[int])
		want []int
	}{
		{"one load", func(c *crank, l *present.Loader[int]) { l.Reload(); c.work(); c.update() }, []int{1}},
		{"a burst makes one more load", func(c *crank, l *present.Loader[int]) {
			l.Reload()
			l.Reload()
			l.Reload()
			c.work()
			c.update()
			c.work()
			c.update()
			c.work()
			c.update()
		}, []int{1, 2}},
		{"late after close is dropped", func(c *crank, l *present.Loader[int]) { l.Reload(); c.work(); l.Close(); c.update() }, nil},
		{"late after restart is dropped", func(c *crank, l *present.Loader[int]) {
			l.Reload()
			c.work()
			l.Restart()
			c.update()
			c.work()
			c.update()
		}, []int{2}},
		{"closed loads nothing", func(c *crank, l *present.Loader[int]) { l.Close(); l.Reload(); c.work(); c.update() }, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c, n := &crank{}, 0
			var got []int
			l := present.NewLoader(c, func(context.Context) (int, error) {
				n++
				return n, nil
			}, func(v int, _ error) { got = append(got, v) })
			tt.play(c, l)
			if len(got) != len(tt.want) {
				t.Fatalf("shown %v, want %v", got, tt.want)
			}
			for i := range got {
				if got[i] != tt.want[i] {
					t.Errorf("shown %v, want %v", got, tt.want)
				}
			}
		})
	}
}

func TestDo(t *testing.T) {
	fault := errors.New("disk full")
	for _, tt := range []struct {
		name string
		err  error
		end  bool
		told bool
	}{{"done", nil, false, true}, {"failed", fault, false, true}, {"cancelled", context.Canceled, false, false},
		{"closed meanwhile", nil, true, false}} {
		t.Run(tt.name, func(t *testing.T) {
			c, told := &crank{}, false
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			present.Do(ctx, c, func(context.Context) error { return tt.err }, func(err error) {
				told = true
				if !errors.Is(err, tt.err) {
					t.Errorf("told %v, want %v", err, tt.err)
				}
			})
			c.work()
			if tt.end {
				cancel()
			}
			c.update()
			if told != tt.told {
				t.Errorf("told %v, want %v", told, tt.told)
			}
		})
	}
}
