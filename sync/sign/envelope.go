package sign

import (
	"context"
	"crypto"
	"crypto/ed25519"
	"crypto/sha512"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/secure-systems-lab/go-securesystemslib/dsse"

	"laufzettel/transfer/strict"
)

// MaxEnvelope is the size limit of an envelope in bytes (protocol.md 11).
const MaxEnvelope = 16 << 20

const maxSignatures = 8

// ErrWrongSignature says that no wanted key signed the envelope as it is.
var ErrWrongSignature = errors.New("envelope is not signed by a known key")

// Seal signs payload with every key and gives the envelope's bytes. They are
// what is sent, stored and hashed; nobody re-encodes them.
func Seal(ctx context.Context, payloadType string, payload []byte, keys ...*Key) ([]byte, error) {
	signers := make([]dsse.Signer, len(keys))
	for i, k := range keys {
		signers[i] = k
	}
	es, err := dsse.NewEnvelopeSigner(signers...)
	if err != nil {
		return nil, fmt.Errorf("seal envelope: %w", err)
	}
	env, err := es.SignPayload(ctx, payloadType, payload)
	if err != nil {
		return nil, fmt.Errorf("seal envelope: %w", err)
	}
	return json.Marshal(env)
}

// SealJSON is Seal over the JSON of document.
func SealJSON(ctx context.Context, payloadType string, document any, keys ...*Key) ([]byte, error) {
	payload, err := json.Marshal(document)
	if err != nil {
		return nil, fmt.Errorf("encode %s: %w", payloadType, err)
	}
	return Seal(ctx, payloadType, payload, keys...)
}

// Open checks that every one of keys signed the envelope and that it is of
// payloadType; only then it gives the payload. ErrWrongSignature when one of
// them did not.
func Open(ctx context.Context, envelope []byte, payloadType string, keys ...PublicKey) ([]byte, error) {
	return open(ctx, envelope, payloadType, len(keys), keys)
}

// OpenAny is Open for a choice of keys; it also gives the id of one that signed.
func OpenAny(ctx context.Context, envelope []byte, payloadType string, keys ...PublicKey) ([]byte, string, error) {
	var last error = ErrWrongSignature
	for _, k := range keys {
		payload, err := open(ctx, envelope, payloadType, 1, []PublicKey{k})
		if err == nil {
			return payload, k.ID(), nil
		}
		if !errors.Is(err, ErrWrongSignature) {
			return nil, "", err
		}
		last = err
	}
	return nil, "", last
}

func open(ctx context.Context, envelope []byte, payloadType string, threshold int, keys []PublicKey) ([]byte, error) {
	env, payload, err := parse(envelope)
	if err != nil {
		return nil, err
	}
	if env.PayloadType != payloadType {
		return nil, fmt.Errorf("envelope is of type %q, want %q", env.PayloadType, payloadType)
	}
	verifiers := make([]dsse.Verifier, len(keys))
	for i, k := range keys {
		verifiers[i] = envelopeKey(k)
	}
	ev, err := dsse.NewMultiEnvelopeVerifier(threshold, verifiers...)
	if err != nil {
		return nil, fmt.Errorf("open envelope: %w", err)
	}
	if _, err := ev.Verify(ctx, env); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrWrongSignature, err)
	}
	return payload, nil
}

// OpenSelfSigned opens an envelope whose payload names its own public key, as an
// enrolment does: read finds the key in the payload, which counts for nothing
// until the signature by that key has been checked.
func OpenSelfSigned(ctx context.Context, envelope []byte, payloadType string, read func(payload []byte) ([]PublicKey, error)) ([]byte,
	error) {
	_, payload, err := parse(envelope)
	if err != nil {
		return nil, err
	}
	keys, err := read(payload)
	if err != nil {
		return nil, err
	}
	return Open(ctx, envelope, payloadType, keys...)
}

func parse(envelope []byte) (*dsse.Envelope, []byte, error) {
	if len(envelope) > MaxEnvelope {
		return nil, nil, fmt.Errorf("envelope has %d bytes, limit %d", len(envelope), MaxEnvelope)
	}
	var env dsse.Envelope
	if err := strict.Read(envelope, &env); err != nil {
		return nil, nil, fmt.Errorf("read envelope: %w", err)
	}
	if len(env.Signatures) == 0 || len(env.Signatures) > maxSignatures {
		return nil, nil, fmt.Errorf("envelope has %d signatures", len(env.Signatures))
	}
	seen := map[string]bool{}
	for _, s := range env.Signatures {
		if s.KeyID == "" || seen[s.KeyID] {
			return nil, nil, errors.New("envelope: signature without key id or with one twice")
		}
		seen[s.KeyID] = true
		if _, err := strict.Base64(s.Sig); err != nil { // the library would take other alphabets, too
			return nil, nil, fmt.Errorf("envelope signature: %w", err)
		}
	}
	payload, err := strict.Base64(env.Payload)
	if err != nil {
		return nil, nil, fmt.Errorf("envelope payload: %w", err)
	}
	return &env, payload, nil
}

// NamedKeys gives the key ids an envelope names, at least one. Nothing is verified
// yet: it only says whose key to look for.
func NamedKeys(envelope []byte) ([]string, error) {
	env, _, err := parse(envelope)
	if err != nil {
		return nil, err
	}
	ids := make([]string, len(env.Signatures))
	for i, s := range env.Signatures {
		ids[i] = s.KeyID
	}
	return ids, nil
}

// HashEnvelope is the hash by which documents name an envelope: lower-case hex
// SHA-512 over its bytes.
func HashEnvelope(envelope []byte) string {
	sum := sha512.Sum512(envelope)
	return hex.EncodeToString(sum[:])
}

// envelopeKey makes a public key a DSSE verifier.
type envelopeKey PublicKey

func (k envelopeKey) Verify(_ context.Context, data, sig []byte) error {
	if !PublicKey(k).Verify(data, sig) {
		return ErrWrongSignature
	}
	return nil
}

func (k envelopeKey) KeyID() (string, error) { return PublicKey(k).ID(), nil }

func (k envelopeKey) Public() crypto.PublicKey { return ed25519.PublicKey(k) }

// OpenHashed reads the payload of an envelope whose hash is known from a signed
// document: the hash stands for the signature, as when a receipt names the
// manifest of a client whose key is no longer at hand.
func OpenHashed(envelope []byte, payloadType, hash string) ([]byte, error) {
	if got := HashEnvelope(envelope); got != hash {
		return nil, fmt.Errorf("%w: its hash is %s, want %s", ErrWrongSignature, got, hash)
	}
	env, payload, err := parse(envelope)
	if err != nil {
		return nil, err
	}
	if env.PayloadType != payloadType {
		return nil, fmt.Errorf("envelope is of type %q, want %q", env.PayloadType, payloadType)
	}
	return payload, nil
}
