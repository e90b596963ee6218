package present_test

import (
	"strings"
	"testing"

	"laufzettel/assets"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
	"laufzettel/views/present"
	"laufzettel/views/route"
	"laufzettel/views/words"
)

func TestRefused(t *testing.T) {
	w, err := words.Load("de")
	if err != nil {
		t.Fatal(err)
	}
	refused := func(key string, values ...any) error {
		return failure.New(failure.Refused, "step", wording.Say(key, values...))
	}
	for _, tt := range []struct {
		err         error
		what, means string
		way         string
		to          route.Route
	}{
		{refused("hint.office.nobody-acts"), "Es ist nicht bekannt, wer handelt.",
			"Jeder Schritt wird mit einem Namen unterschrieben. Bitte den eigenen Namen eintragen.", "name",
			route.Route{Screen: route.Welcome}},
		{refused("hint.appraise.cases-open", 3), "", "", "appraise", route.Route{Screen: route.Appraise, ID: "P1"}},
		{refused("hint.pack.code-pattern-missing"), "", "", "profiles", route.Route{Screen: route.Settings, Filter: "profiles"}},
		{refused("hint.accession.not-cleared"), "Diese Akzession ist hier noch nicht zur Löschung freigegeben.",
			"Bitte sie zuerst im Zugangsbuch freigeben.", "book", route.Route{Screen: route.Book}},
		{failure.New(failure.Refused, "step", wording.Plain("Siehe z. B. Nr. 2. Dann weiter.")), "Siehe z. B. Nr. 2. Dann weiter.", "", "",
			route.Route{}},
		{failure.New(failure.Bug, "step", wording.Text{}), "Das ging nicht.", "", "", route.Route{}},
	} {
		r := present.Refused(w, tt.err, "P1", "Das ging nicht.")
		if tt.what != "" && (r.What != tt.what || r.Means != tt.means) {
			t.Errorf("%v: %q, %q; want %q, %q", tt.err, r.What, r.Means, tt.what, tt.means)
		}
		if tt.way == "" && len(r.Ways) > 0 || tt.way != "" &&
			(len(r.Ways) != 1 || r.Ways[0].Name != tt.way || r.Ways[0].To != tt.to || strings.HasPrefix(r.Ways[0].Title, "refusal.")) {
			t.Errorf("%v: ways %+v; want %s to %+v", tt.err, r.Ways, tt.way, tt.to)
		}
	}
}

// Every beginning in the table of ways is that of a hint there is.
func TestRefused_LeadsBeginHints(t *testing.T) {
	all, err := assets.Texts("de")
	if err != nil {
		t.Fatal(err)
	}
	for _, begin := range present.Leads() {
		found := false
		for key := range all {
			found = found || strings.HasPrefix(key, begin)
		}
		if !found {
			t.Errorf("no hint begins with %s", begin)
		}
	}
}
