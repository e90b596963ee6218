package intake

import (
	"context"

	"laufzettel/transfer/prepare"
)

// DigestAt gives the digest of a profile as it was when the self-check ran.
func (room *Intake) DigestAt(ctx context.Context, id string, version int) (string, error) {
	taken, ok, err := room.Prepare.TakenProfile(ctx, id)
	if err != nil || ok && taken.Version == version {
		return taken.Digest, err
	}
	history, err := room.Profiles.History(ctx, id)
	if err != nil {
		return "", err
	}
	for _, v := range history {
		if v.Number == version {
			return prepare.Digest(&v.Profile), nil
		}
	}
	return "", nil
}
