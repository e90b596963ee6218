package container

import (
	"context"
	"io"
	"path"
	"strings"
)

// below is one folder of a tree seen as a tree.
type below struct {
	outer  *tree
	prefix string // with a slash at the end, "" for the whole
	only   string // the only file to be seen, "" = all
}

// Below gives what lies in a folder of a tree as a tree of its own, whose paths begin
// there; closing it closes nothing. Only trees that Open, OpenEntry or Below gave can be
// looked at so, any other comes back empty.
func Below(t Tree, dir string) Tree {
	own, prefix := within(t, strings.TrimSuffix(dir, "/")+"/")
	return &below{outer: own, prefix: prefix}
}

// Only gives one file of a tree as a tree in which nothing else is; for trees as Below.
func Only(t Tree, name string) Tree {
	own, at := within(t, name)
	prefix := strings.TrimSuffix(at, path.Base(at))
	return &below{outer: own, prefix: prefix, only: path.Base(at)}
}

// within gives the tree that holds the bytes and what p is called there.
func within(t Tree, p string) (*tree, string) {
	if b, ok := t.(*below); ok {
		return b.outer, b.prefix + p
	}
	own, _ := t.(*tree)
	return own, p
}

func (b *below) Name() string { return path.Base(strings.TrimSuffix(b.prefix, "/")) }
func (b *below) Form() Form   { return Folder }
func (b *below) Close() error { return nil }

func (b *below) inner(e Entry) (Entry, bool) {
	p, ok := strings.CutPrefix(e.Path, b.prefix)
	e.Path = p
	return e, ok && (b.only == "" || p == b.only)
}

func (b *below) Files(ctx context.Context, fn func(Entry) error) error {
	_, err := b.files(ctx, fn)
	return err
}

// files is Files and tells how many files of the outer tree it looked at: no more than lie
// here. A look at every folder of a share would else look at every file for each of them.
func (b *below) files(ctx context.Context, fn func(Entry) error) (looked int, err error) {
	if b.outer == nil {
		return 0, nil
	}
	if b.only != "" {
		if e, ok := b.Stat(b.only); ok {
			return 1, fn(e)
		}
		return 1, nil
	}
	return b.outer.walk(ctx, b.prefix, func(e Entry) error {
		e.Path = e.Path[len(b.prefix):]
		return fn(e)
	})
}

func (b *below) Stat(p string) (Entry, bool) {
	if b.outer == nil || b.only != "" && p != b.only {
		return Entry{}, false
	}
	e, ok := b.outer.Stat(b.prefix + p)
	e.Path = p
	return e, ok
}

func (b *below) Open(ctx context.Context, p string) (io.ReadCloser, error) {
	if b.outer == nil || b.only != "" && p != b.only {
		return nil, missing(p)
	}
	return b.outer.Open(ctx, b.prefix+p)
}

func (b *below) Visit(ctx context.Context, workers int, want func(Entry) bool,
	fn func(context.Context, Entry, Content, error) error) error {
	if b.outer == nil {
		return nil
	}
	here := func(e Entry) bool {
		e, ok := b.inner(e)
		return ok && (want == nil || want(e))
	}
	return b.outer.Visit(ctx, workers, here, func(ctx context.Context, e Entry, c Content, err error) error {
		e, _ = b.inner(e)
		return fn(ctx, e, c, err)
	})
}
