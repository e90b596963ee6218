package window

import (
	"context"
	"slices"

	"laufzettel/app/settings"
	"laufzettel/app/work"
	"laufzettel/transfer/people"
)

// RoleOf gives by which role the person at work has screens: the role of the settings
// where the person has it, else the first one of the register. A workspace that knows
// no person goes by the settings; none means archivist.
func RoleOf(ctx context.Context, w *work.House) settings.Role {
	set := w.Office.Settings.Get().Person.Role
	if set == "" {
		set = settings.Archivist
	}
	if w.Office.Kiosk() && !w.Office.SignedIn() {
		return settings.ReadingRoom // a name given at the start is no proof there
	}
	x, ok := w.Office.Acting(ctx)
	if !ok {
		return set
	}
	order := []struct {
		have people.Role
		as   settings.Role
	}{{people.Archivist, settings.Archivist}, {people.Clerk, settings.Clerk}, {people.ReadingRoom, settings.ReadingRoom},
		{people.Second, settings.Archivist}, {people.Administrator, settings.Administrator}}
	for _, r := range order {
		if r.as == set && slices.Contains(x.Roles, r.have) {
			return r.as
		}
	}
	for _, r := range order {
		if slices.Contains(x.Roles, r.have) {
			return r.as
		}
	}
	return set
}
