package check

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"sync"
	"time"

	"laufzettel/transfer/container"
)

// The journal commits after this many files or this long, whichever comes first.
// While one batch is written the workers go on with as many files: a kill repeats
// at most two batches.
const (
	batchFiles = 500
	batchTime  = time.Second
)

// progressEvery is after how many files the progress is told.
const progressEvery = 64

// readAll is the one read of every byte: it resumes the journal's run, visits
// what is missing with N workers and journals the facts in batches.
func (r *run) readAll(ctx context.Context) error {
	if err := r.findLists(ctx); err != nil {
		return err
	}
	listed, _ := r.completeListing()
	if err := r.spelling(ctx, listed); err != nil {
		return err
	}
	listed, listsAll := r.completeListing()
	r.index, r.listsAll = newListIndex(listed), listsAll
	r.declared = newDeclaredIndex(r.m.Listed, r.lists)
	total, err := r.countFiles(ctx)
	if err != nil {
		return err
	}
	done, err := r.resume(ctx)
	if err != nil {
		return err
	}
	r.progress(PhaseReadFiles, done, total)
	if err := r.visit(ctx, done, total); err != nil {
		return err
	}
	r.progress(PhaseReadFiles, total, total)
	return nil
}

func (r *run) countFiles(ctx context.Context) (n int64, err error) {
	err = r.t.Files(ctx, func(container.Entry) error { n++; return nil })
	if err != nil {
		return 0, fmt.Errorf("count files: %w", err)
	}
	return n, nil
}

// resume opens the journal's run and takes out what is no longer true: files
// that are gone or changed, could not be read, or lack a digest now asked for.
func (r *run) resume(ctx context.Context) (done int64, err error) {
	n, err := r.in.Journal.Begin(ctx, r.in.Key, r.fingerprint())
	if err != nil {
		return 0, fmt.Errorf("begin journal: %w", err)
	}
	if n == 0 {
		return 0, nil
	}
	err = r.in.Journal.Prune(ctx, r.in.Key, func(j Journaled) bool {
		e, ok := r.t.Stat(j.Path)
		keep := ok && e.Size == j.Size && e.Modified.UnixMilli() == j.Modified.UnixMilli() && j.Damage == ""
		for _, alg := range r.wantedDigests(j.Path) {
			_, has := j.Digests[alg]
			keep = keep && has
		}
		if keep {
			done++
		}
		return keep
	})
	if err != nil {
		return 0, fmt.Errorf("compare journal with delivery: %w", err)
	}
	return done, nil
}

// visit reads the files that the journal does not hold. Workers make facts, one
// collector writes them.
func (r *run) visit(ctx context.Context, done, total int64) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var want func(container.Entry) bool
	if done > 0 {
		want = func(e container.Entry) bool {
			has, err := r.in.Journal.Has(ctx, r.in.Key, e.Path)
			if err != nil {
				cancel(fmt.Errorf("look up %s in journal: %w", e.Path, err))
			}
			return !has && err == nil
		}
	}
	c := collector{run: r, done: done, total: total, in: make(chan Journaled, batchFiles)}
	if done == 0 && total <= mostRead {
		r.facts.read = make([]FileFact, 0, total)
	}
	var wg sync.WaitGroup
	wg.Go(func() {
		if err := c.collect(ctx); err != nil {
			cancel(err)
		}
	})
	insp := &inspector{identify: r.e.Identify, pdfa: r.e.PDFA, want: r.wantedPDFA(), read: &r.bytes}
	if r.in.NoPDFA {
		insp.pdfa = nil
	}
	if !r.m.ReadsNested {
		insp.tree, insp.spool = r.t, r.in.spool
	}
	err := r.t.Visit(ctx, r.e.workers(), want, func(ctx context.Context, e container.Entry, content container.Content,
		readErr error) error {
		fact := insp.inspect(ctx, e, content, readErr, r.wantedDigests(e.Path))
		if err := ctx.Err(); err != nil {
			return err // a file interrupted half way is no fact
		}
		if fact.Damage != "" {
			if err := r.in.source.there(); err != nil {
				cancel(err)
				return err
			}
		}
		select {
		case c.in <- Journaled{FileFact: fact, Modified: e.Modified}:
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	})
	close(c.in)
	wg.Wait()
	r.facts.sort()
	if rests, ok := r.e.Identify.(interface{ Rest() }); ok && total >= restFrom {
		rests.Rest()
	}
	return r.visitError(ctx, err)
}

// restFrom is from how many files on what identifies them rests when they are read: what
// follows needs the room.
const restFrom = 100_000

// visitError prefers the cause of a cancel (a failed journal) to its echo.
func (r *run) visitError(ctx context.Context, err error) error {
	if cause := context.Cause(ctx); cause != nil && !errors.Is(cause, context.Canceled) {
		err = cause
	} else if err == nil {
		err = ctx.Err()
	}
	if err != nil {
		return fmt.Errorf("read files: %w", err)
	}
	return nil
}

// collector gathers facts into batches.
type collector struct {
	run         *run
	in          chan Journaled
	done, total int64
	batch       []Journaled
}

// collect runs until the channel is closed. When the check is cancelled the
// last batch is still written: what was read need not be read again.
func (c *collector) collect(ctx context.Context) error {
	tick := time.NewTicker(batchTime)
	defer tick.Stop()
	for {
		select {
		case j, ok := <-c.in:
			if !ok {
				return c.flush(context.WithoutCancel(ctx))
			}
			c.take(j)
			if len(c.batch) < batchFiles {
				continue
			}
		case <-tick.C: // also inside one large file the progress goes on (G11)
			c.run.progress(PhaseReadFiles, c.done, c.total)
		}
		if err := c.flush(context.WithoutCancel(ctx)); err != nil {
			return err
		}
	}
}

func (c *collector) take(j Journaled) {
	c.batch = append(c.batch, j)
	if f := c.run.facts; f.read != nil {
		f.read = append(f.read, j.FileFact)
	}
	c.done++
	if c.done%progressEvery == 0 {
		c.run.progress(PhaseReadFiles, c.done, c.total)
	}
}

func (c *collector) flush(ctx context.Context) error {
	if len(c.batch) == 0 {
		return nil
	}
	c.run.in.Point("check.batch.before")
	if err := c.run.in.Journal.Put(ctx, c.run.in.Key, c.batch); err != nil {
		return fmt.Errorf("write journal: %w", err)
	}
	c.run.in.Point("check.batch.after")
	c.batch = c.batch[:0]
	return nil
}

// rawName is the stored form of a decoded name (G5).
func rawName(e container.Entry) string {
	if len(e.Raw) == 0 {
		return ""
	}
	return hex.EncodeToString(e.Raw)
}
