package kit

import (
	"errors"
	"testing"

	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
	"laufzettel/views/words"
)

func TestExplain(t *testing.T) {
	german, err := words.Load("de")
	if err != nil {
		t.Fatal(err)
	}
	cause := errors.New("database is locked")
	for _, tt := range []struct {
		name string
		err  error
		text string
		tone Tone
	}{
		{"transient", failure.Wrap(failure.Transient, "save", wording.Plain("Bitte gleich noch einmal."), cause),
			"Bitte gleich noch einmal.", ToneWarn},
		{"refused", failure.Wrap(failure.Refused, "save", wording.Plain("Bitte einen Grund angeben."), cause), "Bitte einen Grund angeben.",
			ToneError},
		{"setup", failure.Wrap(failure.Setup, "save", wording.Plain("Bitte die Verwaltung fragen."), cause), "Bitte die Verwaltung fragen.",
			ToneError},
		{"damaged", failure.Wrap(failure.Damaged, "save", wording.Plain("Bitte nichts löschen."), cause), "Bitte nichts löschen.",
			ToneError},
		{"unsorted", cause, "sonst", ToneError},
	} {
		t.Run(tt.name, func(t *testing.T) {
			text, details := Explain(german, tt.err, "sonst")
			if text != tt.text || details != tt.err.Error() || ToneOf(tt.err) != tt.tone {
				t.Errorf("got %q, %q, %v", text, details, ToneOf(tt.err))
			}
		})
	}
}
