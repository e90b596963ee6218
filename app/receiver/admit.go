package receiver

import (
	"context"
	"errors"
	"io/fs"
	"os"

	"laufzettel/sync/archive"
	"laufzettel/sync/receipt"
	"laufzettel/sync/sign"
	"laufzettel/transfer/durable"
	"laufzettel/transfer/failure"
)

// Admit admits the client of an enrolment by file and writes the answer to a new
// file; see archive.Admin.Admit. Nothing is admitted where the answer has no place.
func Admit(ctx context.Context, a *archive.Admin, application, answer string, consent archive.Consent) (archive.Client, error) {
	raw, err := receipt.ReadSmall(application, sign.MaxEnvelope)
	if err != nil {
		return archive.Client{}, failure.Wrap(failure.Refused, "read enrolment", "Die Anmeldung lässt sich nicht lesen. Bitte den Pfad prüfen.", err)
	}
	if _, err := os.Lstat(answer); answer != "" && !errors.Is(err, fs.ErrNotExist) {
		return archive.Client{}, failure.Wrap(failure.Refused, "write answer", "Die Datei für die Antwort gibt es schon, oder ihr Ordner ist nicht lesbar. Es wurde nichts freigegeben. Bitte einen anderen Namen wählen.", errors.Join(err, fs.ErrExist))
	}
	c, out, err := a.Admit(ctx, raw, consent)
	if err != nil {
		return c, err
	}
	if err := durable.WriteFile(answer, out, 0o600); err != nil {
		return c, failure.Wrap(failure.Setup, "write answer", "Die Stelle ist freigegeben, aber ihre Antwort lässt sich nicht schreiben. Bitte Pfad und Rechte prüfen und noch einmal freigeben; das ändert nichts an den Rechten.", err)
	}
	return c, nil
}
