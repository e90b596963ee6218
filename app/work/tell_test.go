package work_test

import (
	"database/sql"
	"io"
	"net/http"
	"path/filepath"
	"strings"
	"testing"

	"laufzettel/viewer/access"
)

// asArchive asks the database of the receiver one value.
func (h house) asArchive(t *testing.T, query string, args ...any) string {
	t.Helper()
	db, err := sql.Open("sqlite", "file:"+filepath.ToSlash(filepath.Join(filepath.Dir(h.Office.Dir), "archiv", "archiv.db"))+
		"?_pragma=busy_timeout(10000)")
	must(t, err)
	defer func() { must(t, db.Close()) }()
	var v sql.NullString
	must(t, db.QueryRowContext(t.Context(), query, args...).Scan(&v))
	return v.String
}

// What a person decides on closure and grants reaches the archive with the next sending,
// once, and again when it has changed; it names no application and no reader.
func TestTelling_ClosuresAndGrants(t *testing.T) {
	ctx := t.Context()
	h := enrolled(t)
	p := h.taken(t, markedDelivery(t))
	d := h.doom(t, p)
	pid := h.packageOf(t, d.portion.ID)
	send := func() { t.Helper(); _, err := h.Outbox.SendOnce(ctx, nil); must(t, err) }
	send()
	before := h.asArchive(t, "SELECT count(*) FROM archive_closure")
	_, err := h.Gate.DecideClosure(ctx, pid, "bund", access.Facts{End: "2020-12-31", Personal: true, Died: "2025-01-01"})
	must(t, err)
	send()
	if got := h.asArchive(t,
		"SELECT grade || ' ' || until_day FROM archive_closure ORDER BY received_at DESC, sequence DESC LIMIT 1"); !strings.HasPrefix(got,
		"object 20") {
		t.Fatalf("the archive knows %q", got)
	}
	must(t, h.Gate.NoteGrant(ctx, access.Grant{PID: pid, Application: "Az. 4711", Reader: "R. Leser", Rights: []access.Right{access.Read}}))
	send()
	grants := h.asArchive(t, "SELECT grants FROM archive_closure ORDER BY sequence DESC LIMIT 1")
	if !strings.Contains(grants, `"id"`) || strings.Contains(grants, "4711") || strings.Contains(grants, "Leser") {
		t.Errorf("grants %s", grants)
	}
	told := h.asArchive(t, "SELECT count(*) FROM archive_closure")
	send()
	if again := h.asArchive(t, "SELECT count(*) FROM archive_closure"); again != told || told == before {
		t.Errorf("%s told, %s after nothing has changed, %s at first", told, again, before)
	}
	must(t, h.Gate.RevokeGrant(ctx, "Az. 4711", pid))
	send()
	if grants := h.asArchive(t, "SELECT grants FROM archive_closure ORDER BY sequence DESC LIMIT 1"); strings.Contains(grants, `"id"`) {
		t.Errorf("a grant that has ended still stands: %s", grants)
	}
	if person := h.asArchive(t, "SELECT person FROM archive_closure ORDER BY sequence DESC LIMIT 1"); person != "M. Ahrens" {
		t.Errorf("stated by %q", person)
	}
	sound(t, h.House)
}

// aged is the way to an archive whose program knows nothing of closures and orders.
type aged struct{ http.RoundTripper }

// RoundTrip implements http.RoundTripper.
func (a aged) RoundTrip(q *http.Request) (*http.Response, error) {
	resp, err := a.RoundTripper.RoundTrip(q)
	if err != nil || q.URL.Path != "/v1/" {
		return resp, err
	}
	_ = resp.Body.Close() // nothing of it is needed
	resp.Body =
		io.NopCloser(strings.NewReader(`{"protocol":"laufzettel/1","features":["archived","letters","reading","retention","worklists"]}`))
	return resp, nil
}

// An older archive is sent nothing it would keep unread, and the person is told so.
func TestTelling_AnArchiveTooOldIsNamed(t *testing.T) {
	ctx := t.Context()
	h := enrolled(t)
	h.Office.Channel.HTTP.Transport = aged{h.Office.Channel.HTTP.Transport}
	d := h.doom(t, h.taken(t, markedDelivery(t)))
	_, err := h.Outbox.SendOnce(ctx, nil)
	must(t, err)
	_, err = h.Gate.DecideClosure(ctx, h.packageOf(t, d.portion.ID), "bund",
		access.Facts{End: "2020-12-31", Personal: true, Died: "2025-01-01"})
	must(t, err)
	told, err := h.Telling.TellArchive(ctx)
	if must(t, err); told.Beyond != 1 || told.Closures+told.Orders+told.Waiting != 0 {
		t.Errorf("%+v", told)
	}
	_, err = h.Outbox.SendOnce(ctx, nil)
	must(t, err)
	if n := h.asArchive(t, "SELECT count(*) FROM archive_message WHERE kind IN ('closure', 'order')"); n != "0" {
		t.Errorf("%s messages to an archive that reads none", n)
	}
}

// packageOf gives the identifier of the first archival package of a portion.
func (h house) packageOf(t *testing.T, portion string) string {
	t.Helper()
	all, err := h.Intake.Portions.Packages(t.Context(), portion)
	must(t, err)
	for _, p := range all {
		if p.Kind == "aip" {
			return p.PID
		}
	}
	t.Fatal("no package")
	return ""
}
