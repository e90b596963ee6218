package office

import (
	"context"
	"path/filepath"

	"laufzettel/app/settings"
	"laufzettel/sync/channel"
	"laufzettel/sync/sign"
	"laufzettel/transfer/durable"
	"laufzettel/transfer/events"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/people"
	"laufzettel/transfer/wording"
)

// Places where a private key may lie (settings.Channel.KeyStore).
const (
	KeyringStore = "keyring"
	FileStore    = "file"
)

// trustFile keeps the archive's public keys beside the receipts, so that they
// verify without this program's database.
const trustFile = "archiv-schluessel.json"

// KeyStore gives the place of private keys that is chosen now: the keyring of the system, or a
// passphrase-encrypted file where somebody chose that. It is asked at each use: another program
// may choose another place for this workspace while this one runs.
func (ks *Keys) KeyStore() sign.KeyStore {
	if ks.Office.Settings.Get().Channel.KeyStore == FileStore {
		return sign.AgeFiles{Dir: ks.KeysDir(), Passphrase: ks.Passphrase, WorkFactor: ks.Office.Opts.KeyWork, Opened: ks.Opened}
	}
	return sign.Keyring{}
}

// KeysDir is where key files lie: in the workspace, or where the policy says.
func (ks *Keys) KeysDir() string {
	if at := ks.Office.Settings.Policy().KeysFolder; at != nil {
		return *at
	}
	return ks.Office.Path(DirKeys)
}

func (ks *Keys) Passphrase() (string, error) {
	if ks.Office.Opts.Passphrase == nil {
		return "", failure.New(failure.Refused, "ask passphrase", wording.Say("hint.office.key-needs-passphrase"))
	}
	return ks.Office.Opts.Passphrase()
}

// Ensure makes the key of this workspace where there is none yet.
func (ks *Keys) Ensure(ctx context.Context) error {
	keys, err := ks.Channel.ListKeys(ctx)
	if err != nil || len(keys) > 0 {
		return err
	}
	_, err = ks.NewKey(ctx)
	return err
}

// NewKey makes the key of this workspace in the chosen store.
func (ks *Keys) NewKey(ctx context.Context) (channel.KeyInfo, error) {
	if _, err := ks.Office.Allow(ctx, people.Keys, "manage keys"); err != nil {
		return channel.KeyInfo{}, err
	}
	k, err := ks.Channel.NewKey(ctx)
	if err != nil {
		return k, err
	}
	return k, ks.noteKey(ctx, k.ID, "new")
}

// RotateKey replaces the key, cross-signed by the old one.
func (ks *Keys) RotateKey(ctx context.Context) (channel.KeyInfo, error) {
	if _, err := ks.Office.Allow(ctx, people.Keys, "manage keys"); err != nil {
		return channel.KeyInfo{}, err
	}
	k, err := ks.Channel.Rotate(ctx)
	if err != nil {
		return k, err
	}
	return k, ks.noteKey(ctx, k.ID, "rotated")
}

// RevokeKey ends the key in use, at the archive and here.
func (ks *Keys) RevokeKey(ctx context.Context) error {
	if _, err := ks.Office.Allow(ctx, people.Keys, "manage keys"); err != nil {
		return err
	}
	if err := ks.Channel.Revoke(ctx); err != nil {
		return err
	}
	return ks.noteKey(ctx, "", "revoked")
}

func (ks *Keys) noteKey(ctx context.Context, id, outcome string) error {
	if err := ks.Office.Settings.Change(func(s *settings.Settings) { s.Channel.KeyID = id }); err != nil {
		return err
	}
	return ks.Office.Store.WithTx(ctx, ks.Log.Entry(ctx, ks.Office.Event(events.Configured, "key", id, outcome, nil)))
}

// Enrol introduces this workspace to an archive and pins the keys it shows.
func (ks *Keys) Enrol(ctx context.Context, url string) (channel.Peer, error) {
	return ks.EnrolInvited(ctx, url, "")
}

// EnrolInvited is Enrol with the invitation of the archive; "" without one.
func (ks *Keys) EnrolInvited(ctx context.Context, url, invitation string) (channel.Peer, error) {
	if _, err := ks.Office.Allow(ctx, people.Keys, "manage keys"); err != nil {
		return channel.Peer{}, err
	}
	who := ks.Office.Applicant()
	who.Invitation = invitation
	p, err := ks.Channel.Enrol(ctx, url, who)
	if err != nil {
		return p, err
	}
	return p, ks.Enrolled(ctx, p)
}

// Enrolled keeps what an archive is known by.
func (ks *Keys) Enrolled(ctx context.Context, p channel.Peer) error {
	if err := ks.Office.Settings.Change(func(s *settings.Settings) { s.Channel.URL = p.URL }); err != nil {
		return err
	}
	if err := durable.WriteFile(ks.TrustFile(), p.TrustFile(), 0o600); err != nil {
		return Disk("keep keys of archive", err)
	}
	return ks.Office.Store.WithTx(ctx, ks.Log.Entry(ctx, ks.Office.Event(events.Configured, "archive", p.KeyID, "enrolled",
		map[string]string{"fingerprint": p.Fingerprint()})))
}

// TrustFile is the file with the archive's public keys; with it and a receipt
// anybody can verify offline.
func (ks *Keys) TrustFile() string { return filepath.Join(ks.Office.Path(DirReceipts), trustFile) }
