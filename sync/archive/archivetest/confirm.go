// Package archivetest does in tests what a person of the archive does by hand.
package archivetest

import (
	"context"

	"laufzettel/sync/archive"
)

// Desk is where enrolments are confirmed.
type Desk interface {
	Lookup(ctx context.Context, code string) (archive.Application, error)
	Confirm(ctx context.Context, code string, consent archive.Consent) (archive.Client, error)
}

// Confirm compares the fingerprint with itself and confirms, also one more machine of
// an office.
func Confirm(ctx context.Context, d Desk, code string, roles ...archive.Role) (archive.Client, error) {
	app, err := d.Lookup(ctx, code)
	if err != nil {
		return archive.Client{}, err
	}
	return d.Confirm(ctx, code, archive.Consent{Fingerprint: app.Fingerprint, Join: len(app.Taken) > 0, Roles: roles})
}
