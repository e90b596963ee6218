package office

import (
	"testing"

	"laufzettel/transfer/events"
)

// What the check learned of an offer may be gone once the accession is closed, and not
// before: an offer is never packaged, so that it stays appraised to the end.
func TestFold_Closed(t *testing.T) {
	says := func(table string, set map[string]string) *held {
		return (*held)(nil).with(statedRow{Table: table, Set: set})
	}
	offer := says(tablePortion, map[string]string{"state": "tappraised", "accession_id": "tZ1"})
	for _, tt := range []struct {
		name      string
		accession *held
		want      bool
	}{
		{"closed", says(tableAcc, map[string]string{"state": "tclosed"}), true},
		{"cleared", says(tableAcc, map[string]string{"state": "tcleared"}), false},
		{"nothing stated of it", &held{}, false},
		{"unknown", nil, false},
	} {
		f := &fold{rows: map[string]map[string]*held{tableAcc: {}}}
		if tt.accession != nil {
			f.rows[tableAcc][joinKey([]string{"Z1"})] = tt.accession
		}
		if got := f.closed(offer); got != tt.want {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
	}
}

// Rows of one statement share what they say only where they say the same, however a value reads.
func TestHeld_SharesOnlyWhatIsAlike(t *testing.T) {
	l := newLikeness(events.Event{Seq: 7, Actor: "M. Ahrens"}, false)
	row := func(set map[string]string) *held {
		h := &held{}
		h.lay(statedRow{Table: tableAcc, Set: set}, l)
		return h
	}
	one, two := row(map[string]string{"a": "t1\x00b\x00t2"}), row(map[string]string{"a": "t1", "b": "t2"})
	if one.cell("b").value != "" || two.cell("a").value != "t1" || two.cell("b").value != "t2" {
		t.Errorf("one value taken for two: %q, %q, %q", one.cell("b").value, two.cell("a").value, two.cell("b").value)
	}
	alike := row(map[string]string{"b": "t2", "a": "t1"})
	if &alike.alike[0] != &two.alike[0] || alike.cell("a").seq != 7 {
		t.Error("what is alike is kept twice")
	}
	alike.lay(statedRow{Table: tableAcc, Set: map[string]string{"a": "t3"}}, l)
	if alike.cell("a").value != "t3" || two.cell("a").value != "t1" {
		t.Errorf("a change of one row is seen in another: %q and %q", alike.cell("a").value, two.cell("a").value)
	}
}
