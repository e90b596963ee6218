package work

import (
	"context"

	"laufzettel/app/work/reading"
	"laufzettel/viewer"
	tables "laufzettel/viewer/siard"
	"laufzettel/viewer/text"
	sites "laufzettel/viewer/website"
)

// opener lists the readers of all formats this program shows, the particular
// before the general.
func (h *House) opener() *viewer.Opener {
	var o *viewer.Opener
	inner := func(ctx context.Context, src viewer.Source) (viewer.Document, error) { return o.Open(ctx, src) }
	h.Room.Tables = tables.Reader{Cache: h.Office.Path(reading.DirTables), Inner: inner}
	o = viewer.NewOpener(h.Room.Tables, sites.Reader{Inner: inner}, h.Room.Child, text.Reader{})
	return o
}
