package workspace

import (
	"net/url"
	"strings"

	"laufzettel/app/settings"
	"laufzettel/transfer/failure"
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
func (w *Workspace) Kiosk() bool { return w.Settings.Get().Person.Role == settings.ReadingRoom }

// Staff refuses what readers may not do; op names it for logs.
func (w *Workspace) Staff(op string) error {
	if !w.Kiosk() {
		return nil
	}
	return failure.New(failure.Refused, op, "Das steht an einem Leseplatz nicht zur Verfügung. Bitte an die Aufsicht wenden.")
}
