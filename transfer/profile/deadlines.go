package profile

import "time"

// Due is when an agreed deadline ends and from when a notice is shown (A3).
type Due struct {
	End    time.Time // last moment, exclusive: the start of the day after
	Notice time.Time // from here on a notice is shown; zero = no notice agreed
}

// due counts calendar days from the day of start in start's own location; the
// deadline ends with the last day. ok is false where nothing is agreed.
func (d Deadlines) due(start time.Time, days int) (Due, bool) {
	if days <= 0 || start.IsZero() {
		return Due{}, false
	}
	y, m, day := start.Date()
	end := time.Date(y, m, day+days+1, 0, 0, 0, 0, start.Location())
	out := Due{End: end}
	if d.NoticeDays > 0 {
		ey, em, ed := end.Date()
		out.Notice = time.Date(ey, em, ed-d.NoticeDays, 0, 0, 0, 0, start.Location())
	}
	return out, true
}

// Appraisal is the deadline for appraising what was offered on the given day
// (source 004, 2.1: six months in Saxony).
func (d Deadlines) Appraisal(offered time.Time) (Due, bool) { return d.due(offered, d.AppraisalDays) }

// Transfer is the deadline for delivering what was appraised.
func (d Deadlines) Transfer(appraised time.Time) (Due, bool) { return d.due(appraised, d.TransferDays) }

// Redelivery is the deadline for delivering again what was claimed.
func (d Deadlines) Redelivery(claimed time.Time) (Due, bool) {
	return d.due(claimed, d.RedeliveryDays)
}

// State of a deadline at a moment.
type DueState string

// The states.
const (
	DueOpen DueState = "open" // nothing to tell yet
	DueSoon DueState = "soon" // within the notice
	DuePast DueState = "past" // ended
)

// At gives the state at now.
func (d Due) At(now time.Time) DueState {
	switch {
	case !now.Before(d.End):
		return DuePast
	case !d.Notice.IsZero() && !now.Before(d.Notice):
		return DueSoon
	}
	return DueOpen
}
