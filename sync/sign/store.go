package sign

import (
	"context"
	"errors"
	"fmt"
	"regexp"

	"github.com/zalando/go-keyring"

	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
)

// ErrNoKey says that a store holds no key of that name.
var ErrNoKey = errors.New("no such key")

// ErrKeyExists says that a name is taken; keys are never overwritten.
var ErrKeyExists = errors.New("key exists already")

// KeyStore keeps private keys by name (the channel uses the key id).
//
// Save returns ErrKeyExists when the name is taken by another key and nil when
// it holds this very key. Load and Delete return ErrNoKey for an unknown name.
// Every other error has a failure.Kind: Setup where the store cannot be
// reached or opened, Damaged where what it holds is no key.
type KeyStore interface {
	Save(ctx context.Context, name string, key *Key) error
	Load(ctx context.Context, name string) (*Key, error)
	Delete(ctx context.Context, name string) error
}

var namePattern = regexp.MustCompile(`^[A-Za-z0-9._-]{1,64}$`)

func checkName(name string) error {
	if !namePattern.MatchString(name) || name == "." || name == ".." {
		return fmt.Errorf("key name %q is not allowed", name)
	}
	return nil
}

// keyringService is the name under which the system's keyring shows our keys.
const keyringService = "laufzettel"

var keyringHint = wording.Say("hint.sign.keyring-silent")

// Keyring keeps keys in the keyring of the operating system (Windows Credential
// Manager, macOS Keychain, Secret Service). The zero value is ready.
type Keyring struct{}

// Save implements KeyStore.
func (s Keyring) Save(ctx context.Context, name string, key *Key) error {
	switch old, err := s.Load(ctx, name); {
	case err == nil && old.ID() == key.ID():
		return nil
	case err == nil:
		return ErrKeyExists
	case !errors.Is(err, ErrNoKey):
		return err
	}
	return failure.Wrap(failure.Setup, "store key in keyring", keyringHint, keyring.Set(keyringService, name, key.seedText()))
}

// Load implements KeyStore.
func (Keyring) Load(_ context.Context, name string) (*Key, error) {
	if err := checkName(name); err != nil {
		return nil, err
	}
	text, err := keyring.Get(keyringService, name)
	if errors.Is(err, keyring.ErrNotFound) {
		return nil, fmt.Errorf("key %s in keyring: %w", name, ErrNoKey)
	}
	if err != nil {
		return nil, failure.Wrap(failure.Setup, "read key from keyring", keyringHint, err)
	}
	key, err := keyFromText(text)
	return key, failure.Wrap(failure.Damaged, "read key from keyring", damagedKeyHint, err)
}

// Delete implements KeyStore.
func (Keyring) Delete(_ context.Context, name string) error {
	if err := checkName(name); err != nil {
		return err
	}
	err := keyring.Delete(keyringService, name)
	if errors.Is(err, keyring.ErrNotFound) {
		return fmt.Errorf("key %s in keyring: %w", name, ErrNoKey)
	}
	return failure.Wrap(failure.Setup, "delete key from keyring", keyringHint, err)
}

var damagedKeyHint = wording.Say("hint.sign.stored-key-unreadable")
