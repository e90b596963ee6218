package sign

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime/debug"

	"filippo.io/age"

	"laufzettel/transfer/durable"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
)

const (
	ageSuffix = ".age"
	// ageWork is the scrypt work factor (log2 N): about one second on a desktop.
	ageWork = 18
	// maxKeyFile bounds what is read as a key file; a real one has some 250 bytes.
	maxKeyFile = 64 << 10
)

// AgeFiles keeps each key in a file of its own, encrypted with a passphrase
// (age, scrypt recipient). It is used only where a person chose it. The zero
// value is not usable: Dir and Passphrase are required.
type AgeFiles struct {
	Dir string
	// Passphrase is asked once per operation; it must not be empty.
	Passphrase func() (string, error)
	// WorkFactor is the scrypt work factor for new files; 0 means ageWork.
	WorkFactor int
	// Opened remembers what was opened in this run; nil: every Load opens anew.
	Opened *Opened
}

// Save implements KeyStore. The file appears complete or not at all.
func (s AgeFiles) Save(ctx context.Context, name string, key *Key) error {
	if err := checkName(name); err != nil {
		return err
	}
	path := s.path(name)
	if _, err := os.Stat(path); err == nil {
		old, err := s.Load(ctx, name)
		if err != nil {
			return err
		}
		if old.ID() != key.ID() {
			return ErrKeyExists
		}
		return nil
	}
	pass, err := s.passphrase()
	if err != nil {
		return err
	}
	sealed, err := s.encrypt(pass, key)
	if err != nil {
		return fmt.Errorf("encrypt key file: %w", err)
	}
	if err := os.MkdirAll(s.Dir, 0o700); err != nil {
		return keyFolder("make key folder", err)
	}
	return keyFolder("write key file", durable.WriteFile(path, sealed, 0o600))
}

// Load implements KeyStore. A wrong passphrase is Refused: the user can act.
func (s AgeFiles) Load(_ context.Context, name string) (*Key, error) {
	if err := checkName(name); err != nil {
		return nil, err
	}
	f, err := os.Open(s.path(name))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("key file %s: %w", name, ErrNoKey)
	}
	if err != nil {
		return nil, keyFolder("open key file", err)
	}
	defer f.Close() // read only
	sealed, err := io.ReadAll(io.LimitReader(f, maxKeyFile))
	if err != nil {
		return nil, keyFolder("read key file", err)
	}
	pass, err := s.passphrase()
	if err != nil {
		return nil, err
	}
	if key := s.Opened.find(pass, sealed); key != nil {
		return key, nil
	}
	key, err := decryptKey(pass, sealed)
	if err == nil {
		s.Opened.keep(pass, sealed, key)
	}
	return key, err
}

// Delete implements KeyStore.
func (s AgeFiles) Delete(_ context.Context, name string) error {
	if err := checkName(name); err != nil {
		return err
	}
	err := os.Remove(s.path(name))
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("key file %s: %w", name, ErrNoKey)
	}
	return keyFolder("delete key file", err)
}

func (s AgeFiles) path(name string) string { return filepath.Join(s.Dir, name+ageSuffix) }

func (s AgeFiles) passphrase() (string, error) {
	pass, err := s.Passphrase()
	if failure.Explained(err) {
		return "", fmt.Errorf("ask for passphrase: %w", err) // who asks knows better what to do
	}
	if err != nil {
		return "", failure.Wrap(failure.Refused, "ask for passphrase", passphraseHint, err)
	}
	if pass == "" {
		return "", failure.New(failure.Refused, "ask for passphrase", passphraseHint)
	}
	return pass, nil
}

func (s AgeFiles) encrypt(pass string, key *Key) ([]byte, error) {
	recipient, err := age.NewScryptRecipient(pass)
	if err != nil {
		return nil, err
	}
	recipient.SetWorkFactor(ageWork)
	if s.WorkFactor > 0 {
		recipient.SetWorkFactor(s.WorkFactor)
	}
	var out bytes.Buffer
	w, err := age.Encrypt(&out, recipient)
	if err != nil {
		return nil, err
	}
	if _, err := io.WriteString(w, key.seedText()); err != nil {
		return nil, err
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

func decryptKey(pass string, sealed []byte) (*Key, error) {
	identity, err := age.NewScryptIdentity(pass)
	if err != nil {
		return nil, failure.Wrap(failure.Refused, "open key file", passphraseHint, err)
	}
	r, err := age.Decrypt(bytes.NewReader(sealed), identity)
	debug.FreeOSMemory() // the 256 MB of scrypt are not to lie beside what a large delivery needs
	if err != nil {
		if _, wrong := errors.AsType[*age.NoIdentityMatchError](err); wrong {
			return nil, failure.Wrap(failure.Refused, "open key file", passphraseHint, err)
		}
		return nil, failure.Wrap(failure.Damaged, "open key file", damagedKeyHint, err)
	}
	text, err := io.ReadAll(io.LimitReader(r, 1024))
	if err != nil {
		return nil, failure.Wrap(failure.Damaged, "open key file", damagedKeyHint, err)
	}
	key, err := keyFromText(string(text))
	return key, failure.Wrap(failure.Damaged, "open key file", damagedKeyHint, err)
}

var passphraseHint = wording.Say("hint.sign.passphrase-wrong")

func keyFolder(op string, err error) error {
	return failure.Wrap(failure.Setup, op, wording.Say("hint.sign.key-folder-unusable"), err)
}
