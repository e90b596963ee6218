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
	"laufzettel/transfer/wording"
)

// Admit admits the client of an enrolment by file and writes the answer to a new
// file; see archive.Admin.Admit. Nothing is admitted where the answer has no place.
func Admit(ctx context.Context, a *archive.Admin, application, answer string, consent archive.Consent) (archive.Client, error) {
	raw, err := receipt.ReadSmall(application, sign.MaxEnvelope)
	if err != nil {
		return archive.Client{}, failure.Wrap(failure.Refused, "read enrolment", wording.Say("hint.receiver.enrolment-unreadable"), err)
	}
	if _, err := os.Lstat(answer); answer != "" && !errors.Is(err, fs.ErrNotExist) {
		return archive.Client{}, failure.Wrap(failure.Refused, "write answer", wording.Say("hint.receiver.answer-exists"),
			errors.Join(err, fs.ErrExist))
	}
	c, out, err := a.Admit(ctx, raw, consent)
	if err != nil {
		return c, err
	}
	if err := durable.WriteFile(answer, out, 0o600); err != nil {
		return c, failure.Wrap(failure.Setup, "write answer", wording.Say("hint.receiver.answer-not-written"), err)
	}
	return c, nil
}
