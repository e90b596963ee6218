package work

import (
	"context"

	"laufzettel/viewer"
	tables "laufzettel/viewer/siard"
	"laufzettel/viewer/text"
	sites "laufzettel/viewer/website"
)

// readers lists the readers of all formats this program shows, the particular
// before the general.
func (s *stores) readers(cache string) {
	inner := func(ctx context.Context, src viewer.Source) (viewer.Document, error) { return s.Opener.Open(ctx, src) }
	s.Tables = tables.Reader{Cache: cache, Inner: inner}
	s.Opener = viewer.NewOpener(s.Tables, sites.Reader{Inner: inner}, s.Child, text.Reader{})
}
