package window_test

import (
	"path/filepath"
	"strings"
	"testing"

	"laufzettel/app/window"
	"laufzettel/transfer/failure"
	views "laufzettel/views/settings"
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
	for _, half := range []string{"sftp://", "sftp://abgabe@", "ordner"} { // while somebody types
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
