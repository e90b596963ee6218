package check

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"laufzettel/transfer/container"
	"laufzettel/transfer/profile"
)

// factCache bounds the facts held for repeated questions of the rules.
const factCache = 2048

// mostRead is up to how many files their facts stay in memory for the rules; of more they
// are read back from the journal.
const mostRead = 10_000

// facts answers the questions of the rules from the journal, so that nothing
// grows with the number of files (G12).
type facts struct {
	tree     container.Tree
	manifest *Manifest
	profile  *profile.Profile
	journal  Journal
	key      string
	related  []Related
	read     []FileFact // what this run has read, where it read all and they are few; nil: ask the journal

	mu    sync.Mutex
	cache map[string]FileFact
	err   error // first failure of File, which cannot return one
}

func (f *facts) Tree() container.Tree      { return f.tree }
func (f *facts) Manifest() *Manifest       { return f.manifest }
func (f *facts) Profile() *profile.Profile { return f.profile }
func (f *facts) Related() []Related        { return f.related }

// File asks the journal; a failure there is kept and ends the check after the
// rule, so that a lost answer never passes as "not delivered".
func (f *facts) File(path string) (FileFact, bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if fact, ok := f.cache[path]; ok {
		return fact, true
	}
	fact, ok, err := f.journal.File(context.Background(), f.key, path)
	if err != nil {
		f.err = errors.Join(f.err, fmt.Errorf("look up %s in journal: %w", path, err))
		return FileFact{}, false
	}
	if !ok {
		return FileFact{}, false
	}
	if f.cache == nil || len(f.cache) >= factCache {
		f.cache = make(map[string]FileFact, factCache)
	}
	f.cache[path] = fact
	return fact, true
}

func (f *facts) EachFile(ctx context.Context, fn func(FileFact) error) error {
	if f.read == nil {
		return f.journal.Load(ctx, f.key, fn)
	}
	for _, fact := range f.read {
		if err := fn(fact); err != nil {
			return err
		}
	}
	return nil
}

// sort brings what was read into the order of paths, in which the journal gives it.
func (f *facts) sort() {
	slices.SortFunc(f.read, func(a, b FileFact) int { return strings.Compare(a.Path, b.Path) })
}

// failed gives and clears what File could not return.
func (f *facts) failed() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	err := f.err
	f.err = nil
	return err
}
