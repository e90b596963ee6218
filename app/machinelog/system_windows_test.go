package machinelog

import "testing"

// The event log of this system takes every kind of event, of a source nobody registered, too.
func TestSystem(t *testing.T) {
	l, err := Open("Laufzettel-Test")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range []Event{Begun, Complained, Crashed, Ended} {
		if err := l.Tell(e, "Probe aus einem Test"); err != nil {
			t.Errorf("event %d: %v", e, err)
		}
	}
	if err := l.Close(); err != nil {
		t.Error(err)
	}
}
