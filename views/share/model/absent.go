package model

import (
	"context"
	"strconv"
)

// Absent is something at the source that would not come along as it is there: a link, a
// placeholder of a cloud store, a locked or unreadable file, a name other systems do not take.
type Absent struct{ Path, Text string }

// Reading gives what would not come along of a share at its source, after every byte of it was
// read; read is told how far.
type Reading func(ctx context.Context, read func(done, total int64)) ([]Absent, error)

// SourceModes are the modes of a share at its source, in the order of their tabs: nothing is
// decided there, and texts are not compared.
var SourceModes = []Mode{Tiles, Files, Largest, Oldest, Double, Litter, Choosing, Missing}

// AtSource reports whether the share on screen is still where it is kept.
func (s *Share) AtSource() bool { return s != nil && s.Source != nil }

// atSource reads and lists what is on screen where it lies.
type atSource struct{ p *Presenter }

// read reads all bytes of the share, once, and then does what follows.
func (a atSource) read(then func(context.Context) error) func(context.Context) error {
	s, p := a.p.Share, a.p
	return func(ctx context.Context) error {
		absent, err := s.Source(ctx, a.told)
		if err != nil {
			return err
		}
		p.run.UI(func() {
			s.Absent, s.Read = absent, true
			p.changed()
		})
		return then(ctx)
	}
}

// told says how far the reading is.
func (a atSource) told(done, total int64) {
	p := a.p
	p.run.UI(func() {
		if p.Progress != "" {
			p.Progress = p.words.T("share.reading", p.words.Bytes(done), p.words.Bytes(total))
			p.redraw()
		}
	})
}

func (a atSource) lines() {
	for i, x := range a.p.Share.Absent {
		if a.p.full(1) {
			continue
		}
		a.p.Lines = append(a.p.Lines, Line{ID: "a" + strconv.Itoa(i), Text: x.Path, Under: x.Text, Folder: -1, File: -1, Keep: -1})
	}
}
