package kit

import (
	"laufzettel/transfer/failure"
	"laufzettel/views/words"
)

// Explain gives the sentence of an error for people, in their language, and its
// technical text. An error that carries no sentence is explained by fallback.
func Explain(w *words.Words, err error, fallback string) (text, details string) {
	if err == nil {
		return "", ""
	}
	return w.Explain(err, fallback), err.Error()
}

// ToneOf gives the look of an error by who can act on it: what time can mend is
// a warning, everything else an error.
func ToneOf(err error) Tone {
	if failure.KindOf(err) == failure.Transient {
		return ToneWarn
	}
	return ToneError
}
