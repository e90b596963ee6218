package intake

import (
	"context"
	"errors"

	"laufzettel/transfer/prepare"
	"laufzettel/transfer/profile"
)

// ProfileState says which state of a profile holds: the archive's own number,
// also where the profile came from it as a signed file.
func (room *Intake) ProfileState(ctx context.Context, p *profile.Profile) (prepare.ProfileState, error) {
	if p == nil {
		return prepare.ProfileState{}, nil
	}
	s := prepare.ProfileState{ID: p.ID, Digest: prepare.Digest(p)}
	if taken, ok, err := room.Prepare.TakenProfile(ctx, p.ID); err != nil {
		return s, err
	} else if ok && taken.Digest == s.Digest {
		s.Version = taken.Version
		return s, nil
	}
	history, err := room.Profiles.History(ctx, p.ID)
	if err != nil && !errors.Is(err, profile.ErrNotFound) {
		return s, err
	}
	for _, v := range history {
		if prepare.Digest(&v.Profile) == s.Digest {
			s.Version = v.Number
			break
		}
	}
	return s, nil
}
