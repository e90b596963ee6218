package office

import "testing"

// What the check learned of an offer may be gone once the accession is closed, and not
// before: an offer is never packaged, so that it stays appraised to the end.
func TestFold_Closed(t *testing.T) {
	offer := &held{key: []string{"P1"}, set: map[string]cell{"state": {value: "tappraised"}, "accession_id": {value: "tZ1"}}}
	for _, tt := range []struct {
		name      string
		accession *held
		want      bool
	}{
		{"closed", &held{set: map[string]cell{"state": {value: "tclosed"}}}, true},
		{"cleared", &held{set: map[string]cell{"state": {value: "tcleared"}}}, false},
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
