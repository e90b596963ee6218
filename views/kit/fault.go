package kit

import (
	"errors"

	"laufzettel/transfer/failure"
)

// Explain gives the sentence of an error for people and its technical text. An
// error that carries no sentence is explained by fallback.
func Explain(err error, fallback string) (text, details string) {
	if err == nil {
		return "", ""
	}
	if e, ok := errors.AsType[*failure.Error](err); ok && e.Hint != "" {
		return e.Hint, err.Error()
	}
	return fallback, err.Error()
}

// ToneOf gives the look of an error by who can act on it: what time can mend is
// a warning, everything else an error.
func ToneOf(err error) Tone {
	if failure.KindOf(err) == failure.Transient {
		return ToneWarn
	}
	return ToneError
}
