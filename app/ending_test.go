package app

import (
	"testing"

	"fyne.io/fyne/v2"
)

// gone is the window of a toolkit that has come to its end: to ask anything of it panics.
type gone struct{ fyne.Window }

// hidden counts how often a window is hidden.
type hidden struct {
	fyne.Window
	times int
}

func (h *hidden) Hide() { h.times++ }

// The program ends once, whoever comes first: the window that is closed, or the toolkit that
// came back by itself and has no window any more.
func TestEnding(t *testing.T) {
	shut, window := 0, &hidden{}
	for _, tt := range []struct {
		name string
		e    *ending
		ends []func(*ending)
	}{
		{"the window closes", &ending{window: window}, []func(*ending){(*ending).run, (*ending).left}},
		{"the toolkit comes back", &ending{window: gone{}}, []func(*ending){(*ending).left, (*ending).run}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			shut = 0
			codes := []int{}
			tt.e.close, tt.e.exit = func() { shut++ }, func(code int) { codes = append(codes, code) }
			for _, end := range tt.ends {
				end(tt.e)
			}
			if shut != 1 || len(codes) != 1 || codes[0] != 0 {
				t.Errorf("closed %d times, ended with %v", shut, codes)
			}
		})
	}
	if window.times != 1 {
		t.Errorf("hidden %d times", window.times)
	}
}
