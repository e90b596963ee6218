package prepare

import (
	"context"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"laufzettel/transfer/container"
	"laufzettel/transfer/kind"
	"laufzettel/transfer/wording"
)

// Added is a file from elsewhere that stands in for one missing from the material.
// The clerk's folder stays as it is; the build reads the file where it lies.
type Added struct {
	File string `json:"file"` // absolute path
	As   string `json:"as"`   // path in the material it is taken as
}

// maxAdded bounds the files added to one preparation: more belong in the folder.
const maxAdded = 200

// AddFile takes a file as the missing one name stands for (StemOf); an empty file
// takes back what was added for name. Errors: Refused where the file cannot be
// that, or the portion is handed over.
func (s *Store) AddFile(ctx context.Context, id, name, file string, also Also) (Preparation, error) {
	p, err := s.Get(ctx, id)
	if err != nil {
		return p, err
	}
	refuse := func(hint wording.Text, err error) (Preparation, error) {
		return p, refusal("add file to "+id, hint, err)
	}
	b, _ := s.Kinds.Builder(p.Kind)
	_, numbered := b.(kind.Numbered)
	stem := kind.StemOf(name)
	switch {
	case !numbered:
		return refuse(wording.Say("hint.prepare.add-registers-only"), nil)
	case !fs.ValidPath(stem) || stem == "." || strings.ContainsFunc(stem, func(r rune) bool { return r < 0x20 || r == '\\' || r == ':' }) ||
		len(stem) > 400:
		return refuse(wording.Say("hint.prepare.add-nothing-missing", name), nil)
	case p.State == HandedOver:
		return p, step(Confirmed, Draft)
	}
	list := slices.Clone(p.Added)
	if strings.TrimSpace(file) == "" {
		list = slices.DeleteFunc(list, func(a Added) bool { return strings.TrimSuffix(a.As, path.Ext(a.As)) == stem })
	} else {
		abs, err := filepath.Abs(file)
		if err != nil {
			return refuse(wording.Say("hint.prepare.path-unresolved", file), err)
		}
		ext := strings.ToLower(filepath.Ext(abs))
		info, err := os.Stat(abs)
		switch {
		case err != nil || !info.Mode().IsRegular():
			return refuse(wording.Say("hint.prepare.add-not-a-file", file), err)
		case ext != ".xml" && ext != ".pdf":
			return refuse(wording.Say("hint.prepare.add-xml-or-pdf", filepath.Base(abs)), nil)
		case len(list) >= maxAdded:
			return refuse(wording.Say("hint.prepare.add-too-many", maxAdded), nil)
		}
		list = slices.DeleteFunc(list, func(a Added) bool { return a.As == stem+ext })
		list = append(list, Added{abs, stem + ext})
	}
	if slices.Equal(list, p.Added) {
		return p, nil
	}
	return s.Move(ctx, id, Draft, func(p *Preparation) { p.Added = list; p.unsettle() }, also)
}

// material opens the folder of a preparation with the files that were added.
// Errors: those of container.Open; Refused where an added file is gone or in the
// way of one in the folder.
func (w *Work) material(ctx context.Context, p *Preparation) (container.Tree, error) {
	tree, err := container.Open(ctx, p.Source, w.Open)
	if err != nil || len(p.Added) == 0 {
		return tree, err
	}
	out := &widened{Tree: tree, files: map[string]string{}}
	for i, a := range p.Added {
		info, err := os.Stat(a.File)
		var hint wording.Text
		switch _, there := tree.Stat(a.As); {
		case err != nil || !info.Mode().IsRegular():
			hint = wording.Say("hint.prepare.added-gone", a.File)
		case there:
			hint = wording.Say("hint.prepare.added-there-too", a.As)
		case p.Target != "" && inside(a.File, p.Target):
			hint = wording.Say("hint.prepare.added-in-target", a.File)
		}
		if !hint.Empty() {
			return nil, kind.Closed(tree, refusal("open material", hint, err))
		}
		out.files[a.As] = a.File
		out.added = append(out.added, container.Entry{Path: a.As, Size: info.Size(), Modified: info.ModTime(), Order: int64(i)})
	}
	slices.SortFunc(out.added, func(a, b container.Entry) int { return strings.Compare(a.Path, b.Path) })
	return out, nil
}

// widened is the material with added files; they are read after all others.
type widened struct {
	container.Tree
	added []container.Entry // by path
	files map[string]string // by path in the tree
}

// Files implements container.Tree.
func (t *widened) Files(ctx context.Context, fn func(container.Entry) error) error {
	rest := t.added
	err := t.Tree.Files(ctx, func(e container.Entry) error {
		for ; len(rest) > 0 && rest[0].Path < e.Path; rest = rest[1:] {
			if err := fn(rest[0]); err != nil {
				return err
			}
		}
		return fn(e)
	})
	for ; err == nil && len(rest) > 0; rest = rest[1:] {
		err = fn(rest[0])
	}
	return err
}

// Stat implements container.Tree.
func (t *widened) Stat(p string) (container.Entry, bool) {
	if i := slices.IndexFunc(t.added, func(e container.Entry) bool { return e.Path == p }); i >= 0 {
		return t.added[i], true
	}
	return t.Tree.Stat(p)
}

// Open implements container.Tree.
func (t *widened) Open(ctx context.Context, p string) (io.ReadCloser, error) {
	if file := t.files[p]; file != "" {
		return os.Open(file)
	}
	return t.Tree.Open(ctx, p)
}

// Visit implements container.Tree.
func (t *widened) Visit(ctx context.Context, workers int, want func(container.Entry) bool,
	fn func(context.Context, container.Entry, container.Content, error) error) error {
	if err := t.Tree.Visit(ctx, workers, want, fn); err != nil {
		return err
	}
	for _, e := range t.added {
		if want != nil && !want(e) {
			continue
		}
		if err := ctx.Err(); err != nil {
			return fmt.Errorf("read %s: %w", e.Path, err)
		}
		if err := t.visit(ctx, e, fn); err != nil {
			return err
		}
	}
	return nil
}

func (t *widened) visit(ctx context.Context, e container.Entry,
	fn func(context.Context, container.Entry, container.Content, error) error) error {
	f, err := os.Open(t.files[e.Path])
	if err != nil {
		return fn(ctx, e, nil, err)
	}
	defer f.Close()
	return fn(ctx, e, single{f, e.Size}, nil)
}

// single is the content of an added file.
type single struct {
	io.ReaderAt
	size int64
}

// Size implements container.Content.
func (c single) Size() int64 { return c.size }

// Bytes implements container.Content.
func (c single) Bytes() []byte { return nil }

// Reader implements container.Content.
func (c single) Reader() io.Reader { return io.NewSectionReader(c.ReaderAt, 0, c.size) }
