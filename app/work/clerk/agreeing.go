package clerk

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"laufzettel/transfer/events"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/people"
	"laufzettel/transfer/profile"
)

// SetProfileFields changes statements of a profile by their names and stores it as
// a new version (A27, A32); a profile that is not there is begun where new is set.
// Errors: Refused for an unknown field or profile, and with every fault of the
// profile as it would be.
func (ck *Clerk) SetProfileFields(ctx context.Context, id string, values map[string]string, begin bool) (*profile.Profile, error) {
	if err := ck.Office.May(ctx, people.Profile); err != nil {
		return nil, err
	}
	p, err := ck.Profiles.Get(ctx, id)
	if errors.Is(err, profile.ErrNotFound) && begin {
		p, err = &profile.Profile{ID: id, AgencyID: id}, nil
	}
	if errors.Is(err, profile.ErrNotFound) {
		return nil, failure.New(failure.Refused, "find profile "+id, fmt.Sprintf("Ein Profil „%s“ gibt es nicht. „profile list“ zeigt alle.", id))
	}
	if err != nil {
		return nil, err
	}
	for name, value := range values {
		f, ok := profile.FieldNamed(name)
		if !ok {
			return nil, failure.New(failure.Refused, "set "+name, fmt.Sprintf("Eine Angabe „%s“ hat ein Profil nicht. „profile fields“ zeigt und erklärt alle.", name))
		}
		if err := f.Set(p, value); err != nil {
			return nil, err
		}
	}
	if p.NoSecondPerson && !ck.Office.Settings.Get().Alone {
		return nil, failure.New(failure.Refused, "set profile "+id, "Ohne zweite Person geht es nur, wo die Richtlinie der Administration es zulässt.")
	}
	n, err := ck.Profiles.Save(ctx, *p, ck.Office.Actor())
	if invalid, ok := errors.AsType[*profile.Invalid](err); ok {
		return nil, failure.Wrap(failure.Refused, "save profile", strings.TrimSpace("Das Profil ist so nicht gültig und bleibt, wie es war:\n"+invalid.Error()), err)
	}
	if err != nil {
		return nil, err
	}
	return p, ck.Office.Store.WithTx(ctx, ck.Log.Entry(ctx, ck.Office.Event(events.Configured, "profile", id, fmt.Sprintf("version %d", n), nil)))
}
