package queue

import "time"

func anyone(Job) error { return nil }

func heldBy(owner string) func(Job) error {
	return func(j Job) error {
		if j.State != Running || j.Owner != owner {
			return ErrNotOwner
		}
		return nil
	}
}

func (r Result) change(now time.Time) change {
	return change{now: now, notBefore: r.NotBefore, reason: r.Reason, detail: r.Detail}
}
