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
func (p *Presenter) AtSource() bool { return p.Share != nil && p.Share.Source != nil }

// Count gives how many things would not come along, as far as was looked.
func (p *Presenter) Count() int {
	if p.Share == nil {
		return 0
	}
	return len(p.Share.Absent)
}

// readSource reads all bytes of a share at its source, once, and then does what follows.
func (p *Presenter) readSource(then func(context.Context) error) func(context.Context) error {
	s := p.Share
	return func(ctx context.Context) error {
		absent, err := s.Source(ctx, p.reading)
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

func (p *Presenter) reading(done, total int64) {
	p.run.UI(func() {
		if p.Progress != "" {
			p.Progress = p.words.T("share.reading", p.words.Bytes(done), p.words.Bytes(total))
			p.redraw()
		}
	})
}

func (p *Presenter) absentLines() {
	for i, x := range p.Share.Absent {
		if p.full(1) {
			continue
		}
		p.Lines = append(p.Lines, Line{ID: "a" + strconv.Itoa(i), Text: x.Path, Under: x.Text, Folder: -1, File: -1, Keep: -1})
	}
}
