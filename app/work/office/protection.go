package office

import (
	"context"
	"fmt"

	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
)

// Protection says whether the disk of the workspace is encrypted (G17).
type Protection string

// The answers. Where the system cannot say, the disk counts as unprotected.
const (
	Protected         Protection = "protected"
	Unprotected       Protection = "unprotected"
	ProtectionUnknown Protection = "unknown"
)

// Protection asks the system whether the disk of the workspace is encrypted, by
// BitLocker on Windows, by dm-crypt (LUKS) on Linux.
func (of *Office) Protection(ctx context.Context) Protection {
	if of.Opts.Protection != nil {
		return of.Opts.Protection(of.Dir)
	}
	return protection(ctx, of.Dir)
}

// MayTakeOut tells what the person should know about the disk before records are
// taken out to it; "" where it is encrypted. Error: Refused where a policy forbids
// an unprotected one.
func (of *Office) MayTakeOut(ctx context.Context) (warning string, err error) {
	p := of.Protection(ctx)
	if p == Protected {
		return "", nil
	}
	text := wording.Kept("protection.plain")
	if p == ProtectionUnknown {
		text = wording.Kept("protection.unknown")
	}
	if only := of.Settings.Policy().ProtectedOnly; only != nil && *only {
		return "", failure.New(failure.Refused, fmt.Sprintf("take out to a disk that is %s", p),
			wording.Say("hint.office.disk-unprotected", text))
	}
	return wording.Kept("protection.lost", text), nil
}
