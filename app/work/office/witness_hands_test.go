package office

import (
	"testing"
	"time"

	"laufzettel/appraisal/merge"
	"laufzettel/transfer/events"
	"laufzettel/transfer/people"
)

// What is said to have been decided here before the founding act needs a person who
// signs that it comes along now.
func TestDecidedHere_BeforeTheFoundingAct(t *testing.T) {
	at := time.Date(2026, 11, 2, 9, 0, 0, 0, time.UTC)
	early := merge.Known{Statement: merge.Statement{ID: "a", Object: "O1", Act: merge.Decide, Rating: "V", Actor: "M. Ahrens",
		At: at.Add(-time.Hour)}, Own: true}
	for _, tt := range []struct {
		name string
		who  *author
		want bool
	}{
		{"unsigned", nil, false},
		{"somebody without the right", &author{id: "U2", name: "R. Leser", roles: []people.Role{people.ReadingRoom}}, false},
		{"who may share it", &author{id: "U1", name: "J. Beyer", roles: []people.Role{people.Archivist}}, true},
	} {
		f := newFold(nil)
		f.taken, f.takenAt = 1, at
		if got := f.decidedHere(events.Event{At: at.Add(time.Hour), Type: events.Stated}, tt.who, early, "P1",
			&statement{}); got != tt.want {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
	}
}
