package check

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"
)

// Journal keeps what the one read learned, file by file, so that a killed check
// goes on where it was (G1) and facts of a million files need not stay in memory
// (G12). A run is known by a key; its facts hold only for one fingerprint.
//
// Implementations: NewMemoryJournal and NewSQLJournal; both pass the suite in
// journal_test.go. They are safe for concurrent use.
type Journal interface {
	// Begin opens the run of key. An unfinished run with the same fingerprint
	// goes on: resumed is the number of files it holds. Any other run of that key
	// is emptied first.
	Begin(ctx context.Context, key, fingerprint string) (resumed int, err error)
	// Prune takes out every entry for which keep is false.
	Prune(ctx context.Context, key string, keep func(Journaled) bool) error
	// Has reports whether the run holds the path.
	Has(ctx context.Context, key, path string) (bool, error)
	// Put writes a batch, all or nothing; it is durable when Put returns.
	Put(ctx context.Context, key string, batch []Journaled) error
	// File gives one fact.
	File(ctx context.Context, key, path string) (FileFact, bool, error)
	// Load walks the facts in path order (bytewise); fn's error ends the walk.
	// fn may call the other reading methods.
	Load(ctx context.Context, key string, fn func(FileFact) error) error
	// Finish marks the run as complete: the facts stay readable, but the next
	// Begin of that key starts anew.
	Finish(ctx context.Context, key string) error
	// Drop forgets a run.
	Drop(ctx context.Context, key string) error
}

// Journaled is one entry: the fact and the state of the file it was learned from.
type Journaled struct {
	FileFact
	Modified time.Time // zero where the container states none
}

// memoryJournal is the Journal of checks without a workspace and of tests.
type memoryJournal struct {
	mu   sync.Mutex
	runs map[string]*memoryRun
}

type memoryRun struct {
	fingerprint string
	finished    bool
	entries     map[string]Journaled
}

// NewMemoryJournal gives a journal that lives as long as the process.
func NewMemoryJournal() Journal { return &memoryJournal{runs: map[string]*memoryRun{}} }

func (j *memoryJournal) Begin(ctx context.Context, key, fingerprint string) (int, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	r, ok := j.runs[key]
	if !ok || r.finished || r.fingerprint != fingerprint {
		r = &memoryRun{fingerprint: fingerprint, entries: map[string]Journaled{}}
		j.runs[key] = r
	}
	return len(r.entries), ctx.Err()
}

// run gives the run of key; an unknown one is empty.
func (j *memoryJournal) run(key string) *memoryRun {
	if r, ok := j.runs[key]; ok {
		return r
	}
	return &memoryRun{}
}

func (j *memoryJournal) Prune(ctx context.Context, key string, keep func(Journaled) bool) error {
	j.mu.Lock()
	all := make([]Journaled, 0, len(j.run(key).entries))
	for _, e := range j.run(key).entries {
		all = append(all, e)
	}
	j.mu.Unlock()
	for _, e := range all { // keep runs outside the lock: it may ask the journal
		if keep(e) {
			continue
		}
		j.mu.Lock()
		delete(j.run(key).entries, e.Path)
		j.mu.Unlock()
	}
	return ctx.Err()
}

func (j *memoryJournal) Has(ctx context.Context, key, path string) (bool, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	_, ok := j.run(key).entries[path]
	return ok, ctx.Err()
}

func (j *memoryJournal) Put(ctx context.Context, key string, batch []Journaled) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	r, ok := j.runs[key]
	if !ok {
		return fmt.Errorf("put into journal: run %q was not begun", key)
	}
	for _, e := range batch {
		r.entries[e.Path] = e
	}
	return nil
}

func (j *memoryJournal) File(ctx context.Context, key, path string) (FileFact, bool, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	e, ok := j.run(key).entries[path]
	return e.FileFact, ok, ctx.Err()
}

func (j *memoryJournal) Load(ctx context.Context, key string, fn func(FileFact) error) error {
	j.mu.Lock()
	all := make([]FileFact, 0, len(j.run(key).entries))
	for _, e := range j.run(key).entries {
		all = append(all, e.FileFact)
	}
	j.mu.Unlock()
	slices.SortFunc(all, func(a, b FileFact) int { return strings.Compare(a.Path, b.Path) })
	for _, f := range all {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := fn(f); err != nil {
			return err
		}
	}
	return nil
}

func (j *memoryJournal) Finish(ctx context.Context, key string) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	if r, ok := j.runs[key]; ok {
		r.finished = true
	}
	return ctx.Err()
}

func (j *memoryJournal) Drop(ctx context.Context, key string) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	delete(j.runs, key)
	return ctx.Err()
}
