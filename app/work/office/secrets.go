package office

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"net/url"
	"os"
	"strings"

	"laufzettel/app/settings"
	"laufzettel/sync/door"
	"laufzettel/sync/sign"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/people"
	"laufzettel/transfer/wording"
)

// maxPassword bounds what is kept as a password; keyrings take little more.
const maxPassword = 1000

func (of *Office) secrets() sign.Secrets {
	switch {
	case of.Opts.Secrets != nil:
		return of.Opts.Secrets
	case of.Opts.Keyring:
		return sign.KeyringSecrets{}
	default:
		return nil
	}
}

// SecretName names the password of an SFTP account in the keyring: it belongs to
// user and host, so that another address never gets it. "" where there is none.
func SecretName(address string) string {
	u, err := url.Parse(strings.TrimSpace(address))
	if err != nil || u.Scheme != "sftp" || u.Host == "" || u.User.Username() == "" {
		return ""
	}
	sum := sha256.Sum256([]byte(u.User.Username() + "@" + strings.ToLower(u.Host)))
	return "sftp-" + hex.EncodeToString(sum[:16])
}

// SetDoorPassword keeps the password of the chosen SFTP account in the keyring of
// the system, and nowhere else; "" takes it away. Refused where no SFTP server is
// chosen, Setup where no keyring answers.
func (of *Office) SetDoorPassword(ctx context.Context, password string) error {
	if _, err := of.Allow(ctx, people.Tools, "change settings"); err != nil {
		return err
	}
	c := of.Settings.Get().Channel
	name := SecretName(c.Door)
	switch {
	case name == "" && password != "":
		return failure.New(failure.Refused, "keep password", wording.Say("hint.office.password-only-sftp"))
	case len(password) > maxPassword || strings.ContainsAny(password, "\r\n\x00"):
		return failure.New(failure.Refused, "keep password", wording.Say("hint.office.password-too-long"))
	}
	if password == "" && c.Secret == "" {
		return nil
	}
	s := of.secrets()
	if s == nil {
		return failure.New(failure.Setup, "keep password", wording.Say("hint.office.no-system-keyring"))
	}
	if password == "" {
		if err := s.Delete(ctx, c.Secret); err != nil && !errors.Is(err, sign.ErrNoSecret) {
			return err
		}
		return of.Settings.Change(func(x *settings.Settings) { x.Channel.Secret = "" })
	}
	if c.Secret != "" && c.Secret != name { // of another account
		if err := s.Delete(ctx, c.Secret); err != nil && !errors.Is(err, sign.ErrNoSecret) {
			return err
		}
	}
	if err := s.Set(ctx, name, password); err != nil {
		return err
	}
	return of.Settings.Change(func(x *settings.Settings) { x.Channel.Secret = name })
}

// DoorPassword asks for the password of an SFTP account: the environment first,
// then the keyring, where one was kept for this account.
func (of *Office) DoorPassword(address string) func() (string, error) {
	return func() (string, error) {
		p, err := door.PasswordFromEnvironment()
		name := SecretName(address)
		if err == nil || name == "" || name != of.Settings.Get().Channel.Secret || of.secrets() == nil {
			return p, err
		}
		p, kept := of.secrets().Get(context.Background(), name)
		if errors.Is(kept, sign.ErrNoSecret) {
			return "", failure.Wrap(failure.Setup, "ask password", wording.Say("hint.office.sftp-password-gone"), os.ErrNotExist)
		}
		return p, kept
	}
}
