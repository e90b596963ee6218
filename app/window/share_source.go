package window

import (
	"context"
	"fmt"
	"path/filepath"
	"sync"

	shares "laufzettel/app/work/share"
	"laufzettel/appraisal/share"
	"laufzettel/transfer/check"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
	model "laufzettel/views/share/model"
)

// SourceShare is the source of the workplace for a share that is still where it is kept; its
// id is the folder. Nothing is copied, changed, decided or noted.
type SourceShare struct {
	*Share

	reading chan struct{} // holds one while somebody reads; others wait, or give up
	mu      sync.Mutex
	tree    *share.Tree // the one on screen
	whole   *shares.AtSource
}

// NewSourceShare makes the source.
func NewSourceShare(d *Desk) *SourceShare {
	return &SourceShare{Share: NewShare(d), reading: make(chan struct{}, 1)}
}

// Load implements model.Source: names, sizes and dates; contents are read when they are asked
// for. Error: Refused for what is no folder.
func (s *SourceShare) Load(ctx context.Context, dir string) (*model.Share, error) {
	if dir == "" {
		return nil, failure.New(failure.Refused, "look at share", wording.Say("hint.window.no-source"))
	}
	a, err := s.W.Shares.SourceOf(ctx, dir, false, nil)
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	s.tree, s.whole = a.Tree, nil
	s.mu.Unlock()
	x := &model.Share{ID: dir, Title: filepath.Base(dir), Tree: a.Tree, Absent: s.absent(a)}
	x.Source = func(ctx context.Context, read func(done, total int64)) ([]model.Absent, error) {
		whole, err := s.read(ctx, x, read)
		if err != nil {
			return nil, err
		}
		return s.absent(whole), nil
	}
	return x, nil
}

// read reads every byte of the share on screen, once. Whoever waits for another's reading may
// give up; another share may be loaded meanwhile.
func (s *SourceShare) read(ctx context.Context, x *model.Share, progress func(done, total int64)) (*shares.AtSource, error) {
	select {
	case s.reading <- struct{}{}:
		defer func() { <-s.reading }()
	case <-ctx.Done():
		return nil, fmt.Errorf("read share %s: %w", x.ID, ctx.Err())
	}
	whole, err := s.known(x)
	if whole != nil || err != nil {
		return whole, err
	}
	if whole, err = s.W.Shares.SourceOf(ctx, x.ID, true, progress); err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.tree == x.Tree {
		s.whole = whole
	}
	return whole, nil
}

// known gives what was read of the share on screen; nil where nothing was. Error: Transient
// where another one is on screen.
func (s *SourceShare) known(x *model.Share) (*shares.AtSource, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.tree != x.Tree {
		return nil, failure.New(failure.Transient, "read share "+x.ID, wording.Say("hint.window.share-changed"))
	}
	return s.whole, nil
}

// absent gives what would not come along, or not under its name, and what changed while it
// was read.
func (s *SourceShare) absent(a *shares.AtSource) (out []model.Absent) {
	for _, f := range a.Missing {
		for _, name := range placesOf(f) {
			out = append(out, model.Absent{Path: name, Text: f.In(s.Words.Language()).Found})
		}
	}
	for _, name := range a.Changed {
		out = append(out, model.Absent{Path: name, Text: s.Words.T("share.source.changed")})
	}
	return out
}

func placesOf(f check.Finding) []string {
	if len(f.Paths) > 0 {
		return f.Paths
	}
	return []string{f.Path}
}

// Decided implements model.Source: at the source nothing is.
func (s *SourceShare) Decided(context.Context, *model.Share) (func(), error) { return func() {}, nil }

// Doubles implements model.Source. The share was read anew for it: what is no longer there is
// left out.
func (s *SourceShare) Doubles(ctx context.Context, x *model.Share) (model.Doubles, error) {
	a, err := s.read(ctx, x, nil)
	if err != nil {
		return model.Doubles{}, err
	}
	file := func(i int32) (int32, bool) {
		n, ok := x.Tree.File(a.Path(i))
		return int32(n), ok
	}
	folder := func(i int32) (int32, bool) { return x.Tree.Find(a.Folders[i].Path) }
	out := model.Doubles{Files: groupsOn(a.Double.Files, file), Folders: groupsOn(a.Double.Folders, folder), Held: map[int32]string{}}
	for _, c := range a.Double.Contained {
		part, ok := folder(c.Part)
		whole, also := folder(c.Whole)
		if c.Part, c.Whole = part, whole; ok && also {
			out.Contained = append(out.Contained, c)
		}
	}
	for _, z := range a.Double.Archives {
		n, ok := file(z.File)
		in, also := folder(z.Folder)
		if z.File, z.Folder = n, in; ok && also {
			out.Archives = append(out.Archives, z)
		}
	}
	for _, i := range a.Double.Unopened {
		if n, ok := file(i); ok {
			out.Unopened = append(out.Unopened, n)
		}
	}
	return out, nil
}

// groupsOn gives groups by the numbers their members have on screen.
func groupsOn(groups []share.Group, at func(int32) (int32, bool)) (out []share.Group) {
	for _, g := range groups {
		here := share.Group{Bytes: g.Bytes, Files: g.Files}
		for _, i := range g.Members {
			if n, ok := at(i); ok {
				here.Members = append(here.Members, n)
			}
		}
		if len(here.Members) > 1 {
			out = append(out, here)
		}
	}
	return out
}

// Rules implements model.Source: those of the program; a profile belongs to the archive.
func (s *SourceShare) Rules(context.Context, *model.Share) ([]share.Rule, error) {
	return share.Rules(), nil
}

// Look implements model.Source: nobody has to know what was looked at here.
func (s *SourceShare) Look(context.Context, *model.Share, int32) error { return nil }
