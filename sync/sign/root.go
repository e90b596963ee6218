package sign

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/secure-systems-lab/go-securesystemslib/dsse"

	"laufzettel/transfer/strict"
)

// TypeRoot is the payload type of the word of an archive's root key.
const (
	TypeRoot   = "application/vnd.laufzettel.root+json"
	formatRoot = "laufzettel-root/1"
)

// Root is the word of the root key of an archive, which lies offline: which keys may sign
// its receipts, and until when that counts (protocol.md 22).
type Root struct {
	Format  string    `json:"format"`
	Archive string    `json:"archive"`
	RootKey string    `json:"root_key"` // public, base64
	Issued  time.Time `json:"issued"`
	Expires time.Time `json:"expires"`
	Keys    []string  `json:"keys"` // public keys that may sign receipts, base64
}

// maxRootLife bounds how long a word of a root counts.
const maxRootLife = 3 * 366 * 24 * time.Hour

// Key is the public root key.
func (r Root) Key() PublicKey {
	k, err := ParsePublicKey(r.RootKey)
	if err != nil {
		return nil
	}
	return k
}

// Covers reports whether a key may sign receipts by this word.
func (r Root) Covers(key PublicKey) bool { return key != nil && slices.Contains(r.Keys, key.String()) }

// Counts reports whether the word counts at a moment.
func (r Root) Counts(at time.Time) bool { return at.Before(r.Expires) }

// SealRoot signs the word of a root, at a change of the root by the one before too.
func SealRoot(ctx context.Context, r Root, keys ...*Key) ([]byte, error) {
	r.Format, r.Issued, r.Expires = formatRoot, r.Issued.UTC().Truncate(time.Second), r.Expires.UTC().Truncate(time.Second)
	if err := r.check(); err != nil {
		return nil, err
	}
	return SealJSON(ctx, TypeRoot, r, keys...)
}

func (r Root) check() error {
	switch {
	case r.Format != formatRoot:
		return fmt.Errorf("word of a root has format %q, want %q", r.Format, formatRoot)
	case r.Key() == nil:
		return errors.New("word of a root names no root key")
	case !r.Expires.After(r.Issued) || r.Expires.Sub(r.Issued) > maxRootLife:
		return errors.New("word of a root counts for no time, or too long")
	case len(r.Keys) == 0 || len(r.Keys) > maxTrustedKeys:
		return fmt.Errorf("word of a root names %d keys", len(r.Keys))
	}
	for _, k := range r.Keys {
		public, err := ParsePublicKey(k)
		if err != nil {
			return fmt.Errorf("word of a root: %w", err)
		}
		if public.String() == r.RootKey {
			return errors.New("the root key signs no receipts")
		}
	}
	return nil
}

// OpenRoot reads the word of a root that its own key has signed, and each of the others
// given: the key of receipts at the first time, the root before at a change.
func OpenRoot(ctx context.Context, envelope []byte, others ...PublicKey) (Root, error) {
	var r Root
	_, err := OpenSelfSigned(ctx, envelope, TypeRoot, func(payload []byte) ([]PublicKey, error) {
		if err := strict.Read(payload, &r); err != nil {
			return nil, fmt.Errorf("read word of a root: %w", err)
		}
		if err := r.check(); err != nil {
			return nil, err
		}
		return []PublicKey{r.Key()}, nil
	})
	if err != nil {
		return Root{}, err
	}
	for _, k := range others {
		if _, err := Open(ctx, envelope, TypeRoot, k); err != nil {
			return Root{}, err
		}
	}
	return r, nil
}

// AddSignature signs an envelope once more; what it says stays byte for byte.
func AddSignature(ctx context.Context, envelope []byte, key *Key) ([]byte, error) {
	env, payload, err := parse(envelope)
	if err != nil {
		return nil, err
	}
	for _, s := range env.Signatures {
		if s.KeyID == key.ID() {
			return envelope, nil
		}
	}
	sig, err := key.Sign(ctx, PreAuth(env.PayloadType, payload))
	if err != nil {
		return nil, fmt.Errorf("sign envelope: %w", err)
	}
	env.Signatures = append(env.Signatures, dsse.Signature{KeyID: key.ID(), Sig: base64.StdEncoding.EncodeToString(sig)})
	out, err := json.Marshal(env)
	if err != nil {
		return nil, fmt.Errorf("encode envelope: %w", err)
	}
	return out, nil
}

// Accepts judges new keys of an archive by what is pinned of its root: a pinned root has
// to vouch for every key that was not known before, and then nothing else is asked. It
// gives the word to keep, nil where the archive has no root. Error: where it does not
// hold, is older than the one kept, has expired, or is gone.
func Accepts(ctx context.Context, pinned *Root, known, next Trust, envelope []byte, now time.Time) (*Root, error) {
	active := next.Active()
	if len(envelope) == 0 {
		if pinned != nil && !has(known, active) {
			return nil, errors.New("the archive names a new key and no word of its root")
		}
		return pinned, nil
	}
	var r Root
	var err error
	switch {
	case pinned == nil:
		r, err = OpenRoot(ctx, envelope, active)
	default:
		r, err = OpenRoot(ctx, envelope, pinned.Key())
	}
	switch {
	case err != nil:
		return nil, err
	case pinned != nil && r.Issued.Before(pinned.Issued):
		return nil, errors.New("the word of the root is older than the one known")
	case !r.Covers(active):
		return nil, errors.New("the root does not vouch for the key in use")
	case !r.Counts(now) && !has(known, active):
		return nil, errors.New("the word of the root has expired")
	}
	for _, k := range next.All() {
		switch {
		case has(known, k):
		case !r.Covers(k):
			return nil, errors.New("the root does not vouch for a key the archive names")
		case !r.Counts(now):
			return nil, errors.New("the word of the root has expired, and the archive names a new key")
		}
	}
	return &r, nil
}

func has(t Trust, key PublicKey) bool {
	return key != nil && slices.ContainsFunc(t.All(), func(k PublicKey) bool { return k.ID() == key.ID() })
}
