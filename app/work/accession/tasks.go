package accession

import (
	"context"
	"time"

	"laufzettel/sync/queue"
	"laufzettel/transfer"
	"laufzettel/transfer/check"
	"laufzettel/transfer/slip"
)

// Task is a portion that waits for somebody here: its next step, how much that weighs,
// and by when it is due.
type Task struct {
	Portion  transfer.Portion
	Next     Next
	Severity check.Severity // "" weighs nothing
	Deadline time.Time      // the last moment, zero where none counts any more
	Notice   slip.Notice    // how near it is
}

// Tasks gives the portions that somebody here has to do something about, of those a
// charge covers (none is all), and how many others ask for something; busy says which
// are being worked on. What a checked portion asks for is told by its numbers alone:
// this list is read as often as the screen that shows it is drawn.
func (bk *Books) Tasks(ctx context.Context, charge []string, busy func(portion string) bool) (mine []Task, others int, err error) {
	list, err := bk.Portions.List(ctx)
	if err != nil {
		return nil, 0, err
	}
	notices, err := bk.Intake.Notices(ctx)
	if err != nil {
		return nil, 0, err
	}
	near := map[string]slip.Notice{}
	for _, n := range notices {
		near[n.Portion.ID] = n.State
	}
	for _, p := range list {
		if busy(p.ID) || StepOf(p).Waits() {
			continue
		}
		if !InCharge(charge, p) {
			if StepOf(p) != "" {
				others++
			}
			continue
		}
		n := Next{Portion: p.ID, Name: p.Name, State: p.State, Step: NextDecide, Errors: p.Errors, Warnings: p.Warnings, Held: p.Fault}
		if StepOf(p) != NextDecide {
			if n, err = bk.NextOf(ctx, p); err != nil {
				return nil, 0, err
			}
		}
		if !n.Step.asks() {
			continue
		}
		t := Task{Portion: p, Next: n, Severity: weight(p, n)}
		if !p.Due.IsZero() && !p.State.Judged() { // the deadline is that of the appraisal
			t.Deadline, t.Notice = p.Due.Add(-time.Millisecond), near[p.ID] // not the day after
		}
		mine = append(mine, t)
	}
	return mine, others, nil
}

// asks reports whether a step asks something of somebody here; the end of an accession
// does, though its agency has to speak first.
func (s NextStep) asks() bool {
	return !s.Waits() && s != NextAnswer || s == NextDeletion
}

// weight is how much a step matters: what stands still or has errors most, then what
// has warnings or waits for a second person.
func weight(p transfer.Portion, n Next) check.Severity {
	switch {
	case p.Fault != "" && (n.Step == NextCheck || n.Step == NextDecide), n.Step == NextDecide && n.Errors > 0:
		return check.Error
	case n.Step == NextDecide && n.Warnings > 0, n.Step == NextRelease:
		return check.Warning
	}
	return ""
}

// Weight is how much a job matters that stands still until somebody looks at it; "" for
// every other job.
func Weight(j queue.Job) check.Severity {
	switch {
	case j.State == queue.Damaged:
		return check.Error
	case j.State.Stuck():
		return check.Warning
	}
	return ""
}
