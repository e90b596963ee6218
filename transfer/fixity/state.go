package fixity

import (
	"bytes"
	"encoding"
	"errors"
	"fmt"
	"hash"
)

// stateMagic begins a stored digest state; the version covers the whole form.
const stateMagic = "laufzettel-digest 1 "

// ErrState says that a stored state cannot be used; the digest must be computed
// from the first byte again.
var ErrState = errors.New("fixity: stored digest state cannot be used")

// MarshalState stores a half-done digest (of an upload, say) so that another
// process can go on with it. The state contains no more than the hash needs.
func MarshalState(a Algorithm, h hash.Hash) ([]byte, error) {
	m, ok := h.(encoding.BinaryMarshaler)
	if !ok {
		return nil, fmt.Errorf("%w: %s keeps none", ErrState, a)
	}
	state, err := m.MarshalBinary()
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrState, err)
	}
	return append([]byte(stateMagic+string(a)+"\n"), state...), nil
}

// UnmarshalState gives back the digest that MarshalState stored.
func UnmarshalState(stored []byte) (Algorithm, hash.Hash, error) {
	rest, ok := bytes.CutPrefix(stored, []byte(stateMagic))
	name, state, found := bytes.Cut(rest, []byte("\n"))
	h := Algorithm(name).New()
	if !ok || !found || h == nil {
		return "", nil, ErrState
	}
	u, ok := h.(encoding.BinaryUnmarshaler)
	if !ok {
		return "", nil, ErrState
	}
	if err := u.UnmarshalBinary(state); err != nil {
		return "", nil, fmt.Errorf("%w: %w", ErrState, err)
	}
	return Algorithm(name), h, nil
}
