package window_test

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"laufzettel/app/window"
	"laufzettel/transfer/failure"
	views "laufzettel/views/settings"
	"laufzettel/views/transmit"
)

// The other way for packages and their speed are saved once they are whole.
func TestSettings_Door(t *testing.T) {
	w := steady(t, t.TempDir(), "M. Ahrens")
	src, ctx, drop := window.Settings{Desk: desk(t, w)}, t.Context(), t.TempDir()
	if err := src.TryDoor(ctx); failure.KindOf(err) != failure.Refused {
		t.Errorf("trying the channel: %v, want Refused", err)
	}
	c := views.Channel{Person: "M. Ahrens", Archive: "Landesarchiv Musterland", Door: drop, Rate: "250"}
	must(t, src.SaveChannel(ctx, c))
	if set := w.Settings.Get().Channel; set.Door != drop || set.RateLimit != 250_000 {
		t.Errorf("saved %+v", set)
	}
	must(t, src.TryDoor(ctx))
	st, err := src.Settings(ctx)
	must(t, err)
	if st.Channel.Door != drop || st.Channel.Rate != "250" || !strings.Contains(st.Channel.DoorState, drop) {
		t.Errorf("shown %+v", st.Channel)
	}
	for _, half := range []string{"sftp://", "sftp://abgabe@", "s3://rechner", "ordner"} { // while somebody types
		c.Door, c.Rate = half, "2x"
		must(t, src.SaveChannel(ctx, c))
		if set := w.Settings.Get().Channel; set.Door != drop || set.RateLimit != 250_000 {
			t.Errorf("%q was taken: %+v", half, set)
		}
	}
	c.Door = filepath.Join(drop, "fehlt")
	must(t, src.SaveChannel(ctx, c))
	if err := src.TryDoor(ctx); failure.KindOf(err) != failure.Transient {
		t.Errorf("a folder that is not there: %v", err)
	}
	if st, err = src.Settings(ctx); err != nil || st.Channel.DoorState != "" {
		t.Errorf("after a failed test: %+v, %v", st.Channel, err)
	}
	c.Door, c.Rate = "", ""
	must(t, src.SaveChannel(ctx, c))
	if set := w.Settings.Get().Channel; set.Door != "" || set.RateLimit != 0 {
		t.Errorf("back to the channel: %+v", set)
	}
}

// What agencies offer stands among the transmissions and can be tried and stopped there.
func TestTransmit_Offers(t *testing.T) {
	w := steady(t, t.TempDir(), "M. Ahrens")
	d := desk(t, w)
	src, ctx := window.Transmit{Desk: d}, t.Context()
	_, err := w.AddOffer(ctx, "https://amt.example/lieferung.zip", strings.Repeat("0", 64), "", w.Now().Add(24*time.Hour))
	must(t, err)
	offer := func() transmit.Job {
		t.Helper()
		st, err := src.Transmit(ctx)
		must(t, err)
		if len(st.Jobs) != 1 {
			t.Fatalf("jobs %+v, want the offer", st.Jobs)
		}
		return st.Jobs[0]
	}
	j := offer()
	if j.Direction != transmit.Down || j.State != transmit.Waiting || j.Name != "lieferung.zip" || !strings.Contains(j.Answer, "abgeholt") {
		t.Errorf("offer %+v", j)
	}
	must(t, src.Cancel(ctx, j.ID))
	if j = offer(); j.State != transmit.NeedsYou || j.Answer == "" {
		t.Errorf("stopped %+v", j)
	}
	if lines, err := src.History(ctx, j.ID); err != nil || len(lines) != 1 {
		t.Errorf("history %+v, %v", lines, err)
	}
	must(t, src.Retry(ctx, j.ID))
	if j = offer(); j.State != transmit.Waiting {
		t.Errorf("tried again %+v", j)
	}
	if err := src.Cancel(ctx, "offer-99"); failure.KindOf(err) != failure.Refused {
		t.Errorf("an unknown offer: %v", err)
	}
}
