package sign

import (
	"context"
	"errors"
	"fmt"

	"github.com/zalando/go-keyring"

	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
)

// ErrNoSecret says that a store holds no secret of that name.
var ErrNoSecret = errors.New("no such secret")

// Secrets keeps passwords of other places by name. Get and Delete return
// ErrNoSecret for an unknown name; other errors are Setup.
type Secrets interface {
	Set(ctx context.Context, name, secret string) error
	Get(ctx context.Context, name string) (string, error)
	Delete(ctx context.Context, name string) error
}

var secretHint = wording.Say("hint.sign.keyring-password-silent")

// KeyringSecrets keeps secrets in the keyring of the operating system and nowhere
// else. The zero value is ready.
type KeyringSecrets struct{}

// Set implements Secrets; an older secret of the name is replaced.
func (KeyringSecrets) Set(_ context.Context, name, secret string) error {
	if err := checkName(name); err != nil {
		return err
	}
	return failure.Wrap(failure.Setup, "store secret in keyring", secretHint, keyring.Set(keyringService, name, secret))
}

// Get implements Secrets.
func (KeyringSecrets) Get(_ context.Context, name string) (string, error) {
	if err := checkName(name); err != nil {
		return "", err
	}
	s, err := keyring.Get(keyringService, name)
	if errors.Is(err, keyring.ErrNotFound) {
		return "", fmt.Errorf("secret %s in keyring: %w", name, ErrNoSecret)
	}
	return s, failure.Wrap(failure.Setup, "read secret from keyring", secretHint, err)
}

// Delete implements Secrets.
func (KeyringSecrets) Delete(_ context.Context, name string) error {
	if err := checkName(name); err != nil {
		return err
	}
	err := keyring.Delete(keyringService, name)
	if errors.Is(err, keyring.ErrNotFound) {
		return fmt.Errorf("secret %s in keyring: %w", name, ErrNoSecret)
	}
	return failure.Wrap(failure.Setup, "delete secret from keyring", secretHint, err)
}
