package window

import (
	"cmp"
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"laufzettel/app/work/intake"
	"laufzettel/app/work/reading"
	shares "laufzettel/app/work/share"
	"laufzettel/appraisal/share"
	"laufzettel/transfer"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/record"
	"laufzettel/transfer/wording"
	"laufzettel/viewer"
	model "laufzettel/views/share/model"
)

// Share is the source of the workplace for file shares. The share on screen stays loaded:
// a decision reads the decisions anew, not the tree.
type Share struct {
	*Desk
	// Save asks for the place of a new file.
	Save func(ctx context.Context, title, suggested string) (string, error)

	mu     sync.Mutex
	loaded *shares.Loaded
}

// NewShare makes the source.
func NewShare(d *Desk) *Share { return &Share{Desk: d, Save: asPlace} }

// Load implements model.Source.
func (s *Share) Load(ctx context.Context, id string) (*model.Share, error) {
	if id == "" {
		all, err := s.W.Intake.Portions.List(ctx)
		if err != nil {
			return nil, err
		}
		all = slices.DeleteFunc(all, func(p transfer.Portion) bool { return p.Kind != intake.PlainKind || p.Run == "" })
		if len(all) == 0 {
			return nil, failure.New(failure.Refused, "open share", wording.Say("hint.window.no-share"))
		}
		id = slices.MaxFunc(all, func(a, b transfer.Portion) int { return cmp.Compare(a.ID, b.ID) }).ID
	}
	l, err := s.W.Shares.Load(ctx, id)
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	s.loaded = l
	s.mu.Unlock()
	out := &model.Share{ID: id, Title: s.name(l.Portion), Agency: l.Portion.Agency, Tree: l.Tree, Open: l.Portion.State.Appraisable()}
	switch {
	case out.Open:
	case l.Portion.State.Judged():
		out.Sealed = s.Words.T("share.sealed.after")
	default:
		out.Sealed = s.Words.T("share.sealed.before")
	}
	return out, nil
}

// of gives what is loaded of a share on screen. Error: Transient where another one was
// loaded meanwhile.
func (s *Share) of(x *model.Share) (*shares.Loaded, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.loaded == nil || s.loaded.Tree != x.Tree {
		return nil, failure.New(failure.Transient, "open share "+x.ID, wording.Say("hint.window.share-changed"))
	}
	return s.loaded, nil
}

// Decided implements model.Source.
func (s *Share) Decided(ctx context.Context, x *model.Share) (func(), error) {
	l, err := s.of(x)
	if err != nil {
		return nil, err
	}
	return s.W.Shares.Standing(ctx, l)
}

// Doubles implements model.Source.
func (s *Share) Doubles(ctx context.Context, x *model.Share) (model.Doubles, error) {
	l, err := s.of(x)
	if err != nil {
		return model.Doubles{}, err
	}
	d, err := s.W.Shares.Doubles(ctx, l)
	if err != nil {
		return model.Doubles{}, err
	}
	return model.Doubles(*d), nil
}

// Drafts implements model.Source.
func (s *Share) Drafts(ctx context.Context, x *model.Share, progress func(done, total int)) (model.Drafted, error) {
	l, err := s.of(x)
	if err != nil {
		return model.Drafted{}, err
	}
	d, err := s.W.Shares.Drafts(ctx, l.Portion.ID, func() (*shares.Loaded, error) { return l, nil }, progress)
	if err != nil {
		return model.Drafted{}, err
	}
	return model.Drafted(*d), nil
}

// Between implements model.Source.
func (s *Share) Between(ctx context.Context, x *model.Share, a, b string) ([]share.Change, bool, error) {
	l, err := s.of(x)
	if err != nil {
		return nil, false, err
	}
	return s.W.Shares.Between(ctx, l, a, b)
}

// Rules implements model.Source.
func (s *Share) Rules(ctx context.Context, x *model.Share) ([]share.Rule, error) {
	l, err := s.of(x)
	if err != nil {
		return nil, err
	}
	return s.W.Shares.Rules(ctx, l.Portion, "", nil)
}

func (s *Share) means(ctx context.Context, l *shares.Loaded, m model.Means) (shares.Means, error) {
	out := shares.Means{Paths: m.Paths, Choice: m.Choice, Below: m.Below}
	if m.Rule == "" {
		return out, nil
	}
	var err error
	out.Rule, err = s.W.Shares.Rule(ctx, l.Portion, "", m.Rule)
	return out, err
}

// Meant implements model.Source.
func (s *Share) Meant(ctx context.Context, x *model.Share, m model.Means) (model.Meant, error) {
	l, err := s.of(x)
	if err != nil {
		return model.Meant{}, err
	}
	means, err := s.means(ctx, l, m)
	if err != nil {
		return model.Meant{}, err
	}
	meant, err := l.Means(means)
	return model.Meant{Sum: meant.Sum, Kept: meant.Kept}, err
}

// Decide implements model.Source.
func (s *Share) Decide(ctx context.Context, x *model.Share, m model.Means, rating record.Rating, reason string) error {
	l, err := s.of(x)
	if err != nil {
		return err
	}
	means, err := s.means(ctx, l, m)
	if err != nil {
		return err
	}
	_, err = s.W.Shares.DecideOn(ctx, l, means, rating, reason)
	return err
}

// Undo implements model.Source.
func (s *Share) Undo(ctx context.Context, x *model.Share) error {
	_, err := s.W.Desk.Undo(ctx, x.ID)
	return err
}

// Redo implements model.Source.
func (s *Share) Redo(ctx context.Context, x *model.Share) error {
	_, err := s.W.Desk.Redo(ctx, x.ID)
	return err
}

// Describe implements model.Source.
func (s *Share) Describe(ctx context.Context, x *model.Share, folder int32, title, detail string) error {
	return s.W.Shares.NameFolder(ctx, x.ID, x.Tree.Folders[folder].ID, share.Name{Title: title, Detail: detail})
}

// Names implements model.Source.
func (s *Share) Names(ctx context.Context, x *model.Share, file string) (int, error) {
	return s.W.Shares.NamesIn(ctx, x.ID, file)
}

// List implements model.Source: a person says where the list goes, it is opened there.
func (s *Share) List(ctx context.Context, x *model.Share) error {
	l, err := s.of(x)
	if err != nil {
		return err
	}
	name, err := s.Save(ctx, s.Words.T("share.save"), x.ID+"-ordner.csv")
	if err != nil {
		return err
	}
	f, err := os.Create(name)
	if err != nil {
		return failure.Wrap(failure.Setup, "write names", wording.Say("hint.window.list-not-written", name), err)
	}
	err = l.NamesOut(f)
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	if err != nil {
		return failure.Wrap(failure.Setup, "write names", wording.Say("hint.window.list-not-written", name), err)
	}
	return s.outside(name)
}

// Report implements model.Source.
func (s *Share) Report(ctx context.Context, x *model.Share) error {
	files, err := s.W.Shares.ReportShare(ctx, x.ID, "")
	if err != nil {
		return err
	}
	for _, f := range files {
		if filepath.Ext(f) == ".pdf" {
			return s.outside(f)
		}
	}
	return nil
}

func (s *Share) outside(file string) error { return Portion{Desk: s.Desk}.outside(file) }

// Look implements model.Source.
func (s *Share) Look(ctx context.Context, x *model.Share, folder int32) error {
	l, err := s.of(x)
	if err != nil {
		return err
	}
	return s.W.Shares.NoteLook(ctx, l, folder)
}

// Open implements model.Source.
func (s *Share) Open(ctx context.Context, x *model.Share, file int32) (viewer.Document, error) {
	l, err := s.of(x)
	if err != nil {
		return nil, err
	}
	o, err := s.W.Room.OpenPortion(ctx, x.ID, reading.Asker{})
	if err != nil {
		return nil, err
	}
	doc, done, err := o.Document(ctx, l.Path(file))
	if err != nil {
		return nil, err
	}
	doc = viewer.OnClose(doc, done)
	if err := s.W.Shares.NoteOpened(ctx, l, file); err != nil {
		return nil, errors.Join(err, doc.Close())
	}
	return doc, nil
}
