package work_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"time"

	"laufzettel/app/work"
	"laufzettel/app/work/office"
	"laufzettel/app/work/outbox"
	"laufzettel/sync/door"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/generate"
)

// exporter is a place that offers an export and its digest.
type exporter struct {
	*httptest.Server
	data    []byte
	status  int // 0: as usual
	fetched int // how often the export itself was asked for
	digests int // how often its digest was told in full
}

func newExporter(t *testing.T) *exporter {
	t.Helper()
	o := &exporter{}
	o.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if o.status != 0 {
			w.WriteHeader(o.status)
			return
		}
		sum := sha256.Sum256(o.data)
		if strings.HasSuffix(r.URL.Path, ".sha256") {
			w.Header().Set("ETag", `"`+hex.EncodeToString(sum[:4])+`"`)
			if r.Header.Get("If-None-Match") == w.Header().Get("ETag") {
				w.WriteHeader(http.StatusNotModified)
				return
			}
			o.digests++
			fmt.Fprintf(w, "%x  export.zip\n", sum)
			return
		}
		o.fetched++
		http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(o.data))
	}))
	t.Cleanup(o.Close)
	return o
}

// TestPlans_FetchWhatIsNewAndNothingTwice runs a daily plan over some days: what
// is new becomes a portion, what was there is not fetched again, a fault leaves
// the plan as it was.
func TestPlans_FetchWhatIsNewAndNothingTwice(t *testing.T) {
	first, err := os.ReadFile(delivery(t, generate.Plan{Seed: 3, Documents: 1}))
	must(t, err)
	second, err := os.ReadFile(delivery(t, generate.Plan{Seed: 4, Documents: 1}))
	must(t, err)
	o := newExporter(t)
	o.data = first
	now := time.Date(2026, 11, 21, 13, 0, 0, 0, time.UTC)
	w, err := work.Open(t.Context(), t.TempDir(), office.Options{Now: func() time.Time { return now }, Person: "M. Ahrens"})
	must(t, err)
	t.Cleanup(func() { _ = w.Close() })
	p, err := w.Doors.AddPlan(t.Context(), o.URL+"/export.zip", o.URL+"/export.zip.sha256", "", "1d", now)
	must(t, err)
	plan := func() door.Plan {
		t.Helper()
		all, err := w.Doors.Plans(t.Context())
		if err != nil || len(all) != 1 || all[0].State != door.PlanActive {
			t.Fatalf("plans %+v, %v", all, err)
		}
		return all[0]
	}
	step := func(what string, want outbox.OfferRound, outcome door.PlanOutcome) door.Plan {
		t.Helper()
		if !w.Doors.OfferDue(t.Context()) {
			t.Errorf("%s: nothing is due", what)
		}
		if got, err := w.Doors.FetchDue(t.Context(), nil); err != nil || got != want {
			t.Fatalf("%s: %+v, %v; want %+v", what, got, err, want)
		}
		if w.Doors.OfferDue(t.Context()) {
			t.Errorf("%s: still due", what)
		}
		if got := plan(); got.Outcome != outcome || !got.Looked.Equal(now) {
			t.Errorf("%s: plan %+v, want %s", what, got, outcome)
		}
		return plan()
	}
	got := step("first day", outbox.OfferRound{Fetched: 1}, door.PlanOffered)
	if got.OfferState != door.OfferFetched || got.Portion == "" || !got.Next.Equal(now.Add(24*time.Hour)) {
		t.Errorf("after the first day %+v", got)
	}
	now = now.Add(24*time.Hour + 5*time.Minute)
	got = step("second day, unchanged", outbox.OfferRound{Unchanged: 1}, door.PlanUnchanged)
	if o.fetched != 1 || o.digests != 1 {
		t.Errorf("fetched %d times, the digest %d times", o.fetched, o.digests)
	}
	if want := time.Date(2026, 11, 23, 13, 0, 0, 0, time.UTC); !got.Next.Equal(want) {
		t.Errorf("next %v, want %v: the rhythm keeps its hour", got.Next, want)
	}

	now, o.status = got.Next, http.StatusBadGateway
	got = step("third day, down", outbox.OfferRound{Waiting: 1}, door.PlanWaiting)
	if !got.Next.Equal(now.Add(time.Minute)) || got.Reason == "" || got.OfferState != door.OfferFetched {
		t.Errorf("while it is down %+v", got)
	}
	now = got.Next
	if got = step("and again", outbox.OfferRound{Waiting: 1}, door.PlanWaiting); !got.Next.Equal(now.Add(2 * time.Minute)) {
		t.Errorf("the pause does not grow: %+v", got)
	}
	now, o.status, o.data = got.Next, 0, second
	step("back with something new", outbox.OfferRound{Fetched: 1}, door.PlanOffered)
	now = plan().Next
	o.status = http.StatusGone
	got = step("taken away", outbox.OfferRound{Stopped: 1}, door.PlanFailed)
	if !strings.Contains(got.Reason, "410") || !got.Next.After(now.Add(23*time.Hour)) {
		t.Errorf("taken away: %+v", got)
	}
	now, o.status, o.data = got.Next, 0, first
	step("the old one is back", outbox.OfferRound{Unchanged: 1}, door.PlanUnchanged)
	if portions, err := w.Intake.Portions.List(t.Context()); err != nil || len(portions) != 2 {
		t.Errorf("%d portions, %v; want 2", len(portions), err)
	}

	must(t, w.Doors.PausePlan(t.Context(), p.ID))
	now = now.Add(100 * 24 * time.Hour)
	if w.Doors.OfferDue(t.Context()) {
		t.Error("a paused plan is due")
	}
	must(t, w.Doors.ResumePlan(t.Context(), p.ID))
	if w.Doors.OfferDue(t.Context()) || !plan().Next.After(now) {
		t.Errorf("a resumed plan makes up for what it missed: %+v", plan())
	}
	must(t, w.Doors.RunPlan(t.Context(), p.ID))
	step("by hand", outbox.OfferRound{Unchanged: 1}, door.PlanUnchanged)
	must(t, w.Doors.RemovePlan(t.Context(), p.ID))
	if err := w.Doors.RunPlan(t.Context(), p.ID); failure.KindOf(err) != failure.Refused {
		t.Errorf("a removed plan: %v", err)
	}
}

// TestPlans_WrongDigestIsTriedAgain: the digest was put there before the file. The
// offer stops, the plan tries again the next time; a person's stop holds.
func TestPlans_WrongDigestIsTriedAgain(t *testing.T) {
	data, err := os.ReadFile(delivery(t, generate.Plan{Seed: 5, Documents: 1}))
	must(t, err)
	o := newExporter(t)
	o.data = []byte("noch die alte Fassung")
	now := time.Date(2026, 11, 21, 13, 0, 0, 0, time.UTC)
	w, err := work.Open(t.Context(), t.TempDir(), office.Options{Now: func() time.Time { return now }, Person: "M. Ahrens"})
	must(t, err)
	t.Cleanup(func() { _ = w.Close() })
	sum := sha256.Sum256(data)
	p, err := w.Doors.AddPlan(t.Context(), o.URL+"/export.zip", hex.EncodeToString(sum[:]), "", "6h", now)
	must(t, err)
	round := func(want outbox.OfferRound) {
		t.Helper()
		if got, err := w.Doors.FetchDue(t.Context(), nil); err != nil || got != want {
			t.Fatalf("%+v, %v; want %+v", got, err, want)
		}
	}
	round(outbox.OfferRound{Stopped: 1})
	all, err := w.Doors.Plans(t.Context())
	if err != nil || !strings.Contains(all[0].Reason, "Prüfsumme") {
		t.Errorf("the plan tells %+v, %v", all, err)
	}
	now, o.data = now.Add(6*time.Hour), data
	round(outbox.OfferRound{Fetched: 1})
	must(t, w.Doors.RunPlan(t.Context(), p.ID))
	round(outbox.OfferRound{Unchanged: 1})
	o.data = append(data, 0) // lies there under the old digest
	must(t, w.Doors.RunPlan(t.Context(), p.ID))
	round(outbox.OfferRound{Stopped: 1})
	all, err = w.Doors.Plans(t.Context())
	if err != nil || all[0].Outcome != door.PlanFailed || !strings.Contains(all[0].Reason, "etwas anderes") {
		t.Errorf("the plan tells %+v, %v", all, err)
	}
	if o.fetched > 5 {
		t.Errorf("asked for the file %d times", o.fetched)
	}

	other, err := w.Doors.AddPlan(t.Context(), o.URL+"/zwei.zip", strings.Repeat("0", 64), "", "6h", now)
	must(t, err)
	o.status = http.StatusBadGateway
	round(outbox.OfferRound{Waiting: 1})
	all, err = w.Doors.Plans(t.Context())
	must(t, err)
	must(t, w.Doors.StopOffer(t.Context(), all[1].Offer))
	must(t, w.Doors.RemovePlan(t.Context(), p.ID))
	now = all[1].Next
	round(outbox.OfferRound{})
	if all, err = w.Doors.Plans(t.Context()); err != nil || !strings.Contains(all[0].Reason, "Von Hand") {
		t.Errorf("what a person stopped is fetched again: %+v, %v", all, err)
	}
	must(t, w.Doors.RunPlan(t.Context(), other.ID))
	round(outbox.OfferRound{Waiting: 1})
}
