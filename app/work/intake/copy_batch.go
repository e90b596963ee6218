package intake

import (
	"context"
	"errors"
	"os"
	"sync"
)

// A disk takes many files in hardly more time than one: copies are brought onto it so many
// or so many bytes at a time, by so many hands.
const (
	batchFiles = 128
	batchBytes = 32 << 20
	batchHands = 8
)

// batch are copies that are settled together, and folders they lie in that were left.
type batch struct {
	files   []*written
	folders []*os.Root
	bytes   int64
}

// add takes a copy in.
func (b *batch) add(ctx context.Context, w *written) error {
	b.files, b.bytes = append(b.files, w), b.bytes+w.bytes
	return b.full(ctx)
}

// full settles all copies where there are enough.
func (b *batch) full(ctx context.Context) error {
	if len(b.files) < batchFiles && len(b.folders) < batchFiles && b.bytes < batchBytes {
		return nil
	}
	return b.settle(ctx)
}

// settle settles all copies; none is left open, whatever becomes of the others.
func (b *batch) settle(ctx context.Context) error {
	errs := make([]error, len(b.files))
	next := make(chan int)
	var hands sync.WaitGroup
	for range min(batchHands, len(b.files)) {
		hands.Go(func() {
			for i := range next {
				errs[i] = b.files[i].settle(ctx)
			}
		})
	}
	for i := range b.files {
		next <- i
	}
	close(next)
	hands.Wait()
	b.files = b.files[:0]
	b.close()
	return errors.Join(errs...)
}

// close lets go of what is open; what was not settled belongs to a copy that is given up.
func (b *batch) close() {
	for _, w := range b.files {
		_ = w.out.Close()
	}
	for _, f := range b.folders {
		_ = f.Close()
	}
	b.files, b.folders, b.bytes = nil, nil, 0
}
