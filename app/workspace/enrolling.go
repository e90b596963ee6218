package workspace

import (
	"context"
	"errors"
	"io/fs"
	"os"

	"laufzettel/sync/channel"
	"laufzettel/sync/receipt"
	"laufzettel/sync/sign"
	"laufzettel/transfer/durable"
	"laufzettel/transfer/failure"
)

// applicant is who this workspace introduces itself as.
func (w *Workspace) applicant() channel.Applicant {
	host, err := os.Hostname()
	if err != nil {
		host = "unbekannt"
	}
	office := w.Settings.Get().Archive
	if office == "" {
		office = w.Person()
	}
	return channel.Applicant{Office: office, Host: host, Program: Program + " " + Version}
}

// EnrolExport writes the enrolment of this workspace to a new file, for an archive
// whose channel cannot be reached, and gives the fingerprint that is told to it by
// another way. The key is made where there is none. Refused for a file that is
// there already.
func (w *Workspace) EnrolExport(ctx context.Context, path string) (fingerprint string, err error) {
	if _, err := w.allow(ctx, "manage keys"); err != nil {
		return "", err
	}
	if _, err := os.Lstat(path); !errors.Is(err, fs.ErrNotExist) {
		return "", failure.Wrap(failure.Refused, "write enrolment", "Die Datei für die Anmeldung gibt es schon, oder ihr Ordner ist nicht lesbar. Bitte einen anderen Namen wählen.", errors.Join(err, fs.ErrExist))
	}
	keys, err := w.Channel.ListKeys(ctx)
	if err != nil {
		return "", err
	}
	if len(keys) == 0 {
		if _, err := w.NewKey(ctx); err != nil {
			return "", err
		}
	}
	envelope, fingerprint, err := w.Channel.EnrolFile(ctx, w.applicant())
	if err != nil {
		return "", err
	}
	if err := durable.WriteFile(path, envelope, 0o600); err != nil {
		return "", disk("write enrolment", err)
	}
	return fingerprint, nil
}

// EnrolImport takes the answer of the archive to EnrolExport, once fingerprint,
// which the archive told by another way, is that of its key. Refused otherwise; the
// refusal names what the answer shows.
func (w *Workspace) EnrolImport(ctx context.Context, path, fingerprint string) (channel.Peer, error) {
	if _, err := w.allow(ctx, "manage keys"); err != nil {
		return channel.Peer{}, err
	}
	raw, err := receipt.ReadSmall(path, sign.MaxEnvelope)
	if err != nil {
		return channel.Peer{}, failure.Wrap(failure.Refused, "read answer", "Die Antwort des Archivs lässt sich nicht lesen. Bitte den Pfad prüfen.", err)
	}
	p, err := w.Channel.EnrolAnswered(ctx, raw, fingerprint)
	if err != nil {
		return p, err
	}
	return p, w.enrolled(ctx, p)
}
