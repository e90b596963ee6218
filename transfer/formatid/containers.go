package formatid

import (
	"bytes"
	_ "embed"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"sync"

	"github.com/richardlehane/siegfried"

	"laufzettel/transfer/check"
)

// boxes is siegfried's built-in set without its byte matcher: names, container
// signatures and text. It is written by `go generate` (see TestBoxes). What it does not
// know by a container signature, siegfried would give to its byte matcher as it gives
// any other file; that is what the table knows, and the table needs no automata of
// 65 MB for it.
//
//go:embed pronom.boxes
var boxes []byte

// loadBoxes loads the container signatures; they must be of the set the table was
// compiled from.
func loadBoxes() (*siegfried.Siegfried, error) {
	sf, err := loadReader(bytes.NewReader(boxes))
	if err != nil {
		return nil, fmt.Errorf("formatid: the container signatures: %w", err)
	}
	t, err := theTable()
	if err != nil {
		return nil, err
	}
	if ids := sf.Identifiers(); len(ids) != 1 || ids[0][1] != t.details {
		return nil, fmt.Errorf("formatid: the container signatures are of %v, the format table was compiled from %s", ids, t.details)
	}
	return sf, nil
}

// byContainer tells the format of a ZIP or OLE2 file by what lies in it. known is false
// where no container signature fits, or the container cannot be read; asked, that the table
// could not tell and siegfried was asked.
func (id *Identifier) byContainer(name string, s *source) (f check.Format, known, asked bool, err error) {
	f, known, err = id.engine.contained(name, s)
	if !errors.Is(err, errUndecided) {
		return f, known, false, err
	}
	f, err = identify(id.boxes, name, s)
	return f, err == nil && strings.Contains(f.Basis, containerBasis), true, err
}

// containerBasis stands in the basis of an answer by a container signature, and in no
// other: an extension or a pattern is told as it stands in the set.
const containerBasis = "container "

// contained tells the format by the container signatures of the table. What a library
// cannot cope with is no container that can be read.
func (d *decider) contained(name string, s *source) (f check.Format, known bool, err error) {
	defer func() {
		if p := recover(); p != nil {
			f, known, err = check.Format{}, false, nil
		}
	}()
	name, err = plainName(name)
	if err != nil {
		return f, false, err
	}
	in, which := entriesOf(s)
	var found []boxAnswer
	n := d.reports.name(d.reports.nameKey(name, nil))
	if in != nil {
		found, err = d.boxes[which].answers(filepath.Ext(name), in, n.boxes)
	}
	if rerr := s.failed(); rerr != nil {
		return f, false, fmt.Errorf("formatid: %q: %w", name, rerr)
	}
	if err != nil || len(found) == 0 {
		return f, false, err
	}
	return d.reports.tellBoxes(n, found), true, nil
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
