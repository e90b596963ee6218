package window_test

import (
	"strings"
	"testing"
	"time"

	"laufzettel/app/window"
	"laufzettel/transfer/people"
)

// Who has lately been given a key by somebody else sees it at work, and a key that waits
// is shown to everybody but who made it.
func TestOverview_TellsKeys(t *testing.T) {
	ctx := t.Context()
	w := open(t, t.TempDir(), "M. Ahrens", &clock{time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)})
	must(t, w.Office.May(ctx, people.People))
	_, err := w.Office.AddPerson(ctx, people.Person{Name: "J. Beyer", Roles: []people.Role{people.Second}}, "geheim")
	must(t, err)
	facts := func() string {
		st, err := (&window.Overview{Desk: desk(t, w)}).Overview(ctx)
		must(t, err)
		var out []string
		for _, f := range st.Facts {
			out = append(out, f.Text)
		}
		return strings.Join(out, "\n")
	}
	if said := facts(); strings.Contains(said, "Schlüssel von J. Beyer") {
		t.Errorf("M. Ahrens sees the key of another: %s", said)
	}
	must(t, w.Office.SignIn(ctx, "J. Beyer", "geheim"))
	if said := facts(); !strings.Contains(said, "Schlüssel von J. Beyer gegeben von M. Ahrens") {
		t.Errorf("J. Beyer does not see who gave the key: %s", said)
	}
	must(t, w.Office.SignIn(ctx, "M. Ahrens", "nur für die Prüfung"))
	_, err = w.Office.PersonKey(ctx, "J. Beyer", "neu")
	must(t, err)
	if said := facts(); strings.Contains(said, "wartet auf Bestätigung") {
		t.Errorf("who made the key is asked to confirm it: %s", said)
	}
	must(t, w.Office.SignIn(ctx, "J. Beyer", "geheim"))
	if said := facts(); !strings.Contains(said, "Für J. Beyer hat M. Ahrens am") {
		t.Errorf("J. Beyer does not see that a key waits: %s", said)
	}
}
