package sign

import (
	"context"
	"fmt"
	"time"

	"laufzettel/transfer/strict"
)

// The payload types of the documents about keys (protocol.md 4 and 5).
const (
	TypeEnrolment = "application/vnd.laufzettel.enrolment+json"
	TypeRotation  = "application/vnd.laufzettel.rotation+json"
	TypeTrust     = "application/vnd.laufzettel.trust+json"

	formatEnrolment = "laufzettel-enrolment/1"
	formatRotation  = "laufzettel-rotation/1"
	formatTrust     = "laufzettel-trust/1"
)

// maxTrustedKeys bounds a trust document; one key a year for centuries fits.
const maxTrustedKeys = 256

// Overlap is how long a rotated client key may still be used.
const Overlap = 30 * 24 * time.Hour

// Trust names the keys with which an archive signs receipts, the present one and
// all before it, so that old receipts stay verifiable.
type Trust struct {
	Format  string       `json:"format"`
	Archive string       `json:"archive"`
	URL     string       `json:"url"`
	Issued  time.Time    `json:"issued"`
	Keys    []TrustedKey `json:"keys"`
}

// TrustedKey is one key of an archive with the time it was in use.
type TrustedKey struct {
	KeyID     string     `json:"key_id"`
	PublicKey string     `json:"public_key"`
	State     string     `json:"state"` // active or retired
	From      time.Time  `json:"from"`
	Until     *time.Time `json:"until,omitempty"`
}

// UsableAt gives the keys that were in use at a moment.
func (t Trust) UsableAt(at time.Time) []PublicKey {
	var keys []PublicKey
	for _, k := range t.Keys {
		if at.Before(k.From.Add(-MaxAhead)) || (k.Until != nil && at.After(*k.Until)) {
			continue
		}
		if p, err := ParsePublicKey(k.PublicKey); err == nil {
			keys = append(keys, p)
		}
	}
	return keys
}

// All gives every key that was ever in use.
func (t Trust) All() []PublicKey {
	var keys []PublicKey
	for _, k := range t.Keys {
		if p, err := ParsePublicKey(k.PublicKey); err == nil {
			keys = append(keys, p)
		}
	}
	return keys
}

// Active gives the key in use, or nil where none is named so.
func (t Trust) Active() PublicKey {
	for _, k := range t.Keys {
		if k.State != "active" {
			continue
		}
		if p, err := ParsePublicKey(k.PublicKey); err == nil {
			return p
		}
	}
	return nil
}

// SealTrust signs the document with the archive's key and, at a rotation, with
// the key before it.
func SealTrust(ctx context.Context, t Trust, keys ...*Key) ([]byte, error) {
	t.Format = formatTrust
	return SealJSON(ctx, TypeTrust, t, keys...)
}

// OpenTrust reads a trust document that one of the pinned keys signed.
func OpenTrust(ctx context.Context, envelope []byte, pinned ...PublicKey) (Trust, error) {
	payload, _, err := OpenAny(ctx, envelope, TypeTrust, pinned...)
	if err != nil {
		return Trust{}, err
	}
	return readTrust(payload)
}

// OpenFirstTrust reads a trust document that nothing is pinned for yet: its own
// active key must have signed it. Whether that key is the archive's is for a
// person to decide by the fingerprint.
func OpenFirstTrust(ctx context.Context, envelope []byte) (Trust, error) {
	payload, err := OpenSelfSigned(ctx, envelope, TypeTrust, func(payload []byte) ([]PublicKey, error) {
		t, err := readTrust(payload)
		if err != nil {
			return nil, err
		}
		if t.Active() == nil {
			return nil, fmt.Errorf("trust document names no active key")
		}
		return []PublicKey{t.Active()}, nil
	})
	if err != nil {
		return Trust{}, err
	}
	return readTrust(payload)
}

func readTrust(payload []byte) (Trust, error) {
	var t Trust
	if err := strict.Read(payload, &t); err != nil {
		return Trust{}, fmt.Errorf("read trust document: %w", err)
	}
	if t.Format != formatTrust {
		return Trust{}, fmt.Errorf("trust document has format %q, want %q", t.Format, formatTrust)
	}
	if len(t.Keys) == 0 || len(t.Keys) > maxTrustedKeys {
		return Trust{}, fmt.Errorf("trust document names %d keys", len(t.Keys))
	}
	for _, k := range t.Keys {
		p, err := ParsePublicKey(k.PublicKey)
		if err != nil {
			return Trust{}, fmt.Errorf("trust document: %w", err)
		}
		if p.ID() != k.KeyID {
			return Trust{}, fmt.Errorf("trust document: key id %s does not belong to its key", k.KeyID)
		}
	}
	return t, nil
}

// Enrolment is a client's request to be known by an archive.
type Enrolment struct {
	Format    string    `json:"format"`
	PublicKey string    `json:"public_key"`
	Office    string    `json:"office"`
	Host      string    `json:"host"`
	Program   string    `json:"program"`
	Created   time.Time `json:"created"`
}

// SealEnrolment signs an enrolment with the key it is about.
func SealEnrolment(ctx context.Context, e Enrolment, key *Key) ([]byte, error) {
	e.Format, e.PublicKey = formatEnrolment, key.Public().String()
	return SealJSON(ctx, TypeEnrolment, e, key)
}

// OpenEnrolment reads an enrolment and checks that the key in it signed it.
func OpenEnrolment(ctx context.Context, envelope []byte) (Enrolment, PublicKey, error) {
	var e Enrolment
	var public PublicKey
	_, err := OpenSelfSigned(ctx, envelope, TypeEnrolment, func(payload []byte) ([]PublicKey, error) {
		if err := strict.Read(payload, &e); err != nil {
			return nil, fmt.Errorf("read enrolment: %w", err)
		}
		if e.Format != formatEnrolment {
			return nil, fmt.Errorf("enrolment has format %q, want %q", e.Format, formatEnrolment)
		}
		if len(e.Office) > 255 || len(e.Host) > 255 || len(e.Program) > 255 {
			return nil, fmt.Errorf("enrolment: a name is longer than 255 bytes")
		}
		var err error
		public, err = ParsePublicKey(e.PublicKey)
		return []PublicKey{public}, err
	})
	if err != nil {
		return Enrolment{}, nil, err
	}
	return e, public, nil
}

// Rotation replaces a client's key; both keys sign it.
type Rotation struct {
	Format       string    `json:"format"`
	OldKeyID     string    `json:"old_key_id"`
	NewPublicKey string    `json:"new_public_key"`
	Created      time.Time `json:"created"`
}

// SealRotation cross-signs the change from one key to another.
func SealRotation(ctx context.Context, created time.Time, from, to *Key) ([]byte, error) {
	return SealJSON(ctx, TypeRotation, Rotation{
		Format: formatRotation, OldKeyID: from.ID(), NewPublicKey: to.Public().String(), Created: created.UTC(),
	}, from, to)
}

// OpenRotation reads a rotation and checks both signatures; known gives the old
// key by its id.
func OpenRotation(ctx context.Context, envelope []byte, known func(keyID string) (PublicKey, error)) (Rotation, PublicKey, error) {
	var r Rotation
	var next PublicKey
	_, err := OpenSelfSigned(ctx, envelope, TypeRotation, func(payload []byte) ([]PublicKey, error) {
		if err := strict.Read(payload, &r); err != nil {
			return nil, fmt.Errorf("read rotation: %w", err)
		}
		if r.Format != formatRotation {
			return nil, fmt.Errorf("rotation has format %q, want %q", r.Format, formatRotation)
		}
		old, err := known(r.OldKeyID)
		if err != nil {
			return nil, err
		}
		if next, err = ParsePublicKey(r.NewPublicKey); err != nil {
			return nil, err
		}
		if next.ID() == old.ID() {
			return nil, fmt.Errorf("rotation to the same key")
		}
		return []PublicKey{old, next}, nil
	})
	if err != nil {
		return Rotation{}, nil, err
	}
	return r, next, nil
}
