package window

import (
	"context"
	"path/filepath"
	"slices"
	"strings"

	"laufzettel/transfer/aip"
	"laufzettel/transfer/failure"
	"laufzettel/viewer/access"
	reader "laufzettel/views/reader/model"
)

// noteShown logs what a reader is shown, with the number that opened it.
func (s *Reader) noteShown(ctx context.Context, pid, what string) error {
	return s.w.Room.NoteShown(ctx, pid, what, s.number())
}

// number is that of the application entered at a reader's place.
func (s *Reader) number() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.application
}

// mayShow refuses what is closed today: documents, evidence (it names them) and copies.
func (s *Reader) mayShow(ctx context.Context, pid string) error {
	p, err := s.Package(ctx, pid)
	if err == nil && p.Closed {
		err = failure.New(failure.Refused, "open closed object", "Das Objekt ist geschlossen. Seine Dokumente und Nachweise werden nicht gezeigt, und es gibt keine Nutzungskopie davon.")
	}
	return err
}

// UseCopy implements reader.Source.
func (s *Reader) UseCopy(ctx context.Context, pid string) (reader.UseCopy, error) {
	if s.w.Office.Kiosk() {
		return reader.UseCopy{}, s.w.Office.Staff("make use copy")
	}
	if err := s.mayShow(ctx, pid); err != nil {
		return reader.UseCopy{}, err
	}
	name := pid
	export := func(ctx context.Context, dir string) (int, error) {
		return s.w.Room.ExportForeign(ctx, s.foreign(pid), dir)
	}
	if f := s.foreign(pid); f != nil {
		name = f.Name
	} else {
		pkg, err := s.open(ctx, pid)
		if err != nil {
			return reader.UseCopy{}, err
		}
		defer pkg.Close()
		name = pkg.Metadata().PID
		if err := s.mayCopy(ctx, pkg.Metadata()); err != nil {
			return reader.UseCopy{}, err
		}
		export = func(ctx context.Context, dir string) (int, error) {
			out, err := s.w.Uses.HandOut(ctx, pkg, dir)
			return out.Files, err
		}
	}
	c, err := s.w.Uses.UseCopy(ctx, name, 0, export)
	return reader.UseCopy{Path: c.Path, Until: c.Until}, err
}

// mayCopy asks for the right to copy, where an application opened the object.
func (s *Reader) mayCopy(ctx context.Context, d aip.Description) error {
	return s.may(ctx, d, access.Copy)
}

func (s *Reader) may(ctx context.Context, d aip.Description, right access.Right) error {
	s.mu.Lock()
	now, application := slices.Contains(s.granted, d.PID), s.application // noted in this session, by the staff itself
	s.mu.Unlock()
	if now {
		return nil
	}
	return s.w.Uses.MayUse(ctx, d, right, application)
}

// Sweep removes copies whose time is over, also those a crash left behind. app
// calls it at every start (A23, G13).
func (s *Reader) Sweep() error { return s.w.Ending.SweepCopies() }

// Grant implements reader.Source. At a reader's place nothing is granted: the
// number of an application that was granted for the object opens it.
func (s *Reader) Grant(ctx context.Context, pid, application string) error {
	if s.w.Office.Kiosk() {
		open, err := s.w.Gate.Granted(ctx, strings.TrimSpace(application))
		if err != nil {
			return err
		}
		if application == "" || !slices.Contains(open, pid) {
			return failure.New(failure.Refused, "enter application", "Zu dieser Nummer ist für dieses Objekt kein Antrag genehmigt. Bitte die Nummer prüfen oder an die Aufsicht wenden.")
		}
		s.mu.Lock()
		s.application = strings.TrimSpace(application)
		s.mu.Unlock()
		return nil
	}
	if s.grant == nil {
		return failure.New(failure.Refused, "note application", "Anträge lassen sich hier nicht vermerken. Bitte wenden Sie sich an die Verwaltung.")
	}
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
		r, err := f.Open(ctx, name)
		if err != nil {
			return err
		}
		defer r.Close()
		return copyOutside(filepath.Join(s.w.Office.Dir, "cache", "outside"), name, r, s.outside)
	}
	pkg, path, err := s.file(ctx, pid, document, false)
	if err != nil {
		return err
	}
	defer pkg.Close()
	if err := s.may(ctx, pkg.Metadata(), access.Copy); err != nil { // another program can save what it shows
		return err
	}
	r, err := pkg.OpenFile(ctx, path)
	if err != nil {
		return failure.Wrap(failure.Refused, "open "+path, "Die Datei liegt nicht in diesem Paket.", err)
	}
	defer r.Close()
	return copyOutside(filepath.Join(s.w.Office.Dir, "cache", "outside"), path, r, s.outside)
}

var _ reader.PlaceSource = (*Reader)(nil)
