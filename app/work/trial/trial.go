// Package trial takes a delivery through every step for trial, in a workspace of its
// own that is thrown away (A31).
package trial

import (
	"context"

	"laufzettel/app/work/appraise"
	"laufzettel/app/work/intake"
	"laufzettel/app/work/office"
	"laufzettel/app/work/pack"
	"laufzettel/transfer"
	"laufzettel/transfer/check"
	"laufzettel/transfer/profile"
	"laufzettel/transfer/schema"
)

// Trials takes deliveries through every step for trial.
type Trials struct {
	Office *office.Office
	Intake *intake.Intake
	Claims *intake.Claims
	Desk   *appraise.Desk
	Packer *pack.Packer

	Portions *transfer.Portions
	Profiles *profile.Store
	Schemas  *schema.Store
	Engine   *check.Engine

	// Open opens another workspace; leave closes it. The house sets it.
	Open func(ctx context.Context, dir string, o office.Options) (t *Trials, leave func() error, err error)
}
