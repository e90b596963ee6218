package sign

import (
	"bytes"
	"crypto/ed25519"
	"errors"
	"fmt"

	"filippo.io/edwards25519"
)

// ErrWeakKey says that 32 bytes are no public key anybody may sign with: no point
// of the curve, not its one encoding, or a point of small order, under which one
// signature holds for every message.
var ErrWeakKey = errors.New("no acceptable Ed25519 public key")

// Verify is the only rule by which this project verifies an Ed25519 signature
// (protocol.md 2): R and A are canonical encodings of points of the curve, neither
// of small order; S is below the order L of the base point; and the encoding of
// [S]B − [k]A is R byte for byte (RFC 8032 5.1.7, the equation without cofactor).
func (p PublicKey) Verify(message, signature []byte) bool {
	if len(p) != ed25519.PublicKeySize || len(signature) != ed25519.SignatureSize {
		return false
	}
	if checkPoint(p) != nil || checkPoint(signature[:32]) != nil {
		return false
	}
	return ed25519.Verify(ed25519.PublicKey(p), message, signature) // refuses S ≥ L, compares bytes
}

// checkPoint refuses what is not the canonical encoding of a point of large order.
func checkPoint(encoded []byte) error {
	point, err := new(edwards25519.Point).SetBytes(encoded)
	if err != nil {
		return fmt.Errorf("%w: not on the curve", ErrWeakKey)
	}
	if !bytes.Equal(point.Bytes(), encoded) {
		return fmt.Errorf("%w: not the canonical encoding", ErrWeakKey)
	}
	if new(edwards25519.Point).MultByCofactor(point).Equal(edwards25519.NewIdentityPoint()) == 1 {
		return fmt.Errorf("%w: of small order", ErrWeakKey)
	}
	return nil
}
