package sign_test

import (
	"context"
	"sync"
	"time"
)

// nonces is a store of nonces in memory.
// The zero value is ready.
type nonces struct {
	mu   sync.Mutex
	seen map[[2]string]time.Time
}

// Remember implements NonceStore.
func (n *nonces) Remember(_ context.Context, keyID, nonce string, now, until time.Time) (bool, error) {
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
