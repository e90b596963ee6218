package share

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"sync"

	"laufzettel/appraisal/share"
	"laufzettel/transfer/author"
	"laufzettel/transfer/container"
)

// persons puts into a share who owns and who wrote its files, where the signed profile asks
// for it; else nothing of that is read. It is read once after a check: authors from the
// delivered files, owners from where the share was taken from, as far as that is still there.
func (s *Shares) persons(ctx context.Context, l *Loaded) error {
	agreed, err := s.Papers.ProfileOf(ctx, l.Portion)
	if err != nil || agreed == nil || !agreed.SharePersons {
		return nil //nolint:nilerr // a profile that is gone asks for nothing
	}
	known, read, err := s.Notes.PersonsOf(ctx, l.Portion.ID, l.Portion.Run)
	if err != nil {
		return err
	}
	if !read {
		if known, err = s.readPersons(ctx, l); err != nil || known == nil {
			return err
		}
		if err := s.Notes.SetPersons(ctx, l.Portion.ID, l.Portion.Run, known); err != nil {
			return err
		}
	}
	for i := range l.Files {
		if p, ok := known[l.Files[i].ID]; ok {
			l.Whose(i, p)
		}
	}
	return nil
}

// readPersons gives the persons of the files that tell any, by their ids; nil where the
// delivered files are gone.
func (s *Shares) readPersons(ctx context.Context, l *Loaded) (out map[string]share.Persons, err error) {
	tree, err := s.Intake.Tree(ctx, l.Portion)
	if err != nil {
		return nil, ctx.Err() // destroyed or out of reach: the share is shown without
	}
	defer func() { err = errors.Join(err, tree.Close()) }()
	out = map[string]share.Persons{}
	var mu sync.Mutex
	told := func(e container.Entry) bool { return e.Size > 0 && author.Told(e.Path) }
	err = tree.Visit(ctx, sourceReaders, told, func(ctx context.Context, e container.Entry, c container.Content, err error) error {
		i, ok := l.File(e.Path)
		if err != nil || !ok {
			return ctx.Err() // what cannot be read the check told
		}
		name, err := author.Of(ctx, tree, e, c, s.Intake.ContainerOptions())
		if err != nil || name == "" {
			return ctx.Err() // of a file that does not open nobody knows the author
		}
		mu.Lock()
		defer mu.Unlock()
		out[l.Files[i].ID] = share.Persons{Author: name}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return out, s.owners(ctx, l, out)
}

// owners adds who owns the files where the share lies, as far as a file of the same size
// and date is there still.
func (s *Shares) owners(ctx context.Context, l *Loaded, out map[string]share.Persons) error {
	root, err := os.OpenRoot(l.Portion.Source)
	if err != nil {
		return nil //nolint:nilerr // the drive is no longer there, or it was a container
	}
	defer root.Close()
	names := ownerNames{}
	for i := range l.Files {
		if err := ctx.Err(); err != nil {
			return err
		}
		f := &l.Files[i]
		name := l.PathOf(f)
		info, err := root.Lstat(filepath.FromSlash(name))
		if err != nil || !info.Mode().IsRegular() || info.Size() != f.Size || info.ModTime().Unix() != f.Modified {
			continue
		}
		if name := names.of(root, name, info); name != "" {
			p := out[f.ID]
			p.Owner = name
			out[f.ID] = p
		}
	}
	return nil
}
