package accession

import (
	"testing"
	"time"

	"laufzettel/transfer/profile"
	"laufzettel/transfer/slip"
)

// The confirmed slip tells the last day of the delivery: days for the delivery after
// the days for the appraisal; a day the agency named itself stays.
func TestDeliveryDeadline(t *testing.T) {
	offered := time.Date(2026, 3, 2, 12, 0, 0, 0, time.Local)
	own := []slip.Deadline{{Step: slip.Delivered, Day: time.Date(2026, 4, 1, 0, 0, 0, 0, time.UTC)}}
	for _, tt := range []struct {
		name                string
		named               []slip.Deadline
		appraisal, transfer int
		want                string
	}{
		{"none agreed", nil, 0, 0, ""},
		{"delivery alone", nil, 0, 30, "2026-04-01"},
		{"after the appraisal", nil, 10, 30, "2026-04-11"},
		{"named by the agency", own, 10, 60, "2026-04-01"},
	} {
		p := &profile.Profile{Deadlines: profile.Deadlines{AppraisalDays: tt.appraisal, TransferDays: tt.transfer}}
		got := ""
		for _, d := range deliveryDeadline(tt.named, p, offered) {
			got += d.Day.Format(time.DateOnly)
		}
		if got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
	if got := deliveryDeadline(own, nil, offered); len(got) != 1 {
		t.Errorf("without a profile: %v", got)
	}
}
