package check

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"laufzettel/transfer/failure"
)

// place is where a delivery lies: it may go (a medium pulled out, a network
// drive) or change while it is read. Then nothing may be said of the material.
type place struct {
	path   string
	before os.FileInfo
}

// newPlace remembers how the delivery looked at the start.
func newPlace(path string) (*place, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, failure.Wrap(failure.Refused, "open delivery", "„"+filepath.Base(path)+"“ ist nicht da oder lässt sich nicht öffnen. Bitte Pfad und Rechte prüfen.", err)
	}
	return &place{path: path, before: info}, nil
}

// there gives an error of kind Transient when the whole delivery has gone: a
// thousand unreadable files would be a false finding.
func (s *place) there() error {
	if s == nil {
		return nil
	}
	now, err := os.Stat(s.path)
	if err == nil && s.before.IsDir() && !os.SameFile(s.before, now) {
		err = errReplaced // of a medium that was pulled out the empty folder stays where it was mounted
	}
	if err != nil {
		return failure.Wrap(failure.Transient, "read delivery", fmt.Sprintf("„%s“ ist während der Prüfung verschwunden. Bitte Datenträger oder Netzlaufwerk wieder verbinden und noch einmal prüfen; die Prüfung geht dort weiter, wo sie war.", s.path), err)
	}
	return nil
}

// errReplaced is another folder where the delivery was.
var errReplaced = errors.New("another folder is in its place")

// errMoved is a container that was written while it was read.
var errMoved = errors.New("size or time of the container changed while it was checked")

// unchanged gives an error of kind Refused when the container file was replaced or
// written while it was checked: a verdict would hold for neither state. Folders
// are judged file by file.
func (s *place) unchanged() error {
	if err := s.there(); err != nil || s == nil || s.before.IsDir() {
		return err
	}
	after, err := os.Stat(s.path)
	if err == nil && after.Size() == s.before.Size() && after.ModTime().Equal(s.before.ModTime()) && os.SameFile(s.before, after) {
		return nil
	}
	return failure.Wrap(failure.Refused, "read delivery", fmt.Sprintf("„%s“ wurde während der Prüfung verändert; ein Ergebnis gäbe es für keinen der beiden Stände. Bitte warten, bis niemand mehr daran schreibt, und noch einmal prüfen.", filepath.Base(s.path)), errors.Join(errMoved, err))
}
