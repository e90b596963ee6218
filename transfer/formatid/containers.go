package formatid

import (
	"errors"
	"fmt"
	"path"
	"path/filepath"
	"strings"
	"sync"

	"github.com/richardlehane/siegfried"

	"laufzettel/transfer/check"
)

// spoiledWarning is told where a container is made to be slow, or to break who reads it: what
// lies in it does not tell the format then.
const spoiledWarning = "not looked into to the end: the container holds or names more than is read of it"

// contained tells the format of a ZIP or OLE2 file by what lies in it. known is false where
// no container signature fits, or the container cannot be read: then siegfried would give
// it to its byte matcher as any other file, which is what the table knows. spoiled: it is
// made to be slow, or a library breaks off; siegfried must not look into it either.
func (d *decider) contained(name string, s *source) (f check.Format, known, spoiled bool, err error) {
	defer func() {
		if p := recover(); p != nil {
			f, known, spoiled, err = check.Format{}, false, true, nil
		}
	}()
	in, which, err := entriesOf(s)
	var found []boxAnswer
	n := d.reports.name(d.reports.nameKey(plainName(name), nil))
	if in != nil {
		found, err = d.boxes[which].answers(filepath.Ext(path.Base(name)), in, n.boxes, s.size)
	}
	if rerr := s.failed(); rerr != nil {
		return f, false, false, fmt.Errorf("formatid: %q: %w", name, rerr)
	}
	if errors.Is(err, errSpoiled) || errors.Is(err, errUndecided) {
		return f, false, true, nil
	}
	if err != nil || len(found) == 0 {
		return f, false, false, err
	}
	return d.reports.tellBoxes(n, found), true, false, nil
}

// warned adds spoiledWarning.
func warned(f check.Format) check.Format {
	if f.Warning != "" {
		f.Warning += "; "
	}
	f.Warning += spoiledWarning
	return f
}

// plainName gives the last part of a name; a backslash is a separator to siegfried, too.
func plainName(name string) string {
	name = strings.TrimRight(path.Base(name), `\`)
	return name[strings.LastIndexByte(name, '\\')+1:]
}

// lazily is siegfried while it is needed.
type lazily struct {
	mu   sync.Mutex
	load func() (*siegfried.Siegfried, error)
	sf   *siegfried.Siegfried
}

func (l *lazily) get() (*siegfried.Siegfried, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.sf != nil {
		return l.sf, nil
	}
	sf, err := l.load()
	if err == nil {
		l.sf = sf
	}
	return sf, err
}

func (l *lazily) rest() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.sf = nil
}
