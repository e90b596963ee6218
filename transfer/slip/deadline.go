package slip

import "time"

// Due gives the moment a deadline of so many calendar days after start ends: the
// same time of day. It is zero where none is agreed (days below 1) or start is
// unknown.
func Due(start time.Time, days int) time.Time {
	if days < 1 || start.IsZero() {
		return time.Time{}
	}
	return start.AddDate(0, 0, days)
}

// Notice says how a deadline stands.
type Notice string

// The notices. NoDeadline is the zero value.
const (
	NoDeadline Notice = ""
	InTime     Notice = "in-time"
	Near       Notice = "near"    // within the agreed days of notice
	Overdue    Notice = "overdue" // passed
)

// NoticeAt says how the deadline due stands at now; noticeDays is how long before
// the end somebody is to be told (A3).
func NoticeAt(now, due time.Time, noticeDays int) Notice {
	switch {
	case due.IsZero():
		return NoDeadline
	case now.After(due):
		return Overdue
	case noticeDays > 0 && !now.Before(due.AddDate(0, 0, -noticeDays)):
		return Near
	}
	return InTime
}

// DaysLeft counts the whole days from now to due, negative when overdue.
func DaysLeft(now, due time.Time) int {
	return int(due.Sub(now).Hours() / 24)
}
