package workspace

import (
	"context"
	"path/filepath"

	"laufzettel/app/settings"
	"laufzettel/sync/channel"
	"laufzettel/sync/sign"
	"laufzettel/transfer/durable"
	"laufzettel/transfer/events"
	"laufzettel/transfer/failure"
)

// Places where a private key may lie (settings.Channel.KeyStore).
const (
	KeyringStore = "keyring"
	FileStore    = "file"
)

// trustFile keeps the archive's public keys beside the receipts, so that they
// verify without this program's database.
const trustFile = "archiv-schluessel.json"

// keyStore gives the chosen place of private keys: the keyring of the system, or
// a passphrase-encrypted file where somebody chose that.
func (w *Workspace) keyStore() sign.KeyStore {
	if w.Settings.Get().Channel.KeyStore == FileStore {
		return sign.AgeFiles{Dir: w.keysDir(), Passphrase: w.passphrase, WorkFactor: w.opts.KeyWork}
	}
	return sign.Keyring{}
}

// keysDir is where key files lie: in the workspace, or where the policy says.
func (w *Workspace) keysDir() string {
	if at := w.Settings.Policy().KeysFolder; at != nil {
		return *at
	}
	return w.path(dirKeys)
}

func (w *Workspace) passphrase() (string, error) {
	if w.opts.Passphrase == nil {
		return "", failure.New(failure.Refused, "ask passphrase", "Der Schlüssel liegt in einer Datei mit Kennwort. Bitte das Kennwort angeben (Umgebungsvariable LAUFZETTEL_PASSPHRASE).")
	}
	return w.opts.Passphrase()
}

// Reopen takes a changed choice of key store into force.
func (w *Workspace) Reopen() { w.Channel.Keys = w.keyStore() }

// NewKey makes the key of this workspace in the chosen store.
func (w *Workspace) NewKey(ctx context.Context) (channel.KeyInfo, error) {
	if _, err := w.allow(ctx, "manage keys"); err != nil {
		return channel.KeyInfo{}, err
	}
	k, err := w.Channel.NewKey(ctx)
	if err != nil {
		return k, err
	}
	return k, w.noteKey(ctx, k.ID, "new")
}

// RotateKey replaces the key, cross-signed by the old one.
func (w *Workspace) RotateKey(ctx context.Context) (channel.KeyInfo, error) {
	if _, err := w.allow(ctx, "manage keys"); err != nil {
		return channel.KeyInfo{}, err
	}
	k, err := w.Channel.Rotate(ctx)
	if err != nil {
		return k, err
	}
	return k, w.noteKey(ctx, k.ID, "rotated")
}

// RevokeKey ends the key in use, at the archive and here.
func (w *Workspace) RevokeKey(ctx context.Context) error {
	if _, err := w.allow(ctx, "manage keys"); err != nil {
		return err
	}
	if err := w.Channel.Revoke(ctx); err != nil {
		return err
	}
	return w.noteKey(ctx, "", "revoked")
}

func (w *Workspace) noteKey(ctx context.Context, id, outcome string) error {
	if err := w.Settings.Change(func(s *settings.Settings) { s.Channel.KeyID = id }); err != nil {
		return err
	}
	return w.store.WithTx(ctx, w.log(ctx, w.event(events.Configured, "key", id, outcome, nil)))
}

// Enrol introduces this workspace to an archive and pins the keys it shows.
func (w *Workspace) Enrol(ctx context.Context, url string) (channel.Peer, error) {
	return w.EnrolInvited(ctx, url, "")
}

// EnrolInvited is Enrol with the invitation of the archive; "" without one.
func (w *Workspace) EnrolInvited(ctx context.Context, url, invitation string) (channel.Peer, error) {
	if _, err := w.allow(ctx, "manage keys"); err != nil {
		return channel.Peer{}, err
	}
	who := w.applicant()
	who.Invitation = invitation
	p, err := w.Channel.Enrol(ctx, url, who)
	if err != nil {
		return p, err
	}
	return p, w.enrolled(ctx, p)
}

// enrolled keeps what an archive is known by.
func (w *Workspace) enrolled(ctx context.Context, p channel.Peer) error {
	if err := w.Settings.Change(func(s *settings.Settings) { s.Channel.URL = p.URL }); err != nil {
		return err
	}
	if err := durable.WriteFile(w.TrustFile(), p.TrustFile(), 0o600); err != nil {
		return disk("keep keys of archive", err)
	}
	return w.store.WithTx(ctx, w.log(ctx, w.event(events.Configured, "archive", p.KeyID, "enrolled", map[string]string{"fingerprint": p.Fingerprint()})))
}

// TrustFile is the file with the archive's public keys; with it and a receipt
// anybody can verify offline.
func (w *Workspace) TrustFile() string { return filepath.Join(w.path(dirReceipts), trustFile) }
