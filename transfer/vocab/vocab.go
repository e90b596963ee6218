// Package vocab validates documents in our own small XML vocabularies (register
// backbone, statements of a commercial register delivery, description of an
// export) against the schemas that are built in under assets/schemas. Foreign
// schemas come from the store of transfer/schema or travel with a delivery.
package vocab

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"time"

	"laufzettel/assets"
	"laufzettel/transfer/check"
	"laufzettel/transfer/container"
	"laufzettel/transfer/schema"
)

// Validate checks the file at path of t against one of our own schemas, named as
// in assets/schemas. tool names engine and schema for the report (G2). An error
// is ours.
func Validate(ctx context.Context, name, path string, t container.Tree) (findings []check.Finding, tool string, err error) {
	data := assets.Schema(name)
	if data == nil {
		return nil, "", fmt.Errorf("own schema %s is not built in", name)
	}
	set, told, err := schema.FromTree(ctx, NewTree("schemas", map[string][]byte{name: data}), []string{name})
	if err != nil {
		return nil, "", fmt.Errorf("load own schema %s: %w", name, err)
	}
	if len(told) > 0 {
		return nil, "", fmt.Errorf("own schema %s: %s", name, told[0].Found)
	}
	findings, _, tool, err = set.Validate(ctx, "", path, t)
	return findings, tool, err
}

// Tree is a container.Tree over files in memory: for schemas that are built in
// and for deliveries under construction.
type Tree struct {
	name  string
	files map[string][]byte
	paths []string
}

var _ container.Tree = (*Tree)(nil)

// NewTree makes a tree of the files by path; it keeps the map and the bytes.
func NewTree(name string, files map[string][]byte) *Tree {
	t := &Tree{name: name, files: files}
	for p := range files {
		t.paths = append(t.paths, p)
	}
	slices.Sort(t.paths)
	return t
}

// Name implements container.Tree.
func (t *Tree) Name() string { return t.name }

// Form implements container.Tree.
func (t *Tree) Form() container.Form { return container.Folder }

// Close implements container.Tree.
func (t *Tree) Close() error { return nil }

// Files implements container.Tree.
func (t *Tree) Files(ctx context.Context, fn func(container.Entry) error) error {
	for i, p := range t.paths {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := fn(t.entry(p, i)); err != nil {
			return err
		}
	}
	return nil
}

func (t *Tree) entry(p string, i int) container.Entry {
	return container.Entry{Path: p, Size: int64(len(t.files[p])), Modified: time.Unix(0, 0).UTC(), Order: int64(i)}
}

// Stat implements container.Tree.
func (t *Tree) Stat(p string) (container.Entry, bool) {
	i, ok := slices.BinarySearch(t.paths, p)
	if !ok {
		return container.Entry{}, false
	}
	return t.entry(p, i), true
}

// Open implements container.Tree.
func (t *Tree) Open(_ context.Context, p string) (io.ReadCloser, error) {
	b, ok := t.files[p]
	if !ok {
		return nil, &fs.PathError{Op: "open", Path: p, Err: fs.ErrNotExist}
	}
	return io.NopCloser(bytes.NewReader(b)), nil
}

// Visit implements container.Tree; it reads one file after the other.
func (t *Tree) Visit(ctx context.Context, _ int, want func(container.Entry) bool,
	fn func(context.Context, container.Entry, container.Content, error) error) error {
	return t.Files(ctx, func(e container.Entry) error {
		if want != nil && !want(e) {
			return nil
		}
		return fn(ctx, e, Content(t.files[e.Path]), nil)
	})
}

// Content is the content of a file in memory.
type Content []byte

var _ container.Content = Content(nil)

// ReadAt implements io.ReaderAt.
func (c Content) ReadAt(p []byte, off int64) (int, error) { return bytes.NewReader(c).ReadAt(p, off) }

// Size gives the number of bytes.
func (c Content) Size() int64 { return int64(len(c)) }

// Bytes gives the whole content.
func (c Content) Bytes() []byte { return c }

// Reader starts a new sequential read.
func (c Content) Reader() io.Reader { return bytes.NewReader(c) }
