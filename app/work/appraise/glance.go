package appraise

import (
	"context"
	"database/sql"
	"slices"
	"strconv"
	"sync"
	"time"

	"laufzettel/appraisal"
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

// OpenUnits gives how many units of a portion are open, as the transactions that decide
// keep it; a number is counted once where none is kept yet: in a workspace of an older
// version, and after the records have changed. It is for showing: what ends an
// appraisal counts the records. A portion that follows an earlier delivery is counted
// each time, as decisions on that one hold for it too (A36).
func (dk *Desk) OpenUnits(ctx context.Context, p transfer.Portion) (appraisal.Open, error) {
	earlier, err := dk.before(ctx, p)
	if err != nil {
		return appraisal.Open{}, err
	}
	if len(earlier) > 0 || !p.State.Appraisable() {
		return dk.countOpen(ctx, p.ID)
	}
	if out, kept, err := dk.Book.Open(ctx, p.ID, treeName(p)); err != nil || kept {
		return out, err
	}
	roots, err := dk.Contents.Outline(ctx, p)
	if err != nil {
		return appraisal.Open{}, err
	}
	var out appraisal.Open
	same := false
	err = dk.Office.Store.WithTx(ctx, func(tx *sql.Tx) error {
		now, err := transfer.PortionTx(ctx, tx, p.ID)
		if same = treeName(now) == treeName(p) && now.State.Appraisable(); err != nil || !same {
			return err
		}
		out, err = dk.Book.KeepOpenTx(ctx, tx, p.ID, treeName(p), roots)
		return err
	})
	if err == nil && !same { // changed between the question and its answer
		return dk.countOpen(ctx, p.ID)
	}
	return out, err
}

func (dk *Desk) countOpen(ctx context.Context, id string) (appraisal.Open, error) {
	a, err := dk.Glance(ctx, id)
	if err != nil {
		return appraisal.Open{}, err
	}
	return appraisal.Open{Total: a.Progress.Total, Open: a.Progress.Open}, nil
}

// treeName is another for every change of a portion and of its records.
func treeName(p transfer.Portion) string {
	return p.Run + " " + strconv.FormatInt(p.Changed.UnixMilli(), 10)
}
