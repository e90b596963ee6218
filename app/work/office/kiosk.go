package office

import (
	"context"
	"net/url"
	"slices"
	"strings"

	"laufzettel/app/settings"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/people"
	"laufzettel/transfer/wording"
)

// Scheme is the URL scheme by which an archive management system opens an object
// here (A21): laufzettel:PID, laufzettel://open/PID, laufzettel:?pid=… or ?ref=….
const Scheme = "laufzettel"

// ParseURL gives the persistent identifier or reference code that a URL of our
// scheme names; false where s is no such URL.
func ParseURL(s string) (key string, ours bool) {
	if len(s) <= len(Scheme) || !strings.EqualFold(s[:len(Scheme)+1], Scheme+":") {
		return "", false
	}
	u, err := url.Parse(s)
	if err != nil {
		return "", true
	}
	for _, name := range []string{"pid", "ref"} {
		if v := u.Query().Get(name); v != "" {
			return v, true
		}
	}
	rest := u.Opaque
	if rest == "" {
		rest = strings.TrimPrefix(u.Host+u.EscapedPath(), "open/")
	}
	key, err = url.PathUnescape(strings.Trim(rest, "/"))
	if err != nil || len(key) > 1000 || strings.ContainsFunc(key, func(r rune) bool { return r < 0x20 }) {
		return "", true
	}
	return key, true
}

// Kiosk tells whether readers themselves work here (role reading-room): then only
// released objects of the catalog are shown, on whatever way they are asked for.
func (of *Office) Kiosk() bool { return of.Settings.Get().Person.Role == settings.ReadingRoom }

// Staff refuses what readers may not do; op names it for logs.
func (of *Office) Staff(op string) error {
	if !of.Kiosk() {
		return nil
	}
	return failure.New(failure.Refused, op, wording.Say("hint.office.not-for-readers"))
}

// MayChangePlace is asked before a setting is changed; role is the role set by it,
// "" for any other setting. At a reader's place only an administrator of the
// register changes settings, with the own key; and a reader's place that nobody
// could leave again is not made.
func (of *Office) MayChangePlace(ctx context.Context, role settings.Role) error {
	const op = "change reader's place"
	switch {
	case of.Kiosk():
		if of.Person() == "" {
			return failure.New(failure.Refused, op, wording.Say("hint.office.readers-place-settings"))
		}
		_, err := of.Allow(ctx, people.People, op)
		return err
	case role != settings.ReadingRoom:
		return nil
	}
	all, err := of.People.List(ctx)
	if err != nil {
		return err
	}
	if slices.ContainsFunc(all, func(p people.Person) bool {
		key, has := p.Current()
		return p.Active && has && key.Place == FileStore && slices.Contains(p.Roles, people.Administrator)
	}) {
		return nil
	}
	return failure.New(failure.Refused, op, wording.Say("hint.office.readers-place-leave"))
}
