package receiver

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"strings"
	"sync"
	"time"

	"laufzettel/sync/archive"
	"laufzettel/sync/channel"
	"laufzettel/sync/door"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
)

// Inbox is where a receiver collects packages: a folder of this machine or a
// share, sftp://USER@HOST/FOLDER or s3://HOST/BUCKET[/FOLDER][?region=REGION]. Only
// the latter two need more than an address; without Identity the environment is
// asked (LAUFZETTEL_SFTP_PASSWORD; AWS_ACCESS_KEY_ID and its fellows).
type Inbox struct {
	Address  string
	HostKey  string // SFTP: SHA256:… of the host
	Identity string // SFTP: file with the private key; S3: with the pair of keys
}

// remote reports whether more than a folder is meant.
func (i Inbox) remote() bool { return strings.Contains(i.Address, "://") }

// Check refuses an address that is none, without going there.
func (i Inbox) Check() error {
	if !i.remote() {
		return nil
	}
	_, err := i.door()
	return err
}

func (i Inbox) door() (*door.Carrier, error) {
	client, err := channel.NewHTTP(channel.TLSOptions{})
	if err != nil {
		return nil, err
	}
	return door.Open(door.Options{Address: i.Address, HostKey: i.HostKey, Identity: i.Identity, HTTP: client,
		Password: door.PasswordFromEnvironment, S3Keys: door.S3KeysFromEnvironment, Passphrase: func() (string, error) {
			if p := os.Getenv("LAUFZETTEL_PASSPHRASE"); p != "" {
				return p, nil
			}
			return "", failure.New(failure.Setup, "ask passphrase", wording.Say("hint.receiver.key-needs-passphrase"))
		}}, nil)
}

// Collect takes once what lies in the inbox.
func (i Inbox) Collect(ctx context.Context, a *archive.Archive) (sum archive.Collected, err error) {
	if !i.remote() {
		return a.Collect(ctx, i.Address)
	}
	d, err := i.door()
	if err != nil {
		return sum, err
	}
	in, err := d.Enter(ctx)
	if err != nil {
		return sum, err
	}
	defer func() { err = errors.Join(err, in.Close()) }()
	kind, _, _ := strings.Cut(i.Address, "://")
	return a.CollectFrom(ctx, kind, in)
}

// Inboxes are several places, as of several agencies, that share key and identity.
type Inboxes []Inbox

// At gives the inboxes of addresses.
func At(addresses []string, hostKey, identity string) Inboxes {
	out := make(Inboxes, 0, len(addresses))
	for _, a := range addresses {
		out = append(out, Inbox{Address: a, HostKey: hostKey, Identity: identity})
	}
	return out
}

// Check refuses the first address that is none.
func (l Inboxes) Check() error {
	for _, i := range l {
		if err := i.Check(); err != nil {
			return err
		}
	}
	return nil
}

// Collect takes once what lies in all of them; one that fails does not hold up the
// others.
func (l Inboxes) Collect(ctx context.Context, a *archive.Archive) (archive.Collected, error) {
	var all archive.Collected
	var faults []error
	for _, i := range l {
		sum, err := i.Collect(ctx, a)
		all.Taken, all.Waiting, all.Refused = all.Taken+sum.Taken, all.Waiting+sum.Waiting, all.Refused+sum.Refused
		faults = append(faults, err)
	}
	return all, errors.Join(faults...)
}

// Watch watches all of them, each for itself, until ctx ends.
func (l Inboxes) Watch(ctx context.Context, a *archive.Archive, every time.Duration, log *slog.Logger) {
	var all sync.WaitGroup
	for _, i := range l {
		all.Go(func() { i.watch(ctx, a, every, log) })
	}
	all.Wait()
}
