package access_test

import (
	"strings"
	"testing"

	"laufzettel/transfer/failure"
	"laufzettel/viewer/access"
)

// Whatever a table of closure periods says, it is a law of ours or refused in words.
func FuzzReadLaw(f *testing.F) {
	f.Add(`{"id":"bund","name":"Bund","general":30,"secrecy":60,"death":10,"birth":100,"unknown":60}`)
	f.Add(`{"id":"x","general":-1}`)
	f.Fuzz(func(t *testing.T, in string) {
		l, err := access.ReadLaw(strings.NewReader(in))
		if err != nil && (failure.KindOf(err) != failure.Refused || !failure.Explained(err)) {
			t.Errorf("refused without a word: %v", err)
		}
		if err == nil && (l.ID == "" || l.General < 0 || l.General > 200) {
			t.Errorf("taken: %+v", l)
		}
	})
}

func TestReadLaw_TooLarge(t *testing.T) {
	in := `{"id":"bund","name":"` + strings.Repeat("B", 64<<10) + `"}`
	if _, err := access.ReadLaw(strings.NewReader(in)); failure.KindOf(err) != failure.Refused ||
		!strings.Contains(failure.HintOf(err).In("de"), "Tabelle der Schutzfristen") {
		t.Error(err)
	}
}
