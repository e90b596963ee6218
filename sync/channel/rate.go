package channel

import "time"

// Rate estimates speed and time left from reports of progress. It weighs the
// last half minute, so that a pause shows soon and a stumble does not. The zero
// value is ready; it is not safe for concurrent use.
type Rate struct {
	samples []sample
	total   int64
}

type sample struct {
	at   time.Time
	done int64
}

const rateWindow = 30 * time.Second

// Add notes that done of total bytes were acknowledged at a moment. Going back
// (a new try) begins anew.
func (r *Rate) Add(at time.Time, done, total int64) {
	r.total = total
	if n := len(r.samples); n > 0 && done < r.samples[n-1].done {
		r.samples = r.samples[:0]
	}
	r.samples = append(r.samples, sample{at, done})
	for len(r.samples) > 2 && at.Sub(r.samples[1].at) > rateWindow {
		r.samples = r.samples[1:]
	}
}

// Now gives bytes per second and the time left; ok is false while there is
// nothing to say.
func (r *Rate) Now() (bytesPerSecond int64, left time.Duration, ok bool) {
	if len(r.samples) < 2 {
		return 0, 0, false
	}
	first, last := r.samples[0], r.samples[len(r.samples)-1]
	took := last.at.Sub(first.at)
	if took <= 0 || last.done == first.done {
		return 0, 0, false
	}
	perSecond := float64(last.done-first.done) / took.Seconds()
	return int64(perSecond), time.Duration(float64(r.total-last.done) / perSecond * float64(time.Second)), true
}
