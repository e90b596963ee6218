package accession

import (
	"context"
	"errors"

	"laufzettel/transfer/failure"
)

// SweepCopies removes every copy whose time is over, also those a crash left
// behind, and ends a removal of traces that was cut short. Window and command line
// call it at each start (A23, G13).
func (cl *Ending) SweepCopies() error {
	cl.Intake.SweepHalves()
	err := cl.Scrub(context.Background())
	if failure.KindOf(err) == failure.Transient {
		err = nil // somebody reads; the next start tries again
	}
	return errors.Join(err, cl.Uses.EndCopies(false))
}
