package window_test

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	store "laufzettel/app/settings"
	"laufzettel/app/window"
	"laufzettel/app/work"
	"laufzettel/app/work/office"
	"laufzettel/sync/channel"
	"laufzettel/transfer/failure"
	views "laufzettel/views/settings/model"
	transmit "laufzettel/views/transmit/model"
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
	if set := w.Office.Settings.Get().Channel; set.Door != drop || set.RateLimit != 250_000 {
		t.Errorf("saved %+v", set)
	}
	must(t, src.TryDoor(ctx))
	st, err := src.Settings(ctx)
	must(t, err)
	if st.Channel.Door != drop || st.Channel.Rate != "250" || !strings.Contains(st.Channel.DoorTest, drop) {
		t.Errorf("shown %+v", st.Channel)
	}
	for _, half := range []string{"sftp://", "sftp://abgabe@", "s3://rechner", "ordner"} { // while somebody types
		c.Door, c.Rate = half, "2x"
		must(t, src.SaveChannel(ctx, c))
		if set := w.Office.Settings.Get().Channel; set.Door != drop || set.RateLimit != 250_000 {
			t.Errorf("%q was taken: %+v", half, set)
		}
	}
	c.Door = filepath.Join(drop, "fehlt")
	must(t, src.SaveChannel(ctx, c))
	if err := src.TryDoor(ctx); failure.KindOf(err) != failure.Transient {
		t.Errorf("a folder that is not there: %v", err)
	}
	if st, err = src.Settings(ctx); err != nil || st.Channel.DoorTest != "" {
		t.Errorf("after a failed test: %+v, %v", st.Channel, err)
	}
	c.Parallel, c.CAFile, c.CertFile, c.CertKey = "2", "/etc/archiv/ca.pem", " pc-7.pem ", "pc-7.key"
	must(t, src.SaveChannel(ctx, c))
	c.Parallel = "zwei" // as it is typed
	must(t, src.SaveChannel(ctx, c))
	if set := w.Office.Settings.Get().Channel; set.Parallel != 2 || set.CAFile != "/etc/archiv/ca.pem" || set.CertFile != "pc-7.pem" ||
		set.CertKey != "pc-7.key" {
		t.Errorf("connection %+v", set)
	}
	if st, err = src.Settings(ctx); err != nil || st.Channel.Parallel != "2" || st.Channel.CAFile != c.CAFile ||
		st.Channel.CertFile != "pc-7.pem" || st.Channel.CertKey != c.CertKey {
		t.Errorf("connection shown %+v, %v", st.Channel, err)
	}
	c.Door, c.Rate, c.Parallel = "", "", ""
	must(t, src.SaveChannel(ctx, c))
	if set := w.Office.Settings.Get().Channel; set.Door != "" || set.RateLimit != 0 {
		t.Errorf("back to the channel: %+v", set)
	}
}

// What agencies offer stands among the transmissions and can be tried and stopped there.
func TestTransmit_Offers(t *testing.T) {
	w := steady(t, t.TempDir(), "M. Ahrens")
	d := desk(t, w)
	src, ctx := window.Transmit{Desk: d}, t.Context()
	_, err := w.Doors.AddOffer(ctx, "https://amt.example/lieferung.zip", strings.Repeat("0", 64), "", w.Office.Now().Add(24*time.Hour))
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

// An offer is noted from the screen; what cannot be used is answered.
func TestTransmit_Later(t *testing.T) {
	w := steady(t, t.TempDir(), "M. Ahrens")
	src, ctx := window.Transmit{Desk: desk(t, w)}, t.Context()
	st, err := src.Transmit(ctx)
	must(t, err)
	var codes []string
	for _, r := range st.Replies {
		codes = append(codes, r.Code)
		if r.Ask == "" || r.Title == "" {
			t.Errorf("message %+v asks nothing", r)
		}
	}
	if got := strings.Join(codes, " "); got != "offer "+channel.KindArchived {
		t.Errorf("messages %q", got)
	}
	for _, tt := range []struct{ id, code, told, want string }{
		{"", "offer", "https://amt.example/lieferung.zip", "zwei Angaben"},
		{"", "offer", "ftp://amt.example/x " + strings.Repeat("0", 64), "https-Adresse"},
		{"", "offer", "https://amt.example/x 0000", "Prüfsumme"},
		{"", channel.KindArchived, "nur-eine", "zwei Angaben"},
		{"upload-1", channel.KindRetention, "irgendwann", "2056-12-31"},
		{"upload-1", channel.KindRetention, "2056-12-31", "keine vom Archiv angenommene Lieferung"},
	} {
		if err := src.Reply(ctx, tt.id, tt.code, tt.told); failure.KindOf(err) != failure.Refused ||
			!strings.Contains(failure.HintOf(err).In("de"), tt.want) {
			t.Errorf("%s %q: %v, want Refused with %q", tt.code, tt.told, err, tt.want)
		}
	}
	must(t, src.Reply(ctx, "", "offer", "https://amt.example/lieferung.zip  "+strings.Repeat("0", 64)))
	if all, err := w.Doors.Offers(ctx); err != nil || len(all) != 1 || all[0].Name != "lieferung.zip" {
		t.Errorf("offers %+v, %v", all, err)
	}
}

// Fetch plans are entered, shown and acted on from the screen Übertragung.
func TestTransmit_Plans(t *testing.T) {
	w := steady(t, t.TempDir(), "M. Ahrens")
	src, ctx := window.Transmit{Desk: desk(t, w)}, t.Context()
	plans := func() []transmit.Plan {
		t.Helper()
		st, err := src.Transmit(ctx)
		must(t, err)
		return st.Plans
	}
	good := transmit.NewPlan{Link: "http://127.0.0.1:1/export.zip", Digest: "http://127.0.0.1:1/export.zip.sha256", Every: "1d"}
	for what, bad := range map[string]transmit.NewPlan{"no link": {Digest: good.Digest, Every: "1d"},
		"no digest": {Link: good.Link, Every: "1d"},
		"no rhythm": {Link: good.Link, Digest: good.Digest},
		"no time":   {Link: good.Link, Digest: good.Digest, Every: "1d", First: "morgen"}} {
		if err := src.AddPlan(ctx, bad); failure.KindOf(err) != failure.Refused {
			t.Errorf("%s: %v, want Refused", what, err)
		}
	}
	must(t, src.AddPlan(ctx, good))
	all := plans()
	if len(all) != 1 || all[0].Name != "export.zip" || all[0].Paused || !strings.Contains(all[0].Told, "alle 1d") ||
		!strings.Contains(all[0].Told, "noch nicht gelaufen") {
		t.Fatalf("plans %+v", all)
	}
	must(t, src.ActPlan(ctx, all[0].ID, transmit.RunPlan))
	if _, err := w.Doors.FetchDue(ctx, nil); err != nil {
		t.Fatal(err)
	}
	if got := plans()[0].Told; !strings.Contains(got, "nicht erreichbar") {
		t.Errorf("after a run nobody answered: %q", got)
	}
	must(t, src.ActPlan(ctx, all[0].ID, transmit.PausePlan))
	if got := plans()[0]; !got.Paused || !strings.Contains(got.Told, "ausgesetzt") {
		t.Errorf("paused %+v", got)
	}
	must(t, src.ActPlan(ctx, all[0].ID, transmit.ResumePlan))
	must(t, src.ActPlan(ctx, all[0].ID, transmit.RemovePlan))
	if err := src.ActPlan(ctx, all[0].ID, transmit.RunPlan); failure.KindOf(err) != failure.Refused || len(plans()) != 0 {
		t.Errorf("a removed plan: %v, %+v", err, plans())
	}
	if err := src.ActPlan(ctx, "eins", transmit.RunPlan); failure.KindOf(err) != failure.Refused {
		t.Errorf("no number: %v", err)
	}
}

// A device is enrolled by files from the settings; what is missing is told.
func TestSettings_EnrolByFile(t *testing.T) {
	w, err := work.Open(t.Context(), t.TempDir(), office.Options{Person: "M. Ahrens", KeyWork: 4,
		Passphrase: func() (string, error) { return "nur für den Test", nil }})
	must(t, err)
	t.Cleanup(func() { _ = w.Close() })
	must(t, w.Office.Settings.Change(func(s *store.Settings) { s.Channel.KeyStore = office.FileStore }))
	src, ctx, file := window.Settings{Desk: desk(t, w)}, t.Context(), filepath.Join(t.TempDir(), "anmeldung.json")
	must(t, src.EnrolExport(ctx, file))
	if err := src.EnrolExport(ctx, file); failure.KindOf(err) != failure.Refused {
		t.Errorf("over a file: %v", err)
	}
	st, err := src.Settings(ctx)
	if err != nil || st.Channel.Fingerprint == "" || st.Channel.Enrolled {
		t.Errorf("after the export %+v, %v", st.Channel, err)
	}
	for _, path := range []string{file, file + ".fehlt"} {
		if err := src.EnrolImport(ctx, path, ""); failure.KindOf(err) != failure.Refused {
			t.Errorf("%s: %v, want Refused", path, err)
		}
	}
}
