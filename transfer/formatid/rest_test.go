package formatid

import (
	"errors"
	"testing"

	"github.com/richardlehane/siegfried"
)

// Siegfried is loaded when it is asked for and again after it rested; one that could not be
// loaded is tried again.
func TestLazily(t *testing.T) {
	loads, fail := 0, errors.New("no signatures")
	l := &lazily{load: func() (*siegfried.Siegfried, error) {
		if loads++; loads == 1 {
			return nil, fail
		}
		return &siegfried.Siegfried{}, nil
	}}
	for i, tt := range []struct {
		rest bool
		want int
		err  error
	}{{false, 1, fail}, {false, 2, nil}, {false, 2, nil}, {true, 3, nil}, {false, 3, nil}} {
		if tt.rest {
			l.rest()
		}
		sf, err := l.get()
		if loads != tt.want || !errors.Is(err, tt.err) || (sf == nil) != (tt.err != nil) {
			t.Errorf("call %d: %d loads, %v, %v, want %d, %v", i, loads, sf, err, tt.want, tt.err)
		}
	}
}

// An identifier that rested answers as before.
func TestIdentifier_Rest(t *testing.T) {
	id, err := Load("")
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		id.Rest()
		if err := id.selfCheck(); err != nil {
			t.Error(err)
		}
		if _, err := id.sf(); err != nil {
			t.Error(err)
		}
	}
	(&Identifier{}).Rest() // another set stays
}
