package outbox

import (
	"context"
	"errors"
	"io/fs"
	"os"

	"laufzettel/app/work/office"
	"laufzettel/sync/channel"
	"laufzettel/sync/receipt"
	"laufzettel/sync/sign"
	"laufzettel/transfer/durable"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/people"
	"laufzettel/transfer/wording"
)

// EnrolExport writes the enrolment of this workspace to a new file, for an archive
// whose channel cannot be reached, and gives the fingerprint that is told to it by
// another way. The key is made where there is none. Refused for a file that is
// there already.
func (ob *Outbox) EnrolExport(ctx context.Context, path string) (fingerprint string, err error) {
	if _, err := ob.Office.Allow(ctx, people.Keys, "manage keys"); err != nil {
		return "", err
	}
	if _, err := os.Lstat(path); !errors.Is(err, fs.ErrNotExist) {
		return "", failure.Wrap(failure.Refused, "write enrolment", wording.Say("hint.outbox.enrolment-exists"),
			errors.Join(err, fs.ErrExist))
	}
	if err := ob.Keys.Ensure(ctx); err != nil {
		return "", err
	}
	envelope, fingerprint, err := ob.Channel.EnrolFile(ctx, ob.Office.Applicant())
	if err != nil {
		return "", err
	}
	if err := durable.WriteFile(path, envelope, 0o600); err != nil {
		return "", office.Disk("write enrolment", err)
	}
	return fingerprint, nil
}

// EnrolImport takes the answer of the archive to EnrolExport, once fingerprint,
// which the archive told by another way, is that of its key. Refused otherwise; the
// refusal names what the answer shows.
func (ob *Outbox) EnrolImport(ctx context.Context, path, fingerprint string) (channel.Peer, error) {
	if _, err := ob.Office.Allow(ctx, people.Keys, "manage keys"); err != nil {
		return channel.Peer{}, err
	}
	raw, err := receipt.ReadSmall(path, sign.MaxEnvelope)
	if err != nil {
		return channel.Peer{}, failure.Wrap(failure.Refused, "read answer", wording.Say("hint.outbox.enrolment-answer-unreadable"), err)
	}
	p, err := ob.Channel.EnrolAnswered(ctx, raw, fingerprint)
	if err != nil {
		return p, err
	}
	return p, ob.Keys.Enrolled(ctx, p)
}
