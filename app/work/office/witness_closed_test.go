package office

import "testing"

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
