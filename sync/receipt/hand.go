package receipt

import (
	"context"
	"crypto/sha512"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"laufzettel/sync/sign"
)

// TypeHand is the payload type of a person's signature (protocol.md 19).
const TypeHand = "application/vnd.laufzettel.hand+json"

const (
	formatHand = "laufzettel-hand/1"
	maxHand    = 16 << 10
	maxRoles   = 16
)

// Hand is the signature of a person under a statement that goes over the channel:
// an envelope of its own, signed with the person's key while they acted, not with
// the key of the machine that sends it later (G14, G18). The key stands in it; that
// it belongs to the person is the word of the enrolled client, whose signature
// covers the hand together with the statement.
type Hand struct {
	Format    string    `json:"format"`
	Person    string    `json:"person"`
	PublicKey string    `json:"public_key"`
	Roles     []string  `json:"roles"`     // as the register of people of the sender has them
	Statement string    `json:"statement"` // digest of what is signed, lower-case hex
	At        time.Time `json:"at"`

	// Old says that the hand was read by the rules before transfer/strict.
	Old bool `json:"-"`
}

// KeyID is the id of the person's key, "" where it is none.
func (h Hand) KeyID() string {
	k, err := sign.ParsePublicKey(h.PublicKey)
	if err != nil {
		return ""
	}
	return k.ID()
}

// Seal signs with the key of the person and gives the envelope.
func (h Hand) Seal(ctx context.Context, key *sign.Key) ([]byte, error) {
	h.Format, h.PublicKey = formatHand, key.Public().String()
	if h.Roles == nil {
		h.Roles = []string{}
	}
	h.At = h.At.UTC().Truncate(time.Millisecond)
	if err := h.checkUnder(h.Statement); err != nil {
		return nil, err
	}
	return sign.SealJSON(ctx, TypeHand, h, key)
}

// OpenHand verifies a person's signature under the statement with this digest.
func OpenHand(ctx context.Context, envelope []byte, statement string) (Hand, error) {
	var h Hand
	if len(envelope) > maxHand {
		return h, fmt.Errorf("hand of %d bytes, limit %d", len(envelope), maxHand)
	}
	_, err := sign.OpenSelfSigned(ctx, envelope, TypeHand, func(payload []byte) ([]sign.PublicKey, error) {
		old, err := readPaper(payload, &h)
		if err != nil {
			return nil, fmt.Errorf("read hand: %w", err)
		}
		h.Old = old
		k, err := sign.ParsePublicKey(h.PublicKey)
		return []sign.PublicKey{k}, err
	})
	if err != nil {
		return Hand{}, err
	}
	return h, h.checkUnder(statement)
}

func (h Hand) check() error { return h.checkUnder(h.Statement) }

func (h Hand) checkUnder(statement string) error {
	switch {
	case h.Format != formatHand:
		return fmt.Errorf("hand has format %q, want %q", h.Format, formatHand)
	case !plainLine(h.Person):
		return errors.New("hand names no person")
	case h.Statement == "" || h.Statement != statement:
		return fmt.Errorf("hand is under the statement %.16s, not %.16s", h.Statement, statement)
	case h.At.IsZero():
		return errors.New("hand without time")
	case len(h.Roles) > maxRoles:
		return fmt.Errorf("hand with %d roles", len(h.Roles))
	}
	for _, r := range h.Roles {
		if !plainLine(r) || strings.ContainsRune(r, ' ') {
			return fmt.Errorf("hand with the role %q", r)
		}
	}
	return nil
}

// plainLine reports whether s is a short line of text.
func plainLine(s string) bool {
	return s != "" && len(s) <= maxName && utf8.ValidString(s) && strings.TrimSpace(s) == s && strings.IndexFunc(s, unicode.IsControl) < 0
}

// Statement is the digest a person signs for a message as a whole: lower-case hex
// SHA-512 over "laufzettel-hand", kind, reference, addressee and content, with a
// NUL between them.
func (m Message) Statement() string {
	h := sha512.New()
	fmt.Fprintf(h, "laufzettel-hand\x00%s\x00%s\x00%s\x00", m.Kind, m.Reference, m.To)
	_, _ = h.Write(m.Content) // a hash never fails
	return hex.EncodeToString(h.Sum(nil))
}

// Signer gives the person who signed the message; nil where only the machine did.
func (m Message) Signer(ctx context.Context) (*Hand, error) {
	if len(m.Hand) == 0 {
		return nil, nil
	}
	h, err := OpenHand(ctx, m.Hand, m.Statement())
	if err != nil {
		return nil, err
	}
	return &h, nil
}

// ReadMessage reads a message whose envelope was verified before and is known by
// its hash.
func ReadMessage(envelope []byte, hash string) (Message, error) {
	return readHashed[Message](envelope, TypeMessage, hash, "message")
}
