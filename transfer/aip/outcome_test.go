package aip

import "testing"

// The outcome of an event is a word of the vocabulary of PREMIS or none; what it does not
// say stands beside it in German, and nothing said is lost.
func TestOutcome(t *testing.T) {
	for word, want := range map[string][2]string{
		"ok": {"success"}, "accepted": {"success"}, "warning": {"warning"}, "partial": {"warning", "in Teilen"},
		"rejected": {"fail", "Fehler gefunden"}, "not-checked": {"", "nicht geprüft"}, "A": {"", "A"}, "": {},
	} {
		if term, note := outcome(word); term != want[0] || note != want[1] {
			t.Errorf("%q: %q, %q, want %q", word, term, note, want)
		}
	}
	for word, said := range outcomes {
		if said[0] == "" && said[1] == "" {
			t.Errorf("%q: nothing is said", word)
		}
	}
}
