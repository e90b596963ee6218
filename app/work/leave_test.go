package work_test

import (
	"strings"
	"testing"
	"time"

	"laufzettel/app/settings"
	"laufzettel/app/work"
	"laufzettel/app/work/office"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/people"
)

// A curious reader does not leave the reader's place: not by a name, not by another
// role's key, not by guessing; the administrator with the key file does.
func TestLeavePlace(t *testing.T) {
	at := time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)
	w, err := work.Open(t.Context(), t.TempDir(), office.Options{Now: func() time.Time { return at }, Person: "M. Ahrens",
		KeyWork: cheapKey})
	must(t, err)
	t.Cleanup(func() { must(t, w.Close()) })
	ctx := t.Context()
	must(t, w.Office.May(ctx, people.People))
	if err := w.Uses.MakePlace(ctx); failure.KindOf(err) != failure.Refused || w.Office.Kiosk() {
		t.Errorf("a place that nobody could leave was made: %v", err)
	}
	_, err = w.Office.PersonKey(ctx, "M. Ahrens", "nur für den Test")
	must(t, err)
	_, err = w.Office.AddPerson(ctx, people.Person{Name: "J. Beyer", Roles: []people.Role{people.Archivist, people.ReadingRoom}}, "geheim")
	must(t, err)
	_, err = w.Office.AddPerson(ctx, people.Person{Name: "O. Nekey", Roles: []people.Role{people.Administrator}}, "")
	must(t, err)
	must(t, w.Office.SignIn(ctx, "J. Beyer", "geheim"))
	if err := w.Uses.MakePlace(ctx); failure.KindOf(err) != failure.Refused || w.Office.Kiosk() {
		t.Errorf("an archivist made a reader's place: %v", err)
	}
	must(t, w.Office.SignIn(ctx, "M. Ahrens", "nur für den Test"))
	if err := w.Uses.LeavePlace(ctx, "M. Ahrens", "nur für den Test"); failure.KindOf(err) != failure.Refused {
		t.Errorf("left what is no reader's place: %v", err)
	}
	must(t, w.Uses.MakePlace(ctx))
	if !w.Office.Kiosk() || w.Office.SignedIn() {
		t.Fatalf("kiosk %v, signed in %v", w.Office.Kiosk(), w.Office.SignedIn())
	}
	hints := map[string]bool{}
	for _, try := range [][2]string{{"", ""}, {"M. Ahrens", ""}, {"M. Ahrens", "geraten"}, {"J. Beyer", "geheim"}, {"O. Nekey", "egal"}} {
		err := w.Uses.LeavePlace(ctx, try[0], try[1])
		if failure.KindOf(err) != failure.Refused || !w.Office.Kiosk() || w.Office.SignedIn() || w.Office.Staff("try") == nil {
			t.Fatalf("%v left the place: %v", try, err)
		}
		hints[failure.HintOf(err).In("de")] = true
	}
	if len(hints) != 1 {
		t.Errorf("the refusals tell who is who: %v", hints)
	}
	if err := w.Uses.LeavePlace(ctx, "M. Ahrens", "nur für den Test"); !strings.Contains(failure.HintOf(err).In("de"), "zehn Minuten") ||
		!w.Office.Kiosk() {
		t.Errorf("after five wrong ones: %v", err)
	}
	at = at.Add(11 * time.Minute)
	must(t, w.Uses.LeavePlace(ctx, "m. ahrens ", "nur für den Test"))
	if w.Office.Kiosk() || w.Office.Settings.Get().Person.Role != settings.Archivist || w.Office.Person() != "M. Ahrens" {
		t.Errorf("role %q, person %q", w.Office.Settings.Get().Person.Role, w.Office.Person())
	}
	log, err := w.Office.Events(ctx, "place")
	must(t, err)
	refused := 0
	for _, e := range log {
		if e.Type == "place-left" && e.Outcome == "refused" {
			refused++
		}
	}
	if refused != 5 || log[len(log)-1].Outcome != "ok" {
		t.Errorf("%d attempts in the log: %+v", refused, log)
	}
}

// Wrong attempts outlive the program, a clock put back and a damaged note; the one
// with the right passphrase waits with everybody and begins afresh.
func TestLeavePlaceAfterRestart(t *testing.T) {
	at := time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)
	dir, ctx := t.TempDir(), t.Context()
	open := func() *work.House {
		w, err := work.Open(ctx, dir, office.Options{Now: func() time.Time { return at }, KeyWork: cheapKey})
		must(t, err)
		t.Cleanup(func() { must(t, w.Close()) })
		return w
	}
	w, err := work.Open(ctx, dir, office.Options{Now: func() time.Time { return at }, Person: "M. Ahrens", KeyWork: cheapKey})
	must(t, err)
	must(t, w.Office.May(ctx, people.People))
	_, err = w.Office.PersonKey(ctx, "M. Ahrens", "nur für den Test")
	must(t, err)
	must(t, w.Office.SignIn(ctx, "M. Ahrens", "nur für den Test"))
	must(t, w.Uses.MakePlace(ctx))
	must(t, w.Close())
	waits := func(after string) {
		t.Helper()
		if err := open().Uses.LeavePlace(ctx, "M. Ahrens", "nur für den Test"); !strings.Contains(failure.HintOf(err).In("de"),
			"zehn Minuten") {
			t.Errorf("%s: %v", after, err)
		}
	}
	w = open()
	for i := range 5 {
		if i == 3 {
			w = open()
		}
		if err := w.Uses.LeavePlace(ctx, "M. Ahrens", "geraten"); failure.KindOf(err) != failure.Refused {
			t.Fatalf("guessed: %v", err)
		}
	}
	waits("five wrong ones over two starts")
	at = at.Add(9 * time.Minute)
	waits("nine minutes later")
	at = at.Add(-24 * time.Hour)
	waits("a clock put back")
	at = at.Add(9 * time.Minute)
	waits("nine minutes after the clock was put back")
	at = at.Add(2 * time.Minute)
	w = open()
	if err := w.Uses.LeavePlace(ctx, "M. Ahrens", "geraten"); failure.KindOf(err) != failure.Refused ||
		strings.Contains(failure.HintOf(err).In("de"), "zehn Minuten") {
		t.Errorf("after the wait: %v", err)
	}
	must(t, w.Office.Settings.Change(func(s *settings.Settings) { s.Kept = map[string]string{"place.tries": "{"} }))
	waits("a damaged note")
	at = at.Add(time.Hour)
	w = open()
	must(t, w.Uses.LeavePlace(ctx, "M. Ahrens", "nur für den Test"))
	if w.Office.Kiosk() || w.Office.Settings.Get().Kept["place.tries"] != "" {
		t.Errorf("kiosk %v, kept %v", w.Office.Kiosk(), w.Office.Settings.Get().Kept)
	}
}
