package window

import (
	"context"
	"errors"

	"laufzettel/app/work/reading"
	reader "laufzettel/views/reader/model"
)

var _ reader.SiteSource = (*Reader)(nil)

// OpenSite implements reader.SiteSource: the web area is served on loopback until
// CloseSites or the end of the program; opened again it is the same server.
func (s *Reader) OpenSite(ctx context.Context, pid string) error {
	o, err := s.open(ctx, pid)
	if err != nil {
		return err
	}
	s.mu.Lock()
	served := s.sites[pid]
	s.mu.Unlock()
	err = o.Shown(ctx)
	if err == nil {
		err = o.NoteShown(ctx, "website")
	}
	if err != nil || served != nil {
		err = errors.Join(err, o.Close())
	} else {
		served, err = s.serveSite(ctx, pid, o)
	}
	if err != nil {
		return err
	}
	if s.outside == nil {
		return nil
	}
	return s.outside(served.URL())
}

// OpenPortionSite shows the web area of a portion, so that it can be judged by eye
// before it is packaged (F13).
func (s *Reader) OpenPortionSite(ctx context.Context, id string) error {
	o, err := s.w.Room.OpenPortion(ctx, id, s.asker())
	if err != nil {
		return err
	}
	s.mu.Lock()
	served := s.sites["portion:"+id]
	s.mu.Unlock()
	if served == nil {
		if served, err = s.serveSite(ctx, "portion:"+id, o); err != nil {
			return err
		}
	}
	if s.outside == nil {
		return nil
	}
	return s.outside(served.URL())
}

// serveSite serves a web area and keeps it by its key.
func (s *Reader) serveSite(ctx context.Context, key string, o *reading.Opened) (*reading.Served, error) {
	site, err := o.Website(ctx)
	if err != nil {
		return nil, errors.Join(err, o.Close())
	}
	served, err := site.Serve(context.WithoutCancel(ctx)) // it outlives the call
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	earlier := s.sites[key]
	if earlier == nil {
		if s.sites == nil {
			s.sites = map[string]*reading.Served{}
		}
		s.sites[key] = served
	}
	s.mu.Unlock()
	if earlier != nil { // somebody pressed twice
		return earlier, served.Close()
	}
	return served, nil
}

// CloseSites ends every web area that is being shown.
func (s *Reader) CloseSites() error {
	s.mu.Lock()
	sites := s.sites
	s.sites = nil
	s.mu.Unlock()
	var errs []error
	for _, x := range sites {
		errs = append(errs, x.Close())
	}
	return errors.Join(errs...)
}
