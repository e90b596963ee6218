package door_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"laufzettel/app/store"
	"laufzettel/sync/door"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/samples"
)

func TestParseEvery(t *testing.T) {
	day := 24 * time.Hour
	for in, want := range map[string]time.Duration{"30m": 30 * time.Minute, "15m": 15 * time.Minute, "6h": 6 * time.Hour, "1d": day,
		" 2W ": 14 * day, "täglich": day, "weekly": 7 * day, "366d": 366 * day,
		"14m": 0, "0d": 0, "-1d": 0, "367d": 0, "d": 0, "": 0, "1,5h": 0, "1y": 0, "9999999999d": 0, "morgen": 0} {
		got, err := door.ParseEvery(in)
		if got != want || (err == nil) != (want > 0) || err != nil && failure.KindOf(err) != failure.Refused {
			t.Errorf("%q = %v, %v; want %v", in, got, err, want)
		}
		if want > 0 {
			if again, err := door.ParseEvery(door.FormatEvery(got)); again != got || err != nil {
				t.Errorf("%v written as %q, read as %v, %v", got, door.FormatEvery(got), again, err)
			}
		}
	}
}

// Whole days keep their hour when summer time begins and ends; missed times are
// not made up for.
func TestNextRegular(t *testing.T) {
	berlin, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Skip("no time zones here: " + err.Error())
	}
	at := func(s string) time.Time {
		v, err := time.ParseInLocation("2006-01-02 15:04", s, berlin)
		must(t, err)
		return v
	}
	for _, tt := range []struct {
		regular, now string
		every        time.Duration
		want         string
	}{
		{"2026-11-21 22:00", "2026-11-21 13:00", 24 * time.Hour, "2026-11-21 22:00"},
		{"2026-11-21 22:00", "2026-11-21 22:00", 24 * time.Hour, "2026-11-22 22:00"},
		{"2026-03-28 22:00", "2026-03-28 22:05", 24 * time.Hour, "2026-03-29 22:00"}, // 23 hours
		{"2026-10-24 22:00", "2026-10-25 21:30", 24 * time.Hour, "2026-10-25 22:00"}, // 25 hours
		{"2026-01-01 22:00", "2026-11-21 13:00", 7 * 24 * time.Hour, "2026-11-26 22:00"},
		{"2026-11-21 10:00", "2026-11-21 13:10", 30 * time.Minute, "2026-11-21 13:30"},
		{"2026-11-21 10:00", "2026-11-21 13:30", 30 * time.Minute, "2026-11-21 14:00"},
	} {
		got := door.NextRegular(at(tt.regular), at(tt.now), tt.every, berlin)
		if !got.Equal(at(tt.want)) {
			t.Errorf("after %s, every %v from %s: %v, want %s", tt.now, tt.every, tt.regular, got.In(berlin), tt.want)
		}
	}
}

func openPlans(t *testing.T) (door.Plans, door.Offers) {
	t.Helper()
	db, err := store.Open(t.Context(), filepath.Join(t.TempDir(), "w.db"), store.Room{Name: door.Room, Migrations: door.Migrations})
	must(t, err)
	t.Cleanup(func() { _ = db.Close() })
	return door.Plans{DB: db}, door.Offers{DB: db}
}

func TestPlans_KeptAndRefused(t *testing.T) {
	plans, offers := openPlans(t)
	now := time.Date(2026, 11, 21, 13, 0, 0, 0, time.UTC)
	sum := strings.Repeat("ab", 32)
	good := door.Plan{Link: "https://amt.example/export.zip", DigestLink: "https://amt.example/export.zip.sha256", Name: "export.zip",
		Person: "M. Ahrens", EverySeconds: 86400, Next: now.Add(time.Hour)}
	p, err := plans.Add(t.Context(), good, now)
	must(t, err)
	if due, err := plans.List(t.Context(), now); err != nil || len(due) != 0 {
		t.Errorf("due before its time: %+v, %v", due, err)
	}
	o, err := offers.Add(t.Context(), door.Offer{Link: good.Link, Digest: sum, Name: "x", Person: "y", Due: now}, now)
	must(t, err)
	next := now.Add(25 * time.Hour)
	must(t, plans.Looked(t.Context(), p.ID, door.PlanOffered, "", o.ID, door.Sighting{Digest: sum, Tag: `"1"`}, next, next, now))
	must(t, offers.Stop(t.Context(), o.ID, "Die Prüfsumme stimmt nicht.", now))
	p, err = plans.Get(t.Context(), p.ID)
	want := good
	want.ID, want.State, want.Next, want.Regular, want.Outcome, want.Looked = p.ID, door.PlanActive, next, next, door.PlanOffered, now
	want.Offer, want.OfferState, want.Reason = o.ID, door.OfferStopped, "Die Prüfsumme stimmt nicht."
	if diff := cmp.Diff(want, p, cmp.FilterPath(func(p cmp.Path) bool {
		n := p.Last().String()
		return n == ".tag" ||
			n == ".seen"
	}, cmp.Ignore())); err != nil || diff != "" {
		t.Errorf("plan: %v\n%s", err, diff)
	}
	must(t, plans.Pause(t.Context(), p.ID))
	if due, err := plans.List(t.Context(), next); err != nil || len(due) != 0 {
		t.Errorf("a paused plan is due: %+v, %v", due, err)
	}
	must(t, plans.Resume(t.Context(), p.ID, now))
	if due, err := plans.List(t.Context(), now); err != nil || len(due) != 1 {
		t.Errorf("a resumed plan: %+v, %v", due, err)
	}
	good.EverySeconds, good.Digest, good.DigestLink = 3600, sum, ""
	again, err := plans.Add(t.Context(), good, now)
	if err != nil || again.ID != p.ID || again.EverySeconds != 3600 || again.Outcome != "" || again.DigestLink != "" || again.Offer != 0 {
		t.Errorf("the same link changed: %+v, %v", again, err)
	}
	for name, bad := range map[string]door.Plan{
		"plain http":     {Link: "http://amt.example/x", Digest: sum, EverySeconds: 3600},
		"no digest":      {Link: "https://amt.example/x", EverySeconds: 3600},
		"short digest":   {Link: "https://amt.example/x", Digest: "abc", EverySeconds: 3600},
		"digest by ftp":  {Link: "https://amt.example/x", DigestLink: "ftp://amt.example/x", EverySeconds: 3600},
		"too often":      {Link: "https://amt.example/x", Digest: sum, EverySeconds: 60},
		"password in it": {Link: "https://a:b@amt.example/x", Digest: sum, EverySeconds: 3600},
	} {
		if _, err := plans.Add(t.Context(), bad, now); failure.KindOf(err) != failure.Refused {
			t.Errorf("%s: %v, want Refused", name, err)
		}
	}
	must(t, plans.Remove(t.Context(), p.ID))
	if _, err := plans.Get(t.Context(), p.ID); failure.KindOf(err) != failure.Refused {
		t.Errorf("a removed plan: %v", err)
	}
}

func TestLook_FindsTheDigest(t *testing.T) {
	a, b := strings.Repeat("a1", 32), strings.Repeat("b2", 64)
	for name, tt := range map[string]struct {
		body   string
		status int
		want   string
		kind   failure.Kind
	}{
		"alone":             {body: a, want: a},
		"with mark and CR":  {body: "\ufeff" + strings.ToUpper(a) + "\r\n", want: a},
		"sha512sum":         {body: b + " *export.zip\n", want: b},
		"one of several":    {body: a + "  andere.zip\n" + b + "  ./out/export.zip\n", want: b},
		"BSD":               {body: "# Liste\nSHA256 (andere.zip) = " + b + "\nSHA256 (export.zip) = " + a + "\n", want: a},
		"none of the names": {body: a + "  eins.zip\n" + b + "  zwei.zip\n", kind: failure.Refused},
		"a page":            {body: "<html>Anmeldung</html>", kind: failure.Refused},
		"nothing":           {body: "", kind: failure.Refused},
		"too long":          {body: strings.Repeat(a+"  export.zip\n", 2000), kind: failure.Refused},
		"gone":              {status: http.StatusNotFound, kind: failure.Refused},
		"down":              {status: http.StatusBadGateway, kind: failure.Transient},
	} {
		srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			if tt.status != 0 {
				w.WriteHeader(tt.status)
			}
			fmt.Fprint(w, tt.body)
		}))
		s, err := door.Look(t.Context(), nil, door.Plan{Link: srv.URL + "/out/export.zip", DigestLink: srv.URL + "/SUMS"}, false)
		if s.Digest != tt.want || err != nil && failure.KindOf(err) != tt.kind || (err == nil) != (tt.want != "") {
			t.Errorf("%s: %+v, %v; want %q", name, s, err, tt.want)
		}
		srv.Close()
	}
	if _, err := door.Look(t.Context(), nil, door.Plan{DigestLink: "http://127.0.0.1:1/x"},
		false); failure.KindOf(err) != failure.Transient {
		t.Errorf("nobody there: %v", err)
	}
}

// A file with one digest is not fetched again; that something else lies there now
// is told as long as nobody enters a new digest.
func TestLook_AgainAfterFetching(t *testing.T) {
	plans, _ := openPlans(t)
	tag, status, asked := `"1"`, http.StatusOK, ""
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked += r.Method + " "
		w.Header().Set("ETag", tag)
		w.WriteHeader(status)
	}))
	defer srv.Close()
	now := time.Date(2026, 11, 21, 13, 0, 0, 0, time.UTC)
	p, err := plans.Add(t.Context(), door.Plan{Link: srv.URL + "/x.zip", Digest: strings.Repeat("0", 64), Name: "x.zip", EverySeconds: 3600,
		Next: now}, now)
	must(t, err)
	look := func(fetched bool) door.Sighting {
		t.Helper()
		p, err := plans.Get(t.Context(), p.ID)
		must(t, err)
		s, err := door.Look(t.Context(), nil, p, fetched)
		must(t, err)
		must(t, plans.Looked(t.Context(), p.ID, door.PlanUnchanged, "", 0, s, now, now, now))
		return s
	}
	if s := look(false); asked != "" || s.Digest != p.Digest {
		t.Errorf("before fetching: asked %q, %+v", asked, s)
	}
	for range 2 {
		if look(true).Changed {
			t.Error("told as changed, but it is as it was")
		}
	}
	if asked != "HEAD HEAD " {
		t.Errorf("as it was: asked %q", asked)
	}
	status = http.StatusMethodNotAllowed
	if look(true).Changed {
		t.Error("a place that answers no HEAD has something new")
	}
	status, tag = http.StatusOK, `"2"`
	for i := range 2 {
		if !look(true).Changed {
			t.Errorf("look %d: something else lies there, and it is not told", i+1)
		}
	}
}

func FuzzLook_DigestFile(f *testing.F) {
	f.Add(strings.Repeat("a1", 32) + "  x.zip\n")
	f.Add("SHA512 (x.zip) = " + strings.Repeat("b2", 64))
	f.Add("SHA256 () = \n(\n*\n")
	for _, data := range samples.Seeds(f, 20, samples.Named(".txt", ".md5"), "manifeste") {
		f.Add(string(data))
	}
	f.Fuzz(func(t *testing.T, text string) {
		got, err := door.FindDigest(text, "https://amt.example/x.zip")
		if (err == nil) != (door.CheckDigest(got) == nil) {
			t.Errorf("%q, %v", got, err)
		}
	})
}
