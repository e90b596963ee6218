package sign

import (
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base32"
	"encoding/base64"
	"errors"
	"fmt"
	"strings"

	"laufzettel/transfer/strict"
)

const (
	keyIDLength       = 16 // characters of a key id, 80 bits
	fingerprintLength = 32 // characters of a fingerprint, 160 bits
	fingerprintGroup  = 4
)

// PublicKey is the public half of a key of the channel.
type PublicKey ed25519.PublicKey

// ParsePublicKey reads the standard base64 of 32 bytes. With ErrWeakKey it gives
// the bytes too, so that a list can show what was enrolled before the rule.
func ParsePublicKey(s string) (PublicKey, error) {
	b, err := strict.Base64(s)
	if err != nil {
		return nil, fmt.Errorf("public key is not base64: %w", err)
	}
	if len(b) != ed25519.PublicKeySize {
		return nil, fmt.Errorf("public key has %d bytes, want %d", len(b), ed25519.PublicKeySize)
	}
	return PublicKey(b), checkPoint(b)
}

// String is the standard base64 of the key.
func (p PublicKey) String() string { return base64.StdEncoding.EncodeToString(p) }

// ID is the key id: base32 of the SHA-256 of the key, first 16 characters.
func (p PublicKey) ID() string { return digestText(p)[:keyIDLength] }

// Fingerprint is what people compare: 32 characters in groups of four; its
// beginning is the key id.
func (p PublicKey) Fingerprint() string {
	text := digestText(p)[:fingerprintLength]
	groups := make([]string, 0, fingerprintLength/fingerprintGroup)
	for i := 0; i < len(text); i += fingerprintGroup {
		groups = append(groups, text[i:i+fingerprintGroup])
	}
	return strings.Join(groups, "-")
}

func digestText(p PublicKey) string {
	sum := sha256.Sum256(p)
	return base32.StdEncoding.WithPadding(base32.NoPadding).EncodeToString(sum[:])
}

// Key is a private key. It has no exported fields and prints as its id only.
type Key struct{ private ed25519.PrivateKey }

// Generate makes a new key from the system's random source.
func Generate() (*Key, error) {
	_, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		return nil, fmt.Errorf("generate key: %w", err)
	}
	return &Key{private: private}, nil
}

// KeyFromSeed makes the key of a seed of 32 bytes.
func KeyFromSeed(seed []byte) (*Key, error) {
	if len(seed) != ed25519.SeedSize {
		return nil, fmt.Errorf("seed has %d bytes, want %d", len(seed), ed25519.SeedSize)
	}
	return &Key{private: ed25519.NewKeyFromSeed(seed)}, nil
}

// Public is the public half.
func (k *Key) Public() PublicKey { return PublicKey(k.private.Public().(ed25519.PublicKey)) }

// ID is the key id of the public half.
func (k *Key) ID() string { return k.Public().ID() }

// String gives the key id, so that no log can hold a private key.
func (k *Key) String() string { return "key " + k.ID() }

// GoString hides the private half from %#v too.
func (k *Key) GoString() string { return k.String() }

// Sign implements the signer of an envelope.
func (k *Key) Sign(_ context.Context, data []byte) ([]byte, error) {
	return ed25519.Sign(k.private, data), nil
}

// KeyID implements the signer of an envelope.
func (k *Key) KeyID() (string, error) { return k.ID(), nil }

func (k *Key) seedText() string { return base64.StdEncoding.EncodeToString(k.private.Seed()) }

func keyFromText(text string) (*Key, error) {
	seed, err := base64.StdEncoding.DecodeString(strings.TrimSpace(text))
	if err != nil {
		return nil, errors.New("stored key is not base64") // the cause would quote the secret
	}
	return KeyFromSeed(seed)
}
