package website

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"strings"

	"laufzettel/transfer/container"
	"laufzettel/transfer/stop"
)

// ReadRecord reads the record that is number skip in the gzip member, or at the
// place, that begins at offset of an archive file (Record.Offset). fn gets the
// record with its block, which is valid during the call only.
func ReadRecord(ctx context.Context, ra io.ReaderAt, size, offset int64, skip int, fn func(*Record, io.Reader) error) error {
	src := &source{raw: &counter{r: bufio.NewReaderSize(stop.Reader(ctx, io.NewSectionReader(ra, offset, size-offset)), 64<<10)}}
	if err := src.begin(); err != nil {
		return fmt.Errorf("read record: %w", err)
	}
	w := &Walker{Plain: true}
	for n := 0; ; n++ {
		rec, err := w.header(src)
		if err != nil {
			return fmt.Errorf("read record: %w", unexpected(err))
		}
		rec.Offset = offset
		if n == skip {
			return fn(rec, io.LimitReader(src, rec.Length))
		}
		if err := w.block(src, rec); err != nil {
			return fmt.Errorf("read record: %w", err)
		}
	}
}

// Sub shows the files of t below a folder as a tree of their own; closing it does
// not close t.
func Sub(t container.Tree, folder string) container.Tree {
	if folder = strings.Trim(folder, "/"); folder == "" {
		return t
	}
	return &subTree{t: t, prefix: folder + "/"}
}

type subTree struct {
	t      container.Tree
	prefix string
}

var _ container.Tree = (*subTree)(nil)

// Name implements container.Tree.
func (s *subTree) Name() string { return path.Base(strings.TrimSuffix(s.prefix, "/")) }

// Form implements container.Tree.
func (s *subTree) Form() container.Form { return s.t.Form() }

// Close implements container.Tree.
func (s *subTree) Close() error { return nil }

// Files implements container.Tree.
func (s *subTree) Files(ctx context.Context, fn func(container.Entry) error) error {
	return s.t.Files(ctx, func(e container.Entry) error {
		rest, ok := strings.CutPrefix(e.Path, s.prefix)
		if !ok {
			return nil
		}
		e.Path = rest
		return fn(e)
	})
}

// Stat implements container.Tree.
func (s *subTree) Stat(p string) (container.Entry, bool) {
	e, ok := s.t.Stat(s.prefix + p)
	e.Path = strings.TrimPrefix(e.Path, s.prefix)
	return e, ok
}

// Open implements container.Tree.
func (s *subTree) Open(ctx context.Context, p string) (io.ReadCloser, error) {
	return s.t.Open(ctx, s.prefix+p)
}

// Visit implements container.Tree.
func (s *subTree) Visit(ctx context.Context, workers int, want func(container.Entry) bool,
	fn func(context.Context, container.Entry, container.Content, error) error) error {
	cut := func(e container.Entry) (container.Entry, bool) {
		rest, ok := strings.CutPrefix(e.Path, s.prefix)
		e.Path = rest
		return e, ok
	}
	wanted := func(e container.Entry) bool {
		e, ok := cut(e)
		return ok && (want == nil || want(e))
	}
	return s.t.Visit(ctx, workers, wanted, func(ctx context.Context, e container.Entry, c container.Content, err error) error {
		e, _ = cut(e)
		return fn(ctx, e, c, err)
	})
}

// maxHeld bounds a file that must be held in memory for random access because its
// tree has none.
const maxHeld = 256 << 20

// Random opens a file of any tree of this room for reading anywhere; free must be
// called once.
func Random(ctx context.Context, t container.Tree, p string) (ra io.ReaderAt, size int64, free func(), err error) {
	switch x := t.(type) {
	case *subTree:
		return Random(ctx, x.t, x.prefix+p)
	case *isoTree:
		e, ok := x.find(p)
		if !ok {
			return nil, 0, nil, &fs.PathError{Op: "open", Path: p, Err: fs.ErrNotExist}
		}
		return io.NewSectionReader(x.ra, e.at, e.Size), e.Size, func() {}, nil
	}
	if x, ok := t.(interface {
		At(p string) (io.ReaderAt, int64, bool)
	}); ok { // a tree over content somebody else holds open
		if ra, size, ok := x.At(p); ok {
			return ra, size, func() {}, nil
		}
	}
	if c, free, err := container.Random(ctx, t, p); err == nil {
		return c, c.Size(), free, nil
	}
	rc, err := t.Open(ctx, p)
	if err != nil {
		return nil, 0, nil, err
	}
	data, err := io.ReadAll(io.LimitReader(rc, maxHeld+1))
	if err := errors.Join(err, rc.Close()); err != nil {
		return nil, 0, nil, err
	}
	if len(data) > maxHeld {
		return nil, 0, nil, fmt.Errorf("open %s: more than %d bytes without random access", p, maxHeld)
	}
	return bytes.NewReader(data), int64(len(data)), func() {}, nil
}

// Image opens an ISO image inside a tree as a tree; free must be called once.
func Image(ctx context.Context, t container.Tree, p string) (img container.Tree, free func(), err error) {
	ra, size, free, err := Random(ctx, t, p)
	if err != nil {
		return nil, nil, err
	}
	if img, err = OpenISO(path.Base(p), ra, size); err != nil {
		free()
		return nil, nil, err
	}
	return img, free, nil
}
