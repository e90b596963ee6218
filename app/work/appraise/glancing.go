package appraise

import (
	"context"
	"slices"
	"sync"
	"time"

	"laufzettel/transfer"
	"laufzettel/transfer/record"
)

// keptTrees is how many record trees stay in memory between two looks.
const keptTrees = 3

// trees keeps the record trees looked at last, for readers. A tree is replaced
// only together with a change of its portion, which makes it another key.
type trees struct {
	mu       sync.Mutex
	list     []keptTree          // most recently used last
	compared map[string]*Earlier // by both deliveries and their state
}

// comparison gives what two deliveries differ in, computed once for their state:
// it is asked for after every decision.
func (t *trees) comparison(p, e transfer.Portion, compute func() (*Earlier, error)) (*Earlier, error) {
	key := p.ID + p.Run + p.Changed.String() + e.ID + e.Run + e.Changed.String()
	t.mu.Lock()
	out := t.compared[key]
	t.mu.Unlock()
	if out != nil {
		return out, nil
	}
	out, err := compute()
	if err != nil {
		return nil, err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.compared) >= keptTrees || t.compared == nil {
		t.compared = map[string]*Earlier{}
	}
	t.compared[key] = out
	return out, nil
}

type keptTree struct {
	id, run string
	changed time.Time
	roots   []*record.Object
}

func (t *trees) get(p transfer.Portion) []*record.Object {
	t.mu.Lock()
	defer t.mu.Unlock()
	for i, k := range t.list {
		if k.id == p.ID && k.run == p.Run && k.changed.Equal(p.Changed) {
			t.list = append(slices.Delete(t.list, i, i+1), k)
			return k.roots
		}
	}
	return nil
}

func (t *trees) put(p transfer.Portion, roots []*record.Object) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.list = slices.DeleteFunc(t.list, func(k keptTree) bool { return k.id == p.ID })
	t.list = append(t.list, keptTree{p.ID, p.Run, p.Changed, roots})
	if len(t.list) > keptTrees {
		t.list = slices.Delete(t.list, 0, len(t.list)-keptTrees)
	}
}

// Glance is Outlined for those who only read: the records come from memory where
// the portion is unchanged, the decisions always from the workspace. Nobody may
// change the tree it gives. Counting open Vorgänge after every decision would
// otherwise read 20,000 records each time.
func (dk *Desk) Glance(ctx context.Context, id string) (*Appraisal, error) {
	p, err := dk.Portions.Get(ctx, id)
	if err != nil {
		return nil, err
	}
	roots := dk.trees.get(p)
	if roots == nil {
		if roots, err = dk.Contents.Outline(ctx, p); err != nil {
			return nil, err
		}
		dk.trees.put(p, roots)
	}
	return dk.AppraisalOf(ctx, p, roots)
}
