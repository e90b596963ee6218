package main

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"laufzettel/sync/archive"
	"laufzettel/sync/channel"
	"laufzettel/sync/queue"
	"laufzettel/sync/receipt"
	"laufzettel/sync/sign"
)

// Persons who sign are kept, listed and revoked in PostgreSQL as in SQLite
// (docs/protocol.md 19).
func TestDistributed_Persons(t *testing.T) {
	distributed(t)
	address := startPostgres(t)
	db, err := openDB(t.Context(), address)
	must(t, err)
	t.Cleanup(func() { _ = db.Close() })
	key, err := sign.Generate()
	must(t, err)
	var a http.Handler
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { a.ServeHTTP(w, r) }))
	t.Cleanup(srv.Close)
	a, err = archive.New(t.Context(), archive.Config{Dir: t.TempDir(), DB: db, Name: "Musterarchiv", PublicURL: srv.URL, Key: key,
		RequirePersons: true})
	must(t, err)
	c := newClient(t, srv.URL)
	c.enrol(address)

	person, err := sign.Generate()
	must(t, err)
	post := func(name string, signed bool) queue.Job {
		t.Helper()
		content := []byte(`{"format":"laufzettel-clearance/1","accession":"` + name +
			`","confirmation":"","person":"M. Ahrens","time":"2026-11-21T09:00:00Z"}`)
		must(t, os.WriteFile(filepath.Join(c.root, name), content, 0o600))
		o := channel.Order{Peer: c.url, Path: name, Kind: channel.KindClearance, To: "Amt"}
		if signed {
			statement := receipt.Message{Kind: o.Kind, To: o.To, Content: content}.Statement()
			o.Hand, err = receipt.Hand{Person: "M. Ahrens", Roles: []string{"archivist"}, Statement: statement,
				At: time.Now()}.Seal(t.Context(), person)
			must(t, err)
		}
		j, err := channel.MessageJob(name, o, time.Now())
		must(t, err)
		must(t, c.queue.Enqueue(t.Context(), j))
		return c.settle(j.ID)
	}
	if j := post("ohne.json", false); j.State != queue.NeedsAdmin {
		t.Errorf("without the person: %s %q", j.State, j.Reason)
	}
	for _, name := range []string{"eins.json", "zwei.json"} { // known from the second time on
		if j := post(name, true); j.State != queue.Done {
			t.Fatalf("%s: %s %q (%s)", name, j.State, j.Reason, j.Detail)
		}
	}
	if code, out, errs := call(t, "persons", "--db", address); code != 0 || strings.Count(out, "M. Ahrens") != 1 ||
		strings.Contains(out, "revoked") {
		t.Errorf("persons: %d %s %s", code, out, errs)
	}
	if code, _, errs := call(t, "persons", "--db", address, "--revoke", "FREMD", "--sure"); code != 2 || errs == "" {
		t.Errorf("an unknown key: %d %s", code, errs)
	}
	if code, out, errs := call(t, "persons", "--db", address, "--revoke", person.ID(), "--sure"); code != 0 ||
		!strings.Contains(out, "revoked") {
		t.Errorf("revoke: %d %s %s", code, out, errs)
	}
	if j := post("drei.json", true); j.State != queue.NeedsAdmin {
		t.Errorf("after the end of the key: %s %q", j.State, j.Reason)
	}
}
