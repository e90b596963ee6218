package formatid

import (
	"bytes"
	_ "embed"
	"fmt"
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
// where no container signature fits, or the container cannot be read.
func (id *Identifier) byContainer(name string, s *source) (f check.Format, known bool, err error) {
	f, err = identify(id.boxes, name, s)
	return f, err == nil && strings.Contains(f.Basis, containerBasis), err
}

// containerBasis stands in the basis of an answer by a container signature, and in no
// other: an extension or a pattern is told as it stands in the set.
const containerBasis = "container "

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
