package clerk

import (
	"context"
	"errors"
	"fmt"
	"strconv"

	"laufzettel/transfer/events"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/people"
	"laufzettel/transfer/profile"
	"laufzettel/transfer/wording"
)

// BeginProfile begins the profile of one more agency under the first free id of the
// form stelle-N; name gives what it is called until somebody says.
func (ck *Clerk) BeginProfile(ctx context.Context, name func(n int) string) (id string, err error) {
	for n := 1; ; n++ {
		id := "stelle-" + strconv.Itoa(n)
		_, err := ck.Profiles.Get(ctx, id)
		if errors.Is(err, profile.ErrNotFound) {
			_, err = ck.SetProfileFields(ctx, id, map[string]string{"agency": name(n)}, true)
			return id, err
		}
		if err != nil {
			return "", err
		}
	}
}

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
		return nil, failure.Wrap(failure.Refused, "find profile "+id, wording.Say("hint.cli.no-such-profile", id), err)
	}
	if err != nil {
		return nil, err
	}
	for name, value := range values {
		f, ok := profile.FieldNamed(name)
		if !ok {
			return nil, failure.New(failure.Refused, "set "+name, wording.Say("hint.clerk.no-such-field", name))
		}
		if err := f.Set(p, value); err != nil {
			return nil, err
		}
	}
	if p.NoSecondPerson && !ck.Office.Settings.Get().Alone {
		return nil, failure.New(failure.Refused, "set profile "+id, wording.Say("hint.clerk.second-person-policy"))
	}
	n, err := ck.Profiles.Save(ctx, *p, ck.Office.Actor())
	if invalid, ok := errors.AsType[*profile.Invalid](err); ok {
		return nil, failure.Wrap(failure.Refused, "save profile", wording.Say("hint.clerk.profile-stays", invalid.Words()), err)
	}
	if err != nil {
		return nil, err
	}
	return p, ck.Office.Store.WithTx(ctx, ck.Log.Entry(ctx, ck.Office.Event(events.Configured, "profile", id, fmt.Sprintf("version %d", n),
		nil)))
}
