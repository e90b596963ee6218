package sign

import (
	"context"
	"fmt"
	"sync"
	"time"
)

// Reason says why a request was refused; the value is the problem code of
// protocol.md 10.
type Reason string

// The reasons this package gives.
const (
	SignatureMissing   Reason = "signature-missing"
	SignatureMalformed Reason = "signature-malformed"
	SignatureWrong     Reason = "signature-wrong"
	NotCovered         Reason = "not-covered"
	KeyUnknown         Reason = "key-unknown"
	KeyRevoked         Reason = "key-revoked"
	KeyRetired         Reason = "key-retired"
	KeyPending         Reason = "key-pending"
	ClockSkew          Reason = "clock-skew"
	Expired            Reason = "expired"
	Replay             Reason = "replay"
	DigestMissing      Reason = "digest-missing"
	DigestMismatch     Reason = "digest-mismatch"
)

// RefusedError says that a request is not accepted as it is.
type RefusedError struct {
	Reason Reason
	Detail string
	Skew   time.Duration // ClockSkew only: the client's clock minus ours
}

// Error gives reason and detail.
func (e *RefusedError) Error() string { return fmt.Sprintf("%s: %s", e.Reason, e.Detail) }

func refuse(r Reason, detail string) error { return &RefusedError{Reason: r, Detail: detail} }

// Nonces is a NonceStore in memory, for tests and clients that act as receiver.
// The zero value is ready.
type Nonces struct {
	mu   sync.Mutex
	seen map[[2]string]time.Time
}

// Remember implements NonceStore.
func (n *Nonces) Remember(_ context.Context, keyID, nonce string, now, until time.Time) (bool, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.seen == nil {
		n.seen = map[[2]string]time.Time{}
	}
	for k, t := range n.seen {
		if t.Before(now) {
			delete(n.seen, k)
		}
	}
	k := [2]string{keyID, nonce}
	if _, known := n.seen[k]; known {
		return false, nil
	}
	n.seen[k] = until
	return true, nil
}
