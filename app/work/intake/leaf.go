package intake

import (
	"context"
	"slices"
	"sync"

	"laufzettel/transfer/check"
)

// leafStep is how many files lie between two bookmarks in the list of a portion.
const leafStep = 1000

// keptLeaves is how many lists keep their bookmarks.
const keptLeaves = 3

// leaves are bookmarks in the lists of files looked at last: who scrolls to the end
// of a million files must not read the million again for every page. The list of a
// run does not change.
type leaves struct {
	mu   sync.Mutex
	list []bookmarks // most recently used last
}

// bookmarks name the last path of every leafStep files, as far as anybody looked.
type bookmarks struct {
	run   string
	paths []string
}

// of gives the bookmarks of a run.
func (l *leaves) of(run string) []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	i := slices.IndexFunc(l.list, func(b bookmarks) bool { return b.run == run })
	if i < 0 {
		return nil
	}
	b := l.list[i]
	l.list = append(slices.Delete(l.list, i, i+1), b)
	return b.paths
}

func (l *leaves) keep(run string, paths []string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.list = append(slices.DeleteFunc(l.list, func(b bookmarks) bool { return b.run == run }), bookmarks{run, paths})
	if len(l.list) > keptLeaves {
		l.list = slices.Delete(l.list, 0, len(l.list)-keptLeaves)
	}
}

// leaf gives the files of a run from offset on, in path order.
func (c *Contents) leaf(ctx context.Context, run string, offset, limit int) ([]check.FileFact, error) {
	marks := slices.Clone(c.leaves.of(run))
	page := offset / leafStep
	for len(marks) < page {
		last, err := c.Journal.After(ctx, run, markBefore(marks, len(marks)), leafStep-1, 1)
		if err != nil {
			return nil, err
		}
		if len(last) == 0 {
			return nil, nil // the list ends before
		}
		marks = append(marks, last[0].Path)
	}
	c.leaves.keep(run, marks)
	return c.Journal.After(ctx, run, markBefore(marks, page), offset%leafStep, limit)
}

// markBefore gives the path a page begins behind.
func markBefore(marks []string, page int) string {
	if page == 0 {
		return ""
	}
	return marks[page-1]
}
