package archive

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"slices"
	"sync"
	"time"

	"laufzettel/sync/sign"
)

// nonces remembers nonces in the database, so that they are known after a
// restart and to other receivers. Those that come while one transaction runs
// share the next.
type nonces struct {
	db DB

	mu      sync.Mutex
	waiting []*nonce
	running bool
}

// nonce is one on its way into the database.
type nonce struct {
	keyID, value string
	now, until   time.Time
	done         chan struct{}
	isNew        bool // valid once done is closed, as is err
	err          error
}

// begin has a nonce remembered without waiting for it.
func (n *nonces) begin(ctx context.Context, one *nonce) {
	one.done = make(chan struct{})
	n.mu.Lock()
	defer n.mu.Unlock()
	n.waiting = append(n.waiting, one)
	if !n.running {
		n.running = true
		go n.run(context.WithoutCancel(ctx)) // others depend on it too
	}
}

func (n *nonces) run(ctx context.Context) {
	for {
		n.mu.Lock()
		group := n.waiting
		n.waiting = nil
		n.running = len(group) > 0
		n.mu.Unlock()
		if len(group) == 0 {
			return
		}
		err := n.store(ctx, group)
		for _, one := range group {
			one.err = err
			close(one.done)
		}
	}
}

// store writes nonces down, in an order that lets receivers on one database
// never wait for each other in a circle.
func (n *nonces) store(ctx context.Context, group []*nonce) error {
	sorted := slices.SortedStableFunc(slices.Values(group), func(a, b *nonce) int {
		return cmp.Or(cmp.Compare(a.keyID, b.keyID), cmp.Compare(a.value, b.value))
	})
	return n.db.WithTx(ctx, func(tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx, "DELETE FROM archive_nonce WHERE until < ?", group[0].now.UnixMilli()); err != nil {
			return err
		}
		for _, one := range sorted {
			res, err := tx.ExecContext(ctx, "INSERT INTO archive_nonce (key_id, nonce, until) VALUES (?,?,?) ON CONFLICT DO NOTHING",
				one.keyID, one.value, one.until.UnixMilli())
			if err != nil {
				return err
			}
			rows, err := res.RowsAffected()
			if err != nil {
				return err
			}
			one.isNew = rows == 1
		}
		return nil
	})
}

// pendingNonce is the sign.NonceStore of one request: what it says at once is
// only a promise, to be redeemed by wait before the request has any effect.
type pendingNonce struct {
	nonces *nonces
	one    *nonce
}

// Remember implements sign.NonceStore.
func (p *pendingNonce) Remember(ctx context.Context, keyID, value string, now, until time.Time) (bool, error) {
	p.one = &nonce{keyID: keyID, value: value, now: now, until: until}
	p.nonces.begin(ctx, p.one)
	return true, nil
}

// wait gives the refusal of a nonce that was used before.
func (p *pendingNonce) wait() error {
	if p.one == nil {
		return nil
	}
	<-p.one.done
	if p.one.err != nil {
		return fmt.Errorf("remember nonce: %w", p.one.err)
	}
	if !p.one.isNew {
		return &sign.RefusedError{Reason: sign.Replay, Detail: "the nonce was used before"}
	}
	return nil
}
