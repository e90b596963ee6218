package window

import (
	"context"
	"path/filepath"
	"strings"

	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
	reader "laufzettel/views/reader/model"
)

// UseCopy implements reader.Source.
func (s *Reader) UseCopy(ctx context.Context, pid string) (reader.UseCopy, error) {
	if s.w.Office.Kiosk() {
		return reader.UseCopy{}, s.w.Office.Staff("make use copy")
	}
	o := s.other(pid).from
	if o == nil {
		var err error
		if o, err = s.open(ctx, pid); err != nil {
			return reader.UseCopy{}, err
		}
		defer o.Close()
	}
	c, err := o.UseCopy(ctx, 0)
	return reader.UseCopy{Path: c.Path, Until: c.Until}, err
}

// Sweep removes copies whose time is over, also those a crash left behind. app
// calls it at every start (A23, G13).
func (s *Reader) Sweep() error { return s.w.Ending.SweepCopies() }

// Grant implements reader.Source. At a reader's place nothing is granted: the
// number of an application that was granted for the object opens it.
func (s *Reader) Grant(ctx context.Context, pid, application string) error {
	if s.w.Office.Kiosk() {
		open, err := s.w.Gate.Opens(ctx, application, pid)
		if err != nil {
			return err
		}
		if application == "" || !open {
			return failure.New(failure.Refused, "enter application", wording.Say("hint.window.application-not-granted"))
		}
		s.mu.Lock()
		s.application = strings.TrimSpace(application)
		s.mu.Unlock()
		return nil
	}
	if s.grant == nil {
		return failure.New(failure.Refused, "note application", wording.Say("hint.window.applications-not-noted"))
	}
	pid = strings.TrimPrefix(pid, "file:") // an application is granted for the object, not for a file of it
	if err := s.grant(ctx, pid, application); err != nil {
		return err
	}
	s.mu.Lock()
	s.granted = append(s.granted, pid)
	s.mu.Unlock()
	return nil
}

// Leave implements reader.LeaveSource: what a number opened is closed again, and
// web areas shown in the browser are served no longer.
func (s *Reader) Leave() error {
	s.mu.Lock()
	s.application, s.granted = "", nil
	s.mu.Unlock()
	return s.CloseSites()
}

// LeavePlace implements reader.PlaceSource.
func (s *Reader) LeavePlace(ctx context.Context, name, pass string) error {
	if err := s.w.Uses.LeavePlace(ctx, name, pass); err != nil {
		return err
	}
	err := s.Leave()
	if s.Left != nil {
		s.Left()
	}
	return err
}

// Outside implements reader.Source.
func (s *Reader) Outside(ctx context.Context, pid, document string) error {
	if err := s.w.Office.Staff("open outside"); err != nil {
		return err
	}
	if f := s.foreign(pid); f != nil {
		name, err := foreignPath(f, document, false)
		if err != nil {
			return err
		}
		r, err := f.File(ctx, name)
		if err != nil {
			return err
		}
		defer r.Close()
		return copyOutside(filepath.Join(s.w.Office.Dir, "cache", "outside"), name, r, s.outside)
	}
	o, path, err := s.file(ctx, pid, document, false)
	if err != nil {
		return err
	}
	defer o.Close()
	r, err := o.File(ctx, path)
	if err != nil {
		return err
	}
	defer r.Close()
	return copyOutside(filepath.Join(s.w.Office.Dir, "cache", "outside"), path, r, s.outside)
}

var _ reader.PlaceSource = (*Reader)(nil)
