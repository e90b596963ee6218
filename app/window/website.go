package window

import (
	"context"
	"errors"

	"laufzettel/app/workspace"
	"laufzettel/views/reader"
)

var _ reader.SiteSource = (*Reader)(nil)

// OpenSite implements reader.SiteSource: the web area is served on loopback until
// CloseSites or the end of the program; opened again it is the same server.
func (s *Reader) OpenSite(ctx context.Context, pid string) error {
	if err := s.mayShow(ctx, pid); err != nil {
		return err
	}
	s.mu.Lock()
	served, application := s.sites[pid], s.application
	s.mu.Unlock()
	if served == nil {
		var err error
		if served, err = s.serveSite(ctx, pid); err != nil {
			return err
		}
	}
	if s.w.Kiosk() {
		if err := s.w.Seen(ctx, pid, "website", application); err != nil {
			return err
		}
	}
	if s.outside == nil {
		return nil
	}
	return s.outside(served.URL())
}

func (s *Reader) serveSite(ctx context.Context, pid string) (*workspace.Served, error) {
	pkg, err := s.open(ctx, pid)
	if err != nil {
		return nil, err
	}
	site, err := workspace.WebsiteIn(ctx, pkg)
	if err != nil {
		return nil, err
	}
	served, err := site.Serve(context.WithoutCancel(ctx)) // it outlives the call
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	earlier := s.sites[pid]
	if earlier == nil {
		if s.sites == nil {
			s.sites = map[string]*workspace.Served{}
		}
		s.sites[pid] = served
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
