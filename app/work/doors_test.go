package work_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"laufzettel/app/work/outbox"
	"laufzettel/sync/door"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/generate"
)

// TestOffers_FetchedAndTakenIn fetches a delivery behind a link; it becomes one
// portion, however often the round is repeated.
func TestOffers_FetchedAndTakenIn(t *testing.T) {
	data, err := os.ReadFile(delivery(t, generate.Plan{Seed: 3, Documents: 1}))
	must(t, err)
	asked, down := 0, true
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked++
		if down {
			w.WriteHeader(http.StatusServiceUnavailable)
			return
		}
		http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(data))
	}))
	defer srv.Close()
	w := open(t, t.TempDir(), "M. Ahrens")
	sum := sha256.Sum256(data)
	good, err := w.Doors.AddOffer(t.Context(), srv.URL+"/lieferung.zip", hex.EncodeToString(sum[:]), "", w.Office.Now())
	must(t, err)
	bad, err := w.Doors.AddOffer(t.Context(), srv.URL+"/andere.zip", strings.Repeat("0", 64), "", w.Office.Now())
	must(t, err)
	_, err = w.Doors.AddOffer(t.Context(), srv.URL+"/spaeter.zip", strings.Repeat("0", 64), "", w.Office.Now().Add(24*time.Hour))
	must(t, err)
	if got, err := w.Doors.FetchDue(t.Context(), nil); err != nil || got != (outbox.OfferRound{Waiting: 2}) {
		t.Fatalf("while nobody delivers: %+v, %v", got, err)
	}
	if got, err := w.Doors.FetchDue(t.Context(), nil); err != nil || got != (outbox.OfferRound{}) || asked != 2 {
		t.Errorf("at once again: %+v, %v, asked %d times", got, err, asked)
	}
	down = false
	must(t, w.Doors.RetryOffer(t.Context(), good.ID))
	must(t, w.Doors.RetryOffer(t.Context(), bad.ID))
	if !w.Doors.OfferDue(t.Context()) {
		t.Error("nothing is due after a retry")
	}
	if got, err := w.Doors.FetchDue(t.Context(), nil); err != nil || got != (outbox.OfferRound{Fetched: 1, Stopped: 1}) {
		t.Fatalf("when it delivers: %+v, %v", got, err)
	}
	all, err := w.Doors.Offers(t.Context())
	must(t, err)
	if all[0].State != door.OfferFetched || all[0].Portion == "" || all[1].State != door.OfferStopped ||
		!strings.Contains(all[1].Reason, "Prüfsumme") || all[2].State != door.OfferWaiting {
		t.Errorf("offers %+v", all)
	}
	portions, err := w.Intake.Portions.List(t.Context())
	if err != nil || len(portions) != 1 || portions[0].ID != all[0].Portion || portions[0].Name != "lieferung.zip" {
		t.Fatalf("portions %+v, %v", portions, err)
	}
	if left, err := filepath.Glob(filepath.Join(w.Office.Dir, "offers", "*", "lieferung*")); err != nil || len(left) != 0 {
		t.Errorf("left of the fetched file: %v, %v", left, err)
	}
}

func TestDoor_ChosenAndRefused(t *testing.T) {
	w := open(t, t.TempDir(), "M. Ahrens")
	if err := w.Doors.TryDoor(t.Context()); failure.KindOf(err) != failure.Refused {
		t.Errorf("trying the channel: %v", err)
	}
	if err := w.Doors.SetDoor(t.Context(), outbox.Door{Address: "irgendwo"}); failure.KindOf(err) != failure.Refused {
		t.Errorf("no address: %v", err)
	}
	must(t, w.Doors.SetDoor(t.Context(), outbox.Door{Address: t.TempDir()}))
	must(t, w.Doors.TryDoor(t.Context()))
	if _, err := w.Doors.AddOffer(t.Context(), "https://amt.example/", strings.Repeat("0", 64), "a/b",
		w.Office.Now()); failure.KindOf(err) != failure.Refused {
		t.Errorf("a name with a path: %v", err)
	}
	must(t, w.Doors.SetDoor(t.Context(), outbox.Door{}))
	if w.Doors.Door() != (outbox.Door{}) {
		t.Errorf("back to the channel: %+v", w.Doors.Door())
	}
}
