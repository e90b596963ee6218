package check

import (
	"errors"
	"os"
	"path/filepath"

	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
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
		return nil, failure.Wrap(failure.Refused, "open delivery", wording.Say("hint.check.path-not-opened", filepath.Base(path)), err)
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
		return failure.Wrap(failure.Transient, "read delivery", wording.Say("hint.check.place-vanished", s.path), err)
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
	return failure.Wrap(failure.Refused, "read delivery", wording.Say("hint.check.place-changed", filepath.Base(s.path)),
		errors.Join(errMoved, err))
}
