package archive

import (
	"fmt"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"laufzettel/app/store"
)

// TestNonces_NewOnceAmongMany asks for few nonces many times at once: each is new
// exactly once, and after a restart no more.
func TestNonces_NewOnceAmongMany(t *testing.T) {
	db, err := store.Open(t.Context(), filepath.Join(t.TempDir(), "archive.db"), store.Room{Name: Room, Migrations: Migrations})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	}()
	const different, times = 7, 12
	ask := func(n *nonces) int64 {
		var isNew atomic.Int64
		var all sync.WaitGroup
		for i := range different * times {
			all.Go(func() {
				p := &pendingNonce{nonces: n}
				now := time.Now()
				if _, err := p.Remember(t.Context(), "KEY", fmt.Sprintf("nonce number %d", i%different), now,
					now.Add(time.Minute)); err != nil {
					t.Error(err)
				}
				if p.wait() == nil {
					isNew.Add(1)
				}
			})
		}
		all.Wait()
		return isNew.Load()
	}
	if got := ask(&nonces{db: db}); got != different {
		t.Errorf("%d were new, want %d", got, different)
	}
	if got := ask(&nonces{db: db}); got != 0 {
		t.Errorf("%d were new after a restart, want none", got)
	}
}
